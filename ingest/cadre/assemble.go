package cadre

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// work is a work item or a migration while its rows are written.
type work struct {
	unit   *record.Unit
	t      *table.Set
	aamf   bool
	doc    *record.Record // the checkpoint; nil when there is none
	item   *record.Record // what the fleet says of it; nil when no fleet does
	page   *record.Record // the head of the progress page; nil when there is none
	lines  []*record.Record
	events []*record.Record // in the order of time
	calls  []*record.Record
	tries  []*try
	tasks  steps
	phases steps
	stop   *exhausted

	status, outcome string
	ended           time.Time
	worked          time.Time // when it last did something
	cost            float64
	hasCost         bool
}

func assemble(u *record.Unit, t *table.Set) {
	if len(u.Records) == 0 {
		return // every record of it was written elsewhere before
	}
	for _, r := range u.Records {
		writeEvent(u, t, r)
	}
	if u.Kind == kindFleet {
		assembleFleet(u, t)
		return
	}
	w := &work{unit: u, t: t, aamf: u.Kind == kindMigration}
	for _, r := range u.Records {
		w.take(r)
	}
	byTime(w.events)
	for _, r := range w.events {
		if resumption[r.Name] {
			w.worked = r.At
		}
	}
	w.stepEvents()
	if w.doc != nil {
		w.checkpointSteps()
	}
	w.pageSteps()
	w.invocations()
	if len(w.calls) == 0 {
		w.agentEvents()
	}
	w.numberTries()
	w.stop = w.exhaustion()
	w.state()
	w.attemptRows()
	w.runRow()
	w.stepRows()
	w.gateRows()
	w.claims()
}

// byTime orders events of several files. Writers do not wait for their lines to
// reach the file, so that a file's own order is not theirs; it settles ties.
func byTime(events []*record.Record) {
	slices.SortStableFunc(events, func(a, b *record.Record) int { return a.At.Compare(b.At) })
}

func (w *work) take(r *record.Record) {
	switch r.File.Format.Name {
	case formatItem, formatMigration:
		w.doc = r
	case formatFleet:
		w.item = r
	case formatCalls:
		w.calls = append(w.calls, r)
	case formatProgress:
		if r.Is(progressPage.Name) {
			w.page = r
		} else {
			w.lines = append(w.lines, r)
		}
	default:
		w.events = append(w.events, r)
	}
}

func (w *work) runRow() {
	u, t := w.unit, &w.t.Runs
	cause, reason, inferred := w.cause()
	first := u.Records[0]
	row := t.Add(first.Place())
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	t.ID.Set(row, u.ID)
	t.Subject.SetText(row, w.subject())
	t.StableSubject.Set(row, w.subject())
	t.ExhaustionVisible.Set(row, true)
	t.Runner.Set(row, "CADRE")
	if w.aamf {
		t.Runner.Set(row, "AAMF")
	}
	t.Model.SetText(row, w.model())
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.SetText(row, u.Evidence)
	if w.doc != nil {
		t.Variant.Set(row, dialect(w.doc))
		w.doc.Fill(t, row)
	}
	start, logged := w.start()
	t.StartedAt.Set(row, start)
	t.LastAt.Set(row, w.last())
	t.EndedAt.Set(row, w.ended)
	if s, ok := record.Span(start, w.ended); ok && logged {
		t.DurationS.Set(row, s)
	}
	if s, ok := w.active(); ok {
		t.ActiveS.Set(row, s)
	}
	t.Status.Set(row, w.status)
	t.Outcome.SetText(row, w.outcome)
	t.Result.Set(row, string(w.result()))
	t.Cause.SetText(row, string(cause))
	t.Reason.SetText(row, record.Cut(reason, 400))
	if cause != "" {
		t.Inferred.Set(row, inferred)
	}
	if n := w.tokensUsed(); n > 0 {
		t.Tokens.Set(row, n)
	}
	if w.hasCost {
		t.CostUSD.Set(row, w.cost)
	}
	w.checkFleet()
}

