package words

import (
	"slices"
	"testing"
	"time"

	"runreport/analyze/report"
)

func rate(num, den int64, value, lo, hi float64) report.Rate {
	return report.Rate{Num: num, Den: den, Value: report.Known(value), Lo: report.Known(lo), Hi: report.Known(hi)}
}

// Each line is what a sentence says and what it has to be, in the words of LANGUAGE.
func TestWords(t *testing.T) {
	three := []string{"a", "b", "c"}
	for _, c := range []struct{ got, want string }{
		{Short(0.123456), "0.1235"},
		{Points(-0.25), "−0.25"},
		{Signed(-0.05), "−0.0500"}, {Signed(0.04996), "+0.0500"},
		{Plural(0, "run"), "0 runs"}, {Plural(1, "run"), "1 run"}, {Plural(2, "run"), "2 runs"}, {Plural(12000, "run"), "12,000 runs"},
		{Several("retry"), "retries"}, {Several("day"), "days"}, {Several("key"), "keys"}, {Several("pass"), "passes"},
		{Several("match"), "matches"}, {Several("crash"), "crashes"}, {Several("log"), "logs"},
		{A("agent"), "an agent"}, {A("node"), "a node"}, {A(""), "a "},
		{Severities(map[string]int{"error": 1, "warning": 2}), "1 error, 2 warnings, 0 info"},
		{Severities(map[string]int{"info": 3}), "0 errors, 0 warnings, 3 info"},
		{List(nil, 3), "none"}, {List(three[:1], 0), "a"}, {List(three[:2], 2), "a and b"}, {List(three, 3), "a, b and c"},
		{List(three, 2), "a, b and 1 more"}, {List(three, 1), "a and 2 more"},
		{SomeOf(three, 5), "a, b, c and 2 more"}, {SomeOf(three, 4), "a, b, c and 1 more"}, {SomeOf(three, 3), "a, b and c"},
		{Rate(report.Rate{}), "none of 0"},
		{Rate(rate(1, 2, 0.5, 0.09, 0.91)), "1 of 2 (50 %)"},
		{Rate(rate(50000, 100000, 0.5, 0.497, 0.503)), "50,000 of 100,000 (50 %, 95 % CI 49.7–50.3 %)"},
		{Count(999), "999"}, {Count(1000), "1,000"}, {Count(int64(-1234567)), "-1,234,567"},
		{Rate(rate(1, 3, 1.0/3, 0.06, 0.79)), "1 of 3 (33 %, 95 % CI 6–79 %)"},
		{Interval(rate(1, 2, 0.5, 0.09, 0.91)), "n/a"},
		{Interval(rate(1, 3, 1.0/3, 0.06, 0.79)), "6–79 %"},
		{Interval(rate(5, 978, 0.0051, 0.0022, 0.0119)), "0.2–1.2 %"},
		{Interval(rate(0, 978, 0, 0, 0.0039)), "0–<1 %"},
		{Interval(rate(5012, 10000, 0.5012, 0.4961, 0.5039)), "49.6–50.4 %"},
		{Why("no_data"), "nothing was observed"}, {Why("made_up_reason"), "made up reason"},
		{Upper("a node needed a retry"), "A node needed a retry"}, {Upper("yes"), "Yes"}, {Upper("no log"), "No log"},
		{Upper("once"), "Once"}, {Upper("if so"), "If so"}, {Upper("with it"), "With it"},
		{Upper("api-tests is slower"), "api-tests is slower"}, {Upper("node-tests failed"), "node-tests failed"}, {Upper(""), ""},
		{OrNot(""), "not written down"}, {OrNot("x"), "x"},
		{Times(1), "once"}, {Times(0), "0 times"}, {Times(2), "2 times"},
		{Sentence(""), ""}, {Sentence("the log"), "The log"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if got := Without([]string{"c", "a", "b", "a", "c"}, []string{"b"}); !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("Without = %q", got)
	}
	if got := Without(nil, nil); got == nil || len(got) != 0 {
		t.Errorf("Without nothing = %#v", got)
	}
}

func TestChanges(t *testing.T) {
	step := func(size float64, dates int64) report.VisibleChange {
		return report.VisibleChange{Size: report.Known(size), Dates: dates}
	}
	tests := report.ChangeTest{What: "duration", Tested: 12, Visible: []report.VisibleChange{step(0.62, 1), step(0.45, 2), step(0.3, 3)}}
	d := &report.Data{ChangeTests: []report.ChangeTest{{What: "flake_rate", Tested: 3}, tests}}
	if got := TestOf(d, "duration"); got.Tested != 12 {
		t.Errorf("the test of durations is %+v", got)
	}
	if got := TestOf(d, "recall"); got.What != "recall" || got.Tested != 0 {
		t.Errorf("the test of what nothing follows is %+v", got)
	}
	of := func(what string, visible ...report.VisibleChange) report.ChangeTest {
		return report.ChangeTest{What: what, Tested: 1, Visible: visible}
	}
	const none = "no change could have been seen: too few run dates"
	for _, c := range []struct{ got, want string }{
		{Visible(tests), "a slow-down of 62 % would be seen in 1 run date, of 30 % in 3"},
		{Visible(of("duration", step(0.62, 2))), "a slow-down of 62 % would be seen in 2 run dates"},
		{Visible(of("flake_rate", step(0.2, 1))), "a flake rate of 20 % would be seen in 1 run date"},
		{Visible(of("duration")), none},
		{Visible(of("recall", step(0.62, 1))), none},
		{Nothing(tests, "became slower"), "none of 12 steps became slower; a slow-down of 62 % would be seen in 1 run date, of 30 % in 3"},
		{Nothing(report.ChangeTest{What: "duration", Noun: "test", Tested: 4}, "became slower"), "none of 4 tests became slower; " + none},
		{Nothing(of("duration"), "became slower"), "0 of 1 step became slower; " + none},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	known, missing := report.Known, report.Number{}
	for _, c := range []struct {
		from, to report.Number
		want     bool
	}{
		{known(1), known(2), true}, {known(2), known(2), false}, {known(3), known(2), false},
		{missing, known(2), false}, {known(-1), missing, false},
	} {
		if got := Higher(report.SeriesChange{From: c.from, To: c.to}); got != c.want {
			t.Errorf("from %v to %v: higher is %t", c.from, c.to, got)
		}
	}
}

func whole(n int64) report.Whole { return report.Whole{Value: n, OK: true} }

// recall is that of one run which found num of den bugs.
func recall(num, den int64) report.Recall {
	return report.Recall{Value: report.Known(float64(num) / float64(den)), Num: whole(num), Den: whole(den), Runs: []report.RecallRun{{}}}
}

func mean(value float64) report.Recall {
	return report.Recall{Value: report.Known(value), Runs: []report.RecallRun{{}}}
}

func TestRecallWords(t *testing.T) {
	known := report.Known
	fell := report.Benchmark{Benchmark: "chi", RecallPre: recall(9, 12), RecallPost: recall(6, 12), Delta: known(-0.25)}
	with := func(b report.Benchmark, lo, hi, p float64) report.Benchmark {
		b.DeltaLo, b.DeltaHi, b.PExact = known(lo), known(hi), known(p)
		return b
	}
	still := report.Benchmark{Benchmark: "chi", RecallPre: recall(6, 12), RecallPost: recall(6, 12), Delta: known(0)}
	lists := report.Benchmark{Benchmark: "chi", RecallPre: recall(9, 12), RecallPost: recall(6, 10), Delta: known(-0.15), RunsPre: 1, RunsPost: 1}
	means := report.Benchmark{Benchmark: "chi", RecallPre: mean(0.5), RecallPost: mean(0.75), Delta: known(0.25), RunsPre: 3, RunsPost: 2}
	oneMean := report.Benchmark{Benchmark: "chi", RecallPre: recall(6, 12), RecallPost: mean(0.75), Delta: known(0.25), RunsPre: 1, RunsPost: 2}
	unlisted := oneMean // its lists are as long as those before, and what was found is not told
	unlisted.RecallPost.Den = whole(12)
	for _, c := range []struct{ got, want string }{
		{RecallMove(unlisted), "chi: recall 0.50 → 0.75 (+0.25; 1 run before, 2 after)"},
		{RecallMove(report.Benchmark{Benchmark: "chi"}), "chi: no comparison"},
		{RecallMove(fell), "chi: recall 9 → 6 of 12 (−0.25)"},
		{RecallMove(still), "chi: recall unchanged at 6 of 12"},
		{RecallMove(report.Benchmark{Benchmark: "chi", RecallPre: mean(0.5), RecallPost: mean(0.5), Delta: known(0)}), "chi: recall unchanged at 0.50"},
		{RecallMove(lists), "chi: recall 0.75 → 0.60 (−0.15; 1 run before, 1 after)"},
		{RecallMove(means), "chi: recall 0.50 → 0.75 (+0.25; 3 runs before, 2 after)"},
		{RecallMove(oneMean), "chi: recall 0.50 → 0.75 (+0.25; 1 run before, 2 after)"},
		{RecallMoveCI(fell), "chi: recall 9 → 6 of 12 (−0.25)"},
		{RecallMoveCI(with(fell, -0.49, 0.04, 0.25)), "chi: recall 9 → 6 of 12 (−0.25, 95 % CI −0.49 to +0.04)"},
		{RecallMoveCI(with(still, -0.2, 0.2, 1)), "chi: recall unchanged at 6 of 12 (95 % CI −0.20 to +0.20)"},
		{RecallMoveCI(with(fell, -0.49, -0.01, 0.06)), "chi: recall 9 → 6 of 12 (−0.25)"},
		{RecallMoveCI(with(fell, -0.49, -0.01, 0.05)), "chi: recall 9 → 6 of 12 (−0.25, 95 % CI −0.49 to −0.01)"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	half := fell
	half.DeltaLo = known(-0.4)
	if got := RecallMoveCI(half); got != "chi: recall 9 → 6 of 12 (−0.25)" {
		t.Errorf("with half of an interval: %q", got)
	}
	for _, c := range []struct {
		lo, hi, p float64
		want      bool
	}{
		{0.01, 0.4, 0.2, true}, {-0.4, -0.01, 0.2, true}, {-0.1, 0.4, 0.2, false}, {0, 0.4, 0.2, false}, {-0.4, 0, 0.2, false}, {0.01, 0.4, 0.05, false},
	} {
		if got := Overruled(with(fell, c.lo, c.hi, c.p)); got != c.want {
			t.Errorf("interval %v to %v, p %v: overruled is %t", c.lo, c.hi, c.p, got)
		}
	}
	for _, missing := range []func(*report.Benchmark){
		func(b *report.Benchmark) { b.DeltaLo = report.Number{} },
		func(b *report.Benchmark) { b.DeltaHi = report.Number{} },
		func(b *report.Benchmark) { b.PExact = report.Number{} },
	} {
		b := with(fell, 0.01, 0.4, 0.2)
		missing(&b)
		if Overruled(b) {
			t.Errorf("%+v is overruled", b)
		}
	}
}

// A run without a recall is not the same as no run.
func TestWhyThereIsNoDelta(t *testing.T) {
	run := report.Recall{Runs: []report.RecallRun{{}}}
	listed := func(status string, counts ...int64) (r report.Recall) {
		for _, n := range counts {
			r.Runs = append(r.Runs, report.RecallRun{Status: status, FoundCount: n})
		}
		return r
	}
	for _, c := range []struct {
		pre, post report.Recall
		reason    string
		want      string
	}{
		{run, mean(0.5), "missing_pre", "no run before the lever has a recall"},
		{report.Recall{}, mean(0.5), "missing_pre", "not measured before the lever"},
		{mean(0.5), run, "missing_post", "no run after the lever has a recall"},
		{mean(0.5), report.Recall{}, "missing_post", "not measured after the lever"},
		{report.Recall{}, report.Recall{}, "no_data", "nothing was observed"},
		{run, report.Recall{}, "missing_post", "no run before the lever has a recall, and none was made after it"},
		{report.Recall{}, run, "missing_pre", "no run after the lever has a recall, and none was made before it"},
		{run, run, "no_data", "no run on either side has a recall"},
		{listed("not_computable", 3, 1), listed("not_computable", 5), "not_computable", "recall not computable, as the log says; 4 bugs found before, 5 after"},
		{listed("not_computable", 1), report.Recall{}, "not_computable", "recall not computable, as the log says; 1 bug found before"},
		{listed("logged", 1), listed("not_computable", 2), "not_computable", "recall not computable, as the log says; 2 bugs found after"},
	} {
		if got := NoDelta(report.Benchmark{RecallPre: c.pre, RecallPost: c.post, Delta: report.Number{Reason: c.reason}}); got != c.want {
			t.Errorf("%s: %q, want %q", c.reason, got, c.want)
		}
	}
}

func TestAcross(t *testing.T) {
	lost := report.Across{Benchmarks: 4, MacroDelta: report.Known(-0.12), Lost: 9, Gained: 1, P: report.Known(0.004), Loss: true}
	strong, correlated, none := lost, lost, lost
	strong.P, correlated.Correlated, none.Loss = report.Known(0.001), true, false
	for _, c := range []struct {
		across report.Across
		want   string
	}{
		{none, ""},
		{lost, "4 benchmarks together: mean recall −0.12, 9 bugs lost, 1 gained. Evidence: moderate (p = 0.004)."},
		{strong, "4 benchmarks together: mean recall −0.12, 9 bugs lost, 1 gained. Evidence: strong (p = 0.001)."},
		{correlated, "4 benchmarks together: mean recall −0.12, 9 bugs lost, 1 gained. Evidence: moderate (p = 0.004, by whole benchmarks)."},
	} {
		if got := Across(&report.Cycle{Across: c.across}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestCycles(t *testing.T) {
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, time.UTC) }
	took, notTold, never := report.Known(60), report.Number{Reason: "not_reported"}, report.Number{Reason: "implausible"}
	cycle := func(name string, from, to time.Time, reported report.Number) report.Cycle {
		return report.Cycle{Cycle: name, StartedAt: from, EndedAt: to, TimeToVerdictS: reported}
	}
	for _, c := range []struct {
		name  string
		cycle report.Cycle
		want  time.Time
	}{
		{"ended", cycle("", at(1, 0), at(2, 0), took), at(2, 0)},
		{"a document that tells days", cycle("", at(1, 0), at(2, 0), notTold), at(2, 0)},
		{"an end that does not count", cycle("", at(1, 0), at(2, 0), never), at(1, 0)},
		{"an end without a start", cycle("", time.Time{}, at(2, 0), never), at(2, 0)},
		{"open", cycle("", at(1, 0), time.Time{}, never), at(1, 0)},
		{"an end before the start", cycle("", at(3, 0), at(2, 0), took), at(3, 0)},
	} {
		if got := CycleTime(&c.cycle); !got.Equal(c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	var names []string
	for _, c := range LatestCycles([]report.Cycle{
		cycle("early", at(1, 0), at(8, 23), took), cycle("a day before", at(1, 0), at(9, 0), took),
		cycle("newest", at(1, 0), at(10, 0), took), cycle("same night", at(1, 0), at(9, 23), took),
	}) {
		names = append(names, c.Cycle)
	}
	if want := []string{"a day before", "newest", "same night"}; !slices.Equal(names, want) {
		t.Errorf("the latest cycles are %q, want %q", names, want)
	}
	second := report.Cycle{Cycle: "wide", Iteration: whole(2), StartedAt: at(5, 1)}
	first := second
	first.Iteration = whole(1)
	for _, c := range []struct{ got, want string }{
		{CycleTitle(&report.Cycle{Cycle: "wide"}), "wide"}, {CycleTitle(&second), "wide, iteration 2"},
		{ShortTitle(&report.Cycle{Cycle: "wide"}), "wide"}, {ShortTitle(&second), "2026-03-05 #2"}, {ShortTitle(&first), "2026-03-05"},
		{ShortTitle(&report.Cycle{Cycle: "wide", StartedAt: at(5, 1)}), "2026-03-05"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	for _, c := range []struct {
		decision string
		at       time.Time
		want     bool
	}{{"revert", at(1, 0), true}, {"revert", time.Time{}, false}, {"ship", at(1, 0), false}} {
		if got := Reverted(&report.Cycle{Verdict: report.CycleVerdict{Decision: c.decision}, RevertedAt: c.at}); got != c.want {
			t.Errorf("%s at %s: reverted is %t", c.decision, c.at, got)
		}
	}
}

// Of one and of two things sentences are in words that fit.
func TestAllAndNone(t *testing.T) {
	for n, want := range map[int][2]string{1: {"The run", "0 of 1 run"}, 2: {"Both runs", "none of 2 runs"}, 3: {"All 3 runs", "none of 3 runs"}} {
		if got := [2]string{AllOf(n, "run"), NoneOf(n, "run")}; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
