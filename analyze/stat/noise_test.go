package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func groups(recalls ...[]float64) []RepeatGroup {
	list := make([]RepeatGroup, len(recalls))
	for i, r := range recalls {
		list[i] = RepeatGroup{Recalls: r}
	}
	return list
}

func TestRunNoise(t *testing.T) {
	const scipy = "numpy var(ddof=1), scipy t.ppf, chi2.ppf"
	for _, c := range []struct {
		groups                   []RepeatGroup
		pre, post, df            int
		sd, band95, mdd80, upper float64
		source                   string
	}{
		{groups([]float64{0, 1}), 1, 1, 1, math.Sqrt(0.5), math.Tan(math.Pi * 0.475),
			math.Tan(math.Pi*0.475) + math.Tan(math.Pi*0.3), 11.27640112248937, "t with 1 df is Cauchy: tan(π(p-½))"},
		{groups([]float64{0.4, 0.5}), 1, 1, 1, 0.07071067811865474, 1.270620473617469, 1.4082586656645866, 1.1276401122489368, scipy},
		{groups([]float64{0.4, 0.5, 0.6}), 3, 3, 2, 0.1, 0.1 * math.Sqrt(2.0/3) * 0.95 * math.Sqrt(2/(1-0.95*0.95)),
			0.4379126646544221, 0.1 * math.Sqrt(2/(-2*math.Log(0.95))), "closed forms of t and chi² with 2 df"},
		{groups([]float64{0.4, 0.5}, []float64{0.7, 0.8, 0.75}, []float64{0.9}), 2, 3, 3,
			0.057735026918962595, 0.16772964759806783, 0.21929966650606408, 0.1685867718986137, scipy},
		{groups([]float64{0.3, 0.4, 0.35, 0.45, 0.5}, []float64{0.8, 0.7, 0.9}), 1, 2, 6,
			0.08660254037844388, 0.25953419443655135, 0.3555985346406645, 0.16588095670992734, scipy},
	} {
		n := RunNoise(c.groups)
		equal(t, "df", n.DF, c.df)
		near(t, c.source+": sd", n.SD, c.sd, 1e-10)
		nearKnown(t, c.source+": band95", n.Band95(c.pre, c.post), c.band95, 1e-10)
		nearKnown(t, c.source+": mdd80", n.MDD80(c.pre, c.post), c.mdd80, 1e-10)
		nearKnown(t, c.source+": sd upper", n.SDUpper95(), c.upper, 1e-10)
	}
}

func TestNoiseStatus(t *testing.T) {
	for _, c := range []struct {
		groups []RepeatGroup
		want   NoiseStatus
	}{
		{nil, NoiseNotMeasured},
		{groups([]float64{0.5}, []float64{0.7}), NoiseNotMeasured},
		{groups([]float64{0.5, math.NaN()}), NoiseNotMeasured},
		{groups([]float64{0.1, 0.1, 0.1}, []float64{0.7, 0.7}), NoiseNoVariation},
		{groups([]float64{0.1 + 0.2, 0.3, 0.3, 0.3, 0.3}), NoiseNoVariation},
		{groups([]float64{0.1, 0.2, 0.3}), NoiseRough},
		{groups([]float64{0.1, 0.2}, []float64{0.3, 0.4}, []float64{0.5, 0.5}), NoiseMeasured},
	} {
		equal(t, "status", RunNoise(c.groups).Status(), c.want)
	}
	none := RunNoise(nil)
	missing(t, "band95", none.Band95(1, 1), ReasonNotMeasured)
	missing(t, "mdd80", none.MDD80(1, 1), ReasonNotMeasured)
	missing(t, "sd upper", none.SDUpper95(), ReasonNotMeasured)
	still := RunNoise(groups([]float64{0.7, 0.7}))
	nearKnown(t, "band of no variation", still.Band95(1, 1), 0, 0)
	missing(t, "no pre runs", still.Band95(0, 1), ReasonMissingPre)
	missing(t, "no post runs", still.Band95(1, 0), ReasonMissingPost)
}

