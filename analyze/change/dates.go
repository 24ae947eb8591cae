package change

import (
	"cmp"
	"slices"
)

// ordered gathers different values in ascending order from lists that ascend and mostly have the same ones: series
// have their points on the run dates of all. A value is sought behind the one before it first.
type ordered[T cmp.Ordered] struct {
	all  []T // in order, each once
	more []T // in no order: those that all did not have when they were added
	next int // index in all behind the value that was added last
}

// begin says that another list follows.
func (o *ordered[T]) begin() { o.next = 0 }

func (o *ordered[T]) add(v T) {
	if o.next < len(o.all) && o.all[o.next] == v {
		o.next++
		return
	}
	at, known := slices.BinarySearch(o.all, v)
	o.next = at
	if known {
		o.next++
		return
	}
	o.more = append(o.more, v)
	if len(o.more) > len(o.all) { // so that all at least doubles, or had only few
		o.settle()
	}
}

// settle puts what was added into its order. To insert each value by itself would move all behind it each time.
func (o *ordered[T]) settle() {
	o.all = append(o.all, o.more...)
	o.more = o.more[:0]
	slices.Sort(o.all)
	o.all = slices.Compact(o.all)
}

// values are all that were added.
func (o *ordered[T]) values() []T {
	o.settle()
	return o.all
}

// datesOf returns the run dates of all series up to now, in order, and their indexes. An
// empty now is no limit.
func datesOf(all []Series, now string) (dates []string, at map[string]int) {
	var met ordered[string]
	for i := range all {
		met.begin()
		for j := range all[i].Points {
			if date := all[i].Points[j].Date; now == "" || date <= now {
				met.add(date)
			}
		}
	}
	dates = met.values()
	at = make(map[string]int, len(dates))
	for i, d := range dates {
		at[d] = i
	}
	return dates, at
}

// datesOfGroups are the run dates of each group, in order, and how many points all series have.
func datesOfGroups(all []Series) (dates map[Place][]string, points int) {
	met := map[Place]*ordered[string]{}
	for i := range all {
		s := &all[i]
		points += len(s.Points)
		of := met[s.group()]
		if of == nil {
			of = &ordered[string]{}
			met[s.group()] = of
		}
		of.begin()
		for j := range s.Points {
			of.add(s.Points[j].Date)
		}
	}
	dates = make(map[Place][]string, len(met))
	for k, of := range met {
		dates[k] = of.values()
	}
	return dates, points
}

// datesOfAll lists the dates on which any of the tracks has a value, in order.
func datesOfAll(tracks []*track) []int {
	var met ordered[int]
	for _, t := range tracks {
		met.begin()
		for _, d := range t.date {
			met.add(d)
		}
	}
	return met.values()
}
