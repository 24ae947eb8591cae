package change

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// The density of a t variable in units of its normal-consistent MAD over that of a normal one at
// 0, as a log, computed from the gamma function.
func TestTailDensities(t *testing.T) {
	for tail, want := range [][3]float64{ // at 0, 1 and 3
		{0.11992, -0.843641, -2.928047}, {0.070334, -0.754253, -2.970898}, {0.043801, -0.669662, -3.117398},
		{0.02487, -0.601432, -3.359084}, {0.011855, -0.550422, -3.713882}, {0, -0.5, -4.5},
	} {
		for i, z := range []float64{0, 1, 3} {
			for _, sign := range []float64{1, -1} {
				if got := tLogDensity(tail, sign*z); !(math.Abs(got-want[i]) <= 1e-6) {
					t.Errorf("%g degrees of freedom at %g: %.6f, want %.6f", tails[tail], sign*z, got, want[i])
				}
			}
		}
	}
}

// The 90, 95 and 99 % points of t, from a table, become about those of the normal distribution.
func TestScores(t *testing.T) {
	normal := [3]float64{1.2816, 1.6449, 2.3263}
	for tail, points := range map[int][3]float64{
		1: {1.886, 2.920, 6.965}, 2: {1.638, 2.353, 4.541}, 3: {1.476, 2.015, 3.365}, 4: {1.372, 1.812, 2.764}, 5: normal,
	} {
		for i, x := range points {
			z := x / madToT[tail]
			if got := score(tail, z); !(math.Abs(got-normal[i]) <= 0.06) || score(tail, -z) != -got {
				t.Errorf("%g degrees of freedom: %g is the normal %.3f, want %.3f; of its negative %.3f", tails[tail], x, got, normal[i], score(tail, -z))
			}
		}
	}
}

// A heavier tail is chosen where the log likelihood of a step's dates, with the mean of its
// group's weighed as twenty of them, grows by more than four.
func TestTailOfAStep(t *testing.T) {
	normal := len(tails) - 1
	for _, c := range []struct {
		name  string
		own   [len(tails)]float64 // of the step; the last is that of normal noise
		group [len(tails)]float64 // the mean of a date of the others, which have 30
		want  int
	}{
		{"nothing", [6]float64{}, [6]float64{}, normal},
		{"a gain of four", [6]float64{0, 0, 0, 4, 0, 0}, [6]float64{}, normal},
		{"more than four", [6]float64{0, 0, 0, 4.1, 0, 0}, [6]float64{}, 3},
		{"four more for one that is heavier still", [6]float64{0, 0, 8.2, 4.1, 0, 0}, [6]float64{}, 2},
		{"a little more for one that is heavier still", [6]float64{0, 0, 8, 4.1, 0, 0}, [6]float64{}, 3},
		{"the group's dates", [6]float64{}, [6]float64{0, 0.5, 0, 0, 0, 0}, 1},
		{"the group's dates, weighed against its own", [6]float64{0, -6, 0, 0, 0, 0}, [6]float64{0, 0.48, 0, 0, 0, 0}, normal},
	} {
		step, other := &track{}, &track{}
		step.scores.fit, step.scores.dates = c.own, 10
		other.scores.dates = 30
		for k := range tails {
			other.scores.fit[k] = 40*c.group[k] - c.own[k] // the mean is over the dates of both
		}
		g := &group{tracks: []*track{step, other}}
		g.fitTails([]member{{step, 0}})
		if step.scores.tail != c.want {
			t.Errorf("%s: %g degrees of freedom, want %g", c.name, tails[step.scores.tail], tails[c.want])
		}
	}
}

// Scores are counted up to each date, those of dates that are left out no more. More dates of one
// change are left out as they come.
func TestScoresThatAreLeftOut(t *testing.T) {
	nan := math.NaN()
	var s scores
	add := func(i int) {
		v := windowScores{float64(i), nan, nan, nan}
		if i >= 2 {
			v[1] = 1
		}
		s.add(v, 7)
	}
	check := func(when, want string) {
		t.Helper()
		var got []string
		for i := range s.valid {
			got = append(got, fmt.Sprint(s.valid[i][0], "/", s.valid[i][1]))
			if out := math.IsNaN(s.value[i][0]); out != s.exclude[i] {
				t.Errorf("%s: score %g of date %d is left out: %v", when, s.value[i][0], i, s.exclude[i])
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: valid scores before each date: %s, want %s", when, got, want)
		}
	}
	for i := range 4 {
		add(i)
	}
	check("of four dates", "0/0 1/0 2/0 3/1")
	s.leaveOut(4, 5) // there are none yet
	check("with dates that are to come", "0/0 1/0 2/0 3/1")
	s.leaveOut(2, 3)
	check("without two", "0/0 1/0 2/0 2/0")
	add(4)
	s.leaveOut(2, 4)
	add(5)
	add(6)
	check("without three", "0/0 1/0 2/0 2/0 2/0 2/0 3/1")
	s.leaveOut(5, 5)
	check("without another", "0/0 1/0 2/0 2/0 2/0 2/0 3/1")
}
