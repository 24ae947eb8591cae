package cadre

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
)

// inputs are the records of a work item or a migration by what wrote them. They are
// gathered once and not changed afterwards.
type inputs struct {
	unit   *record.Unit
	aamf   bool
	doc    *record.Record   // the checkpoint; nil when there is none
	item   *record.Record   // the item's entry in its fleet's checkpoint; nil without a fleet
	page   *record.Record   // the head of the progress page; nil when there is none
	lines  []*record.Record // the rest of the page
	events []*record.Record // in the order of time
	calls  []*record.Record // invocations
	totals []*record.Record // AAMF's own totals of them
	gates  []gate           // of the checkpoint
	worked time.Time        // time of the last event that shows work; see workEvents
}

// workEvents are the events that show that work goes on.
var workEvents = map[string]bool{
	"issue-started": true, "migration-started": true, "phase-started": true, "phase-completed": true,
	"task-started": true, "task-completed": true, "agent-launched": true, "wave-started": true, "epoch-started": true,
}

func gather(u *record.Unit) *inputs {
	in := &inputs{unit: u, aamf: u.Kind == kindMigration}
	for rest := u.Records; len(rest) > 0; {
		f, n := rest[0].File, 1
		for n < len(rest) && rest[n].File == f {
			n++
		}
		in.take(f, rest[:n])
		rest = rest[n:]
	}
	in.gates = gatesOf(in.doc)
	sortByTime(in.events)
	for _, r := range in.events {
		if workEvents[r.Name] {
			in.worked = r.At
		}
	}
	return in
}

// take adds the records of a file, in their order.
func (in *inputs) take(f *record.File, records []*record.Record) {
	switch f.Format.Name {
	case formatItem, formatMigration:
		in.doc = records[len(records)-1]
	case formatFleet:
		in.item = records[len(records)-1]
	case formatCalls:
		in.calls = append(in.calls, records...)
	case formatMetrics:
		in.totals = append(in.totals, records...)
	case formatProgress:
		for _, r := range records {
			if r.Is(progressPage.Name) {
				in.page = r
			} else {
				in.lines = append(in.lines, r)
			}
		}
	default:
		in.events = append(in.events, records...)
	}
}

// workedAfter reports whether the unit went on working after the time.
func (in *inputs) workedAfter(at time.Time) bool { return in.worked.After(at) }

// lastEvent is the last event of one of the types; nil when there is none.
func (in *inputs) lastEvent(names ...string) *record.Record {
	for i := len(in.events) - 1; i >= 0; i-- {
		if r := in.events[i]; r.Kind != nil && slices.Contains(names, r.Name) {
			return r
		}
	}
	return nil
}

// showsFailures reports whether a failure that was recovered from would be seen:
// an AAMF checkpoint alone does not show it.
func (in *inputs) showsFailures() bool {
	return !in.aamf || len(in.calls) > 0 || slices.ContainsFunc(in.events, func(r *record.Record) bool {
		return strings.HasPrefix(r.Name, "task-") || strings.HasPrefix(r.Name, "agent-")
	})
}

// lastPhase is the number of the phase that ends a unit, in the current numbering.
// Phases were renumbered over time: in an older version the same number may mean
// another phase.
func (in *inputs) lastPhase() int64 {
	if in.aamf {
		return 8
	}
	return 5
}

// subject is the project: as its fleet or its checkpoint names it, else the name
// of the folder that CADRE gives to a project. Example: ~/.cadre/tidepool is the
// project tidepool. A hidden folder in a worktree, as older versions used, names none.
func (in *inputs) subject() string {
	if in.aamf {
		return in.unit.ID
	}
	project := ""
	if in.item != nil {
		project = in.item.File.Records[0].Str("projectName")
	}
	if in.doc != nil {
		project = cmp.Or(project, projectOfDoc(in.doc))
	}
	return cmp.Or(project, projectOfFolder(in.unit.Home))
}

// projectOfDoc is the project of a work item's checkpoint, "" when it tells none.
func projectOfDoc(doc *record.Record) string {
	return cmp.Or(doc.Str("projectName"), projectOf(doc.Str("worktreePath")))
}

// projectOfFolder is the project whose state folder it is, "" for a hidden one.
func projectOfFolder(home string) string {
	if name := path.Base(home); !strings.HasPrefix(name, ".") {
		return name
	}
	return ""
}

// projectOf is the project in whose folder CADRE puts a worktree, "" when the path
// is another. Example: /srv/.cadre/tidepool/worktrees/issue-42 belongs to tidepool.
func projectOf(worktree string) string {
	above, _, ok := strings.Cut(worktree, "/worktrees/")
	if !ok || above == "" {
		return ""
	}
	return path.Base(above)
}

// model is the language model where all invocations had one and the same.
func (in *inputs) model() string {
	model := ""
	for _, r := range in.calls {
		m := r.Str("model")
		if m == "" || model != "" && m != model {
			return ""
		}
		model = m
	}
	return model
}

// started is when the unit began: as logged, else its first record's time, which is
// no start to measure a duration from. begun is false for a unit that has not begun.
func (in *inputs) started(begun bool) (at time.Time, logged bool) {
	if in.doc != nil && in.doc.Has("startedAt") {
		return in.doc.Time("startedAt"), true
	}
	for _, r := range in.events {
		if r.Is("issue-started") || r.Is("migration-started") {
			return r.At, true
		}
	}
	for _, r := range in.unit.Records {
		if !r.At.IsZero() && (at.IsZero() || r.At.Before(at)) && begun {
			at = r.At
		}
	}
	for _, r := range in.lines { // a page's log has lost its beginning when it is long
		if r.Is(progressEvent.Name) && at.IsZero() {
			at = r.Time("at")
		}
	}
	return at, false
}

// last is the time of the last record. A progress page counts where it is all there is.
func (in *inputs) last() time.Time {
	if at := record.LastTime(in.unit.Records); !at.IsZero() || in.page == nil {
		return at
	}
	return in.page.Time("updated")
}

// errorText is what the fleet or the last event says went wrong. whole reports whether it says so of
// the unit: that the unit failed for the error of a phase is inferred.
func (in *inputs) errorText() (text string, whole bool) {
	if in.item != nil && in.item.Has("error") {
		return in.item.Str("error"), true
	}
	if r := in.lastEvent("issue-failed", "phase-failed"); r != nil {
		return str(r, "error"), r.Is("issue-failed")
	}
	return "", false
}
