package problem

import (
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

func TestFailureSentence(t *testing.T) {
	of := func(change func(*report.Failure)) *report.Failure {
		f := &report.Failure{System: "kahn", Subject: "shop", Step: "bundle-size", Unit: "b71", Runs: 2, Date: "2026-03-10", Since: "2026-03-10",
			Error: "storefront.js is 412 kB, limit 400 kB. ", Result: "failed", State: report.FailureNew}
		change(f)
		return f
	}
	const error = "storefront.js is 412 kB, limit 400 kB"
	for _, c := range []struct {
		change func(*report.Failure)
		want   string
		title  string
	}{
		{func(*report.Failure) {}, "2 runs failed on 2026-03-10: " + error + " (bundle-size, kahn shop).", "bundle-size of shop failed"},
		{func(f *report.Failure) { f.Runs, f.Blocks = 1, 3 }, "1 run failed on 2026-03-10: " + error + " (bundle-size, kahn shop). 3 steps blocked.", ""},
		{func(f *report.Failure) { f.Blocks = 1 }, "2 runs failed on 2026-03-10: " + error + " (bundle-size, kahn shop). 1 step blocked.", ""},
		{func(f *report.Failure) { f.Result, f.Runs = "blocked", 1 }, "1 run was blocked on 2026-03-10: " + error + " (bundle-size, kahn shop).", "bundle-size of shop blocked"},
		{func(f *report.Failure) { f.Result = "blocked" }, "2 runs were blocked on 2026-03-10: " + error + " (bundle-size, kahn shop).", ""},
		{func(f *report.Failure) { f.Result = "stalled" }, "2 runs stalled on 2026-03-10: " + error + " (bundle-size, kahn shop).", "bundle-size of shop stalled"},
		{func(f *report.Failure) { f.Date, f.Error = "", "" }, "2 runs failed (bundle-size, kahn shop). The log gives no reason.", ""},
		{func(f *report.Failure) { f.Step, f.Runs = "", 1 }, "1 run failed on 2026-03-10: " + error + " (b71, kahn shop).", "Runs of shop failed"},
		{func(f *report.Failure) { f.Step, f.Subject, f.Runs = "", "", 1 }, "1 run failed on 2026-03-10: " + error + " (b71, kahn).", "Runs of kahn failed"},
		{func(f *report.Failure) { f.Subject = "" }, "2 runs failed on 2026-03-10: " + error + " (bundle-size, kahn).", "bundle-size of kahn failed"},
		{func(f *report.Failure) { f.Step, f.Runs, f.Unit = "", 1, "shop" }, "1 run failed on 2026-03-10: " + error + " (kahn shop).", ""},
		{func(f *report.Failure) { f.Step, f.Runs, f.Unit = "", 1, "" }, "1 run failed on 2026-03-10: " + error + " (kahn shop).", ""},
		{func(f *report.Failure) { f.Step = "" }, "2 runs failed on 2026-03-10: " + error + " (kahn shop).", ""},
		{func(f *report.Failure) {
			f.State, f.RateBefore = report.FailureKnownFlaky, report.Rate{Num: 5, Den: 40}
		},
			"2 runs failed on 2026-03-10: " + error + " (bundle-size, kahn shop). Known flaky: failed in 5 of 40 runs before.", ""},
		{func(f *report.Failure) { f.State, f.Since = report.FailureBefore, "2026-03-08" },
			"2 runs failed on 2026-03-10: " + error + " (bundle-size, kahn shop). Failing since 2026-03-08.", ""},
		{func(f *report.Failure) { f.State = report.FailureBefore }, "2 runs failed on 2026-03-10: " + error + " (bundle-size, kahn shop). Not new.", ""},
	} {
		f := of(c.change)
		if got := FailureSentence(f); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
		if got := failureTitle(f); c.title != "" && got != c.title {
			t.Errorf("title %q, want %q", got, c.title)
		}
	}
}

func TestFailureProblems(t *testing.T) {
	started := day(10).Add(3 * 3600e9)
	in := input(&report.Data{
		Runs: []report.Run{{Key: "r1", StartedAt: started, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}, {Key: "r2", StartedAt: day(1), RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}},
		Failures: []report.Failure{
			{Run: "r1", System: "kahn", Step: "a", Date: "2026-03-10", Since: "2026-03-09", State: report.FailureNew, Runs: 1},
			{Run: "r2", System: "kahn", Step: "b", Date: "2026-03-10", State: report.FailureBefore, Runs: 1},
			{Run: "gone", System: "kahn", Step: "c", Date: "2026-03-10", State: report.FailureBefore, Runs: 1},
			{Run: "r1", System: "kahn", Step: "d", Date: "2026-03-10", State: report.FailureEnded, Runs: 1},
		},
	})
	var got []report.Problem
	problemFailure.find(in, func(p report.Problem) { got = append(got, p) })
	if len(got) != 3 {
		t.Fatalf("%d problems of three failures", len(got))
	}
	for i, want := range []struct{ since, at string }{{"2026-03-09T00", "2026-03-10T03"}, {"0001-01-01T00", "2026-03-10T00"}, {"0001-01-01T00", "2026-03-10T00"}} {
		if since, at := got[i].Since.Format("2006-01-02T15"), got[i].At.Format("2006-01-02T15"); since != want.since || at != want.at {
			t.Errorf("%s: since %s at %s, want %s and %s", got[i].Title, since, at, want.since, want.at)
		}
	}
	if s := problemFailure.seen(in, []string{"kahn", "shop"}); s != "" {
		t.Errorf("of two names: %q", s)
	}
	if s := problemFailure.seen(in, []string{"kahn", "", "a"}); s != "none of 2 runs failed so" && s != "" {
		t.Errorf("seen: %q", s)
	}
}

func TestFlakeSentence(t *testing.T) {
	node := func(num, den int64, cost report.Number, untimed int64) report.FlakeNode {
		return report.FlakeNode{System: "kahn", Subject: "shop", Node: "e2e", CostS: cost, Untimed: untimed,
			Rate: report.Rate{Num: num, Den: den, Value: report.Known(float64(num) / float64(den)), Lo: report.Known(0.1), Hi: report.Known(0.4)}}
	}
	all := func(cost float64) report.Flakes { return report.Flakes{CostS: report.Known(cost)} }
	known, missing := report.Known, report.Number{}
	for _, c := range []struct {
		n    report.FlakeNode
		f    report.Flakes
		want string
	}{
		{node(4, 20, missing, 0), all(90), "e2e needed a retry in 4 of the 20 times it passed (20 %, 95 % CI 10–40 %)."},
		{report.FlakeNode{System: "cadre", Node: "agent", Collective: true, Rate: rate(1, 1)}, all(90), "An agent of cadre needed a retry the one time it passed."},
		{node(1, 1, missing, 0), all(90), "e2e needed a retry the one time it passed."},
		{node(4, 20, known(60), 0), all(90), "e2e needed a retry in 4 of the 20 times it passed (20 %, 95 % CI 10–40 %), costing 1 min of the 1 min 30 s that flakes cost in all."},
		{node(4, 20, known(60), 2), all(60), "e2e needed a retry in 4 of the 20 times it passed (20 %, 95 % CI 10–40 %), costing at least 1 min."},
		{node(4, 20, known(60), 0), report.Flakes{CostS: report.Number{Value: 90}}, "e2e needed a retry in 4 of the 20 times it passed (20 %, 95 % CI 10–40 %), costing 1 min."},
		{node(4, 20, known(0), 0), all(90), "e2e needed a retry in 4 of the 20 times it passed (20 %, 95 % CI 10–40 %)."},
		{node(4, 20, report.Number{Value: 60}, 0), all(90), "e2e needed a retry in 4 of the 20 times it passed (20 %, 95 % CI 10–40 %)."},
	} {
		if got := FlakeSentence(c.n, c.f); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
	if got := CostOf(node(1, 1, missing, 1)); got != "" {
		t.Errorf("a cost that nobody knows is %q", got)
	}
	for want, n := range map[string]report.FlakeNode{
		"card":              {Node: "card", System: "crabyard", Subject: "app"},
		"a card of app":     {Node: "card", System: "crabyard", Subject: "app", Collective: true},
		"an agent of cadre": {Node: "agent", System: "cadre", Collective: true},
	} {
		if got := StepName(n); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestMerge(t *testing.T) {
	at := func(n int64) []report.Evidence {
		var out []report.Evidence
		for i := range n {
			out = append(out, report.Evidence{File: "f", Line: &i})
		}
		return out
	}
	into := report.Problem{Severity: report.SeverityWarning, Grade: "weak", Text: "One.", Since: day(3), At: day(4), Evidence: at(metric.MaxEvidence - 1)}
	merge(&into, report.Problem{Severity: report.SeverityInfo, Grade: "none", Text: "Two.", Since: day(5), At: day(6), Evidence: at(3)})
	if into.Severity != report.SeverityWarning || into.Grade != "weak" || into.Text != "One. Two." || into.Since != day(3) || into.At != day(6) || len(into.Evidence) != metric.MaxEvidence {
		t.Errorf("merged with what is less urgent: %+v", into)
	}
	merge(&into, report.Problem{Severity: report.SeverityError, Grade: "strong", Text: "One. Two.", Since: day(2), At: day(1), Evidence: at(3)})
	if into.Severity != report.SeverityError || into.Grade != "strong" || into.Text != "One. Two." || into.Since != day(2) || into.At != day(6) || len(into.Evidence) != metric.MaxEvidence {
		t.Errorf("merged with what is more urgent: %+v", into)
	}
	for _, c := range []struct {
		length int // of the second text
		want   bool
	}{{maxProblemText - 10, true}, {maxProblemText - 9, false}} {
		p := report.Problem{Text: strings.Repeat("x", 9)}
		merge(&p, report.Problem{Text: strings.Repeat("y", c.length)})
		if added := len(p.Text) > 9; added != c.want {
			t.Errorf("a text of %d bytes is added: %t", c.length, added)
		}
	}
}

func TestTimes(t *testing.T) {
	none := report.Moment{}
	for _, c := range []struct{ x, y, first, last report.Moment }{
		{day(1), day(2), day(1), day(2)}, {day(2), day(1), day(1), day(2)}, {none, day(1), day(1), day(1)}, {day(1), none, day(1), day(1)}, {none, none, none, none},
	} {
		if got := earliest(c.x, c.y); got != c.first {
			t.Errorf("earliest of %s and %s is %s", c.x, c.y, got)
		}
		if got := latestOf(c.x, c.y); got != c.last {
			t.Errorf("latest of %s and %s is %s", c.x, c.y, got)
		}
	}
}
