package change

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// measuredIn is a cycle with the recall of benchmarks before and after its lever; below 0 a side
// was not measured.
func measuredIn(name string, sides map[string][2]float64) report.Cycle {
	c := report.Cycle{Cycle: name}
	for _, b := range slices.Sorted(maps.Keys(sides)) {
		side := func(v float64) report.Recall {
			if v < 0 {
				return report.Recall{Value: report.Missing("no_data")}
			}
			return report.Recall{Value: report.Known(v)}
		}
		c.Benchmarks = append(c.Benchmarks, report.Benchmark{Benchmark: b, RecallPre: side(sides[b][0]), RecallPost: side(sides[b][1])})
	}
	return c
}

// Recall compares where the latest cycles measured the same benchmarks. The benchmarks that only
// one has are named, at most five of each.
func TestBenchmarksOfABaseline(t *testing.T) {
	of := func(names string, from, to float64) report.Cycle {
		sides := map[string][2]float64{}
		for n := range strings.FieldsSeq(names) {
			sides[n] = [2]float64{from, to}
		}
		return measuredIn("c", sides)
	}
	for _, c := range []struct {
		name        string
		before, now []report.Cycle
		status, why string
		recall      int
	}{
		{"the same", []report.Cycle{of("a b", 0.5, 0.6)}, []report.Cycle{of("b a", 0.5, 0.7)}, "compared", "", 2},
		{"one side each", []report.Cycle{of("a", 0.5, -1)}, []report.Cycle{of("a", -1, 0.7)}, "compared", "", 1},
		{"other ones", []report.Cycle{of("a b", 0.5, 0.6)}, []report.Cycle{of("b c", 0.5, 0.7)}, "not_comparable", "a only before, c only now", 0},
		{"only more", []report.Cycle{of("b", 0.5, 0.6)}, []report.Cycle{of("b c", 0.5, 0.7)}, "not_comparable", "none only before, c only now", 0},
		{"six others", []report.Cycle{of("a1 a2 a3 a4 a5 a6", 0.5, 0.6)}, []report.Cycle{of("b1 b2 b3 b4 b5 b6", 0.5, 0.7)}, "not_comparable",
			"a1, a2, a3, a4, a5 and 1 more only before, b1, b2, b3, b4, b5 and 1 more only now", 0},
		{"a latest cycle that measured nothing", []report.Cycle{of("a", 0.5, 0.6)}, []report.Cycle{of("a", 0.5, 0.7), of("z", -1, -1)}, "compared", "", 1},
		{"no cycles", nil, nil, "compared", "", 0},
	} {
		before, now := reportOf(nil, c.before), reportOf(nil, c.now)
		b := NewEarlier(&Baseline{Data: before}).Compare(now, nil, StableNames(nil))
		if b.Status != c.status || !strings.Contains(b.Why, c.why) || len(b.Recall) != c.recall || slices.Contains(b.Compared, "recall") != (c.status == "compared") {
			t.Errorf("%s: %s, %q, %d of recall, compared %v", c.name, b.Status, b.Why, len(b.Recall), b.Compared)
		}
		if !slices.Contains(b.Compared, "flakes") || !slices.Contains(b.Compared, "findings") {
			t.Errorf("%s: compared are only %v", c.name, b.Compared)
		}
	}
}

