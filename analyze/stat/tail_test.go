package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The p of normal and exponential samples of 5,000 values, far beyond the largest of them.
func TestTailExtrapolates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	exponential := NewTail(every(5000, func(int) float64 { return r.ExpFloat64() }))
	for _, z := range []float64{5, 8, 12} {
		if ratio := exponential.P(z) / math.Exp(-z); ratio < 0.2 || ratio > 12 {
			t.Errorf("exponential: P(%g) is %.2g of the true one", z, ratio)
		}
	}
	normal := NewTail(every(5000, func(int) float64 { return r.NormFloat64() }))
	for _, z := range []float64{2.5, 3.5, 4.5} {
		truth := normalCDF(-z)
		if ratio := normal.P(z) / truth; ratio < 0.5 || ratio > 50 {
			t.Errorf("normal: P(%g) is %.2g of the true one", z, ratio)
		}
	}
}

func TestTailCounts(t *testing.T) {
	tail := NewTail(every(100, func(i int) float64 { return float64(i) })) // 0..99, k = 20, u = 79
	equal(t, "n", tail.N(), 100)
	near(t, "P(50)", tail.P(50), 51.0/101, 1e-15)
	near(t, "P(u)", tail.P(79), 22.0/101, 1e-15)
	near(t, "P(-1)", tail.P(-1), 1, 1e-15)
	near(t, "median", tail.Quantile(0.5), 49.5, 1e-12)
	constant := NewTail(make([]float64, 50))
	near(t, "P of a constant sample", constant.P(1), 1.0/51, 1e-15)
	for _, p := range []float64{0.9, 0.5, 0.19, 0.01, 1e-6} {
		z := tail.Value(p)
		if tail.P(z) > p*(1+1e-9) || tail.P(z-1.01) <= p {
			t.Errorf("Value(%g) = %g has P %g", p, z, tail.P(z))
		}
	}
	if !math.IsInf(constant.Value(1e-6), 1) {
		t.Error("a constant sample reaches every p")
	}
}

// The largest values of a sample give the same tail as all of it.
func TestTopTail(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sample := every(3000, func(int) float64 { return r.NormFloat64() })
	all := NewTail(sample)
	slices.Sort(sample)
	k := TailSize(len(sample))
	top := TopTail(slices.Clone(sample[len(sample)-k-1:]), len(sample), k)
	for _, z := range []float64{2.2, 3, 6} {
		equal(t, "P", top.P(z), all.P(z))
	}
	equal(t, "P below all that is known", top.P(0), 1)
}

func TestStepUp(t *testing.T) {
	p := []float64{0.01, 0.04, 0.03, 0.005, 1}
	want := BenjaminiHochberg([]Number{Known(0.01), Known(0.04), Known(0.03), Known(0.005), Known(1)})
	for i, q := range StepUp(p) {
		equal(t, "q", q, want[i].Value)
	}
	equal(t, "q of none", len(StepUp(nil)), 0)
}

func TestMedianAndMAD(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for n := 1; n < 40; n++ {
		values := every(n, func(int) float64 { return math.Round(10 * r.NormFloat64()) })
		slices.Sort(values)
		centre := MedianOf(values)
		equal(t, "median", centre, quantile7(values, 0.5))
		distances := every(n, func(i int) float64 { return math.Abs(values[i] - centre) })
		slices.Sort(distances)
		equal(t, "MAD", MADOf(values, centre), MedianOf(distances))
	}
}

// Promise: blocks keep the false alarms of autocorrelated series near 5 %, where single
// values give 19 to 56 %; flat independent series stay near 5 %, and a step is found.
func TestFindLevelsSimulation(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const rounds, n = 150, 60
	r := rand.New(rand.NewPCG(7, 8))
	accept := func(Level) bool { return true }
	for _, c := range []struct {
		name  string
		rho   float64
		most  float64
		power float64
	}{{"independent", 0, 0.10, 0.95}, {"autocorrelated", 0.6, 0.20, 0}} {
		alarms, plain, found := 0, 0, 0
		for range rounds {
			last := 0.0
			series := every(n, func(int) float64 {
				last = c.rho*last + math.Sqrt(1-c.rho*c.rho)*r.NormFloat64()
				return last
			})
			whole, _ := FindLevels(series, accept)
			if whole.P <= Alpha {
				alarms++
			}
			if FindChange(series).P <= Alpha {
				plain++
			}
			for i := 40; i < n; i++ {
				series[i] += 2
			}
			_, levels := FindLevels(series, accept)
			if slices.ContainsFunc(levels, func(l Level) bool { return l.Index >= 37 && l.Index <= 43 }) {
				found++
			}
		}
		alarm, power := float64(alarms)/rounds, float64(found)/rounds
		t.Logf("%s: %.0f %% false alarms, %.0f %% by single values; a step of 2 SD found in %.0f %%", c.name, 100*alarm,
			100*float64(plain)/rounds, 100*power)
		if alarm > c.most || power < c.power || c.rho > 0 && plain < 2*alarms {
			t.Errorf("%s: %.2f false alarms, power %.2f", c.name, alarm, power)
		}
	}
}

// The tail continues p below 1/1000: against the share of 99,999 shuffles of a series whose
// p is near 1/10,000.
func TestLevelTail(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	var series []float64
	var whole Level
	for whole.Block != 1 { // autocorrelated by chance: blocks are another null
		series = every(40, func(i int) float64 { return r.NormFloat64() + 1.35*float64(i/20) })
		whole, _ = FindLevels(series, func(Level) bool { return true })
	}
	e, classes := newEnergy(series)
	generator, order, count := splitMix(5), make([]int, len(series)), 0
	const many = 20000
	for range many {
		copy(order, classes)
		generator.shuffle(order)
		if _, q := e.bestSplit(order, minSegment); q >= whole.Q {
			count++
		}
	}
	truth := float64(1+count) / (1 + many)
	t.Logf("P %.4f, tail %.2g, by %d shuffles %.2g", whole.P, whole.Tail, many, truth)
	if whole.Tail > whole.P || whole.Tail < truth/20 || whole.Tail > max(20*truth, 0.001) {
		t.Errorf("tail %.2g, truth %.2g", whole.Tail, truth)
	}
}

func TestSignFlipOf(t *testing.T) {
	near(t, "three down", SignFlipOf([]int{-2, -3, -1}), 0.25, 1e-15)
	near(t, "none", SignFlipOf([]int{0, 0}), 1, 0)
	near(t, "balanced", SignFlipOf([]int{1, -1}), 1, 0)
}
