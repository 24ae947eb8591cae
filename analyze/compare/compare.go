package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// ErrColumn is a column or label that runs do not have.
var ErrColumn = errors.New("compare by model, runner, version, variant, subject, date or label:NAME")

// columns are the columns of runs that can tell sides apart.
var columns = map[string]func(*report.Run) string{
	"model":   func(r *report.Run) string { return r.Model },
	"runner":  func(r *report.Run) string { return r.Runner },
	"version": func(r *report.Run) string { return r.Version },
	"variant": func(r *report.Run) string { return r.Variant },
	"subject": func(r *report.Run) string { return r.Subject },
	byDate:    runDate,
}

// byDate compares the last run date with the one before that tried some of the same items.
const byDate = "date"

func runDate(r *report.Run) string {
	if r.StartedAt.IsZero() {
		return ""
	}
	return r.StartedAt.UTC().Format(time.DateOnly)
}

// labelPrefix begins the name of a label.
const labelPrefix = "label:"

// By says what tells the sides apart, and which value the others are compared with.
type By struct {
	Column string // of runs, or label:NAME; "": the first of model, runner and date that has several values
	Base   string // "": the value whose first run is the oldest
}

// Parse reads "model", "label:branch" or "model=lab/m-1".
func Parse(text string) (By, error) {
	column, base, _ := strings.Cut(text, "=")
	by := By{Column: column, Base: base}
	if name, isLabel := strings.CutPrefix(column, labelPrefix); isLabel && name != "" || columns[column] != nil || text == "" {
		return by, nil
	}
	return By{}, fmt.Errorf("%q: %w", text, ErrColumn)
}

// at is an item of a benchmark.
type at struct{ benchmark, item string }

// side is the items of the runs with one value.
type side struct {
	value  string
	items  map[at]stat.Fraction
	scores map[metric.Scorer]metric.MeanScores // of those that are not yes or no
}

// Items compares the items of the units, whose rows of the report are runs. labels may be nil. why
// says what keeps the comparison that was asked for from being made: no run with items has the
// column, or the value of the base. It is empty where nothing was asked for, or no run has items.
func Items(units []*metric.Unit, runs []report.Run, labels func(run int) []report.Label, by By) (_ []report.ItemComparison, why string) {
	out := []report.ItemComparison{}
	names := []string{by.Column}
	if by.Column == "" {
		names = []string{"model", "runner", byDate}
	}
	for _, name := range names {
		all := sidesOf(units, runs, valueOf(runs, labels, name))
		if why := missing(all, by); why != "" && slices.ContainsFunc(units, hasItems) {
			return out, why
		}
		for _, sides := range related(all) {
			if name == byDate && by.Base == "" {
				sides = lastDates(sides)
			}
			out = append(out, withBase(sides, name, by.Base)...)
		}
		if len(out) > 0 {
			break
		}
	}
	judge(out)
	return out, ""
}

func hasItems(u *metric.Unit) bool { return len(u.Items())+len(u.Scores()) > 0 }

// missing says what was asked for and no side has.
func missing(sides []*side, by By) string {
	switch {
	case by.Column == "":
		return ""
	case len(sides) == 0:
		return "no run with items has a " + strings.Replace(by.Column, ":", " ", 1)
	case by.Base == "" || slices.ContainsFunc(sides, func(s *side) bool { return s.value == by.Base }):
		return ""
	}
	var values []string
	for _, s := range sides {
		values = append(values, s.value)
	}
	return fmt.Sprintf("no run with items has the %s %s; they have %s", strings.Replace(by.Column, ":", " ", 1), by.Base, words.List(values, 4))
}

// withBase compares the sides with the one of the value, else with the first. A side that has no
// item in common with that one is compared with the first that it has some with.
func withBase(sides []*side, name, value string) (out []report.ItemComparison) {
	base := max(0, slices.IndexFunc(sides, func(s *side) bool { return s.value == value }))
	done := map[[2]int]bool{}
	for i, s := range sides {
		if i == base {
			continue
		}
		pair := [2]int{base, i}
		if !s.shares(sides[base]) {
			other := slices.IndexFunc(sides, func(o *side) bool { return o != s && o.shares(s) })
			if other < 0 {
				continue
			}
			pair = [2]int{min(i, other), max(i, other)}
		}
		if done[pair] {
			continue
		}
		done[pair] = true
		if c := compare(sides[pair[0]], sides[pair[1]]); c.Items > 0 || len(c.Scores) > 0 {
			c.By = name
			out = append(out, c)
		}
	}
	return out
}

