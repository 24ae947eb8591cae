package render

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// The first screen gives each failure and change the look of its state: red for what is new or
// worse, yellow for what is known, green for what is over, grey for what nobody can change.
func TestLooksOfTheFirstScreen(t *testing.T) {
	num := report.Known
	for state, want := range map[string]trusted{
		report.FailureNew: "bad", report.FailureBefore: "bad", report.FailureKnownFlaky: "warn", report.FailureInfrastructure: "unknown",
		report.FailureAcknowledged: "unknown", report.FailureEnded: "good", "later": "",
	} {
		d := &report.Data{Failures: []report.Failure{{State: state, Step: "e"}}}
		v := newFirst(d, budget{}, noSection)
		if all := append(v.Failures, v.HandledRows...); len(all) != 1 || all[0].Look != want {
			t.Errorf("a failure that is %s: %+v, want %s", state, all, want)
		}
	}
	for _, c := range []struct {
		state    string
		from, to float64
		want     trusted
	}{
		{report.ChangeNew, 1, 2, "bad"}, {report.ChangeNew, 2, 1, "good"}, {report.ChangeEnded, 1, 2, "good"}, {report.ChangeSuspected, 1, 2, "unknown"},
		{report.ChangeSuspected, 2, 1, "unknown"}, {report.ChangeStanding, 1, 2, "warn"}, {report.ChangeStanding, 2, 1, "warn"}, {"later", 2, 1, "bad"},
	} {
		d := &report.Data{Changes: []report.SeriesChange{{State: c.state, What: "duration", From: num(c.from), To: num(c.to), Text: "First. Second. Third."}}}
		v := newFirst(d, budget{}, noSection)
		all := append(v.Changes, v.StandingRows...)
		if len(all) != 1 || all[0].Look != c.want || all[0].Head != "First." || all[0].Rest != "Second. Third." {
			t.Errorf("a change that is %s: %+v, want %s", c.state, all, c.want)
		}
	}
	unsure := &report.Data{Items: report.Items{Comparisons: []report.ItemComparison{{Scores: []report.ScoreDifference{
		{Text: "S.", Evidence: report.ItemsStrong, Delta: num(1)}}}}}}
	if v := newFirst(unsure, budget{}, noSection); len(v.Changes) != 1 || v.Changes[0].Look != "warn" {
		t.Errorf("a score of which nobody knows whether more is better: %+v", v.Changes)
	}
	for state, want := range map[string]trusted{report.VerdictFailed: "bad", report.VerdictChanged: "warn", report.VerdictPassed: "good", "": "unknown"} {
		if got := newFirst(&report.Data{Verdict: report.Verdict{State: state}}, budget{}, noSection).Look; got != want {
			t.Errorf("the verdict %s: %s, want %s", state, got, want)
		}
	}
}

func noSection(string) trusted { return "" }

