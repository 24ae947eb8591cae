package recall

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// ran is a measured run that found so many of the bugs of its reference list.
func ran(found, of int) measured {
	value := stat.Known(float64(found) / float64(of))
	return measured{recall: stat.Recall{Status: stat.RecallAgree, Used: value, Reported: value, FromLists: value, Num: found, ListSize: of}}
}

// A delta may be written in three ways: as it is stated, as the difference of the stated recalls,
// and as that of the runs' own recalls. A way that the lists contradict is none.
func TestWaysOfWritingADelta(t *testing.T) {
	contradicts := ran(29, 39)
	contradicts.recall.Status = stat.RecallContradict
	rounded := ran(29, 39)
	rounded.recall.Reported = stat.Known(0.74)
	for _, c := range []struct {
		name                 string
		pre, post            []measured
		delta, before, after string // as the end of the cycle states them
		check                stat.LoggedCheck
		want                 string
	}{
		{"nothing stated", []measured{ran(31, 39)}, []measured{ran(29, 39)}, "", "", "", stat.LoggedNot, "-0.0513"},
		{"all three", []measured{ran(31, 39)}, []measured{ran(29, 39)}, "-0.05", "0.79", "0.74", stat.LoggedAgree, "-0.0500 -0.0500 -0.0513"},
		{"a delta that the lists contradict", []measured{ran(31, 39)}, []measured{ran(29, 39)}, "-0.20", "0.79", "0.74", stat.LoggedValueConflict, "-0.0500 -0.0513"},
		{"a recall before that they contradict", []measured{ran(31, 39)}, []measured{ran(29, 39)}, "-0.05", "0.99", "0.74", stat.LoggedAgree, "-0.0500 -0.0513"},
		{"a recall after that they contradict", []measured{ran(31, 39)}, []measured{ran(29, 39)}, "-0.05", "0.79", "0.10", stat.LoggedAgree, "-0.0500 -0.0513"},
		{"one recall alone", []measured{ran(31, 39)}, []measured{ran(29, 39)}, "", "0.79", "", stat.LoggedNot, "-0.0513"},
		{"a run that its lists contradict", []measured{ran(31, 39)}, []measured{contradicts}, "", "0.79", "0.74", stat.LoggedNot, "-0.0500"},
		{"a run that states its recall", []measured{ran(31, 39)}, []measured{rounded}, "", "", "", stat.LoggedNot, "-0.0549"},
		{"a side is missing", []measured{ran(31, 39)}, nil, "-0.05", "0.79", "0.74", stat.LoggedOnly, ""},
	} {
		b := &compared{name: "chi", pre: side{c.pre}, post: side{c.post}}
		b.delta = deltaOf(b.pre, b.post)
		b.row.DeltaCheck = string(c.check)
		b.row.RecallPre.Value, b.row.RecallPost.Value = report.Known(31.0/39), report.Known(29.0/39)
		x := &cycle{claims: map[aboutBenchmark]claim{
			{"chi", table.TopicDelta}:        {literal: c.delta},
			{"chi", table.TopicRecallBefore}: {literal: c.before},
			{"chi", table.TopicRecallAfter}:  {literal: c.after},
		}}
		var got []string
		for _, d := range x.writings(b) {
			got = append(got, fmt.Sprintf("%.4f", d.Value))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// Two of 39 bugs are more than the floor, but written as 0.05 they are the floor: nothing that a
// clean cycle contradicts.
func TestCleanWhereTheFloorIsWritten(t *testing.T) {
	of := func(delta string) benchOf {
		b := one("chi", 31, 8, 29, 10)
		b.delta = delta
		return b
	}
	for delta, want := range map[string]string{"-0.05": "borderline_at_floor", "": "contradicts_benchmark_regression", "-0.0513": "contradicts_benchmark_regression"} {
		r := worked(t, Options{}, cycleOf{verdict: "revert", decision: table.Revert, clean: "true", benches: []benchOf{of(delta)}})
		if got := r.Cycles[0].CrossBenchmark.Status; got != want {
			t.Errorf("a delta of %q: %s, want %s", delta, got, want)
		}
	}
}

// A path that a log names and one that was read can be one where either is the end of the other, or
// would be without the given folder. Where the log's path is longer, more than a quality folder has to
// be the same.
func TestPathsThatFit(t *testing.T) {
	for _, c := range []struct {
		written, shown string
		tail           int
		want           bool
	}{
		{"a/b.md", "x/c.md", 0, false},
		{"b.md", "x/b.md", 1, true},
		{"quality/b.md", "x/quality/b.md", 2, true},
		{"y/a/b.md", "a/b.md", 2, true},
		{"y/quality/b.md", "quality/b.md", 2, false},
		{"y/b.md", "b.md", 1, false},
		{"y/a/b.md", "x/a/b.md", 2, true},
		{"x/y/a/b.md", "x/a/b.md", 2, false},
		{"y/a/b.md", "w/x/a/b.md", 2, false},
		{"y/b.md", "x/b.md", 1, false},
		{"y/a/quality/b.md", "x/a/quality/b.md", 3, true},
		{"y/quality/b.md", "x/quality/b.md", 2, false},
	} {
		written, shown := strings.Split(c.written, "/"), strings.Split(c.shown, "/")
		n := commonTail(written, shown)
		if n != c.tail {
			t.Errorf("%s and %s end in %d same parts, want %d", c.written, c.shown, n, c.tail)
		}
		if got := fitsToTheEnd(written, shown, n); got != c.want {
			t.Errorf("%s and %s fit: %t", c.written, c.shown, got)
		}
	}
}

// Runs without a recall are in no number; a side has none where all of its runs say that there is
// none.
func TestRunsOfASide(t *testing.T) {
	none := measured{recall: stat.Recall{Status: stat.RecallNotComputable, Used: stat.Missing(stat.ReasonNotComputable)}}
	silent := measured{recall: stat.Recall{Status: stat.RecallNoReported, Used: stat.Missing(stat.ReasonNoReference)}}
	argued := ran(5, 10)
	argued.basis = "projected"
	unusedArgued := none
	unusedArgued.basis = "argument-based"
	for _, c := range []struct {
		name          string
		runs          []measured
		usable, held  int
		single        bool
		notComputable bool
		basis         string
	}{
		{"no run", nil, 0, 0, false, false, ""},
		{"one", []measured{ran(1, 2)}, 1, 1, true, false, ""},
		{"two", []measured{ran(1, 2), ran(2, 2)}, 2, 2, false, false, ""},
		{"not computable", []measured{none}, 0, 0, false, true, ""},
		{"one of two is not", []measured{none, ran(1, 2)}, 1, 1, true, false, ""},
		{"silent", []measured{silent}, 0, 1, false, false, ""},
		{"silent and not computable", []measured{silent, none}, 0, 1, false, true, ""},
		{"argued", []measured{argued}, 1, 0, true, false, "projected"},
		{"one of two is argued", []measured{ran(1, 2), argued}, 2, 1, false, false, "projected"},
		{"argued without a recall", []measured{unusedArgued, ran(1, 2)}, 1, 1, true, false, ""},
	} {
		s := side{c.runs}
		_, single := s.single()
		numbers := len(s.usable()) == c.usable && len(recalls(s)) == c.usable && len(s.held()) == c.held
		if !numbers || single != c.single || s.notComputable() != c.notComputable || s.basis() != c.basis {
			t.Errorf("%s: %d usable, %d held, single %t, not computable %t, basis %q", c.name, len(s.usable()), len(s.held()), single, s.notComputable(), s.basis())
		}
	}
}

// A benchmark that was measured on one side alone has no number of a comparison, and each says why.
func TestABenchmarkOfOneSide(t *testing.T) {
	run := []taken{{found: 4, missed: 2}}
	for _, c := range []struct {
		name      string
		pre, post []taken
		reason    stat.Reason
	}{
		{"before", run, nil, stat.ReasonMissingPost},
		{"after", nil, run, stat.ReasonMissingPre},
		{"twice before", []taken{run[0], run[0]}, nil, stat.ReasonMissingPost},
		{"argued before", []taken{{found: 4, missed: 2, basis: "projected"}}, nil, stat.ReasonMissingPost},
	} {
		b := worked(t, Options{}, cycleOf{benches: []benchOf{{name: "chi", pre: c.pre, post: c.post}}}).Cycles[0].Benchmarks[0]
		for what, n := range map[string]report.Number{"delta": b.Delta, "lo": b.DeltaLo, "hi": b.DeltaHi, "p": b.PExact, "least p": b.MinAttainableP} {
			if n.OK || n.Reason != string(c.reason) {
				t.Errorf("%s: %s is %+v, want missing for %s", c.name, what, n, c.reason)
			}
		}
		named := len(b.Lost) + len(b.Gained) + len(b.Unpaired) + len(b.LessOften) + len(b.MoreOften)
		if b.NPairs != 0 || b.Basis != "" || named > 0 || b.Class != string(stat.DeltaInsufficient) {
			t.Errorf("%s: %+v", c.name, b)
		}
	}
}

// Single runs before the lever are repeats of one setup: of one benchmark, version and reference
// list. What was argued, and what was run several times in a cycle, is none.
func TestControlsOfASetup(t *testing.T) {
	argued := ran(5, 10)
	argued.basis = "projected"
	of := func(benchmark string, runs ...measured) *compared { return &compared{name: benchmark, pre: side{runs}} }
	s := &table.Set{}
	row := s.Cycles.Add(table.Place{})
	x := func(benchmarks ...*compared) *cycle { return &cycle{t: s, row: row, benchmarks: benchmarks} }
	for _, c := range []struct {
		name   string
		cycles []*cycle
		want   string // recalls of each group
	}{
		{"three of one", []*cycle{x(of("chi", ran(5, 10))), x(of("chi", ran(6, 10))), x(of("chi", ran(7, 10)))}, "[0.5 0.6 0.7]"},
		{"two of each", []*cycle{x(of("chi", ran(5, 10)), of("gin", ran(1, 10))), x(of("chi", ran(6, 10)), of("gin", ran(2, 10)))}, "[0.5 0.6] [0.1 0.2]"},
		{"one is argued", []*cycle{x(of("chi", ran(5, 10))), x(of("chi", argued), of("gin", ran(3, 10))), x(of("chi", ran(7, 10)))}, "[0.5 0.7] [0.3]"},
		{"one has two runs", []*cycle{x(of("chi", ran(5, 10), ran(5, 10)), of("gin", ran(3, 10))), x(of("chi", ran(7, 10)))}, "[0.3] [0.7]"},
		{"one has none", []*cycle{x(of("chi"), of("gin", ran(3, 10)))}, "[0.3]"},
		{"another list", []*cycle{x(of("chi", ran(5, 10))), x(of("chi", ran(5, 20)))}, "[0.5] [0.25]"},
	} {
		var got []string
		for _, g := range controlsAcrossCycles(c.cycles, &Links{t: s}) {
			got = append(got, fmt.Sprint(g.Recalls))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// What does not fit of a run's lists is a finding; five bugs are named.
func TestFindingsOfLists(t *testing.T) {
	seven := []string{"B1", "B2", "B3", "B4", "B5", "B6", "B7"}
	for _, c := range []struct {
		name          string
		found, missed []string
		literal       string
		want          string // codes
		seen          string // of the last
	}{
		{"they agree", []string{"A", "B"}, []string{"C", "D"}, "0.50", "", ""},
		{"a bug twice", []string{"A", "B", "A"}, []string{"C", "D"}, "0.50", codeDuplicateBug.Name, "chi: 1 repeated"},
		{"two bugs twice", []string{"A", "B", "A"}, []string{"C", "D", "D"}, "0.50", codeDuplicateBug.Name, "chi: 2 repeated"},
		{"a bug in both", []string{"A", "B", "X"}, []string{"X", "C", "D"}, "0.50", codeBothLists.Name, "chi: X"},
		{"five in both", append([]string{"A"}, seven[:5]...), append([]string{"C"}, seven[:5]...), "0.50", codeBothLists.Name, "chi: B1, B2, B3, B4 and B5"},
		{"seven in both", append([]string{"A"}, seven...), append([]string{"C"}, seven...), "0.50", codeBothLists.Name, "chi: B1, B2, B3, B4, B5 and 2 more"},
		{"they contradict it", []string{"A", "B"}, []string{"C", "D"}, "0.93", CodeRecall.Name, "chi: recall 0.93"},
	} {
		s := &table.Set{}
		s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a.jsonl")
		row := s.Measurements.Add(table.Place{Line: 1})
		s.Measurements.Benchmark.Set(row, "chi")
		s.Measurements.Literal.SetText(row, c.literal)
		x := &cycle{t: s, found: &findings{t: s}}
		x.checkRecall(measured{row: row, recall: stat.Reconcile(stat.BugLists{Found: c.found, Missed: c.missed}, c.literal)})
		var codes []string
		seen := ""
		for _, f := range x.found.all {
			codes, seen = append(codes, f.Code), f.Seen
		}
		if strings.Join(codes, " ") != c.want || seen != c.seen {
			t.Errorf("%s: %q, %q; want %s, %q", c.name, codes, seen, c.want, c.seen)
		}
	}
}

// The reasons that say too little of a bug, so that it may be one of the run's all the same, and those
// that tell the two apart. Lists of up to a thousand descriptions are compared.
func TestReasonsForWantOfData(t *testing.T) {
	for why, want := range map[string]bool{
		BugNoFile: true, OwnNoFile: true, BugNoLines: true, BugNoTitle: true, BugOtherFile: false, BugAllMatched: false, BugNotSimilar: false,
	} {
		if lacking[why] != want {
			t.Errorf("%s lacks data: %t", why, !want)
		}
	}
	if maxDescriptions != 1000 {
		t.Errorf("lists of up to %d descriptions are compared, want 1000", maxDescriptions)
	}
}

// A gate that fails counts whatever checks of other kinds stand before it.
func TestGatesBehindOtherChecks(t *testing.T) {
	s, units, links := setupsOf(t, setupRun{cycle: "c", benchmark: "chi", side: "pre", runner: "lab", fate: "used", found: 1, missed: 1,
		gates: "command:fail gate:skip gate:fail command:pass gate:pass gate:warn"})
	all := Setups(s, units, links)
	if len(all) == 0 {
		t.Error("there is no setup")
	}
	for _, x := range all {
		if got := fmt.Sprint(x.Gates.Num, " of ", x.Gates.Den); got != "1 of 3" {
			t.Errorf("%s %s: %s gates failed, want 1 of 3", x.Kind, x.Name, got)
		}
	}
}

// Words of which the last two letters are the same lose one of them, but for l, s and z.
func TestDoubledLetters(t *testing.T) {
	for word, want := range map[string]string{
		"stopped": "stop", "stopping": "stop", "filled": "fill", "missed": "miss", "fizzed": "fizz", "planned": "plan", "eggs": "egg", "loaded": "load", "agreed": "agre",
	} {
		if got := stem(word); got != want {
			t.Errorf("%s becomes %s, want %s", word, got, want)
		}
	}
	if !slices.Equal(titleWords("Stopped"), titleWords("stops")) {
		t.Error("stopped and stops are two words")
	}
}

// Four of the benchmarks that lack a side are named, and how many more there are.
func TestBenchmarksThatLackASide(t *testing.T) {
	for pinned, want := range map[string]string{"a b c d": "a, b, c and d", "a b c d e f": "a, b, c, d and 2 more"} {
		r := worked(t, Options{}, cycleOf{verdict: "ship", decision: table.Ship, pinned: "up " + pinned, benches: []benchOf{one("up", 4, 6, 8, 2)}})
		if got := r.Cycles[0].Verdict.Reason; !strings.Contains(got, " No recall on both sides: "+want+".") {
			t.Errorf("%s: %q, want %s", pinned, got, want)
		}
	}
}
