package analyze

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// side of a benchmark as a test gives it: found and missed bugs, and what the log
// reports.
type run struct {
	found, missed string // space-separated
	recall        string // literal; "" for none
}

// bench is a benchmark of a made-up cycle.
type bench struct {
	name      string
	pre, post []run
	delta     string // what cycle_end says; "" for nothing
}

// decisions are what the verdicts in these tests mean.
var decisions = map[string]string{"ship": string(table.Ship), "revert": string(table.Revert), "iterate": string(table.Iterate), "halt-iterate-cap": string(table.Halt),
	"halt-preflight-failed": string(table.PreflightFailed), "halt-playbook-hang": string(table.Hang)}

// cycleOf builds a cycle's tables.
func cycleOf(verdict string, clean *bool, listed []string, pinned []string, benches ...bench) *table.Set {
	s := &table.Set{}
	src := s.Sources.Add(table.Place{})
	s.Sources.Path.Set(src, "cycles/run_state.jsonl")
	s.Sources.Group.Set(src, "g")
	row := s.Cycles.Add(table.Place{Line: 1})
	s.Cycles.Key.Set(row, "c")
	s.Cycles.Cycle.Set(row, "pattern-7")
	s.Cycles.Iteration.Set(row, 1)
	s.Cycles.NoiseFloor.Set(row, 0.05)
	s.Cycles.Benchmarks.Set(row, pinned)
	s.Cycles.Verdict.SetText(row, verdict)
	s.Cycles.System.Set(row, "playbook")
	s.Cycles.Decision.SetText(row, decisions[strings.ToLower(strings.TrimSpace(verdict))])
	s.Cycles.StartedAt.Set(row, time.Date(2026, 5, 2, 8, 0, 0, 0, time.UTC))
	s.Cycles.EndedAt.Set(row, time.Date(2026, 5, 2, 9, 0, 0, 0, time.UTC))
	if clean != nil {
		s.Cycles.LoggedClean.Set(row, *clean)
	}
	s.Cycles.LoggedLost.Set(row, listed)
	line := int64(2)
	for _, b := range benches {
		for side, runs := range [][]run{b.pre, b.post} {
			for _, r := range runs {
				m := s.Measurements.Add(table.Place{Line: line})
				line++
				s.Measurements.Cycle.Set(m, "c")
				s.Measurements.Benchmark.Set(m, b.name)
				s.Measurements.Side.Set(m, []string{"pre", "post"}[side])
				s.Measurements.Fate.Set(m, "used")
				s.Measurements.Found.Set(m, strings.Fields(r.found))
				s.Measurements.Missed.Set(m, strings.Fields(r.missed))
				s.Measurements.Literal.SetText(m, r.recall)
			}
		}
		if b.delta != "" {
			c := s.Claims.Add(table.Place{Line: line})
			s.Claims.Run.Set(c, "c")
			s.Claims.Subject.Set(c, b.name)
			s.Claims.Topic.Set(c, table.TopicDelta)
			s.Claims.Text.Set(c, b.delta)
		}
	}
	return s
}

// bugs makes n bug names from a letter.
func bugs(letter string, n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("%s%d", letter, i))
	}
	return strings.Join(out, " ")
}

func of(found, missed int) run {
	all := strings.Fields(bugs("B", found+missed))
	return run{found: strings.Join(all[:found], " "), missed: strings.Join(all[found:], " "), recall: fmt.Sprintf("%.4f", float64(found)/float64(found+missed))}
}

func single(name string, pre, post run, delta string) bench {
	return bench{name, []run{pre}, []run{post}, delta}
}

func first(t *testing.T, s *table.Set) (report.Cycle, *report.Report) {
	t.Helper()
	r := built(s, Options{})
	if len(r.Data.Cycles) != 1 {
		t.Fatalf("%d cycles", len(r.Data.Cycles))
	}
	return r.Data.Cycles[0], r
}

