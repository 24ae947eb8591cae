package metric

import (
	"cmp"
	"math"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Score is a score of one trial of a task or sample, or one that a log states over all of
// them.
type Score struct {
	Scorer
	Item   string // empty: over all items
	Value  float64
	StdErr report.Number // as stated, of a score over all items
}

// Scorer is what gave a score, and on what.
type Scorer struct{ Benchmark, Name, Unit string }

// Scores are the scores of the unit that have a number, in the order of its log.
func (u *Unit) Scores() []Score {
	s := &u.t.Scores
	if u.scores().len() == 0 {
		return nil
	}
	benchmarks, only := map[string]string{}, ""
	for _, x := range u.Items() {
		benchmarks[x.Item], only = x.Benchmark, x.Benchmark
	}
	var out []Score
	for row := range u.scores().each {
		v, known := s.Value.Get(row)
		if !known {
			continue
		}
		x := Score{Scorer: Scorer{Name: s.Scorer.At(row), Unit: s.Unit.At(row)}, Value: v, Item: s.Step.At(row), StdErr: report.Missing(string(stat.ReasonNotReported))}
		if _, trial := s.Attempt.Get(row); trial {
			x.Benchmark = cmp.Or(benchmarks[x.Item], only, u.Subject)
		} else {
			x.Benchmark, x.Item = cmp.Or(x.Item, only, u.Subject), ""
			if e, known := s.StdErr.Get(row); known {
				x.StdErr = report.Known(e)
			}
		}
		out = append(out, x)
	}
	return out
}

// StatesMeans reports whether a run's scores are means over all items alone: those of single items
// say more where there are any.
func StatesMeans(all []Score) bool {
	return !slices.ContainsFunc(all, func(x Score) bool { return x.Item != "" })
}

// Graded are the scorers that give more than yes and no: the others decide items, whose
// pass rates say the same.
func Graded(units []*Unit) map[Scorer]bool {
	graded := map[Scorer]bool{}
	for _, u := range units {
		for _, x := range u.Scores() {
			if x.Item != "" && x.Value != 0 && x.Value != 1 {
				graded[x.Scorer] = true
			}
		}
	}
	return graded
}

// MeanScores adds up scores of items: the trials of one item count as their mean, so that an
// item that was tried more often weighs no more.
type MeanScores map[string]*stat.Sum

// Add adds the score of a trial.
func (m MeanScores) Add(item string, v float64) {
	if m[item] == nil {
		m[item] = &stat.Sum{}
	}
	m[item].Add(v)
}

// Values are the means of the items, in the order of their names.
func (m MeanScores) Values() []float64 {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	values := make([]float64, len(names))
	for i, name := range names {
		values[i] = m[name].Mean()
	}
	return values
}

// ScoreGroups are the mean scores by benchmark, agent, model, variant and scorer. A mean that
// a log states with its standard error is taken over where no trial of its unit has a score.
func ScoreGroups(units []*Unit) []report.ScoreGroup {
	graded := Graded(units)
	type sums struct {
		row   report.ScoreGroup
		items MeanScores
	}
	byKey := map[report.ScoreGroup]*sums{}
	var order []*sums
	out := []report.ScoreGroup{}
	for _, u := range units {
		r := &u.t.Runs
		all := u.Scores()
		stated := StatesMeans(all)
		seen := map[*sums]bool{}
		for _, x := range all {
			key := report.ScoreGroup{System: u.System, Benchmark: x.Benchmark, Agent: r.Runner.At(u.Row), Model: r.Model.At(u.Row), Variant: r.Variant.At(u.Row), Scorer: x.Name, Unit: x.Unit}
			switch {
			case stated && x.StdErr.OK:
				key.Runs, key.Stated, key.Mean = 1, true, report.Known(x.Value)
				key.Lo, key.Hi = statedInterval(x)
				out = append(out, key)
			case x.Item != "" && graded[x.Scorer]:
				g := byKey[key]
				if g == nil {
					g = &sums{key, MeanScores{}}
					byKey[key] = g
					order = append(order, g)
				}
				if !seen[g] {
					seen[g] = true
					g.row.Runs++
				}
				g.row.Trials++
				g.items.Add(x.Item, x.Value)
			}
		}
	}
	for _, g := range order {
		values := g.items.Values()
		g.row.Items, g.row.Mean = int64(len(values)), report.Known(stat.Mean(values))
		least, most := Scale(g.row.Unit)
		g.row.Lo, g.row.Hi = Interval(stat.MeanInterval(values, least, most))
		out = append(out, g.row)
	}
	slices.SortStableFunc(out, func(a, b report.ScoreGroup) int {
		return cmp.Or(cmp.Compare(a.System, b.System), cmp.Compare(a.Benchmark, b.Benchmark), cmp.Compare(a.Scorer, b.Scorer), cmp.Compare(b.Mean.Value, a.Mean.Value))
	})
	return out
}

// Scale is from where to where scores of a unit go; infinite where it is not known.
func Scale(unit string) (least, most float64) {
	switch unit {
	case "ratio":
		return 0, 1
	case "percent":
		return 0, 100
	}
	return math.Inf(-1), math.Inf(1)
}

// statedInterval is that of a mean by its stated error. An error of 0 says that no item differed from
// the others, which of finite items leaves open how far the mean goes: 0 of 3 and 0 of 3,000 have it.
func statedInterval(x Score) (lo, hi report.Number) {
	if x.StdErr.Value <= stat.Eps {
		none := report.Missing(string(stat.ReasonNotMeasured))
		return none, none
	}
	return report.Known(x.Value - stat.Z95*x.StdErr.Value), report.Known(x.Value + stat.Z95*x.StdErr.Value)
}

// Interval is the interval of an estimate; missing where there is none.
func Interval(e stat.Estimate) (lo, hi report.Number) {
	if !e.OK {
		none := report.Missing(string(e.Reason))
		return none, none
	}
	return report.Known(e.Lo), report.Known(e.Hi)
}
