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

	attempts  map[string][]*metric.AttemptDetail   // failed ones by step, in their order
	checks    map[string][]*metric.CheckDetail     // failed ones by step
	byAttempt map[attemptKey][]*metric.CheckDetail // the same by step and attempt
}

// attemptKey is one attempt at a step.
type attemptKey struct {
	step   string
	number report.Whole
}

// newExplainer indexes what failed in a run by step: a report of tests has tens of thousands
// of steps.
func newExplainer(by *reader, run *report.Run, d *metric.Detail) explainer {
	e := explainer{reader: by, run: run, d: d, attempts: map[string][]*metric.AttemptDetail{}, checks: map[string][]*metric.CheckDetail{},
		byAttempt: map[attemptKey][]*metric.CheckDetail{}}
	for i := range d.Attempts {
		if a := &d.Attempts[i]; failed(a.Result) {
			e.attempts[a.Step] = append(e.attempts[a.Step], a)
		}
	}
	for i := range d.Checks {
		if c := &d.Checks[i]; c.Verdict == table.CheckFailed {
			key := attemptKey{c.Step, c.Attempt}
			e.checks[c.Step], e.byAttempt[key] = append(e.checks[c.Step], c), append(e.byAttempt[key], c)
		}
	}
	return e
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
	for _, c := range e.byAttempt[attemptKey{a.Step, a.Number}] {
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
	for _, c := range e.checks[s.Step] {
		if !c.Attempt.OK {
			texts = append(texts, ofCheck(c)...)
		}
	}
	texts = append(texts, source{text: s.Reason, at: s.Evidence}, source{text: e.d.Reason.Text, at: e.d.Reason.Evidence})
	return e.errorOf(texts...)
}

// lastFailed is the last attempt at a step that failed; nil without one.
func (e explainer) lastFailed(step string) *metric.AttemptDetail {
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
