package compare

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// A p-value belongs to the stronger evidence up to and with its limit.
func TestEvidence(t *testing.T) {
	for _, c := range []struct {
		p    stat.Number
		want string
	}{
		{stat.Known(0), "strong"}, {stat.Known(0.001), "strong"}, {stat.Known(0.0011), "moderate"},
		{stat.Known(0.01), "moderate"}, {stat.Known(0.011), "weak"}, {stat.Known(0.05), "weak"},
		{stat.Known(0.051), "inconclusive"}, {stat.Known(1), "inconclusive"}, {stat.Missing("no_data"), "inconclusive"},
	} {
		if got := evidence(c.p); got != c.want {
			t.Errorf("%+v: %s, want %s", c.p, got, c.want)
		}
	}
}

// Beside evidence of a difference an interval always decides, beside none only where it holds 0.
func TestDecides(t *testing.T) {
	n, none := report.Known, report.Missing("no_data")
	for _, c := range []struct {
		lo, hi   report.Number
		evidence string
		want     bool
	}{
		{n(0.1), n(0.2), "weak", true}, {n(-0.2), n(-0.1), "moderate", true}, {n(-0.1), n(0.1), "strong", true},
		{n(0.1), n(0.2), "inconclusive", false}, {n(-0.2), n(-0.1), "inconclusive", false},
		{n(-0.1), n(0.1), "inconclusive", true}, {n(0), n(0.1), "inconclusive", true}, {n(-0.1), n(0), "inconclusive", true},
		{none, n(0.1), "weak", false}, {n(-0.1), none, "weak", false}, {none, none, "inconclusive", false},
	} {
		if got := decides(c.lo, c.hi, c.evidence); got != c.want {
			t.Errorf("%v to %v, %s: %t", c.lo, c.hi, c.evidence, got)
		}
	}
}

func TestSettling(t *testing.T) {
	n, none := report.Known, report.Missing("no_data")
	for _, c := range []struct {
		items  int64
		settle *report.Settle
		want   string
	}{
		{20, nil, ""},
		{5, &report.Settle{Visible: n(0.3), Needed: n(80)}, " Fewer than 6 items show no difference, however large."},
		{6, &report.Settle{Visible: n(0.3), Needed: n(80)}, " With 6 items a change of 0.3 or more can be seen. To see one of this size takes about 80 items."},
		{6, &report.Settle{Visible: n(0.3), Needed: none}, " With 6 items a change of 0.3 or more can be seen."},
		{6, &report.Settle{Visible: none, Needed: n(80)}, " To see one of this size takes about 80 items."},
		{6, &report.Settle{Visible: none, Needed: none}, ""},
	} {
		if got := settling(c.items, "item", c.settle, func(v float64) string { return fmt.Sprint(v) }); got != c.want {
			t.Errorf("%d items: %q, want %q", c.items, got, c.want)
		}
	}
}

