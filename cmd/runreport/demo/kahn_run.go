package demo

import (
	"fmt"
	"slices"
	"time"
)

// maxAttempts is the number of attempts after which a node has failed.
const maxAttempts = 3

// kahnAttempt is one attempt of a node. Its start is found when the run is laid
// out; until then only the rest is given.
type kahnAttempt struct {
	start     time.Duration // since the start of the run
	took      time.Duration
	backoff   time.Duration // waited before it
	converged bool
	unlogged  bool   // its node_attempt record was lost
	tail      string // output of the command that failed
}

// kahnNode is what became of a step in one run.
type kahnNode struct {
	step      *kahnStep
	ready     time.Duration // -1: never
	attempts  []kahnAttempt
	settled   time.Duration // time of the last transition, where state is not empty
	state     string        // done, failed, blocked, or empty where it never got there
	ancestors []string      // of a blocked node: the nodes that failed, sorted
}

// kahnRun is one run, laid out in time.
type kahnRun struct {
	id      string
	start   time.Time
	nodes   []kahnNode
	end     time.Duration // of run_end
	killed  time.Duration // nothing after it was written; 0: the run came to its end
	skewed  bool          // one record carries a stamp slightly in the past
	outcome string
}

const (
	stepPause   = 100 * time.Millisecond // from ready to running
	closingTime = 1600 * time.Millisecond
)

// layOut runs a pipeline: a step starts when all steps it needs are done, is
// blocked when they have settled and one of them failed, and stays pending when
// one of them never settles. attempts tells how the attempts of a step go, none
// meaning that it is never started.
func layOut(p *kahnPipeline, id string, start time.Time, attempts func(step int) []kahnAttempt) *kahnRun {
	run := &kahnRun{id: id, start: start, nodes: make([]kahnNode, len(p.steps))}
	for i := range p.steps {
		n := &run.nodes[i]
		n.step, n.ready = &p.steps[i], -1
		at, pending := time.Duration(0), false
		for _, need := range n.step.needs {
			before := &run.nodes[need]
			at = max(at, before.settled)
			switch before.state {
			case "failed":
				n.ancestors = append(n.ancestors, before.step.id)
			case "blocked":
				n.ancestors = append(n.ancestors, before.ancestors...)
			case "":
				pending = true
			}
		}
		switch {
		case pending:
			n.ancestors = nil
		case len(n.ancestors) > 0:
			slices.Sort(n.ancestors)
			n.ancestors = slices.Compact(n.ancestors)
			n.state, n.settled = "blocked", at
		default:
			n.run(at, attempts(i))
		}
		run.end = max(run.end, n.settled)
	}
	run.end += closingTime
	run.outcome = run.judge()
	return run
}

// run makes a node ready at a time and plays its attempts.
func (n *kahnNode) run(at time.Duration, attempts []kahnAttempt) {
	n.ready = at
	if len(attempts) == 0 {
		return
	}
	at += stepPause
	for i := range attempts {
		at += attempts[i].backoff
		attempts[i].start = at
		at += attempts[i].took
	}
	n.attempts, n.settled = attempts, at
	n.state = "failed"
	if attempts[len(attempts)-1].converged {
		n.state = "done"
	}
}

// judge is the outcome that kahn gives the run.
func (r *kahnRun) judge() string {
	done, failed, blocked := r.counts()
	_, retries := r.tries()
	switch {
	case done+failed+blocked < len(r.nodes):
		return "stuck"
	case done == 0:
		return "catastrophic"
	case failed > 0:
		return "partial"
	case retries > 0:
		return "clean_with_flake"
	}
	return "clean"
}

// counts is the number of nodes in each final state.
func (r *kahnRun) counts() (done, failed, blocked int) {
	for _, n := range r.nodes {
		switch n.state {
		case "done":
			done++
		case "failed":
			failed++
		case "blocked":
			blocked++
		}
	}
	return done, failed, blocked
}

// tries is the number of attempts, and of those after the first on nodes that
// got done.
func (r *kahnRun) tries() (attempts, flakeRetries int) {
	for _, n := range r.nodes {
		attempts += len(n.attempts)
		if n.state == "done" {
			flakeRetries += len(n.attempts) - 1
		}
	}
	return attempts, flakeRetries
}

// until is the time after which nothing of the run was written.
func (r *kahnRun) until() time.Duration {
	if r.killed > 0 {
		return r.killed
	}
	return r.end
}

// kahnScenario is what may go wrong with a whole run.
type kahnScenario int

const (
	kahnOrdinary kahnScenario = iota
	kahnKilled                // the log ends somewhere in the middle
	kahnStuck                 // one step is never started
	kahnRotten                // the first step fails for good
)

// drawKahn draws run number i.
func drawKahn(seed uint64, i int) *kahnRun {
	s := newStream(seed, "kahn", i)
	p := pick(s, kahnPipelines)
	start := dayOf(i).Add(time.Hour + time.Duration(s.between(0, 90*60*1000))*time.Millisecond)
	scenario := kahnOrdinary
	switch n := s.between(1, 1000); {
	case n <= 30:
		scenario = kahnKilled
	case n <= 42:
		scenario = kahnStuck
	case n <= 50:
		scenario = kahnRotten
	}
	lossy, skewed := s.chance(20), s.chance(20)
	idle := s.between(1, len(p.steps)-1)

	run := layOut(p, fmt.Sprintf("%s-%06d", p.name, i), start, func(step int) []kahnAttempt {
		if scenario == kahnStuck && step == idle {
			return nil
		}
		return drawAttempts(s, &p.steps[step], scenario == kahnRotten && step == 0, lossy)
	})
	run.skewed = skewed
	if scenario == kahnKilled {
		run.killed = (run.end * time.Duration(s.between(100, 900)) / 1000).Truncate(time.Millisecond)
	}
	return run
}

// drawAttempts draws the attempts of a step: one that converges, or retries
// with a growing backoff. A lossy run has lost the record of a failed first attempt.
func drawAttempts(s stream, step *kahnStep, broken, lossy bool) []kahnAttempt {
	broken = s.chance(step.broken) || broken
	var out []kahnAttempt
	for n := range maxAttempts {
		a := kahnAttempt{took: s.around(step.typical), converged: !broken && !s.chance(step.flaky)}
		if n > 0 {
			a.backoff = 2 * time.Second << (n - 1)
		}
		if !a.converged {
			a.took = (a.took * time.Duration(s.between(40, 95)) / 100).Truncate(time.Millisecond)
			a.tail = drawTail(s)
		}
		out = append(out, a)
		if a.converged {
			break
		}
	}
	out[0].unlogged = lossy && len(out) > 1
	return out
}
