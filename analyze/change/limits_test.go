package change

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// A change that is smaller than its floor by what rounding may take from it is still worth telling.
func TestFloorsOfChangePoints(t *testing.T) {
	for _, c := range []struct {
		what        What
		floor       float64
		step, level float64
		want        bool
	}{
		{FlakeRate, 0, leastRate - stat.Eps, 0.2, true},
		{FlakeRate, 0, leastRate - 3*stat.Eps, 0.2, false},
		{FailureRate, 0, -leastRate + stat.Eps, 0.2, true},
		{GateFailure, 0.3, leastRate - stat.Eps, 0.2, true}, // the floor is that of recall alone
		{Recall, 0, defaultFloor - stat.Eps, 0.5, true},
		{Recall, 0, defaultFloor - 3*stat.Eps, 0.5, false},
		{Recall, 0, -defaultFloor + stat.Eps, 0.5, true},
		{Recall, 0.2, 0.2, 0.5, true},
		{Recall, 0.2, 0.19, 0.5, false},
		{Recall, 0.01, 0.01, 0.5, true},
		{Duration, 0, math.Log1p(0.1), math.Log(10), true},
		{Duration, 0, math.Log1p(0.1), math.Log(9.99), false},
		{Duration, 0, math.Log1p(0.0999), math.Log(100), false},
		{Duration, 0, math.Log1p(-0.1), math.Log(10), true},
		{Duration, 0, math.Log1p(-0.1), math.Log(9.99), false},
	} {
		tr := &track{key: Key{What: c.what}, floor: c.floor}
		if got := tr.worthTelling(stat.Level{ChangePoint: stat.ChangePoint{Step: c.step, MeanBefore: c.level}}); got != c.want {
			t.Errorf("%s with the floor %g, a step of %.12g from %g: %t", c.what, c.floor, c.step, c.level, got)
		}
	}
	for _, c := range []struct {
		shift, seconds float64
		way            int
		want           bool
	}{
		{math.Log1p(0.1), 1, 1, true},
		{math.Log1p(-0.1), -1, -1, true},
		{0, 5, 1, false},
		{math.Log1p(0.1), 0.999, 1, false},
	} {
		if got := (&verdict{shift: c.shift, seconds: c.seconds, way: c.way}).big(); got != c.want {
			t.Errorf("a shift of %g, %g s, %d: %t", c.shift, c.seconds, c.way, got)
		}
	}
	// Change points cut references where the q of their series is at most 0.01.
	for q, want := range map[float64]string{0.01: "[3 7]", 0.0101: "[]", 0: "[3 7]", 1: "[]"} {
		tr := &track{levelQ: q, levels: []stat.Level{{ChangePoint: stat.ChangePoint{Index: 3}}, {ChangePoint: stat.ChangePoint{Index: 7}}}}
		if got := fmt.Sprint(tr.cuts()); got != want {
			t.Errorf("q %g: cut at %s, want %s", q, got, want)
		}
	}
}

