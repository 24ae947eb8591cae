package kahn

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// run is one run while it is put together.
type run struct {
	unit  *record.Unit
	t     *table.Set
	nodes []*node
	byID  map[string]*node // where there are many
	start *record.Record
	end   *record.Record
	zero  bool // the first attempt has the number 0
}

// runs are those that are put together no more. Their nodes and lists serve the next ones, since a
// log has a hundred thousand runs of a dozen nodes.
var runs = sync.Pool{New: func() any { return &run{} }}

func assemble(u *record.Unit, t *table.Set) {
	r := runs.Get().(*run)
	defer runs.Put(r)
	defer r.clear()
	r.unit, r.t = u, t
	r.findZero()
	for _, rec := range u.Records {
		r.take(rec)
	}
	// Records of unknown kinds alone, as lines of another program, are in events and no run.
	if r.start == nil && r.end == nil && len(r.nodes) == 0 {
		return
	}
	r.runRow()
	for _, n := range r.nodes {
		r.stepRow(n)
	}
	r.check()
}

// clear makes the run one of which nothing is known.
func (r *run) clear() {
	for _, n := range r.nodes {
		n.clear()
	}
	*r = run{nodes: r.nodes[:0]}
}

// fewNodes are found sooner by looking than in a map.
const fewNodes = 16

// node is the node of the record, which is made where there is none.
func (r *run) node(rec *record.Record) *node {
	id := rec.Str("node_id")
	if n := r.find(id); n != nil {
		return n
	}
	if i := len(r.nodes); i < cap(r.nodes) && r.nodes[:i+1][i] != nil {
		r.nodes = r.nodes[:i+1]
	} else {
		r.nodes = append(r.nodes, &node{})
	}
	n := r.nodes[len(r.nodes)-1]
	n.id, n.first = id, rec
	if len(r.nodes) == fewNodes {
		r.byID = map[string]*node{}
		for _, n := range r.nodes {
			r.byID[n.id] = n
		}
	} else if r.byID != nil {
		r.byID[id] = n
	}
	return n
}

// find is the node of the name; nil: no record before tells of it.
func (r *run) find(id string) *node {
	if r.byID != nil {
		return r.byID[id]
	}
	for _, n := range r.nodes {
		if n.id == id {
			return n
		}
	}
	return nil
}

func (r *run) take(rec *record.Record) {
	step, text := "", ""
	switch {
	case rec.Is("run_start"):
		if r.start == nil {
			r.start = rec
		}
	case rec.Is("run_end"):
		if r.end != nil {
			r.unit.Finding(r.t, secondEnd, rec, "run_end twice", "one run_end")
		}
		r.end = rec
	case rec.Is("node_transition"):
		if r.t.Events.Whole() {
			text = strings.TrimSpace(rec.Str("from") + " → " + rec.Str("to") + " " + rec.Str("reason"))
		}
		step = r.transition(rec)
	case rec.Is("node_attempt"):
		step = r.attempt(rec)
	}
	r.unit.Event(r.t, rec, step, "", text)
	if r.end != nil && rec != r.end {
		r.unit.Finding(r.t, afterEnd, rec, rec.Name, "run_end as the run's last record")
	}
}

// transition takes a change of a node's state, and returns the node's name.
func (r *run) transition(rec *record.Record) (step string) {
	n := r.node(rec)
	to, after := stateOf(rec.Str("to"))
	from, before := stateOf(rec.Str("from"))
	if n.last != nil && (n.state == "done" || n.state == "blocked") {
		r.unit.Finding(r.t, illegalEdge, rec, n.id+": from "+n.state+" to "+to, "no transition out of "+n.state)
	} else if n.last != nil && n.state != from {
		r.unit.Finding(r.t, brokenChain, rec, n.id+": from "+from+" while it was "+n.state, "from "+n.state)
	}
	n.last, n.state, n.reason = rec, to, rec.Str("reason")
	attempt, given := r.number(rec)
	if given != (to == "running") {
		r.unit.Finding(r.t, attemptField, rec, n.id+": to "+to, "attempt exactly when to is running")
	}
	switch to {
	case "ready":
		n.ready = rec
	case "running":
		if n.running == nil {
			n.running = rec
		}
		if given {
			n.highest, n.announced = max(n.highest, attempt), attempt
			n.attempt(attempt).began = rec.At
		}
	}
	t := &r.t.Transitions
	row := r.unit.Row(&t.Rows, &t.Run, rec)
	rec.Fill(t, row)
	if given {
		t.Attempt.Set(row, attempt)
	}
	t.StateBefore.SetText(row, string(before))
	t.State.SetText(row, string(after))
	t.At.Set(row, rec.At)
	return n.id
}

