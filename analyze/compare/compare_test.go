package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// trials are the outcomes of items in one run: "bench/item" to a word of +, -, ? and !, one a trial. A
// trial of ? has no outcome, and one of ! broke.
type trials map[string]string

// eval is a run of a test.
type eval struct {
	model  string
	items  trials
	branch string
	day    int
	scores map[string]float64 // of items, by the scorer "judge"

	stated map[string]stat.Stated // means over all items, by their scorer

	undated bool
}

// result compares runs that started one after the other.
func result(t *testing.T, by string, evals ...eval) []report.ItemComparison {
	t.Helper()
	x := items(t, by, nil, evals...)
	if x.NotCompared != "" {
		t.Error(x.NotCompared)
	}
	return x.Comparisons
}

// items are what runs came to that started one after the other. With a baseline, which may have
// nothing, they are compared with it.
func items(t *testing.T, by string, baseline *report.Items, evals ...eval) (x report.Items) {
	t.Helper()
	Items(input(t, by, baseline, evals...), &x)
	return x
}

// input is what the items of runs are read from.
func input(t *testing.T, by string, baseline *report.Items, evals ...eval) Input {
	t.Helper()
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "log.json")
	for i, e := range evals {
		key := fmt.Sprintf("run-%d", i)
		row := s.Runs.Add(table.Place{Line: int64(i + 1)})
		s.Runs.Key.Set(row, key)
		s.Runs.System.Set(row, "mill")
		s.Runs.Model.Set(row, e.model)
		s.Runs.StartedAt.Set(row, time.Date(2026, 4, 1, i, 0, 0, 0, time.UTC))
		var names []string
		for name := range e.items {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			benchmark, item, _ := strings.Cut(name, "/")
			for _, outcome := range e.items[name] {
				b := s.Bugs.Add(table.Place{})
				s.Bugs.Run.Set(b, key)
				s.Bugs.List.Set(b, "items")
				s.Bugs.Benchmark.Set(b, benchmark)
				s.Bugs.Bug.Set(b, item)
				if outcome == '!' {
					a := s.Attempts.Add(table.Place{})
					s.Attempts.Run.Set(a, key)
					s.Attempts.Step.Set(a, item)
					s.Attempts.Outside.Set(a, true)
				} else if outcome != '?' {
					s.Bugs.Found.Set(b, outcome == '+')
				}
			}
		}
	}
	for i, e := range evals {
		for item, score := range e.scores {
			row := s.Scores.Add(table.Place{})
			s.Scores.Run.Set(row, fmt.Sprintf("run-%d", i))
			s.Scores.Step.Set(row, item)
			s.Scores.Attempt.Set(row, 1)
			s.Scores.Scorer.Set(row, "judge")
			s.Scores.Value.Set(row, score)
		}
		for scorer, m := range e.stated {
			row := s.Scores.Add(table.Place{})
			s.Scores.Run.Set(row, fmt.Sprintf("run-%d", i))
			s.Scores.Step.Set(row, "arc")
			s.Scores.Scorer.Set(row, scorer)
			s.Scores.Value.Set(row, m.Mean)
			s.Scores.StdErr.Set(row, m.StdErr)
		}
	}
	units := metric.Units(s, metric.NewCutoffs(s, time.Time{}, time.Hour), time.Hour)
	var runs []report.Run
	for i := range units {
		r := report.Run{Key: units[i].Key, System: units[i].System, RunSetup: &report.RunSetup{Model: evals[i].model}, RunEnd: &report.RunEnd{}}
		switch e := evals[i]; {
		case e.day > 0:
			r.StartedAt = time.Date(2026, 4, e.day, 2, 0, 0, 0, time.UTC)
		case !e.undated && e.model+e.branch != "":
			r.StartedAt = time.Date(2026, 4, 1, i, 0, 0, 0, time.UTC)
		}
		runs = append(runs, r)
	}
	labels := func(run int) []report.Label { return []report.Label{{Name: "branch", Value: evals[run].branch}} }
	parsed, err := Parse(by)
	if err != nil {
		t.Fatal(err)
	}
	return Input{Units: units, Runs: runs, Labels: labels, By: parsed, Baseline: baseline, Based: baseline != nil}
}

