package stat

import (
	"cmp"
	"slices"
)

// Node is one step of a run whose dependencies are not logged: where in the log it
// became ready and finished, and when. Positions count the lines of the log, and decide
// what came before what; times, in seconds on any common clock, give durations only.
// ReadyAt is below 0 for a node of which no line says that it became ready.
type Node struct {
	ReadyAt, FinishAt int
	Ready, Finish     float64
	Done              bool // finished well, so that others may have waited for it
}

// maxGap is the longest pause, in seconds, between a node's end and the start of the
// node it is taken to have unblocked, beyond which the link is in doubt.
const maxGap = 1

// PathStep is one node on a critical path.
type PathStep struct {
	Node  int    // index of the node
	Share Number // its time from ready to finish as a share of the run's time
	Gap   Number // seconds since the step before finished; ReasonNoData on the first step
}

// Path is an inferred critical path, in order of time.
type Path struct {
	Steps    []PathStep
	Coverage Number // sum of the shares that could be given
}

// Ambiguous reports whether some step became ready more than a second after the step
// that is taken to have unblocked it: something else may have.
func (p Path) Ambiguous() bool {
	return slices.ContainsFunc(p.Steps, func(s PathStep) bool { return s.Gap.OK && s.Gap.Value > maxGap+Eps })
}

// PathFinder infers critical paths one after the other, each in the room of the one before.
type PathFinder struct {
	order []int
	steps []PathStep
}

// CriticalPath infers the chain of nodes that a closed run from start to end, in seconds,
// waited for. It walks back from the node that finished last: what unblocked a node is
// the last one done before it became ready. Nodes that finish before they become ready
// are left out, and the walk ends at one of which nobody knows when it became ready.
//
// A share is ReasonNegativeDuration if the node's or the run's clock steps back,
// ReasonUncheckable if a time is not finite, the run takes no time or the node takes
// longer than its run, and ReasonNoData without a time of becoming ready. Without nodes
// there are no steps and Coverage is ReasonNoData.
//
// The steps are lost with the next path.
func (f *PathFinder) CriticalPath(nodes []Node, start, end float64) Path {
	f.latestFirst(nodes)
	path := Path{Coverage: Missing(ReasonNoData), Steps: f.steps[:0]}
	for _, i := range f.order {
		n := nodes[i]
		step := PathStep{Node: i, Share: n.share(elapsed(start, end)), Gap: Missing(ReasonNoData)}
		if last := len(path.Steps) - 1; last >= 0 {
			next := &path.Steps[last]
			if !n.Done || n.FinishAt >= nodes[next.Node].ReadyAt {
				continue // cannot have unblocked it
			}
			next.Gap = elapsed(n.Finish, nodes[next.Node].Ready)
		}
		path.Steps = append(path.Steps, step)
	}
	f.steps = path.Steps
	slices.Reverse(path.Steps)
	for _, step := range path.Steps {
		if step.Share.OK {
			path.Coverage = Known(path.Coverage.Value + step.Share.Value)
		}
	}
	return path
}

// share is the node's time from ready to finish as a share of the run's.
func (n Node) share(run Number) Number {
	if n.ReadyAt < 0 {
		return Missing(ReasonNoData)
	}
	s := ratio(elapsed(n.Ready, n.Finish), run)
	if s.OK && s.Value > 1+Eps {
		return Missing(ReasonUncheckable) // one of the stamps lies outside the run
	}
	return s
}

// latestFirst sets order to the indexes of the consistent nodes, the last to finish first.
func (f *PathFinder) latestFirst(nodes []Node) {
	f.order = f.order[:0]
	for i, n := range nodes {
		if n.ReadyAt < n.FinishAt {
			f.order = append(f.order, i)
		}
	}
	slices.SortStableFunc(f.order, func(i, j int) int { return cmp.Compare(nodes[j].FinishAt, nodes[i].FinishAt) })
}

// elapsed is to - from in seconds.
func elapsed(from, to float64) Number {
	switch {
	case !usable(from) || !usable(to):
		return Missing(ReasonUncheckable)
	case to < from:
		return Missing(ReasonNegativeDuration)
	default:
		return Known(to - from)
	}
}

func ratio(part, whole Number) Number {
	switch {
	case !part.OK:
		return part
	case !whole.OK:
		return whole
	default:
		return Known(part.Value / whole.Value) // of no time at all: uncheckable
	}
}
