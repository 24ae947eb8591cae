package metric

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// invocation is one attempt of an agent: who made it, on what, and what it took. Values below 0 are
// not stated.
type invocation struct {
	run, agent, model, phase, step, status string
	seconds, usd                           float64
	tokens                                 int64
}

// invoked are the units of the invocations, a run for each name in the order in which they come.
func invoked(all ...invocation) []*Unit {
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "log.jsonl")
	known := map[string]bool{}
	for i, x := range all {
		if !known[x.run] {
			known[x.run] = true
			run := s.Runs.Add(table.Place{})
			s.Runs.Key.Set(run, x.run)
			s.Runs.System.Set(run, "toy")
		}
		row := s.Attempts.Add(table.Place{Line: int64(i + 1)})
		at := &s.Attempts
		at.Run.Set(row, x.run)
		at.Agent.SetText(row, x.agent)
		at.Model.SetText(row, x.model)
		at.Phase.SetText(row, x.phase)
		at.Step.SetText(row, x.step)
		at.Status.SetText(row, x.status)
		if x.seconds >= 0 {
			at.DurationS.Set(row, x.seconds)
		}
		if x.usd >= 0 {
			at.CostUSD.Set(row, x.usd)
		}
		if x.tokens >= 0 {
			at.Tokens.Set(row, x.tokens)
		}
	}
	return measuredUnits(s)
}

// spendings are rows of what was spent: name, attempts, runs, seconds, tokens and dollars.
func spendings(all []report.UsageBy) string {
	var out []string
	number := func(n report.Number) string {
		if !n.OK {
			return "-"
		}
		return fmt.Sprint(n.Value)
	}
	for _, x := range all {
		out = append(out, fmt.Sprintf("%s %d %d %s %s %s", x.Name, x.Attempts, x.Runs, number(x.TimeS), number(x.Tokens), number(x.CostUSD)))
	}
	return strings.Join(out, ", ")
}