// numbered are n items of a benchmark with one outcome.
func numbered(into trials, benchmark string, from, to int, outcome string) trials {
	for i := from; i < to; i++ {
		into[fmt.Sprintf("%s/%02d", benchmark, i)] = outcome
	}
	return into
}

// The p-values are those of scipy.stats.binomtest(lost, lost+gained), two-sided.
func TestPairedItems(t *testing.T) {
	before := numbered(numbered(trials{}, "b", 0, 12, "-"), "b", 12, 20, "+")
	after := numbered(numbered(numbered(trials{}, "b", 0, 10, "+"), "b", 10, 12, "-"), "b", 12, 20, "+")
	after["b/19"], after["b/only"] = "-", "+"
	c := result(t, "model", eval{model: "old", items: before}, eval{model: "new", items: after})[0]
	if c.Before != "old" || c.After != "new" || c.Items != 20 || c.Only != [2]int64{0, 1} {
		t.Errorf("%+v", c)
	}
	if len(c.Gained) != 10 || len(c.Lost) != 1 || c.Lost[0] != "b/19" {
		t.Errorf("gained %v, lost %v", c.Gained, c.Lost)
	}
	if math.Abs(c.Delta.Value-9.0/20) > 1e-12 || math.Abs(c.P.Value-0.01171875) > 1e-12 || c.Evidence != "weak" {
		t.Errorf("delta %v, p %v, %s", c.Delta, c.P, c.Evidence)
	}
	if !strings.HasPrefix(c.Text, "new against old: passes more of the 20 items that both tried (+0.45, 95 % CI +0.") ||
		!strings.HasSuffix(c.Text, "10 gained, 1 lost. Evidence: weak.") {
		t.Error(c.Text)
	}
	if !c.Lo.OK || c.Lo.Value <= 0 || c.Hi.Value >= 1 || c.Lo.Value >= c.Delta.Value || c.Hi.Value <= c.Delta.Value {
		t.Errorf("interval %v to %v", c.Lo, c.Hi)
	}
}

// One model has nothing to be compared with but its run dates: the last one with the one
// before that tried the same items. Another eval in between is no such date.
func TestRunDates(t *testing.T) {
	nightly := []eval{
		{model: "m", day: 1, items: trials{"b/1": "-", "b/2": "-"}},
		{model: "m", day: 2, items: trials{"b/1": "+", "b/2": "+"}},
		{model: "m", day: 3, items: trials{"other/1": "+"}},
		{model: "m", day: 4, items: trials{"b/1": "+", "b/2": "-"}},
		{model: "m", items: trials{"b/1": "-"}}, // no date
	}
	in := func(by string, evals ...eval) (out string) {
		for _, c := range result(t, by, evals...) {
			out += fmt.Sprintf("%s %s to %s: %d items, lost %v, gained %v; ", c.By, c.Before, c.After, c.Items, c.Lost, c.Gained)
		}
		return out
	}
	last := "date 2026-04-02 to 2026-04-04: 2 items, lost [b/2], gained []; "
	for by, want := range map[string]string{
		"": last, "date": last,
		"date=2026-04-01": "date 2026-04-01 to 2026-04-02: 2 items, lost [], gained [b/1 b/2]; date 2026-04-01 to 2026-04-04: 2 items, lost [], gained [b/1]; ",
	} {
		if got := in(by, nightly...); got != want {
			t.Errorf("%q: %s, want %s", by, got, want)
		}
	}
	if got := in("", nightly[2], nightly[3]); got != "" {
		t.Errorf("two unlike evals are compared: %s", got)
	}
}

// A run without items does not hide the runs after it.
func TestRunsWithoutItems(t *testing.T) {
	x := trials{"b/1": "+"}
	all := result(t, "model", eval{model: "none"}, eval{model: "a", items: x}, eval{items: x}, eval{model: "b", items: x})
	if len(all) != 1 || all[0].Before != "a" || all[0].After != "b" {
		t.Errorf("%+v", all)
	}
}

