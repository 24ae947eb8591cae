package change

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"runreport/analyze/stat"
)

// Of the windows that hold by themselves, p times four up to 0.01, the one with the largest shift
// is told, of equal ones the shortest; without any the one with the smallest p.
func TestWindowThatIsTold(t *testing.T) {
	const holds, just = 0.0025, 0.00251
	for _, c := range []struct {
		name   string
		p      [4]float64
		shift  [4]float64
		window int
		least  float64
	}{
		{"none holds", [4]float64{0.2, 0.1, 0.05, 0.3}, [4]float64{9, 1, 1, 9}, 2, 0.05},
		{"one holds", [4]float64{0.2, holds, just, 0.3}, [4]float64{9, 1, 9, 9}, 1, holds},
		{"just none holds", [4]float64{0.2, just, 0.003, 0.3}, [4]float64{9, 1, 9, 9}, 1, just},
		{"the larger of two", [4]float64{holds, 0.0001, 0.5, 0.5}, [4]float64{2, 1, 9, 9}, 0, 0.0001},
		{"the larger of two, downwards", [4]float64{0.0001, holds, 0.5, 0.5}, [4]float64{-1, -2, -9, -9}, 1, 0.0001},
		{"the shorter of equal ones", [4]float64{0.5, holds, holds, 0.5}, [4]float64{9, 2, 2, 9}, 1, holds},
		{"the last of four", [4]float64{holds, holds, holds, holds}, [4]float64{1, 2, 3, 4}, 3, holds},
		{"p above a quarter", [4]float64{0.3, 0.4, 0.5, 0.6}, [4]float64{1, 2, 3, 4}, 0, 0.3},
	} {
		x := newChoice()
		for w := range c.p {
			x.take(judgedWindow{p: c.p[w], shift: c.shift[w], window: w})
		}
		tr := steady(make([]float64, 30)...)
		tr.setReferences(nil)
		v := x.verdict(member{tr, 29}, -1)
		size := durationWindows[c.window]
		if v.window != c.window || v.size != size || v.shift != c.shift[c.window] || v.p != min(1, 4*c.least) || v.way != -1 || v.ref.to != 30-size {
			t.Errorf("%s: window %d of %d dates, shift %g, p %g, reference up to %d; want window %d", c.name, v.window, v.size, v.shift, v.p, v.ref.to, c.window)
		}
	}
}

// A date is quiet where no q of its verdicts comes near a call: the smallest of ten is 10 times p,
// the second 5 times.
func TestQuietDates(t *testing.T) {
	for want, ps := range map[bool][][]float64{
		true:  {nil, {1, 1}, {0.051, 0.2}, {0.0051, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0.011, 0.011, 1, 1, 1, 1, 1, 1, 1, 1}},
		false: {{0.05}, {0.025, 1}, {0.005, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0.01, 0.01, 1, 1, 1, 1, 1, 1, 1, 1}, {0.04, 0.04}},
	} {
		for _, list := range ps {
			var all []verdict
			for _, p := range list {
				all = append(all, verdict{p: p})
			}
			if got := quiet(all); got != want {
				t.Errorf("%v: quiet %v", list, got)
			}
		}
	}
}

// The score of a window is that of its dates, added up and over the root of their number.
func TestScoresOfWindows(t *testing.T) {
	logs := make([]float64, 20)
	for i := range logs {
		logs[i] = 0.1 * float64(i%3-1)
	}
	logs[18], logs[19] = 0.5, 0.7
	tr := steady(logs...)
	tr.setReferences(nil)
	tr.scores.tail = len(tails) - 1 // normal
	for i := range logs {
		member{tr, i}.advance()
	}
	z := func(i, size int) float64 { // of date i against the reference before the window that ends on the last
		r := tr.refs[20-size]
		return (logs[i] - r.centre) / r.scale
	}
	got := tr.scores.value[19]
	near(t, "one date", got[0], z(19, 1))
	near(t, "two dates", got[1], (z(18, 2)+z(19, 2))/math.Sqrt2)
	near(t, "three dates", got[2], (z(17, 3)+z(18, 3)+z(19, 3))/math.Sqrt(3))
	if !math.IsNaN(tr.scores.value[9][0]) || math.IsNaN(tr.scores.value[10][0]) || !math.IsNaN(tr.scores.value[11][2]) {
		t.Errorf("scores with nine, ten and nine values before their windows: %v, %v, %v", tr.scores.value[9][0], tr.scores.value[10][0], tr.scores.value[11][2])
	}
}

