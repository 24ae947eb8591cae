package compare

import (
	"cmp"
	"fmt"
	"iter"
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
	parent := make([]int, len(sides)) // union-find: a root is its own parent
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := map[any]int{} // what was measured → the first side that measured it
	for i, s := range sides {
		parent[i] = i
		for what := range s.measured() {
			other, known := first[what]
			if !known {
				first[what] = i
				continue
			}
			a, b := root(other), root(i)
			parent[max(a, b)] = min(a, b)
		}
	}
	place := map[int]int{} // root → index in groups
	for i, s := range sides {
		r := root(i)
		at, known := place[r]
		if !known {
			at = len(groups)
			place[r] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], s)
	}
	return groups
}

// scoredItem is an item with a scorer's score.
type scoredItem struct {
	scorer metric.Scorer
	item   string
}

// measured yields what two sides can have in common: an item (at), a scorer's score of one
// (scoredItem), and a scorer's stated mean (metric.Scorer).
func (s *side) measured() iter.Seq[any] {
	return func(yield func(any) bool) {
		for k := range s.items {
			if !yield(k) {
				return
			}
		}
		for k, scores := range s.scores {
			for item := range scores {
				if !yield(scoredItem{k, item}) {
					return
				}
			}
		}
		for k := range s.stated {
			if !yield(k) {
				return
			}
		}
	}
}

// has reports whether the side measured it.
func (s *side) has(what any) (has bool) {
	switch x := what.(type) {
	case at:
		_, has = s.items[x]
	case scoredItem:
		has = s.scores[x.scorer][x.item] != nil
	case metric.Scorer:
		_, has = s.stated[x]
	}
	return has
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
	for what := range s.measured() {
		if o.has(what) {
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
	if name == byDate {
		var dates metric.RunDates
		return func(run int) string { return dates.Of(runs[run].StartedAt) }
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
