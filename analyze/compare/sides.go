package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// at is an item of a benchmark.
type at struct{ benchmark, item string }

// side is the items of the runs with one value.
type side struct {
	value  string
	first  time.Time // start of its first run; zero: none has one
	items  map[at]stat.Fraction
	tried  map[string]*tried                   // by benchmark
	scores map[metric.Scorer]metric.MeanScores // of those that are not yes or no
	stated map[metric.Scorer]stat.Stated       // by the latest run that states means over all items and no item's score
}

func newSide(value string) *side {
	return &side{value: value, items: map[at]stat.Fraction{}, tried: map[string]*tried{}, scores: map[metric.Scorer]metric.MeanScores{}, stated: map[metric.Scorer]stat.Stated{}}
}

func (s *side) addScore(x metric.Score) {
	if s.scores[x.Scorer] == nil {
		s.scores[x.Scorer] = metric.MeanScores{}
	}
	s.scores[x.Scorer].Add(x.Item, x.Value)
}

func (s *side) addItem(x metric.ItemTrial) {
	f := s.items[at{x.Benchmark, x.Item}]
	f.Den++
	if x.Passed {
		f.Num++
	}
	s.items[at{x.Benchmark, x.Item}] = f
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
	return fmt.Sprintf("no run with items has the %s %s; they have %s", strings.Replace(by.Column, ":", " ", 1), by.Base, words.List(valuesOf(sides), mostValues))
}

// mostValues is how many values of a column stand in a sentence.
const mostValues = 4

func valuesOf(sides []*side) (values []string) {
	for _, s := range sides {
		values = append(values, s.value)
	}
	return values
}

// related are the sides in groups that have items in common, one after another. Each group is
// compared by itself.
//
// Example: two models on one eval and two agents on another. No item is of both evals, so neither
// agent says anything of a model.
func related(sides []*side) (groups [][]*side) {
	together := make([]int, len(sides)) // a side before it that belongs to its group, or itself
	of := func(i int) int {
		for together[i] != i {
			together[i] = together[together[i]]
			i = together[i]
		}
		return i
	}
	first := map[any]int{} // the first side that has something
	for i, s := range sides {
		together[i] = i
		s.eachTried(func(what any) {
			have, known := first[what]
			if !known {
				first[what] = i
				return
			}
			a, b := of(have), of(i)
			together[max(a, b)] = min(a, b)
		})
	}
	place := map[int]int{}
	for i, s := range sides {
		root := of(i)
		at, known := place[root]
		if !known {
			at = len(groups)
			place[root] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], s)
	}
	return groups
}

// eachTried visits what sides can have in common: items, scorers' scores of items, and their stated means.
func (s *side) eachTried(visit func(what any)) {
	type scored struct {
		scorer metric.Scorer
		item   string
	}
	for k := range s.items {
		visit(k)
	}
	for k, scores := range s.scores {
		for item := range scores {
			visit(scored{k, item})
		}
	}
	for k := range s.stated {
		visit(k)
	}
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

// shares reports whether both sides have an item, a scorer's scores of one, or its stated mean.
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
	for k := range s.stated {
		if _, both := o.stated[k]; both {
			return true
		}
	}
	return false
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

// sidesOf are the sides in the order of their first runs, those without a time last; where times
// do not tell them apart, by name. Runs without a value are on none.
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
		if len(items)+len(scores) == 0 {
			continue
		}
		if s == nil {
			s = newSide(v)
			byValue[v] = s
			out = append(out, s)
		}
		if at := runs[i].StartedAt; !at.IsZero() && (s.first.IsZero() || at.Before(s.first)) {
			s.first = at
		}
		means := metric.StatesMeans(scores)
		for _, x := range scores {
			switch {
			case means && x.StdErr.OK:
				s.stated[x.Scorer] = stat.Stated{Mean: x.Value, StdErr: x.StdErr.Value}
			case x.Item != "" && graded[x.Scorer]:
				s.addScore(x)
			}
		}
		tries(s.tried, u, items)
		for _, x := range items {
			if x.Decided {
				s.addItem(x)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *side) int {
		if a.first.IsZero() != b.first.IsZero() {
			return map[bool]int{true: 1, false: -1}[a.first.IsZero()]
		}
		return cmp.Or(a.first.Compare(b.first), strings.Compare(a.value, b.value))
	})
	return out
}