// Every row of the first screen leads to its run, its place, its section; the rows are numbered,
// those with one error below the first of them, and the folded ones after the others.
func TestRowsOfTheFirstScreen(t *testing.T) {
	n := int64(7)
	d := &report.Data{
		Verdict: report.Verdict{About: "2026-03-10"},
		Gate: &report.Gate{Rules: []report.GateRule{{Name: "a-rule", Level: "blocking", Status: "fail", Problems: []string{"p"}},
			{Name: "b", Level: "blocking", Status: "fail", Reason: "R"}}},
		Problems:   []report.Problem{{Key: "p", Kind: "drift", Title: "T", Section: "recall", Evidence: []report.Evidence{{File: "some/very/long/folder/of/logs/a.jsonl", Line: &n}}}},
		KeyFigures: []report.KeyFigure{{Title: "F", Section: "recall", Before: report.Known(1), Note: "n = 2", Series: []report.FigurePoint{{Value: report.Known(1)}, {Value: report.Known(2)}}}},
	}
	for i := range 12 {
		f := report.Failure{State: report.FailureNew, Step: fmt.Sprint("s", i), Run: fmt.Sprint("r", i), Error: fmt.Sprint("e", i)}
		if i >= 1 && i <= 3 {
			f.Error, f.Cluster = "same", "same"
		}
		d.Failures = append(d.Failures, f)
	}
	d.Failures[0].Evidence = report.Evidence{File: "b.jsonl"}
	d.Failures = append(d.Failures, report.Failure{State: report.FailureAcknowledged, Step: "h", RateBefore: report.Rate{Value: report.Known(0.5)}})
	for i := range 7 {
		d.Changes = append(d.Changes, report.SeriesChange{State: report.ChangeNew, What: "recall", Step: fmt.Sprint("c", i), Text: "T.",
			Points: []report.FigurePoint{{Value: report.Known(2)}, {Value: report.Known(1)}}})
	}
	room := budget{places: 64, link: func(id report.PageID) trusted { return trusted(string(id.Kind) + ":" + id.Key) }}
	section := func(id string) trusted {
		if id == "recall" {
			return "#recall"
		}
		return ""
	}
	v := newFirst(d, room, section)
	ids := func(list []failureView) (out string) {
		for _, f := range list {
			out += " " + string(f.ID) + "=" + f.Name
			for _, s := range f.Same {
				out += "+" + string(s.ID) + "=" + s.Name
			}
		}
		return strings.ReplaceAll(strings.TrimPrefix(out, " "), "failure-", "")
	}
	if got, want := ids(v.Failures), "1=s0 2=s1+3=s2+4=s3 5=s4 6=s5 7=s6 8=s7"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got, want := ids(v.MoreFailures), "9=s8 10=s9 11=s10 12=s11"; got != want || v.MoreFailing != 4 || v.FailingCount != "12 new" {
		t.Errorf("%s (%d, %s)\nwant %s", got, v.MoreFailing, v.FailingCount, want)
	}
	if len(v.HandledRows) != 1 || v.HandledRows[0].ID != "handled-1" || v.HandledCount != "1 acknowledged" {
		t.Errorf("%+v, %s", v.HandledRows, v.HandledCount)
	}
	if f := v.Failures[0]; f.Link != "run:r0" || f.Place.Short != "b.jsonl" || v.Failures[2].Place.Short != "" {
		t.Errorf("%+v", f)
	}
	if len(v.Changes) != 5 || len(v.MoreChanges) != 2 || v.ChangedCount != "7 new" || v.MoreChanges[1].ID != "change-7" {
		t.Errorf("%d and %d changes, %s", len(v.Changes), len(v.MoreChanges), v.ChangedCount)
	}
	if c := v.Changes[0]; c.Link != "#recall" || c.Path != "M2.0 3.0L98.0 19.0" {
		t.Errorf("%+v", c)
	}
	if r := v.RuleRows; len(r) != 2 || r[0].Link != "#recall" || r[0].Place.Short != "…/folder/of/logs/a.jsonl:7" || r[0].Place.Whole != "some/very/long/folder/of/logs/a.jsonl:7" || r[1].Link != "" || r[1].Place.Short != "" {
		t.Errorf("%+v", r)
	}
	if f := v.Tiles[0]; f.Link != "#recall" || f.Path != "M2.0 19.0L98.0 3.0" || f.Note != "n\u00a0=\u00a02" {
		t.Errorf("%+v", f)
	}
	d.Public = true
	if v := newFirst(d, budget{places: 64}, section); v.Failures[0].NoError != "error texts are left out of this public report" || v.Failures[0].Link != "" {
		t.Errorf("of a public report: %+v", v.Failures[0])
	}
}

// Handled failures and standing changes are counted by what they are.
func TestCountsOfTheFirstScreen(t *testing.T) {
	d := &report.Data{Failures: []report.Failure{{State: report.FailureEnded}, {State: report.FailureAcknowledged}, {State: report.FailureEnded},
		{State: report.FailureKnownFlaky, Step: "e", RateBefore: report.Rate{Value: report.Known(0.23)}}, {State: report.FailureNew}},
		Changes: []report.SeriesChange{{State: report.ChangeStanding}, {State: report.ChangeEnded, What: "recall"}, {State: report.ChangeStanding}, {State: report.ChangeEnded}, {State: report.ChangeNew}}}
	v := newFirst(d, budget{}, noSection)
	if want := "2 passing again, 1 acknowledged, 2 changes (standing), 1 change (lever reverted)"; v.HandledCount != want {
		t.Errorf("%q, want %q", v.HandledCount, want)
	}
	if v.FailingCount != "1 new, 1 known flaky" || v.ChangedCount != "1 new, 1 ended" {
		t.Errorf("%q and %q", v.FailingCount, v.ChangedCount)
	}
	if got := v.Failures[1].Tag; got != "known flaky, 23\u00a0%" {
		t.Errorf("a number is parted from its sign: %q", got)
	}
	d.Changes = nil
	if got := newFirst(d, budget{}, noSection).HandledCount; got != "2 passing again, 1 acknowledged" {
		t.Errorf("%q", got)
	}
}

