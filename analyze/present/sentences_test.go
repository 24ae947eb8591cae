package present

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
	"runreport/analyze/stat"
)

// A step's times are drawn from three run dates on, and the title has the last of them and the range.
func TestTimesOfAStep(t *testing.T) {
	times := []metric.StepTime{{Night: "2026-03-01", MedianS: 4, N: 2}, {Night: "2026-03-02", MedianS: 9, N: 3}, {Night: "2026-03-03", MedianS: 5, N: 1}}
	if stepTimesChart(times[:2]) != nil {
		t.Error("a chart of two run dates")
	}
	c := stepTimesChart(times)
	if c.Title != "5.0 s on the last run date, 4.0 s to 9.0 s on all" || c.N != "n = 6 attempts that passed" || len(c.X.Categories) != 3 || *c.Y.Min != 0 {
		t.Errorf("%s, %s", c.Title, c.N)
	}
	if p := c.Series[0].Points[1]; p.X != 1 || p.Y != 9 || *p.Value != 9 || p.Label != "2026-03-02: 9.0 s, n = 3" {
		t.Errorf("%+v", p)
	}
	nights := []metric.StepNight{{Night: "a", Flaked: 1, Passed: 3}, {Night: "b", Passed: 2}, {Night: "c", Flaked: 2, Passed: 2}}
	if stepNightChart(nights[:2]) != nil {
		t.Error("a chart of two run dates")
	}
	c = stepNightChart(nights)
	if c.Title != "It flaked in 2 of 3 run dates" || c.N != "n = 7 times that it passed" {
		t.Errorf("%s, %s", c.Title, c.N)
	}
	if again, once := c.Series[0].Points[0], c.Series[1].Points[0]; again.Label != "1 of 3 needed a retry" || once.Label != "2 of 3 passed at once" || once.Y != 2 {
		t.Errorf("%+v, %+v", again, once)
	}
	if rows := nightRates(nights).Rows; len(rows) != 3 || rows[0].Cells[0].Text != "c" || rows[0].Role != report.RoleWarn || rows[1].Role != "" {
		t.Errorf("%+v", rows)
	}
}

// Two steps are tied where their rates come to the same, and neither did not flake or is of another system.
func TestTiedSteps(t *testing.T) {
	node := func(system string, num int64, shrunk float64) report.FlakeNode {
		return report.FlakeNode{System: system, Rate: report.Rate{Num: num, Den: 9}, Shrunk: report.Known(shrunk)}
	}
	for _, c := range []struct {
		nodes []report.FlakeNode
		want  bool
	}{
		{nil, false}, {[]report.FlakeNode{node("a", 1, 0.25)}, false}, {[]report.FlakeNode{node("a", 1, 0.25), node("a", 1, 0.25)}, true}, {[]report.FlakeNode{node("a", 1, 0.25), node("a", 1, 0.25-stat.Eps/2)}, true},
		{[]report.FlakeNode{node("a", 1, 0.25), node("a", 1, 0.2)}, false}, {[]report.FlakeNode{node("a", 1, 0.25), node("b", 1, 0.25)}, false}, {[]report.FlakeNode{node("a", 0, 0.25), node("a", 0, 0.25)}, false},
	} {
		if got := flakiestTied(c.nodes); got != c.want {
			t.Errorf("%+v: %t", c.nodes, got)
		}
	}
}

