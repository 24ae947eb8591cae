package compare

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// setup is what the items of a benchmark were tried with.
type setup struct{ system, agent, model string }

// series is a benchmark under one setup. Its runs may be of several variants: those of one format
// are named after each job, so that no variant lasts.
type series struct {
	setup
	benchmark string
}

// Latest is what each item came to on the last run date of its setup and benchmark. A benchmark
// without a time has one date. Items without an outcome are in none, and scores only of scorers
// whose scores are not yes or no.
func Latest(units []*metric.Unit, runs []report.Run) []report.ItemResults {
	type part struct {
		series
		variant string
	}
	last := map[series]string{}
	of := func(i int, benchmark string) series {
		return series{setup{runs[i].System, runs[i].Runner, runs[i].Model}, benchmark}
	}
	each := func(found func(i int, k series, item *metric.ItemTrial, score *metric.Score)) {
		for i, u := range units {
			if i >= len(runs) {
				return
			}
			for _, x := range u.Items() {
				if x.Decided {
					found(i, of(i, x.Benchmark), &x, nil)
				}
			}
			scores := u.Scores()
			means := metric.StatesMeans(scores)
			for _, x := range scores {
				if x.Item != "" || means && x.StdErr.OK {
					found(i, of(i, x.Benchmark), nil, &x)
				}
			}
		}
	}
	each(func(i int, k series, _ *metric.ItemTrial, _ *metric.Score) { last[k] = max(last[k], runDate(&runs[i])) })
	graded := metric.Graded(units)
	sides := map[part]*side{}
	each(func(i int, k series, item *metric.ItemTrial, score *metric.Score) {
		if runDate(&runs[i]) != last[k] || score != nil && score.Item != "" && !graded[score.Scorer] {
			return
		}
		p := part{k, runs[i].Variant}
		if sides[p] == nil {
			sides[p] = newSide("")
		}
		switch {
		case item != nil:
			sides[p].addItem(*item)
		case score.Item != "":
			sides[p].addScore(*score)
		default:
			sides[p].stated[score.Scorer] = stat.Stated{Mean: score.Value, StdErr: score.StdErr.Value}
		}
	})
	out := []report.ItemResults{}
	for p, s := range sides {
		out = append(out, s.results(report.ItemResults{System: p.system, Benchmark: p.benchmark, Agent: p.agent, Model: p.model,
			Variant: p.variant, Date: last[p.series]}))
	}
	slices.SortFunc(out, func(a, b report.ItemResults) int {
		return cmp.Or(strings.Compare(a.System, b.System), strings.Compare(a.Benchmark, b.Benchmark), strings.Compare(a.Agent, b.Agent),
			strings.Compare(a.Model, b.Model), strings.Compare(a.Variant, b.Variant))
	})
	return out
}

// decided are those of the results after which no run tried the items and left all without an
// outcome: results of an earlier date say nothing of one on which all broke.
func (in *Input) decided(latest []report.ItemResults) (out []report.ItemResults) {
	last := map[series]string{}
	for i, u := range in.Units {
		if i >= len(in.Runs) {
			break
		}
		r := &in.Runs[i]
		for _, x := range u.Items() {
			k := series{setup{r.System, r.Runner, r.Model}, x.Benchmark}
			last[k] = max(last[k], runDate(r))
		}
	}
	for _, x := range latest {
		if x.Date >= last[series{setup{x.System, x.Agent, x.Model}, x.Benchmark}] {
			out = append(out, x)
		}
	}
	return out
}

// results lists what the side holds, by name.
func (s *side) results(x report.ItemResults) report.ItemResults {
	x.Items, x.Scores, x.Means = []report.ItemResult{}, []report.ItemScore{}, []report.StatedMean{}
	for k, f := range s.items {
		x.Items = append(x.Items, report.ItemResult{Item: k.item, Passed: int64(f.Num), Trials: int64(f.Den)})
	}
	slices.SortFunc(x.Items, func(a, b report.ItemResult) int { return strings.Compare(a.Item, b.Item) })
	for scorer, means := range s.scores {
		for item, sum := range means {
			x.Scores = append(x.Scores, report.ItemScore{Scorer: scorer.Name, Unit: scorer.Unit, Item: item, Mean: sum.Mean()})
		}
	}
	slices.SortFunc(x.Scores, func(a, b report.ItemScore) int {
		return cmp.Or(strings.Compare(a.Scorer, b.Scorer), strings.Compare(a.Unit, b.Unit), strings.Compare(a.Item, b.Item))
	})
	for scorer, m := range s.stated {
		x.Means = append(x.Means, report.StatedMean{Scorer: scorer.Name, Unit: scorer.Unit, Mean: m.Mean, StdErr: m.StdErr})
	}
	slices.SortFunc(x.Means, func(a, b report.StatedMean) int {
		return cmp.Or(strings.Compare(a.Scorer, b.Scorer), strings.Compare(a.Unit, b.Unit))
	})
	x.Held = listed(&x)
	return x
}

