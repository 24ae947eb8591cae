package metric

import (
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// pathFinder infers the critical paths of one run after the other. Its lists keep their room
// from run to run.
type pathFinder struct {
	nodes []pathNode                // the steps of the run in the order in which its log names them
	index namesOfUnits[string, int] // of the nodes by the names of their steps
	known []stat.Node               // of these, those that finished
	names []string                  // and their names
	steps block[report.PathStep]

	finder stat.PathFinder
}

type pathNode struct {
	stat.Node
	name     string
	released bool // the log says that it no longer waits
}

// of is the node of a step.
func (f *pathFinder) of(u *Unit, step string) *pathNode {
	i, known := f.index.of(u, step)
	if !known {
		i = len(f.nodes)
		f.index.set(u, step, i)
		f.nodes = append(f.nodes, pathNode{Node: stat.Node{ReadyAt: -1, FinishAt: -1}, name: step})
	}
	return &f.nodes[i]
}

// read takes the nodes of a unit from the changes of its steps' states.
func (f *pathFinder) read(u *Unit) {
	f.nodes, f.known, f.names = f.nodes[:0], f.known[:0], f.names[:0]
	t := &u.t.Transitions
	at := -1
	for row := range u.transitions().each {
		at++
		n, when := f.of(u, t.Step.At(row)), float64(t.At.At(row).UnixMicro())/1e6
		switch to := table.State(t.State.At(row)); to {
		case table.StateReady, table.StateRunning:
			// To wait no more is becoming ready, wherever among the lines that one stands.
			freed := to == table.StateReady && !n.released && table.State(t.StateBefore.At(row)) == table.StateWaiting
			if n.ReadyAt < 0 || freed {
				n.ReadyAt, n.Ready = at, when
			}
			n.released = n.released || freed
		case table.StatePassed, table.StateFailed:
			n.FinishAt, n.Finish, n.Done = at, when, to == table.StatePassed
		}
	}
	for _, n := range f.nodes {
		if n.FinishAt >= 0 {
			f.known, f.names = append(f.known, n.Node), append(f.names, n.name)
		}
	}
}

// criticalPath infers the chain of steps that a closed run waited for, where its log
// says when a step became ready.
func (f *pathFinder) criticalPath(u *Unit, r *report.Run) {
	if u.transitions().len() == 0 || r.EndedAt.IsZero() || r.StartedAt.IsZero() {
		return
	}
	f.read(u)
	p := f.finder.CriticalPath(f.known, float64(r.StartedAt.UnixMicro())/1e6, float64(r.EndedAt.UnixMicro())/1e6)
	r.CriticalPath = f.steps.take(len(p.Steps))
	for i, s := range p.Steps {
		r.CriticalPath[i] = report.PathStep{Step: f.names[s.Node], Share: Number(s.Share)}
	}
	r.PathCoverage = Number(p.Coverage)
	switch {
	case len(p.Steps) == 0:
	case p.Ambiguous():
		r.PathLabel = "ambiguous"
	default:
		r.PathLabel = "inferred"
	}
	if !r.DurationS.OK {
		return
	}
	var saved lost
	for y := range u.eachRetryable {
		step := u.t.Steps.Step.At(y.row)
		if y.flaked() && slices.ContainsFunc(r.CriticalPath, func(s report.PathStep) bool { return s.Step == step }) {
			saved.add(y.cost())
		}
	}
	if saved.untimed > 0 { // they may have taken any time
		r.WithoutFlakesS = report.Missing(string(stat.ReasonNotMeasured))
		return
	}
	r.WithoutFlakesS = report.Known(max(0, r.DurationS.Value-saved.seconds))
}