func TestVerdictCheck(t *testing.T) {
	up, down, same := single("up", of(4, 6), of(8, 2), ""), single("down", of(9, 3), of(6, 6), ""), single("same", of(4, 1), of(4, 1), "")
	edgeDown, edgeUp := single("edge", of(19, 1), of(18, 2), ""), single("edge", of(18, 2), of(19, 1), "")
	missing := bench{name: "never"}
	for _, c := range []struct {
		name, verdict string
		benches       []bench
		pinned        []string
		accepts       []string
		check         string
	}{
		{"an improvement", "ship", []bench{up, same}, nil, []string{"ship"}, "supported"},
		{"an improvement, reverted", "revert", []bench{up}, nil, []string{"ship"}, "not_supported"},
		{"an improvement, more work", "iterate", []bench{up}, nil, []string{"ship"}, "more_cautious_than_numbers"},
		{"a loss beside a gain", "ship", []bench{up, down}, nil, []string{"revert"}, "not_supported"},
		{"a loss, reverted", "revert", []bench{down}, nil, []string{"revert"}, "supported"},
		{"nothing moved", "iterate", []bench{same}, nil, []string{"revert", "iterate"}, "supported"},
		{"nothing moved, shipped", "ship", []bench{same}, nil, []string{"revert", "iterate"}, "not_supported"},
		{"down by exactly the floor", "ship", []bench{edgeDown}, nil, []string{"revert", "iterate"}, "not_supported"},
		{"up by exactly the floor", "revert", []bench{edgeUp}, nil, []string{"ship", "revert", "iterate"}, "supported"},
		{"a pinned benchmark never ran", "ship", []bench{up}, []string{"up", "never"}, []string{"ship"}, "supported_incomplete"},
		{"a recall that its lists contradict", "ship", []bench{single("up", of(4, 6), run{bugs("B", 8), "B8 B9", "0.95"}, "")}, nil, []string{"ship"}, "supported_incomplete"},
		{"a recall that the lists put into another class", "revert", []bench{single("deck", run{bugs("B", 11), "B11 B12 B13 B14 B15 B16 B17 B18 B19 B20", "0.52"}, run{bugs("B", 12), "B12 B13 B14 B15 B16 B17 B18 B19 B20", "0.57"}, "")}, nil, []string{"revert", "iterate"}, "supported_incomplete"},
		{"nothing comparable", "ship", []bench{missing}, []string{"never"}, []string{}, "cannot_check"},
		{"nothing comparable, no verdict yet", "", []bench{missing}, []string{"never"}, []string{}, "cannot_check"},
		{"nothing comparable, a verdict outside the format", "halt-preflight-failed", []bench{missing}, []string{"never"}, []string{}, "cannot_check"},
		{"another spelling", "Ship", []bench{up}, nil, []string{"ship"}, "supported"},
		{"no verdict yet", "", []bench{up}, nil, []string{"ship"}, "no_log_verdict"},
		{"a verdict outside the format", "halt-playbook-hang", []bench{up}, nil, []string{"ship"}, "unknown_verdict"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := first(t, cycleOf(c.verdict, nil, nil, c.pinned, c.benches...))
			if !slices.Equal(got.Verdict.Accepts, c.accepts) || got.Verdict.Check != c.check {
				t.Errorf("accepts %v, check %s; want %v, %s (%s)", got.Verdict.Accepts, got.Verdict.Check, c.accepts, c.check, got.Verdict.Reason)
			}
		})
	}
}

func TestTheCapTurnsIterateIntoHalt(t *testing.T) {
	s := cycleOf("halt-iterate-cap", nil, nil, nil, single("same", of(4, 1), of(4, 1), ""))
	s.Cycles.Iteration.Set(0, 3)
	got, _ := first(t, s)
	if want := []string{"revert", "halt-iterate-cap"}; !slices.Equal(got.Verdict.Accepts, want) || got.Verdict.Check != "supported" {
		t.Errorf("accepts %v, check %s", got.Verdict.Accepts, got.Verdict.Check)
	}
}

