package present

import (
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// Trials of an item are repetitions: none waits for another, none retries it, and one that passes
// after one that failed is no flake.
func TestTimelineOfTrials(t *testing.T) {
	at := func(s int) time.Time { return time.Date(2026, 5, 1, 2, 0, s, 0, time.UTC) }
	trial := func(n int64, from int, passed bool) metric.AttemptDetail {
		return metric.AttemptDetail{Step: "s-1", Number: report.Count(n), Started: at(from), Ended: at(from + 3), Ending: metric.Ending{Decided: true, Converged: passed}}
	}
	r := &report.Run{Key: "k", Unit: "e", StartedAt: at(0), EndedAt: at(60), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Kind: "eval"}, RunEnd: &report.RunEnd{}}
	for _, c := range []struct {
		item         bool
		title, n     string
		noun, second string
		waits        int
	}{
		{true, "eval e: s-1 did not pass", "n = 1 step, 2 trials", "trial", "trial 2", 0},
		{false, "eval e: s-1 needed a retry", "n = 1 step, 2 attempts", "attempt", "attempt 2", 1},
	} {
		d := &metric.Detail{Steps: []metric.StepDetail{{Step: "s-1", Kind: "sample", Item: c.item}}, Attempts: []metric.AttemptDetail{trial(1, 1, false), trial(2, 10, true)}}
		chart := timeline(r, d, time.Hour)
		waits, seconds := 0, false
		for _, s := range chart.Series {
			for _, p := range s.Points {
				if strings.HasPrefix(p.Label, "wait") {
					waits++
				}
				seconds = seconds || strings.HasPrefix(p.Label, c.second)
			}
		}
		if chart.Title != c.title || chart.N != c.n || d.AttemptNoun() != c.noun || !seconds || waits != c.waits {
			t.Errorf("item %t: %q, %q, %s, %d waits", c.item, chart.Title, chart.N, d.AttemptNoun(), waits)
		}
	}
	if got := (&metric.Detail{}).AttemptNoun(); got != "attempt" {
		t.Errorf("without attempts: %s", got)
	}
}
