package stat

import "testing"

func TestRate(t *testing.T) {
	for _, c := range []struct {
		num, den int
		lo, hi   float64
		source   string
	}{
		{1, 1, 0.2065493143772374, 1, "statsmodels proportion_confint"},
		{1, 2, 0.09453120573423068, 0.9054687942657693, "statsmodels proportion_confint"},
		{5, 10, 0.23659309051256394, 0.7634069094874361, "statsmodels proportion_confint"},
		{2, 10, 0.056682151454375246, 0.5098375284633583, "statsmodels proportion_confint"},
		{3, 40, 0.025836025774588184, 0.1986423352431055, "statsmodels proportion_confint"},
		{97, 100, 0.9154806357094724, 0.9897454759759611, "statsmodels proportion_confint"},
		{1, 1000, 0.00017654637062607765, 0.005642558597957937, "statsmodels proportion_confint"},
		{0, 12, 0, Z95 * Z95 / (12 + Z95*Z95), "closed form: z²/(n+z²)"},
		{0, 1, 0, Z95 * Z95 / (1 + Z95*Z95), "closed form: z²/(n+z²)"},
		{10, 10, 10 / (10 + Z95*Z95), 1, "closed form: n/(n+z²)"},
		{81, 263, 0.2552689, 0.3661811, "Newcombe 1998, Table I, method 3: 0.2553 to 0.3662"},
		{15, 148, 0.0624, 0.1605, "Newcombe 1998, Table I, method 3: 0.0624 to 0.1605"},
		{0, 20, 0, 0.1611, "Newcombe 1998, Table I, method 3: 0 to 0.1611"},
		{1, 29, 0.0061, 0.1718, "Newcombe 1998, Table I, method 3: 0.0061 to 0.1718"},
	} {
		tol := 1e-12
		if c.source[0] == 'N' {
			tol = 5e-5 // printed to four decimals
		}
		r := NewRate(c.num, c.den)
		if !r.OK || r.Num != c.num || r.Den != c.den || r.Reason != "" {
			t.Errorf("NewRate(%d, %d) = %+v", c.num, c.den, r)
		}
		near(t, "value", r.Value, float64(c.num)/float64(c.den), 0)
		near(t, c.source+": lo", r.Lo, c.lo, tol)
		near(t, c.source+": hi", r.Hi, c.hi, tol)
	}
}

func TestRateWithoutValue(t *testing.T) {
	for _, c := range []struct {
		num, den int
		want     Reason
	}{
		{0, 0, ReasonNoData},
		{1, 0, ReasonUncheckable},
		{-1, 5, ReasonUncheckable},
		{6, 5, ReasonUncheckable},
		{0, -5, ReasonUncheckable},
	} {
		r := NewRate(c.num, c.den)
		if r.OK || r.Reason != c.want || r.Value != 0 || r.Lo != 0 || r.Hi != 0 {
			t.Errorf("NewRate(%d, %d) = %+v, want %s", c.num, c.den, r, c.want)
		}
	}
}

func TestRateProperties(t *testing.T) {
	for n := 1; n <= 60; n++ {
		for x := 0; x <= n; x++ {
			r, other := NewRate(x, n), NewRate(n-x, n)
			if !(0 <= r.Lo && r.Lo <= r.Value && r.Value <= r.Hi && r.Hi <= 1) || r.Lo >= r.Hi {
				t.Fatalf("%d of %d: %+v is not inside its interval", x, n, r)
			}
			near(t, "mirrored limit", r.Lo, 1-other.Hi, 1e-12)
			if x == 0 && r.Lo != 0 || x == n && r.Hi != 1 {
				t.Fatalf("%d of %d: ends %v..%v are not exact", x, n, r.Lo, r.Hi)
			}
			if x > 0 && r.Lo <= NewRate(x-1, n).Lo {
				t.Fatalf("%d of %d: lower limit does not rise with the count", x, n)
			}
			wider := NewRate(x, n)
			narrower := NewRate(2*x, 2*n)
			if narrower.Hi-narrower.Lo >= wider.Hi-wider.Lo {
				t.Fatalf("%d of %d: interval does not narrow with n", x, n)
			}
		}
	}
}
