package cadre

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// fleet is a fleet while its rows are written.
type fleet struct {
	unit   *record.Unit
	t      *table.Set
	doc    *record.Record   // its checkpoint; nil when there is none
	items  []*record.Record // its work items, in the checkpoint's order
	page   *record.Record
	lines  []*record.Record
	events []*record.Record // in the order of time
	calls  []*record.Record // invocations that belong to no item
	done   map[string]bool  // the items that are completed
}

func assembleFleet(u *record.Unit, t *table.Set) {
	f := &fleet{unit: u, t: t}
	for _, r := range u.Records {
		switch {
		case r.Is(fleetCheckpoint.Name):
			f.doc = r
			for _, i := range r.File.Records {
				if i.Is(fleetItem.Name) {
					f.items = append(f.items, i)
				}
			}
		case r.Is(progressPage.Name):
			f.page = r
		case r.File.Format.Name == formatProgress:
			f.lines = append(f.lines, r)
		case r.Is(invocation.Name):
			f.calls = append(f.calls, r)
		default:
			f.events = append(f.events, r)
		}
	}
	byTime(f.events)
	f.attemptRows()
	f.runRow()
	for _, i := range f.items {
		f.itemRow(i)
	}
	f.claims()
}

// last is the last event of the type; nil when there is none.
func (f *fleet) last(name string) *record.Record {
	for i := len(f.events) - 1; i >= 0; i-- {
		if f.events[i].Is(name) {
			return f.events[i]
		}
	}
	return nil
}

func (f *fleet) runRow() {
	u, t := f.unit, &f.t.Runs
	row := t.Add(u.Records[0].Place())
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	t.ID.Set(row, u.ID)
	t.Subject.SetText(row, u.ID)
	t.StableSubject.Set(row, u.ID)
	t.ExhaustionVisible.Set(row, true)
	t.Runner.Set(row, "CADRE")
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.SetText(row, u.Evidence)
	t.LastAt.Set(row, record.LastTime(u.Records))
	if started := f.last("fleet-started"); started != nil {
		if n, ok := positive(value(started, "issueCount")); ok {
			t.TotalSteps.Set(row, n)
		}
	}
	if f.doc != nil {
		t.Variant.Set(row, dialect(f.doc))
		f.doc.Fill(t, row)
		t.TotalSteps.Set(row, int64(len(f.items)))
	}
	if _, given := t.StartedAt.Get(row); !given {
		t.StartedAt.Set(row, f.firstTime())
	}
	status, end := f.status()
	t.Status.Set(row, status)
	t.Result.Set(row, string(f.result(status, end)))
	if end == nil {
		return
	}
	t.EndedAt.Set(row, end.At)
	t.Outcome.Set(row, status)
	switch end.Name {
	case "fleet-completed":
		t.Outcome.Set(row, "success")
		if v := value(end, "success"); v.Given && v.Int == 0 {
			t.Outcome.Set(row, "failed")
			t.Cause.Set(row, string(table.CauseFailure))
			t.Inferred.Set(row, true)
		}
	case "fleet-interrupted":
		t.Cause.Set(row, string(table.CauseSignal))
		t.Inferred.Set(row, true)
		t.Reason.SetText(row, str(end, "signal"))
	case "terminal-exhaustion":
		x := newExhaustion(end)
		m := x.meaning(u, f.t)
		t.Outcome.Set(row, x.code)
		t.Result.Set(row, string(m.Result))
		t.Cause.Set(row, string(m.Cause))
		t.Inferred.Set(row, false)
		t.Reason.SetText(row, record.Cut(x.words(), 400))
	}
	if s, ok := record.Span(t.StartedAt.At(row), end.At); ok {
		t.DurationS.Set(row, s)
	}
}

// fleetStates are the events that settle a fleet's state.
var fleetStates = map[string]string{"fleet-started": "in-progress", "fleet-completed": "completed", "fleet-interrupted": "interrupted", "terminal-exhaustion": "failed"}

