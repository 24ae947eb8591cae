package stat

import (
	"math"
	"testing"
)

// Classes by hand, in exact fractions.
func TestDelta(t *testing.T) {
	for _, c := range []struct {
		pre, post Fraction
		floor     float64
		delta     float64
		class     DeltaClass
		atFloor   bool
	}{
		{Fraction{3, 10}, Fraction{4, 10}, 0.05, 0.1, DeltaImproved, false},
		{Fraction{10, 10}, Fraction{0, 10}, 0.05, -1, DeltaRegressed, false},
		{Fraction{0, 1}, Fraction{1, 1}, 0.05, 1, DeltaImproved, false},
		{Fraction{7, 10}, Fraction{8, 10}, 0.1, 0.1, DeltaImproved, true},
		{Fraction{8, 10}, Fraction{7, 10}, 0.1, -0.1, DeltaRegressed, true},
		{Fraction{57, 60}, Fraction{54, 60}, 0.05, -0.05, DeltaRegressed, true},
		{Fraction{1, 3}, Fraction{3, 9}, 0.05, 0, DeltaWithinNoise, false},
		{Fraction{1, 3}, Fraction{1, 3}, 0, 0, DeltaWithinNoise, true},
		{Fraction{500, 1000}, Fraction{501, 1000}, 0, 0.001, DeltaImproved, false},
		{Fraction{2, 5}, Fraction{9, 20}, 0.05, 0.05, DeltaImproved, true},
		{Fraction{1, 2}, Fraction{549, 1000}, 0.05, 0.049, DeltaWithinNoise, false},
		{Fraction{1, 2}, Fraction{53, 100}, 7, 0.03, DeltaWithinNoise, false}, // no valid floor: 0.05
	} {
		d := DeltaOf(c.pre, c.post)
		nearKnown(t, "delta", d, c.delta, 1e-15)
		class, atFloor := Classify(d, c.floor)
		if class != c.class || atFloor != c.atFloor {
			t.Errorf("%v to %v, floor %v: %s, at floor %v", c.pre, c.post, c.floor, class, atFloor)
		}
		swapped, _ := Classify(DeltaOf(c.post, c.pre), c.floor)
		opposite := map[DeltaClass]DeltaClass{
			DeltaImproved: DeltaRegressed, DeltaRegressed: DeltaImproved, DeltaWithinNoise: DeltaWithinNoise,
		}
		equal(t, "class with the sides swapped", swapped, opposite[c.class])
	}
}

func TestDeltaMissing(t *testing.T) {
	some, none := Fraction{3, 4}, Fraction{}
	missing(t, "no pre", DeltaOf(none, some), ReasonMissingPre)
	missing(t, "no post", DeltaOf(some, none), ReasonMissingPost)
	missing(t, "neither", DeltaOf(none, none), ReasonNoData)
	missing(t, "impossible", DeltaOf(Fraction{5, 4}, some), ReasonUncheckable)
	class, atFloor := Classify(DeltaOf(some, none), 0.05)
	equal(t, "class", class, DeltaInsufficient)
	equal(t, "at floor", atFloor, false)
}

func TestMeanDelta(t *testing.T) {
	nan := math.NaN()
	nearKnown(t, "means of repeats", MeanDelta([]float64{0.4, 0.5, 0.6}, []float64{0.7, 0.8}), 0.25, 1e-12)
	nearKnown(t, "NaN left out", MeanDelta([]float64{0.4, nan}, []float64{0.5, math.Inf(1)}), 0.1, 1e-12)
	missing(t, "only NaN before", MeanDelta([]float64{nan}, []float64{0.5}), ReasonMissingPre)
	missing(t, "nothing after", MeanDelta([]float64{0.5}, nil), ReasonMissingPost)
	missing(t, "nothing", MeanDelta(nil, nil), ReasonNoData)
	if d := MeanDelta([]float64{0.1, 0.1, 0.1}, []float64{0.1}); d.Value != 0 {
		t.Errorf("equal repeats differ by %v", d.Value)
	}
}

func TestNoiseFloor(t *testing.T) {
	for _, c := range []struct {
		logged   Number
		floor    float64
		asLogged bool
	}{
		{Known(0), 0, true},
		{Known(0.2), 0.2, true},
		{Known(1), DefaultNoiseFloor, false},
		{Known(-0.1), DefaultNoiseFloor, false},
		{Missing(ReasonNotReported), DefaultNoiseFloor, false},
	} {
		if floor, asLogged := NoiseFloor(c.logged); floor != c.floor || asLogged != c.asLogged {
			t.Errorf("NoiseFloor(%+v) = %v, %v", c.logged, floor, asLogged)
		}
	}
}

func TestOneBug(t *testing.T) {
	nearKnown(t, "of ten", OneBug(10), 0.1, 0)
	nearKnown(t, "of one", OneBug(1), 1, 0)
	missing(t, "of none", OneBug(0), ReasonNoReference)
}
