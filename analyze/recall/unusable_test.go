package recall

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// A reference list was made before the measurement. The list of the measured run itself is none;
// one of it in another folder is an older snapshot.
func TestUnusableReferenceLists(t *testing.T) {
	measuredAt := time.Date(2026, 5, 2, 8, 0, 0, 0, time.UTC)
	s := &table.Set{}
	s.Measurements.StartedAt.Set(s.Measurements.Add(table.Place{}), measuredAt)
	r := &recomputer{t: s, began: map[string]time.Time{
		"before": measuredAt.Add(-time.Second), "then": measuredAt, "later": measuredAt.Add(time.Second),
	}}
	own := &bugFile{path: "quality/BUGS.md", run: "own"}
	for _, c := range []struct {
		name string
		list bugFile
		own  *bugFile
		want string
	}{
		{"of a run before", bugFile{path: "a/BUGS.md", run: "before"}, own, ""},
		{"of a run that began with it", bugFile{path: "a/BUGS.md", run: "then"}, own, ReferenceLater},
		{"of a later run", bugFile{path: "a/BUGS.md", run: "later"}, own, ReferenceLater},
		{"of a run without a start", bugFile{path: "a/BUGS.md", run: "unknown"}, own, ""},
		{"its own", bugFile{path: "quality/manifest.json", run: "own"}, own, ReferenceIsOwn},
		{"an older snapshot of it", bugFile{path: "quality/archive/BUGS.md", run: "own"}, own, ""},
		{"of a run before, in its folder", bugFile{path: "quality/OLD.md", run: "before"}, own, ""},
		{"of a later run, the measured one having none", bugFile{path: "a/BUGS.md", run: "later"}, nil, ReferenceLater},
	} {
		if got := r.unusable(0, &c.list, c.own); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What became of each bug of the reference list: what is not known of a pair has a reason.
func TestWhatMatched(t *testing.T) {
	s := &table.Set{}
	row := s.Measurements.Add(table.Place{})
	s.Measurements.Found.Set(row, []string{"R0"})
	s.Measurements.Missed.Set(row, []string{"R3"})
	var reference, own []*listedBug
	for i := range 4 {
		reference = append(reference, &listedBug{id: fmt.Sprint("R", i), title: fmt.Sprint("title ", i)})
		own = append(own, &listedBug{id: fmt.Sprint("O", i)})
	}
	out := &report.Recomputed{}
	matched(s, out, row, reference, own, []bugPair{
		{reference: 0, own: 2, key: KeyLines, lineGap: 0, similar: 0}, {reference: 1, own: 1, key: KeyTitle, lineGap: -1, similar: 0.5}, {reference: 2, own: 3, key: KeyLines, lineGap: 7, similar: -1},
	})
	var got []string
	for _, m := range out.Matches {
		apart, similar := "?", "?"
		if m.LinesApart.OK {
			apart = fmt.Sprint(m.LinesApart.Value)
		}
		if m.Similarity.OK {
			similar = fmt.Sprint(m.Similarity.Value)
		}
		got = append(got, strings.Join([]string{m.Bug, m.RunBug, m.Key, apart, similar, m.Logged}, " "))
	}
	for _, m := range out.Unmatched {
		got = append(got, m.Bug+" "+m.Reason+" "+m.Logged)
	}
	for _, k := range out.ByKey {
		got = append(got, fmt.Sprint(k.Key, " ", k.Count))
	}
	want := "R0 O2 file_lines 0 0 found, R1 O1 file_title ? 0.5 , R2 O3 file_lines 7 ? , R3 " + BugNoFile + " missed, file_lines 2, file_title 1"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
	if out.Num != 3 || out.Den != 4 || out.CouldMatch != 1 {
		t.Errorf("%d of %d, %d could match; want 3 of 4 and 1", out.Num, out.Den, out.CouldMatch)
	}
}

// Bugs are paired run by run where there is one run on each side, else by how often each was found.
func TestOneRunASideOrMore(t *testing.T) {
	once, twice := []taken{{found: 4, missed: 2}}, []taken{{found: 3, missed: 3}, {found: 3, missed: 3}}
	for _, c := range []struct {
		name      string
		pre, post []taken
		several   bool
	}{
		{"one each", once, once, false}, {"two after", once, twice, true}, {"two before", twice, once, true}, {"two each", twice, twice, true},
	} {
		b := worked(t, Options{}, cycleOf{benches: []benchOf{{name: "chi", pre: c.pre, post: c.post}}}).Cycles[0].Benchmarks[0]
		if (b.MinAttainableP.Reason == "several_runs") != c.several || b.MinAttainableP.OK == c.several || b.NPairs != 6 {
			t.Errorf("%s: %+v of %d pairs", c.name, b.MinAttainableP, b.NPairs)
		}
	}
}

// The pairs are those of the whole reference list where all runs agree with one of a size; the
// lists name only some of its bugs.
func TestPairsOfAListOfASize(t *testing.T) {
	run := func(found, missed []string) measured {
		m := measured{recall: stat.Recall{Status: stat.RecallAgreeNovel, Used: stat.Known(0.5), ListSize: 10}}
		m.lists = stat.BugLists{Found: found, Missed: missed}
		return m
	}
	for _, c := range []struct {
		name       string
		post       measured
		size       int
		pairs      int64
		lost, more string
	}{
		{"one bug on both sides", run(nil, []string{"B1"}), 10, 10, "B1", ""},
		{"lists that do not agree with a size", run(nil, []string{"B1"}), 0, 1, "B1", ""},
		{"no bug on both sides", run([]string{"B9"}, nil), 10, 0, "", "B1 B9"},
	} {
		b := &compared{pre: side{[]measured{run([]string{"B1"}, nil)}}, post: side{[]measured{c.post}}}
		for _, s := range []*side{&b.pre, &b.post} {
			s.runs[0].recall.ListSize = c.size
		}
		b.pair(b.pre.runs[0], b.post.runs[0])
		if b.row.NPairs != c.pairs || strings.Join(b.row.Lost, " ") != c.lost || strings.Join(b.row.Unpaired, " ") != c.more || b.p.OK != (c.pairs > 0) {
			t.Errorf("%s: %d pairs, lost %v, unpaired %v, p %v", c.name, b.row.NPairs, b.row.Lost, b.row.Unpaired, b.p)
		}
	}
}

// A benchmark that was argued has no grade and is in no average; those behind it have theirs.
func TestArguedBesideMeasured(t *testing.T) {
	argued := benchOf{name: "argued", pre: []taken{{found: 1, missed: 9}}, post: []taken{{found: 9, missed: 1, basis: "projected"}}}
	out := worked(t, Options{}, cycleOf{benches: []benchOf{argued, one("chi", 4, 6, 8, 2), argued, one("up", 2, 8, 4, 6)}}).Cycles[0]
	for _, b := range out.Benchmarks {
		if measured := b.Benchmark != "argued"; (b.Grade == "none") == measured || b.Band.Reason == "" || b.PExact.OK != measured {
			t.Errorf("%s: grade %s, band %v, p %v", b.Benchmark, b.Grade, b.Band, b.PExact)
		}
	}
	if d := out.Macro.Delta; !d.OK || d.Value < 0.299 || d.Value > 0.301 {
		t.Errorf("the mean delta of those measured is %v, want 0.3", d)
	}
}

// A verdict that the numbers support may rest on a recall that its lists contradict, or that puts
// the benchmark into another class.
func TestVerdictsOnDoubtfulRecalls(t *testing.T) {
	for _, c := range []struct {
		name string
		post taken
		want string
	}{
		{"as the lists give it", taken{found: 8, missed: 2}, "supported"},
		{"contradicted, in the same class", taken{found: 8, missed: 2, literal: "0.95"}, "supported_incomplete"},
		{"contradicted, in another class", taken{found: 8, missed: 2, literal: "0.41"}, "supported_incomplete"},
	} {
		b := benchOf{name: "chi", pre: []taken{{found: 4, missed: 6}}, post: []taken{c.post}}
		if got := worked(t, Options{}, cycleOf{verdict: "ship", decision: table.Ship, hours: 1, benches: []benchOf{b}}).Cycles[0].Verdict.Check; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Benchmarks come worst first.
func TestOrderOfBenchmarks(t *testing.T) {
	worst := []report.Benchmark{
		{Class: "regressed"}, {Class: "regressed", AtFloor: true}, {Class: "within_noise", Lost: []string{"B1"}}, {Class: "insufficient"}, {Class: "within_noise"}, {Class: "improved"},
	}
	for i, x := range worst {
		for j, y := range worst {
			if got := byConcern(x, y); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%+v and %+v: %d", x, y, got)
			}
		}
	}
	if concern(report.Benchmark{Class: "improved", Lost: []string{"B1"}}) != concern(worst[2]) {
		t.Error("a benchmark that improved and lost a bug does not stand with those that lost one")
	}
}

// Runs that differ in their setup are told where the last of them was measured.
func TestPlaceOfSetupsThatDiffer(t *testing.T) {
	run := func(side, version string) setupRun {
		return setupRun{cycle: "c", benchmark: "chi", side: side, runner: "lab", version: version, fate: "used", found: 1, missed: 1}
	}
	_, _, links := setupsOf(t, run("pre", "1"), run("pre", "1"), run("post", "2"))
	reported := 0
	for _, f := range links.Findings {
		if f.Code == CodeSetup.Name {
			reported++
			if f.Line == nil || *f.Line != 3 {
				t.Errorf("told of line %v, want 3", f.Line)
			}
		}
	}
	if reported != 1 {
		t.Errorf("told %d times", reported)
	}
}

// What each bug came to in each run. One that both lists of a run name is unknown there, and so is
// one that a run does not name.
func TestResultsOfRuns(t *testing.T) {
	run := func(found, missed, both string) measured {
		return measured{lists: stat.BugLists{Found: strings.Fields(found), Missed: strings.Fields(missed)}, recall: stat.Recall{Overlap: strings.Fields(both)}}
	}
	blank := run("B9", "", "")
	blank.lists.Found = append(blank.lists.Found, "")
	bugs, all := results([]measured{run("B1 B2", "B3", ""), run("B3", "B1 B2", "B2"), blank, run("B1", "B4", "")})
	words := map[stat.Result]string{stat.Unknown: "?", stat.Found: "+", stat.Missed: "-"}
	var got []string
	for _, id := range bugs {
		s := id + " "
		for _, r := range all[id] {
			s += words[r]
		}
		got = append(got, s)
	}
	if want := "B1 +-?+, B2 +???, B3 -+??, B4 ???-, B9 ??+?"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// A delta is counted in whole bugs where both sides have one run and a list of a size, however
// short; else it is that of the recalls.
func TestDeltasInWholeBugs(t *testing.T) {
	run := func(num, size int, used float64) measured {
		return measured{recall: stat.Recall{Used: stat.Known(used), Num: num, ListSize: size}}
	}
	for _, c := range []struct {
		name      string
		pre, post []measured
		want      float64
	}{
		{"lists of ten", []measured{run(4, 10, 0.41)}, []measured{run(8, 10, 0.79)}, 0.4},
		{"lists of one", []measured{run(0, 1, 0.1)}, []measured{run(1, 1, 0.9)}, 1},
		{"lists of two sizes", []measured{run(1, 2, 0.4)}, []measured{run(3, 4, 0.7)}, 0.25},
		{"a list without a size", []measured{run(4, 10, 0.41)}, []measured{run(0, 0, 0.81)}, 0.4},
		{"two runs", []measured{run(4, 10, 0.41), run(4, 10, 0.43)}, []measured{run(8, 10, 0.82)}, 0.4},
	} {
		if got := deltaOf(side{c.pre}, side{c.post}); !got.OK || !(math.Abs(got.Value-c.want) < 1e-9) {
			t.Errorf("%s: %v, want %g", c.name, got, c.want)
		}
	}
}

// The self-test makes some run's finds missed in all of them, if there are as many.
func TestBugsThatAreLost(t *testing.T) {
	for k, want := range map[int]bool{1: true, 3: true, 4: false} {
		runs := []measured{{lists: stat.BugLists{Found: []string{"B1", "B2"}, Missed: []string{"B3", "B4"}}}, {lists: stat.BugLists{Found: []string{"B2", "B3"}, Missed: []string{"B1", "B4"}}}}
		b := &compared{post: side{slices.Clone(runs)}}
		if got := b.lose(rand.New(rand.NewPCG(1, 2)), k); got != want {
			t.Errorf("%d bugs can be lost: %v", k, got)
			continue
		}
		_, all := results(b.post.runs)
		left := 0
		for _, history := range all {
			if slices.Contains(history, stat.Found) {
				left++
			}
		}
		if expected := 3 - k; want && left != expected || !want && left != 3 {
			t.Errorf("with %d lost %d bugs are found", k, left)
		}
	}
}
