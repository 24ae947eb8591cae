package stat

import "testing"

// The limits are those of Newcombe 1998 ("Interval estimation for the difference between independent
// proportions"), Table II, method 10, printed to four decimals.
func TestRateDifference(t *testing.T) {
	for _, c := range []struct {
		after, before Fraction
		lo, hi        float64
	}{
		{Fraction{56, 70}, Fraction{48, 80}, 0.0524, 0.3339},
		{Fraction{9, 10}, Fraction{3, 10}, 0.1705, 0.8090},
		{Fraction{6, 7}, Fraction{2, 7}, 0.0582, 0.8062},
		{Fraction{5, 56}, Fraction{0, 29}, -0.0381, 0.1926},
		{Fraction{0, 10}, Fraction{0, 20}, -0.1611, 0.2775},
		{Fraction{0, 10}, Fraction{0, 10}, -0.2775, 0.2775},
		{Fraction{10, 10}, Fraction{0, 20}, 0.6791, 1},
		{Fraction{10, 10}, Fraction{0, 10}, 0.6075, 1},
	} {
		for way := range 2 {
			before, after, wantLo, wantHi := c.before, c.after, c.lo, c.hi
			if way == 1 {
				before, after, wantLo, wantHi = after, before, -c.hi, -c.lo
			}
			lo, hi := RateDifference(before, after)
			if !lo.OK || !hi.OK {
				t.Fatalf("%v after %v: %+v, %+v", after, before, lo, hi)
			}
			near(t, "lo", lo.Value, wantLo, 6e-5)
			near(t, "hi", hi.Value, wantHi, 6e-5)
		}
	}
	for _, impossible := range []Fraction{{}, {3, 2}, {-1, 2}} {
		for _, c := range [][2]Fraction{{impossible, {1, 2}}, {{1, 2}, impossible}} {
			if lo, hi := RateDifference(c[0], c[1]); lo.OK || hi.OK {
				t.Errorf("%v after %v: %+v, %+v", c[1], c[0], lo, hi)
			}
		}
	}
}