// listed is how many entries the lists hold.
func listed(x *report.ItemResults) int64 { return int64(len(x.Items) + len(x.Scores) + len(x.Means)) }

// setupSide is the items of one setup and variant.
type setupSide struct {
	*side
	setup
	variant string
}

// setupSides joins the benchmarks of each setup.
func setupSides(all []report.ItemResults) (out []*setupSide) {
	for _, x := range all {
		of := setup{x.System, x.Agent, x.Model}
		i := slices.IndexFunc(out, func(s *setupSide) bool { return s.setup == of && s.variant == x.Variant })
		if i < 0 {
			i = len(out)
			out = append(out, &setupSide{newSide(""), of, x.Variant})
		}
		s := out[i]
		for _, r := range x.Items {
			s.items[at{x.Benchmark, r.Item}] = stat.Fraction{Num: int(r.Passed), Den: int(r.Trials)}
		}
		for _, r := range x.Scores {
			s.addScore(metric.Score{Scorer: metric.Scorer{Benchmark: x.Benchmark, Name: r.Scorer, Unit: r.Unit}, Item: r.Item, Value: r.Mean})
		}
		for _, r := range x.Means {
			s.stated[metric.Scorer{Benchmark: x.Benchmark, Name: r.Scorer, Unit: r.Unit}] = stat.Stated{Mean: r.Mean, StdErr: r.StdErr}
		}
	}
	return out
}

// partner is the side of the baseline that a setup is compared with: the same setup and variant,
// else the same setup, else the first of the others; nil where none has an item in common.
func (s *setupSide) partner(before []*setupSide) *setupSide {
	for _, same := range []func(b *setupSide) bool{
		func(b *setupSide) bool { return b.setup == s.setup && b.variant == s.variant },
		func(b *setupSide) bool { return b.setup == s.setup },
		func(*setupSide) bool { return true },
	} {
		if i := slices.IndexFunc(before, func(b *setupSide) bool { return same(b) && b.shares(s.side) }); i >= 0 {
			return before[i]
		}
	}
	return nil
}

// name is what the setup is called among the others of its list: by its model, with its agent or
// its variant where that alone tells it apart.
func (s *setupSide) name(among []*setupSide) string {
	unique := func(text func(*setupSide) string) string {
		for _, o := range among {
			if o != s && text(o) == text(s) {
				return ""
			}
		}
		return text(s)
	}
	join := func(parts ...string) string {
		return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
	}
	return cmp.Or(unique(func(x *setupSide) string { return x.model }), unique(func(x *setupSide) string { return join(x.agent, x.model) }),
		join(s.agent, s.model, s.variant))
}

// withBaseline compares the items of each setup with those of the baseline. why says what keeps
// all from being compared, and left which setups share nothing with it.
func withBaseline(now []report.ItemResults, baseline *report.Items) (out []report.ItemComparison, left []report.LeftOut, why string) {
	before := setupSides(baseline.Latest)
	switch {
	case len(now) == 0:
		return nil, nil, ""
	case len(before) == 0 && len(baseline.Groups)+len(baseline.Scores) > 0:
		return nil, nil, "the baseline does not list its items; name its logs, or build it again"
	case len(before) == 0:
		return nil, nil, "the baseline has no items"
	}
	for _, x := range baseline.Latest {
		if listed(&x) < x.Held {
			return nil, nil, "the baseline does not list all of its items; name its logs"
		}
	}
	sides := setupSides(now)
	for _, s := range sides {
		b := s.partner(before)
		if b == nil {
			x := report.LeftOut{By: byBaseline, Name: cmp.Or(s.name(sides), "this report"), Why: report.LeftOutNotShared}
			for _, f := range s.items {
				x.Trials += int64(f.Den)
			}
			x.Text = x.Name + " (the baseline has none of its items)"
			left = append(left, x)
			continue
		}
		b.value, s.value = "the baseline", cmp.Or(s.name(sides), "this report")
		if b.setup != s.setup {
			b.value = cmp.Or(b.name(before), "the setup") + " of the baseline"
		}
		c := compare(b.side, s.side)
		c.By, c.Order = byBaseline, report.OrderBaseline
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, nil, "the baseline has none of these items"
	}
	return out, left, ""
}
