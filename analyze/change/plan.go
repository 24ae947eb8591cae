package change

import (
	"math"
	"slices"

	"runreport/analyze/stat"
)

// StepNoise is how much a step's duration varies, in logs of seconds: a value of 0.10 is
// 10 %. The variance of a date's median of k runs is Dates² + Runs²/k.
type StepNoise struct {
	Key
	Runs  float64     // SD of single runs of one date about its median; 0 if no date has two
	Dates float64     // SD of dates about the step's level beyond what their runs explain
	PerK  float64     // runs a date in the history, on average
	Tail  float64     // z that a call needs less the 20 % quantile, for one date: see [Visible]
	N     int         // dates in the reference
	Why   stat.Reason // set where the rest is not: fewer than ten dates
}

// PlanRow says how many run dates in a row, with so many runs each, show a lasting change
// of Share with 80 % power; Dates is 0 where even twenty do not.
type PlanRow struct {
	Share       float64
	Runs, Dates int
}

// Plan says for a step's noise how many run dates a change of each share takes with each
// number of runs a date. Means of w dates are taken to vary with 1/sqrt(w), which
// autocorrelated dates do not: then it is the least number.
func (n StepNoise) Plan(shares []float64, runs []int) []PlanRow {
	var out []PlanRow
	for _, share := range shares {
		for _, k := range runs {
			row := PlanRow{Share: share, Runs: k}
			if n.Why == "" && k > 0 && share > 0 {
				sd := max(math.Sqrt(n.Dates*n.Dates+n.Runs*n.Runs/float64(k)), leastScale)
				dates := math.Ceil(math.Pow(n.Tail*sd/math.Log1p(share), 2) - stat.Eps)
				if dates <= mostDates {
					row.Dates = max(1, int(dates))
				}
			}
			out = append(out, row)
		}
	}
	return out
}

const mostDates = 20

// Noises measures the noise of every step of durations on its last 60 dates up to now.
func Noises(all []Series, now string) []StepNoise {
	_, dateOf := datesOf(all, now)
	var tracks []*track
	for _, s := range all {
		if s.What == Duration {
			if t := newTrack(s, dateOf); len(t.value) > 0 {
				tracks = append(tracks, t)
			}
		}
	}
	groups := groupTracks(tracks)
	var out []StepNoise
	for _, g := range groups {
		g.takeOutCommonEffects()
		need := normalNeed(len(g.tracks))
		for _, t := range g.tracks {
			out = append(out, t.noise(need))
		}
	}
	return out
}

// normalNeed is the z that a call of one of n steps needs less the 20 % quantile, with
// normal noise: the planning figure where the null of the last date is not at hand.
func normalNeed(n int) float64 {
	p := callQ / float64(len(durationWindows)) / float64(2*max(1, n))
	return math.Sqrt2*(math.Erfcinv(2*p)) + z80
}

const z80 = 0.8416212335729143 // 80 % point of the normal distribution

// noise splits the variance of a step into that of runs and that of dates. Both are robust:
// the MAD of runs about their date's median, corrected for the number of runs, and that of
// the dates less what runs explain.
func (t *track) noise(need float64) StepNoise {
	n := StepNoise{Key: t.key, Tail: need}
	from := max(0, len(t.value)-referenceDates)
	n.N = len(t.value) - from
	if n.N < minReference {
		n.Why = stat.ReasonTooFew
		return n
	}
	squares, df, runs := 0.0, 0, 0
	for _, p := range t.points[from:] {
		logs := make([]float64, 0, len(p.Values))
		for _, v := range p.Values {
			if v > 0 && v <= longest {
				logs = append(logs, math.Log(v))
			}
		}
		slices.Sort(logs)
		runs += len(logs)
		if len(logs) < 2 {
			continue
		}
		m := stat.Mean(logs)
		for _, v := range logs {
			squares += (v - m) * (v - m)
		}
		df += len(logs) - 1
	}
	n.PerK = float64(runs) / float64(n.N)
	if df > 0 {
		n.Runs = math.Sqrt(squares / float64(df))
	}
	values := slices.Clone(t.value[from:])
	slices.Sort(values)
	total := madScale * stat.MADOf(values, stat.MedianOf(values))
	n.Dates = math.Sqrt(max(0, total*total-n.Runs*n.Runs/max(1, n.PerK)))
	return n
}

// RecallPlan is how many runs a side a benchmark needs for a change of recall.
type RecallPlan struct {
	Change float64 // in points of recall
	Runs   int     // a side, for 80 % power at 95 % confidence; 0 if more than a hundred
}

// PlanRecall says how many runs each side needs to see changes of recall, by the measured
// run-to-run noise (STATISTICS 1.8): the fewest n with
//
//	(t(0.975, df) + t(0.80, df)) · s · sqrt(2/n) <= change.
//
// The noise has to be measured (df >= 3); the second result says why it is not.
func PlanRecall(noise stat.Noise, changes []float64) ([]RecallPlan, stat.Reason) {
	if noise.Status() != stat.NoiseMeasured {
		return nil, stat.ReasonNotMeasured
	}
	return planRuns(changes, func(n int) stat.Number { return noise.MDD80(n, n) }), ""
}

// PlanFlips is PlanRecall by the flip rate of a benchmark's bugs, for benchmarks whose
// noise is not measured but whose repeats are. It is a lower bound: bugs are taken to flip
// independently of each other.
func PlanFlips(flip float64, bugs int, changes []float64) ([]RecallPlan, stat.Reason) {
	if !(flip > 0 && flip <= 1) || bugs < 1 {
		return nil, stat.ReasonNotMeasured
	}
	return planRuns(changes, func(n int) stat.Number { return stat.DetectableDelta(flip, bugs, n, n) }), ""
}

func planRuns(changes []float64, visible func(runs int) stat.Number) []RecallPlan {
	const most = 100
	var out []RecallPlan
	for _, c := range changes {
		p := RecallPlan{Change: c}
		for n := 1; n <= most && c > 0; n++ {
			if v := visible(n); v.OK && v.Value <= c+stat.Eps {
				p.Runs = n
				break
			}
		}
		out = append(out, p)
	}
	return out
}
