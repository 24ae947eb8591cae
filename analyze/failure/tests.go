package failure

import (
	"cmp"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// Tests are the runs of the last run date of each subject with their steps. A run that is
// its only step, as a card, has none.
func (f *Found) Tests() (out report.Tests, err error) {
	var of []int
	var dates metric.RunDates
	for i := range f.input.Runs {
		r := &f.input.Runs[i]
		if f.lastRun[[2]string{r.System, f.input.Stable(r.System, r.Subject)}] == dates.Of(r.StartedAt) {
			of = append(of, i)
		}
	}
	slices.Reverse(of)
	slices.SortStableFunc(of, func(a, b int) int {
		return cmp.Compare(order(f.input.Runs[a].Result), order(f.input.Runs[b].Result))
	})
	n := 0
	for at, i := range of {
		r, err := f.test(i)
		if err != nil {
			return out, err
		}
		if n += max(1, len(r.Steps)); n > report.MaxTests && at > 0 {
			out.Left = int64(len(of) - at)
			break
		}
		out.Runs = append(out.Runs, r)
	}
	return out, nil
}

// order puts runs that failed before others.
func order(result string) int {
	if failing(result) {
		return 0
	}
	return 1
}

func (f *Found) test(i int) (report.TestRun, error) {
	r := &f.input.Runs[i]
	d, err := f.input.Detail(i)
	if err != nil {
		return report.TestRun{}, err
	}
	Explain(r, &d)
	e := newExplainer(&reader{}, r, &d)
	failed := e.failedSteps()
	subject := f.input.Stable(r.System, r.Subject)
	out := report.TestRun{
		Key: r.Key, System: r.System, Subject: r.Subject, Unit: r.Unit, Kind: r.Kind, Result: r.Result, Error: f.errors[i].text,
		Started: r.StartedAt, Duration: r.DurationS, Evidence: d.Reason.Evidence,
	}
	if failing(r.Result) && len(failed) == 0 {
		out.Problem = f.input.Key(r.System, subject, "")
	}
	if len(d.Steps) == 1 && single(f.input.Ends(i, nil)) {
		if len(failed) > 0 {
			out.Problem = f.input.Key(r.System, subject, "")
		}
		out.Failed = e.failedAttempts(&d.Steps[0])
		return out, nil
	}
	own := make(map[*metric.StepDetail]bool, len(failed))
	for _, s := range failed {
		own[s] = true
	}
	for j := range d.Steps {
		s := &d.Steps[j]
		x := report.TestStep{
			Name: s.Step, Title: s.Name, Kind: s.Kind, Result: s.Result, Error: s.Error,
			Duration: s.Duration, Evidence: s.Evidence, Failed: e.failedAttempts(s),
		}
		if own[s] {
			x.Problem = f.input.Key(r.System, subject, s.Stable)
			if a := e.lastFailed(s.Step); a != nil {
				x.Evidence = a.Evidence
			}
		}
		out.Steps = append(out.Steps, x)
	}
	return out, nil
}

// failedAttempts are the failed attempts at a step, but for the one that is why it failed.
func (e explainer) failedAttempts(s *metric.StepDetail) (out []report.TestAttempt) {
	all := e.attemptsAt(s.Step)
	for i, a := range all {
		if i == len(all)-1 && !table.Result(s.Result).Passing() {
			continue
		}
		why := e.errorOf(e.ofAttempt(a)...).text
		out = append(out, report.TestAttempt{Error: why, Duration: a.Duration, Evidence: a.Evidence})
	}
	return out
}
