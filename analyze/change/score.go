package change

import (
	"math"
	"slices"

	"runreport/analyze/stat"
)

// tails are the degrees of freedom that a step's noise may have; the last is normal.
var tails = [6]float64{1.5, 2, 3, 5, 10, math.Inf(1)}

// tailPrior is how many dates of the whole group a step's own dates are weighed against
// when its tail is chosen.
const tailPrior = 20

// tailGain is how much the log likelihood has to grow for a heavier tail to be chosen.
const tailGain = 4

// madToT is what a normal-consistent MAD makes of a t variable of these degrees of freedom:
// 1.4826 times its upper quartile.
var madToT = [6]float64{1.32, 1.2106, 1.1340, 1.0774, 1.0375, 1}

// tLogDensity is the log density of a t variable in units of its normal-consistent MAD.
func tLogDensity(tail int, z float64) float64 {
	nu, scale := tails[tail], madToT[tail]
	if math.IsInf(nu, 1) {
		return -z * z / 2
	}
	return tConstant[tail] + math.Log(scale) - (nu+1)/2*math.Log1p(z*z*scale*scale/nu)
}

// tConstant is the log of the density of t at 0 over that of the normal distribution.
var tConstant = func() (c [6]float64) {
	for i, nu := range tails[:len(tails)-1] {
		a, _ := math.Lgamma((nu + 1) / 2)
		b, _ := math.Lgamma(nu / 2)
		c[i] = a - b - math.Log(nu/2)/2
	}
	return c
}()

// score turns a distance z, in units of the normal-consistent MAD, of a step with this tail
// into a standard normal one.
//
// Source: D. L. Wallace, "Bounds on normal approximations to Student's and the chi-square
// distributions", Annals of Mathematical Statistics 30 (1959):
// (8nu+1)/(8nu+3) · sqrt(nu·ln(1+t²/nu)).
func score(tail int, z float64) float64 {
	nu := tails[tail]
	if math.IsInf(nu, 1) {
		return z
	}
	t := z * madToT[tail]
	return math.Copysign((8*nu+1)/(8*nu+3)*math.Sqrt(nu*math.Log1p(t*t/nu)), z)
}

// scores is what the score rule keeps of a track.
type scores struct {
	fit     [len(tails)]float64 // log likelihood of the dates so far
	dates   int
	tail    int
	value   [len(durationWindows)][]float64 // by index of the window's last date; NaN where there is none
	valid   [len(durationWindows)][]int     // number of scores before each index
	exclude []bool                          // dates while a change stands that the reference has not taken in
}

// set stores the score of a window that ends on date i, one date after the other.
func (s *scores) set(window, i int, v float64) {
	for len(s.value[window]) <= i {
		n := 0
		if k := len(s.value[window]); k > 0 {
			n = s.valid[window][k-1]
			if !math.IsNaN(s.value[window][k-1]) {
				n++
			}
		}
		s.value[window] = append(s.value[window], math.NaN())
		s.valid[window] = append(s.valid[window], n)
	}
	s.value[window][i] = v
}

// leaveOut takes the windows that end on one of the dates from to last out of the null.
func (s *scores) leaveOut(from, last int) {
	if last >= len(s.exclude) {
		return // the scores are not in use
	}
	for s.exclude[from] && from < last {
		from++
	}
	for w := range s.value {
		for i := from; i <= last; i++ {
			s.exclude[i] = true
			s.value[w][i] = math.NaN()
			s.valid[w][i] = s.valid[w][from]
		}
	}
}

// fitTails chooses the tail of every member's noise from the dates before d.
func (g *group) fitTails(members []member) {
	var all [len(tails)]float64
	n := 0
	for _, t := range g.tracks {
		for k, v := range t.scores.fit {
			all[k] += v
		}
		n += t.scores.dates
	}
	for _, m := range members {
		s := &m.t.scores
		best, most := len(tails)-1, math.Inf(-1)
		for k := len(tails) - 1; k >= 0; k-- {
			v := s.fit[k]
			if n > 0 {
				v += all[k] / float64(n) * tailPrior
			}
			if v > most+tailGain || k == len(tails)-1 {
				best, most = k, v
			}
		}
		s.tail = best
	}
}

