package stat

import "math"

// minNoiseDF is the fewest degrees of freedom with which noise counts as measured.
const minNoiseDF = 3

// RepeatGroup is the recall of repeated runs of one setup: same benchmark, same
// side, nothing changed between them.
type RepeatGroup struct {
	Recalls  []float64
	ListSize int // bugs in the reference list; 0 if unknown
}

// NoiseStatus says how far a noise estimate can be relied on.
type NoiseStatus string

// The statuses of a noise estimate.
const (
	NoiseNotMeasured NoiseStatus = "not_measured" // nothing was repeated
	NoiseNoVariation NoiseStatus = "no_variation" // repeats are identical: copied logs?
	NoiseRough       NoiseStatus = "rough"        // fewer than three degrees of freedom: shown, not used for grading
	NoiseMeasured    NoiseStatus = "measured"
)

// Noise is how much recall differs between runs of the same setup, pooled over
// groups. The zero Noise is not measured.
type Noise struct {
	SD float64 // points of recall; 0 without degrees of freedom
	DF int     // degrees of freedom of SD

	PerBugSD float64 // the SD of a reference list of one bug, if bugs vary independently
	PerBugDF int     // degrees of freedom of PerBugSD: groups of a known list size only
}

// RunNoise pools the variance within groups of repeated runs. Groups of fewer than
// two finite values add nothing. Source: pooled variance, Σ(n-1)s²/Σ(n-1).
func RunNoise(groups []RepeatGroup) Noise {
	var n Noise
	sum, weighted := 0.0, 0.0
	for _, g := range groups {
		recalls := finite(g.Recalls)
		if len(recalls) < 2 {
			continue
		}
		squares := squaredDeviations(recalls)
		sum += squares
		n.DF += len(recalls) - 1
		if g.ListSize > 0 {
			weighted += squares * float64(g.ListSize)
			n.PerBugDF += len(recalls) - 1
		}
	}
	if n.DF > 0 {
		n.SD = math.Sqrt(sum / float64(n.DF))
	}
	if n.PerBugDF > 0 {
		n.PerBugSD = math.Sqrt(weighted / float64(n.PerBugDF))
	}
	return n
}

// Status says how far n can be relied on.
func (n Noise) Status() NoiseStatus {
	switch {
	case n.DF < 1:
		return NoiseNotMeasured
	case n.SD <= Eps:
		return NoiseNoVariation
	case n.DF < minNoiseDF:
		return NoiseRough
	default:
		return NoiseMeasured
	}
}

// Band95 is the difference, in points of recall, that the means of runsPre and
// runsPost runs of one and the same setup stay within 95 % of the time.
func (n Noise) Band95(runsPre, runsPost int) Number {
	return n.times(func() float64 { return studentQuantile(1-Alpha/2, n.DF) }, runsPre, runsPost)
}

// MDD80 is the minimal detectable difference: the true change, in points of recall,
// that would exceed Band95 about four times in five.
func (n Noise) MDD80(runsPre, runsPost int) Number {
	return n.times(func() float64 {
		return studentQuantile(1-Alpha/2, n.DF) + studentQuantile(0.8, n.DF)
	}, runsPre, runsPost)
}

func (n Noise) times(factor func() float64, runsPre, runsPost int) Number {
	if n.DF < 1 {
		return Missing(ReasonNotMeasured)
	}
	if r := missingSide(runsPre > 0, runsPost > 0); r != "" {
		return Missing(r)
	}
	return Known(factor() * n.SD * meanDifference(runsPre, runsPost))
}

// SDUpper95 is the SD, in points of recall, that the true one is below with 95 %
// confidence. Source: chi-squared distribution of a pooled variance.
func (n Noise) SDUpper95() Number {
	if n.DF < 1 {
		return Missing(ReasonNotMeasured)
	}
	df := float64(n.DF)
	return Known(n.SD * math.Sqrt(df/chiSquareQuantile(Alpha, n.DF)))
}

// GradingBand is the band, in points of recall, for grading one benchmark of the
// given list size among all benchmarks compared in a cycle. Small reference lists
// wobble more, so it scales with 1/√list size; looking at several benchmarks finds
// something by chance more often, so each gets its part of Alpha (Bonferroni). With
// nothing changed some benchmark is beyond its band in about one cycle in fifteen.
//
// ReasonNotMeasured without variation or with fewer than three degrees of freedom
// from groups of a known list size; ReasonNoReference for a reference list of unknown size.
func (n Noise) GradingBand(listSize, runsPre, runsPost, benchmarks int) Number {
	if n.PerBugDF < minNoiseDF || n.PerBugSD <= Eps {
		return Missing(ReasonNotMeasured)
	}
	if listSize < 1 {
		return Missing(ReasonNoReference)
	}
	if r := missingSide(runsPre > 0, runsPost > 0); r != "" {
		return Missing(r)
	}
	point := 1 - Alpha/2/float64(max(benchmarks, 1))
	sd := n.PerBugSD / math.Sqrt(float64(listSize)) * meanDifference(runsPre, runsPost)
	return Known(studentQuantile(point, n.PerBugDF) * sd)
}

// meanDifference is the SD of the difference of two means of unit variance.
func meanDifference(n, m int) float64 {
	return math.Sqrt(1/float64(n) + 1/float64(m))
}
