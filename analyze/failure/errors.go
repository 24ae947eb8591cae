package failure

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// explainer finds the errors of one run.
type explainer struct {
	*reader
	run *report.Run
	d   *metric.Detail

	attempts []*metric.AttemptDetail // failed ones by step, those of a step in their order
	checks   []*metric.CheckDetail   // failed ones by step and attempt, those of an attempt in their order
}

// newExplainer sorts what failed in a run by step: a report of tests has tens of thousands of steps, and most runs
// that fail have a few.
func newExplainer(by *reader, run *report.Run, d *metric.Detail) explainer {
	e := explainer{reader: by, run: run, d: d}
	for i := range d.Attempts {
		if a := &d.Attempts[i]; failed(a.Result) {
			e.attempts = append(e.attempts, a)
		}
	}
	for i := range d.Checks {
		if c := &d.Checks[i]; c.Verdict == table.CheckFailed {
			e.checks = append(e.checks, c)
		}
	}
	slices.SortStableFunc(e.attempts, func(a, b *metric.AttemptDetail) int { return strings.Compare(a.Step, b.Step) })
	slices.SortStableFunc(e.checks, func(a, b *metric.CheckDetail) int { return byAttempt(a, b.Step, b.Attempt) })
	return e
}

// byAttempt compares a check with others by step, then by attempt; those of no attempt come first.
func byAttempt(c *metric.CheckDetail, step string, attempt report.Whole) int {
	switch {
	case c.Step != step:
		return strings.Compare(c.Step, step)
	case c.Attempt.OK == attempt.OK:
		return cmp.Compare(c.Attempt.Value, attempt.Value)
	case attempt.OK:
		return -1
	}
	return 1
}

// attemptsAt are the failed attempts at a step, in their order.
func (e explainer) attemptsAt(step string) []*metric.AttemptDetail {
	return equalRange(e.attempts, func(a *metric.AttemptDetail) int { return strings.Compare(a.Step, step) })
}

// checksAt are the failed checks of an attempt at a step, or of none, in their order.
func (e explainer) checksAt(step string, attempt report.Whole) []*metric.CheckDetail {
	return equalRange(e.checks, func(c *metric.CheckDetail) int { return byAttempt(c, step, attempt) })
}

// equalRange returns the entries of a sorted list for which compare is 0.
func equalRange[T any](sorted []T, compare func(T) int) []T {
	from := sort.Search(len(sorted), func(i int) bool { return compare(sorted[i]) >= 0 })
	to := sort.Search(len(sorted), func(i int) bool { return compare(sorted[i]) > 0 })
	return sorted[from:to]
}

// failed reports whether the result is one of a thing that ran and did not pass.
func failed(result string) bool {
	return result == string(table.Failed) || result == string(table.Stalled)
}

// failing reports whether a run of this result is a failure.
func failing(result string) bool { return failed(result) || result == string(table.Blocked) }

// ofAttempt are the texts that may tell why one attempt failed.
func (e explainer) ofAttempt(a *metric.AttemptDetail) []source {
	out := []source{{text: a.Error, at: a.Evidence}}
	for _, c := range e.checksAt(a.Step, a.Number) {
		out = append(out, ofCheck(c)...)
	}
	return out
}

// ofCheck are the texts of a failed check: what it printed last, then its reason.
func ofCheck(c *metric.CheckDetail) []source {
	return []source{{text: c.Tail, output: true, at: c.Evidence}, {text: c.Reason, at: c.Evidence}}
}

// step is the error of a step that failed: of its last failed attempt, its checks, its
// own reason, and the run's.
func (e explainer) step(s *metric.StepDetail) errorText {
	var texts []source
	if a := e.lastFailed(s.Step); a != nil {
		texts = e.ofAttempt(a)
	}
	for _, c := range e.checksAt(s.Step, report.Whole{}) {
		texts = append(texts, ofCheck(c)...)
	}
	texts = append(texts, source{text: s.Reason, at: s.Evidence}, source{text: e.d.Reason.Text, at: e.d.Reason.Evidence})
	return e.errorOf(texts...)
}

// lastFailed is the last attempt at a step that failed; nil without one.
func (e explainer) lastFailed(step string) *metric.AttemptDetail {
	all := e.attemptsAt(step)
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// whole is the error of a run that failed without a failed step: of an attempt of the run
// itself, of checks, of what a judge said, and of the run's own reason.
func (e explainer) whole() errorText {
	var texts []source
	if a := e.lastFailed(""); a != nil {
		texts = e.ofAttempt(a)
	}
	for i := range e.d.Checks {
		if c := &e.d.Checks[i]; c.Verdict == table.CheckFailed {
			texts = append(texts, ofCheck(c)...)
		}
	}
	for _, v := range e.d.Verdicts {
		if !v.Superseded {
			texts = append(texts, source{text: v.Reason, at: v.Evidence})
		}
	}
	return e.errorOf(append(texts, source{text: e.d.Reason.Text, at: e.d.Reason.Evidence})...)
}

// failedSteps are the steps that failed by themselves: not those of which a part failed.
// A step that failed in a run that passed is none, since the system went on without it.
func (e explainer) failedSteps() (out []*metric.StepDetail) {
	if table.Result(e.run.Result).Passing() {
		return nil
	}
	parts := map[string]bool{} // steps of which a part failed
	for i := range e.d.Steps {
		if s := &e.d.Steps[i]; failed(s.Result) && s.Parent != "" && s.Parent != s.Step {
			parts[s.Parent] = true
		}
	}
	for i := range e.d.Steps {
		if s := &e.d.Steps[i]; failed(s.Result) && !parts[s.Step] {
			out = append(out, s)
		}
	}
	return out
}

// blocks counts the steps that did not run because of each failed step, by its name. A
// step that does not say what blocks it counts where only one step failed.
func (e explainer) blocks(of []*metric.StepDetail) map[string]int64 {
	out := map[string]int64{}
	for i := range e.d.Steps {
		s := &e.d.Steps[i]
		switch {
		case s.Result != string(table.Blocked):
		case len(s.FailedBy) > 0:
			for _, by := range s.FailedBy {
				out[by]++
			}
		case len(of) == 1:
			out[of[0].Step]++
		}
	}
	return out
}

// Explain writes into the steps of a run why they failed.
func Explain(run *report.Run, d *metric.Detail) {
	e := newExplainer(&reader{}, run, d)
	for i := range d.Steps {
		s := &d.Steps[i]
		switch {
		case failed(s.Result):
			s.Error = e.step(s).text
		case s.Result == string(table.Flaky):
			if a := e.lastFailed(s.Step); a != nil {
				s.Error = e.errorOf(e.ofAttempt(a)...).text
			}
		}
	}
}