func TestTheFloorIsNotMovedByFloats(t *testing.T) {
	got, _ := first(t, cycleOf("iterate", nil, nil, nil, single("edge", of(16, 4), of(15, 5), "")))
	b := got.Benchmarks[0]
	if b.Class != "regressed" || !b.AtFloor {
		t.Errorf("0.80 to 0.75 at a floor of 0.05 is %s, at the floor %v", b.Class, b.AtFloor)
	}
}

func TestDisplacementAndUnpaired(t *testing.T) {
	got, _ := first(t, cycleOf("iterate", nil, nil, nil, single("virtio", run{"a b c ring", "legacy", "0.80"}, run{"a b c legacy extra", "ring", ""}, "")))
	b := got.Benchmarks[0]
	if !b.Displacement || !slices.Equal(b.Lost, []string{"ring"}) || !slices.Equal(b.Gained, []string{"legacy"}) || !slices.Equal(b.Unpaired, []string{"extra"}) {
		t.Errorf("lost %v, gained %v, unpaired %v", b.Lost, b.Gained, b.Unpaired)
	}
	if b.PExact.Value != 1 || b.MinAttainableP.Value != 0.5 {
		t.Errorf("p %v, smallest p %v", b.PExact, b.MinAttainableP)
	}
}

func TestLoggedDeltas(t *testing.T) {
	for _, c := range []struct{ logged, check, finding string }{
		{"-0.25", "agree", ""},
		{"0.25", "sign_conflict", "logged_delta_conflict"},
		{"-0.1", "value_conflict", "logged_delta_conflict"},
		{"null", "not_in_log", ""},
		{"", "not_in_log", ""},
	} {
		got, r := first(t, cycleOf("revert", nil, nil, nil, single("gin", of(9, 3), of(6, 6), c.logged)))
		if got.Benchmarks[0].DeltaCheck != c.check {
			t.Errorf("logged %q: %s, want %s", c.logged, got.Benchmarks[0].DeltaCheck, c.check)
		}
		found := slices.ContainsFunc(r.Data.Findings, func(f report.Finding) bool { return f.Code == "logged_delta_conflict" })
		if found != (c.finding != "") {
			t.Errorf("logged %q: findings %v", c.logged, r.Data.Findings)
		}
	}
}

func TestAContradictionStandsOnTheFirstScreen(t *testing.T) {
	_, r := first(t, cycleOf("ship", nil, nil, nil, single("chi", of(4, 6), of(8, 2), "0.4"), single("gin", of(9, 3), of(6, 6), "0.25")))
	text := ""
	for _, a := range r.Data.Attention {
		text += a.Severity + ": " + a.Text + "\n"
	}
	for _, want := range []string{"error: Cycle pattern-7, iteration 1: Logged verdict: ship.", "The cycle's rule gives: revert.", "gin: recall 9 → 6 of 12", "Logged delta of gin: +0.25; by the bug lists: −0.25"} {
		if !strings.Contains(text, want) {
			t.Errorf("the banner lacks %q:\n%s", want, text)
		}
	}
}

func TestCrossBenchmarkCheck(t *testing.T) {
	yes, no := true, false
	lossInside := single("big", of(40, 0), of(39, 1), "")
	loss, edge, none := single("gin", of(9, 3), of(6, 6), ""), single("e", of(19, 1), of(18, 2), ""), single("s", of(4, 1), of(4, 1), "")
	for _, c := range []struct {
		clean  *bool
		listed []string
		bench  bench
		want   string
	}{
		{&yes, nil, loss, "contradicts_benchmark_regression"},
		{&yes, nil, edge, "borderline_at_floor"},
		{&yes, nil, lossInside, "clean_but_bugs_lost_inside_floor"},
		{&no, nil, none, "not_clean_but_none_found"},
		{&yes, []string{"s/x"}, none, "clean_true_with_listed_regressions"},
		{&yes, []string{"big/B39"}, lossInside, "clean_but_bugs_lost_inside_floor"},
		{&yes, nil, none, "agree"},
		{&no, []string{"gin/B8"}, loss, "agree"},
		{nil, nil, loss, "not_in_log"},
	} {
		got, _ := first(t, cycleOf("revert", c.clean, c.listed, nil, c.bench))
		if got.CrossBenchmark.Status != c.want {
			t.Errorf("%s: %s, want %s", c.bench.name, got.CrossBenchmark.Status, c.want)
		}
	}
}