// related are the sides in groups that have items in common, one after another. Each group is
// compared by itself.
//
// Example: two models on one eval and two agents on another. No item is of both evals, so neither
// agent says anything of a model.
func related(sides []*side) (groups [][]*side) {
	for _, s := range sides {
		joined := []*side{s}
		var others [][]*side
		for _, g := range groups {
			if slices.ContainsFunc(g, s.shares) {
				joined = append(g, joined...)
			} else {
				others = append(others, g)
			}
		}
		groups = append(others, joined)
	}
	place := make(map[*side]int, len(sides))
	for i, s := range sides {
		place[s] = i
	}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b *side) int { return place[a] - place[b] })
	}
	slices.SortFunc(groups, func(a, b []*side) int { return place[a[0]] - place[b[0]] })
	return groups
}

// lastDates are the last run date and, in front of it, the last one before it that tried
// some of the same items; none where no date did.
func lastDates(sides []*side) []*side {
	slices.SortFunc(sides, func(a, b *side) int { return strings.Compare(a.value, b.value) })
	for i := len(sides) - 2; i >= 0; i-- {
		if last := sides[len(sides)-1]; last.shares(sides[i]) {
			return []*side{sides[i], last}
		}
	}
	return nil
}

// shares reports whether both sides have an item, or a scorer's scores of one.
func (s *side) shares(o *side) bool {
	for k := range s.items {
		if _, both := o.items[k]; both {
			return true
		}
	}
	for k, scores := range s.scores {
		others := o.scores[k]
		for item := range scores {
			if others[item] != nil {
				return true
			}
		}
	}
	return false
}

// judge says how strong each comparison is, corrected for their number.
func judge(all []report.ItemComparison) {
	judgeScores(all)
	judgeBenchmarks(all)
	var ps []report.Number
	for _, c := range all {
		ps = append(ps, c.P)
	}
	for i, q := range corrected(ps) {
		all[i].QBH, all[i].Evidence = number(q), evidence(q)
		if report.ItemsDiffer(all[i].Evidence) {
			all[i].Settle = nil
		}
		all[i].Text = sentence(&all[i])
	}
}

// judgeBenchmarks says how strong the difference of each benchmark is by itself. Two that go
// opposite ways show none together.
func judgeBenchmarks(all []report.ItemComparison) {
	several := 0
	for _, c := range all {
		if len(c.Benchmarks) > 1 {
			several++
		}
	}
	for _, c := range all {
		for i := range c.Benchmarks {
			b := &c.Benchmarks[i]
			q := stat.Missing(stat.Reason(b.QBH.Reason))
			if b.QBH.OK {
				q = stat.Known(min(1, b.QBH.Value*float64(max(1, several))))
			}
			b.Evidence = evidence(q)
		}
	}
}

// corrected are p-values of one family after Benjamini-Hochberg.
func corrected(ps []report.Number) []stat.Number {
	list := make([]stat.Number, len(ps))
	for i, p := range ps {
		list[i] = stat.Missing(stat.Reason(p.Reason))
		if p.OK {
			list[i] = stat.Known(p.Value)
		}
	}
	return stat.BenjaminiHochberg(list)
}

// valueOf is the value of a run's column or label.
func valueOf(runs []report.Run, labels func(run int) []report.Label, name string) func(run int) string {
	if label, isLabel := strings.CutPrefix(name, labelPrefix); isLabel {
		return func(run int) string {
			if labels == nil {
				return ""
			}
			for _, l := range labels(run) {
				if l.Name == label {
					return l.Value
				}
			}
			return ""
		}
	}
	return func(run int) string { return columns[name](&runs[run]) }
}

// sidesOf are the sides in the order of their first runs. Runs without a value are on none.
func sidesOf(units []*metric.Unit, runs []report.Run, value func(run int) string) []*side {
	byValue, graded := map[string]*side{}, metric.Graded(units)
	var out []*side
	for i, u := range units {
		v := value(i)
		if v == "" || i >= len(runs) {
			continue
		}
		items, scores := u.Items(), u.Scores()
		s := byValue[v]
		if s == nil && len(items)+len(scores) > 0 {
			s = &side{value: v, items: map[at]stat.Fraction{}, scores: map[metric.Scorer]metric.MeanScores{}}
			byValue[v] = s
			out = append(out, s)
		}
		for _, x := range scores {
			if x.Item == "" || !graded[x.Scorer] {
				continue
			}
			if s.scores[x.Scorer] == nil {
				s.scores[x.Scorer] = metric.MeanScores{}
			}
			s.scores[x.Scorer].Add(x.Item, x.Value)
		}
		for _, x := range items {
			if !x.Decided {
				continue
			}
			f := s.items[at{x.Benchmark, x.Item}]
			f.Den++
			if x.Passed {
				f.Num++
			}
			s.items[at{x.Benchmark, x.Item}] = f
		}
	}
	return out
}