func TestSentence(t *testing.T) {
	n, none := report.Known, report.Missing("no_data")
	of := func(items int64, evidence string, delta, lo, hi report.Number) report.ItemComparison {
		return report.ItemComparison{Before: "old", After: "new", Items: items, Evidence: evidence, Delta: delta, Lo: lo, Hi: hi,
			Gained: []string{"a", "b"}, Lost: []string{"c"}}
	}
	scored := of(0, "inconclusive", none, none, none)
	scored.Scores = []report.ScoreDifference{{Text: "unclear.", QBH: n(0.5)}, {Text: "clear.", QBH: n(0.1)}, {Text: "as clear.", QBH: n(0.1)}}
	both := of(1, "inconclusive", n(0), none, none)
	both.Scores = scored.Scores
	for _, c := range []struct {
		c    report.ItemComparison
		want string
	}{
		{of(20, "weak", n(0.25), n(0.05), n(0.4)),
			"new against old: passes more of the 20 items that both tried (+0.25, 95 % CI +0.05 to +0.40); 2 gained, 1 lost. Evidence: weak."},
		{of(20, "strong", n(-0.25), none, none),
			"new against old: passes fewer of the 20 items that both tried (−0.25); 2 gained, 1 lost. Evidence: strong."},
		{of(20, "weak", none, n(0.05), n(0.4)), // no difference can be told without one
			"No clear difference between old and new: pass rates differ by 0.00 (95 % CI +0.05 to +0.40) over the 20 items that both tried; 2 gained, 1 lost. Evidence: weak."},
		{of(3, "inconclusive", n(0.25), n(-0.1), n(0.4)),
			"No clear difference between old and new: pass rates differ by +0.25 (95 % CI −0.10 to +0.40) over the 3 items that both tried; 2 gained, 1 lost. Evidence: inconclusive."},
		{of(2, "inconclusive", n(0.25), n(-0.1), n(0.4)), // too few for an interval
			"No clear difference between old and new: pass rates differ by +0.25 over the 2 items that both tried; 2 gained, 1 lost. Evidence: inconclusive."},
		{of(1, "inconclusive", n(0.25), n(0.1), n(0.4)),
			"No clear difference between old and new: pass rates differ by +0.25 over the 1 item that both tried; 2 gained, 1 lost. Evidence: inconclusive."},
		{scored, "clear."},
		{both, "No clear difference between old and new: pass rates differ by 0.00 over the 1 item that both tried; 2 gained, 1 lost. Evidence: inconclusive."},
		{of(0, "inconclusive", n(0), none, none),
			"No clear difference between old and new: pass rates differ by 0.00 over the 0 items that both tried; 2 gained, 1 lost. Evidence: inconclusive."},
	} {
		if got := sentence(&c.c, "item"); got != c.want {
			t.Errorf("%s, want\n%s", got, c.want)
		}
	}
}

// Items of one trial a side are pairs of yes or no; with more trials their shares are
// numbers. The interval of rates never leaves −1 to 1.
func TestInterval(t *testing.T) {
	of := func(preNum, preDen, postNum, postDen int) stat.RepeatedBug {
		return stat.RepeatedBug{Pre: stat.Fraction{Num: preNum, Den: preDen}, Post: stat.Fraction{Num: postNum, Den: postDen}}
	}
	lost, gained, both, neither := of(1, 1, 0, 1), of(0, 1, 1, 1), of(1, 1, 1, 1), of(0, 1, 0, 1)
	single := []stat.RepeatedBug{lost, lost, gained, both, both, both, neither}
	pairs := stat.PairedInterval(stat.Pairs{Lost: 2, Gained: 1, Both: 3, Neither: 1})
	before := []stat.RepeatedBug{lost, gained, both, neither, of(1, 2, 1, 1)} // the last was tried twice before
	after := []stat.RepeatedBug{lost, gained, both, neither, of(1, 1, 1, 2)}
	for _, c := range []struct {
		name  string
		items []stat.RepeatedBug
		want  stat.Estimate
	}{
		{"one trial a side", single, pairs},
		{"two trials before", before, stat.MoveInterval([]float64{-1, 1, 0, 0, 0.5}, 1)},
		{"two trials after", after, stat.MoveInterval([]float64{-1, 1, 0, 0, -0.5}, 1)},
		{"no item moves", []stat.RepeatedBug{of(1, 2, 1, 2), of(2, 3, 2, 3), of(0, 2, 0, 3)}, stat.Estimate{Lo: -0.561497, Hi: 0.561497, OK: true}},
		{"two items, tried twice", before[3:], stat.Estimate{Reason: stat.ReasonTooFew}},
		{"no item", nil, stat.Estimate{Reason: stat.ReasonNoData}},
	} {
		lo, hi := interval(c.items)
		if lo.OK != c.want.OK || hi.OK != c.want.OK || lo.Reason != string(c.want.Reason) || hi.Reason != string(c.want.Reason) {
			t.Errorf("%s: %+v to %+v, want %+v", c.name, lo, hi, c.want)
		}
		from, to := max(-1, c.want.Lo), min(1, c.want.Hi)
		if c.want.OK && (math.Abs(lo.Value-from) > 1e-6 || math.Abs(hi.Value-to) > 1e-6) {
			t.Errorf("%s: %g to %g, want %g to %g", c.name, lo.Value, hi.Value, from, to)
		}
	}
}