// Another eval between two dates, which one scorer gave scores too, is no date to compare with.
func TestRunDatesOfScores(t *testing.T) {
	got := result(t, "",
		eval{model: "m", day: 1, scores: map[string]float64{"1": 0.25, "2": 0.5}},
		eval{model: "m", day: 2, scores: map[string]float64{"other": 0.75}},
		eval{model: "m", day: 3, scores: map[string]float64{"1": 0.5, "2": 0.75}})
	if len(got) != 1 || got[0].Before != "2026-04-01" || len(got[0].Scores) != 1 || got[0].Scores[0].Delta.Value != 0.25 {
		t.Errorf("%+v", got)
	}
}

// A mean score that differs by more than chance is told as one that fell or rose; one that does
// not, by what would show it. The p of n items that all move one way is 2/2^n.
func TestScoreDifferences(t *testing.T) {
	of := func(scores ...float64) map[string]float64 {
		out := map[string]float64{}
		for i, v := range scores {
			out[fmt.Sprintf("%02d", i)] = v
		}
		return out
	}
	base := []float64{0.5, 0.6, 0.7, 0.5, 0.6, 0.7, 0.5, 0.6, 0.7, 0.5}
	moved := func(by ...float64) map[string]float64 {
		out := slices.Clone(base)
		for i := range out {
			out[i] += by[i%len(by)]
		}
		return of(out...)
	}
	for _, c := range []struct {
		name          string
		before, after map[string]float64
		evidence      string
		p             float64
		text          string
	}{
		{"a fall", of(base...), moved(-0.25, -0.3), "moderate", 2.0 / 1024,
			"new against old: mean judge of sums fell 0.59 → 0.32 (−0.28, 95 % CI −0.29 to −0.26) over the 10 items that both tried. Evidence: moderate."},
		{"a rise", of(base...), moved(0.2, 0.25), "moderate", 2.0 / 1024,
			"new against old: mean judge of sums rose 0.59 → 0.82 (+0.23, 95 % CI +0.21 to +0.24) over the 10 items that both tried. Evidence: moderate."},
		{"a small fall", of(base...), moved(-0.002, -0.004), "moderate", 2.0 / 1024,
			"new against old: mean judge of sums fell 0.590 → 0.587 (−0.003, 95 % CI −0.004 to −0.002) over the 10 items that both tried. Evidence: moderate."},
		{"below 0", of(-0.4, -0.2, -0.4, -0.2, -0.4, -0.2), of(-0.1, 0.1, -0.2, 0.1, -0.1, 0.1), "weak", 2.0 / 64,
			"new against old: mean judge of sums rose −0.30 → −0.02 (+0.28, 95 % CI +0.24 to +0.33) over the 6 items that both tried. Evidence: weak."},
		{"to and fro", of(base...), moved(-0.2, 0.1), "inconclusive", 0,
			"No clear difference between old and new: mean judge of sums 0.59 → 0.54 (−0.05, 95 % CI −0.16 to +0.06) over the 10 items that both tried. " +
				"Evidence: inconclusive. With 10 items a change of 0.14 or more can be seen. To see one of this size takes about 79 items."},
		{"the same", of(base...), of(base...), "inconclusive", 1,
			"No clear difference between old and new: mean judge of sums 0.59 → 0.59 (0.00) over the 10 items that both tried. Evidence: inconclusive."},
		{"too few", of(base[:5]...), of(0.1, 0.2, 0.3, 0.2, 0.1), "inconclusive", 2.0 / 32,
			"No clear difference between old and new: mean judge of sums 0.58 → 0.18 (−0.40) over the 5 items that both tried. " +
				"Evidence: inconclusive. Fewer than 6 items show no difference, however large."},
	} {
		items := trials{"sums/-": "+"}
		got := result(t, "model", eval{model: "old", items: items, scores: c.before}, eval{model: "new", scores: c.after, items: items})
		if len(got) != 1 || len(got[0].Scores) != 1 {
			t.Fatalf("%s: %+v", c.name, got)
		}
		d := got[0].Scores[0]
		if d.Evidence != c.evidence || d.Text != c.text || c.p > 0 && math.Abs(d.P.Value-c.p) > 1e-9 || d.QBH != d.P {
			t.Errorf("%s: %s, p %v, q %v: %s", c.name, d.Evidence, d.P, d.QBH, d.Text)
		}
		if (d.Settle == nil) != (d.Evidence != report.ItemsInconclusive) {
			t.Errorf("%s: %+v", c.name, d.Settle)
		}
	}
}

