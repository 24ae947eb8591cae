package change

import (
	"sort"

	"runreport/analyze/stat"
)

// keptCounts are the counts of a track on the dates that are not left out, up to a date, as
// running sums: a window or a reference is the difference of two of them, however long it is.
type keptCounts struct {
	at   []int           // indexes into the track's dates, ascending
	sum  []stat.Fraction // sum[k] is over at[:k]; one longer than at
	next int             // the first index that has not been looked at
}

// advance takes in the dates up to index i.
func (k *keptCounts) advance(t *track, i int, out *dated[bool]) {
	if k.sum == nil {
		k.at, k.sum = make([]int, 0, len(t.points)), make([]stat.Fraction, 1, len(t.points)+1)
	}
	for ; k.next <= i; k.next++ {
		if !*out.at(t.date[k.next]) {
			k.sum = append(k.sum, sum(k.sum[len(k.at)], t.points[k.next].Count))
			k.at = append(k.at, k.next)
		}
	}
}

// forget takes the dates from index i on out again: some that were left out no longer are.
func (k *keptCounts) forget(i int) {
	if i < k.next {
		n := sort.SearchInts(k.at, i)
		k.at, k.sum, k.next = k.at[:n], k.sum[:n+1], i
	}
}

// between is the sum over at[from:to].
func (k *keptCounts) between(from, to int) stat.Fraction {
	return stat.Fraction{Num: k.sum[to].Num - k.sum[from].Num, Den: k.sum[to].Den - k.sum[from].Den}
}

// hitLately reports whether anything was hit on the last size dates up to index i that are not left
// out. Dates are asked for in order, as in window.
func (t *track) hitLately(i, size int, out *dated[bool]) bool {
	k := &t.kept
	k.advance(t, i, out)
	return k.between(max(0, len(k.at)-size), len(k.at)).Num > 0
}

// window sums the last size dates up to index i that are not left out, and the up to 400
// runs on whole dates before them, which reach back to from at most. The caller goes from
// date to date and never back.
func (t *track) window(i, size, from int, out *dated[bool]) (now, before stat.Fraction, start int) {
	k := &t.kept
	k.advance(t, i, out)
	least, all := sort.SearchInts(k.at, from), len(k.at)
	split := max(least, all-size)
	start = i + 1
	switch {
	case size > 0 && all-least < size:
		start = min(start, from) // fewer dates than the window has
	case size > 0:
		start = k.at[split]
	}
	// The reference begins with the first date from which on there are no more than 400 runs.
	// The last date before the window is in it however many runs it has.
	first := least + sort.Search(max(0, split-1-least), func(j int) bool {
		return k.between(least+j, split).Den <= referenceRuns
	})
	return k.between(split, all), k.between(first, split), start
}
