package change

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"runreport/analyze/stat"
)

// How often do the rules call something on this very history where nothing changed, and
// how often do they see a change? The run dates are shuffled, so that whatever changed is
// spread over the history, and the rules are replayed as they are: the same series, windows
// and runs a date. Then changes are planted on the last dates.

const (
	plantedDates = 3  // that a planted change lasts, and within which it has to be seen
	mostReplays  = 30 // of each question
	leastReplays = 5  // fewer say too little
)

// Measured is what replaying one figure came to.
type Measured struct {
	What   What
	Reason stat.Reason // why nothing was measured; empty: it was
	Series int
	Dates  int     // run dates of the history
	Alarms int     // in all replays, nothing having changed
	Judged float64 // run dates on which there could have been one, in all replays
	Power  []Seeing
}

// Seeing is how often a planted change was suspected at least, and called.
type Seeing struct {
	Size            float64 // relative for durations, the new rate for rates
	Noticed, Called stat.Fraction
}

// planted are the sizes of changes that are planted: for durations relative, for rates the
// new rate.
var planted = map[What][]float64{Duration: {0.25, 0.5, 1}, FlakeRate: {0.2, 0.5}, FailureRate: {0.5, 1}}

// SelfTest replays the rules on shuffled histories. points is how many points of series it
// may judge in all: less than five replays of each question are not made, and the reason
// is then too few. The same input gives the same result.
func SelfTest(all []Series, found *Result, points int) []Measured {
	dates, size := datesOfGroups(all)
	longest := 0
	for _, of := range dates {
		longest = max(longest, len(of))
	}
	questions := 1
	for _, sizes := range planted {
		questions += len(sizes)
	}
	replays := min(mostReplays, points/max(1, size*questions))
	var out []Measured
	for _, what := range []What{Duration, FlakeRate, FailureRate, GateFailure} {
		m := Measured{What: what, Dates: longest}
		for i := range all {
			if all[i].What == what {
				m.Series++
			}
		}
		switch {
		case m.Series == 0:
			continue
		case longest <= minReference:
			m.Reason = stat.ReasonTooFew
		case replays < leastReplays:
			m.Reason = stat.ReasonNotMeasured
		}
		out = append(out, m)
	}
	if longest <= minReference || replays < leastReplays {
		return out
	}
	t := &replayer{random: rand.New(rand.NewPCG(18, 21)), series: withoutChanges(all, found.Changes), dates: dates}
	t.blocks = t.blockLengths()
	t.falseAlarms(out, replays)
	for i := range out {
		for _, size := range planted[out[i].What] {
			out[i].Power = append(out[i].Power, t.power(out[i].What, size, replays))
		}
	}
	return out
}

type replayer struct {
	random *rand.Rand
	series []Series
	dates  map[Place][]string // run dates of each group, in order
	blocks map[Place]int      // run dates of each group that stay together
}

// group is the system and subject of the series: what is shuffled together.
func (s *Series) group() Place {
	p := s.Place()
	p.Step = ""
	return p
}

// withoutChanges takes the changes of durations that stand out of a history: their levels
// would widen the noise of what is shuffled.
func withoutChanges(all []Series, changes []Change) []Series {
	since := map[Key]*Change{}
	for i := range changes {
		if c := &changes[i]; c.What == Duration && (c.State == New || c.State == Standing) && c.From > 0 && c.To > 0 {
			since[c.Key] = c
		}
	}
	out := slices.Clone(all)
	for i := range out {
		c := since[out[i].Key]
		if c == nil {
			continue
		}
		out[i].Points = slices.Clone(out[i].Points)
		for j := range out[i].Points {
			if p := &out[i].Points[j]; p.Date >= c.Since {
				p.Values = scaledBy(p.Values, c.From/c.To)
			}
		}
	}
	return out
}

func scaledBy(values []float64, factor float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v * factor
	}
	return out
}

