package failure

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// clusters are the failed attempts by their normalised text.
type clusters struct {
	by map[string]*cluster
}

type cluster struct {
	count       int64
	steps       []string
	known       map[string]bool
	first, last string
}

func (c *clusters) add(text, step, date string) {
	if text == "" {
		return
	}
	if c.by == nil {
		c.by = map[string]*cluster{}
	}
	x := c.by[text]
	if x == nil {
		x = &cluster{known: map[string]bool{}, first: date}
		c.by[text] = x
	}
	x.count++
	x.last = date
	if !x.known[step] {
		x.known[step] = true
		x.steps = append(x.steps, step)
	}
}

// attempts adds every failed attempt of a run. why is what the failed steps are known by,
// which is the error of their last attempt.
func (c *clusters) attempts(e explainer, date string, why map[string]errorText) {
	last := map[string]*metric.AttemptDetail{}
	for step := range why {
		last[step] = e.lastFailed(step)
	}
	for i := range e.d.Attempts {
		a := &e.d.Attempts[i]
		if !failed(a.Result) {
			continue
		}
		text := why[a.Step]
		if last[a.Step] != a {
			text = e.errorOf(e.ofAttempt(a)...)
		}
		c.add(e.normalise(text.text), nameOf(e.run, a.Step), date)
	}
	for i := range e.d.Steps { // those without a record of an attempt
		s := &e.d.Steps[i]
		if x, failed := why[s.Step]; failed && last[s.Step] == nil {
			c.add(e.normalise(x.text), nameOf(e.run, s.Step), date)
		}
	}
}

// nameOf names a step, or a run as a whole, for people: "shop/e2e".
func nameOf(r *report.Run, step string) string {
	return strings.Trim(cmp.Or(r.Subject, r.System)+"/"+step, "/")
}

// list is the clusters as the report has them: the most frequent first.
func (c *clusters) list() []report.FailureCluster {
	out := make([]report.FailureCluster, 0, len(c.by))
	for text, x := range c.by {
		slices.Sort(x.steps)
		out = append(out, report.FailureCluster{Text: text, Count: x.count, Steps: x.steps, First: x.first, Last: x.last})
	}
	slices.SortFunc(out, func(a, b report.FailureCluster) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(b.Last, a.Last), strings.Compare(a.Text, b.Text))
	})
	return out
}
