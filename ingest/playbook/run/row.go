package run

import (
	"cmp"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// runRow writes the row of the run. What its log does not say is taken from the
// documents beside it; where both speak, the log counts and compare says so.
func (r *run) runRow() {
	u, t := r.Unit, &r.Set.Runs
	row := t.Add(r.place())
	for _, rec := range []*record.Record{r.index, r.start, r.abort, r.end} {
		if rec != nil {
			rec.Fill(t, row)
		}
	}
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	t.ID.Set(row, u.ID)
	t.Subject.SetText(row, record.Cut(r.about(), 200))
	if t.Runner.At(row) == "" {
		t.Runner.SetText(row, r.docs.Runner())
	}
	if t.Version.At(row) == "" {
		t.Version.SetText(row, r.docs.Version())
	}
	if t.Variant.At(row) == "" {
		t.Variant.SetText(row, companion.FirstWord(companion.FieldText(r.docs.Progress, "lever")))
	}
	t.Model.SetText(row, r.docs.Model())
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.SetText(row, u.Evidence)
	t.LastAt.Set(row, record.LastTime(u.Records))
	t.StableSubject.Set(row, t.Subject.At(row))
	t.Side.SetText(row, sheet.SideOf(t.Variant.At(row)))
	if len(u.Records) == 0 {
		t.DocumentsOnly.Set(row, true)
	}
	r.times(row)
	r.outcome(row)
	r.result(row)
}

// place is where the run's row comes from: its first record, else its first document.
func (r *run) place() table.Place {
	if len(r.Unit.Records) > 0 {
		return r.Unit.Records[0].Place()
	}
	return r.docs.All[0].Place()
}

// times sets start, end and both durations: the run's own, up to run_end, and the
// time in its phases.
func (r *run) times(row int) {
	t := &r.Set.Runs
	from := cmp.Or(r.start, r.index)
	switch {
	case from != nil && !from.At.IsZero():
		t.StartedAt.Set(row, from.At)
	case len(r.Unit.Records) > 0:
		t.StartedAt.Set(row, (&record.Fragment{Records: r.Unit.Records}).First())
	case r.docs.Metadata != nil:
		t.StartedAt.Set(row, r.docs.Metadata.Time("start_time"))
	}
	if r.end != nil {
		t.EndedAt.Set(row, r.end.At)
		if from != nil {
			if s, ok := record.Span(from.At, r.end.At); ok {
				t.DurationS.Set(row, s)
			} else if !from.At.IsZero() && !r.end.At.IsZero() {
				r.Finding(negativePhase, r.end, "run ends before it starts", "an end behind the start")
			}
		}
	}
	active, any := 0.0, false
	for _, p := range r.phases {
		if p.start == nil || p.end == nil {
			continue
		}
		if s, ok := record.Span(p.start.At, p.end.At); ok && s > 0 {
			active, any = active+s, true
		}
	}
	if any {
		t.ActiveS.Set(row, active)
	}
}

// outcome sets how the run stands: as run_end says, else aborted or unfinished.
func (r *run) outcome(row int) {
	t := &r.Set.Runs
	switch {
	case r.end != nil:
		status, _ := record.OneOf(runStatuses, cmp.Or(r.end.Str("status"), "finished"))
		t.Status.Set(row, record.Cut(status, 120))
		t.Outcome.SetText(row, record.Cut(status, 120))
		return
	case len(r.Unit.Records) == 0:
		t.Status.Set(row, "no log")
		return
	case r.abort != nil:
		t.Status.Set(row, "aborted")
		t.Reason.SetText(row, record.Cut(cmp.Or(r.abort.Str("reason"), "aborted_missing_docs"), 400))
	case r.fatal != nil:
		t.Status.Set(row, "aborted")
		t.Reason.SetText(row, record.Cut(r.fatal.Str("message"), 400))
	default:
		t.Status.Set(row, "unfinished")
		return
	}
	t.EndedAt.Set(row, cmp.Or(r.abort, r.fatal).At)
}