func TestRepeats(t *testing.T) {
	r := func(found, missed string) run { return run{found: found, missed: missed} }
	got, _ := first(t, cycleOf("ship", nil, nil, nil, bench{"b",
		[]run{r("a b c", "d"), r("a b", "c d"), r("a b c", "d")},
		[]run{r("b c d", "a"), r("b c d", "a"), r("b d", "a c")}, ""}))
	b := got.Benchmarks[0]
	if b.RunsPre != 3 || b.RunsPost != 3 || !slices.Equal(b.Lost, []string{"a"}) || !slices.Equal(b.Gained, []string{"d"}) {
		t.Errorf("runs %d and %d, lost %v, gained %v", b.RunsPre, b.RunsPost, b.Lost, b.Gained)
	}
	if got.Noise.DF != 4 || !got.Noise.SD.OK || got.Noise.FlipRate.Den == 0 {
		t.Errorf("noise %+v", got.Noise)
	}
	if b.RecallPre.Num.OK || b.RecallPre.Num.Reason != "several_runs" {
		t.Errorf("the mean of three runs has a numerator: %+v", b.RecallPre.Num)
	}
}

func TestNothingComparedIsNullNotZero(t *testing.T) {
	got, _ := first(t, cycleOf("revert", nil, nil, []string{"x"}, bench{name: "x", pre: []run{of(3, 2)}}))
	b := got.Benchmarks[0]
	if b.Delta.OK || b.Delta.Reason != "missing_post" || b.Class != "insufficient" || got.Macro.Delta.OK || got.Pooled.P.OK {
		t.Errorf("delta %+v, macro %+v, pooled %+v", b.Delta, got.Macro, got.Pooled)
	}
	if !slices.Equal(got.Incomplete, []string{"x"}) {
		t.Errorf("incomplete %v", got.Incomplete)
	}
}

func TestARunWithoutARecallIsNotNoRun(t *testing.T) {
	none, some := []run{{}}, []run{of(3, 2)}
	for _, c := range []struct {
		pre, post []run
		want      string
	}{
		{nil, nil, "nothing was observed"},
		{none, none, "no run on either side has a recall"},
		{none, some, "no run before the lever has a recall"},
		{some, none, "no run after the lever has a recall"},
		{none, nil, "no run before the lever has a recall, and none was made after it"},
		{nil, none, "no run after the lever has a recall, and none was made before it"},
		{nil, some, "not measured before the lever"},
	} {
		got, _ := first(t, cycleOf("revert", nil, nil, []string{"x"}, bench{name: "x", pre: c.pre, post: c.post}))
		if s := got.Benchmarks[0].Sentence; s != "x: no comparison, "+c.want+"." {
			t.Errorf("%d runs before, %d after: %s", len(c.pre), len(c.post), s)
		}
	}
}

