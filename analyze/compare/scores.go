package compare

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// scoreDifferences pairs the scores that are not yes or no, item by item.
func scoreDifferences(a, b *side) []report.ScoreDifference {
	out := []report.ScoreDifference{}
	for scorer, before := range a.scores {
		after := b.scores[scorer]
		var names []string
		for item := range before {
			if after[item] != nil {
				names = append(names, item)
			}
		}
		if len(names) == 0 {
			continue
		}
		slices.Sort(names)
		var x, y, moves []float64
		for _, item := range names {
			x, y = append(x, before[item].Mean()), append(y, after[item].Mean())
			moves = append(moves, after[item].Mean()-before[item].Mean())
		}
		d := report.ScoreDifference{Benchmark: scorer.Benchmark, Scorer: scorer.Name, Unit: scorer.Unit, Items: int64(len(names)),
			Before: report.Known(stat.Mean(x)), After: report.Known(stat.Mean(y)), Delta: report.Known(stat.Mean(moves))}
		d.Lo, d.Hi = metric.Interval(stat.MeanInterval(moves))
		out = append(out, d)
	}
	slices.SortFunc(out, func(x, y report.ScoreDifference) int {
		return cmp.Or(cmp.Compare(x.Benchmark, y.Benchmark), cmp.Compare(x.Scorer, y.Scorer), cmp.Compare(x.Unit, y.Unit))
	})
	return out
}

// scoreSentence is what a comparison shows in which no item passed or failed on both sides.
func scoreSentence(c report.ItemComparison) string {
	d := c.Scores[0]
	text := fmt.Sprintf("%s against %s: mean %s of %s %s → %s over the %s that both tried (%s", c.After, c.Before, d.Scorer, d.Benchmark,
		unit.None.Format(d.Before.Value), unit.None.Format(d.After.Value), words.Plural(int(d.Items), "item"), unit.Points.Format(d.Delta.Value))
	if d.Lo.OK && d.Hi.OK {
		text += fmt.Sprintf(", 95 %% CI %s to %s", unit.Points.Format(d.Lo.Value), unit.Points.Format(d.Hi.Value))
	}
	return text + ")."
}
