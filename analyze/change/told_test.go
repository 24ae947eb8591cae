package change

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/stat"
)

// steady is a track of durations with the logs of its values.
func steady(logs ...float64) *track {
	s := Series{Key: Key{Duration, "g", "s"}}
	for d := range logs {
		s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{math.Exp(logs[d])}})
	}
	_, dateOf := datesOf([]Series{s}, "")
	return newTrack(s, dateOf)
}

// What is known of a series on its last date becomes one entry: a call that stands before one that
// ended on the last date, that before the last certain change point, that before a suspicion.
func TestEntryOfASeries(t *testing.T) {
	logs := make([]float64, 40)
	for i := range logs {
		if i >= 20 {
			logs[i] = 1
		}
	}
	call := func(since, first, end int, state State) Alarm {
		return Alarm{since: since, State: state, Higher: true, Q: 0.004, Shift: 1,
			alarm: &alarm{way: 1, since: since, first: first, end: end, ref: reference{from: 0, to: 20, centre: 0, scale: 0.1}, call: verdict{shift: 1, way: 1}}}
	}
	point := func(at int, certain bool) LevelChange {
		return LevelChange{index: at, Before: 1, After: math.E, Q: 0.02, Certain: certain, Lo: stat.Known(1), Hi: stat.Known(2)}
	}
	down := point(18, true)
	down.Before, down.After = down.After, down.Before
	replaced := call(20, 22, 39, Ended)
	replaced.Replaced = true
	suspected := &verdict{state: Suspected, i: 39, size: 3, way: 1, q: 0.1, p: 0.05, shift: 1, ref: reference{from: 0, to: 20, centre: 0, scale: 0.1}}
	early := *suspected
	early.p = 1
	certain := &verdict{state: New, i: 39, size: 3, way: 1, q: 0.001}
	other := &verdict{state: New, i: 39, size: 3, way: -1, q: 0.001}
	for _, c := range []struct {
		name   string
		points []LevelChange
		alarms []Alarm
		v      *verdict
		last   bool
		want   string // state, since, q; "" where there is no entry
	}{
		{"nothing", nil, nil, nil, true, ""},
		{"a call", nil, []Alarm{call(22, 24, -1, Standing)}, nil, true, "standing 22 0.004"},
		{"that further dates made more certain", nil, []Alarm{call(22, 24, -1, Standing)}, certain, true, "standing 22 0.001"},
		{"and a verdict of the other way", nil, []Alarm{call(22, 24, -1, Standing)}, other, true, "standing 22 0.004"},
		{"dated by a change point", []LevelChange{point(20, true)}, []Alarm{call(22, 24, -1, Standing)}, nil, true, "standing 20 0.004"},
		{"five dates before", []LevelChange{point(20, true)}, []Alarm{call(25, 25, -1, Standing)}, nil, true, "standing 20 0.004"},
		{"six dates before", []LevelChange{point(20, true)}, []Alarm{call(26, 26, -1, Standing)}, nil, true, "standing 26 0.004"},
		{"five dates behind", []LevelChange{point(25, true)}, []Alarm{call(20, 25, -1, Standing)}, nil, true, "standing 25 0.004"},
		{"six dates behind", []LevelChange{point(26, true)}, []Alarm{call(20, 26, -1, Standing)}, nil, true, "standing 20 0.004"},
		{"by a change point that may be chance", []LevelChange{point(20, false)}, []Alarm{call(22, 24, -1, Standing)}, nil, true, "standing 22 0.004"},
		{"by one of the other way", []LevelChange{down}, []Alarm{call(22, 24, -1, Standing)}, nil, true, "standing 22 0.004"},
		{"by one among the last three dates", []LevelChange{point(37, true)}, []Alarm{call(38, 39, -1, New)}, nil, true, "new 38 0.004"},
		{"by the last that it can be", []LevelChange{point(36, true)}, []Alarm{call(38, 39, -1, New)}, nil, true, "new 36 0.004"},
		{"a call that ended on the last date", nil, []Alarm{call(20, 22, 39, Ended)}, nil, true, "ended 20 0.004"},
		{"that ended before", nil, []Alarm{call(20, 22, 38, Ended)}, nil, true, ""},
		{"on the last date of another group", nil, []Alarm{call(20, 22, 39, Ended)}, nil, false, ""},
		{"that was replaced", nil, []Alarm{replaced}, nil, true, ""},
		{"a change point", []LevelChange{point(20, true)}, nil, nil, true, "standing 20 0.02"},
		{"the last of two", []LevelChange{point(10, true), point(20, true)}, nil, nil, true, "standing 20 0.02"},
		{"by chance", []LevelChange{point(20, false)}, nil, nil, true, ""},
		{"a suspicion", nil, nil, suspected, true, "suspected 37 0.1"},
		{"behind a change point", []LevelChange{point(20, true)}, nil, suspected, true, "standing 20 0.02"},
		{"with too short a reference", nil, nil, &early, true, "suspected 37 -"},
		{"on another date than the last", nil, nil, suspected, false, ""},
		{"a call that was not kept", nil, nil, certain, true, ""},
	} {
		got, ok := steady(logs...).change(c.points, c.alarms, c.v, c.last)
		text := ""
		if ok {
			q := "-"
			if got.Q.OK {
				q = fmt.Sprint(got.Q.Value)
			}
			text = fmt.Sprintf("%s %s %s", got.State, strings.TrimLeft(got.Since, "0"), q)
		}
		if text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
	// What is left of the change is less than half of the least worth telling.
	faded := make([]float64, 40)
	for i := 20; i < 40; i++ {
		faded[i] = math.Log(1.04)
	}
	if got, _ := steady(faded...).change(nil, []Alarm{call(20, 24, -1, Standing)}, nil, true); got.State != Suspected {
		t.Errorf("a change of 4 %% is %s", got.State)
	}
}

// The interval of a call is that of all dates since where there are ten; before that it is that of
// the longest window that fits, by the limits of the null.
func TestIntervalOfACall(t *testing.T) {
	logs := make([]float64, 60)
	for i := range logs {
		logs[i] = 0.01 * float64(i%3-1)
		if i >= 30 {
			logs[i] += 0.5
		}
	}
	for dates, want := range map[int]int{1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 9: 3, 10: -1} {
		tr := steady(logs[:30+dates]...)
		for w := range tr.limits {
			tr.limits[w].lo, tr.limits[w].hi, tr.limits[w].ok = -float64(w+1), 2*float64(w+1), true
		}
		var c Change
		tr.describe(&c, &alarm{ref: reference{from: 0, to: 30, centre: 0, scale: 0.01}, end: -1}, 30)
		level := stat.Mean(tr.value[30:])
		near(t, "level", math.Log(c.To), level)
		near(t, "level before", c.From, 1)
		if want < 0 {
			s := stat.HodgesLehmann(tr.value[:30], tr.value[30:])
			near(t, "lower end", c.Lo.Value, math.Expm1(s.Lo))
			near(t, "upper end", c.Hi.Value, math.Expm1(s.Hi))
			continue
		}
		near(t, fmt.Sprint("lower end of ", dates), c.Lo.Value, math.Expm1(level-0.01*2*float64(want+1)))
		near(t, fmt.Sprint("upper end of ", dates), c.Hi.Value, math.Expm1(level+0.01*float64(want+1)))
	}
	ended := steady(logs...)
	var c Change
	ended.describe(&c, &alarm{ref: reference{from: 0, to: 30, centre: 0, scale: 0.01}, end: 32}, 30)
	near(t, "level until the end", math.Log(c.To), stat.Mean(ended.value[30:32]))
}

// A step with a reference of five to nine dates is suspected beyond six scales, of its own and of
// the median of its group.
func TestEarlySuspicions(t *testing.T) {
	noise := []float64{0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1} // scale 0.148, six of it 0.89
	for _, c := range []struct {
		name  string
		dates int // of the reference
		shift float64
		other float64 // times the noise of the other steps
		want  bool
	}{
		{"beyond six scales", 6, 1.05, 1, true}, {"within six scales", 6, 0.85, 1, false}, {"downwards", 6, -1.05, 1, true},
		{"too short a reference", 4, 1.05, 1, false}, {"just long enough", 5, 1.05, 1, true},
		{"of a noisy group", 6, 1.05, 2, false}, {"of a calm group", 6, 0.85, 0.1, false},
	} {
		g := &group{name: "g"}
		for i := range 5 {
			values := slices.Clone(noise[:c.dates])
			for k := range values {
				if i > 0 {
					values[k] *= c.other
				}
				values[k] += 5
			}
			last := 5.0
			if i == 0 {
				last += c.shift
			}
			tr := steady(append(values, last)...)
			tr.key.Name = stepName(i)
			tr.setReferences(nil)
			g.tracks = append(g.tracks, tr)
		}
		g.dates = datesOfAll(g.tracks)
		g.common = newDated[commonEffect](g.dates)
		got := g.early(c.dates)
		if found := len(got) == 1 && got[0].t == g.tracks[0] && got[0].state == Suspected && (got[0].way > 0) == (c.shift > 0); found != c.want || !c.want && len(got) > 0 {
			t.Errorf("%s: %d steps are suspected, want %v", c.name, len(got), c.want)
		}
	}
}

// What the self-test plants, and what it takes out of a history before.
func TestWhatASelfTestPlants(t *testing.T) {
	s := Series{Key: Key{Duration, groupName("ci", "b"), "s"}}
	rate := Series{Key: Key{FlakeRate, groupName("ci", "a"), "s"}}
	for d := range 10 {
		s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{10, 20}})
		rate.Points = append(rate.Points, Point{Date: dateName(d), Count: stat.Fraction{Num: 1, Den: 200}})
	}
	level := func(s Series) (out []string) {
		for _, p := range s.Points {
			out = append(out, fmt.Sprint(p.Values[0]))
		}
		return out
	}
	change := func(what What, state State, from, to float64) []Change {
		return []Change{{Key: Key{what, s.Group, s.Name}, State: state, Since: dateName(8), From: from, To: to}}
	}
	for _, c := range []struct {
		name    string
		changes []Change
		last    string
	}{
		{"new", change(Duration, New, 10, 20), "5"}, {"standing", change(Duration, Standing, 10, 20), "5"}, {"suspected", change(Duration, Suspected, 10, 20), "10"},
		{"ended", change(Duration, Ended, 10, 20), "10"}, {"of another figure", change(FlakeRate, New, 10, 20), "10"}, {"from nothing", change(Duration, New, 0, 20), "10"}, {"none", nil, "10"},
	} {
		got := level(withoutChanges([]Series{s, rate}, c.changes)[0])
		if got[7] != "10" || got[8] != c.last || got[9] != c.last || level(s)[9] != "10" {
			t.Errorf("%s: %v, want %s from date 8 on", c.name, got, c.last)
		}
	}
	r := &replayer{random: rand.New(rand.NewPCG(1, 2)), dates: map[Place][]string{}}
	planted := withoutChanges([]Series{s}, nil)[0]
	planted.Points = slices.Clone(planted.Points)
	if first := r.plant(&planted, 0.5); first != dateName(7) || strings.Join(level(planted), " ") != "10 10 10 10 10 10 10 15 15 15" {
		t.Errorf("planted from %s: %v", first, level(planted))
	}
	points := slices.Clone(rate.Points)
	flaky := Series{Key: rate.Key, Points: points}
	if first := r.plant(&flaky, 0.5); first != dateName(7) || points[6].Count.Num != 1 {
		t.Errorf("planted from %s: %v", first, points)
	}
	for _, p := range points[7:] {
		if p.Count.Den != 200 || p.Count.Num < 70 || p.Count.Num > 130 { // 100 ± 7
			t.Errorf("planted %v, want about half", p.Count)
		}
	}
	r.series = []Series{s, rate}
	r.dates, _ = datesOfGroups(r.series)
	if got, want := r.groups(), []Place{{"ci", "a", ""}, {"ci", "b", ""}}; !slices.Equal(got, want) {
		t.Errorf("groups %v, want %v", got, want)
	}
	r.blocks = map[Place]int{{"ci", "a", ""}: 5}
	for range 20 {
		all := r.shuffled()
		for i, x := range all {
			if !slices.IsSortedFunc(x.Points, func(a, b Point) int { return strings.Compare(a.Date, b.Date) }) || len(x.Points) != len(r.series[i].Points) {
				t.Fatalf("%s is shuffled to %v", x.Name, x.Points)
			}
		}
	}
}