// What was spent is summed by agent, model and phase, those with most tokens first, then with most
// time. What is not stated is none of it.
func TestSpendingByName(t *testing.T) {
	units := invoked(
		invocation{run: "r1", agent: "cook", model: "m1", phase: "plan", seconds: 10, tokens: 100, usd: 0.5},
		invocation{run: "r1", agent: "cook", model: "m2", phase: "make", seconds: 20, tokens: 50, usd: -1},
		invocation{run: "r2", agent: "baker", model: "m2", phase: "make", seconds: -1, tokens: 400, usd: 0.25},
		invocation{run: "r2", agent: "", model: "m1", phase: "", seconds: 7, tokens: 3, usd: 1},
		invocation{run: "r2", agent: "waiter", model: "", phase: "serve", seconds: 5, tokens: -1, usd: -1},
		invocation{run: "r3", agent: "porter", model: "", phase: "carry", seconds: 6, tokens: -1, usd: -1},
		invocation{run: "r3", agent: "guest", model: "", phase: "", seconds: -1, tokens: -1, usd: -1},
	)
	u := Usage(units, []report.Concurrency{{Peak: 2}, {Peak: 5}, {Peak: 3}})
	for _, c := range []struct {
		name string
		got  []report.UsageBy
		want string
	}{
		{"agents", u.ByAgent, "baker 1 1 - 400 0.25, cook 2 1 30 150 0.5, porter 1 1 6 - -, waiter 1 1 5 - -, guest 1 1 - - -"},
		{"models", u.ByModel, "m2 2 2 20 450 0.25, m1 2 2 17 103 1.5"},
		{"phases", u.ByPhase, "make 2 2 20 450 0.25, plan 1 1 10 100 0.5, carry 1 1 6 - -, serve 1 1 5 - -"},
		{"runners", u.ByRunner, ""},
	} {
		if got := spendings(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if u.Tokens != report.Known(553) || u.CostUSD != report.Known(1.75) || u.PeakConcurrency != report.Count(5) {
		t.Errorf("%v tokens, $%v, a peak of %v", u.Tokens, u.CostUSD, u.PeakConcurrency)
	}
	none := Usage(invoked(invocation{run: "r", agent: "a", seconds: -1, tokens: -1, usd: -1}), nil)
	if none.Tokens.OK || none.Tokens.Reason != string(stat.ReasonNotReported) || none.CostUSD.OK || none.PeakConcurrency.OK {
		t.Errorf("without a statement: %+v", none)
	}
}

// Invocations of one agent for one step and phase of a run are a chain, the longest first. Without a
// step they need not be one job.
func TestChainsOfRetries(t *testing.T) {
	units := invoked(
		invocation{run: "r2", agent: "cook", step: "soup", phase: "make", status: "failed"},
		invocation{run: "r2", agent: "cook", step: "soup", phase: "plan", status: "passed"},
		invocation{run: "r2", agent: "cook", step: "soup", phase: "make", status: "passed"},
		invocation{run: "r2", agent: "baker", step: "soup", phase: "make"},
		invocation{run: "r2", agent: "cook", step: "", status: "x"},
		invocation{run: "r2", agent: "cook", step: "", status: "x"},
		invocation{run: "r2", agent: "", step: "pie"},
		invocation{run: "r2", agent: "", step: "pie"},
		invocation{run: "r1", agent: "cook", step: "soup", status: "failed"},
		invocation{run: "r1", agent: "cook", step: "soup", status: "open"},
		invocation{run: "r1", agent: "cook", step: "cake", status: "failed"},
		invocation{run: "r1", agent: "cook", step: "cake", status: "gone"},
		invocation{run: "r3", agent: "cook", step: "roast"},
		invocation{run: "r3", agent: "cook", step: "roast"},
		invocation{run: "r3", agent: "cook", step: "roast", status: "done"},
	)
	var got []string
	for _, c := range retryChains(units) {
		got = append(got, fmt.Sprintf("%s %s/%s %d %s :%d", c.Run, c.Agent, c.Step, c.Attempts, c.Final, *c.Evidence.Line))
	}
	want := "r3 cook/roast 3 done :15, r1 cook/cake 2 gone :12, r1 cook/soup 2 open :10, r2 cook/soup 2 passed :3"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
}

// Units that stopped are counted by cause, those that took most time first, then most often. The
// first five are named.
func TestCausesOfStops(t *testing.T) {
	type stop struct {
		id    string
		cause table.Cause
		took  float64 // below 0: not known
	}
	stops := []stop{
		{"a", table.CauseBudget, 10},
		{"b", table.CauseSignal, -1},
		{"c", table.CauseGate, 30},
		{"d", table.CauseGate, -1},
		{"e", table.CauseStall, -1},
		{"f", table.CauseStall, -1},
		{"g", "", 99},
		{"h", table.CauseCanceled, -1},
	}
	for i := range MaxEvidence + 1 {
		stops = append(stops, stop{fmt.Sprint("r", i), table.CauseRetries, 1})
	}
	s := &table.Set{}
	for i, x := range stops {
		row := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(row, fmt.Sprintf("k%02d", i))
		s.Runs.ID.Set(row, x.id)
		s.Runs.System.Set(row, "toy")
		s.Runs.Cause.SetText(row, string(x.cause))
		s.Runs.EndedAt.Set(row, time.Unix(1, 0))
		if x.took >= 0 {
			s.Runs.DurationS.Set(row, x.took)
		}
	}
	var got []string
	for _, c := range byCause(measuredUnits(s)) {
		lost := "-"
		if c.LostS.OK {
			lost = fmt.Sprint(c.LostS.Value)
		}
		got = append(got, fmt.Sprintf("%s %d %s %s", c.Cause, c.Count, lost, strings.Join(c.Units, "")))
	}
	want := []string{"gate 2 30 cd", "budget 1 10 a", "retries 6 6 r0r1r2r3r4", "stall 2 - ef", "canceled 1 - h", "signal 1 - b"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// The numbers of a key figure over the samples of one date, by hand.
func TestNumbersOfAKeyFigure(t *testing.T) {
	of := func(values ...float64) (out []dated) {
		for _, v := range values {
			x := new(datedUnit).one(v >= 3)
			x.value = v
			out = append(out, x)
		}
		return out
	}
	p50, p90 := quantileOfDated(func(d report.Distribution) report.Number { return d.P50 }), quantileOfDated(func(d report.Distribution) report.Number { return d.P90 })
	none := None(stat.ReasonNotMeasured)
	for _, c := range []struct {
		name     string
		of       func([]dated) (report.Number, report.Whole, report.Whole)
		samples  []dated
		value    report.Number
		num, den report.Whole
	}{
		{"rate", rateOfDated, of(1, 2, 3, 4), report.Known(0.5), report.Count(2), report.Count(4)},
		{"rate of none", rateOfDated, of(1), report.Known(0), report.Count(0), report.Count(1)},
		{"mean", meanOfDated, of(1, 2, 6), report.Known(3), none, report.Count(3)},
		{"p50", p50, of(1, 2, 6, 7), report.Known(4), none, report.Count(4)},
		{"p90 of four", p90, of(1, 2, 6, 7), report.Missing(string(stat.ReasonTooFew)), none, report.Count(4)},
		{"per pass", perPass, of(1, 2, 3, 6), report.Known(6), none, report.Count(2)},
		{"per pass of one", perPass, of(1, 3), report.Known(4), none, report.Count(1)},
		{"per pass of none", perPass, of(1, 2), report.Missing(string(stat.ReasonNoData)), none, report.Count(0)},
	} {
		if value, num, den := c.of(c.samples); value != c.value || num != c.num || den != c.den {
			t.Errorf("%s: %+v, %+v of %+v; want %+v, %+v of %+v", c.name, value, num, den, c.value, c.num, c.den)
		}
	}
}

// The interval of a stated mean is 1.96 standard errors to each side; an error of 0 gives none. Scores
// of a unit lie within its scale, and an estimate gives its own interval.
func TestIntervalsOfMeans(t *testing.T) {
	for _, c := range []struct {
		mean, err float64
		lo, hi    float64
		ok        bool
	}{
		{0.5, 0.1, 0.5 - 0.1959963984540054, 0.5 + 0.1959963984540054, true},
		{0.5, 2 * stat.Eps, 0.5, 0.5, true},
		{0.5, stat.Eps, 0, 0, false},
		{0.5, 0, 0, 0, false},
	} {
		lo, hi := statedInterval(Score{Value: c.mean, StdErr: report.Known(c.err)})
		far := math.Abs(lo.Value-c.lo) > 1e-8 || math.Abs(hi.Value-c.hi) > 1e-8
		if lo.OK != c.ok || hi.OK != c.ok || c.ok && far || !c.ok && lo.Reason != string(stat.ReasonNotMeasured) {
			t.Errorf("%g ± %g: %+v to %+v", c.mean, c.err, lo, hi)
		}
	}
	for unit, want := range map[string][2]float64{"ratio": {0, 1}, "percent": {0, 100}, "": {math.Inf(-1), math.Inf(1)}, "points": {math.Inf(-1), math.Inf(1)}} {
		if least, most := Scale(unit); least != want[0] || most != want[1] {
			t.Errorf("%q: %g to %g, want %v", unit, least, most, want)
		}
	}
	if lo, hi := Interval(stat.Estimate{Value: 3, Lo: 1, Hi: 4, OK: true}); lo != report.Known(1) || hi != report.Known(4) {
		t.Errorf("%+v to %+v", lo, hi)
	}
	if lo, hi := Interval(stat.Estimate{Reason: stat.ReasonTooFew}); lo != report.Missing(string(stat.ReasonTooFew)) || hi != lo {
		t.Errorf("of no estimate: %+v to %+v", lo, hi)
	}
}

// Rows are grouped by their owner, whether they lie so in their table or not; those of no owner are
// in no group.
func TestRowsOfOwners(t *testing.T) {
	const no = noOwner
	for _, c := range []struct {
		owner []int32
		want  string // rows of owners 0, 1 and 2
	}{
		{nil, "[] [] []"},
		{[]int32{0, 0, 2}, "[0 1] [] [2]"},
		{[]int32{0, 1, 2, no}, "[0] [1] [2]"},
		{[]int32{2, 1, 0}, "[2] [1] [0]"},
		{[]int32{no, 1, 0, 1}, "[2] [1 3] []"},
		{[]int32{1, no, no, 0}, "[3] [0] []"},
		{[]int32{no, no}, "[] [] []"},
	} {
		g := groupRows(stretches(c.owner), 3, nil)
		var got []string
		for o := range int32(3) {
			rows := []int{}
			for row := range g.of(o).each {
				rows = append(rows, row)
			}
			if len(rows) != g.of(o).len() {
				t.Errorf("%v: %d rows of %d, but %v", c.owner, g.of(o).len(), o, rows)
			}
			got = append(got, fmt.Sprint(rows))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%v: %s, want %s", c.owner, s, c.want)
		}
	}
	n := 0
	g := groupRows(stretches([]int32{0, 0, 0}), 1, nil)
	for range g.of(0).each {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d rows were looked at", n)
	}
}

// Samples of a step that all metrics know and of one that only one metric has are told apart, and
// have one number each in all metrics.
func TestNumbersOfSampledNames(t *testing.T) {
	s := ended(map[string][]string{"r0": {"node a passed", "node b passed"}, "r1": {"node a passed"}}, map[string]string{"r0": "passed", "r1": "passed"}, nil)
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "log.jsonl")
	for row := range s.Steps.Len() {
		s.Steps.StableStep.Set(row, s.Steps.Step.At(row))
	}
	of := func(name string, steps ...string) *Metric {
		return &Metric{Name: name, Kind: Categorical, Sample: func(u *Unit, emit func(Sample)) {
			for _, step := range steps {
				subject, own, is := strings.Cut(step, "/")
				if !is {
					subject, own = "", step
				}
				emit(Sample{Subject: subject, Step: own, Category: own + "-" + name})
			}
		}}
	}
	metrics := []*Metric{of("one", "a", "x", "other/a", "b"), of("two", "x", "b", "y", "other/a"), of("three", "b")}
	all := Measure(context.Background(), s, unitsOf(s), metrics)
	numbers := map[string]int{}
	for _, m := range metrics {
		var got []string
		for i, x := range all.Of(m).All() {
			name := x.Subject + "/" + x.Step
			got = append(got, name+" "+x.Category)
			n := all.Of(m).Name(i)
			if known, seen := numbers[name]; seen && known != n {
				t.Errorf("%s has the numbers %d and %d", name, known, n)
			}
			numbers[name] = n
			if named, ok := all.Number(Step("mill", x.Subject, x.Step)); !ok || named != n {
				t.Errorf("%s is number %d, asked for it is %d, %t", name, n, named, ok)
			}
		}
		want := map[string]string{
			"one": "till/a a-one, till/x x-one, other/a a-one, till/b b-one", "two": "till/x x-two, till/b b-two, till/y y-two, other/a a-two", "three": "till/b b-three",
		}[m.Name]
		if s := strings.Join(got, ", "); s != want+", "+want {
			t.Errorf("%s: %s, want %s twice", m.Name, s, want)
		}
	}
	if len(numbers) != 5 || all.Names() != 5 {
		t.Errorf("%d names have numbers up to %d, want 5", len(numbers), all.Names())
	}
}
