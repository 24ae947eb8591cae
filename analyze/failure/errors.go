package failure

import (
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// explainer finds the errors of one run.
type explainer struct {
	*reader
	run *report.Run
	d   *metric.Detail

	attempts map[string][]*metric.AttemptDetail // failed ones by step, in their order; nil: there are few
	checks   map[string][]*metric.CheckDetail   // the same of checks
}

// fewToSearch is how many attempts, or checks, of a run are looked through for those of a step. Most runs
// have fewer that failed, and a report of tests has tens of thousands.
const fewToSearch = 16

// newExplainer indexes what failed in a run by step, where it is much.
func newExplainer(by *reader, run *report.Run, d *metric.Detail) explainer {
	e := explainer{reader: by, run: run, d: d}
	if len(d.Attempts) > fewToSearch {
		e.attempts = map[string][]*metric.AttemptDetail{}
		for i := range d.Attempts {
			if a := &d.Attempts[i]; failed(a.Result) {
				e.attempts[a.Step] = append(e.attempts[a.Step], a)
			}
		}
	}
	if len(d.Checks) > fewToSearch {
		e.checks = map[string][]*metric.CheckDetail{}
		for i := range d.Checks {
			if c := &d.Checks[i]; c.Verdict == table.CheckFailed {
				e.checks[c.Step] = append(e.checks[c.Step], c)
			}
		}
	}
	return e
}

// failuresOf are the failed attempts at a step, in their order.
func (e explainer) failuresOf(step string) []*metric.AttemptDetail {
	if e.attempts != nil {
		return e.attempts[step]
	}
	var out []*metric.AttemptDetail
	for i := range e.d.Attempts {
		if a := &e.d.Attempts[i]; a.Step == step && failed(a.Result) {
			out = append(out, a)
		}
	}
	return out
}

// failedChecks are those of a step, in their order.
func (e explainer) failedChecks(step string) []*metric.CheckDetail {
	if e.checks != nil {
		return e.checks[step]
	}
	var out []*metric.CheckDetail
	for i := range e.d.Checks {
		if c := &e.d.Checks[i]; c.Step == step && c.Verdict == table.CheckFailed {
			out = append(out, c)
		}
	}
	return out
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
	for _, c := range e.failedChecks(a.Step) {
		if c.Attempt == a.Number {
			out = append(out, ofCheck(c)...)
		}
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
	for _, c := range e.failedChecks(s.Step) {
		if !c.Attempt.OK {
			texts = append(texts, ofCheck(c)...)
		}
	}
	texts = append(texts, source{text: s.Reason, at: s.Evidence}, source{text: e.d.Reason.Text, at: e.d.Reason.Evidence})
	return e.errorOf(texts...)
}

// lastFailed is the last attempt at a step that failed; nil without one.
func (e explainer) lastFailed(step string) *metric.AttemptDetail {
	if e.attempts == nil {
		for i := len(e.d.Attempts) - 1; i >= 0; i-- {
			if a := &e.d.Attempts[i]; a.Step == step && failed(a.Result) {
				return a
			}
		}
		return nil
	}
	all := e.attempts[step]
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
