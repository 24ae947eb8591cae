package cadre

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// meaning is what the exhaustion's code stands for.
func (x *exhausted) meaning(u *record.Unit, t *table.Set) record.Meaning {
	if m, known := exhaustionWords.Of(x.code); known {
		return m
	}
	u.Finding(t, oddReason, x.rec, record.Cut(x.code, 80), "a code of CADRE's or AAMF's list")
	return record.Meaning{Result: table.Failed, Cause: table.CauseOther}
}

// result is how the unit ended: by its terminal exhaustion where that is why it
// stopped, else by its status; flaky where one of its tasks was.
func (w *work) result() table.Result {
	if w.stop != nil && w.outcome == w.stop.code {
		if m, known := exhaustionWords.Of(w.stop.code); known {
			return m.Result
		}
		return table.Failed
	}
	m := w.unit.Meaning(w.t, statusWords, w.status, w.unit.Records[0])
	if m.Result == table.Passed {
		for _, s := range w.tasks.list {
			if w.flaked(s) {
				return table.Flaky
			}
		}
	}
	return m.Result
}

// stepMeaning is how a phase or a task ended. One that its unit left behind was
// skipped, or nothing says how it ended.
func (w *work) stepMeaning(s *step) record.Meaning {
	m := w.unit.Meaning(w.t, stepWords, s.status, s.first)
	if m.Result == table.Open {
		m.Result = table.Unfinished(s.status == "in-progress", final(w.status))
	}
	return m
}

// retriesVisible reports whether a failure that the task recovered from would be seen.
func (w *work) retriesVisible(s *step) bool {
	ok, _ := s.converged()
	return !ok || !w.aamf || w.showsFailures()
}

// flaked reports whether the task was completed after a try that failed. A try of
// which there is no record failed, as far as the files would show it (STATISTICS 1.16).
func (w *work) flaked(s *step) bool {
	ok, _ := s.converged()
	n := s.tries(w.aamf)
	if !ok || n < 2 {
		return false
	}
	recorded := map[int64]bool{}
	for _, a := range w.tries {
		if a.task != s.id {
			continue
		}
		if a.known && !a.ok && a.number < n {
			return true
		}
		recorded[a.number] = true
	}
	for k := int64(1); k < n; k++ {
		if !recorded[k] {
			return w.retriesVisible(s)
		}
	}
	return false
}

// tried reports whether there is a record of any try at the task.
func (w *work) tried(s *step) bool {
	for _, a := range w.tries {
		if a.task == s.id {
			return true
		}
	}
	return false
}

// attemptMeaning is how a try ended.
func (w *work) attemptMeaning(a *try) record.Meaning {
	if a.cut == "open" {
		return record.Meaning{Result: table.Unfinished(true, final(w.status))}
	}
	return w.unit.Meaning(w.t, callWords, a.status, a.rec)
}

// result is how the fleet ended: as its last own event says, else by its items.
func (f *fleet) result(status string, end *record.Record) table.Result {
	m := f.unit.Meaning(f.t, statusWords, status, f.unit.Records[0])
	if m.Result != table.Passed {
		return m.Result
	}
	if end != nil {
		if v := value(end, "success"); v.Given {
			if v.Int == 0 {
				return table.Failed
			}
			return table.Passed
		}
	}
	for _, i := range f.items {
		if item, _ := statusWords.Of(i.Str("status")); item.Result != table.Passed {
			return table.Failed
		}
	}
	return m.Result
}
