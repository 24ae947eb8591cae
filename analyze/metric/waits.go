package metric

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
)

// Wait is how much one step keeps runs waiting.
type Wait struct {
	Subject, Step string
	OnPath        report.Rate   // of the subject's runs that have a path
	Share         report.Number // of the run's time, the median
	Seconds       float64
}

// Waits sums up the critical paths: on which steps do runs wait, and how long. The
// paths are inferred, since the logs have no edges.
func Waits(all []report.Run) []Wait {
	type key struct{ subject, step string }
	type waited struct {
		key
		on      int
		share   []float64
		seconds float64
	}
	byKey := map[key]*waited{}
	var order []*waited
	runs := map[string]int{}
	for _, r := range all {
		if len(r.CriticalPath) == 0 {
			continue
		}
		runs[r.Subject]++
		for _, p := range r.CriticalPath {
			k := key{r.Subject, p.Step}
			w := byKey[k]
			if w == nil {
				w = &waited{key: k}
				byKey[k] = w
				order = append(order, w)
			}
			w.on++
			if p.Share.OK && r.DurationS.OK {
				w.share = append(w.share, p.Share.Value)
				w.seconds += p.Share.Value * r.DurationS.Value
			}
		}
	}
	var out []Wait
	for _, w := range order {
		out = append(out, Wait{w.subject, w.step, RateOf(w.on, runs[w.subject]), distributionOf(w.share).P50, w.seconds})
	}
	slices.SortStableFunc(out, func(x, y Wait) int {
		return cmp.Or(cmp.Compare(y.Seconds, x.Seconds), strings.Compare(x.Subject, y.Subject), strings.Compare(x.Step, y.Step))
	})
	return out
}