// What the gate takes for enough items is what the test needs.
func TestLeastItems(t *testing.T) {
	if report.LeastItems != stat.LeastPairs {
		t.Errorf("%d items, %d pairs", report.LeastItems, stat.LeastPairs)
	}
}

// Epochs are trials of the same items: an item is lost only where all of them say so, and
// trials without an outcome count on no side.
func TestEpochs(t *testing.T) {
	c := result(t, "", eval{model: "a", items: trials{"b/1": "++", "b/2": "+-", "b/3": "--", "b/4": "?"}},
		eval{model: "b", items: trials{"b/1": "--", "b/2": "++", "b/3": "--", "b/4": "++"}})[0]
	if c.By != "model" || c.Items != 3 || c.Mixed != 1 || !slices.Equal(c.Lost, []string{"b/1"}) || len(c.Gained) != 0 {
		t.Errorf("%+v", c)
	}
	if math.Abs(c.Delta.Value-(-1+0.5)/3) > 1e-12 || c.Evidence != "inconclusive" {
		t.Errorf("delta %v, %s", c.Delta, c.Evidence)
	}
}

// Simpson's case: each side tried both benchmarks, the second mostly the easy one. Over all
// trials it looks better, over the same items it is worse.
func TestReversed(t *testing.T) {
	a, b := trials{}, trials{}
	numbered(a, "hard", 0, 12, "+")
	numbered(a, "hard", 12, 40, "-")
	numbered(a, "easy", 0, 8, "+")
	numbered(b, "hard", 0, 4, "+")
	numbered(b, "hard", 4, 12, "-")
	numbered(b, "easy", 0, 40, "+")
	c := result(t, "model", eval{model: "a", items: a}, eval{model: "b", items: b})[0]
	if !c.Reversed || c.Delta.Value >= 0 || c.RateB.Value.Value <= c.RateA.Value.Value {
		t.Errorf("%+v", c)
	}
	if len(c.Benchmarks) != 2 || c.Benchmarks[1].Benchmark != "hard" || c.Benchmarks[1].Lost != 8 {
		t.Errorf("%+v", c.Benchmarks)
	}
}

// One p of 0.0117 among four comparisons is 0.0469, and among five no evidence any more.
func TestManyComparisons(t *testing.T) {
	before := numbered(numbered(trials{}, "b", 0, 10, "-"), "b", 10, 20, "+")
	better := numbered(trials{"b/19": "-"}, "b", 0, 19, "+")
	evals := []eval{{model: "base", items: before}, {model: "better", items: better}}
	for _, same := range []string{"c", "d", "e", "f"} {
		all := result(t, "model", evals...)
		if want := float64(len(evals)-1) * 0.01171875; math.Abs(all[0].QBH.Value-want) > 1e-12 || (all[0].Evidence == "weak") != (want <= 0.05) {
			t.Errorf("%d comparisons: %+v", len(all), all[0])
		}
		evals = append(evals, eval{model: same, items: before})
	}
	if all := result(t, "model", evals...); all[0].Evidence != "inconclusive" {
		t.Errorf("%+v", all[0])
	}
}

func TestBase(t *testing.T) {
	x := trials{"b/1": "+"}
	all := result(t, "model=c", eval{model: "a", items: x}, eval{model: "b", items: x}, eval{model: "c", items: x}, eval{items: x})
	if len(all) != 2 || all[0].Before != "c" || all[0].After != "a" || all[1].After != "b" {
		t.Errorf("%+v", all)
	}
	byLabel := result(t, "label:branch", eval{items: x, branch: "main"}, eval{items: x, branch: "fix"})
	if len(byLabel) != 1 || byLabel[0].Before != "main" || byLabel[0].After != "fix" {
		t.Errorf("%+v", byLabel)
	}
	if none := result(t, "", eval{model: "a", items: x}); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

func TestParse(t *testing.T) {
	for _, bad := range []string{"colour", "label:", "=x"} {
		if _, err := Parse(bad); !errors.Is(err, ErrColumn) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
