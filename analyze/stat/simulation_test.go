package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// unstable is the share of bugs that a run finds by luck, as the promises below assume.
const unstable = 0.3

// chances draws how likely each bug of a reference list is to be found: some are found half of
// the time, the others always or never.
func chances(r *rand.Rand, bugs int) []float64 {
	list := make([]float64, bugs)
	for i := range list {
		switch {
		case r.Float64() < unstable:
			list[i] = 0.5
		case r.Float64() < 0.6:
			list[i] = 1
		}
	}
	return list
}

// run draws one recall.
func run(r *rand.Rand, chances []float64) float64 {
	found := 0
	for _, p := range chances {
		if r.Float64() < p {
			found++
		}
	}
	return float64(found) / float64(len(chances))
}

func repeat(r *rand.Rand, chances []float64, runs int) []float64 {
	return every(runs, func(int) float64 { return run(r, chances) })
}

// Promise: with nothing changed, some benchmark is graded beyond the noise in about one
// cycle in fifteen (6 to 7 % in the simulation behind the definitions), where the plain
// band95 would call one in 22 to 25 %.
func TestGradingBandFalseAlarms(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const cycles = 4000
	baselines := []int{5, 10, 20, 40}
	for runs := 2; runs <= 4; runs++ {
		r := rand.New(rand.NewPCG(uint64(runs), 2026))
		alarms, plainAlarms := 0, 0
		for range cycles {
			var repeats []RepeatGroup
			deltas := make([]Number, len(baselines))
			for i, bugs := range baselines {
				p := chances(r, bugs)
				pre, post := repeat(r, p, runs), repeat(r, p, runs)
				repeats = append(repeats, RepeatGroup{pre, bugs}, RepeatGroup{post, bugs})
				deltas[i] = MeanDelta(pre, post)
			}
			noise := RunNoise(repeats)
			alarm, plainAlarm := false, false
			for i, bugs := range baselines {
				class, _ := Classify(deltas[i], DefaultNoiseFloor)
				band := noise.GradingBand(bugs, runs, runs, len(baselines))
				alarm = alarm || GradeOf(class, deltas[i], band, Missing(ReasonNoData)) == GradeStrong
				plain := noise.Band95(runs, runs)
				plainAlarm = plainAlarm || GradeOf(class, deltas[i], plain, Missing(ReasonNoData)) == GradeStrong
			}
			if alarm {
				alarms++
			}
			if plainAlarm {
				plainAlarms++
			}
		}
		rate, plain := float64(alarms)/cycles, float64(plainAlarms)/cycles
		t.Logf("%d runs a side: %.1f %% of cycles, %.1f %% with band95", runs, 100*rate, 100*plain)
		if rate < 0.04 || rate > 0.095 {
			t.Errorf("%d runs a side: false alarms in %.1f %% of cycles, promised about 6.7 %%", runs, 100*rate)
		}
		if plain < 2*rate {
			t.Errorf("%d runs a side: band95 calls %.1f %%, no worse than the grading band", runs, 100*plain)
		}
	}
}

// With nothing changed and one run a side, a floor of 0.05 is crossed in about half to
// four fifths of the benchmarks, depending on the size of the reference list.
func TestConfiguredFloorIsNoNoiseFloor(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const rounds = 20000
	r := rand.New(rand.NewPCG(5, 2026))
	for _, bugs := range []int{5, 10, 20} {
		crossed := 0
		for range rounds {
			p := chances(r, bugs)
			class, _ := Classify(DeltaOf(
				Fraction{int(math.Round(run(r, p) * float64(bugs))), bugs},
				Fraction{int(math.Round(run(r, p) * float64(bugs))), bugs}), DefaultNoiseFloor)
			if class != DeltaWithinNoise {
				crossed++
			}
		}
		share := float64(crossed) / rounds
		t.Logf("%d bugs: crossed in %.0f %%", bugs, 100*share)
		if share < 0.40 || share > 0.85 {
			t.Errorf("%d bugs: the floor is crossed in %.0f %%", bugs, 100*share)
		}
	}
}

// Promise: a change of the size that DetectableDelta names exceeds FlipBand about four
// times in five. Bugs flip in a fifth of all pairs of runs: each is found, or missed, nine
// times in ten or so, and the change moves some from missed to found. Recall comes in steps
// of one bug, so small reference lists miss 80 % by some points.
func TestDetectableDeltaPower(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const (
		rounds = 4000
		flip   = 0.2
	)
	low := (1 - math.Sqrt(1-2*flip)) / 2 // 2·low·(1-low) = flip
	r := rand.New(rand.NewPCG(6, 2026))
	for _, bugs := range []int{10, 20, 50, 100} {
		for _, runs := range []int{1, 3, 5} {
			change := DetectableDelta(flip, bugs, runs, runs).Value
			band := FlipBand(flip, bugs, runs, runs).Value
			before, after := make([]float64, bugs), make([]float64, bugs)
			moved := change * float64(bugs) // in whole bugs; the last one moves part of the way
			for i := range before {
				step := min(moved, 1-2*low)
				before[i], after[i] = low, low+step
				moved -= step
			}
			seen, alarms := 0, 0
			for range rounds {
				base := repeat(r, before, runs)
				if math.Abs(MeanDelta(base, repeat(r, after, runs)).Value) > band+Eps {
					seen++
				}
				if math.Abs(MeanDelta(base, repeat(r, before, runs)).Value) > band+Eps {
					alarms++
				}
			}
			power, alarm := float64(seen)/rounds, float64(alarms)/rounds
			t.Logf("%3d bugs, %d runs a side: change %.2f seen in %.0f %%, none in %.1f %%", bugs, runs, change, 100*power, 100*alarm)
			if power < 0.65 || power > 0.95 {
				t.Errorf("%d bugs, %d runs: power %.2f, want about 0.80", bugs, runs, power)
			}
			if alarm > 0.09 {
				t.Errorf("%d bugs, %d runs: false alarms %.3f, want about 0.05", bugs, runs, alarm)
			}
		}
	}
}

// Promise: on flat series the permutation test calls a change in about 5 %, and a step of
// three SDs in 0.67, 0.98 and 1.00 of series of 8, 12 and 20 values.
func TestChangePointAlarmsAndPower(t *testing.T) {
	if testing.Short() {
		t.Skip("simulation")
	}
	const rounds = 250
	r := rand.New(rand.NewPCG(7, 2026))
	for _, c := range []struct {
		n    int
		want float64
	}{{8, 0.67}, {12, 0.98}, {20, 1}} {
		n, want := c.n, c.want
		alarms, found := 0, 0
		for range rounds {
			flat := every(n, func(int) float64 { return r.NormFloat64() })
			if FindChange(flat).P <= Alpha {
				alarms++
			}
			step := every(n, func(i int) float64 { return flat[i] + 3*float64(i/(n/2)) })
			if FindChange(step).P <= Alpha {
				found++
			}
		}
		alarm, power := float64(alarms)/rounds, float64(found)/rounds
		t.Logf("%2d values: %.1f %% false alarms, power %.2f", n, 100*alarm, power)
		if alarm > 0.10 {
			t.Errorf("%d values: %.1f %% false alarms, want about 5 %%", n, 100*alarm)
		}
		if math.Abs(power-want) > 0.10 {
			t.Errorf("%d values: power %.2f, want about %.2f", n, power, want)
		}
	}
}
