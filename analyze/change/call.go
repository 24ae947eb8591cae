package change

import (
	"cmp"
	"math"
	"slices"

	"runreport/analyze/stat"
)

const (
	callQ      = 0.01 // q up to which a change is called
	suspectedQ = 0.2  // and up to which it is suspected
	holdP      = 0.01 // p times windows of a window that holds by itself
	leastShare = 0.10 // of a change of duration worth telling
	leastS     = 1.0  // and its size in seconds
)

// member is a track with its index on the date that is judged.
type member struct {
	t *track
	i int
}

// verdict is what the rule says about one series on one date in one direction.
type verdict struct {
	t      *track
	i      int     // index of the date in the track
	way    int     // +1 slower or higher, -1 faster or lower
	p, q   float64 // p: smallest over the windows times their number
	window int     // index into the windows
	size   int     // dates of the window that is told
	state  State

	shift   float64 // of the told window from centre: logs, or points of a rate
	ref     reference
	seconds float64
	before  stat.Fraction // of a rate: the reference and the window
	now     stat.Fraction
}

// judgedWindow is one window that was judged.
type judgedWindow struct {
	p, shift float64
	window   int
}

// big reports whether a change of duration is worth telling and points the way it was
// tested.
func (v *verdict) big() bool {
	return math.Abs(math.Expm1(v.shift)) >= leastShare && math.Abs(v.seconds) >= leastS && (v.shift > 0) == (v.way > 0)
}

// members returns the tracks with a value on date d.
func (g *group) members(d int) []member {
	if g.on == d && g.present != nil {
		return g.present
	}
	out := make([]member, 0, len(g.tracks))
	for _, t := range g.tracks {
		if i, ok := t.at(d); ok {
			out = append(out, member{t, i})
		}
	}
	g.on, g.present = d, out
	return out
}

// nulls are the null distributions of one rule for every window, as of one date.
type nulls struct {
	of     [len(durationWindows)]null
	usable [len(durationWindows)]bool
	age    int // dates since, -1 before the first
	guess  guesses
	room   sieveRoom
}

// distance is how far a window lies from its reference in the unit of a rule's null; NaN
// where the rule has no value for it.
type distance func(m member, window int, r *reference, shift float64) float64

const (
	mostAge = 5    // dates that nulls are used for when nothing is near a call
	quietQ  = 0.05 // q that is not near a call
)

// judge adds a verdict of 1.21 without q for every series of the group and direction,
// faster before slower, of the series with a value on date d and a reference.
func (g *group) judge(out []verdict, d int, whole bool) []verdict {
	scales := func(_ member, _ int, r *reference, shift float64) float64 { return shift / r.scale }
	return g.judgeBy(out, d, whole, &g.nulls, scales, sift)
}

// judgeBy judges by one rule. A null hardly changes from one date to the next, so on past
// dates the one of up to five dates before is tried first: only if anything comes within
// five times the q of a call is it computed anew.
func (g *group) judgeBy(out []verdict, d int, whole bool, n *nulls, from distance,
	sift sieve) []verdict {
	members := g.members(d)
	start := len(out)
	out = slices.Grow(out, 2*len(members))
	verdicts := func() []verdict {
		out := out[:start]
		for _, m := range members {
			out = m.verdicts(out, n, from)
		}
		for i := range out[start:] {
			if v := &out[start+i]; v.p < 1 { // what is 1 is never called
				v.seconds = math.Exp(v.ref.centre+g.common.at(d).effect) * math.Expm1(v.shift)
			}
		}
		return out
	}
	all := true
	for _, usable := range n.usable {
		all = all && usable
	}
	if n.age++; !whole && all && n.age <= mostAge {
		if out := verdicts(); quiet(out[start:]) {
			return out
		}
	}
	n.age = 0
	n.pool(members, whole, sift)
	return verdicts()
}

// quiet reports whether no q of the verdicts is at most quietQ.
func quiet(all []verdict) bool {
	var small []float64
	for i := range all {
		if all[i].p <= quietQ {
			small = append(small, all[i].p)
		}
	}
	slices.Sort(small)
	for i, p := range small {
		if p*float64(len(all)) <= quietQ*float64(i+1) {
			return false
		}
	}
	return true
}

