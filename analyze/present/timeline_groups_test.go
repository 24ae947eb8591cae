package present

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// A group of tests, such as a package or a suite, has a time at which it began and says how long it
// took, or has neither end nor result of its own: that it is not known to have ended must not be said.
func TestTimelineOfGroups(t *testing.T) {
	at := time.Date(2026, 5, 2, 2, 0, 0, 0, time.UTC)
	group := func(logged report.Number) metric.StepDetail {
		return metric.StepDetail{Step: "shop", Name: "shop", Kind: "group", Started: at, Logged: logged}
	}
	test := metric.StepDetail{Step: "shop › pays", Parent: "shop", Kind: "test", Started: at, Ended: at.Add(2 * time.Second), Decided: true, Converged: true}
	open := metric.StepDetail{Step: "shop › pays", Parent: "shop", Kind: "test", Started: at}
	ended := report.Run{Unit: "1", EndedAt: at.Add(3 * time.Second), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Kind: "run"}, RunEnd: &report.RunEnd{}}
	for _, c := range []struct {
		name  string
		run   report.Run
		steps []metric.StepDetail
		want  []string
		title string
	}{
		{"how long it took is logged", ended, []metric.StepDetail{group(report.Known(3)), test}, []string{"shop ended 3s", "shop › pays passed 2s"}, "longest step shop, 3.0 s"},
		{"it is not", ended, []metric.StepDetail{group(report.Number{}), test}, []string{"shop › pays passed 2s"}, "no step failed"},
		{"no test of it", ended, []metric.StepDetail{group(report.Number{})}, []string{"shop open"}, "no end of shop is logged"},
		{"the run goes on", report.Run{Unit: "1", RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Kind: "run"}, RunEnd: &report.RunEnd{}}, []metric.StepDetail{group(report.Number{}), open}, []string{"shop open", "shop › pays open"}, "the log ends while shop and shop › pays were running"},
	} {
		all := lanes(&c.run, &metric.Detail{Steps: c.steps})
		var got []string
		for _, l := range all {
			for _, b := range l.bars {
				line := fmt.Sprint(l.title, " ", spanKinds[b.as].name)
				if !b.to.IsZero() {
					line += " " + b.to.Sub(b.from).String()
				}
				got = append(got, line)
			}
		}
		if title := timelineTitle(all, &c.run); !slices.Equal(got, c.want) || title != c.title {
			t.Errorf("%s: %q, %q; want %q, %q", c.name, got, title, c.want, c.title)
		}
	}
}
