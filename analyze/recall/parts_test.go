package recall

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/recall/recalltest"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// Words lose their commonest endings, as long as enough of the word is left.
func TestStems(t *testing.T) {
	for word, want := range map[string]string{
		"ties": "tie", "cities": "city", "skies": "skie", "passes": "pass", "classes": "class", "asses": "asse", "wishes": "wish", "matches": "match", "aches": "ache", "boxes": "box", "axes": "axe",
		"status": "status", "bias": "bia", "basis": "basis", "gas": "gas", "cats": "cat", "its": "its", "drops": "drop", "dropping": "drop", "dropped": "drop", "falling": "fall", "passing": "pass",
		"buzzing": "buzz", "string": "string", "bring": "bring", "needed": "need", "used": "used", "ignore": "ignor", "type": "type", "cache": "cach", "missing": "miss", "running": "run", "king": "king",
	} {
		if got := stem(word); got != want {
			t.Errorf("%s becomes %s, want %s", word, got, want)
		}
	}
}

// Titles are alike by two words that are half of all, or by three that are two thirds of the shorter.
func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		score float64
		alike bool
	}{
		{"a b", "a b", 1, true}, {"a b", "a b c d", (0.5 + 1) / 2, true}, {"a b", "a b c d e", (0.4 + 1) / 2, false}, {"a", "a", 1, false}, {"a b c", "a b c d e f g", (3.0/7 + 1) / 2, true},
		{"a b c x", "a b c d e f g", (3.0/8 + 0.75) / 2, true}, {"a b c x y", "a b c d e f g", (3.0/9 + 0.6) / 2, false}, {"a b", "c d", 0, false}, {"", "a", 0, false}, {"a", "", 0, false}, {"b", "a b", (0.5 + 1) / 2, false},
	} {
		if score, alike := similarity(strings.Fields(c.a), strings.Fields(c.b)); math.Abs(score-c.score) > 1e-12 || alike != c.alike {
			t.Errorf("%q and %q: %g, %t; want %g, %t", c.a, c.b, score, alike, c.score, c.alike)
		}
	}
}

// Two bugs of which too little is said could be one; with lines and titles on both sides they are not.
func TestCouldBe(t *testing.T) {
	for _, c := range []struct {
		reference, own recalltest.Bug
		want           bool
	}{
		{"B | a.go:1 | Lock leaks", "R | a.go:90 | Stale cache", false}, {"B | a.go | Lock leaks", "R | a.go:90 | Stale cache", true}, {"B | a.go:1 | Lock leaks", "R | a.go | Stale cache", true},
		{"B | a.go:1", "R | a.go:90 | Stale cache", true}, {"B | a.go:1 | Lock leaks", "R | a.go:90", true}, {"B | a.go:1", "R | b.go:90", false}, {"B | | Lock leaks", "R | b.go:90 | Stale cache", true},
		{"B | a.go:1 | Lock leaks", "R | | Stale cache", true}, {"B | a.go:1 | Lock", "R | a.go:90 | Stale", false},
	} {
		b, o := listOf(c.reference), listOf(c.own)
		if got := couldBe(b[0], o[0]); got != c.want {
			t.Errorf("%s and %s: %t", c.reference, c.own, got)
		}
		if got := couldMatch(b, o, nil); got != map[bool]int{true: 1}[c.want] {
			t.Errorf("%s and %s: %d could match", c.reference, c.own, got)
		}
		if got := couldMatch(b, o, map[int]bool{0: true}); got != 0 {
			t.Errorf("%s and %s: %d could match though it is taken", c.reference, c.own, got)
		}
	}
	two, three := listOf("B1 | a.go", "B2 | a.go"), listOf("R1 | a.go", "R2 | a.go", "R3 | a.go")
	if couldMatch(two, three, nil) != 2 || couldMatch(three, two, nil) != 2 || couldMatch(nil, two, nil) != 0 {
		t.Error("a bug could be two others")
	}
}

