package failure

import (
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// failedVerdict is the verdict of a check that failed.
const failedVerdict = "fail"

// explainer finds the errors of one run.
type explainer struct {
	run *report.Run
	d   *metric.Detail
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
	return append(out, e.ofChecks(func(c *metric.CheckDetail) bool { return c.Step == a.Step && c.Attempt == a.Number })...)
}

// ofChecks are the texts of failed checks: what each printed last, then its reason.
func (e explainer) ofChecks(fits func(*metric.CheckDetail) bool) (out []source) {
	for i := range e.d.Checks {
		if c := &e.d.Checks[i]; c.Verdict == failedVerdict && fits(c) {
			out = append(out, source{text: c.Tail, output: true, at: c.Evidence}, source{text: c.Reason, at: c.Evidence})
		}
	}
	return out
}

// step is the error of a step that failed: of its last failed attempt, its checks, its
// own reason, and the run's.
func (e explainer) step(s *metric.StepDetail) told {
	var texts []source
	if a := e.lastFailed(s.Step); a != nil {
		texts = e.ofAttempt(a)
	}
	texts = append(texts, e.ofChecks(func(c *metric.CheckDetail) bool { return c.Step == s.Step && !c.Attempt.OK })...)
	texts = append(texts, source{text: s.Reason, at: s.Evidence}, source{text: e.run.Reason, at: e.run.ReasonEvidence})
	return telling(texts...)
}

// lastFailed is the last attempt at a step that failed; nil without one.
func (e explainer) lastFailed(step string) *metric.AttemptDetail {
	for i := range slices.Backward(e.d.Attempts) {
		if a := &e.d.Attempts[i]; a.Step == step && failed(a.Result) {
			return a
		}
	}
	return nil
}

// whole is the error of a run that failed without a failed step: of an attempt of the run
// itself, of checks, of what a judge said, and of the run's own reason.
func (e explainer) whole() told {
	var texts []source
	if a := e.lastFailed(""); a != nil {
		texts = e.ofAttempt(a)
	}
	texts = append(texts, e.ofChecks(func(*metric.CheckDetail) bool { return true })...)
	for _, v := range e.d.Verdicts {
		if !v.Superseded {
			texts = append(texts, source{text: v.Reason, at: v.Evidence})
		}
	}
	return telling(append(texts, source{text: e.run.Reason, at: e.run.ReasonEvidence})...)
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
	e := explainer{run, d}
	for i := range d.Steps {
		s := &d.Steps[i]
		switch {
		case failed(s.Result):
			s.Error = e.step(s).text
		case s.Result == string(table.Flaky):
			if a := e.lastFailed(s.Step); a != nil {
				s.Error = telling(e.ofAttempt(a)...).text
			}
		}
	}
}
