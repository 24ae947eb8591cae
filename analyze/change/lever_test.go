package change

import (
	"slices"
	"testing"
	"time"

	"runreport/analyze/report"
)

func TestLeversAreChanges(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 3, d, 12, 0, 0, 0, time.UTC) }
	benchmark := func(name, class, grade string, from, to float64) report.Benchmark {
		return report.Benchmark{Benchmark: name, Class: class, Grade: grade, Sentence: name + " moved.",
			RecallPre: report.Recall{Value: report.Known(from)}, RecallPost: report.Recall{Value: report.Known(to)}}
	}
	cycle := func(name string, d int, b ...report.Benchmark) report.Cycle {
		return report.Cycle{System: "playbook", Cycle: name, StartedAt: day(d), Lever: "budget", Benchmarks: b,
			Verdict: report.CycleVerdict{Logged: "ship", Decision: "ship"}}
	}
	old := cycle("old", 1, benchmark("harbor", "regressed", "strong", 0.9, 0.2))
	atFloor := benchmark("edge", "regressed", "weak", 0.5, 0.45)
	atFloor.AtFloor = true
	latest := cycle("latest", 9,
		benchmark("maple", "improved", "weak", 0.4, 0.8), benchmark("harbor", "regressed", "weak", 0.75, 0.5), atFloor,
		benchmark("brick", "within_noise", "none", 0.75, 0.75), benchmark("tin", "improved", "inside_measured_noise", 0.6, 0.7))
	found := []report.SeriesChange{
		{What: "recall", System: "playbook", Step: "harbor", State: "standing"},
		{What: "duration", System: "kahn", Step: "e2e", State: "standing"},
		{What: "flake_rate", System: "kahn", Step: "e2e", State: "new"},
	}
	reverted := latest
	reverted.Verdict.Decision, reverted.RevertedAt = "revert", day(9)
	cases := map[string]struct {
		cycles   []report.Cycle
		baseline *Baseline
		want     []string
	}{
		"no cycle":          {nil, nil, []string{"flake_rate e2e new", "recall harbor standing", "duration e2e standing"}},
		"latest cycle only": {[]report.Cycle{old, latest}, nil, []string{"recall harbor new", "recall maple new", "flake_rate e2e new", "duration e2e standing"}},
		"in the baseline": {[]report.Cycle{latest}, &Baseline{Data: &report.Data{Cycles: []report.Cycle{latest}}},
			[]string{"flake_rate e2e new", "recall harbor standing", "recall maple standing", "duration e2e standing"}},
		"reverted": {[]report.Cycle{reverted}, nil,
			[]string{"flake_rate e2e new", "duration e2e standing", "recall harbor ended", "recall maple ended"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, x := range WithLevers(found, c.cycles, c.baseline) {
				got = append(got, x.What+" "+x.Step+" "+x.State)
				if x.What == "recall" && len(c.cycles) > 0 && (x.Since != "2026-03-09" || len(x.Revisions) != 1 || x.Revisions[0].After != "budget") {
					t.Errorf("%s: since %s, revisions %v", x.Step, x.Since, x.Revisions)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// The baseline has a cycle where it has that iteration of it, with a verdict.
func TestCyclesOfABaseline(t *testing.T) {
	of := func(name string, iteration int64, verdict string) report.Cycle {
		return report.Cycle{Cycle: name, Iteration: report.Count(iteration), Verdict: report.CycleVerdict{Logged: verdict}}
	}
	c := of("one", 2, "ship")
	for name, x := range map[string]struct {
		before []report.Cycle
		want   bool
	}{
		"none": {nil, false}, "the same": {[]report.Cycle{of("zero", 1, "ship"), of("one", 2, "revert")}, true}, "another iteration": {[]report.Cycle{of("one", 1, "ship")}, false},
		"another cycle": {[]report.Cycle{of("two", 2, "ship")}, false}, "without a verdict": {[]report.Cycle{of("one", 2, "")}, false},
	} {
		if got := (&Baseline{Data: &report.Data{Cycles: x.before}}).has(&c); got != x.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if (*Baseline)(nil).has(&c) {
		t.Error("there is no baseline, and it has the cycle")
	}
}

// A benchmark moved by its lever where its change is graded, of whatever strength, and beyond the floor.
func TestBenchmarksThatMoved(t *testing.T) {
	for _, c := range []struct {
		class, grade string
		atFloor      bool
		want         bool
	}{
		{"regressed", "strong", false, true}, {"regressed", "moderate", false, true}, {"improved", "weak", false, true},
		{"improved", "strong", true, false}, {"improved", "none", false, false}, {"within_noise", "strong", false,
			false},
	} {
		b := report.Benchmark{Class: c.class, Grade: c.grade, AtFloor: c.atFloor}
		if got := moved(&b); got != c.want {
			t.Errorf("%+v moved: %v", c, got)
		}
	}
	// Without a time and a lever there is no date and no revision.
	x := leverChange(&report.Cycle{}, &report.Benchmark{}, nil)
	if x.Since != "" || len(x.Revisions) != 0 {
		t.Errorf("since %q, %v", x.Since, x.Revisions)
	}
	// A change of recall that another system has, and one of another figure, are told beside it.
	b := report.Benchmark{Benchmark: "chi", Class: "regressed", Grade: "weak",
		RecallPre: report.Recall{Value: report.Known(0.5)}}
	cycle := report.Cycle{System: "book", StartedAt: day(1), Benchmarks: []report.Benchmark{b}}
	found := []report.SeriesChange{{What: "recall", System: "play", Step: "chi"}, {What: "flake_rate", System: "book",
		Step: "chi"},
		{What: "recall", System: "book", Step: "chi"}, {What: "recall", System: "book", Step: "phi"}}
	if got := WithLevers(found, []report.Cycle{cycle}, nil); len(got) != 4 {
		t.Errorf("%d changes, want that of the lever and three more: %+v", len(got), got)
	}
	// What fell most comes first.
	cycle.Benchmarks = nil
	for i, post := range []float64{0.4, 0.9, 0.1} {
		b.Benchmark, b.RecallPre.Value, b.RecallPost.Value = stepName(i), report.Known(0.5+float64(i)/5),
			report.Known(post)
		cycle.Benchmarks = append(cycle.Benchmarks, b)
	}
	var got []string
	for _, x := range WithLevers(nil, []report.Cycle{cycle}, nil) {
		got = append(got, x.Step)
	}
	if want := []string{stepName(2), stepName(0), stepName(1)}; !slices.Equal(got, want) { // by -0.8, -0.1 and +0.2
		t.Errorf("%v, want %v", got, want)
	}
}
