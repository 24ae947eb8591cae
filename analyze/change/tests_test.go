package change

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// The size that half of the series show after each number of dates, where more dates show a
// smaller one.
func TestTypicalSizes(t *testing.T) {
	for _, c := range []struct{ name, series, want string }{
		{"none", "", ""},
		{"one", "1:0.5 3:0.2", "1:0.5 3:0.2"},
		{"the smaller of two", "1:0.5 | 1:0.3", "1:0.3"},
		{"the middle of three", "1:0.5 | 1:0.3 | 1:0.9", "1:0.5"},
		{"half of them show something", "1:0.5 | 2:0.3", "1:0.5 2:0.3"},
		{"most show nothing so early", "1:0.5 | 2:0.3 | 2:0.4", "2:0.4"},
		{"what was shown before counts later", "1:0.2 | 1:0.4 | 3:0.1", "1:0.4 3:0.2"},
		{"no smaller later", "1:0.5 | 1:0.3 | 2:0.3", "1:0.5 2:0.3"},
		{"the same later", "1:0.3 | 1:0.3 | 2:0.9", "1:0.3"},
	} {
		var all [][]Seen
		for s := range strings.SplitSeq(c.series, "|") {
			var own []Seen
			for x := range strings.FieldsSeq(s) {
				var seen Seen
				if _, err := fmt.Sscanf(x, "%d:%g", &seen.Dates, &seen.Share); err != nil {
					t.Fatal(err)
				}
				own = append(own, seen)
			}
			if own != nil {
				all = append(all, own)
			}
		}
		var got []string
		for _, x := range typical(all) {
			got = append(got, fmt.Sprintf("%d:%g", x.Dates, x.Size.Value))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What the series of a figure are of.
func TestNounsOfFigures(t *testing.T) {
	of := func(nouns ...string) (all []Series) {
		for _, n := range nouns {
			all = append(all, Series{Noun: n})
		}
		return all
	}
	for _, c := range []struct {
		what What
		own  []Series
		want string
	}{
		{GateFailure, of("test"), "gate"}, {Recall, nil, "benchmark"}, {Duration, nil, "phase"}, {Duration, of("test", "test"), "test"},
		{Duration, of(""), "step"}, {FlakeRate, of("test", ""), "step"}, {FailureRate, of("test", "step"), "step"},
	} {
		if got := nounOf(c.what, c.own, "phase"); got != c.want {
			t.Errorf("%s of %v: %s, want %s", c.what, c.own, got, c.want)
		}
	}
}

// What was tested: the dates of each figure, and how many series could show something.
func TestWhatWasTested(t *testing.T) {
	series := func(what What, name string, from, to int) Series {
		s := Series{Key: Key{what, "g", name}}
		for d := from; d <= to; d++ {
			s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{60}, Count: stat.Fraction{Den: 5}})
		}
		return s
	}
	r := &Result{Visible: []Visible{{Slower: []Seen{{1, 0.5}}}, {}}}
	got := r.Tests([]Series{series(Duration, "a", 2, 9), series(Duration, "b", 1, 5), series(Duration, "c", 3, 4), series(Recall, "x", 1, 8), series(FlakeRate, "f", 1, 40)},
		map[What]int{Duration: 4, FailureRate: 2}, "step")
	want := "duration step 0001–0009 8 dates: 1 tested, 6 not; flake_rate step 0001–0040 40 dates: 1 tested, 0 not; " +
		"failure_rate step – 0 dates: 0 tested, 2 not; recall benchmark 0001–0008 8 dates: 1 tested, 0 not"
	var all []string
	for _, x := range got {
		all = append(all, fmt.Sprintf("%s %s %s–%s %d dates: %d tested, %d not", x.What, x.Noun, x.First, x.Last, x.Dates, x.Tested, x.Untested))
	}
	if strings.Join(all, "; ") != want {
		t.Errorf("%s\nwant %s", strings.Join(all, "; "), want)
	}
}

// Which rate of the last dates is called: p of the reference and so many of the window is up to
// the limit, and of one less it is not.
func TestVisibleRates(t *testing.T) {
	points := make([]Point, 30)
	for d := range points {
		points[d] = Point{Date: dateName(d), Count: stat.Fraction{Num: d % 2, Den: 5}}
	}
	const p = 1e-4
	before := stat.Fraction{Num: 15, Den: 150}
	seen := visibleRate(points, p)
	if len(seen) < 3 {
		t.Fatalf("only %v is visible", seen)
	}
	for i, s := range seen {
		n := 5 * s.Dates
		hits := int(math.Round(s.Share * float64(n)))
		if stat.RateRise(before, stat.Fraction{Num: hits, Den: n}) > p || stat.RateRise(before, stat.Fraction{Num: hits - 1, Den: n}) <= p {
			t.Errorf("%d dates: %d of %d are said to be called", s.Dates, hits, n)
		}
		if i > 0 && s.Share >= seen[i-1].Share {
			t.Errorf("%d dates show no smaller rate than %d", s.Dates, seen[i-1].Dates)
		}
	}
	if got := visibleRate(points[:1], p); len(got) > 0 {
		t.Errorf("of one date %v is visible", got)
	}
}

// An entry of a subject's runs as wholes goes where one of its steps that is as certain says it.
func TestEchoes(t *testing.T) {
	row := func(what What, subject, step string, state State, whole bool) entry {
		return entry{SeriesChange: report.SeriesChange{What: string(what), System: "ci", Subject: subject, Step: step, State: string(state)}, whole: whole}
	}
	for _, c := range []struct {
		name  string
		step  entry
		run   entry
		stays bool
	}{
		{"as certain", row(FailureRate, "shop", "e2e", New, false), row(FailureRate, "shop", "", New, false), false},
		{"more certain", row(FailureRate, "shop", "e2e", New, false), row(FailureRate, "shop", "", Standing, false), false},
		{"less certain", row(FailureRate, "shop", "e2e", Suspected, false), row(FailureRate, "shop", "", New, false), true},
		{"an outage", row(FailureRate, "shop", "", New, true), row(FailureRate, "shop", "", New, false), false},
		{"another subject", row(FailureRate, "till", "e2e", New, false), row(FailureRate, "shop", "", New, false), true},
		{"another figure", row(FlakeRate, "shop", "e2e", New, false), row(FailureRate, "shop", "", New, false), true},
		{"of durations", row(FailureRate, "shop", "e2e", New, false), row(Duration, "shop", "", New, false), true},
	} {
		for _, rows := range [][]entry{{c.step, c.run}, {c.run, c.step}} {
			if got := len(withoutEchoes(rows)); (got == 2) != c.stays {
				t.Errorf("%s: %d rows stay", c.name, got)
			}
		}
	}
}

// The strength of evidence by q, at its limits.
func TestStrengths(t *testing.T) {
	for _, c := range []struct {
		q    stat.Number
		want string
	}{
		{stat.Known(0), "strong"}, {stat.Known(0.001), "strong"}, {stat.Known(0.0011), "moderate"}, {stat.Known(0.01), "moderate"},
		{stat.Known(0.0101), "weak"}, {stat.Missing(stat.ReasonTooFew), "weak"},
	} {
		if got := strengthOf(c.q); got != c.want {
			t.Errorf("q %v: %s, want %s", c.q, got, c.want)
		}
		if got := strength(&Change{State: Suspected, Q: c.q}); got != "weak" {
			t.Errorf("suspected with q %v: %s", c.q, got)
		}
		if got := strength(&Change{Key: Key{What: CommonDuration}, State: New, Q: c.q}); got != "moderate" {
			t.Errorf("a common effect with q %v: %s", c.q, got)
		}
	}
}

// The noise of a step: of runs about their date's mean, and of dates beyond that.
func TestNoiseOfAStep(t *testing.T) {
	s := Series{Key: Key{Duration, "g", "s"}}
	for d := range 20 { // runs lie 0.1 to either side of their date, dates 0.3 to either side of the level
		level := 4.0
		if d%2 == 0 {
			level += 0.6
		}
		s.Points = append(s.Points, Point{Date: dateName(d), Values: []float64{math.Exp(level - 0.1), math.Exp(level + 0.1), -1}})
	}
	n := Noises([]Series{s}, "")[0]
	total := madScale * 0.3
	if n.N != 20 || n.PerK != 2 || !(math.Abs(n.Runs-math.Sqrt(0.02)) <= 1e-9) || !(math.Abs(n.Dates-math.Sqrt(total*total-0.02/2)) <= 1e-9) || n.Why != "" {
		t.Errorf("%+v", n)
	}
	if n := Noises([]Series{s}, dateName(9))[0]; n.N != 10 || n.Why != "" {
		t.Errorf("of ten dates: %+v", n)
	}
	if n := Noises([]Series{s}, dateName(8))[0]; n.N != 9 || n.Why != stat.ReasonTooFew || n.Runs != 0 {
		t.Errorf("of nine dates: %+v", n)
	}
	for i := range s.Points {
		s.Points[i].Values = s.Points[i].Values[:1]
	}
	if n := Noises([]Series{s}, "")[0]; n.Runs != 0 || n.PerK != 1 || !(math.Abs(n.Dates-total) <= 1e-9) {
		t.Errorf("of single runs: %+v", n)
	}
	plan := StepNoise{Runs: 0.2, Dates: 0.1, Tail: 3}.Plan([]float64{0, 0.5, 2}, []int{0, 1, 4})
	want := "0/0:0 0/1:0 0/4:0 0.5/0:0 0.5/1:3 0.5/4:2 2/0:0 2/1:1 2/4:1" // (3·sqrt(0.01+0.04/k)/ln(1+share))², rounded up
	var got []string
	for _, r := range plan {
		got = append(got, fmt.Sprintf("%g/%d:%d", r.Share, r.Runs, r.Dates))
	}
	if strings.Join(got, " ") != want {
		t.Errorf("plan %v, want %s", got, want)
	}
	if plan := (StepNoise{Runs: 0.2, Dates: 0.1, Tail: 3, Why: stat.ReasonTooFew}).Plan([]float64{0.5}, []int{4}); plan[0].Dates != 0 {
		t.Errorf("of a step of too few dates: %v", plan)
	}
}

// The lost share of several benchmarks is one and the same, or it is not (chi-squared).
func TestHomogeneity(t *testing.T) {
	p := func(moves ...BenchmarkMove) float64 {
		var a Across
		for _, m := range moves {
			a.Lost, a.Gained = a.Lost+m.Lost, a.Gained+m.Gained
		}
		return homogeneityP(moves, a)
	}
	move := func(lost, gained int) BenchmarkMove { return BenchmarkMove{Lost: lost, Gained: gained} }
	for _, c := range []struct {
		name string
		got  float64
		want float64
	}{
		{"one benchmark", p(move(3, 2)), 1},
		{"one that changed", p(move(3, 2), move(0, 0)), 1},
		{"nothing gained", p(move(3, 0), move(2, 0)), 1},
		{"nothing lost", p(move(0, 3), move(0, 2)), 1},
		{"the same share", p(move(3, 3), move(2, 2)), 1},
		// Expected 3 and 3 of each: chi² = (5-3)²/1.5 + (1-3)²/1.5 = 5.333, df 1.
		{"opposite shares", p(move(5, 1), move(1, 5)), 0.020921},
		{"of three benchmarks, one unchanged", p(move(5, 1), move(0, 0), move(1, 5)), 0.020921},
	} {
		if !(math.Abs(c.got-c.want) <= 1e-5) {
			t.Errorf("%s: p %.6f, want %.6f", c.name, c.got, c.want)
		}
	}
}
