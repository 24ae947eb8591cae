package change

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"runreport/analyze/stat"
	"runreport/unit"
)

// What names the figure that a series follows.
type What string

// The figures. Durations are judged by [Result.Calls] of 1.21, the rates by those of
// 1.21a, recall by its change points only: the effect of a lever has a known date and is
// tested in its cycle.
const (
	Duration       What = "duration"
	FlakeRate      What = "flake_rate"
	FailureRate    What = "failure_rate"
	GateFailure    What = "gate_failure_rate"
	Recall         What = "recall"
	CommonDuration What = "common_duration" // of a whole group; never an input
)

// rate reports whether the points of such a series are counts.
func (w What) rate() bool { return w == FlakeRate || w == FailureRate || w == GateFailure }

// A Key names a series. Group is what shares a machine and a null distribution: the system
// and subject of a step. Name is the step, benchmark or gate within it. The caller may use
// any text; keys are only compared.
type Key struct {
	What        What
	Group, Name string
}

func (k Key) compare(o Key) int {
	return cmp.Or(strings.Compare(string(k.What), string(o.What)), strings.Compare(k.Group, o.Group),
		strings.Compare(k.Name, o.Name))
}

// Point is what one run date says about a series.
type Point struct {
	Date string // "2026-03-09"; dates are ordered as text

	Values []float64     // of the date's runs: durations in seconds, or recall. Not positive durations are left out
	Count  stat.Fraction // of a rate: flaked of converged, failed of ended

	First, Last int32 // numbers of the date's first and last run; see Series.Ran
}

// Ran is what a run's number in points stands for.
type Ran struct {
	Key       string
	Revisions map[string]string // what was run: commit, playbook version, model, runner, label
}

// Series is the history of one figure.
type Series struct {
	Key
	Unit   unit.Unit
	Noun   string  // what all steps of the group are: "test", else "step"; empty: not known
	Points []Point // any order; of two points with one date the first counts
	Floor  float64 // of recall: the smallest change worth telling, in points of recall
	// Ran says what a run was, for "between which runs"; nil: not known. Points have only
	// numbers, since there are as many of them as steps of all runs.
	Ran func(run int32) Ran
}

// Revision is what one kind of revision was before and after a change; empty where no run
// on that side states it.
type Revision struct {
	Name, Before, After string
}

// track is a series prepared: its points with a value, oldest first.
type track struct {
	key    Key
	unit   unit.Unit
	floor  float64
	points []Point
	ran    func(run int32) Ran
	date   []int      // of each point, index into the dates of all series
	raw    []float64  // log of the median duration; share of a rate; mean recall
	value  []float64  // raw less the common effect of the date
	kept   keptCounts // of a rate: the counts of points that are not left out

	outages []int // indexes of the dates on which the rate rose for many series of the group together

	whole  stat.Level
	levels []stat.Level
	levelQ float64 // of whole in its family
	refs   []reference
	scores scores
	limits limits
	blocks []windowMeans // by index of their last date
	left   bool          // some blocks are NaN: left out
}

// newTrack leaves out the points without a value.
func newTrack(s Series, dateOf map[string]int) *track {
	t := &track{key: s.Key, unit: s.Unit, floor: s.Floor, ran: s.Ran, levelQ: 1}
	if t.ran == nil {
		t.ran = func(int32) Ran { return Ran{} }
	}
	byDate := func(a, b Point) int { return strings.Compare(a.Date, b.Date) }
	points := s.Points
	if !slices.IsSortedFunc(points, byDate) {
		points = slices.Clone(points)
		slices.SortStableFunc(points, byDate)
	}
	t.points, t.date, t.raw = points, make([]int, 0, len(points)), make([]float64, 0, len(points))
	for i, p := range points {
		d, known := dateOf[p.Date]
		value, ok := 0.0, known && (i == 0 || points[i-1].Date != p.Date)
		if ok {
			value, ok = pointValue(s.What, p)
		}
		switch {
		case !ok && len(t.points) == len(points): // the first that is left out
			t.points = append(make([]Point, 0, len(points)-1), points[:i]...)
			continue
		case !ok:
			continue
		case len(t.points) < len(points):
			t.points = append(t.points, p)
		}
		t.date = append(t.date, d)
		t.raw = append(t.raw, value)
	}
	t.value = t.raw
	return t
}

// pointValue is the one value of a date: the log of the median of its durations, the mean
// of its recalls, or the share of a rate.
func pointValue(w What, p Point) (v float64, ok bool) {
	switch {
	case w.rate():
		if p.Count.Den <= 0 || p.Count.Num < 0 || p.Count.Num > p.Count.Den {
			return 0, false
		}
		return float64(p.Count.Num) / float64(p.Count.Den), true
	case w == Recall:
		sum := 0.0
		for _, r := range p.Values {
			if !(math.Abs(r) <= longest) {
				return 0, false
			}
			sum += r
		}
		return sum / float64(max(1, len(p.Values))), len(p.Values) > 0
	}
	kept := make([]float64, 0, len(p.Values))
	for _, v := range p.Values {
		if v > 0 && v <= longest {
			kept = append(kept, v)
		}
	}
	if len(kept) == 0 {
		return 0, false
	}
	slices.Sort(kept)
	return math.Log(stat.MedianOf(kept)), true
}

// longest is a bound that no duration in seconds comes near.
const longest = 1e100

// last is the index of the last point, -1 without one.
func (t *track) last() int { return len(t.value) - 1 }

// at returns the index of the point of date d, or the one that it would have.
func (t *track) at(d int) (i int, ok bool) {
	if len(t.date) > 0 { // mostly there is a point on each date from the first one on
		if i = d - t.date[0]; 0 <= i && i < len(t.date) && t.date[i] == d {
			return i, true
		}
	}
	return slices.BinarySearch(t.date, d)
}
