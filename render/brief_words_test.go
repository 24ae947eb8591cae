package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"runreport/analyze/report"
)

// Each fact of a failure has its words: what it is called, where it is, and what is known of it.
func TestWordsOfFailures(t *testing.T) {
	rate := report.Rate{Value: report.Known(0.23)}
	for _, c := range []struct {
		name    string
		failure report.Failure
		want    string // tag | name | in | about
	}{
		{"a step of a run", report.Failure{State: report.FailureNew, Step: "e2e", Subject: "shop", System: "kahn"}, "new | e2e | shop, kahn | "},
		{"a run", report.Failure{State: report.FailureNew, Subject: "shop", System: "kahn"}, "new | shop | kahn | "},
		{"a run without a subject", report.Failure{State: report.FailureNew, System: "kahn"}, "new | run 7 | kahn | "},
		{"nothing but a step", report.Failure{State: report.FailureNew, Step: "e2e"}, "new | e2e |  | "},
		{"a step that is called as its subject", report.Failure{State: report.FailureNew, Step: "shop", Subject: "shop"}, "new | shop |  | "},
		{"one run, one blocked", report.Failure{State: report.FailureBefore, Step: "e", Runs: 1, Since: "2026-03-10", Blocks: 1, Owner: "a b"},
			"failing before | e |  | 1 run, since 2026-03-10, blocks 1 step, owner a b"},
		{"two of each", report.Failure{State: report.FailureBefore, Step: "e", Runs: 2, Blocks: 2}, "failing before | e |  | 2 runs, blocks 2 steps"},
		{"passing again", report.Failure{State: report.FailureEnded, Step: "e", Runs: 1, Since: "2026-03-10"}, "passing again | e |  | 1 run"},
		{"flaky of a known rate", report.Failure{State: report.FailureKnownFlaky, Step: "e", RateBefore: rate}, "known flaky, 23 % | e |  | "},
		{"flaky of no known rate", report.Failure{State: report.FailureKnownFlaky, Step: "e"}, "known flaky | e |  | "},
		{"a rate of what is not flaky", report.Failure{State: report.FailureNew, Step: "e", RateBefore: rate}, "new | e |  | "},
	} {
		x := briefFailure(c.failure, "run 7")
		if got := strings.Join([]string{x.Tag, x.Name, x.In, x.About}, " | "); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// Only a failure without an error says so, and not in a public report; those that somebody has
// taken care of stand aside, and the others in the order of their weight.
func TestFailuresByWeight(t *testing.T) {
	states := []string{report.FailureKnownFlaky, report.FailureEnded, "later version", report.FailureInfrastructure,
		report.FailureBefore, report.FailureAcknowledged, report.FailureNew, report.FailureNew}
	var d report.Data
	for i, s := range states {
		d.Failures = append(d.Failures, report.Failure{State: s, Step: string(rune('a' + i))})
	}
	d.Failures[0].Error = "exit 1"
	steps := func(list []BriefFailure) (out string) {
		for _, f := range list {
			out += f.Name
		}
		return out
	}
	b := NewBrief(&d)
	if got := steps(b.Failing) + " " + steps(b.Handled); got != "ghedac bf" {
		t.Errorf("%s: new, before, infrastructure, flaky, others; handled", got)
	}
	for _, f := range append(b.Failing, b.Handled...) {
		if want := map[bool]string{false: "the log has no error text"}[f.Name == "a"]; f.NoError != want {
			t.Errorf("%s: %q, want %q", f.Name, f.NoError, want)
		}
	}
	d.Public = true
	if got := NewBrief(&d).Failing[0].NoError; got != "" {
		t.Errorf("of a public report: %q", got)
	}
}

// What changed is told where it is of use: for seven days if it got worse, among what stands if
// it got better or is handled.
func TestChangesByWeight(t *testing.T) {
	num := report.Known
	change := func(step, what, state, since string, from, to float64) report.SeriesChange {
		return report.SeriesChange{Step: step, What: what, State: state, Since: since, From: num(from), To: num(to), Text: "T"}
	}
	d := &report.Data{Verdict: report.Verdict{About: "2026-03-10"}, Changes: []report.SeriesChange{
		change("suspected", "duration", report.ChangeSuspected, "2026-03-10", 1, 2),
		change("ended", "duration", report.ChangeEnded, "2026-03-10", 1, 2),
		change("seven days", "duration", report.ChangeStanding, "2026-03-03", 1, 2),
		change("eight days", "duration", report.ChangeStanding, "2026-03-02", 1, 2),
		change("better", "duration", report.ChangeStanding, "2026-03-10", 2, 1),
		change("more recall", "recall", report.ChangeStanding, "2026-03-10", 0.5, 0.75),
		change("less recall", "recall", report.ChangeStanding, "2026-03-10", 0.75, 0.5),
		change("no date", "duration", report.ChangeStanding, "", 1, 2),
		change("reverted", "recall", report.ChangeEnded, "2026-03-10", 0.75, 0.5),
		change("new", "duration", report.ChangeNew, "2025-01-01", 1, 2),
	}}
	names := func(list []BriefChange) (out []string) {
		for _, c := range list {
			out = append(out, c.Name)
		}
		return out
	}
	b := NewBrief(d)
	if got, want := names(b.Changed), []string{"new", "seven days", "less recall", "ended", "suspected"}; !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got, want := names(b.Standing), []string{"eight days", "better", "more recall", "no date", "reverted"}; !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if b.Standing[4].Tag != "lever reverted" || b.Changed[3].Tag != "ended" {
		t.Errorf("%q and %q", b.Standing[4].Tag, b.Changed[3].Tag)
	}
	d.Verdict.About = "" // without a date nothing is recent
	if got := names(NewBrief(d).Changed); !slices.Equal(got, []string{"new", "ended", "suspected"}) {
		t.Errorf("without a run date: %q", got)
	}
}

// A change has a name, a direction and a sentence, those of the log or made of its numbers.
func TestWordsOfChanges(t *testing.T) {
	num := report.Known
	for _, c := range []struct {
		name   string
		change report.SeriesChange
		want   BriefChange
	}{
		{"a step that got faster", report.SeriesChange{What: "duration", System: "s", Subject: "u", Step: "t", Since: "2026-03-09", Unit: "s", From: num(4), To: num(2)},
			BriefChange{Name: "t", Text: "t: 4.0 s → 2.0 s since 2026-03-09", Good: true, Section: "durations"}},
		{"a step that got slower", report.SeriesChange{What: "duration", Subject: "u", Since: "2026-03-09", Unit: "s", From: num(2), To: num(4)},
			BriefChange{Name: "u", Text: "u: 2.0 s → 4.0 s since 2026-03-09", Section: "durations"}},
		{"no number before", report.SeriesChange{What: "common_duration", System: "s", Since: "2026-03-09", Unit: "s", To: num(4)},
			BriefChange{Name: "s", Text: "s: n/a → 4.0 s since 2026-03-09", Section: "durations"}},
		{"no number now", report.SeriesChange{What: "gate_failure_rate", System: "s", Since: "2026-03-09", Unit: "ratio", From: num(0.5)},
			BriefChange{Name: "s", Text: "s: 50 % → n/a since 2026-03-09", Section: "gates"}},
		{"no difference", report.SeriesChange{What: "recall", Text: "As told.", Strength: "weak", From: num(1), To: num(1)},
			BriefChange{Text: "As told.", Grade: "weak", Section: "recall"}},
		{"no difference of a duration", report.SeriesChange{What: "flake_rate", Text: "As told.", From: num(1), To: num(1)}, BriefChange{Text: "As told.", Section: "flakes"}},
		{"what is not known", report.SeriesChange{What: "mood", Text: "As told."}, BriefChange{Text: "As told."}},
	} {
		c.want.Since = c.change.Since
		if diff := cmp.Diff(c.want, briefChange(c.change), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	for _, c := range []struct{ text, grade, want string }{
		{"One.", "weak", "One."}, {"One. Two.", "weak", "One. Evidence: weak."}, {"One. Two.", "", "One."},
	} {
		if got := (BriefChange{Text: c.text, Grade: c.grade}).Short(); got != c.want {
			t.Errorf("%q, %s: %q, want %q", c.text, c.grade, got, c.want)
		}
	}
}

// A key figure is a share of a count, recall or a number in its unit, and its change is told in
// the words of its unit, from three runs on.
func TestWordsOfFigures(t *testing.T) {
	num, n, none := report.Known, report.Count, report.Missing("no_data")
	for _, c := range []struct {
		name   string
		figure report.KeyFigure
		want   string // value | share | before | change | note
		none   string // why there is no value before
	}{
		{"a share", report.KeyFigure{Unit: "ratio", Value: num(0.75), Before: num(0.875), Num: n(3000), Den: n(4000), Note: "N"}, "3,000 of 4,000 | 75 % | 88 % | −13 points | N", ""},
		{"a share of one point more", report.KeyFigure{Unit: "ratio", Value: num(0.76), Before: num(0.75), Num: n(76), Den: n(100)}, "76 of 100 | 76 % | 75 % | +1 point | ", ""},
		{"a share without counts", report.KeyFigure{Unit: "ratio", Value: num(0.5), Before: num(0.5)}, "50 % |  | 50 % | unchanged | ", ""},
		{"a share of how many", report.KeyFigure{Unit: "ratio", Value: num(0.5), Num: n(1)}, "50 % |  |  |  | ", ""},
		{"of which", report.KeyFigure{Unit: "ratio", Value: num(0.5), Den: n(2)}, "50 % |  |  |  | ", ""},
		{"of three", report.KeyFigure{Unit: "ratio", Value: num(1), Before: num(0.5), Num: n(3), Den: n(3), Note: "N"}, "3 of 3 | 100 % | 50 % | +50 points | N", ""},
		{"of two", report.KeyFigure{Unit: "ratio", Value: num(1), Before: num(0.5), Num: n(2), Den: n(2), Note: "N"}, "2 of 2 | 100 % | 50 % |  | n = 2", ""},
		{"counts that are no share", report.KeyFigure{Unit: "s", Value: num(90), Num: n(3), Den: n(4)}, "1 min 30 s |  |  |  | ", ""},
		{"a time", report.KeyFigure{Unit: "s", Value: num(130), Before: num(100)}, "2 min 10 s |  | 1 min 40 s | +30 % | ", ""},
		{"about as before", report.KeyFigure{Unit: "s", Value: num(100.4), Before: num(100)}, "1 min 40 s |  | 1 min 40 s | unchanged | ", ""},
		{"one of a hundred more", report.KeyFigure{Unit: "s", Value: num(101), Before: num(100)}, "1 min 41 s |  | 1 min 40 s | +1 % | ", ""},
		{"nothing before", report.KeyFigure{Unit: "s", Value: num(1), Before: num(0)}, "1.0 s |  | 0 s |  | ", ""},
		{"not known before", report.KeyFigure{Unit: "s", Value: num(1), Before: none}, "1.0 s |  |  |  | ", ""},
		{"not known now", report.KeyFigure{Unit: "s", Value: none, Before: num(1)}, "n/a |  |  |  | ", ""},
		{"recall", report.KeyFigure{Value: num(0.75), Before: num(0.71)}, "0.75 |  | 0.71 | +0.04 | ", ""},
		{"recall of one more", report.KeyFigure{Value: num(1), Before: num(0)}, "1.00 |  | 0.00 | +1.00 | ", ""},
		{"recall as before", report.KeyFigure{Value: num(0.75), Before: num(0.754)}, "0.75 |  | 0.75 | unchanged | ", ""},
		{"no recall", report.KeyFigure{Value: none, Before: num(0.754)}, "n/a |  |  |  | ", ""},
		{"tokens are whole", report.KeyFigure{Unit: "tokens", Value: num(1234.5), Before: num(999.4)}, "1235 |  | 999 | +24 % | ", ""},
		{"of new jobs", report.KeyFigure{Unit: "s", Value: num(1), Before: none, Note: "2 jobs are new"}, "1.0 s |  |  |  | ", "2 jobs are new"},
	} {
		x := briefFigure(c.figure)
		if got := strings.Join([]string{x.Value, x.Share, x.Before, x.Change, x.Note}, " | "); got != c.want || x.NoValue != c.none {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
	// A median over unlike jobs says of how many it is; a share of all their runs needs not.
	for want, f := range map[string]report.KeyFigure{
		"Run time p50, 1,200 jobs": {Title: "Run time p50", Unit: "s", JobsTotal: 1200}, "Run time p90": {Title: "Run time p90", Unit: "s", JobsTotal: 1}, "Runs passed": {Title: "Runs passed", Unit: "ratio", JobsTotal: 2},
	} {
		if got := briefFigure(f).Title; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The verdict of a summary that has none, or one of a later version, is that nothing can be compared.
func TestVerdictInOneLine(t *testing.T) {
	for _, c := range []struct {
		verdict report.Verdict
		want    string
	}{
		{report.Verdict{}, "Nothing to compare"},
		{report.Verdict{State: "later"}, "Nothing to compare"},
		{report.Verdict{State: report.VerdictPassed}, "Passed"},
		{report.Verdict{State: report.VerdictChanged, Reasons: []string{"1 slower"}}, "Changed: 1 slower"},
		{report.Verdict{State: report.VerdictFailed, Reasons: []string{"2 new failures", "1 drift"}}, "Failed: 2 new failures, 1 drift"},
	} {
		if got := NewBrief(&report.Data{Verdict: c.verdict}).Line(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.verdict, got, c.want)
		}
	}
}

// The small chart has a corner for each number, from 2 to 98 across, the least at 19 and the
// greatest at 3, and a gap where one is missing.
func TestPathOfASmallChart(t *testing.T) {
	num, none := report.Known, report.Missing("no_data")
	for _, c := range []struct {
		values []report.Number
		want   string
	}{
		{nil, ""}, {[]report.Number{num(1)}, ""}, {[]report.Number{none, num(1), none}, ""},
		{[]report.Number{num(1), num(2)}, "M2.0 19.0L98.0 3.0"},
		{[]report.Number{num(5), num(5)}, "M2.0 11.0L98.0 11.0"},
		{[]report.Number{num(-4), num(0), num(4)}, "M2.0 19.0L50.0 11.0L98.0 3.0"},
		{[]report.Number{num(4), none, num(0), num(2), num(4)}, "M2.0 3.0M50.0 19.0L74.0 11.0L98.0 3.0"},
		{[]report.Number{none, num(4), num(0)}, "M50.0 3.0L98.0 19.0"},
	} {
		points := make([]report.FigurePoint, len(c.values))
		for i, v := range c.values {
			points[i].Value = v
		}
		if got := sparkPath(points); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
	}
}