// verdicts adds what all windows of a series say in each direction, nothing where none can
// be judged.
func (m member) verdicts(out []verdict, n *nulls, from distance) []verdict {
	lower, higher := newChoice(), newChoice()
	for w, size := range durationWindows {
		r, ok := m.t.before(m.i, size)
		if !ok || !n.usable[w] {
			continue
		}
		shift := m.t.blocks[m.i][w] - r.centre
		z := from(m, w, r, shift)
		if math.IsNaN(shift) || math.IsNaN(z) {
			continue // it holds dates of a change that has ended
		}
		lower.take(judgedWindow{p: n.of[w].down.P(-z), shift: shift, window: w})
		higher.take(judgedWindow{p: n.of[w].up.P(z), shift: shift, window: w})
	}
	if math.IsInf(lower.best.p, 1) {
		return out
	}
	return append(out, lower.verdict(m, -1), higher.verdict(m, 1))
}

// choice picks the window that is told: of those that hold by themselves the one with the
// largest shift, otherwise the one with the smallest p.
type choice struct{ best, largest judgedWindow }

func newChoice() choice { return choice{judgedWindow{p: math.Inf(1)}, judgedWindow{p: math.Inf(1)}} }

func (c *choice) take(t judgedWindow) {
	if t.p < c.best.p {
		c.best = t
	}
	if t.p*float64(len(durationWindows)) <= holdP &&
		(math.IsInf(c.largest.p, 1) || math.Abs(t.shift) > math.Abs(c.largest.shift)) {
		c.largest = t
	}
}

func (c *choice) verdict(m member, way int) verdict {
	v := verdict{t: m.t, i: m.i, way: way, p: min(1, c.best.p*float64(len(durationWindows)))}
	best := c.best
	if !math.IsInf(c.largest.p, 1) {
		best = c.largest
	}
	v.window, v.size, v.shift = best.window, durationWindows[best.window], best.shift
	r, _ := m.t.before(m.i, v.size)
	v.ref = *r
	return v
}

// limits is how far a window of each length lies from the centre of its reference, in
// scales, while nothing changes: from the 2.5 % to the 97.5 % quantile of the null.
type limits [len(durationWindows)]struct {
	lo, hi float64
	ok     bool
}

// limits gives them for the date judged last, if it was judged as a whole.
func (g *group) limits() (l limits) {
	for w := range l {
		if n := &g.nulls.of[w]; n.n >= minBlocks {
			l[w].lo, l[w].hi, l[w].ok = n.up.Quantile(stat.Alpha/2), n.up.Quantile(1-stat.Alpha/2), true
		}
	}
	return l
}

const (
	earlyZ         = 6 // of a step with too short a reference
	earlyReference = 5
)

// early suspects steps of date d that have no verdict yet: their reference has 5 to 9 dates,
// or the group has fewer than 30 blocks. A handful of dates gives a rough scale, which
// would suspect one step in twenty, so z is also taken on the median scale of the group.
func (g *group) early(d int) []verdict {
	members := g.members(d)
	var scales []float64
	for _, m := range members {
		if r := m.t.refs[m.i]; r.n() >= earlyReference {
			scales = append(scales, r.scale)
		}
	}
	if len(scales) == 0 {
		return nil
	}
	slices.Sort(scales)
	common := stat.MedianOf(scales)
	var out []verdict
	for _, m := range members {
		r := m.t.refs[m.i]
		if r.n() < earlyReference {
			continue
		}
		shift := m.t.value[m.i] - r.centre
		v := verdict{t: m.t, i: m.i, way: cmp.Compare(shift, 0), p: 1, q: 1, size: 1, state: Suspected, shift: shift, ref: r}
		v.seconds = math.Exp(r.centre+g.common.at(d).effect) * math.Expm1(shift)
		if math.Abs(shift) > earlyZ*max(r.scale, common) && v.big() {
			out = append(out, v)
		}
	}
	return out
}
