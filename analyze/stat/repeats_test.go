package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

func bug(preFound, preRuns, postFound, postRuns int) RepeatedBug {
	return RepeatedBug{Pre: Fraction{preFound, preRuns}, Post: Fraction{postFound, postRuns}}
}

func times(n int, b RepeatedBug) []RepeatedBug {
	bugs := make([]RepeatedBug, n)
	for i := range bugs {
		bugs[i] = b
	}
	return bugs
}

// Expected p: all 2^m sign patterns enumerated over exact fractions in Python.
func TestSignFlip(t *testing.T) {
	for _, c := range []struct {
		name           string
		bugs           []RepeatedBug
		delta, p       float64
		changed, scale int
	}{
		{"unequal runs", []RepeatedBug{
			bug(2, 2, 0, 3), bug(0, 2, 1, 3), bug(1, 2, 3, 3), bug(2, 2, 2, 3), bug(0, 2, 0, 3),
		}, -0.1, 0.875, 4, 6},
		{"nothing changed", []RepeatedBug{bug(3, 3, 3, 3), bug(0, 3, 0, 3)}, 0, 1, 0, 3},
		{"clean sweep", times(6, bug(0, 4, 4, 4)), 1, 2.0 / 64, 6, 4},
		{"ten bugs, three runs", []RepeatedBug{
			bug(0, 3, 1, 3), bug(1, 3, 2, 3), bug(0, 3, 2, 3), bug(2, 3, 3, 3), bug(1, 3, 0, 3),
			bug(0, 3, 3, 3), bug(3, 3, 2, 3), bug(0, 3, 1, 3), bug(1, 3, 3, 3), bug(2, 3, 3, 3),
		}, 1.0 / 3, 0.060546875, 10, 3},
		{"one bug", []RepeatedBug{bug(1, 2, 1, 3)}, -1.0 / 6, 1, 1, 6},
		{"five and four runs", []RepeatedBug{
			bug(3, 5, 1, 4), bug(5, 5, 3, 4), bug(2, 5, 2, 4), bug(4, 5, 4, 4),
			bug(1, 5, 0, 4), bug(5, 5, 4, 4), bug(0, 5, 1, 4), bug(3, 5, 0, 4),
		}, -0.10625, 0.390625, 7, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := SignFlip(c.bugs)
			nearKnown(t, "delta", got.Delta, c.delta, 1e-12)
			nearKnown(t, "p", got.P, c.p, 1e-15)
			equal(t, "bugs", got.Bugs, len(c.bugs))
			equal(t, "changed", got.Changed, c.changed)
			equal(t, "scale", got.Scale, c.scale)
		})
	}
}

func TestSignFlipIsMcNemarForSingleRuns(t *testing.T) {
	for lost := range 9 {
		for gained := range 9 {
			bugs := append(times(lost, bug(1, 1, 0, 1)), times(gained, bug(0, 1, 1, 1))...)
			bugs = append(bugs, bug(1, 1, 1, 1), bug(0, 1, 0, 1))
			nearKnown(t, "p", SignFlip(bugs).P, PairedTest(lost, gained).P, 1e-14)
		}
	}
}

func TestSignFlipProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		bugs := make([]RepeatedBug, 1+r.IntN(12))
		swapped := make([]RepeatedBug, len(bugs))
		for i := range bugs {
			pre, post := 1+r.IntN(4), 1+r.IntN(4)
			bugs[i] = bug(r.IntN(pre+1), pre, r.IntN(post+1), post)
			swapped[i] = RepeatedBug{Pre: bugs[i].Post, Post: bugs[i].Pre}
		}
		got, other := SignFlip(bugs), SignFlip(swapped)
		if !got.P.OK || got.P.Value <= 0 || got.P.Value > 1 {
			t.Fatalf("%v: %+v", bugs, got)
		}
		equal(t, "p with the sides swapped", other.P, got.P)
		near(t, "delta with the sides swapped", other.Delta.Value, -got.Delta.Value, 1e-15)
		r.Shuffle(len(bugs), func(i, j int) { bugs[i], bugs[j] = bugs[j], bugs[i] })
		equal(t, "p of another order", SignFlip(bugs).P, got.P)
	}
}

func TestSignFlipWithoutResult(t *testing.T) {
	none := SignFlip(nil)
	missing(t, "p of no bugs", none.P, ReasonNoData)
	missing(t, "delta of no bugs", none.Delta, ReasonNoData)
	unpaired := SignFlip([]RepeatedBug{bug(0, 0, 1, 1), bug(2, 1, 0, 1)})
	missing(t, "p of unpaired bugs", unpaired.P, ReasonNoData)
	equal(t, "bugs", unpaired.Bugs, 0)

	wild := SignFlip([]RepeatedBug{bug(1, 9973, 5, 9967), bug(4, 9949, 5, 9941)})
	missing(t, "p of four prime numbers of runs", wild.P, ReasonUncheckable)
	equal(t, "delta is still known", wild.Delta.OK, true)
	huge := SignFlip([]RepeatedBug{bug(0, math.MaxInt, 1, 1)})
	missing(t, "p of an impossible number of runs", huge.P, ReasonUncheckable)
}

func TestMove(t *testing.T) {
	for _, c := range []struct {
		bug  RepeatedBug
		want BugMove
	}{
		{bug(1, 1, 0, 1), MoveLost},
		{bug(3, 3, 0, 2), MoveLost},
		{bug(0, 3, 2, 2), MoveGained},
		{bug(2, 3, 0, 3), MoveLessOften},
		{bug(3, 3, 1, 3), MoveLessOften},
		{bug(1, 3, 1, 2), MoveMoreOften},
		{bug(0, 3, 1, 3), MoveMoreOften},
		{bug(2, 4, 1, 2), MoveNone},
		{bug(0, 0, 1, 1), MoveUnpaired},
		{bug(1, 1, 0, 0), MoveUnpaired},
		{bug(-1, 1, 0, 1), MoveUnpaired},
	} {
		equal(t, "move", c.bug.Move(), c.want)
	}
}
