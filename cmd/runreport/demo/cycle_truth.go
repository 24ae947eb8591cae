package demo

import (
	"path"
	"slices"
)

// cycles writes one log for each cycle.
func (g *generator) cycles(runs []int) ([]CycleTruth, error) {
	truth := []CycleTruth{}
	for _, i := range runs {
		c := drawCycle(g.seed, i)
		if err := g.write(c.log(path.Join("playbook", "Calibration Cycles", c.name, "run_state.jsonl"))); err != nil {
			return nil, err
		}
		for n := range c.iterations {
			truth = append(truth, c.iterations[n].truth(c.name))
		}
	}
	return truth, nil
}

func (r *calibrationRound) truth(cycle string) CycleTruth {
	t := CycleTruth{
		Cycle: cycle, Iteration: r.number, Floor: float64(r.floor) / 100,
		Verdict: r.verdict, Accepts: r.accepts(),
	}
	for i := range r.benchmarks {
		t.Benchmarks = append(t.Benchmarks, r.benchmarks[i].truth(r.floor))
	}
	return t
}

func (t *trial) truth(floor int) BenchmarkTruth {
	b := BenchmarkTruth{
		Benchmark: t.name, Baseline: len(t.bugs), Pre: t.side(t.pre), Post: t.side(t.post),
		Lost: []string{}, Gained: []string{},
	}
	b.Class, b.AtFloor = classify(b.Pre, b.Post, floor)
	if b.Class == insufficient {
		return b
	}
	for n, id := range t.bugs {
		before, after := timesFound(t.pre, n), timesFound(t.post, n)
		switch {
		case before == b.Pre.Runs && after == 0:
			b.Lost = append(b.Lost, id)
		case before == 0 && after == b.Post.Runs:
			b.Gained = append(b.Gained, id)
		}
	}
	return b
}

func (t *trial) side(runs []measurement) SideTruth {
	var s SideTruth
	for i := range runs {
		if runs[i].unknown {
			continue
		}
		s.Runs++
		s.Found += runs[i].hits()
		s.Of += len(t.bugs)
	}
	return s
}

func timesFound(runs []measurement, bug int) int {
	n := 0
	for i := range runs {
		if !runs[i].unknown && runs[i].found[bug] {
			n++
		}
	}
	return n
}

// The classes of a change of recall.
const (
	improved     = "improved"
	regressed    = "regressed"
	withinNoise  = "within_noise"
	insufficient = "insufficient"
)

// classify compares two sides in whole numbers: a change of exactly the floor
// (in hundredths) is not noise, and is at the floor.
func classify(pre, post SideTruth, floor int) (class string, atFloor bool) {
	if pre.Of == 0 || post.Of == 0 {
		return insufficient, false
	}
	num, den := change(pre, post)
	size, limit := 100*max(num, -num), floor*den
	switch {
	case num == 0 || size < limit:
		return withinNoise, false
	case num > 0:
		return improved, size == limit
	}
	return regressed, size == limit
}

// change is the change of recall as a fraction.
func change(pre, post SideTruth) (num, den int) {
	return post.Found*pre.Of - pre.Found*post.Of, pre.Of * post.Of
}

// accepts holds the verdicts that the rule of the cycles allows: revert after a
// regression, ship after an improvement, another try otherwise. A change of
// exactly the floor decides nothing.
func (r *calibrationRound) accepts() []string {
	compared, up, down, edge, better := 0, false, false, false, false
	for i := range r.benchmarks {
		t := &r.benchmarks[i]
		class, atFloor := classify(t.side(t.pre), t.side(t.post), r.floor)
		if class != insufficient {
			compared++
		}
		edge = edge || atFloor
		better = better || class == improved
		up = up || class == improved && !atFloor
		down = down || class == regressed && !atFloor
	}
	out := []string{}
	switch {
	case compared == 0:
		return out
	case down:
		out = append(out, "revert")
	case edge && better:
		out = append(out, "iterate", "revert", "ship")
	case up:
		out = append(out, "ship")
	default:
		out = append(out, "iterate", "revert")
	}
	if n := slices.Index(out, "iterate"); n >= 0 && r.number >= iterationCap {
		out[n] = "halt-iterate-cap"
	}
	return out
}
