package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestGrade(t *testing.T) {
	unmeasured, untested := Missing(ReasonNotMeasured), Missing(ReasonNoData)
	for _, c := range []struct {
		name           string
		class          DeltaClass
		delta, band, q Number
		want           Grade
	}{
		{"within the floor", DeltaWithinNoise, Known(0.04), Known(0.01), Known(0.001), GradeNone},
		{"no delta", DeltaInsufficient, Missing(ReasonMissingPost), Known(0.01), untested, GradeNone},
		{"beyond the band", DeltaImproved, Known(0.3), Known(0.2), Known(1), GradeStrong},
		{"beyond the band, down", DeltaRegressed, Known(-0.3), Known(0.2), Known(1), GradeStrong},
		{"at the band", DeltaRegressed, Known(-0.2), Known(0.2), Known(1), GradeInsideNoise},
		{"inside the band, whatever q says", DeltaImproved, Known(0.1), Known(0.2), Known(0.001), GradeInsideNoise},
		{"unmeasured, bugs move one way", DeltaImproved, Known(0.6), unmeasured, Known(0.03125), GradeModerate},
		{"unmeasured, q at the level", DeltaImproved, Known(0.6), unmeasured, Known(0.05), GradeModerate},
		{"unmeasured, bugs cannot tell", DeltaRegressed, Known(-0.2), unmeasured, Known(0.5), GradeWeak},
		{"unmeasured, untested", DeltaRegressed, Known(-0.2), unmeasured, untested, GradeWeak},
	} {
		equal(t, c.name, GradeOf(c.class, c.delta, c.band, c.q), c.want)
	}
}

func knownAll(values ...float64) []Number {
	list := make([]Number, len(values))
	for i, v := range values {
		list[i] = Known(v)
	}
	return list
}

func TestBenjaminiHochberg(t *testing.T) {
	for _, c := range []struct {
		p, q   []float64
		source string
	}{
		{
			[]float64{.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1},
			[]float64{.0015, .003, .0095, .035625, .0603, .06385714285714286, .06385714285714286, .0645, .0765,
				.486, .5811818181818182, .714875, .7532307692307693, .8132142857142857, 1},
			"p-values of Benjamini and Hochberg 1995, section 4 (four rejected at 0.05); q by statsmodels",
		},
		{[]float64{.5}, []float64{.5}, "one test is its own family"},
		{[]float64{.04, .04, .04}, []float64{.04, .04, .04}, "equal p stay"},
		{[]float64{.01, .02, .03, .04, .05}, []float64{.05, .05, .05, .05, .05}, "p(i) = i·0.01: all 0.05"},
		{[]float64{1, 1, 1}, []float64{1, 1, 1}, "nothing to find"},
		{[]float64{.001, .9, .03}, []float64{.003, .9, .045}, "statsmodels multipletests(fdr_bh)"},
		{nil, nil, "empty family"},
	} {
		q := BenjaminiHochberg(knownAll(c.p...))
		equal(t, "length", len(q), len(c.q))
		for i := range q {
			nearKnown(t, c.source, q[i], c.q[i], 1e-12)
		}
	}
}

func TestBenjaminiHochbergFamily(t *testing.T) {
	p := []Number{Known(0.01), Missing(ReasonNoData), Known(0.04), Known(1.5), Known(-0.1)}
	q := BenjaminiHochberg(p)
	nearKnown(t, "the family is the two known ones", q[0], 0.02, 1e-15)
	nearKnown(t, "the larger", q[2], 0.04, 1e-15)
	missing(t, "missing stays missing", q[1], ReasonNoData)
	missing(t, "above 1", q[3], ReasonUncheckable)
	missing(t, "below 0", q[4], ReasonUncheckable)
}

func TestBenjaminiHochbergProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		p := make([]Number, 1+r.IntN(20))
		for i := range p {
			p[i] = Known(float64(r.IntN(50)) / 49)
		}
		q := BenjaminiHochberg(p)
		order := r.Perm(len(p))
		permuted := make([]Number, len(p))
		for i, j := range order {
			permuted[i] = p[j]
		}
		again := BenjaminiHochberg(permuted)
		for i, j := range order {
			near(t, "q of another order", again[i].Value, q[j].Value, 1e-15)
		}
		for i := range p {
			if q[i].Value < p[i].Value-1e-15 || q[i].Value > math.Min(1, p[i].Value*float64(len(p)))+1e-15 {
				t.Fatalf("q %v of p %v among %d", q[i].Value, p[i].Value, len(p))
			}
			for j := range p {
				if p[i].Value < p[j].Value && q[i].Value > q[j].Value {
					t.Fatalf("q is not monotone in p")
				}
			}
		}
	}
}

func TestShrink(t *testing.T) {
	const fractions = "moment estimator in exact fractions, Python"
	for _, c := range []struct {
		samples []Fraction
		pooled  float64
		rho, m  float64 // m < 0: missing
		rates   []float64
		source  string
	}{
		{[]Fraction{{1, 1}, {0, 40}, {9, 30}}, 0.14084507042253522, 0.5014771189105676, 0.9941089279854821,
			[]float64{0.5716916092048538, 0.0034154990956322953, 0.29489524487400254}, fractions},
		{[]Fraction{{2, 4}, {1, 3}, {0, 9}, {7, 20}, {3, 3}}, 1.0 / 3, 0.32232352941176473, 2.102472853362533,
			[]float64{0.44257866431408904, 1.0 / 3, 0.06312326035023122, 0.3484146020920289, 0.7253001418744114}, fractions},
		{[]Fraction{{5, 5}, {0, 5}}, 0.5, 1, 0, []float64{1, 0}, "by hand: as different as can be"},
		{[]Fraction{{1, 10}, {1, 10}, {1, 10}}, 0.1, 0, -1, []float64{0.1, 0.1, 0.1}, "by hand: no spread"},
		{[]Fraction{{3, 10}}, 0.3, 0, -1, []float64{0.3}, "by hand: one sample"},
		{[]Fraction{{0, 10}, {0, 3}}, 0, 0, -1, []float64{0, 0}, "by hand: none"},
		{[]Fraction{{4, 4}, {3, 3}}, 1, 0, -1, []float64{1, 1}, "by hand: all"},
		{[]Fraction{{1, 1}, {0, 1}}, 0.5, 0, -1, []float64{0.5, 0.5}, "by hand: single observations show no spread"},
		{[]Fraction{{5, 5}, {0, 0}, {0, 5}}, 0.5, 1, 0, []float64{1, 0.5, 0}, "by hand: an empty sample gets the pooled rate"},
	} {
		s := Shrink(c.samples)
		nearKnown(t, c.source+": pooled", s.Pooled, c.pooled, 1e-12)
		nearKnown(t, c.source+": rho", s.Rho, c.rho, 1e-12)
		if c.m < 0 {
			missing(t, c.source+": M", s.M, ReasonUncheckable)
		} else {
			nearKnown(t, c.source+": M", s.M, c.m, 1e-12)
		}
		for i, want := range c.rates {
			nearKnown(t, c.source+": rate", s.Rates[i], want, 1e-12)
		}
	}
	empty := Shrink([]Fraction{{0, 0}, {3, 2}})
	missing(t, "pooled of nothing", empty.Pooled, ReasonNoData)
	missing(t, "rate of nothing", empty.Rates[1], ReasonNoData)
	equal(t, "rates of no samples", len(Shrink(nil).Rates), 0)
}

func TestShrinkProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		samples := make([]Fraction, 1+r.IntN(8))
		mirrored := make([]Fraction, len(samples))
		for i := range samples {
			n := 1 + r.IntN(30)
			samples[i] = Fraction{r.IntN(n + 1), n}
			mirrored[i] = Fraction{n - samples[i].Num, n}
		}
		s, m := Shrink(samples), Shrink(mirrored)
		for i, f := range samples {
			raw, p, got := float64(f.Num)/float64(f.Den), s.Pooled.Value, s.Rates[i].Value
			if got < min(raw, p)-1e-12 || got > max(raw, p)+1e-12 {
				t.Fatalf("%v shrinks %v to %v, away from %v", samples, raw, got, p)
			}
			near(t, "rate of the complement", m.Rates[i].Value, 1-got, 1e-9)
		}
	}
}