// A change is planted in series that have dates enough before it to compare with.
func TestWhereChangesArePlanted(t *testing.T) {
	for _, c := range []struct {
		what  What
		dates int
		asked int64
	}{
		{Duration, minReference + plantedDates - 1, 0}, {Duration, minReference + plantedDates, 0}, {Duration, minReference + plantedDates + 1, 2},
		{FlakeRate, minReference + plantedDates + 1, 0}, {FailureRate, minReference + plantedDates + 1, 0},
	} {
		s := Series{Key: Key{Duration, groupName("ci", "shop"), stepName(0)}}
		for d := range c.dates {
			s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{10 + float64(d%3)}})
		}
		r := &replayer{random: rand.New(rand.NewPCG(1, 2)), series: []Series{s}}
		r.dates, _ = datesOfGroups(r.series)
		got := r.power(c.what, 4, 2)
		if got.Size != 4 || int64(got.Noticed.Den) != c.asked || int64(got.Called.Den) != c.asked || got.Called.Num > got.Noticed.Num {
			t.Errorf("%v over %d dates: %+v, want %d planted", c.what, c.dates, got, c.asked)
		}
	}
}

// The steps of a group share its run dates, each once and in order; groups do not share them.
func TestDatesOfGroups(t *testing.T) {
	of := func(subject, step string, dates ...int) Series {
		s := Series{Key: Key{Duration, groupName("ci", subject), step}}
		for _, d := range dates {
			s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{1}})
		}
		return s
	}
	got, points := datesOfGroups([]Series{of("a", "x", 3, 1), of("b", "x", 2), of("a", "y", 1, 1, 5), of("c", "x")})
	want := map[Place][]string{
		{"ci", "a", ""}: {dateName(1), dateName(3), dateName(5)},
		{"ci", "b", ""}: {dateName(2)},
		{"ci", "c", ""}: nil,
	}
	if points != 6 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d points, %v; want 6, %v", points, got, want)
	}
}

// Run dates of a group stay together in blocks as long as the middle one of its steps needs.
func TestBlockLengthsOfGroups(t *testing.T) {
	r := &replayer{}
	for i := range 5 {
		s := Series{Key: Key{Duration, groupName("ci", "shop"), stepName(i)}}
		rnd, x := rand.New(rand.NewPCG(uint64(i), 1)), 0.0
		for d := range 60 {
			x = 0.9*float64(i/4)*x + 0.1*rnd.NormFloat64() // the last step is autocorrelated
			s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{math.Exp(4 + x)}})
		}
		r.series = append(r.series, s, Series{Key: Key{FlakeRate, s.Group, s.Name}, Points: s.Points})
	}
	var lengths []int
	for i := 0; i < len(r.series); i += 2 {
		var values []float64
		for _, p := range r.series[i].Points {
			values = append(values, math.Log(p.Values[0]))
		}
		lengths = append(lengths, stat.BlockLength(values))
	}
	slices.Sort(lengths)
	got := r.blockLengths()
	if len(got) != 1 || got[Place{"ci", "shop", ""}] != lengths[2] || lengths[2] == lengths[4] {
		t.Errorf("%v, want the middle one of %v", got, lengths)
	}
}