// advance computes the scores of the windows that end on the member's date, and takes the
// date into the fit of the tail.
func (m member) advance() {
	t, s := m.t, &m.t.scores
	for len(s.exclude) <= m.i {
		s.exclude = append(s.exclude, false)
	}
	for w, size := range durationWindows {
		v := math.NaN()
		if r, ok := t.before(m.i, size); ok {
			sum := 0.0
			for _, y := range t.value[m.i+1-size : m.i+1] {
				sum += score(s.tail, (y-r.centre)/r.scale)
			}
			v = sum / math.Sqrt(float64(size))
		}
		s.set(w, m.i, v)
	}
}

// learn takes the date before the last five into the fit of the tail. Values of a change
// that is called by then are left out, so a change does not pass for a heavy tail.
func (m member) learn() {
	s := &m.t.scores
	i := m.i - learnDelay
	if i < 0 || i >= len(s.exclude) || s.exclude[i] {
		return
	}
	if r, ok := m.t.before(i, 1); ok {
		z := (m.t.value[i] - r.centre) / r.scale
		for k := range tails {
			s.fit[k] += tLogDensity(k, z)
		}
		s.dates++
	}
}

const learnDelay = 5

// scorePool is the null of one window: the scores that the members had in the last sixty
// windows that ended before the present one began.
func (g *group) scorePool(members []member, window int, whole bool) (null, bool) {
	size := durationWindows[window]
	n := 0
	for _, m := range members {
		if to := m.i + 1 - size; to > 0 {
			valid := m.t.scores.valid[window]
			n += valid[to] - valid[max(0, to-referenceDates)]
		}
	}
	if n < minBlocks {
		return null{n: n}, false
	}
	pass := func(guess [2]float64) (up, down []float64) {
		high, low := guess[0], -guess[1]
		for _, m := range members {
			to := m.i + 1 - size
			if to <= 0 {
				continue
			}
			for _, v := range m.t.scores.value[window][max(0, to-referenceDates):to] {
				if v >= high {
					up = append(up, v)
				}
				if v <= low {
					down = append(down, -v)
				}
			}
		}
		return up, down
	}
	guess := g.scoreGuess[window]
	if whole || guess == [2]float64{} {
		guess = [2]float64{noGuess, noGuess}
	}
	up, down := pass(guess)
	k := stat.TailSize(n)
	if len(up) <= k || len(down) <= k {
		up, down = pass([2]float64{noGuess, noGuess})
	}
	slices.Sort(up)
	slices.Sort(down)
	g.scoreGuess[window] = [2]float64{margin(up, k), margin(down, k)}
	return null{up: stat.TopTail(up, n, k), down: stat.TopTail(down, n, k), n: n}, true
}

// scoreVerdict judges all windows of a series in one direction.
func (m member) scoreVerdict(way int, n *nulls) (verdict, bool) {
	v := verdict{t: m.t, i: m.i, way: way, p: math.Inf(1)}
	best, largest := told{}, told{p: math.Inf(1)}
	for w, size := range durationWindows {
		x := m.t.scores.value[w][m.i]
		if math.IsNaN(x) || !n.usable[w] {
			continue
		}
		r, _ := m.t.before(m.i, size)
		t := told{shift: m.t.blocks[w][m.i+1-size] - r.centre, window: w}
		if math.IsNaN(t.shift) {
			continue
		}
		if way > 0 {
			t.p = n.of[w].up.P(x)
		} else {
			t.p = n.of[w].down.P(-x)
		}
		if t.p < v.p {
			v.p, best = t.p, t
		}
		if t.p*float64(len(durationWindows)) <= holdP &&
			(math.IsInf(largest.p, 1) || math.Abs(t.shift) > math.Abs(largest.shift)) {
			largest = t
		}
	}
	if math.IsInf(v.p, 1) {
		return v, false
	}
	if !math.IsInf(largest.p, 1) {
		best = largest
	}
	v.window, v.size, v.shift = best.window, durationWindows[best.window], best.shift
	r, _ := m.t.before(m.i, v.size)
	v.ref = *r
	v.p = min(1, v.p*float64(len(durationWindows)))
	return v, true
}

// judgeScores is [group.judge] by the rule on scores.
func (g *group) judgeScores(out []verdict, d int, whole bool) []verdict {
	members := g.members(d)
	g.fitTails(members)
	for _, m := range members {
		m.advance()
	}
	return g.judgeBy(out, d, whole, &g.scoreNulls, member.scoreVerdict, g.scorePool)
}
