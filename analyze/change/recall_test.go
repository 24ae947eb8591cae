package change

import (
	"math"
	"math/rand/v2"
	"testing"

	"runreport/analyze/stat"
)

// cycle draws how many bugs of a reference list each benchmark finds. Of every ten bugs
// three are found half of the time; the others always or never. wobble is the SD of good
// and bad days of whole runs on the logit scale; loss the chance by which found bugs are
// missed after the lever.
func drawMoves(r *rand.Rand, benchmarks, bugs int, wobble, loss float64) []BenchmarkMove {
	var moves []BenchmarkMove
	for range benchmarks {
		m := BenchmarkMove{}
		before, after := 0, 0
		dayPre, dayPost := wobble*r.NormFloat64(), wobble*r.NormFloat64()
		for range bugs {
			logit := 4.0
			switch x := r.Float64(); {
			case x < 0.3:
				logit = 0
			case x < 0.5:
				logit = -4
			}
			pre := r.Float64() < 1/(1+math.Exp(-logit-dayPre))
			post := r.Float64() < 1/(1+math.Exp(-logit-dayPost)) && r.Float64() >= loss
			if pre {
				before++
			}
			if post {
				after++
			}
			if pre && !post {
				m.Lost++
			}
			if post && !pre {
				m.Gained++
			}
		}
		m.Pre, m.Post = float64(before)/float64(bugs), float64(after)/float64(bugs)
		moves = append(moves, m)
	}
	return moves
}

// Promise: of 600 cycles in which nothing changed, about one in a hundred at most is called
// a loss across benchmarks, also where whole runs have good and bad days; 20 benchmarks that
// lose 0.2 each with one run a side are called in 90 %.
func TestAcrossBenchmarksCalibration(t *testing.T) {
	const cycles, floor = 600, 0.05
	for _, wobble := range []float64{0, 0.5, 1, 1.5} {
		r := rand.New(rand.NewPCG(27, uint64(10*wobble)))
		called, pooledAlone := 0, 0
		for range cycles {
			a := AcrossBenchmarks(drawMoves(r, 12, 12, wobble, 0), floor)
			if a.Loss {
				called++
			}
			if a.Pooled <= lossP && a.Lost > a.Gained && a.Macro <= -floor {
				pooledAlone++
			}
		}
		t.Logf("wobble %.1f: %d of %d null cycles called, %d by the pooled test alone", wobble, called, cycles, pooledAlone)
		if called > 15 {
			t.Errorf("wobble %.1f: %d of %d null cycles called a loss", wobble, called, cycles)
		}
	}
	r := rand.New(rand.NewPCG(27, 99))
	seen := 0
	const trials = 100
	for range trials {
		// a third of what is found is lost: 0.65 to about 0.45
		if AcrossBenchmarks(drawMoves(r, 20, 12, 0, 0.31), floor).Loss {
			seen++
		}
	}
	t.Logf("20 benchmarks, -0.2 each: called in %d of %d", seen, trials)
	if seen < 90 {
		t.Errorf("a loss of 0.2 in 20 benchmarks is called in %d of %d", seen, trials)
	}
}

// Promise: of 600 null cycles about one in fifteen has a benchmark graded beyond the noise,
// and a loss of 0.4 of 20 bugs with three runs a side is seen in 90 %.
func TestGradingCalibration(t *testing.T) {
	const cycles = 600
	r := rand.New(rand.NewPCG(8, 600))
	sizes := []int{5, 10, 20, 40}
	side := func(bugs []float64, runs int, loss float64) []float64 {
		out := make([]float64, runs)
		for i := range out {
			for _, p := range bugs {
				if r.Float64() < p && r.Float64() >= loss {
					out[i] += 1 / float64(len(bugs))
				}
			}
		}
		return out
	}
	cycle := func(victim int, loss float64) (alarm, seen bool) {
		var groups []stat.RepeatGroup
		deltas := make([]float64, len(sizes))
		for i, n := range sizes {
			bugs := make([]float64, n)
			for k := range bugs {
				switch x := r.Float64(); {
				case x < 0.3:
					bugs[k] = 0.5
				case x < 0.8:
					bugs[k] = 1
				}
			}
			l := 0.0
			if i == victim {
				l = loss
			}
			pre, post := side(bugs, 3, 0), side(bugs, 3, l)
			groups = append(groups, stat.RepeatGroup{Recalls: pre, ListSize: n}, stat.RepeatGroup{Recalls: post, ListSize: n})
			deltas[i] = stat.Mean(post) - stat.Mean(pre)
		}
		noise := stat.RunNoise(groups)
		for i, n := range sizes {
			band := noise.GradingBand(n, 3, 3, len(sizes))
			if band.OK && math.Abs(deltas[i]) > band.Value && math.Abs(deltas[i]) >= 0.05 {
				alarm = true
				seen = seen || i == victim && deltas[i] < 0
			}
		}
		return alarm, seen
	}
	alarms := 0
	for range cycles {
		if a, _ := cycle(-1, 0); a {
			alarms++
		}
	}
	t.Logf("%d of %d null cycles have a benchmark beyond the noise", alarms, cycles)
	if rate := float64(alarms) / cycles; rate < 0.03 || rate > 0.10 {
		t.Errorf("%.1f %% of null cycles, promised about 6.7 %%", 100*rate)
	}
	seen := 0
	for range 200 {
		if _, s := cycle(2, 0.62); s { // 0.65 of 20 bugs falls by about 0.4
			seen++
		}
	}
	t.Logf("-0.4 of 20 bugs, three runs a side: seen in %d of 200", seen)
	if seen < 180 {
		t.Errorf("-0.4 of 20 bugs is seen in %d of 200", seen)
	}
}