// compare pairs the items of two sides.
func compare(a, b *side) report.ItemComparison {
	c := report.ItemComparison{Before: a.value, After: b.value, Lost: []string{}, Gained: []string{}, Benchmarks: []report.ItemStratum{}}
	var paired []at
	for k := range a.items {
		if _, both := b.items[k]; both {
			paired = append(paired, k)
		}
	}
	slices.SortFunc(paired, func(x, y at) int { return cmp.Or(cmp.Compare(x.benchmark, y.benchmark), cmp.Compare(x.item, y.item)) })
	c.Items = int64(len(paired))
	c.Only = [2]int64{int64(len(a.items) - len(paired)), int64(len(b.items) - len(paired))}
	c.RateA, c.RateB = rateOf(a.items, nil), rateOf(b.items, nil)
	var all []stat.RepeatedBug
	strata := map[string][]stat.RepeatedBug{}
	keys := map[string][]at{}
	var order []string
	for _, k := range paired {
		x := stat.RepeatedBug{Pre: a.items[k], Post: b.items[k]}
		if strata[k.benchmark] == nil {
			order = append(order, k.benchmark)
		}
		all = append(all, x)
		strata[k.benchmark] = append(strata[k.benchmark], x)
		keys[k.benchmark] = append(keys[k.benchmark], k)
		if split(x.Pre) || split(x.Post) {
			c.Mixed++
		}
		switch x.Move() {
		case stat.MoveLost:
			c.Lost = append(c.Lost, k.benchmark+"/"+k.item)
		case stat.MoveGained:
			c.Gained = append(c.Gained, k.benchmark+"/"+k.item)
		}
	}
	test := stat.SignFlip(all)
	c.Delta, c.P = number(test.Delta), number(test.P)
	c.Lo, c.Hi = interval(all)
	c.Settle = metric.Settle(stat.SettlePairs(all))
	c.Scores = scoreDifferences(a, b)
	crude := c.RateB.Value.Value - c.RateA.Value.Value
	c.Reversed = c.Delta.OK && crude*c.Delta.Value < 0 && max(crude, -crude) > stat.Eps
	var ps []stat.Number
	for _, name := range order {
		x, p := stratum(name, a, b, strata[name], keys[name])
		c.Benchmarks = append(c.Benchmarks, x)
		ps = append(ps, p)
	}
	for i, q := range stat.BenjaminiHochberg(ps) {
		c.Benchmarks[i].QBH = number(q)
	}
	return c
}

func stratum(name string, a, b *side, items []stat.RepeatedBug, keys []at) (report.ItemStratum, stat.Number) {
	test := stat.SignFlip(items)
	x := report.ItemStratum{Benchmark: name, Items: int64(len(items)), Delta: number(test.Delta), P: number(test.P),
		RateA: rateOf(a.items, keys), RateB: rateOf(b.items, keys)}
	for _, i := range items {
		switch i.Move() {
		case stat.MoveLost:
			x.Lost++
		case stat.MoveGained:
			x.Gained++
		}
	}
	return x, test.P
}

// rateOf is the rate over the trials of these items, of all where keys is nil.
func rateOf(items map[at]stat.Fraction, keys []at) report.Rate {
	passed, all := 0, 0
	add := func(f stat.Fraction) { passed, all = passed+f.Num, all+f.Den }
	if keys == nil {
		for _, f := range items {
			add(f)
		}
	}
	for _, k := range keys {
		add(items[k])
	}
	return metric.RateOf(passed, all)
}

// split reports whether trials of one side differ.
func split(f stat.Fraction) bool { return f.Num > 0 && f.Num < f.Den }

func number(n stat.Number) report.Number {
	if !n.OK {
		return report.Missing(string(n.Reason))
	}
	return report.Known(n.Value)
}

// evidence is how strong a p-value is, once corrected.
func evidence(p stat.Number) string {
	switch {
	case !p.OK || p.Value > stat.Alpha:
		return report.ItemsInconclusive
	case p.Value <= 0.001:
		return report.ItemsStrong
	case p.Value <= 0.01:
		return report.ItemsModerate
	}
	return report.ItemsWeak
}

// interval is the 95 % interval of the mean change: of pairs of yes or no where every item
// has one trial a side, else of the changes of the items' shares.
func interval(items []stat.RepeatedBug) (lo, hi report.Number) {
	var p stat.Pairs
	var changes []float64
	single := true
	for _, x := range items {
		single = single && x.Pre.Den == 1 && x.Post.Den == 1
		changes = append(changes, float64(x.Post.Num)/float64(x.Post.Den)-float64(x.Pre.Num)/float64(x.Pre.Den))
		switch {
		case x.Pre.Num > 0 && x.Post.Num > 0:
			p.Both++
		case x.Pre.Num > 0:
			p.Lost++
		case x.Post.Num > 0:
			p.Gained++
		default:
			p.Neither++
		}
	}
	e := stat.MeanInterval(changes)
	if single {
		e = stat.PairedInterval(p)
	}
	if !e.OK {
		none := report.Missing(string(e.Reason))
		return none, none
	}
	return report.Known(max(-1, e.Lo)), report.Known(min(1, e.Hi))
}
