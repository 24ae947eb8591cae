package demo

import (
	"cmp"
	"slices"
	"time"
)

// kahnTally counts kahn runs as they are drawn.
type kahnTally struct {
	sum   KahnTruth
	out   *samples
	nodes map[string]*nodeTally
	flake time.Duration
	lost  time.Duration // on node runs that never converged
	all   time.Duration
}

type nodeTally struct {
	sum               KahnNodeTruth
	flake             time.Duration
	passed, notPassed []time.Duration
}

func newKahnTally(out *samples) *kahnTally {
	return &kahnTally{out: out, sum: KahnTruth{Outcomes: map[string]int{}}, nodes: map[string]*nodeTally{}}
}

func (k *kahnTally) add(r *kahnRun) {
	k.sum.Runs++
	flaked := false
	for i := range r.nodes {
		flaked = k.addNode(&r.nodes[i], r.until()) || flaked
	}
	if r.killed > 0 {
		k.sum.Open++
		return
	}
	k.sum.Finished++
	k.out.took("run-duration", "kahn", r.end)
	k.out.category("outcome-mix", "kahn", r.outcome)
	k.out.hit("runs-with-a-flake", "kahn", flaked)
	k.sum.Outcomes[r.outcome]++
	k.sum.RunsWithFlake.count(flaked)
	if r.outcome == "clean" || r.outcome == "clean_with_flake" {
		k.sum.RunFlake.count(r.outcome == "clean_with_flake")
		k.out.hit("run-flake-rate", "kahn", r.outcome == "clean_with_flake")
	}
}

// addNode counts what was written of a node until a moment, and tells whether
// it flaked.
func (k *kahnTally) addNode(n *kahnNode, until time.Duration) bool {
	started := 0
	for _, a := range n.attempts {
		if a.start <= until {
			started++
		}
	}
	if started == 0 {
		return false
	}
	t := k.nodes[n.step.id]
	if t == nil {
		t = &nodeTally{sum: KahnNodeTruth{Node: n.step.id}}
		k.nodes[n.step.id] = t
	}
	settled := n.settled <= until
	converged := settled && n.state == "done"
	flaked := converged && started > 1
	t.sum.Started++
	t.sum.Retries += started - 1
	k.sum.Retries.Den++
	k.sum.Retries.Num += started - 1
	k.out.value("retries-per-step", "kahn", float64(started-1))
	k.commands(n, until)

	first := n.attempts[0]
	if started > 1 || first.start+first.took <= until {
		t.sum.FirstAttemptPass.count(first.converged)
		k.sum.FirstAttemptPass.count(first.converged)
		k.out.hit("first-attempt-pass-rate", "kahn", first.converged)
		if !first.converged && settled {
			k.sum.Recovery.count(converged)
			k.out.hit("recovery-rate", "kahn", converged)
		}
	}
	if converged {
		t.sum.Converged++
		k.sum.NodeFlake.count(flaked)
		k.out.hit("step-flake-rate", "kahn", flaked)
	}

	wasted, all := n.spent(until, t, k.out)
	k.all += all
	switch {
	case flaked:
		t.sum.Flaked++
		t.flake += wasted
		k.flake += wasted
		k.out.took("flake-cost", "kahn", wasted)
	case !converged:
		k.lost += wasted
	}
	return flaked
}

// spent adds the durations of the recorded attempts to t and returns the time
// of failed attempts and backoffs, and of all attempts and backoffs.
func (n *kahnNode) spent(until time.Duration, t *nodeTally, out *samples) (wasted, all time.Duration) {
	for _, a := range n.attempts {
		if a.unlogged || a.start+a.took > until {
			continue
		}
		all += a.took + a.backoff
		wasted += a.backoff
		if a.converged {
			t.passed = append(t.passed, a.took)
			out.took("attempt-duration", "kahn", a.took)
			continue
		}
		wasted += a.took
		t.notPassed = append(t.notPassed, a.took)
		out.took("failed-attempt-duration", "kahn", a.took)
	}
	return wasted, all
}

// commands counts the node's commands as its records have them: all pass but the last one
// of an attempt that did not converge.
func (k *kahnTally) commands(n *kahnNode, until time.Duration) {
	fell, recorded, passed := false, false, false
	for _, a := range n.attempts {
		if a.unlogged || a.start+a.took > until {
			continue
		}
		recorded, passed = true, a.converged
		fell = fell || !a.converged
		for range n.step.commands {
			k.out.took("command-duration", "kahn", n.step.commandTime(a.took))
		}
	}
	for c := range n.step.commands {
		last := c == len(n.step.commands)-1
		if recorded && (passed || !last) {
			k.out.hit("command-flake-rate", "kahn", last && fell)
		}
	}
}

func (k *kahnTally) truth() KahnTruth {
	k.sum.FlakeCostS, k.sum.FailureCostS, k.sum.AttemptsS = inSeconds(k.flake), inSeconds(k.lost), inSeconds(k.all)
	k.sum.Nodes = []KahnNodeTruth{}
	for _, t := range k.nodes {
		t.sum.FlakeCostS = inSeconds(t.flake)
		t.sum.ConvergedS, t.sum.NotConvergedS = summarise(t.passed), summarise(t.notPassed)
		k.sum.Nodes = append(k.sum.Nodes, t.sum)
	}
	slices.SortFunc(k.sum.Nodes, func(a, b KahnNodeTruth) int { return cmp.Compare(a.Node, b.Node) })
	return k.sum
}