func TestAcrossBenchmarks(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []BenchmarkMove
		loss  bool
		opp   bool
	}{
		{"nothing", nil, false, false},
		{"one benchmark alone, correlated or not", []BenchmarkMove{{Lost: 9, Pre: 0.9, Post: 0.4}}, true, false},
		{"opposite strong moves",
			[]BenchmarkMove{{Lost: 30, Pre: 0.9, Post: 0.3}, {Gained: 9, Pre: 0.3, Post: 0.6}}, false, true},
		{"all up", []BenchmarkMove{{Gained: 9, Pre: 0.3, Post: 0.6}}, false, false},
		{"below the floor", []BenchmarkMove{{Lost: 9, Pre: 0.90, Post: 0.87}}, false, false},
	} {
		a := AcrossBenchmarks(c.moves, 0.05)
		if a.Loss != c.loss || a.Opposite != c.opp {
			t.Errorf("%s: %+v", c.name, a)
		}
	}
	// 75 lost and 38 gained: pooled p 0.0006 (STATISTICS 1.27)
	moves := []BenchmarkMove{{Lost: 40, Gained: 20, Pre: 0.7, Post: 0.5}, {Lost: 35, Gained: 18, Pre: 0.7, Post: 0.5}}
	if a := AcrossBenchmarks(moves, 0.05); math.Abs(a.Pooled-0.0006) > 0.0001 || !a.Loss || a.Correlated {
		t.Errorf("%+v", a)
	}
}

// The planning table of STATISTICS 1.8, read the other way: a change of 0.40 of 10 bugs
// takes one run a side at a flip rate of 0.2, 0.23 three, 0.18 five.
func TestPlanFlips(t *testing.T) {
	for _, c := range []struct {
		bugs   int
		change float64
		runs   int
	}{{10, 0.40, 1}, {10, 0.23, 3}, {10, 0.18, 5}, {20, 0.165, 3}, {50, 0.18, 1}, {100, 0.06, 5}, {10, 0.001, 0}} {
		rows, reason := PlanFlips(0.2, c.bugs, []float64{c.change})
		if reason != "" || rows[0].Runs != c.runs {
			t.Errorf("%d bugs, %.2f: %+v (%s), want %d runs", c.bugs, c.change, rows, reason, c.runs)
		}
	}
	if _, reason := PlanFlips(0, 10, []float64{0.1}); reason != stat.ReasonNotMeasured {
		t.Error("a flip rate of 0 gives a plan")
	}
	if _, reason := PlanRecall(stat.Noise{SD: 0.1, DF: 2}, []float64{0.1}); reason != stat.ReasonNotMeasured {
		t.Error("rough noise gives a plan")
	}
	rows, _ := PlanRecall(stat.Noise{SD: 0.1, DF: 30}, []float64{0.3, 0.1})
	// (2.042 + 0.854)·0.1·sqrt(2/n): 0.41 / 0.29 / ... / 0.0993 at 17
	if rows[0].Runs != 2 || rows[1].Runs != 17 {
		t.Errorf("%+v", rows)
	}
}

// What the plan promises is what the simulation finds: a change of the size planned for is
// called within the dates planned, in about four of five trials.
func TestPlanSteps(t *testing.T) {
	s := setting{shape: "date effect", steps: 20, runs: 4, load: 0.05}
	all := yearSeries(s.year(rand.New(rand.NewPCG(4, 4)), 100))
	noises := Noises(all, "")
	runs, dates := 0.0, 0.0
	for _, n := range noises {
		runs += n.Runs / float64(len(noises))
		dates += n.Dates / float64(len(noises))
	}
	want := stepSD * math.Sqrt(0.5)
	if math.Abs(runs-want) > 0.01 || math.Abs(dates-want) > 0.015 {
		t.Errorf("SD of runs %.3f and of dates %.3f, want %.3f each", runs, dates, want)
	}
	rows := noises[0].Plan([]float64{1, 0.25, 0.01}, []int{1, 4})
	if rows[0].Dates > 2 || rows[1].Dates != 1 || rows[3].Dates > rows[2].Dates || rows[4].Dates != 0 {
		t.Errorf("%+v", rows)
	}
}
