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

// scoreDifferences pairs the scores that are not yes or no, item by item. Means that both sides
// state without the items' scores are held against each other by their standard errors.
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
		least, most := metric.Scale(scorer.Unit)
		longest := most - least
		d := report.ScoreDifference{Benchmark: scorer.Benchmark, Scorer: scorer.Name, Unit: scorer.Unit, Items: int64(len(names)),
			Before: report.Known(stat.Mean(x)), After: report.Known(stat.Mean(y)), Delta: report.Known(stat.Mean(moves))}
		d.Lo, d.Hi = metric.Interval(stat.MoveInterval(moves, longest))
		d.P, d.Settle = number(stat.MeanFlipP(moves)), metric.Settle(stat.SettleMoves(moves, longest))
		out = append(out, d)
	}
	for scorer, before := range a.stated {
		after, both := b.stated[scorer]
		if _, paired := b.scores[scorer]; !both || paired && a.scores[scorer] != nil {
			continue
		}
		e, p := stat.StatedDifference(before, after)
		d := report.ScoreDifference{Benchmark: scorer.Benchmark, Scorer: scorer.Name, Unit: scorer.Unit, Stated: true,
			Before: report.Known(before.Mean), After: report.Known(after.Mean), Delta: report.Known(after.Mean - before.Mean), P: number(p)}
		d.Lo, d.Hi = metric.Interval(e)
		out = append(out, d)
	}
	slices.SortFunc(out, func(x, y report.ScoreDifference) int {
		return cmp.Or(cmp.Compare(x.Benchmark, y.Benchmark), cmp.Compare(x.Scorer, y.Scorer), cmp.Compare(x.Unit, y.Unit))
	})
	return out
}

// judgeScores says how strong each difference of scores is, corrected for their number in all
// comparisons. The interval has to agree: it is by another test.
func judgeScores(all []report.ItemComparison, noun string) {
	var ps []report.Number
	for _, c := range all {
		for _, d := range c.Scores {
			ps = append(ps, d.P)
		}
	}
	qs := corrected(ps)
	for i := range all {
		for j := range all[i].Scores {
			d := &all[i].Scores[j]
			d.QBH, d.Evidence = number(qs[0]), evidence(qs[0])
			qs = qs[1:]
			if !d.Lo.OK || !d.Hi.OK || d.Lo.Value <= 0 && d.Hi.Value >= 0 {
				d.Evidence = report.ItemsInconclusive
			}
			if report.ItemsDiffer(d.Evidence) {
				d.Settle = nil
			}
			d.Text = scoreSentence(&all[i], d, noun)
		}
	}
}

// scoreSentence is what the scores of one scorer show.
func scoreSentence(c *report.ItemComparison, d *report.ScoreDifference, noun string) string {
	n := words.ScoreDigits(d.Delta, d.Lo, d.Hi)
	mean := fmt.Sprintf("mean %s of %s", d.Scorer, d.Benchmark)
	delta := words.SignedScore(d.Delta.Value, n)
	if decides(d.Lo, d.Hi, d.Evidence) {
		delta += fmt.Sprintf(", 95 %% CI %s to %s", words.SignedScore(d.Lo.Value, n), words.SignedScore(d.Hi.Value, n))
	}
	to := " → "
	if c.Order == report.OrderNone {
		to = " and "
	}
	means := fmt.Sprintf("%s (%s) over the %s that both tried", unit.Decimal(d.Before.Value, n)+to+unit.Decimal(d.After.Value, n), delta,
		words.Plural(int(d.Items), noun))
	if d.Stated {
		means = fmt.Sprintf("%s (%s), unpaired, by the stated standard errors", unit.Decimal(d.Before.Value, n)+to+unit.Decimal(d.After.Value, n), delta)
	}
	text := fmt.Sprintf("No clear difference between %s and %s: %s %s", c.Before, c.After, mean, means)
	if report.ItemsDiffer(d.Evidence) {
		verb := "rose"
		if d.Delta.Value < 0 {
			verb = "fell"
		}
		text = fmt.Sprintf("%s against %s: %s %s %s", c.After, c.Before, mean, verb, means)
		if c.Order == report.OrderNone {
			text = fmt.Sprintf("%s differs between %s and %s: %s", mean, c.Before, c.After, means)
		}
	}
	text += fmt.Sprintf(". Evidence: %s.", d.Evidence)
	if d.Stated {
		return text
	}
	return text + settling(d.Items, noun, d.Settle, func(v float64) string { return unit.Fixed(v, n) })
}

// byStrength are the differences of a comparison, the clearest first.
func byStrength(scores []report.ScoreDifference) []report.ScoreDifference {
	sorted := slices.Clone(scores)
	slices.SortStableFunc(sorted, func(x, y report.ScoreDifference) int { return cmp.Compare(x.QBH.Value, y.QBH.Value) })
	return sorted
}