// Where nothing fails or nothing changed, a sentence says so; not where there is nothing to say.
func TestQuietSentences(t *testing.T) {
	fails, changed, alike := []BriefFailure{{}}, []BriefChange{{}}, []BriefChange{{Text: "A."}}
	for _, c := range []struct {
		brief Brief
		want  string
	}{
		{Brief{}, ""},
		{Brief{About: "d"}, "Nothing is failing. No change was found."},
		{Brief{About: "d", Items: "2 of 3 items failed."}, "2 of 3 items failed. No change was found."},
		{Brief{About: "d", Since: "main"}, "Nothing is failing. No change against main."},
		{Brief{About: "d", State: report.VerdictNothingToCompare}, "Nothing is failing."},
		{Brief{About: "d", Failing: fails}, "Nothing else has changed."},
		{Brief{About: "d", Failing: fails, Since: "main"}, "No change against main."},
		{Brief{About: "d", Rules: []BriefRule{{}}}, "No change was found."},
		{Brief{About: "d", Changed: changed}, "Nothing is failing."},
		{Brief{About: "d", Alike: alike}, "Nothing is failing."},
		{Brief{About: "d", Failing: fails, Changed: changed}, ""},
		{Brief{Flaky: []BriefFlaky{{"passed on retry", "a", ""}}}, "Flaky: a: passed on retry."},
	} {
		if got := quietLine(c.brief); got != c.want {
			t.Errorf("%+v: %q, want %q", c.brief, got, c.want)
		}
	}
}

// Five flaky steps are listed, and a sixth rather than "1 more".
func TestFlakyStepsThatAreListed(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "a: t", 6: "a: t; b: t; c: t; d: t; e: t; f: t", 7: "a: t; b: t; c: t; d: t; e: t and 2 more", 1005: "a: t; b: t; c: t; d: t; e: t and 1,000 more"} {
		var all []BriefFlaky
		for i := range n {
			all = append(all, BriefFlaky{Tag: "t", Name: string(rune('a' + i))})
		}
		if got := listFlaky(all); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
		rows := flakyPart(all).rows
		if n <= 6 && (len(rows) != n || n > 0 && rows[n-1][1] != string(rune('a'+n-1))) || n > 6 && (len(rows) != 6 || rows[5][0] != "More" || rows[5][1] != grouped(int64(n-5))) {
			t.Errorf("%d: %q", n, rows)
		}
	}
	rows := flakyPart([]BriefFlaky{{"passed on retry", "a", "3 of 14 runs (21 %)"}}).rows
	if got := fmt.Sprintf("%q", rows); got != `[["Passed on retry" "a, 3 of 14 runs (21 %)" ""]]` {
		t.Errorf("%s", got)
	}
}

// The rate of a flaky step is that of its own subject, since it last changed where it did.
func TestRateOfAFlakyStep(t *testing.T) {
	rate := func(num, den int64) report.Rate {
		return report.Rate{Num: num, Den: den, Value: report.Known(float64(num) / float64(den))}
	}
	now := rate(2, 4)
	other, own, changed := &report.FlakeNode{Subject: "other", Rate: rate(1, 2)}, &report.FlakeNode{Subject: "shop", Rate: rate(3, 12)},
		&report.FlakeNode{Subject: "shop", Rate: rate(3, 12), RateNow: &now, Changed: "2026-03-09"}
	for _, c := range []struct {
		nodes   []*report.FlakeNode
		subject string
		want    string
	}{
		{nil, "shop", ""}, {[]*report.FlakeNode{other}, "shop", ""}, {[]*report.FlakeNode{other, own}, "shop", "3 of 12 runs (25 %)"},
		{[]*report.FlakeNode{changed}, "shop", "2 of 4 runs (50 %) since 2026-03-09"}, {[]*report.FlakeNode{{Rate: rate(1, 2)}}, "shop", "1 of 2 runs (50 %)"},
		{[]*report.FlakeNode{{Subject: "shop", Rate: rate(1, 1)}}, "shop", ""},
	} {
		if got := flakeRate(c.nodes, c.subject); got != c.want {
			t.Errorf("%+v: %q, want %q", c.nodes, got, c.want)
		}
	}
}
