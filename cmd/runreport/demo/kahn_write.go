package demo

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"time"
)

// tailLimit is the longest tail that kahn keeps, in characters.
const tailLimit = 4096

var kahnTails = []string{
	"AssertionError: expected 3 items in the cart, got 2\n    at cart.test.ts:88:21\n",
	"Error: page.goto: Timeout 30000ms exceeded.\nwaiting for selector \"[data-ready]\"\n",
	"connect ECONNREFUSED 127.0.0.1:5433\n",
	"thread 'compaction::keeps_order' panicked: left: 41, right: 42\n",
	"FAIL: 1 of 212 tests\nlocator resolved to hidden element\n",
	"HTTP 503 from the package mirror, giving up\n",
	"fatal: lock file exists: .cache/lock\n",
}

// drawTail draws the output of a failed command; one in forty is too long and
// therefore cropped.
func drawTail(s stream) string {
	tail := pick(s, kahnTails)
	if s.chance(25) {
		tail = strings.Repeat(tail, tailLimit/len(tail)+1)[:tailLimit]
	}
	return tail
}

// timedLine is a line of a log that several runs share.
type timedLine struct {
	at   time.Time
	run  string // the identity of its run
	line string
}

// joinByTime puts the lines of several runs in the order of time; lines of the
// same time keep their order.
func joinByTime(lines []timedLine) []byte {
	slices.SortStableFunc(lines, func(a, b timedLine) int { return a.at.Compare(b.at) })
	var out bytes.Buffer
	for _, l := range lines {
		out.WriteString(l.line)
	}
	return out.Bytes()
}

// kahn writes one file a day.
func (g *generator) kahn(runs []int) (KahnTruth, error) {
	tally := newKahnTally(g.samples)
	for _, day := range batches(runs, dayOf) {
		var lines []timedLine
		for _, i := range day {
			run := drawKahn(g.seed, i)
			tally.add(run)
			lines = append(lines, run.lines()...)
		}
		name := path.Join("kahn", dayOf(day[0]).Format(time.DateOnly), "transitions.jsonl")
		if err := g.write(kahnFile(name, lines)); err != nil {
			return KahnTruth{}, err
		}
	}
	return tally.truth(), nil
}

func kahnFile(name string, lines []timedLine) file {
	data := joinByTime(lines) // which leaves the last record last
	last := lines[len(lines)-1]
	return file{path: name, format: formatKahn, data: data, can: runLog, note: func(text string) string {
		return kahnRecord(last.at, last.run, "runner_note").raw("note", `"`+text+`"`).line()
	}}
}

func kahnRecord(at time.Time, runID, event string) *record {
	return object().str("ts", stampMillis(at)).str("run_id", runID).str("event", event)
}

// lines are the records of the run up to its end, or up to the moment it was
// killed, in the order of time.
func (r *kahnRun) lines() []timedLine {
	var out []timedLine
	emit := func(since time.Duration, event string, fill func(*record)) {
		at := r.start.Add(since)
		rec := kahnRecord(r.printed(at, len(out)), r.id, event)
		fill(rec)
		out = append(out, timedLine{at, r.id, rec.line()})
	}
	emit(0, "run_start", func(rec *record) { rec.int("total_nodes", len(r.nodes)) })
	for i := range r.nodes {
		r.nodes[i].lines(emit)
	}
	emit(r.end, "run_end", r.closing)
	slices.SortStableFunc(out, func(a, b timedLine) int { return a.at.Compare(b.at) })
	stop := r.start.Add(r.until())
	return slices.DeleteFunc(out, func(l timedLine) bool { return l.at.After(stop) })
}

// skewedRecord is the record of a skewed run whose stamp is off, and clockStep by how much.
const (
	skewedRecord = 4
	clockStep    = 250 * time.Millisecond
)

func (r *kahnRun) printed(at time.Time, record int) time.Time {
	if r.skewed && record == skewedRecord {
		return at.Add(-clockStep)
	}
	return at
}

// lines emits the transitions and attempts of the node.
func (n *kahnNode) lines(emit func(time.Duration, string, func(*record))) {
	move := func(since time.Duration, from, to string, attempt int, reason string) {
		emit(since, "node_transition", func(rec *record) {
			rec.str("node_id", n.step.id).str("from", from).str("to", to)
			if attempt > 0 {
				rec.int("attempt", attempt)
			}
			if reason != "" {
				rec.str("reason", reason)
			}
		})
	}
	if n.state == "blocked" {
		move(n.settled, "pending", "blocked", 0, "ancestor_failed:"+strings.Join(n.ancestors, ","))
		return
	}
	if n.ready < 0 {
		return
	}
	move(n.ready, "pending", "ready", 0, "")
	from := "ready"
	for i, a := range n.attempts {
		move(a.start, from, "running", i+1, "")
		from = "running"
		if !a.unlogged {
			emit(a.start+a.took, "node_attempt", func(rec *record) { n.attempt(rec, i) })
		}
	}
	switch n.state {
	case "done":
		move(n.settled, "running", "done", 0, "")
	case "failed":
		move(n.settled, "running", "failed", 0, "max_ralph_iters_reached")
	}
}

// commandTime is the time of each command of an attempt: they share nine tenths of it.
func (s *kahnStep) commandTime(took time.Duration) time.Duration {
	return (took * 9 / 10 / time.Duration(len(s.commands))).Truncate(time.Millisecond)
}

// attempt fills the record of attempt i. Its commands share its time, bar a
// tenth; the last one is the one that fails.
func (n *kahnNode) attempt(rec *record, i int) {
	a := n.attempts[i]
	rec.str("node_id", n.step.id).int("attempt", i+1).seconds("duration_s", a.took).bool("converged", a.converged)
	if i > 0 {
		rec.seconds("backoff_s", a.backoff)
	}
	share := n.step.commandTime(a.took)
	var results []string
	for c, command := range n.step.commands {
		result := object().str("cmd", command)
		if a.converged || c < len(n.step.commands)-1 {
			result.int("rc", 0).seconds("duration_s", share)
		} else {
			result.int("rc", 1).seconds("duration_s", share).str("tail", a.tail)
			if len(a.tail) == tailLimit {
				result.bool("truncated", true)
			}
		}
		results = append(results, result.json())
	}
	rec.list("done_when_results", results)
}

// closing fills the run_end record.
func (r *kahnRun) closing(rec *record) {
	done, failed, blocked := r.counts()
	attempts, retries := r.tries()
	rec.str("outcome", r.outcome).int("done", done).int("failed", failed).int("blocked", blocked).
		seconds("total_duration_s", r.end).int("total_attempts", attempts).int("flake_retries", retries)
	switch r.outcome {
	case "stuck":
		rec.int("exit_code", 3)
	case "catastrophic":
		rec.int("exit_code", 2)
	}
}