// status is what the last of the fleet's own events leaves it in, and that event
// where it is an end. A fleet that failed on some items ended by itself all the same.
func (f *fleet) status() (status string, end *record.Record) {
	for i := len(f.events) - 1; i >= 0; i-- {
		r := f.events[i]
		status := fleetStates[r.Name]
		switch {
		case status == "":
			continue
		case !final(status), status != "completed" && f.wentOn(r.At):
			return "in-progress", nil
		}
		return status, r
	}
	if len(f.items) > 0 && !slices.ContainsFunc(f.items, func(i *record.Record) bool { return !final(i.Str("status")) }) {
		return "completed", nil
	}
	return "in-progress", nil
}

// wentOn reports whether an item changed its state after the time.
func (f *fleet) wentOn(after time.Time) bool {
	return slices.ContainsFunc(f.items, func(i *record.Record) bool { return i.At.After(after) && final(i.Str("status")) })
}

func (f *fleet) firstTime() (at time.Time) {
	for _, r := range f.unit.Records {
		if !r.At.IsZero() && (at.IsZero() || r.At.Before(at)) {
			at = r.At
		}
	}
	return at
}

// attemptRows writes the agents that worked for the fleet itself.
func (f *fleet) attemptRows() {
	w := &work{unit: f.unit, t: f.t, calls: f.calls}
	w.invocations()
	w.numberTries()
	w.attemptRows()
}

// itemRow is a work item as a step of its fleet. converged stays null, since the
// item's own tasks are what a flake rate is about.
func (f *fleet) itemRow(i *record.Record) {
	t := &f.t.Steps
	row := f.unit.Row(&t.Rows, &t.Run, i)
	t.Kind.Set(row, kindItem)
	i.Fill(t, row)
	status, _ := record.OneOf(fleetStatuses, i.Str("status"))
	t.Status.SetText(row, status)
	f.unit.Meaning(f.t, statusWords, status, i).Fill(&t.Result, &t.Cause, row)
	t.StableStep.Set(row, t.Step.At(row))
	if final(status) {
		t.EndedAt.Set(row, i.At)
	}
	if strings.HasPrefix(status, "dep-") {
		t.FailedBy.Set(row, f.obstacles(i))
	}
}

// obstacles are the items that an item waits for and that are not done; nil when
// the fleet does not say.
func (f *fleet) obstacles(i *record.Record) []string {
	if f.done == nil {
		f.done = map[string]bool{}
		for _, o := range f.items {
			f.done[o.Str(itemKey)] = o.Str("status") == "completed"
		}
	}
	var out []string
	for _, id := range i.List(itemWaits) {
		if !f.done[id] {
			out = append(out, id)
		}
	}
	return out
}

// claims keeps what the fleet states about itself. Its tokens are those of its
// items, so that they are a claim only: as the fleet's own they would count twice.
func (f *fleet) claims() {
	t := &f.t.Claims
	if f.doc != nil && f.doc.Item("tokenUsage") != nil {
		claimValue(f.unit, t, f.doc, f.doc.Name, "", "tokens", f.doc.Item("tokenUsage").Value("total"))
	}
	if r := f.last("fleet-completed"); r != nil {
		for _, key := range []string{"success", "prsCreated", "failedIssues", "totalDuration", "totalTokens"} {
			claimValue(f.unit, t, r, r.Name, "", key, value(r, key))
		}
	}
	if f.page == nil {
		return
	}
	by := cmp.Or(f.page.File.Path[strings.LastIndex(f.page.File.Path, "/")+1:], progressPage.Name)
	for _, key := range []string{"prs", "tokens", "budget", "updated"} {
		claimValue(f.unit, t, f.page, by, "", key, f.page.Value(key))
	}
	total, sum, parts, order := fleetParts(f.page.Str("issues"))
	for _, what := range order {
		claimValue(f.unit, t, f.page, by, "", what, record.IntValue(parts[what]))
	}
	if len(order) > 0 && total != sum {
		f.unit.Finding(f.t, fleetSum, f.page, fmt.Sprintf("%d in all, %d in its parts", total, sum), "parts that add up to the total")
	}
	for _, r := range f.lines {
		if r.Is(progressItem.Name) {
			claimValue(f.unit, t, r, by, r.Str("item"), "status", r.Value("status"))
		}
	}
}
