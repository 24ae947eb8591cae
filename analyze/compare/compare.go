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
	Column string // of runs, or label:NAME; "": the first of model, runner, date and variant that has several values
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

// Input is what is compared with what.
type Input struct {
	Units    []*metric.Unit
	Runs     []report.Run                 // the rows of the report of the units
	Labels   func(run int) []report.Label // nil: none
	By       By
	Baseline *report.Items // of an earlier report; nil: none, or its numbers do not compare
	Based    bool          // there is an earlier report
}

// Items compares the items of the units and writes into x what came of it, with what a later report
// compares its own items with. With a baseline the items of the last run dates are compared with
// those of its last run dates, and nothing else is unless it is asked for.
//
// NotCompared says what keeps a comparison that was asked for from being made: no run with items has
// the column, or the value of the base, or the baseline has none of the items. It is empty where
// nothing was asked for, or no run has items. LeftOut are the sides that are in no comparison.
func Items(in Input, x *report.Items) {
	x.Latest, x.Comparisons, x.LeftOut = Latest(in.Units, in.Runs), []report.ItemComparison{}, []report.LeftOut{}
	var why []string
	if in.Based {
		missing := in.withBaseline(x)
		why = append(why, missing)
	}
	if !in.Based || in.By.Column != "" {
		missing := in.bySides(x)
		why = append(why, missing)
	}
	x.Noun = metric.ItemNoun(in.Units)
	judge(x.Comparisons, x.Noun)
	x.NotCompared = strings.Join(slices.DeleteFunc(why, func(w string) bool { return w == "" }), "; ")
}

// withBaseline compares the items of the last run dates with those of the baseline.
func (in *Input) withBaseline(x *report.Items) (why string) {
	switch now := in.decided(x.Latest); {
	case !slices.ContainsFunc(in.Units, hasItems):
		return ""
	case in.Baseline == nil:
		return report.BaselineNotComparable
	case len(now) == 0 && slices.ContainsFunc(in.Units, func(u *metric.Unit) bool { return len(u.Items()) > 0 }):
		return "no item of the last run date has an outcome"
	default:
		some, left, why := withBaseline(now, in.Baseline)
		x.Comparisons = append(x.Comparisons, some...)
		if why == "" {
			x.LeftOut = append(append(x.LeftOut, in.brokenSetups(now)...), left...)
		}
		return why
	}
}

// bySides compares the items of the units by the column.
func (in *Input) bySides(x *report.Items) (why string) {
	names := []string{in.By.Column}
	if in.By.Column == "" {
		names = []string{"model", "runner", byDate, "variant"}
	}
	for _, name := range names {
		all := sidesOf(in.Units, in.Runs, valueOf(in.Runs, in.Labels, name))
		if why := missing(all, in.By); why != "" && slices.ContainsFunc(in.Units, hasItems) {
			return why
		}
		var out []report.ItemComparison
		for _, sides := range related(all) {
			if name == byDate && in.By.Base == "" {
				sides = lastDates(sides)
			}
			out = append(out, withBase(sides, name, in.By.Base)...)
		}
		x.Comparisons = append(x.Comparisons, out...)
		x.LeftOut = append(x.LeftOut, leftOut(all, out, name, in.By.Column != "")...)
		if len(out) > 0 {
			break
		}
		if in.By.Column != "" && len(x.LeftOut) == 0 {
			return alone(all, name)
		}
	}
	return ""
}

// alone says why a column that was asked for gives no comparison, of sides that all have outcomes.
func alone(sides []*side, column string) string {
	if len(sides) == 0 {
		return ""
	}
	if len(sides) == 1 {
		return fmt.Sprintf("all runs with items have the %s %s", strings.Replace(column, ":", " ", 1), sides[0].value)
	}
	return fmt.Sprintf("no two of %s have results of the same items", words.List(valuesOf(sides), mostValues))
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
			c.By, c.Order = name, order(sides[pair[0]], sides[pair[1]], name, value)
			out = append(out, c)
		}
	}
	return out
}

// order says why a is called before: it is the value that was asked for, its date or first run is
// the older one, or nothing says so.
func order(a, b *side, column, asked string) string {
	switch {
	case asked != "" && a.value == asked:
		return report.OrderAsked
	case column == byDate || !a.first.IsZero() && a.first.Before(b.first):
		return report.OrderTime
	}
	return report.OrderNone
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
		c.Repeated = c.Repeated || x.Pre.Den > 1 || x.Post.Den > 1
		switch now, before := x.Post.Num*x.Pre.Den, x.Pre.Num*x.Post.Den; {
		case now > before:
			c.Risen++
		case now < before:
			c.Fallen++
		}
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