func TestGradingBand(t *testing.T) {
	n := RunNoise([]RepeatGroup{
		{Recalls: []float64{0.4, 0.5, 0.4}, ListSize: 10},
		{Recalls: []float64{0.8, 0.6, 0.8}, ListSize: 5},
		{Recalls: []float64{0.70, 0.75}, ListSize: 20},
		{Recalls: []float64{0.1, 0.9}}, // unknown reference list: in SD, not in the band
	})
	equal(t, "df of the band", n.PerBugDF, 5)
	equal(t, "df", n.DF, 6)
	near(t, "sd per bug", n.PerBugSD, 0.2121320343559643, 1e-12) // scipy, like the bands
	nearKnown(t, "10 bugs, 3 and 3 runs, 3 benchmarks", n.GradingBand(10, 3, 3, 3), 0.19357121533332342, 1e-10)
	nearKnown(t, "40 bugs, 2 and 4 runs, 1 benchmark", n.GradingBand(40, 2, 4, 1), 0.07466865479612053, 1e-10)
	nearKnown(t, "benchmarks not given", n.GradingBand(40, 2, 4, 0), 0.07466865479612053, 1e-10)

	nearKnown(t, "1 bug, 2 and 4 runs, 1 benchmark", n.GradingBand(1, 2, 4, 1), 0.07466865479612053*math.Sqrt(40), 1e-10)
	missing(t, "unknown baseline", n.GradingBand(0, 1, 1, 1), ReasonNoReference)
	missing(t, "no post runs", n.GradingBand(5, 1, 0, 1), ReasonMissingPost)
	rough := RunNoise([]RepeatGroup{{Recalls: []float64{0.1, 0.2, 0.3}, ListSize: 10}})
	missing(t, "two degrees of freedom", rough.GradingBand(10, 1, 1, 1), ReasonNotMeasured)
	still := RunNoise([]RepeatGroup{{Recalls: []float64{0.1, 0.1, 0.1, 0.1}, ListSize: 10}})
	missing(t, "no variation", still.GradingBand(10, 1, 1, 1), ReasonNotMeasured)
	unknown := RunNoise(groups([]float64{0.1, 0.2, 0.3, 0.4}))
	missing(t, "no baseline known", unknown.GradingBand(10, 1, 1, 1), ReasonNotMeasured)
}

func TestNoiseProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		recalls := make([]float64, 2+r.IntN(6))
		for i := range recalls {
			recalls[i] = float64(r.IntN(21)) / 20
		}
		other := []float64{0.2, 0.5, 0.4}
		n := RunNoise([]RepeatGroup{{recalls, 10}, {other, 20}})

		shifted := slices.Clone(recalls)
		for i := range shifted {
			shifted[i] = 3 * (shifted[i] + 0.125)
		}
		slices.Reverse(shifted)
		scaledOther := []float64{1.2, 0.6, 1.5}
		m := RunNoise([]RepeatGroup{{scaledOther, 20}, {shifted, 10}})
		near(t, "sd scales and does not shift", m.SD, 3*n.SD, 1e-9)
		near(t, "sd per bug scales too", m.PerBugSD, 3*n.PerBugSD, 1e-9)

		if n.MDD80(2, 2).Value <= n.Band95(2, 2).Value || n.Band95(3, 3).Value >= n.Band95(2, 2).Value {
			t.Fatal("bands are out of order")
		}
		if n.GradingBand(5, 2, 2, 2).Value <= n.GradingBand(10, 2, 2, 2).Value ||
			n.GradingBand(5, 2, 2, 2).Value >= n.GradingBand(5, 2, 2, 3).Value {
			t.Fatal("grading bands are out of order")
		}
		if n.SDUpper95().Value <= n.SD {
			t.Fatal("upper limit of the sd is below the sd")
		}
	}
}

func TestFlips(t *testing.T) {
	rate := FlipRate([][]Result{
		{Found, Found, Missed},
		{Found, Unknown, Missed, Missed},
		{Missed},
		nil,
	})
	equal(t, "changed", rate.Num, 1)
	equal(t, "compared", rate.Den, 3)
	equal(t, "nothing to compare", FlipRate([][]Result{{Found}, {Unknown, Found}}).Reason, ReasonNoData)

	// z·sqrt(0.2/10) by hand: one run a side, flips of a fifth, ten bugs.
	nearKnown(t, "sd", FlipSD(0.2, 10, 1, 1), math.Sqrt(0.02), 1e-15)
	nearKnown(t, "band", FlipBand(0.2, 10, 1, 1), 0.27718, 1e-5)
	nearKnown(t, "one bug, always flipping", FlipSD(1, 1, 1, 1), 1, 1e-15)
	nearKnown(t, "no flips", FlipSD(0, 10, 1, 1), 0, 0)
	missing(t, "impossible share", FlipSD(1.1, 10, 1, 1), ReasonUncheckable)
	missing(t, "NaN", FlipSD(math.NaN(), 10, 1, 1), ReasonUncheckable)
	missing(t, "no bugs", FlipBand(0.2, 0, 1, 1), ReasonNoReference)
	missing(t, "no runs", DetectableDelta(0.2, 10, 0, 1), ReasonMissingPre)
	missing(t, "no post runs", FlipSD(0.2, 10, 1, 0), ReasonMissingPost)
}

// The planning table that the definitions print: changes seen with 80 % power when a
// fifth of the results flip, for 1, 3 and 5 runs a side.
func TestDetectableDelta(t *testing.T) {
	for bugs, want := range map[int][3]float64{
		10:  {0.40, 0.23, 0.18},
		20:  {0.28, 0.16, 0.13},
		50:  {0.18, 0.10, 0.08},
		100: {0.13, 0.07, 0.06},
	} {
		for i, runs := range [3]int{1, 3, 5} {
			got := DetectableDelta(0.2, bugs, runs, runs)
			if !got.OK || math.Abs(got.Value-want[i]) > 0.005 {
				t.Errorf("%d bugs, %d runs: %+v, want %v", bugs, runs, got, want[i])
			}
		}
	}
}
