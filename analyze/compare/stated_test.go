package compare

import (
	"fmt"
	"math"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Means that both sides state without the items' scores are held against each other by their
// standard errors, those of the latest run of each side. The p-values are counted by hand.
func TestStatedMeans(t *testing.T) {
	of := func(model string, mean, e float64) eval {
		return eval{model: model, stated: map[string]stat.Stated{"acc": {Mean: mean, StdErr: e}}}
	}
	for _, c := range []struct {
		name  string
		evals []eval
		want  string
	}{
		{"fell", []eval{of("a", 0.5, 0.05), of("b", 0.3, 0.05)},
			"0.0047 b against a: mean acc of arc fell 0.50 → 0.30 (−0.20, 95 % CI −0.34 to −0.06), unpaired, by the stated standard errors. Evidence: moderate."},
		{"the latest of each", []eval{of("a", 0.9, 0.05), of("a", 0.5, 0.05), of("b", 0.5, 0.05)},
			"1.0000 No clear difference between a and b: mean acc of arc 0.50 → 0.50 (0.00, 95 % CI −0.14 to +0.14), unpaired, by the stated standard errors. Evidence: inconclusive."},
		{"no variation", []eval{of("a", 1, 0), of("b", 0, 0)},
			"0.0000 No clear difference between a and b: mean acc of arc 1.00 → 0.00 (−1.00), unpaired, by the stated standard errors. Evidence: inconclusive."},
		{"scores of items say more", []eval{of("a", 0.5, 0.05), {model: "b", stated: of("b", 0.3, 0.05).stated, scores: map[string]float64{"x": 0.5}}}, ""},
		{"other scorers", []eval{of("a", 0.5, 0.05), {model: "b", stated: map[string]stat.Stated{"f1": {Mean: 1, StdErr: 1}}}}, ""},
	} {
		got := ""
		for _, x := range items(t, "model", nil, c.evals...).Comparisons {
			for _, d := range x.Scores {
				got += fmt.Sprintf("%.4f %s", d.P.Value, d.Text)
				if !d.Stated || d.Items != 0 || d.Settle != nil {
					t.Errorf("%s: %+v", c.name, d)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	// Of what both state and have scores of, the scores count.
	scorer := metric.Scorer{Benchmark: "arc", Name: "acc", Unit: "ratio"}
	with := func(mean float64, items ...string) *side {
		s := newSide("")
		s.stated[scorer] = stat.Stated{Mean: mean, StdErr: 0.05}
		for _, item := range items {
			s.addScore(metric.Score{Scorer: scorer, Item: item, Value: mean})
		}
		return s
	}
	for _, c := range []struct {
		name          string
		before, after *side
		stated        bool
		items         int64
	}{
		{"both have scores", with(0.5, "a", "b"), with(0.4, "a", "b"), false, 2},
		{"one has scores", with(0.5, "a", "b"), with(0.4), true, 0},
		{"the other has scores", with(0.5), with(0.4, "a"), true, 0},
		{"none has scores", with(0.5), with(0.4), true, 0},
	} {
		got := scoreDifferences(c.before, c.after)
		if len(got) != 1 || got[0].Stated != c.stated || got[0].Items != c.items || math.Abs(got[0].Delta.Value+0.1) > 1e-9 {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	now := report.ItemResults{Benchmark: "arc", Model: "m", Held: 1, Means: []report.StatedMean{{Scorer: "acc", Mean: 0.3, StdErr: 0.05}}}
	before := now
	before.Means = []report.StatedMean{{Scorer: "acc", Mean: 0.5, StdErr: 0.05}}
	all, _, why := withBaseline([]report.ItemResults{now}, &report.Items{Latest: []report.ItemResults{before}})
	if why != "" || len(all) != 1 || len(all[0].Scores) != 1 || all[0].Scores[0].Delta.Value > -0.19 {
		t.Errorf("a baseline: %+v, %q", all, why)
	}
}