// blockLengths are those of each group's steps that most of them need (STATISTICS 1.15).
func (t *replayer) blockLengths() map[Place]int {
	lengths := map[Place][]int{}
	for i := range t.series {
		s := &t.series[i]
		if s.What != Duration {
			continue
		}
		var values []float64
		for _, p := range s.Points {
			if v, ok := pointValue(s.What, p); ok {
				values = append(values, v)
			}
		}
		lengths[s.group()] = append(lengths[s.group()], stat.BlockLength(values))
	}
	out := map[Place]int{}
	for k, all := range lengths {
		slices.Sort(all)
		out[k] = all[len(all)/2]
	}
	return out
}

// shuffled is the history with the run dates of each group in another order, the same for
// all its series.
func (t *replayer) shuffled() []Series {
	to := map[Place]map[string]string{}
	for _, k := range t.groups() {
		dates := t.dates[k]
		length := max(1, t.blocks[k])
		var blocks [][]string
		for b := range slices.Chunk(dates, length) {
			blocks = append(blocks, b)
		}
		t.random.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
		names := make(map[string]string, len(dates))
		for i, d := range slices.Concat(blocks...) {
			names[d] = dates[i]
		}
		to[k] = names
	}
	out := slices.Clone(t.series)
	for i := range out {
		names := to[out[i].group()]
		points := slices.Clone(out[i].Points)
		for j := range points {
			points[j].Date = names[points[j].Date]
		}
		slices.SortFunc(points, func(a, b Point) int { return cmp.Compare(a.Date, b.Date) })
		out[i].Points = points
	}
	return out
}

// groups are the groups in an order that no map decides.
func (t *replayer) groups() []Place {
	out := make([]Place, 0, len(t.dates))
	for k := range t.dates {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.System, b.System), cmp.Compare(a.Subject, b.Subject))
	})
	return out
}

// falseAlarms counts the calls on every date of shuffled histories.
func (t *replayer) falseAlarms(out []Measured, replays int) {
	for range replays {
		r := Find(t.shuffled(), "")
		for i := range out {
			out[i].Judged += float64(out[i].Dates - minReference)
			for _, a := range r.Alarms {
				if a.What == out[i].What {
					out[i].Alarms++
				}
			}
		}
	}
}

// power plants a change in one series on the last dates of a shuffled history.
func (t *replayer) power(what What, size float64, replays int) Seeing {
	out := Seeing{Size: size}
	var candidates []int
	for i, s := range t.series {
		if s.What == what && len(s.Points) > minReference+plantedDates {
			candidates = append(candidates, i)
		}
	}
	for i := 0; len(candidates) > 0 && i < replays; i++ {
		all := t.shuffled()
		victim := &all[candidates[t.random.IntN(len(candidates))]]
		first := t.plant(victim, size)
		r := Find(all, "")
		noticed, called := false, false
		for _, c := range r.Changes {
			noticed = noticed || c.Key == victim.Key && c.To > c.From
		}
		for _, a := range r.Alarms {
			called = called || a.Key == victim.Key && a.Higher && a.First >= first
		}
		count(&out.Noticed, noticed || called)
		count(&out.Called, called)
	}
	return out
}

// plant changes the last points of a series and returns the date of the first.
func (t *replayer) plant(s *Series, size float64) (first string) {
	n := len(s.Points) - plantedDates
	for i := n; i < len(s.Points); i++ {
		p := &s.Points[i]
		if s.What == Duration {
			p.Values = scaledBy(p.Values, 1+size)
			continue
		}
		p.Count.Num = 0
		for range p.Count.Den {
			if t.random.Float64() < size {
				p.Count.Num++
			}
		}
	}
	return s.Points[n].Date
}

// AlarmsIn30 is the number of false alarms to expect in 30 run dates, with its interval.
func AlarmsIn30(alarms int, judged float64) (rate, lo, hi stat.Number) {
	return stat.PoissonRate(alarms, judged/30)
}