// What a pair of descriptions comes to: how far apart, how alike, and the score of both.
func TestCompareDescriptions(t *testing.T) {
	for _, c := range []struct {
		a, b    recalltest.Bug
		file    fileMatch
		lineGap int64
		similar float64
		score   float64
	}{
		{"B | a.go:10-20 | Lock leaks", "R | a.go:10-20 | Lock leaks", samePath, 0, 1, 2}, {"B | a.go:10 | Lock leaks", "R | a.go:14 | Stale cache", samePath, 4, 0, 0},
		{"B | a.go:10", "R | a.go:13", samePath, 3, -1, 0.125}, {"B | a.go:10", "R | a.go", samePath, -1, -1, 0}, {"B | a.go | Lock leaks", "R | a.go", samePath, -1, -1, 0},
		{"B | a.go | ", "R | a.go | Lock leaks", samePath, -1, -1, 0}, {"B | a.go:10", "R | b.go:10", otherFile, -1, -1, 0},
	} {
		x, y := listOf(c.a)[0].said[0], listOf(c.b)[0].said[0]
		p := compareDescriptions(x, y, c.file)
		if p.lineGap != c.lineGap || p.similar != c.similar || math.Abs(p.score-c.score) > 1e-12 || p.file != c.file {
			t.Errorf("%s and %s: %+v", c.a, c.b, p)
		}
	}
}

// A bug that both lists of a run name is neither found nor missed, and one named twice counts once.
func TestMentions(t *testing.T) {
	m := measured{lists: stat.BugLists{Found: []string{"A", "B", "A", "", "D"}, Missed: []string{"C", "B", "C", "", "B", "D"}}}
	var got []string
	m.mentions(func(bug string, r stat.Result) { got = append(got, fmt.Sprint(bug, " ", r)) })
	if want := []string{fmt.Sprint("A ", stat.Found), fmt.Sprint("C ", stat.Missed)}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for bug, want := range map[string]stat.Result{"A": stat.Found, "B": stat.Unknown, "C": stat.Missed, "X": stat.Unknown} {
		if got := m.resultOf(bug); got != want {
			t.Errorf("%s: %v, want %v", bug, got, want)
		}
	}
	r := records{}
	r.add("chi", []measured{m, {lists: stat.BugLists{Missed: []string{"A"}}}})
	if f := r[bugOf{"chi", "A"}]; f != (stat.Fraction{Num: 1, Den: 2}) || r[bugOf{"chi", "C"}] != (stat.Fraction{Den: 1}) || r[bugOf{"chi", "B"}].Den != 0 {
		t.Errorf("%v", r)
	}
	b := &compared{name: "chi", pre: side{[]measured{m, {basis: "projected", lists: m.lists}}}}
	if f := r.before(b, "A"); f != (stat.Fraction{Num: 2, Den: 3}) {
		t.Errorf("before: %v", f)
	}
	if f := r.before(b, "C"); f != (stat.Fraction{Den: 2}) {
		t.Errorf("before: %v", f)
	}
}

// The size of a reference list is that on which all runs agree.
func TestListSizes(t *testing.T) {
	of := func(sizes ...int) (s side) {
		for _, n := range sizes {
			s.runs = append(s.runs, measured{recall: stat.Recall{Used: stat.Known(0.5), ListSize: n, Status: stat.RecallAgree}})
		}
		return s
	}
	for _, c := range []struct {
		pre, post side
		each      string
		both      int
	}{
		{of(12), of(12, 12), "12 12", 12}, {of(12), of(12, 13), "12 0", 0}, {of(12), of(12, 0), "12 0", 0}, {of(0, 12), of(12), "0 12", 0}, {of(12), of(), "12 0", 12}, {of(), of(12), "0 12", 12},
		{of(), of(), "0 0", 0}, {of(11), of(12), "11 12", 0},
	} {
		b := &compared{pre: c.pre, post: c.post}
		if got := fmt.Sprint(c.pre.listSize(), " ", c.post.listSize()); got != c.each || b.listSize() != c.both || b.trustedListSize() != c.both {
			t.Errorf("%s and %d, %d trusted; want %s and %d", got, b.listSize(), b.trustedListSize(), c.each, c.both)
		}
	}
	for status, want := range map[stat.RecallStatus]int{stat.RecallAgree: 12, stat.RecallAgreeNovel: 12, stat.RecallAgreeCoarse: 0, stat.RecallContradict: 0} {
		b := &compared{pre: of(12), post: of(12)}
		b.post.runs[0].recall.Status = status
		if got := b.trustedListSize(); got != want {
			t.Errorf("%s: %d, want %d", status, got, want)
		}
	}
}