// attempt takes the record of an attempt at a node, and returns the node's name.
func (r *run) attempt(rec *record.Record) (step string) {
	n := r.node(rec)
	k, ok := r.number(rec)
	if !ok {
		k = n.next() // missing_field says that it has none
	}
	a := n.attempt(k)
	if a.record != nil {
		r.unit.Finding(r.t, repeatedAttempt, rec, n.id+": attempt recorded twice", "one record an attempt; the last counts")
	} else {
		n.order = append(n.order, k)
	}
	if n.announced > 0 && n.announced != k {
		r.unit.Finding(r.t, attemptNumber, rec, n.id+": attempt differs from the transition before", "the number that the transition to running announced")
	}
	a.record = rec
	n.highest = max(n.highest, k)
	return n.id
}

func (r *run) runRow() {
	u, t := r.unit, &r.t.Runs
	first := u.Records[0]
	row := t.Add(first.Place())
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	t.ID.Set(row, u.ID)
	t.Subject.SetText(row, workflow(u.Home, u.ID))
	t.StableSubject.Set(row, u.StableSubject)
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.SetText(row, u.Evidence)
	last := record.LastTime(u.Records)
	t.LastAt.Set(row, last)
	if r.start != nil {
		t.StartedAt.Set(row, r.start.At)
		r.start.Fill(t, row)
	} else {
		t.StartedAt.Set(row, first.At)
		u.Finding(r.t, noStart, first, "no run_start", "run_start as the run's first record")
	}
	t.Status.Set(row, "unfinished")
	r.result(row)
	if r.end == nil {
		return
	}
	t.Status.Set(row, "finished")
	t.EndedAt.Set(row, r.end.At)
	r.end.Fill(t, row)
	if known, ok := record.OneOf(outcomes, r.end.Str("outcome")); ok {
		t.Outcome.Set(row, known)
	}
	if s, ok := record.Span(t.StartedAt.At(row), r.end.At); ok {
		t.DurationS.Set(row, s)
	} else if !r.end.At.IsZero() && !t.StartedAt.At(row).IsZero() {
		u.Finding(r.t, badDuration, r.end, "run_end lies before run_start", "time that goes forward")
	}
	r.claims()
}

// claims keeps what run_end states, to stand beside what the events say.
func (r *run) claims() {
	for _, key := range []string{"done", "failed", "blocked", "total_duration_s", "total_attempts", "flake_retries", "exit_code"} {
		v := r.end.Value(key)
		if !v.Given {
			continue
		}
		c := &r.t.Claims
		row := r.unit.Row(&c.Rows, &c.Run, r.end)
		c.By.Set(row, "run_end")
		c.Field.Set(row, key)
		c.Text.Set(row, v.Text)
		c.Number.Set(row, v.Num)
	}
}

func (r *run) stepRow(n *node) {
	t := &r.t.Steps
	row := r.unit.Row(&t.Rows, &t.Run, n.first)
	t.Step.Set(row, n.id)
	t.StableStep.Set(row, n.id)
	t.Kind.Set(row, "node")
	t.Retryable.Set(row, true)
	t.RetriesVisible.Set(row, true)
	t.Status.SetText(row, n.state)
	n.meaning(r.end != nil).Fill(&t.Result, &t.Cause, row)
	t.Reason.SetText(row, n.reason)
	if list, ok := strings.CutPrefix(n.reason, "ancestor_failed:"); ok {
		t.FailedBy.Set(row, strings.Split(list, ","))
	}
	if n.highest > 0 {
		t.Attempts.Set(row, n.highest)
	}
	if ok := n.converged(); ok || n.ended() {
		t.Converged.Set(row, ok)
	}
	if n.ready != nil {
		t.ReadyAt.Set(row, n.ready.At)
	}
	if n.running != nil {
		t.StartedAt.Set(row, n.running.At)
	}
	if n.ended() {
		t.EndedAt.Set(row, n.last.At)
		if n.running != nil {
			if s, ok := record.Span(n.running.At, n.last.At); ok {
				t.DurationS.Set(row, s)
			}
		}
	}
	for _, k := range n.order {
		r.attemptRow(n, k, n.recordOf(k))
	}
	if r.running(n) {
		r.openRow(n)
	}
}

