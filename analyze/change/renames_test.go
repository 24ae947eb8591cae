package change

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// A step that is gone may be the one that is new in its place, where both are told apart from all
// others and nothing shows that they are two.
func TestRenames(t *testing.T) {
	// history is a step: its seconds and a letter a run from the first of March on, one a date. p is a
	// pass, f a failure, which has no duration, and a space a run without it.
	type history struct {
		step    string
		seconds float64
		runs    string
	}
	const was, now = "cart › total", "cart › sum"
	other := history{"cart › other", 9, "pppppp"}
	for _, c := range []struct {
		name  string
		steps []history
		want  string
	}{
		{"renamed on the last date", []history{{was, 2, "ppppp "}, {now, 2.2, "     p"}, other}, "cart › total → cart › sum since 06, test"},
		{"two dates before", []history{{was, 2, "ppp   "}, {now, 2, "   ppp"}, other}, "cart › total → cart › sum since 04, test"},
		{"long ago", []history{{was, 2, "ppp    "}, {now, 2, "   pppp"}, {"cart › other", 9, "ppppppp"}}, ""},
		{"it takes longer", []history{{was, 2, "ppppp "}, {now, 2.6, "     p"}, other}, ""},
		{"it takes a quarter longer", []history{{was, 2, "ppppp "}, {now, 2.5, "     p"}, other},
			"cart › total → cart › sum since 06, test"},
		{"three at once", []history{{was, 1, "ppppp "}, {"a › 1", 2, "ppppp "}, {"b › 1", 3, "ppppp "}, {now, 1,
			"     p"}, {"a › 2", 2, "     p"}, {"b › 2", 3, "     p"}},
			"cart › total → cart › sum since 06, test; a › 1 → a › 2 since 06, test; b › 1 → b › 2 since 06, test"},
		{"both take next to nothing", []history{{was, 0.001, "ppppp "}, {now, 0.04, "     p"}, other}, "cart › total → cart › sum since 06, test"},
		{"in another place", []history{{was, 2, "ppppp "}, {"till › sum", 2, "     p"}, other}, ""},
		{"without a place", []history{{"total", 2, "ppppp "}, {"sum", 2, "     p"}}, "total → sum since 06, test"},
		{"gone a date before", []history{{was, 2, "pppp  "}, {now, 2, "     p"}, other}, ""},
		{"it failed, and is not gone", []history{{was, 2, "pppppf"}, {now, 2, "     p"}, other}, ""},
		{"it failed, and is not new", []history{{was, 2, "ppppp "}, {now, 2, "  f  p"}, other}, ""},
		{"two that may be it", []history{{was, 2, "ppppp "}, {now, 2, "     p"}, {"cart › mean", 2, "     p"}, other}, ""},
		{"two that it may have been", []history{{was, 2, "ppppp "}, {"cart › mean", 2, "ppppp "}, {now, 2, "     p"}, other}, ""},
		{"two of different lengths", []history{{was, 2, "ppppp "}, {"cart › mean", 20, "ppppp "}, {now, 2, "     p"}, {"cart › median", 21, "     p"}, other},
			"cart › total → cart › sum since 06, test; cart › mean → cart › median since 06, test"},
		{"many", []history{{was, 2, "ppppp "}, {now, 2, "     p"}, {"b › 1", 1, "     p"}, {"c › 1", 1, "     p"}, {"d › 1", 1, "     p"}, other}, ""},
		{"too few durations", []history{{was, 2, "   pp "}, {now, 2, "     p"}, other}, ""},
		{"too few dates", []history{{was, 2, "pp "}, {now, 2, "  p"}}, ""},
	} {
		started := func(run int32) time.Time { return time.Date(2026, 3, 1+int(run), 2, 0, 0, 0, time.UTC) }
		var runs []report.Run
		for i := range c.steps[0].runs {
			runs = append(runs, report.Run{System: "junit", StartedAt: started(int32(i)), RunSetup: &report.RunSetup{Subject: fmt.Sprintf("night-%d/shop", i)}, RunEnd: &report.RunEnd{}})
		}
		var times []*Times
		for _, s := range c.steps {
			for i, r := range s.runs {
				if r == 'p' {
					times = append(times, &Times{key: metric.Step("junit", runs[i].Subject, s.step), values: []float64{s.seconds}, runs: []int32{int32(i)}, started: started})
				}
			}
		}
		ends := func(run int, to []metric.StepEnd) []metric.StepEnd {
			for _, s := range c.steps {
				if s.runs[run] != ' ' {
					to = append(to, metric.StepEnd{Stable: s.step, Kind: table.KindTest})
				}
			}
			return to
		}
		var got []string
		for _, r := range Renames(times, runs, func(_, subject string) string { return subject[strings.Index(subject, "/")+1:] }, ends) {
			got = append(got, fmt.Sprintf("%s → %s since %s, %s", r.From, r.To, r.Date[8:], r.Noun))
			if r.System != "junit" || r.Subject != "shop" {
				t.Errorf("%s: of %s %s", c.name, r.System, r.Subject)
			}
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// A run without a date may have either.
	runs := []report.Run{{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}}
	if r := (&Rename{}); r.holds(runs, []int{0}, func(_ int, to []metric.StepEnd) []metric.StepEnd { return to }) {
		t.Error("a run without a date shows nothing")
	}
}

func TestSentenceOfARename(t *testing.T) {
	want := []string{`1 test is gone and 1 is new since 2026-03-30, in the same place and as long. If it was renamed, an alias keeps its history, in runreport.yaml under aliases, steps: "cart › total": "cart › sum".`}
	if got := []string{(&Rename{From: "cart › total", To: "cart › sum", Noun: "test", Date: "2026-03-30"}).Sentence()}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
