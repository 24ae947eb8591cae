package stat

import "testing"

func TestFisherExact(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after Fraction
		want          float64
	}{
		{"the lady tasting tea", Fraction{3, 4}, Fraction{1, 4}, 34.0 / 70},
		{"convictions of twins, Fisher's own", Fraction{10, 13}, Fraction{2, 17}, 0.0005367241},
		{"scipy's example", Fraction{8, 10}, Fraction{1, 6}, 0.034965034965034965},
		{"nothing changed", Fraction{1, 10}, Fraction{1, 10}, 1},
		{"nothing at all", Fraction{0, 10}, Fraction{0, 3}, 1},
		{"three of 40, then nine of 38", Fraction{3, 40}, Fraction{9, 38}, 0.06261588447},
	} {
		nearKnown(t, c.name, FisherExact(c.before, c.after), c.want, 1e-6)
		nearKnown(t, c.name+", swapped", FisherExact(c.after, c.before), c.want, 1e-6)
	}
	missing(t, "no denominator", FisherExact(Fraction{0, 0}, Fraction{1, 2}), ReasonNoData)
	missing(t, "impossible", FisherExact(Fraction{3, 2}, Fraction{1, 2}), ReasonNoData)
}

// At one rate on both sides the test says otherwise in at most one of twenty tables.
func TestFisherExactKeepsItsLevel(t *testing.T) {
	r := splitMix(1)
	alarms, n := 0, 4000
	for range n {
		var a, b Fraction
		a.Den, b.Den = 40, 38
		for range a.Den {
			a.Num += r.below(10) / 8
		}
		for range b.Den {
			b.Num += r.below(10) / 8
		}
		if p := FisherExact(a, b); p.Value <= Alpha {
			alarms++
		}
	}
	if share := float64(alarms) / float64(n); share > Alpha {
		t.Errorf("called in %.3f of tables without a change", share)
	}
}