// The scores of a difference count as one where their interval leaves out 0 too, and are
// corrected over all comparisons in their order.
func TestJudgeScores(t *testing.T) {
	n, none := report.Known, report.Missing("no_data")
	of := func(p float64, lo, hi report.Number) report.ScoreDifference {
		return report.ScoreDifference{P: n(p), Lo: lo, Hi: hi, Settle: &report.Settle{}}
	}
	all := []report.ItemComparison{
		{Scores: []report.ScoreDifference{of(1e-9, n(0.1), n(0.2)), of(1e-9, n(-0.2), n(-0.1)), of(1e-9, n(0), n(0.2))}},
		{},
		{Scores: []report.ScoreDifference{of(1e-9, n(-0.2), n(0)), of(1e-9, n(-0.1), n(0.1)), of(1e-9, none, n(-0.1)), of(1e-9, n(0.1), none)}},
		{Scores: []report.ScoreDifference{of(0.9, n(0.1), n(0.2))}},
	}
	judgeScores(all, "item")
	var got []string
	for _, c := range all {
		for _, d := range c.Scores {
			got = append(got, d.Evidence)
			if (d.Settle == nil) != (d.Evidence == "strong") {
				t.Errorf("%s: what would settle it: %+v", d.Evidence, d.Settle)
			}
		}
	}
	want := []string{"strong", "strong", "inconclusive", "inconclusive", "inconclusive", "inconclusive", "inconclusive", "inconclusive"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// By hand: of p 1e-9 seven times and 0.9 once, q is 8/7 of 1e-9 and 0.9.
	if q := all[0].Scores[0].QBH.Value; math.Abs(q-8e-9/7) > 1e-15 {
		t.Errorf("q %g", q)
	}
	if q := all[3].Scores[0].QBH.Value; q != 0.9 {
		t.Errorf("q %g, want 0.9", q)
	}
}

// Each column is read from its own field, a label from the first of its name.
func TestValuesOfRuns(t *testing.T) {
	runs := []report.Run{{StartedAt: time.Date(2026, 4, 14, 23, 0, 0, 0, time.FixedZone("", -2*3600)), RunSetup: &report.RunSetup{Model: "m", Runner: "r", Version: "v", Variant: "a", Subject: "s"}, RunEnd: &report.RunEnd{}}, {RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}}
	labels := func(run int) []report.Label {
		return [][]report.Label{{{Name: "x", Value: "1"}, {Name: "branch", Value: "main"}, {Name: "branch", Value: "fix"}}, nil}[run]
	}
	for name, want := range map[string]string{"model": "m", "runner": "r", "version": "v", "variant": "a", "subject": "s",
		"date": "2026-04-15", "label:branch": "main", "label:x": "1", "label:none": ""} {
		by, err := Parse(name + "=base")
		if err != nil || by != (By{Column: name, Base: "base"}) {
			t.Errorf("%s: %+v, %v", name, by, err)
		}
		value := valueOf(runs, labels, name)
		if value(0) != want || value(1) != "" {
			t.Errorf("%s: %q and %q, want %q and none", name, value(0), value(1), want)
		}
	}
	if got := valueOf(runs, nil, "label:branch")(0); got != "" {
		t.Errorf("a label of no labels: %q", got)
	}
}

// A trial without an outcome is passed over, and what comes after it counts.
func TestTrialsWithoutAnOutcome(t *testing.T) {
	got := result(t, "model",
		eval{model: "a", items: trials{"b/1": "?+", "b/2": "-?+", "b/3": "?"}}, eval{model: "b", items: trials{"b/1": "?-", "b/2": "+", "b/3": "+"}})
	if len(got) != 1 {
		t.Fatalf("%+v", got)
	}
	c := got[0]
	if c.Items != 2 || c.RateA.Num != 2 || c.RateA.Den != 3 || c.RateB.Num != 2 || c.RateB.Den != 3 || !slices.Equal(c.Lost, []string{"b/1"}) ||
		c.Mixed != 1 || c.Only != [2]int64{0, 1} {
		t.Errorf("%+v", c)
	}
	if len(c.Benchmarks) != 1 || c.Benchmarks[0].Items != 2 || c.Benchmarks[0].Lost != 1 || c.Benchmarks[0].Gained != 0 ||
		c.Benchmarks[0].RateA.Den != 3 || c.Benchmarks[0].RateB.Den != 2 || c.Benchmarks[0].QBH != c.Benchmarks[0].P {
		t.Errorf("%+v", c.Benchmarks)
	}
}

// Lost and gained count in each benchmark; a p of one is corrected for their number.
func TestBenchmarksOfAComparison(t *testing.T) {
	before, after := trials{}, trials{}
	numbered(numbered(before, "one", 0, 10, "-"), "two", 0, 4, "+")
	numbered(numbered(after, "one", 0, 10, "+"), "two", 0, 3, "+")
	after["two/03"] = "-"
	c := result(t, "model", eval{model: "a", items: before}, eval{model: "b", items: after})[0]
	if len(c.Benchmarks) != 2 {
		t.Fatalf("%+v", c.Benchmarks)
	}
	one, two := c.Benchmarks[0], c.Benchmarks[1]
	if one.Gained != 10 || one.Lost != 0 || one.Delta.Value != 1 || two.Gained != 0 || two.Lost != 1 || two.Delta.Value != -0.25 {
		t.Errorf("%+v, %+v", one, two)
	}
	// 10 of 10 one way is 2/2^10; of two benchmarks twice that. One of one way is 1.
	if math.Abs(one.P.Value-2.0/1024) > 1e-12 || math.Abs(one.QBH.Value-4.0/1024) > 1e-12 || two.P.Value != 1 || two.QBH.Value != 1 {
		t.Errorf("p %v and %v, q %v and %v", one.P, two.P, one.QBH, two.QBH)
	}
	if c.Reversed || c.Settle != nil {
		t.Errorf("reversed %t, settled by %+v", c.Reversed, c.Settle)
	}
}

// Scorers that one side alone has, and items that one side alone was given scores of, are in no difference.
func TestScoresOfOneSide(t *testing.T) {
	a := &side{scores: scoresOf("only", "1", 0.5, "both", "1", 0.5, "both", "2", 0.25, "apart", "1", 0.5)}
	b := &side{scores: scoresOf("both", "1", 0.75, "both", "3", 1.0, "apart", "2", 0.5)}
	got := scoreDifferences(a, b)
	if len(got) != 1 || got[0].Scorer != "both" || got[0].Items != 1 || got[0].Before.Value != 0.5 || got[0].After.Value != 0.75 || got[0].Delta.Value != 0.25 {
		t.Errorf("%+v", got)
	}
	if !a.shares(b) || !b.shares(a) {
		t.Error("sides that share an item's scores do not share any")
	}
	if c := (&side{scores: scoresOf("apart", "2", 0.5)}); c.shares(a) || a.shares(c) {
		t.Error("sides of different items share some")
	}
}

// scoresOf are scores by scorer, item and value.
func scoresOf(all ...any) map[metric.Scorer]metric.MeanScores {
	out := map[metric.Scorer]metric.MeanScores{}
	for i := 0; i < len(all); i += 3 {
		k := metric.Scorer{Benchmark: "sums", Name: all[i].(string)}
		if out[k] == nil {
			out[k] = metric.MeanScores{}
		}
		out[k].Add(all[i+1].(string), all[i+2].(float64))
	}
	return out
}
