package stat

import (
	"math"
	"testing"
)

func TestCriticalPath(t *testing.T) {
	// By hand. a unblocks b and c; b finishes last of the two and unblocks d; e runs
	// beside them all; f failed, so nothing can have waited for it.
	nodes := []Node{
		{ReadyAt: 1, FinishAt: 4, Ready: 0, Finish: 10, Done: true},    // a
		{ReadyAt: 5, FinishAt: 12, Ready: 10, Finish: 40, Done: true},  // b
		{ReadyAt: 6, FinishAt: 10, Ready: 10, Finish: 30, Done: true},  // c
		{ReadyAt: 14, FinishAt: 20, Ready: 42, Finish: 90, Done: true}, // d
		{ReadyAt: 2, FinishAt: 18, Ready: 0, Finish: 80, Done: true},   // e
		{ReadyAt: 7, FinishAt: 13, Ready: 11, Finish: 41, Done: false}, // f
	}
	path := new(PathFinder).CriticalPath(nodes, 0, 100)
	want := []struct {
		node  int
		share float64
	}{{0, 0.1}, {1, 0.3}, {3, 0.48}}
	if len(path.Steps) != len(want) {
		t.Fatalf("%+v", path)
	}
	for i, w := range want {
		equal(t, "node", path.Steps[i].Node, w.node)
		nearKnown(t, "share", path.Steps[i].Share, w.share, 1e-12)
	}
	nearKnown(t, "coverage", path.Coverage, 0.88, 1e-12)
	missing(t, "gap of the first", path.Steps[0].Gap, ReasonNoData)
	nearKnown(t, "gap of the second", path.Steps[1].Gap, 0, 0)
	nearKnown(t, "gap of the third", path.Steps[2].Gap, 2, 0)
	equal(t, "ambiguous", path.Ambiguous(), true)

	// A failed node can be where the run ends, but unblocks nothing.
	failed := new(PathFinder).CriticalPath([]Node{nodes[0], nodes[5]}, 0, 50)
	equal(t, "steps to a failed node", len(failed.Steps), 2)
	equal(t, "ambiguous at one second", failed.Ambiguous(), false)
}

func TestCriticalPathEdges(t *testing.T) {
	empty := new(PathFinder).CriticalPath(nil, 0, 10)
	equal(t, "steps of nothing", len(empty.Steps), 0)
	missing(t, "coverage of nothing", empty.Coverage, ReasonNoData)

	one := []Node{{ReadyAt: 1, FinishAt: 2, Ready: 3, Finish: 5, Done: true}}
	nearKnown(t, "share of one", new(PathFinder).CriticalPath(one, 0, 10).Steps[0].Share, 0.2, 1e-12)
	missing(t, "share of a run without time", new(PathFinder).CriticalPath(one, 4, 4).Steps[0].Share, ReasonUncheckable)
	missing(t, "share of a run backwards", new(PathFinder).CriticalPath(one, 4, 3).Steps[0].Share, ReasonNegativeDuration)
	missing(t, "share of an unknown end", new(PathFinder).CriticalPath(one, 0, math.NaN()).Steps[0].Share, ReasonUncheckable)
	unknown := []Node{{ReadyAt: 1, FinishAt: 2, Ready: math.NaN(), Finish: 5, Done: true}}
	missing(t, "share of an unknown start", new(PathFinder).CriticalPath(unknown, 0, 10).Steps[0].Share, ReasonUncheckable)
	missing(t, "coverage", new(PathFinder).CriticalPath(one, 4, 3).Coverage, ReasonNoData)

	missing(t, "share of more than the run", new(PathFinder).CriticalPath([]Node{{ReadyAt: 1, FinishAt: 2, Ready: -90, Finish: 5, Done: true}}, 0, 10).Steps[0].Share, ReasonUncheckable)

	// The walk ends at a node of which no line says when it became ready, though others
	// were done before it.
	blind := new(PathFinder).CriticalPath([]Node{
		{ReadyAt: 0, FinishAt: 1, Ready: 0, Finish: 2, Done: true},
		{ReadyAt: -1, FinishAt: 3, Finish: 4, Done: true},
		{ReadyAt: 4, FinishAt: 5, Ready: 4, Finish: 9, Done: true},
	}, 0, 10)
	equal(t, "steps from a blind one", len(blind.Steps), 2)
	equal(t, "the blind one", blind.Steps[0].Node, 1)
	missing(t, "its share", blind.Steps[0].Share, ReasonNoData)
	nearKnown(t, "coverage of what is known", blind.Coverage, 0.5, 1e-12)

	stepBack := []Node{
		{ReadyAt: 1, FinishAt: 2, Ready: 9, Finish: 5, Done: true},
		{ReadyAt: 3, FinishAt: 4, Ready: 4, Finish: 8, Done: true},
	}
	path := new(PathFinder).CriticalPath(stepBack, 0, 10)
	missing(t, "share of a node whose clock steps back", path.Steps[0].Share, ReasonNegativeDuration)
	missing(t, "gap when the clock steps back", path.Steps[1].Gap, ReasonNegativeDuration)
	nearKnown(t, "coverage of the rest", path.Coverage, 0.4, 1e-12)

	// Finishing before becoming ready would make a node its own unblocker.
	nonsense := []Node{{ReadyAt: 9, FinishAt: 2, Done: true}, {ReadyAt: 3, FinishAt: 3, Done: true}}
	equal(t, "steps of nonsense", len(new(PathFinder).CriticalPath(nonsense, 0, 10).Steps), 0)
}
