package dataset

import (
	"cmp"
	"slices"

	"runreport/ingest/table"
)

// longestFirst are the indices of the partitions in the order in which they are written: those that take longest
// begin first, so that no processor waits long for the last one. The table that Open was asked for holds the bytes
// of logs in a history.
func (d *Dataset) longestFirst(all []table.Partition) []int {
	return inOrder(len(all), func(a, b int) int {
		x, y := all[a], all[b]
		switch {
		case x.Name == y.Name || x.Name != d.table && y.Name != d.table:
			return cmp.Compare(y.Len(), x.Len())
		case x.Name == d.table:
			return -1
		}
		return 1
	})
}

// inOrder are the indices below n in an order; those that are alike keep theirs.
func inOrder(n int, compare func(a, b int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compare)
	return order
}
