package present

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/change"
	"runreport/analyze/report"
)

// A figure's section tells three of its changes and counts the others, or says that nothing
// changed, or that too little is known.
func TestChangesOfAFigure(t *testing.T) {
	d := func(n int, tested, untested int64) *report.Data {
		d := &report.Data{ChangeTests: []report.ChangeTest{{What: "duration", Noun: "step", Tested: tested, Untested: untested, Last: "2026-03-10"}}}
		for i := range n {
			d.Changes = append(d.Changes, report.SeriesChange{What: "duration", Step: "s", Text: fmt.Sprint("T", i)}, report.SeriesChange{What: "recall", Step: "s", Text: "other"})
		}
		d.Changes = append(d.Changes, report.SeriesChange{What: "duration", Text: "of a group"})
		return d
	}
	for _, c := range []struct {
		d    *report.Data
		want []string
	}{
		{d(0, 0, 0), nil},
		{d(0, 0, 2), []string{"Too few run dates to tell whether a step is slower: that needs 11."}},
		{d(3, 4, 1), []string{"T0", "T1", "T2"}},
		{d(4, 4, 1), []string{"T0", "T1", "T2", "And 1 more that changed."}},
		{d(6, 4, 1), []string{"T0", "T1", "T2", "And 3 more that changed."}},
	} {
		if got := changeSentences(c.d, change.Duration, "is slower"); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := changeSentences(d(0, 2, 1), change.Duration, "is slower"); len(got) != 1 || !strings.Contains(got[0], "is slower on 2026-03-10") {
		t.Errorf("%q", got)
	}
}

// The section of changes counts them by state, says what was tested, draws eight of them and
// lists the earlier ones that are not among them.
func TestSectionOfChanges(t *testing.T) {
	num := report.Known
	series := func(step, state, what string, from, to float64) report.SeriesChange {
		return report.SeriesChange{What: what, Step: step, State: state, Since: "2026-03-02", Text: "It moved. Evidence: weak.", Strength: "weak", Unit: "s", From: num(from), To: num(to), Lo: num(0.1), Hi: num(0.5),
			Points: []report.FigurePoint{{Date: "2026-03-01", Value: num(from)}, {Date: "2026-03-02", Value: num(to)}}}
	}
	v := &View{Data: &report.Data{Verdict: report.Verdict{About: "2026-03-10"}}}
	v.Data.ChangeTests = []report.ChangeTest{{What: "flake_rate"}, {What: "failure_rate", Untested: 1, Noun: "subject"}, {What: "duration", Tested: 2, Noun: "step", Last: "2026-03-10"},
		{What: "recall", Tested: 1, Noun: "benchmark", Last: "2026-03-09"}}
	same(t, "nothing changed", told(changeSection(v)), []string{"Not tested for a change of failure rate: 1 subject with too few run dates.",
		"Tested for a change of duration: 2 steps.", "Tested for a change of recall: 1 benchmark up to 2026-03-09."})
	v.Data.ChangeTests = nil
	for i, state := range []string{report.ChangeEnded, report.ChangeNew, report.ChangeNew, report.ChangeStanding, report.ChangeSuspected} {
		v.Data.Changes = append(v.Data.Changes, series(fmt.Sprint("s", i), state, "duration", 2, 3))
	}
	v.Data.PastChanges = []report.PastChange{{What: "duration", Step: "s0", Date: "2026-03-02"}, {What: "duration", Step: "s0", Date: "2026-03-01", Size: num(0.3), Back: true, RunBefore: "r"},
		{What: "flake_rate", Step: "s1", Date: "2026-03-02", Size: num(-0.25), RunAfter: "q"}}
	got := told(changeSection(v))
	if want := "5 changes: 2 new, 1 suspected, 1 standing, 1 ended."; got[0] != want {
		t.Errorf("%s", got[0])
	}
	same(t, "rows", got[1:6], []string{
		"good: ended|duration|s0|2026-03-02|2.0 s|3.0 s|+50 %|+10 % to +50 %|weak|–|– It moved. Evidence: weak.",
		"bad: new|duration|s1|2026-03-02|2.0 s|3.0 s|+50 %|+10 % to +50 %|weak|–|– It moved. Evidence: weak.",
		"bad: new|duration|s2|2026-03-02|2.0 s|3.0 s|+50 %|+10 % to +50 %|weak|–|– It moved. Evidence: weak.",
		"bad: standing|duration|s3|2026-03-02|2.0 s|3.0 s|+50 %|+10 % to +50 %|weak|–|– It moved. Evidence: weak.",
		"unknown: suspected|duration|s4|2026-03-02|2.0 s|3.0 s|+50 %|+10 % to +50 %|weak|–|– It moved. Evidence: weak."})
	same(t, "earlier ones", got[len(got)-2:], []string{"neutral: 2026-03-01|duration|s0|+30 %|back at the level before|r|–", "neutral: 2026-03-02|flake rate|s1|−0.25|new level|–|q"})
	v.Data.Changes = slices.Repeat(v.Data.Changes[:1], 12)
	v.Data.Changes[0].Points = nil // it cannot be drawn
	drawn := 0
	for _, b := range changeSection(v).Blocks {
		if b.Chart != nil {
			drawn++
		}
	}
	if drawn != 8 {
		t.Errorf("%d charts", drawn)
	}
	if blocks := changeBlocks(v.Data.Changes); len(blocks) != 12 { // eleven charts and the table
		t.Errorf("%d blocks", len(blocks))
	}
}

// What is worse is red, but less recall is worse, and what is suspected is neither yet. A change
// is told relative to what it was, or in points.
func TestCellsOfChanges(t *testing.T) {
	num, none := report.Known, report.Missing("no_data")
	for _, c := range []struct {
		name   string
		change report.SeriesChange
		want   string // role, size, range
	}{
		{"slower", report.SeriesChange{What: "duration", From: num(2), To: num(3), Lo: num(0.1), Hi: num(0.9)}, "bad +50 % +10 % to +90 %"},
		{"faster", report.SeriesChange{What: "duration", From: num(4), To: num(3), Lo: none, Hi: num(0.9)}, "good −25 % n/a"},
		{"of nothing", report.SeriesChange{What: "duration", From: num(0), To: num(0.5), Lo: num(0.9), Hi: none}, "bad +0.50 +0.90"},
		{"all slower", report.SeriesChange{What: "common_duration", From: num(0), To: num(0.25), Lo: num(0.1), Hi: num(0.4)}, "bad +25 % +0.10 to +0.40"},
		{"more recall", report.SeriesChange{What: "recall", From: num(0.5), To: num(0.75), Lo: num(0.1), Hi: num(0.4)}, "good +0.25 +0.10 to +0.40"},
		{"less recall", report.SeriesChange{What: "recall", From: num(0.75), To: num(0.5), Lo: num(-0.4), Hi: num(-0.1)}, "bad −0.25 −0.40 to −0.10"},
		{"less recall, suspected", report.SeriesChange{What: "recall", State: report.ChangeSuspected, From: num(0.75), To: num(0.5), Lo: num(-0.4), Hi: num(-0.1)}, "unknown −0.25 −0.40 to −0.10"},
		{"less recall, ended", report.SeriesChange{What: "recall", State: report.ChangeEnded, From: num(0.75), To: num(0.5), Lo: num(-0.4), Hi: num(-0.1)}, "good −0.25 −0.40 to −0.10"},
		{"faster, suspected", report.SeriesChange{What: "duration", State: report.ChangeSuspected, From: num(4), To: num(3), Lo: num(-0.4), Hi: num(-0.1)}, "good −25 % −40 % to −10 %"},
	} {
		if got := fmt.Sprint(changeRole(c.change), " ", sizeCell(c.change).Text, " ", rangeCell(c.change).Text); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if c := runCell("k"); c.Text != "k" || c.Page.Key != "k" || runCell("").Text != "–" {
		t.Errorf("%+v", c)
	}
}

// The section of flakes: how many, which one most, what they cost, and which steps never flaked.
func TestSectionOfFlakes(t *testing.T) {
	num := report.Known
	same(t, "none", told(flakeSection(&report.Data{})), []string{"No step that passed was found."})
	d := &report.Data{Flakes: report.Flakes{Overall: rateOf(0, 4), Noun: "card", ByNode: []report.FlakeNode{{Node: "a", System: "kahn", Rate: rateOf(0, 4), Shrunk: num(0)}}}}
	same(t, "none flaked", told(flakeSection(d)), []string{"No card that passed needed a second attempt: 0 of 4, 95 % CI up to 50 %.",
		"- Steps without a retry (folded)", "a|kahn|0 of 4 (0 %)|0–50 %|0 %|n/a|–|–"})
	d.Flakes = report.Flakes{Overall: rateOf(3, 12), CostShare: num(0.25), CostS: num(60), ByNode: []report.FlakeNode{
		{Node: "a", System: "kahn", Subject: "s", Rate: rateOf(2, 4), Shrunk: num(0.4), CostS: num(50), FirstSeen: on26(1), LastSeen: on26(3), New: true},
		{Node: "b", System: "kahn", Subject: "s", Rate: rateOf(1, 4), Shrunk: num(0.2), CostS: num(10)}, {Node: "c", System: "kahn", Subject: "s", Rate: rateOf(0, 4)}},
		BySystem: []report.FlakeSystem{{System: "kahn", Rate: rateOf(3, 12), FirstAttemptPass: rateOf(9, 12), Recovery: rateOf(3, 4)}, {System: "junit", Rate: rateOf(0, 1), FirstAttemptPass: rateOf(1, 1), Recovery: rateOf(1, 1), NotMeasured: 1, NotMeasuredWhy: "erased"},
			{System: "ctrf", Rate: rateOf(0, 1), FirstAttemptPass: rateOf(1, 1), Recovery: rateOf(1, 1), NotMeasured: 2}},
		ByCommand: []report.FlakeNode{{Node: "make", Rate: rateOf(1, 4)}}}
	d.KnownFlaky = []report.KnownFlaky{{Test: "x", Rate: rateOf(1, 4), Failed: 1, Last: "2026-03-01"}, {Test: "y", Rate: rateOf(3, 4), Flaked: 3, Last: "2026-03-02"}}
	got := told(flakeSection(d))
	for i, want := range map[int]string{0: "2 tests are known flaky, first y, in 3 of 4 (75 %, 95 % CI 38–88 %) of its runs.", 1: "3 of 12 (25 %, 95 % CI 13–63 %) steps that passed needed more than one attempt.",
		3: "Flakes cost 1 min of machine time, 25 % of that of all attempts.", 4: "Not measured: 1 step of junit, whose format erases failures that were recovered.", 5: "Not measured: 2 steps of ctrf, of which the log need not show every attempt."} {
		if got[i] != want {
			t.Errorf("%q, want %q", got[i], want)
		}
	}
	if !strings.HasPrefix(got[2], "Flakiest: ") {
		t.Errorf("%q", got[2])
	}
	same(t, "blocks", got[6:], []string{
		"warn: y|3 of 4 (75 %)|38–88 %|–|3|2026-03-02", "warn: x|1 of 4 (25 %)|13–63 %|1|–|2026-03-01",
		"chart: 2 steps flaked; a most; n = 12 steps that passed; bars: 95 % interval",
		"warn: a (new)|s|kahn|2 of 4 (50 %)|25–75 %|40 %|50 s|2026-03-01|2026-03-03", "b|s|kahn|1 of 4 (25 %)|13–63 %|20 %|10 s|–|–",
		"- Steps without a retry (folded)", "c|s|kahn|0 of 4 (0 %)|0–50 %|n/a|n/a|–|–",
		"make|1 of 4 (25 %)|13–63 %",
		"kahn|3 of 12 (25 %)|13–63 %|9 of 12 (75 %)|3 of 4 (75 %)|–", "junit|0 of 1 (0 %)|n/a (n < 3)|1 of 1 (100 %)|1 of 1 (100 %)|1", "ctrf|0 of 1 (0 %)|n/a (n < 3)|1 of 1 (100 %)|1 of 1 (100 %)|2",
	})
	d.Flakes.CostS = num(0)
	d.Flakes.ByNode, d.KnownFlaky = d.Flakes.ByNode[:2], d.KnownFlaky[:1]
	d.Flakes.ByNode[1].Shrunk = num(0.4)
	got = told(flakeSection(d))
	if got[0] != "1 test is known flaky: x, in 1 of 4 (25 %, 95 % CI 13–63 %) of its runs." || !strings.HasPrefix(got[2], "One of those with the highest rate: ") || strings.HasPrefix(got[3], "Flakes cost") {
		t.Errorf("%q", got[:4])
	}
	if s := strings.Join(got, "\n"); strings.Contains(s, "never needed") || !strings.Contains(s, "chart: 2 steps flaked, none of them clearly more than the others;") {
		t.Errorf("%s", s)
	}
}

// The charts of flakes draw fifteen steps and say so, and no step that never flaked.
func TestChartsOfFlakes(t *testing.T) {
	f := report.Flakes{Overall: rateOf(3, 12)}
	if flakeChart(f) != nil {
		t.Error("a chart of nothing")
	}
	for i := range 17 {
		f.ByNode = append(f.ByNode, report.FlakeNode{Node: fmt.Sprint("n", i), Subject: "s", Rate: rateOf(1, 4), Shrunk: report.Known(float64(17-i) / 100)})
	}
	f.ByNode[16].Rate = rateOf(0, 4)
	c := flakeChart(f)
	if c.Title != "16 steps flaked; n0 most" || c.N != "n = 12 steps that passed; bars: 95 % interval; the first 15" || len(c.Y.Categories) != 15 || len(c.Series) != 2 || len(c.Series[1].Points) != 15 || c.Series[1].Points[14].Y != 14 {
		t.Errorf("%+v", c)
	}
	f.ByNode = f.ByNode[:15]
	f.ByNode[1].Subject, f.ByNode[2].Shrunk = "t", report.Missing("no_data")
	if c := flakeChart(f); c.N != "n = 12 steps that passed; bars: 95 % interval" || c.Y.Categories[0] != "s: n0" || len(c.Series[1].Points) != 14 {
		t.Errorf("%+v", c)
	}
	f.ByNode = f.ByNode[:1]
	if c := flakeChart(f); c.Title != "n0 is the only step that flaked" || c.Marks[0].At != 0.25 {
		t.Errorf("%+v", c)
	}

	night := func(day int, system string, num, den int64) report.FlakeNight {
		return report.FlakeNight{Night: fmt.Sprintf("2026-03-%02d", day), System: system, Rate: rateOf(num, den), Runs: rateOf(num, den)}
	}
	f.ByNight = []report.FlakeNight{night(1, "a", 1, 4), night(1, "b", 1, 4)}
	if nightChart(f) != nil {
		t.Error("a chart of one date")
	}
	f.ByNight = append(f.ByNight, night(2, "a", 2, 4), night(2, "b", 0, 2))
	c = nightChart(f)
	if c.Title != "Highest on 2026-03-02: 2 of 4 steps of a needed a retry" || c.N != "n = 2 run dates; band: 95 % interval" || len(c.Series) != 2 || c.Series[0].Name != "a" {
		t.Errorf("%+v", c)
	}
	if p := c.Series[1].Points; p[0].X != 0 || p[1].X != 1 || p[0].Lo == nil || p[1].Lo != nil || *p[1].Value != 0 || p[1].Y != 0 {
		t.Errorf("%+v", p)
	}
	f.ByNight = []report.FlakeNight{night(1, "a", 0, 4), night(2, "a", 0, 4)}
	if c := nightChart(f); c.Title != "No step needed a retry on any run date" || c.Series[0].Name != "Flake rate of steps" {
		t.Errorf("%+v", c)
	}
	f.ByNight[0].Rate = rateOf(1, 4)
	if c := nightChart(f); c.Title != "Highest on 2026-03-01: 1 of 4 steps needed a retry" {
		t.Errorf("%s", c.Title)
	}
	f.ByNight = nil
	for i := range maxNights + 1 {
		f.ByNight = append(f.ByNight, report.FlakeNight{Night: fmt.Sprintf("d%03d", i), System: "a", Rate: rateOf(0, 4)})
	}
	if c := nightChart(f); c.Title != fmt.Sprintf("No step needed a retry on the latest %d run dates", maxNights) || c.N != fmt.Sprintf("n = the latest %d run dates of %d; band: 95 %% interval", maxNights, maxNights+1) {
		t.Errorf("%s, %s", c.Title, c.N)
	}
	f.ByNight[maxNights].Rate = rateOf(1, 4)
	f.ByNight[0].Rate = rateOf(3, 4) // of a date that is not drawn
	if c := nightChart(f); c.Title != fmt.Sprintf("Highest of the latest %d run dates on d%03d: 1 of 4 steps needed a retry", maxNights, maxNights) {
		t.Errorf("%s", c.Title)
	}
}