// What is left of a change of duration is too little below 5 %, or where its interval ends at nothing.
func TestLimitsOfWhatFaded(t *testing.T) {
	known, none := stat.Known, stat.Missing(stat.ReasonTooFew)
	for _, c := range []struct {
		name   string
		what   What
		to     float64 // from 100
		lo, hi stat.Number
		want   bool
	}{
		{"5 %", Duration, 105, known(0.01), known(0.09), false},
		{"less than 5 %", Duration, 104.9, known(0.01), known(0.09), true},
		{"5 % less", Duration, 95, known(-0.09), known(-0.01), false},
		{"less than 5 % less", Duration, 95.1, known(-0.09), known(-0.01), true},
		{"it begins at nothing", Duration, 120, known(0), known(0.4), true},
		{"it ends at nothing", Duration, 80, known(-0.4), known(0), true},
		{"no limits", Duration, 120, none, none, false},
		{"no lower limit", Duration, 120, none, known(0.4), false},
		{"no upper limit", Duration, 80, known(-0.4), none, false},
		{"a rate", FlakeRate, 101, known(-1), known(1), false},
	} {
		if got := (&Change{Key: Key{What: c.what}, From: 100, To: c.to, Lo: c.lo, Hi: c.hi}).faded(); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	if (&Change{Key: Key{What: Duration}, To: 5, Lo: none, Hi: none}).faded() {
		t.Error("a change from nothing has faded")
	}
}

// In a short history the scores contradict fifty times as reluctantly: with a bound of 0.0001 only
// above a p of 0.005. That limit is 0.075 at most once the history is calm, and 0.04 before and after.
func TestScoresOfAShortHistory(t *testing.T) {
	for p, want := range map[float64]State{0.005: New, 0.00505: Suspected} {
		v := verdict{i: calmHistory, q: 0.001, shift: 1, seconds: 30, way: 1}
		v.decide(&verdict{p: p, q: 1}, 0.0001)
		if v.state != want {
			t.Errorf("p of the scores %g: %s, want %s", p, v.state, want)
		}
	}
	for i, want := range map[int]State{calmHistory - 1: Suspected, calmHistory: New, scoreHistory - 1: New, scoreHistory: Suspected} {
		v := verdict{i: i, q: 0.001, shift: 1, seconds: 30, way: 1}
		v.decide(&verdict{p: 0.07, q: 1}, 0.07)
		if v.state != want {
			t.Errorf("date %d: %s, want %s", i, v.state, want)
		}
	}
}

// The one date that the group has is weighed as twenty.
func TestTailOfTheFirstDate(t *testing.T) {
	tr := &track{}
	tr.scores.dates, tr.scores.fit = 1, [len(tails)]float64{0, 0.3, 0, 0, 0, 0} // 0.3 + 0.3 · 20 = 6.3
	g := &group{tracks: []*track{tr}}
	if g.fitTails([]member{{tr, 0}}); tr.scores.tail != 1 {
		t.Errorf("%g degrees of freedom, want 2", tails[tr.scores.tail])
	}
}

// A step that a verdict tells of is not suspected once more; steps stand by name.
func TestVerdictsOfTheLastDate(t *testing.T) {
	g := &group{name: "g"}
	for i, last := range []float64{0, 3, 3, 0} {
		values := []float64{5.1, 4.9, 5.05, 4.95, 5.1, 4.9, 5.05, 4.95, 5 + last}
		tr := steady(values...)
		tr.key = Key{Duration, "g", stepName(9 - i)}
		tr.setReferences(nil)
		g.tracks = append(g.tracks, tr)
	}
	g.dates = datesOfAll(g.tracks)
	g.common = newDated[commonEffect](g.dates)
	other := steady(1, 2)
	other.key.Group = "other"
	const n = 8
	for _, c := range []struct {
		name     string
		verdicts []verdict
		want     string
	}{
		{"none", nil, stepName(7) + " suspected, " + stepName(8) + " suspected"},
		{"of one of them", []verdict{{t: g.tracks[1], i: n, state: New}}, stepName(7) + " suspected, " + stepName(8) + " new"},
		{"of another step", []verdict{{t: g.tracks[0], i: n, state: New}}, stepName(7) + " suspected, " + stepName(8) + " suspected, " + stepName(9) + " new"},
		{"of another group", []verdict{{t: other, i: 1, state: New}}, stepName(7) + " suspected, " + stepName(8) + " suspected"},
	} {
		var got []string
		for _, v := range g.final(n, c.verdicts) {
			got = append(got, v.t.key.Name+" "+string(v.state))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// A name is new on the second of four dates at the earliest; what was there on the first is not new.
func TestRenamesOnTheFirstDates(t *testing.T) {
	started := func(run int32) time.Time { return time.Date(2026, 3, 1+int(run), 2, 0, 0, 0, time.UTC) }
	step := func(name string, seconds float64, runs ...int32) *Times {
		x := &Times{key: metric.Step("junit", "shop", name), runs: runs, started: started}
		for range runs {
			x.values = append(x.values, seconds)
		}
		return x
	}
	none := func(_ int, to []metric.StepEnd) []metric.StepEnd { return to }
	for _, c := range []struct {
		name  string
		times []*Times
		dates int
		want  string
	}{
		{"on the second date", []*Times{step("a", 2, 0, 0, 0), step("b", 2, 1, 2, 3)}, 4, "a → b since 2026-03-02"},
		{"of five dates", []*Times{step("a", 2, 0, 0, 0), step("b", 2, 1, 2, 3, 4)}, 5, ""},
		{"both on the first date", []*Times{step("a", 2, 0, 0, 0), step("b", 2, 0, 1, 2, 3)}, 4, ""},
		{"of three dates", []*Times{step("a", 2, 0, 0, 0), step("b", 2, 1, 2)}, 3, ""},
		{"two durations", []*Times{step("a", 2, 0, 0), step("b", 2, 1, 2, 3)}, 4, ""},
		{"under two names of its subject", []*Times{step("a", 2, 0), step("a", 2, 0, 0), step("b", 2, 2, 3), step("b", 2, 1)}, 4, "a → b since 2026-03-02"},
	} {
		var runs []report.Run
		for i := range c.dates {
			runs = append(runs, report.Run{System: "junit", StartedAt: started(int32(i)), RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}})
		}
		var got []string
		for _, r := range Renames(c.times, runs, func(_, subject string) string { return subject }, none) {
			got = append(got, fmt.Sprintf("%s → %s since %s", r.From, r.To, r.Date))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
	for step, want := range map[string]string{"": "", "a": "", "a › b": "a", "a › b › c": "a › b", "a > b": "", " › b": ""} {
		if got := placeOf(step); got != want {
			t.Errorf("%q stands in %q, want %q", step, got, want)
		}
	}
	took := func(seconds ...float64) *renamed { return &renamed{step: "a", times: []*Times{{values: seconds}}} }
	for _, c := range []struct {
		was, now *renamed
		want     bool
	}{
		{took(2), took(2.5), true},
		{took(2), took(1.5), true},
		{took(2), took(2.51), false},
		{took(2), took(1.49), false},
		{took(0.01), took(0.06), true},
		{took(0.01), took(0.0601), false},
		{took(1, 2, 9), took(2.4, 2.5, 7), true},
		{took(2), &renamed{step: "a › b", times: []*Times{{values: []float64{2}}}}, false},
		{took(5), &renamed{step: "a", times: []*Times{{values: []float64{1}}, {values: []float64{5}}, {values: []float64{5}}}}, true},
		{took(1), &renamed{step: "a", times: []*Times{{values: []float64{1}}, {values: []float64{5}}, {values: []float64{5}}}}, false},
	} {
		if got := c.was.may(c.now); got != c.want {
			t.Errorf("%v and %v: %t", c.was, c.now, got)
		}
	}
}