// What the recall of the bug lists comes to beside the one that the log reports.
func TestRecomputedSentences(t *testing.T) {
	x := func(check string, could, bugs int64) report.RecallRun {
		r := report.Recomputed{CouldMatch: could, Check: check}
		r.Value, r.Rate = report.Known(0.5), report.Rate{Num: 1, Den: 2, Value: report.Known(0.5), Lo: report.Known(0.1), Hi: report.Known(0.9)}
		r.Reference.File, r.Reference.Bugs, r.Own.File, r.Own.Bugs = "ref.json", 2, "own.json", 1
		r.Den = 2
		return report.RecallRun{Reported: report.Known(0.76), Den: report.Count(bugs), Recomputed: &r}
	}
	for _, c := range []struct {
		m    report.RecallRun
		want string
	}{
		{x(recall.RecallAgrees, 0, 2), "; the reported recall of 0.76 agrees."}, {x(recall.RecallExplained, 1, 2), "; the reported recall of 0.76 would fit if 1 bug that too little is said about were matched."},
		{x(recall.RecallDiffers, 0, 2), "; the log reports 0.76."}, {x(recall.RecallDiffers, 2, 2), "; the log reports 0.76, and the 2 bugs that too little is said about do not make up for it."},
		{x("", 0, 2), "; the log reports no recall to compare with."}, {x("", 0, 3), "; the log reports no recall to compare with. The log counts a reference list of 3 bugs."},
	} {
		got := recomputedSentences("before", c.m)
		if len(got) != 2 || !strings.HasPrefix(got[0], "Before: 1 of 2") || !strings.HasSuffix(got[0], " of the reference list's bugs are in the run's list"+c.want) ||
			got[1] != "The reference list is ref.json with 2 bugs, the run's list own.json with 1 bug." {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	line := int64(3)
	for _, c := range []struct {
		title, want string
		line        *int64
	}{{"", "b1", nil}, {"Lost", "b1 “Lost”", nil}, {"", "b1 (line 3)", &line}, {"Lost", "b1 “Lost” (line 3)", &line}} {
		if got := named("b1", c.title, report.Evidence{Line: c.line}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A pick is right or wrong only where it was judged, and a bug is on one line where no other is said.
func TestPicksAndLines(t *testing.T) {
	for _, c := range []struct {
		v    metric.VerdictDetail
		want string
	}{{metric.VerdictDetail{}, ""}, {metric.VerdictDetail{Judged: true, Correct: true}, ""}, {metric.VerdictDetail{Pick: "a", Correct: true}, "a"}, {metric.VerdictDetail{Pick: "a", Judged: true, Correct: true}, "a, rightly"},
		{metric.VerdictDetail{Pick: "a", Judged: true}, "a, wrongly"}} {
		if got := judged(c.v); got != c.want {
			t.Errorf("%+v: %q", c.v, got)
		}
	}
	none := report.Whole{}
	for _, c := range []struct {
		from, to report.Whole
		want     string
	}{{none, none, ""}, {none, report.Count(9), ""}, {report.Count(12), none, "12"}, {report.Count(12), report.Count(12), "12"}, {report.Count(12), report.Count(14), "12 to 14"}} {
		if got := linesOf(metric.ListedBug{From: c.from, To: c.to}); got != c.want {
			t.Errorf("%v to %v: %q", c.from, c.to, got)
		}
	}
}

// What was passed over is counted in files, and in those like logs only where there are some.
func TestPassedOver(t *testing.T) {
	b := passedBlock([]report.PassedOver{{Folder: "a", Files: 2, First: []string{"x", "y"}}, {Folder: "b", Files: 3, Logs: 1}, {Folder: "c", Files: 1, Logs: 1}})
	order := ""
	for _, r := range b.Table.Rows {
		order += r.Cells[0].Text + string(r.Role)
	}
	if b.Title != "Passed over: 6 files, 2 of them like logs" || b.Fold || order != fmt.Sprintf("b%sc%sa", report.RoleWarn, report.RoleWarn) {
		t.Errorf("%s, %s", b.Title, order)
	}
	if b := passedBlock([]report.PassedOver{{Folder: "a", Files: 1}}); b.Title != "Passed over: 1 file" {
		t.Errorf("%s", b.Title)
	}
	for n, fold := range map[int]bool{25: false, 26: true} {
		if b := passedBlock(make([]report.PassedOver, n)); b.Fold != fold {
			t.Errorf("%d rows: folded %t", n, b.Fold)
		}
	}
}

// The first three comparisons are told, each with its first three scores; groups only where nothing was compared.
func TestLeadOfItems(t *testing.T) {
	x := &report.Items{Groups: make([]report.ItemGroup, 4)}
	if s := itemSection(x); len(s.Lead) != 3 {
		t.Errorf("%q", s.Lead)
	}
	if s := itemSection(&report.Items{}); len(s.Lead) != 1 || len(s.Blocks) != 0 {
		t.Errorf("%+v", s)
	}
	for i := range 4 {
		c := report.ItemComparison{Items: int64(i), Text: fmt.Sprint("comparison ", i)}
		for j := range 4 {
			c.Scores = append(c.Scores, report.ScoreDifference{Text: fmt.Sprint("score ", i, ".", j)})
		}
		x.Comparisons = append(x.Comparisons, c)
	}
	x.Comparisons[0].Scores = nil
	want := "comparison 1, score 1.0, score 1.1, score 1.2, comparison 2, score 2.0, score 2.1, score 2.2"
	if s := itemSection(x); strings.Join(s.Lead, ", ") != want {
		t.Errorf("%q, want %s", s.Lead, want)
	}
	x.Comparisons[1].Reversed = true
	if s := itemSection(x); len(s.Lead) != 9 || !strings.HasPrefix(s.Lead[4], "Over all trials together") {
		t.Errorf("%q", s.Lead)
	}
	if a, b := differenceTable(0, report.ItemComparison{}).ID, differenceTable(1, report.ItemComparison{}).ID; a != "scores-1" || b != "scores-2" {
		t.Errorf("%s and %s", a, b)
	}
}

// The share that chance would win is drawn where it is known, and models are not drawn.
func TestChanceOfWinning(t *testing.T) {
	wins := func(name string, chance report.Number) report.Wins {
		return report.Wins{Name: name, Kind: "team", Rate: report.Rate{Num: 1, Den: 2, Value: report.Known(0.5), Lo: report.Known(0.1), Hi: report.Known(0.9)}, Chance: chance}
	}
	model := wins("m", report.Known(0.5))
	model.Kind = "model"
	if winChart(nil, 0) != nil || winChart([]report.Wins{model}, 2) != nil {
		t.Error("a chart of nothing")
	}
	for _, c := range []struct {
		chances []report.Number
		series  int
		note    bool
	}{{[]report.Number{report.Known(0.5), report.Known(0.25)}, 2, false}, {[]report.Number{report.Known(0.5), report.Missing("x")}, 2, true}, {[]report.Number{report.Missing("x"), report.Missing("x")}, 1, true}} {
		all := []report.Wins{model}
		for i, n := range c.chances {
			all = append(all, wins(fmt.Sprint("team-", i), n))
		}
		ch := winChart(all, 2)
		if len(ch.Series) != c.series || strings.HasSuffix(ch.N, "; no chance level where the casts differ") != c.note || len(ch.Series[0].Points) != 2 || *ch.X.Max != 1 {
			t.Errorf("%v: %d series, %s", c.chances, len(ch.Series), ch.N)
		}
	}
}

// Columns that say nothing go, but for the first, and all stay where there is no row.
func TestColumnsThatSayNothing(t *testing.T) {
	columns := []report.Column{left("A"), left("B"), left("C")}
	row := func(cells ...string) (r report.Row) {
		for _, c := range cells {
			r.Cells = append(r.Cells, text(c))
		}
		return r
	}
	for _, c := range []struct {
		rows  []report.Row
		limit int
		want  string
	}{{nil, 9, "ABC 0 of 0"}, {[]report.Row{row("", "", "c")}, 9, "AC 1 of 1 not said"}, {[]report.Row{row("a", "", ""), row("b", "x", "")}, 9, "AB 2 of 2 a"}, {[]report.Row{row("a", "", ""), row("b", "x", "")}, 1, "A 1 of 2 a"}} {
		x := tableOf("t", "", "", columns, c.rows, c.limit)
		got := ""
		for _, c := range x.Columns {
			got += c.Title
		}
		got += fmt.Sprintf(" %d of %d", len(x.Rows), x.Total)
		if len(x.Rows) > 0 {
			got += " " + x.Rows[0].Cells[0].Text
		}
		if got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// Lists of runs follow on each other, and the last has all that are left.
func TestListsOfRuns(t *testing.T) {
	for _, c := range []struct{ i, n, runs, from, to int }{{0, 1, 7, 1, 7}, {0, 2, stretch + 9, 1, stretch}, {1, 2, stretch + 9, stretch + 1, stretch + 9}, {1, 3, 2*stretch + 1, stretch + 1, 2 * stretch}} {
		if from, to := listedRuns(c.i, c.n, c.runs); from != c.from || to != c.to {
			t.Errorf("%+v: %d to %d", c, from, to)
		}
	}
	p := &pages{d: &report.Data{Runs: reporttest.Runs(2*stretch + 1)}}
	for i := range p.d.Runs {
		p.d.Runs[i].StartedAt = second(float64(i))
	}
	for i, want := range []string{"list-001", "list-002", "index"} {
		if ref := p.listRef(i, 3); ref.Key != want || !ref.At.Equal(second(float64(i*stretch))) {
			t.Errorf("%d: %s at %s", i, ref.Key, ref.At)
		}
	}
	if ref := p.listRef(1, 3); ref.Title != fmt.Sprintf("Runs %d to %d", stretch+1, 2*stretch) {
		t.Error(ref.Title)
	}
	if ref := p.listRef(0, 1); ref.Title != "All runs" || ref.Key != "index" {
		t.Error(ref.Title)
	}
}

// A series is drawn with the level before, the level since or its range, and the first thing that was replaced.
func TestChartOfAChange(t *testing.T) {
	points := []report.FigurePoint{{Date: "a", Value: report.Known(4)}, {Date: "b", Value: report.Known(6)}}
	base := report.SeriesChange{What: "duration", Unit: "s", Text: "It is slower. Evidence: strong.", Strength: "strong", Since: "b", From: report.Known(4), To: report.Known(6), Points: points}
	marks := func(c report.SeriesChange) string {
		ch := seriesChart(c)
		if ch == nil {
			return "nothing"
		}
		var all []string
		for _, m := range ch.Marks {
			s := fmt.Sprintf("%s @%g", m.Name, m.At)
			if m.To != nil {
				s += fmt.Sprintf("..%g", *m.To)
			}
			all = append(all, s)
		}
		return strings.Join(all, "; ")
	}
	for _, x := range []struct {
		name string
		turn func(c *report.SeriesChange)
		want string
	}{
		{"plain", func(*report.SeriesChange) {}, "before: 4.0 s @4; since: 6.0 s @6; since b @0.5"},
		{"since the first", func(c *report.SeriesChange) { c.Since = "a" }, "before: 4.0 s @4; since: 6.0 s @6; since a @-0.5"},
		{"since another", func(c *report.SeriesChange) { c.Since = "z" }, "before: 4.0 s @4; since: 6.0 s @6"},
		{"a range", func(c *report.SeriesChange) { c.Lo, c.Hi = report.Known(0.25), report.Known(0.75) }, "before: 4.0 s @4; 95 % CI of the level since @5..7; since b @0.5"},
		{"a range of nothing", func(c *report.SeriesChange) { c.Lo, c.Hi = report.Known(0.25), report.Known(0.25) }, "before: 4.0 s @4; since: 6.0 s @6; since b @0.5"},
		{"half a range", func(c *report.SeriesChange) { c.Hi = report.Known(0.25) }, "before: 4.0 s @4; since: 6.0 s @6; since b @0.5"},
		{"revisions", func(c *report.SeriesChange) {
			c.Revisions = []report.ChangeRevision{{Name: "os", After: "2"}, {Name: "go", Before: "1"}, {Name: "app", Before: "x", After: "y"}, {Name: "db", Before: "1", After: "2"}}
		}, "before: 4.0 s @4; since: 6.0 s @6; since b, app x → y @0.5"},
		{"one point", func(c *report.SeriesChange) { c.Points = points[:1] }, "nothing"}, {"no level before", func(c *report.SeriesChange) { c.From = report.Missing("x") }, "nothing"}, {"no level since", func(c *report.SeriesChange) { c.To = report.Missing("x") }, "nothing"},
	} {
		c := base
		x.turn(&c)
		if got := marks(c); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
	if ch := seriesChart(base); ch.Title != "It is slower" || ch.N != "n = 2 run dates; evidence: strong" {
		t.Errorf("%s, %s", ch.Title, ch.N)
	}
	rate := report.SeriesChange{What: "flake_rate", From: report.Known(0.25), Lo: report.Known(-0.5), Hi: report.Known(0.5)}
	if lo, hi, ok := levelRange(rate); lo != 0 || hi != 0.75 || !ok {
		t.Errorf("%g to %g", lo, hi)
	}
	rate.Lo, rate.Hi = report.Known(0.25), report.Known(2)
	if lo, hi, ok := levelRange(rate); lo != 0.5 || hi != 1 || !ok {
		t.Errorf("%g to %g", lo, hi)
	}
}

// A section tells what was exhausted where something was, and has the table of it.
func TestExhaustedRuns(t *testing.T) {
	v := &View{Data: &report.Data{Runs: reporttest.Runs(1)}}
	if s := stopSection(v); len(s.Lead) != 1 || len(s.Blocks) != 1 {
		t.Errorf("%q, %d blocks", s.Lead, len(s.Blocks))
	}
	v.Data.Stops.Exhausted = report.Rate{Num: 1, Den: 1, Value: report.Known(1)}
	v.Data.Stops.ByReason = make([]report.StopReason, 1)
	if s := stopSection(v); len(s.Lead) != 2 || len(s.Blocks) != 2 {
		t.Errorf("%q, %d blocks", s.Lead, len(s.Blocks))
	}
	if s := stopSection(&View{Data: &report.Data{}}); len(s.Lead) != 1 || s.Lead[0] != "No run was found." || len(s.Blocks) != 0 {
		t.Errorf("%q", s.Lead)
	}
}

// A section says something by a chart, a text or a row, and only then has more than that it is empty.
func TestWhatASectionSays(t *testing.T) {
	row := []report.Row{{}}
	for _, c := range []struct {
		b    report.Block
		want bool
	}{{report.Block{}, false}, {report.Block{Title: "T"}, false}, {report.Block{Table: &report.Table{}}, false}, {report.Block{Table: &report.Table{Rows: row}}, true}, {report.Block{Chart: &report.Chart{}}, true}, {report.Block{Text: []string{"a"}}, true}} {
		if got := says(report.Section{Blocks: []report.Block{{}, c.b}}); got != c.want {
			t.Errorf("%+v: %t", c.b, got)
		}
	}
	path := func(shares ...float64) (out []report.PathStep) {
		for i, s := range shares {
			out = append(out, report.PathStep{Step: string(rune('a' + i)), Share: report.Known(s)})
		}
		return out
	}
	for want, p := range map[string][]report.PathStep{"": nil, "a 90 % → b 10 %": path(0.9, 0.1), "a 90 %, and 1 shorter step": path(0.9, 0.0999), "2 shorter steps": path(0.05, 0.05), "b 50 %, and 2 shorter steps": path(0.01, 0.5, 0.01)} {
		if got := longestOnPath(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A log that calls a cycle clean contradicts itself where it lists a regression all the same.
func TestCleanWithLostBugs(t *testing.T) {
	for _, c := range []struct {
		inLog, recomputed []string
		contradicts       bool
	}{{nil, []string{"b1", "b2"}, false}, {nil, []string{"b1"}, true}, {[]string{"b3"}, []string{"b1", "b2"}, true}} {
		clean := true
		x := report.Cycle{Benchmarks: []report.Benchmark{{Delta: report.Known(0)}}, CrossBenchmark: report.CrossBenchmark{LoggedClean: &clean, Status: "clean_but_bugs_lost_inside_floor",
			Regressions: []string{"b1", "b2"}, OnlyInLog: c.inLog, OnlyRecomputed: c.recomputed}}
		got := crossSentence(&x)
		if len(got) != 1 || strings.Contains(got[0], "which contradicts clean.") != c.contradicts || !strings.Contains(got[0], "Bugs lost within the noise floor: b1 and b2.") {
			t.Errorf("%v, %v: %q", c.inLog, c.recomputed, got)
		}
	}
}
