package cadre

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// fleet is a fleet while its rows are written.
type fleet struct {
	output
	doc      *record.Record   // its checkpoint; nil when there is none
	items    []*record.Record // its work items, in the checkpoint's order
	page     *record.Record
	lines    []*record.Record
	events   []*record.Record // in the order of time
	calls    []*record.Record // invocations that belong to no item
	unlisted []*itemEvents    // items that the checkpoint does not list, in the order of time
	done     map[string]bool  // the items that are completed
}

// itemEvents is a work item of which only its events are known.
type itemEvents struct {
	id     string
	events []*record.Record // in the order of time
}

func assembleFleet(out output) {
	f := &fleet{output: out}
	for _, r := range out.unit.Records {
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
	sortByTime(f.events)
	f.unlisted = f.itemsOfEvents()
	runs := invocationRuns(f.calls, out)
	numberRuns(runs)
	addErrors(newFailedRuns(runs), f.events)

	out.attemptRows(runs, ending{})
	f.runRow()
	for _, i := range f.items {
		f.itemRow(i)
	}
	for _, i := range f.unlisted {
		f.unlistedRow(i)
	}
	f.claimRows()
	f.checkTotals()
}

// itemsOfEvents are the items that the checkpoint does not list, or all without one.
func (f *fleet) itemsOfEvents() (out []*itemEvents) {
	at := map[string]*itemEvents{}
	for _, i := range f.items {
		at[i.Str(itemKey)] = nil
	}
	events := slices.DeleteFunc(slices.Clone(f.unit.Related), func(r *record.Record) bool { return r.Is(itemCheckpoint.Name) })
	sortByTime(events)
	for _, r := range events {
		id := itemOf(r)
		i, known := at[id]
		if !known {
			i = &itemEvents{id: id}
			at[id] = i
			out = append(out, i)
		}
		if i != nil {
			i.events = append(i.events, r)
		}
	}
	return out
}

// subject is the project, as the fleet's items have it.
func (f *fleet) subject() string {
	if f.doc != nil {
		return f.unit.ID
	}
	for _, r := range f.unit.Related {
		if !r.Is(itemCheckpoint.Name) {
			continue
		}
		if project := projectOfDoc(r); project != "" {
			return project
		}
	}
	return projectOfFolder(f.unit.Home)
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
	t := &f.t.Runs
	row := f.newRun(f.subject(), "CADRE")
	t.LastAt.Set(row, record.LastTime(f.unit.Records))
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
			f.fillWhy(row, why{cause: table.CauseFailure, reason: f.firstError()})
		}
	case "fleet-interrupted":
		f.fillWhy(row, why{cause: table.CauseSignal, reason: str(end, "signal")})
	case "terminal-exhaustion":
		x := newStop(end)
		m, known := x.meaning()
		if !known {
			f.finding(oddReason, end, record.Cut(x.code, 80), "a code of CADRE's or AAMF's list")
		}
		t.Outcome.Set(row, x.code)
		t.Result.Set(row, string(m.Result))
		f.fillWhy(row, why{cause: m.Cause, reason: x.reason()})
	}
	if s, ok := record.Span(t.StartedAt.At(row), end.At); ok {
		t.DurationS.Set(row, s)
	}
}

// firstError is what went wrong with the first item that did not pass and says why.
func (f *fleet) firstError() string {
	for _, i := range f.items {
		if m, _ := statusWords.Of(i.Str("status")); m.Result != table.Passed && i.Has("error") {
			return i.Str(itemKey) + ": " + i.Str("error")
		}
	}
	for _, i := range f.unlisted {
		if status, last := i.last(); statusWords[status].Result != table.Passed && str(last, "error") != "" {
			return i.id + ": " + str(last, "error")
		}
	}
	return ""
}

// fleetStates are the events that settle a fleet's state.
var fleetStates = map[string]string{
	"fleet-started":       "in-progress",
	"fleet-completed":     "completed",
	"fleet-interrupted":   "interrupted",
	"terminal-exhaustion": "failed",
}

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
	if len(f.items) > 0 &&
		!slices.ContainsFunc(f.items, func(i *record.Record) bool { return !final(i.Str("status")) }) {
		return "completed", nil
	}
	return "in-progress", nil
}

// wentOn reports whether an item changed its state after the time.
func (f *fleet) wentOn(after time.Time) bool {
	return slices.ContainsFunc(
		f.items,
		func(i *record.Record) bool { return i.At.After(after) && final(i.Str("status")) },
	)
}

func (f *fleet) firstTime() (at time.Time) {
	for _, r := range f.unit.Records {
		if !r.At.IsZero() && (at.IsZero() || r.At.Before(at)) {
			at = r.At
		}
	}
	return at
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
	f.meaning(statusWords, status, i).Fill(&t.Result, &t.Cause, row)
	t.StableStep.Set(row, t.Step.At(row))
	if final(status) {
		t.EndedAt.Set(row, i.At)
	}
	if strings.HasPrefix(status, "dep-") {
		t.FailedBy.Set(row, f.obstacles(i))
	}
}

// last is the state that an item's events leave it in, and the event that says so.
func (i *itemEvents) last() (status string, by *record.Record) {
	status, _ = lifecycle(i.events)
	return status, i.events[len(i.events)-1]
}

// unlistedRow is [fleet.itemRow] for an item of which only its events are known.
func (f *fleet) unlistedRow(i *itemEvents) {
	t := &f.t.Steps
	status, last := i.last()
	row := f.unit.Row(&t.Rows, &t.Run, last)
	t.Kind.Set(row, kindItem)
	t.Step.Set(row, i.id)
	t.StableStep.Set(row, i.id)
	t.Name.SetText(row, str(last, "issueTitle"))
	t.Status.Set(row, status)
	f.meaning(statusWords, status, last).Fill(&t.Result, &t.Cause, row)
	if final(status) {
		t.EndedAt.Set(row, last.At)
		t.Reason.SetText(row, record.Cut(str(last, "error"), maxText))
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

// claimRows keeps what the fleet states about itself. Its tokens are those of its
// items, so that they are a claim only: as the fleet's own they would count twice.
func (f *fleet) claimRows() {
	if f.doc != nil && f.doc.Item("tokenUsage") != nil {
		f.claimValue(f.doc, f.doc.Name, "", "tokens", f.doc.Item("tokenUsage").Value("total"))
	}
	if r := f.last("fleet-completed"); r != nil {
		for _, key := range []string{"success", "prsCreated", "failedIssues", "totalDuration", "totalTokens"} {
			f.claimValue(r, r.Name, "", key, value(r, key))
		}
	}
	if f.page == nil {
		return
	}
	by := path.Base(f.page.File.Path)
	for _, key := range []string{"prs", "tokens", "budget", "updated"} {
		f.claimValue(f.page, by, "", key, f.page.Value(key))
	}
	total, sum, parts, order := fleetParts(f.page.Str("issues"))
	for _, what := range order {
		f.claimValue(f.page, by, "", what, record.IntValue(parts[what]))
	}
	if _, stated := parts["total"]; stated && total != sum {
		f.finding(
			fleetSum,
			f.page,
			fmt.Sprintf("%d in all, %d in its parts", total, sum),
			"parts that add up to the total",
		)
	}
	for _, r := range f.lines {
		if r.Is(progressItem.Name) {
			f.claimValue(r, by, r.Str("item"), "status", r.Value("status"))
		}
	}
}

// result is how the fleet ended: as its last own event says, else by its items.
func (f *fleet) result(status string, end *record.Record) table.Result {
	m := f.meaning(statusWords, status, f.unit.Records[0])
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