// running reports whether the node's last attempt goes on: it began, there is no
// record of it, and the run has no end.
func (r *run) running(n *node) bool {
	return r.end == nil && n.state == "running" && n.announced == n.highest && n.recordOf(n.highest) == nil
}

// openRow writes an attempt of which only the start is known.
func (r *run) openRow(n *node) {
	t := &r.t.Attempts
	row := r.unit.Row(&t.Rows, &t.Run, n.last)
	t.Step.Set(row, n.id)
	t.Attempt.Set(row, n.highest)
	t.Status.Set(row, n.state)
	t.Result.Set(row, string(table.Open))
	t.Cut.Set(row, "open")
	t.StartedAt.Set(row, n.last.At)
}

func (r *run) attemptRow(n *node, k int64, rec *record.Record) {
	t := &r.t.Attempts
	row := r.unit.Row(&t.Rows, &t.Run, rec)
	rec.Fill(t, row)
	t.Attempt.Set(row, k)
	t.Result.Set(row, string(attemptResult(rec)))
	t.EndedAt.Set(row, rec.At)
	r.seconds(rec, "duration_s", row, &t.DurationS)
	r.seconds(rec, "backoff_s", row, &t.BackoffS)
	r.wallTime(n, k, rec, row)
	if k == 1 && rec.Has("backoff_s") {
		r.unit.Finding(r.t, firstBackoff, rec, n.id+": backoff_s on attempt 1", "no backoff_s on attempt 1")
	}
	for _, c := range rec.Items("done_when_results") {
		r.commandRow(n, k, c)
	}
}

// wallTime holds the logged duration against the stamps around the attempt.
func (r *run) wallTime(n *node, k int64, rec *record.Record, row int) {
	t := &r.t.Attempts
	began := n.attempt(k).began
	t.StartedAt.Set(row, began)
	logged, given := t.DurationS.Get(row)
	wall, ok := record.Span(began, rec.At)
	if given && ok && math.Abs(wall-logged) > max(1, 0.05*logged) {
		r.unit.Finding(r.t, stampsApart, rec, fmt.Sprintf("%s: duration_s %s", n.id, rec.Value("duration_s").Text), fmt.Sprintf("%.1f s, by the stamps", wall))
	}
}

// seconds takes a duration over unless it is negative.
func (r *run) seconds(rec *record.Record, key string, row int, column *table.Float) {
	s, given := rec.Float(key)
	switch {
	case !given:
	case s >= 0:
		column.Set(row, s)
	default:
		r.unit.Finding(r.t, badDuration, rec, key+" is negative", "seconds, 0 or more; left out")
	}
}

func (r *run) commandRow(n *node, attempt int64, c *record.Record) {
	t := &r.t.Checks
	row := r.unit.Row(&t.Rows, &t.Run, c)
	t.Step.Set(row, n.id)
	t.Attempt.Set(row, attempt)
	t.Kind.Set(row, "command")
	c.Fill(t, row)
	rc, given := c.Int("rc")
	switch {
	case given && rc == 0:
		t.Verdict.Set(row, "pass")
	case given:
		t.Verdict.Set(row, "fail")
	}
	if given && rc == 0 && c.Has("tail") {
		r.unit.Finding(r.t, tailOnPass, c, "tail beside rc 0", "tail only when rc is not 0")
	}
	cut, _ := c.Bool("truncated")
	if long := len([]rune(c.Str("tail"))); long > 4096 && !cut {
		r.unit.Finding(r.t, longTail, c, "tail longer than 4,096 characters", "a cut tail with truncated: true")
	}
}
