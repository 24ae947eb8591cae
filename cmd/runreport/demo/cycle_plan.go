package demo

import (
	"slices"
	"time"
)

// calibration is one calibration cycle: a lever tried on some benchmarks, in up
// to iterationCap iterations.
type calibration struct {
	name       string
	lever      string
	change     string // what the lever does
	iterations []calibrationRound
}

// iterationCap is the number of iterations after which a cycle has to stop.
const iterationCap = 3

// calibrationRound is one iteration of a cycle.
type calibrationRound struct {
	number     int
	start      time.Time // or an hour after the iteration before, if that is later
	hypothesis string
	floor      int  // noise floor in hundredths
	noFloor    bool // the log does not state it
	benchmarks []trial
	verdict    string // as logged; empty: the cycle is open
	blind      bool   // the log's own cross check overlooks the regressions
	swapped    string // the benchmark whose before and after the log confuses
}

// usualFloor is the noise floor where the log states none, in hundredths.
const usualFloor = 5

// trial is a benchmark of an iteration.
type trial struct {
	name      string
	bugs      []string // its baseline
	pre, post []measurement
	hanging   bool // one more run after the lever was started and never ended
}

// measurement is one run on a benchmark. Baseline bugs are referred to by index.
type measurement struct {
	found        []bool
	novel        []string // bugs found outside of the baseline
	unknown      bool     // recall could not be computed, nothing is listed
	restarted    bool     // the first try hung
	corrected    bool     // a wrong end was written first
	copied       bool     // the end was written twice
	contradicted bool     // the recall in the log is 0.1 above its own lists
}

// hits is the number of baseline bugs found.
func (m *measurement) hits() int {
	n := 0
	for _, found := range m.found {
		if found {
			n++
		}
	}
	return n
}

var levers = []struct{ id, slug, change, hypothesis string }{
	{"lever-1-exploration-breadth-depth", "wider-exploration", "Pattern 7 budget cap 2 -> 4", "a wider walk finds bugs that the narrow one displaced"},
	{"lever-2-review-passes", "third-review-pass", "Third pass over error paths", "reviewing error paths apart finds silent failures"},
	{"lever-3-requirement-depth", "deeper-requirements", "Requirements from tests too", "requirements taken from tests expose drift"},
	{"lever-4-auditor-count", "two-auditors", "Auditors 3 -> 2", "two auditors find what three find, sooner"},
	{"lever-5-model-budget", "smaller-budget", "Token budget per phase halved", "half of the budget is enough for small targets"},
}

// drawCycle draws run number i.
func drawCycle(seed uint64, i int) *calibration {
	s := newStream(seed, "cycle", i)
	lever := pick(s, levers)
	start := dayOf(i).Add(8*time.Hour + time.Duration(s.between(0, 3600))*time.Second)
	c := &calibration{name: cycleName(start, lever.slug, i), lever: lever.id, change: lever.change}
	chosen := s.Perm(len(benchmarks))[:4]
	floor, noFloor := pick(s, []int{5, 5, 5, 5, 10, 8}), s.chance(30)
	if noFloor {
		floor = usualFloor
	}
	for n := 1; n <= iterationCap; n++ {
		r := calibrationRound{number: n, start: start, hypothesis: lever.hypothesis, floor: floor, noFloor: noFloor}
		for _, b := range chosen {
			r.benchmarks = append(r.benchmarks, drawTrial(s, seed, benchmarks[b]))
		}
		r.drawVerdict(s)
		c.iterations = append(c.iterations, r)
		if r.verdict != "iterate" {
			break
		}
		start = start.Add(20 * time.Hour)
	}
	return c
}

func drawTrial(s stream, seed uint64, b *benchmark) trial {
	t := trial{name: b.name, bugs: b.ids()}
	fate := s.between(1, 100)
	if fate <= 5 {
		return t // dropped
	}
	effect := pick(s, []int{-300, -150, -50, 0, 0, 0, 100, 200, 300})
	runs := []int{1, 1, 1, 1, 1, 1, 2, 2, 3}
	for range pick(s, runs) {
		t.pre = append(t.pre, drawMeasurement(s, seed, b, 0))
	}
	if fate <= 8 {
		t.hanging = true
		return t
	}
	for range pick(s, runs) {
		t.post = append(t.post, drawMeasurement(s, seed, b, effect))
	}
	if fate <= 11 {
		unknown := measurement{unknown: true}
		t.pre, t.post = []measurement{unknown}, []measurement{unknown}
	}
	return t
}

// drawMeasurement draws which bugs a run finds. Every bug of a benchmark has its
// own chance to be found, the same in all cycles; effect shifts it, per mille.
func drawMeasurement(s stream, seed uint64, b *benchmark, effect int) measurement {
	m := measurement{found: make([]bool, len(b.bugs))}
	for n := range b.bugs {
		own := newStream(seed, "bug of "+b.name, n)
		chance := pick(own, []int{30, 120, 350, 500, 650, 900, 950, 970, 985, 990})
		m.found[n] = s.chance(chance + effect)
	}
	hits := m.hits()
	if hits < len(b.bugs) && s.chance(80) {
		m.novel = []string{"NEW-001", "NEW-002"}[:s.between(1, 2)]
	}
	m.restarted, m.corrected, m.copied = s.chance(60), s.chance(40), s.chance(30)
	m.contradicted = len(m.novel) == 0 && hits*10 <= len(b.bugs)*8 && s.chance(20)
	return m
}

// drawVerdict draws what the log decides: mostly what the numbers allow.
func (r *calibrationRound) drawVerdict(s stream) {
	accepts := r.accepts()
	switch n := s.between(1, 100); {
	case n <= 6:
		r.verdict = ""
	case n <= 9:
		r.verdict = "halt-playbook-hang"
	case n <= 22:
		wrong := slices.DeleteFunc([]string{"ship", "revert", "iterate"}, func(v string) bool { return slices.Contains(accepts, v) })
		r.verdict, r.blind = pick(s, append(wrong, "ship")), true
	case len(accepts) == 0:
		r.verdict = "iterate"
	default:
		r.verdict = pick(s, accepts)
	}
	if r.verdict == "iterate" && r.number == iterationCap {
		r.verdict = "halt-iterate-cap"
	}
	if s.chance(40) {
		r.swapped = pick(s, r.benchmarks).name
	}
}