// What is said of a date on which all steps of a group were slower, or many of them failed.
func TestSentencesOfGroups(t *testing.T) {
	s := toldSeries(Duration, "shop", "e2e")
	s.Noun = "test"
	group := groupName("ci", "shop")
	common := func(state State, since int, to float64) Change {
		return Change{Key: Key{What: CommonDuration, Group: group}, State: state, Since: dateName(since), From: 0, To: to, Q: stat.Missing(stat.ReasonNotMeasured)}
	}
	for _, c := range []struct {
		change Change
		way    int
		want   string
	}{
		{common(New, 9, 0.15), 1, "All tests of shop are slower: +15 % on 0009 (7 of 8 moved by 5 % at least). Evidence: moderate. Single tests are judged on what is left."},
		{common(Standing, 7, -0.2), -1, "All tests of shop are faster: −20 % since 0007 (7 of 8 moved by 5 % at least)."},
		{common(Ended, 7, 0.01), 1, "All tests of shop are no longer slower: +1 % on 0009."},
	} {
		r := &Result{Changes: []Change{c.change}, Common: []Common{{Group: group, Moved: 1}, {Group: group, Date: dateName(9), way: c.way, Steps: 8, Moved: 7}, {Group: "other", Moved: 3, way: -c.way}}}
		if got := r.Entries([]Series{s}, nil); len(got) != 1 || !strings.Contains(got[0].Text, c.want) {
			t.Errorf("%+v\nwant %s", got, c.want)
		}
	}
	for what, want := range map[What]string{
		FailureRate: "Outage-like: 4 tests of shop failed on 0009 (a, b, c and 1 more): 9 of 10 results of all its tests, 1 of 40 before. Evidence: strong. The date is left out of what is said of single tests.",
		FlakeRate:   "Outage-like: 4 tests of shop flaked on 0009",
		GateFailure: "Outage-like: 4 gates of shop failed on 0009",
	} {
		rate := toldSeries(what, "shop", "e2e")
		rate.Noun = "test"
		outage := Outage{What: what, Group: group, Date: dateName(9), Now: stat.Fraction{Num: 9, Den: 10}, Before: stat.Fraction{Num: 1, Den: 40}, P: 1e-5, Names: []string{"a", "b", "c", "d"}}
		earlier := outage
		earlier.Date = dateName(8)
		got := (&Result{Outages: []Outage{earlier, outage}}).Entries([]Series{rate}, nil)
		if len(got) != 1 || !strings.HasPrefix(got[0].Text, want) || got[0].From.Value != 0.025 || got[0].To.Value != 0.9 {
			t.Errorf("%+v\nwant %s", got, want)
		}
	}
	for what, want := range map[What]string{Duration: "one step takes 50 % longer for 3 run dates", FlakeRate: "one step flakes in 50 % of its runs for 3 run dates", FailureRate: "one step fails in 50 % of its runs for 3 run dates"} {
		if got := PlantedWords(what, 0.5); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Fewest runs a side that show a change of recall; flips that cannot be, and lists without a bug,
// show nothing.
func TestPlansOfRecall(t *testing.T) {
	for _, c := range []struct {
		flip float64
		bugs int
		ok   bool
	}{{0, 10, false}, {0.2, 0, false}, {1.01, 10, false}, {-0.1, 10, false}, {math.NaN(), 10, false}, {1, 1, true}, {0.2, 10, true}} {
		plan, why := PlanFlips(c.flip, c.bugs, []float64{0.2, 0})
		if (why == "") != c.ok || (len(plan) == 2) != c.ok {
			t.Errorf("flip rate %g of %d bugs: %v, %q", c.flip, c.bugs, plan, why)
		}
		for _, p := range plan {
			if p.Change == 0 && p.Runs != 0 {
				t.Errorf("no change is seen with %d runs", p.Runs)
			}
		}
	}
	steps := planRuns([]float64{0.5, 0.1, 0.01, 0.009}, func(n int) stat.Number { return stat.Known(1 / float64(n)) })
	var got []string
	for _, p := range steps {
		got = append(got, fmt.Sprint(p.Runs))
	}
	if strings.Join(got, " ") != "2 10 100 0" {
		t.Errorf("runs %v, want 2, 10, 100 and more than a hundred", got)
	}
}