// Without a reference list the bugs found are no share of anything: 8 of 8 is not 1.00.
func TestARecallThatIsNotComputableIsNull(t *testing.T) {
	c, r := first(t, cycleOf("ship", nil, nil, []string{"chi", "express"}, single("chi", of(4, 6), of(8, 2), ""),
		bench{"express", []run{{found: bugs("E", 8), recall: "null"}}, []run{{found: bugs("E", 12), recall: "null"}}, "null"}))
	var express report.Benchmark
	for _, b := range c.Benchmarks {
		if b.Benchmark == "express" {
			express = b
		}
	}
	before, after := express.RecallPre, express.RecallPost
	for what, n := range map[string]report.Number{"recall before": before.Value, "recall after": after.Value, "delta": express.Delta, "recall of the run": before.Runs[0].Value, "reported": before.Runs[0].Reported} {
		if n.OK || n.Reason != "not_computable" {
			t.Errorf("%s: %+v", what, n)
		}
	}
	if before.Num.OK || before.Den.OK || express.Class != "insufficient" || before.Runs[0].Status != "not_computable" {
		t.Errorf("got %+v", express)
	}
	if len(before.Runs[0].Found) != 8 || len(after.Runs[0].Found) != 12 {
		t.Errorf("listed %q and %q", before.Runs[0].Found, after.Runs[0].Found)
	}
	if c.Macro.Pre.Value != 0.4 || c.Micro.Post.Value != 0.8 || !slices.Equal(c.Incomplete, []string{"express"}) || c.Verdict.Check != "supported_incomplete" {
		t.Errorf("averages %+v and %+v, incomplete %q, %s", c.Macro, c.Micro, c.Incomplete, c.Verdict.Check)
	}
	if slices.ContainsFunc(r.Data.Bugs, func(b report.Bug) bool { return b.Benchmark == "express" }) {
		t.Error("its bugs have a record, though no list says which there are")
	}
	for _, p := range r.Data.Problems {
		if p.Kind == "missing-benchmark" && (p.Severity != report.SeverityInfo || !strings.Contains(p.Text, "recall not computable, as the log says; 8 bugs found before, 12 after")) {
			t.Errorf("%s: %s", p.Severity, p.Text)
		}
	}
}

func TestAPooledTestNeedsPairs(t *testing.T) {
	got, _ := first(t, cycleOf("revert", nil, nil, nil, single("b", run{recall: "0.9"}, run{recall: "0.8"}, "")))
	if p := got.Pooled.P; p.OK || p.Reason != "no_baseline" {
		t.Errorf("no bug was known on both sides, and the pooled p is %+v", p)
	}
}

func TestNoiseAcrossCycles(t *testing.T) {
	// Four cycles with one control run each; the second one shipped.
	s := &table.Set{}
	for i, x := range []struct {
		verdict string
		found   int
	}{{"revert", 5}, {"Ship", 7}, {"revert", 4}, {"revert", 6}} {
		one := cycleOf(x.verdict, nil, nil, nil, single("chi", of(x.found, 10-x.found), of(x.found, 10-x.found), ""))
		key := fmt.Sprintf("c%d", i)
		one.Cycles.Key.Set(0, key)
		one.Cycles.StartedAt.Set(0, time.Date(2026, 5, 2+i, 8, 0, 0, 0, time.UTC))
		for row := range one.Measurements.Len() {
			one.Measurements.Cycle.Set(row, key)
		}
		s.Join(one)
	}
	if got := built(s, Options{}).Data.Cycles[0].Noise; got.SD.OK {
		t.Errorf("noise without repeats: %+v", got)
	}
	got := built(s, Options{NoiseAcrossCycles: true}).Data.Cycles[0].Noise
	// 0.5 and 0.7 are one setup, 0.4 and 0.6 another: each has a variance of 0.02.
	if got.DF != 2 || math.Abs(got.SD.Value-math.Sqrt(0.02)) > 1e-9 {
		t.Errorf("noise across cycles: %+v, want two degrees of freedom and %v", got, math.Sqrt(0.02))
	}
	// The third control run is of a longer list of bugs: another setup.
	s.Measurements.Missed.Set(4, append(s.Measurements.Missed.At(4), "B10"))
	s.Measurements.Literal.SetText(4, "")
	if got := built(s, Options{NoiseAcrossCycles: true}).Data.Cycles[0].Noise; got.DF != 1 {
		t.Errorf("noise across baselines of different size: %+v", got)
	}
}

// pageOf makes a page of the report's site.
func pageOf(t *testing.T, r *report.Report, i int) *report.Page {
	t.Helper()
	p, err := r.Pages.Make(i)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