// The latest recall of each benchmark counts, after the lever where it was measured then. What
// lost most comes first.
func TestRecallSinceABaseline(t *testing.T) {
	before := []report.Cycle{
		measuredIn("one", map[string][2]float64{"a": {0.1, 0.2}, "b": {0.5, 0.5}, "c": {0.5, 0.5}}),
		measuredIn("two", map[string][2]float64{"a": {0.5, 0.75}, "b": {-1, -1}}),
	}
	now := []report.Cycle{
		measuredIn("one", map[string][2]float64{"c": {0.75, 0.75}, "d": {0.1, 0.1}}),
		measuredIn("three", map[string][2]float64{"a": {0.5, -1}, "b": {0.5, 0.25}}),
	}
	var got []string
	for _, c := range recallChanges(before, now) {
		got = append(got, fmt.Sprintf("%s %s %s %g, %s %s %g", c.Benchmark, c.Before.Cycle, c.Before.Side, c.Before.Value.Value, c.Now.Cycle, c.Now.Side, c.Now.Value.Value))
	}
	want := []string{"a two post 0.75, three pre 0.5", "b one post 0.5, three post 0.25", "c one post 0.5, one post 0.75"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// What a baseline is called.
func TestLabelOfABaseline(t *testing.T) {
	for want, b := range map[string]Baseline{
		"main":                {Label: "main", Data: reportOf(nil, nil)},
		"the earlier report":  {Data: &report.Data{}},
		"Shop":                {Data: &report.Data{Title: "Shop"}},
		"branch x, commit c1": {Data: &report.Data{Title: "Shop", Labels: []report.Label{{Name: "branch", Value: "x"}, {Name: "commit", Value: "c1"}}}},
		"the earlier report, as of 2026-05-20 00:00:00": {Data: reportOf(nil, nil)},
	} {
		if got := NewEarlier(&b).label(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	partial := NewEarlier(&Baseline{Data: reportOf(nil, nil), Partial: "its list was cut"})
	if c := partial.Compare(reportOf(nil, nil), nil, StableNames(nil)); c.Status != "not_comparable" || c.Why != "its list was cut" || len(c.Compared) > 0 || partial.Comparable() != nil {
		t.Errorf("a part of a report compares: %+v", c)
	}
	if c := NewEarlier(nil).Compare(reportOf(nil, nil), nil, StableNames(nil)); c != nil {
		t.Errorf("without a baseline there is the comparison %+v", c)
	}
}

// The key figures of a baseline compare where the same jobs ran last: system and lasting subject.
func TestJobsOfABaseline(t *testing.T) {
	run := func(subject, stable string, d int) report.Run {
		r := runOn(subject, d, subject)
		r.Subject = subject
		if stable != "" {
			r.StableSubject = &stable
		}
		return r
	}
	open := run("z", "", 9)
	open.StartedAt = time.Time{}
	other := run("shop", "", 5)
	other.System = "junit"
	for _, c := range []struct {
		name        string
		before, now []report.Run
		want        bool
	}{
		{"the same", []report.Run{run("shop", "", 1)}, []report.Run{run("shop", "", 5)}, true},
		{"another", []report.Run{run("shop", "", 1)}, []report.Run{run("till", "", 5)}, false},
		{"another system", []report.Run{run("shop", "", 1)}, []report.Run{other}, false},
		{"one more", []report.Run{run("shop", "", 1)}, []report.Run{run("shop", "", 5), run("till", "", 5)}, false},
		{"one more before", []report.Run{run("shop", "", 1)}, []report.Run{run("till", "", 4), run("shop", "", 5)}, true},
		{"one more before, in another order", []report.Run{run("shop", "", 1)}, []report.Run{run("shop", "", 5), run("till", "", 4)}, true},
		{"names that last", []report.Run{run("n1/shop", "shop", 1)}, []report.Run{run("n5/shop", "shop", 5)}, true},
		{"names that do not", []report.Run{run("n1/shop", "", 1)}, []report.Run{run("n5/shop", "", 5)}, false},
		{"a run without a start", []report.Run{run("shop", "", 1)}, []report.Run{run("shop", "", 5), open}, true},
		{"twice", []report.Run{run("shop", "", 1), run("shop", "", 1)}, []report.Run{run("shop", "", 5)}, true},
	} {
		e := NewEarlier(&Baseline{Data: reportOf(c.before, nil)})
		e.Data.KeyFigures = []report.KeyFigure{{Name: "pass_rate"}, {Name: "recall"}, {Name: "cost"}, {Name: "tokens",
			JobsTotal: 2}}
		for recall, compared := range map[bool][]string{true: {"recall", "flakes"}, false: {"flakes"}} {
			var got []string
			for _, f := range e.KeyFigures(&report.Baseline{Compared: compared}, c.now) {
				got = append(got, f.Name)
			}
			want := []string{"pass_rate", "recall", "cost", "tokens"}
			if !c.want {
				want = []string{"recall", "tokens"} // which says itself of which jobs it is
			}
			if !recall {
				want = slices.DeleteFunc(want, func(n string) bool { return n == "recall" })
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, recall compared %v: %v, want %v", c.name, recall, got, want)
			}
		}
	}
}

// Flake rates and medians are held against the baseline's by system, lasting subject and step. Of
// flakes the growth comes first, of durations what is certain.
func TestStepsSinceABaseline(t *testing.T) {
	node := func(subject, step string, num, den int64) report.FlakeNode {
		return report.FlakeNode{System: "kahn", Subject: subject, Node: step,
			Rate: report.Rate{Num: num, Den: den, Value: report.Known(float64(num) / float64(max(1, den)))}}
	}
	attempts := func(subject, step string, p50 float64, converged bool) report.AttemptDuration {
		return report.AttemptDuration{System: "kahn", Subject: subject, Step: step, Converged: converged, N: 9, P50S: report.Known(p50)}
	}
	before := reportOf(nil, nil)
	before.Flakes.ByNode = []report.FlakeNode{node("n1/shop", "a", 0, 200), node("n1/shop", "b", 100, 200), node("n1/shop", "c", 3, 9), node("n1/shop", "gone", 1, 9),
		node("n1/shop", "odd", 9, 3)}
	before.Durations.Attempts = []report.AttemptDuration{attempts("n1/shop", "a", 10, true), attempts("n1/shop", "b", 20, true), attempts("n1/shop", "c", 0, true),
		attempts("n1/shop", "d", 40, true), attempts("n1/shop", "failed", 5, false)}
	stable := func(_, subject string) string { _, name, _ := strings.Cut(subject, "/"); return name }
	e := NewEarlier(&Baseline{Data: before})
	e.Stable = stable
	flakes := report.Flakes{ByNode: []report.FlakeNode{node("n2/shop", "a", 100, 200), node("n2/shop", "b", 0, 200), node("n2/shop", "c", 3, 9), node("n2/shop", "new", 9, 9),
		node("n2/shop", "odd", 0, 9)}}
	var got []string
	for _, c := range e.flakeChanges(flakes, nil, stable) {
		got = append(got, fmt.Sprintf("%s %d→%d %s", c.Node, c.Before.Num, c.Now.Num, c.Call))
		if (c.Settle != nil) != (c.Call == "cannot_tell") || c.P.OK != (c.Node != "odd") || c.P.OK && c.QBH.Value < c.P.Value {
			t.Errorf("%s: p %v, q %v, %v to settle it", c.Node, c.P, c.QBH, c.Settle)
		}
	}
	if want := []string{"a 0→100 more", "c 3→3 cannot_tell", "b 100→0 less", "odd 9→0 cannot_tell"}; !slices.Equal(got, want) {
		t.Errorf("flakes %q, want %q", got, want)
	}
	// Runs since the baseline, which is of the third of May, count alone.
	samples := samplesOf(t, metric.StepFlake, "x!", "x!", "x! y", "x y!", "x! y!")
	since := NewEarlier(&Baseline{Data: reportOf(nil, nil)})
	since.Data.AsOf = day(3)
	since.Data.Flakes.ByNode = []report.FlakeNode{node("shop", "x", 1, 2), node("shop", "y", 0, 4), node("shop", "z",
		1, 5)}
	for i := range since.Data.Flakes.ByNode {
		since.Data.Flakes.ByNode[i].System = "ci"
	}
	nodes := slices.Clone(since.Data.Flakes.ByNode)
	for i := range nodes {
		nodes[i].Subject = "n1/shop"
	}
	got = nil
	for _, c := range since.flakeChanges(report.Flakes{ByNode: nodes}, samples.Of(metric.StepFlake), stable) {
		got = append(got, fmt.Sprintf("%s %d/%d→%d/%d", c.Node, c.Before.Num, c.Before.Den, c.Now.Num, c.Now.Den))
	}
	if want := []string{"y 0/4→2/2", "x 1/2→1/2", "z 1/5→1/5"}; !slices.Equal(got, want) {
		t.Errorf("flakes since then %q, want %q", got, want)
	}
	now := report.Durations{
		Attempts: []report.AttemptDuration{attempts("n2/shop", "a", 15, true), attempts("n2/shop", "b", 10, true), attempts("n2/shop", "c", 9, true), attempts("n2/shop", "d", 80, true),
			attempts("n2/shop", "failed", 5, false), attempts("n2/shop", "new", 5, true)},
		Shifts: []report.Shift{{System: "kahn", Subject: "n2/shop", Step: "b", Window: WindowBaseline, Call: "faster"}, {System: "kahn", Subject: "n2/shop", Step: "a", Window: "other", Call: "slower"},
			{System: "kahn", Subject: "n2/shop", Step: "d", Window: WindowBaseline, Call: "cannot_tell"}},
	}
	got = nil
	for _, c := range e.durationChanges(now, stable) {
		got = append(got, fmt.Sprintf("%s %g→%g %s", c.Step, c.P50BeforeS.Value, c.P50NowS.Value, c.Call))
	}
	if want := []string{"b 20→10 faster", "d 40→80 cannot_tell", "a 10→15 too_few", "c 0→9 too_few"}; !slices.Equal(got, want) {
		t.Errorf("durations %q, want %q", got, want)
	}
}

// By which factor a median grew, and the counts of a rate that may have been read from a file.
func TestNumbersOfABaseline(t *testing.T) {
	none := report.Missing("no_data")
	for _, c := range []struct {
		before, now report.Number
		want        float64
	}{
		{report.Known(2), report.Known(3), 1.5}, {report.Known(0), report.Known(3), 0}, {report.Known(0.5),
			report.Known(1), 2},
		{none, report.Known(3), 0}, {report.Known(2), none, 0}, {report.Known(-1), report.Known(3), 0},
	} {
		if got := growth(report.DurationChange{P50BeforeS: c.before, P50NowS: c.now}); got != c.want {
			t.Errorf("%v to %v grew by %g, want %g", c.before, c.now, got, c.want)
		}
	}
	for _, c := range []struct {
		num, den int64
		want     string
	}{
		{1, 2, "{1 2}"}, {0, 0, "{0 0}"}, {2, 2, "{2 2}"}, {3, 2, "{0 0}"}, {-1, 2, "{0 0}"}, {0, 3, "{0 3}"},
		{1, 1 << 24, "{1 16777216}"}, {1, 1<<24 + 1, "{0 0}"},
	} {
		if got := fmt.Sprint(fraction(report.Rate{Num: c.num, Den: c.den})); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.num, c.den, got, c.want)
		}
	}
	shop := "shop"
	names := StableNames([]report.Run{{System: "ci", RunSetup: &report.RunSetup{Subject: "n1/shop", StableSubject: &shop}, RunEnd: &report.RunEnd{}}, {System: "ci", RunSetup: &report.RunSetup{Subject: "n2/shop"}, RunEnd: &report.RunEnd{}}})
	for subject, want := range map[string]string{"n1/shop": "shop", "n2/shop": "n2/shop", "n3/shop": "n3/shop"} {
		if got := names("ci", subject); got != want {
			t.Errorf("%s is called %s, want %s", subject, got, want)
		}
	}
	if got := names("other", "n1/shop"); got != "n1/shop" {
		t.Errorf("the subject of another system is called %s", got)
	}
}