// subject is the project: as its fleet or its checkpoint names it, else the name
// of the folder that CADRE gives to a project. In a hidden folder of a worktree,
// as older versions used, nobody names it.
func (w *work) subject() string {
	if w.aamf {
		return w.unit.ID
	}
	project := ""
	if w.item != nil {
		project = w.item.File.Records[0].Str("projectName")
	}
	if w.doc != nil {
		project = cmp.Or(project, w.doc.Str("projectName"), projectOf(w.doc.Str("worktreePath")))
	}
	if folder := path.Base(w.unit.Home); project == "" && !strings.HasPrefix(folder, ".") {
		return folder
	}
	return project
}

// projectOf is the project in whose folder CADRE puts a worktree, "" when the path
// is another.
func projectOf(worktree string) string {
	above, _, ok := strings.Cut(worktree, "/worktrees/")
	if !ok || above == "" {
		return ""
	}
	return path.Base(above)
}

// model is the language model where all invocations had one and the same.
func (w *work) model() string {
	model := ""
	for _, r := range w.calls {
		m := r.Str("model")
		if m == "" || model != "" && m != model {
			return ""
		}
		model = m
	}
	return model
}

// start is when the unit began: as logged, else its first record's time, which is
// no start to measure a duration from.
func (w *work) start() (at time.Time, logged bool) {
	if w.doc != nil && w.doc.Has("startedAt") {
		return w.doc.Time("startedAt"), true
	}
	for _, r := range w.events {
		if r.Is("issue-started") || r.Is("migration-started") {
			return r.At, true
		}
	}
	for _, r := range w.unit.Records {
		if !r.At.IsZero() && (at.IsZero() || r.At.Before(at)) && w.status != "not-started" {
			at = r.At
		}
	}
	for _, r := range w.lines { // a page's log has lost its beginning when it is long
		if r.Is(progressEvent.Name) && at.IsZero() {
			at = r.Time("at")
		}
	}
	return at, false
}

// last is the time of the last record. A progress page counts where it is all there is.
func (w *work) last() time.Time {
	if at := record.LastTime(w.unit.Records); !at.IsZero() || w.page == nil {
		return at
	}
	return w.page.Time("updated")
}

// active is the time in phases, where every completed phase states one; AAMF
// counts the time of all sessions itself.
func (w *work) active() (sum float64, ok bool) {
	if w.aamf && w.doc != nil {
		s, _ := seconds(w.doc.Value("cumulativeDurationMs"))
		return s, s > 0
	}
	for _, s := range w.phases.list {
		if s.status == "completed" && !s.hasLogged {
			return 0, false
		}
		if s.hasLogged {
			sum, ok = sum+s.logged, true
		}
	}
	return sum, ok
}

// tokensUsed is the checkpoint's count, else that of the invocations, else what
// the last event states; 0 when nobody counted.
func (w *work) tokensUsed() int64 {
	if w.doc != nil {
		if used := w.doc.Item("tokenUsage"); used != nil {
			if n, ok := positive(used.Value("total")); ok {
				return n
			}
		}
	}
	sum := int64(0)
	for _, a := range w.tries {
		sum += a.tokens
	}
	if sum > 0 {
		return sum
	}
	for i := len(w.events) - 1; i >= 0; i-- {
		if r := w.events[i]; r.Is("issue-completed") {
			n, _ := positive(value(r, "tokenUsage"))
			return n
		}
	}
	if w.item != nil {
		n, _ := positive(w.item.Value(itemTokens))
		return n
	}
	return 0
}

// checkFleet holds the fleet's word against the item's own checkpoint.
func (w *work) checkFleet() {
	if w.item == nil || w.doc == nil || w.item.Str("status") != "completed" {
		return
	}
	last, _ := w.item.Int("lastPhase")
	done := numbers(w.doc.Raw("completedPhases"))
	if last > 0 && !slices.Contains(done, last) {
		w.unit.Finding(w.t, fleetAhead, w.item, "completed in "+phaseStep(last), "that phase among completedPhases of "+path.Base(w.doc.File.Path))
	}
}