// The recall that a log states counts where it is a share, else that of the lists.
func TestReportedDelta(t *testing.T) {
	of := func(reported stat.Number) side {
		return side{[]measured{{recall: stat.Recall{Used: stat.Known(0.5), Reported: reported}}}}
	}
	for _, c := range []struct {
		post stat.Number
		want float64
	}{{stat.Known(0.75), 0.25}, {stat.Known(0), -0.5}, {stat.Known(1), 0.5}, {stat.Known(-0.1), 0}, {stat.Known(1.1), 0}, {stat.Missing("no_data"), 0}} {
		b := &compared{pre: of(stat.Known(0.5)), post: of(c.post)}
		if got := b.reportedDelta(); !got.OK || math.Abs(got.Value-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %g", c.post, got, c.want)
		}
	}
}

// The band of a cycle is of the comparison with the most runs on both sides.
func TestUsableRuns(t *testing.T) {
	of := func(pre, post int) *compared {
		runs := func(n int) side {
			return side{slices.Repeat([]measured{{recall: stat.Recall{Used: stat.Known(0.5)}}}, n)}
		}
		return &compared{pre: runs(pre), post: runs(post)}
	}
	for _, c := range []struct {
		benchmarks []*compared
		want       string
	}{
		{nil, "1 1"}, {[]*compared{of(3, 3)}, "3 3"}, {[]*compared{of(9, 0), of(0, 9)}, "1 1"}, {[]*compared{of(2, 1), of(1, 2)}, "2 1"}, {[]*compared{of(1, 2), of(2, 2), of(2, 1)}, "2 2"},
		{[]*compared{of(1, 1), of(4, 1)}, "4 1"}, {[]*compared{of(4, 2), of(3, 3)}, "3 3"},
	} {
		pre, post := (&cycle{benchmarks: c.benchmarks}).usableRuns()
		if got := fmt.Sprint(pre, " ", post); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// A matrix has room for the runs of ten cycles, twenty at most, but for those of the latest.
func TestRoomOfTheMatrix(t *testing.T) {
	for _, c := range []struct{ cycles, runs, want int }{{3, 1, 3}, {10, 2, 10}, {11, 1, 10}, {3, 10, 2}, {3, 7, 2}, {3, 20, 1}, {3, 21, 1}, {1, 50, 1}, {0, 1, 0}, {4, 5, 4}} {
		cycles := daily(c.cycles)
		for _, x := range cycles {
			x.benchmarks = []*compared{{pre: side{make([]measured, c.runs/2)}, post: side{make([]measured, c.runs-c.runs/2)}}}
		}
		if got := matrixCycles(cycles); len(got) != c.want || c.want > 0 && got[c.want-1] != cycles[c.cycles-1] {
			t.Errorf("%d cycles of %d runs: %d", c.cycles, c.runs, len(got))
		}
	}
}

// setupRun is a run with its measurement, linked by its time.
type setupRun struct {
	cycle, benchmark, side string
	runner, model, version string
	fate                   string
	found, missed          int
	gates                  string // verdicts
}

func setupsOf(t *testing.T, runs ...setupRun) (*table.Set, []*metric.Unit, *Links) {
	t.Helper()
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a.jsonl")
	for i, r := range runs {
		at := time.Date(2026, 5, 1, i, 0, 0, 0, time.UTC)
		key := fmt.Sprint("run-", i)
		row := s.Runs.Add(table.Place{Line: int64(i + 1)})
		s.Runs.Key.Set(row, key)
		s.Runs.System.Set(row, "playbook")
		s.Runs.Subject.Set(row, r.benchmark)
		s.Runs.StartedAt.Set(row, at)
		s.Runs.Variant.Set(row, "v")
		s.Runs.Runner.SetText(row, r.runner)
		s.Runs.Model.SetText(row, r.model)
		s.Runs.Version.SetText(row, r.version)
		for _, verdict := range strings.Fields(r.gates) {
			c := s.Checks.Add(table.Place{Line: int64(i + 1)})
			s.Checks.Run.Set(c, key)
			kind, said, _ := strings.Cut(verdict, ":")
			s.Checks.Kind.Set(c, kind)
			s.Checks.Verdict.Set(c, said)
		}
		m := s.Measurements.Add(table.Place{Line: int64(i + 1)})
		s.Measurements.Cycle.Set(m, r.cycle)
		s.Measurements.Benchmark.Set(m, r.benchmark)
		s.Measurements.Side.SetText(m, r.side)
		s.Measurements.Fate.Set(m, r.fate)
		s.Measurements.LeverState.Set(m, "v")
		s.Measurements.StartedAt.Set(m, at)
		s.Measurements.EndedAt.Set(m, at.Add(time.Minute))
		var lists [2][]string
		for n := range r.found + r.missed {
			k := 0
			if n >= r.found {
				k = 1
			}
			lists[k] = append(lists[k], fmt.Sprint("B", n))
		}
		s.Measurements.Found.Set(m, lists[0])
		s.Measurements.Missed.Set(m, lists[1])
	}
	for _, cycle := range []string{"c", "d"} {
		row := s.Cycles.Add(table.Place{})
		s.Cycles.Key.Set(row, cycle)
		s.Cycles.System.Set(row, "playbook")
	}
	units := metric.Units(s, metric.NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)
	return s, units, Link(s, units)
}

// Runs of one benchmark in one cycle are of one runner, model and version; one that does not say is held against none.
func TestSetupsThatDiffer(t *testing.T) {
	run := func(cycle, side, runner, version string) setupRun {
		return setupRun{cycle: cycle, benchmark: "chi", side: side, runner: runner, version: version, fate: "used", found: 1, missed: 1}
	}
	for _, c := range []struct {
		name string
		runs []setupRun
		want string
	}{
		{"one setup", []setupRun{run("c", "pre", "lab", "1"), run("c", "post", "Lab ", "1")}, ""},
		{"two versions", []setupRun{run("c", "pre", "lab", "1"), run("c", "post", "lab", "2")}, "chi: version 1 before, 2 after"},
		{"two runners and versions", []setupRun{run("c", "pre", "lab", "1"), run("c", "pre", "home", "1"), run("c", "post", "lab", "2")}, "chi: runner lab and home before, lab after; version 1 before, 2 after"},
		{"in two cycles", []setupRun{run("c", "pre", "lab", "1"), run("d", "pre", "lab", "2")}, ""},
		{"one does not say", []setupRun{run("c", "pre", "lab", ""), run("c", "post", "lab", "2")}, ""},
		{"one does not say, two differ", []setupRun{run("c", "pre", "lab", ""), run("c", "pre", "lab", "1"), run("c", "post", "lab", "2")}, "chi: version 1 before, 2 after"},
		{"on one side alone", []setupRun{run("c", "post", "lab", "1"), run("c", "post", "lab", "2"), run("c", "post", "lab", "2")}, "chi: version 1 and 2 after"},
	} {
		_, _, links := setupsOf(t, c.runs...)
		var got []string
		for _, f := range links.Findings {
			if f.Code == CodeSetup.Name {
				got = append(got, f.Seen)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Recall and gates beside each runner and model; what was not used, and what is on no side of a lever, is in no number.
func TestSetupsOfRuns(t *testing.T) {
	run := func(benchmark, side, fate string, found int, gates string) setupRun {
		return setupRun{cycle: "c", benchmark: benchmark, side: side, runner: "lab", model: "m", fate: fate, found: found, missed: 4 - found, gates: gates}
	}
	plain := run("chi", "pre", "used", 1, "")
	plain.runner, plain.model = "", "other"
	none := setupRun{cycle: "c", benchmark: "x", side: "pre", runner: "idle", fate: "used"}
	s, units, links := setupsOf(t, run("chi", "pre", "used", 1, "gate:pass gate:fail command:fail gate:skip"), run("Chi", "post", "used", 3, ""), run("gin", "post", "used", 2, "gate:fail"),
		run("gin", "post", "superseded", 4, ""), run("gin", "control", "used", 4, ""), plain, none)
	var got []string
	for _, x := range Setups(s, units, links) {
		got = append(got, fmt.Sprintf("%s %s: %d runs, %d of %d, gates %d of %d, %d benchmarks", x.Kind, x.Name, x.Runs, x.Recall.Num, x.Recall.Den, x.Gates.Num, x.Gates.Den, x.Benchmarks))
	}
	want := []string{"runner lab: 5 runs, 6 of 12, gates 2 of 3, 2 benchmarks", "model m: 5 runs, 6 of 12, gates 2 of 3, 2 benchmarks", "model other: 1 runs, 1 of 4, gates 0 of 0, 1 benchmarks"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A benchmark whose reference list has another size than before, under the same path, is told of.
func TestSizesOfReferenceLists(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		path  string
		want  []string
	}{
		{[]int{12, 12, 12}, "b/BUGS.md", nil}, {[]int{12, 13, 13}, "b/BUGS.md", []string{"13 bugs, 12 bugs as before"}}, {[]int{12, 13, 12}, "b/BUGS.md", []string{"13 bugs, 12 bugs as before", "12 bugs, 13 bugs as before"}},
		{[]int{12, 13}, "", nil}, {[]int{12, 0, 12}, "b/BUGS.md", nil},
	} {
		s := &table.Set{}
		s.Sources.Path.Set(s.Sources.Add(table.Place{}), "a.jsonl")
		var cycles []*cycle
		for _, n := range c.sizes {
			row := s.Measurements.Add(table.Place{})
			s.Measurements.Baseline.SetText(row, c.path)
			cycles = append(cycles, &cycle{benchmarks: []*compared{{name: "chi", pre: side{[]measured{{row: row, recall: stat.Recall{Used: stat.Known(0.5), ListSize: n}}}}}}})
		}
		found := &findings{t: s}
		checkListSizes(s, cycles, found)
		var got []string
		for _, f := range found.all {
			got = append(got, strings.TrimPrefix(f.Seen, "chi: ")+", "+f.Expected)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.sizes, got, c.want)
		}
	}
}

// A cycle tells of the last twenty recalls before it.
func TestRecallsBefore(t *testing.T) {
	var cycles []*cycle
	for i := range 13 {
		cycles = append(cycles, &cycle{out: report.Cycle{Cycle: fmt.Sprint(i)}, benchmarks: []*compared{{name: "chi", row: report.Benchmark{
			RecallPre: report.Recall{Value: report.Known(0.5)}, RecallPost: report.Recall{Value: report.Known(0.5)}}}, {name: "open"}}})
	}
	recallsBefore(cycles)
	for i, c := range cycles {
		row := c.benchmarks[0].row
		if row.HistoryTotal != int64(2*i) || len(row.History) != min(2*i, 20) || i > 0 && row.History[len(row.History)-1].Cycle != fmt.Sprint(i-1) || len(c.benchmarks[1].row.History) != 0 {
			t.Errorf("cycle %d: %d of %d", i, len(row.History), row.HistoryTotal)
		}
	}
	if h := cycles[12].benchmarks[0].row.History; h[0].Cycle != "2" || h[0].Side != "pre" || h[1].Side != "post" {
		t.Errorf("%+v", h[:2])
	}
}

// Bugs of one record share a sentence that names three; three records have one.
func TestLossSentences(t *testing.T) {
	var lost []string
	r := records{}
	for i := range 12 {
		bug := fmt.Sprintf("B%02d", i)
		lost = append(lost, bug)
		r[bugOf{"chi", bug}] = stat.Fraction{Num: 8 + i/4, Den: 8 + i/4}
	}
	b := &compared{name: "chi", row: report.Benchmark{Lost: lost}}
	all, text := lossSentences(b, r)
	if want := " B00, B01, B02 and 1 more were found in all 8 earlier runs. B04, B05, B06 and 1 more were found in all 9 earlier runs. B08, B09, B10 and 1 more were found in all 10 earlier runs."; all != "" || text != want {
		t.Errorf("%q and %q", all, text)
	}
	b.row.Lost = lost[:4]
	if all, text := lossSentences(b, r); all != ", each found in all 8 earlier runs" || text != "" {
		t.Errorf("%q and %q", all, text)
	}
}

// A path of a log is looked for below the folder and each one above it, but not where it is absolute.
func TestListFromAFolder(t *testing.T) {
	top, deep, beside := &bugFile{path: "BUGS.md"}, &bugFile{path: "a/b/BUGS.md"}, &bugFile{path: "a/ref/list.json"}
	l := &bugFilesByPath{at: map[string]*bugFile{top.path: top, deep.path: deep, beside.path: beside, "/x/BUGS.md": top}}
	for _, c := range []struct {
		written, dir string
		want         *bugFile
	}{
		{"BUGS.md", "a/b", deep}, {"BUGS.md", "a/c", top}, {"BUGS.md", "a", top}, {"BUGS.md", ".", top}, {"ref/list.json", "a/b/c", beside}, {" ref\\list.json ", "a", beside}, {"../ref/list.json", "a/b", beside},
		{"ref/list.json", ".", nil}, {"list.json", "a/b", nil}, {"/BUGS.md", "a/b", nil}, {"BUGS.md", "/x/y", top}, {"other.md", "/x", nil},
	} {
		if got := l.fromFolder(c.written, c.dir); got != c.want {
			t.Errorf("%q from %s: %+v", c.written, c.dir, got)
		}
	}
	if n := descriptions([]*listedBug{{said: make([]description, 2)}, {}, {said: make([]description, 3)}}); n != 5 {
		t.Errorf("%d descriptions", n)
	}
}
