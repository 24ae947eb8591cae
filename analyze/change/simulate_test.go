package change

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// setting is a made-up year of steps in which nothing changes.
type setting struct {
	shape  string  // see noise
	steps  int     // of one group
	runs   int     // a date
	load   float64 // SD of the common load of a date, in logs
	spread bool    // the steps' SDs differ by a factor of two
}

func (s setting) String() string {
	return fmt.Sprintf("%s-%d-steps-%d-runs-load-%.0f", s.shape, s.steps, s.runs, 100*s.load)
}

const stepSD = 0.10

// shapes are the kinds of noise: independent runs; half the variance an effect of the date
// of the step's own; that effect autocorrelated at 0.6; lognormal, t with 3 degrees of
// freedom, both of SD 10 %; and steps of different shapes: half normal, 30 % t, 20 % with a
// second mode at +60 % in a tenth of the dates or of the runs.
var shapes = []string{"independent", "date effect", "autocorrelated", "lognormal", "skewed", "t3", "mixed"}

// year draws the durations of every step: [step][date][run], in seconds.
func (s setting) year(r *rand.Rand, dates int) [][][]float64 {
	load := make([]float64, dates)
	for d := range load {
		load[d] = s.load * r.NormFloat64()
	}
	all := make([][][]float64, s.steps)
	for i := range all {
		base, sd := 30+90*r.Float64(), stepSD
		if s.spread {
			sd *= math.Pow(2, r.Float64()-0.5)
		}
		shape := s.shape
		if shape == "mixed" {
			shape = [10]string{"independent", "independent", "independent", "independent", "independent",
				"t3", "t3", "t3", "modes of dates", "modes of runs"}[i%10]
		}
		all[i] = make([][]float64, dates)
		effect := 0.0
		for d := range all[i] {
			switch shape {
			case "date effect":
				effect = sd * math.Sqrt(0.5) * r.NormFloat64()
			case "autocorrelated":
				innovation := sd * math.Sqrt(0.5) * r.NormFloat64()
				if d > 0 {
					innovation *= 0.8 // sqrt(1-0.6²)
				}
				effect = 0.6*effect + innovation
			case "modes of dates":
				effect = 0
				if r.Float64() < 0.1 {
					effect = math.Log(1.6)
				}
			}
			all[i][d] = make([]float64, s.runs)
			for k := range all[i][d] {
				all[i][d][k] = base * math.Exp(load[d]+effect+noise(r, shape, sd))
			}
		}
	}
	return all
}

// noise is the log of one run's duration about its level.
func noise(r *rand.Rand, shape string, sd float64) float64 {
	switch shape {
	case "date effect", "autocorrelated":
		return sd * math.Sqrt(0.5) * r.NormFloat64()
	case "independent":
		return math.Log(max(0.1, 1+sd*r.NormFloat64()))
	case "skewed": // the log of 1 plus a centred lognormal variable of shape 0.6 and that SD
		const s = 0.6
		v := math.Exp(s*r.NormFloat64()) - math.Exp(s*s/2)
		return math.Log1p(max(-0.9, sd*v/math.Sqrt((math.Exp(s*s)-1)*math.Exp(s*s))))
	case "t3":
		chi := 0.0
		for range 3 {
			z := r.NormFloat64()
			chi += z * z
		}
		return sd / math.Sqrt(3) * r.NormFloat64() / math.Sqrt(chi/3)
	case "modes of runs":
		v := sd * r.NormFloat64()
		if r.Float64() < 0.1 {
			v += math.Log(1.6)
		}
		return v
	}
	return sd * r.NormFloat64()
}

// yearSeries makes series of what year drew.
func yearSeries(year [][][]float64) []Series {
	all := make([]Series, len(year))
	for i, dates := range year {
		all[i] = Series{Key: Key{Duration, "kahn/shop", stepName(i)}}
		for d, values := range dates {
			all[i].Points = append(all[i].Points, Point{Date: dateName(d), Values: values})
		}
	}
	return all
}

// dateName is a made-up run date.
func dateName(d int) string { return fmt.Sprintf("%04d", d) }

// stepName is the name of a made-up step.
func stepName(i int) string { return fmt.Sprintf("step%04d", i) }
