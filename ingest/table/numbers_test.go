package table

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A column of integers takes 1, 2, 4 or 8 bytes for each, by the one that needs most.
func TestWidthOfNumbers(t *testing.T) {
	for _, c := range []struct {
		values []int64
		want   int // bytes a value
	}{
		{nil, 1},
		{[]int64{0, 1, -1, 127, -128}, 1},
		{[]int64{128}, 2},
		{[]int64{-129, 5}, 2},
		{[]int64{5, math.MaxInt16, math.MinInt16}, 2},
		{[]int64{math.MaxInt16 + 1}, 4},
		{[]int64{math.MinInt16 - 1, 3}, 4},
		{[]int64{math.MaxInt32, math.MinInt32}, 4},
		{[]int64{1, math.MaxInt32 + 1, 2}, 8},
		{[]int64{math.MinInt32 - 1}, 8},
		{[]int64{math.MaxInt64, math.MinInt64, 0}, 8},
	} {
		var col Int
		for row, v := range c.values {
			col.Set(row, v)
		}
		if got := 1 << col.log; got != c.want {
			t.Errorf("%d take %d bytes each, want %d", c.values, got, c.want)
		}
		for row, want := range c.values {
			if got, ok := col.Get(row); got != want || !ok {
				t.Errorf("row %d of %d is %d, %v", row, c.values, got, ok)
			}
		}
	}
}

// modelled is a column of integers as a list, nil for null, and what it should be the same as.
type modelled struct {
	col  Int
	list []*int64
}

func (m *modelled) set(row int, v int64) {
	for len(m.list) <= row {
		m.list = append(m.list, nil)
	}
	m.list[row] = &v
	m.col.Set(row, v)
}

func (m *modelled) check(t *rapid.T) {
	for row, want := range m.list {
		got, ok := m.col.Get(row)
		if ok != (want != nil) || want != nil && got != *want {
			t.Fatalf("row %d is %d, %v", row, got, ok)
		}
	}
	if _, ok := m.col.Get(len(m.list)); ok {
		t.Fatalf("a row behind the last one is given")
	}
}

// Whatever is set, joined and picked, in whatever width: rows are what a list would have.
func TestNumbersAreAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64Range(-70_000, 70_000), rapid.Int64())
		var m modelled
		rows := 0
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				row := rapid.IntRange(0, rows+9).Draw(t, "row")
				m.set(row, value.Draw(t, "value"))
				rows = max(rows, row+1)
			case 2: // join some rows of another one
				var o modelled
				for range rapid.IntRange(0, 9).Draw(t, "values") {
					o.set(rapid.IntRange(0, 20).Draw(t, "row"), value.Draw(t, "value"))
				}
				from := rapid.IntRange(0, len(o.list)).Draw(t, "from")
				to := rapid.IntRange(from, len(o.list)).Draw(t, "to")
				m.col.join(&o.col, span{from, to}, nil, target{at: rows, all: rows + to - from})
				for len(m.list) < rows {
					m.list = append(m.list, nil)
				}
				m.list = append(m.list, o.list[from:to]...)
				rows += to - from
			case 3: // pick rows, which makes another column
				picked := rapid.SliceOf(rapid.IntRange(0, max(0, rows-1))).Draw(t, "picked")
				var p modelled
				p.col.pick(&m.col, picked)
				for _, row := range picked {
					if row < len(m.list) {
						p.list = append(p.list, m.list[row])
					}
				}
				p.check(t)
			}
			m.check(t)
		}
		m.col.pad(rows)
		for row, v := range m.col.int64s(span{0, rows}, make([]int64, rows)) {
			if row < len(m.list) && m.list[row] != nil && *m.list[row] != v {
				t.Fatalf("row %d is %d among all", row, v)
			}
		}
	})
}

// A column that was filled takes no room for rows that follow without values, and null rows at
// its beginning are null whatever width it comes to.
func TestNullNumbers(t *testing.T) {
	var col Int
	col.Set(3, 70_000)
	for row := range 3 {
		if _, ok := col.Get(row); ok {
			t.Errorf("row %d is given", row)
		}
	}
	if got := col.int64s(span{0, 4}, make([]int64, 4)); !slices.Equal(got, []int64{0, 0, 0, 70_000}) {
		t.Errorf("all rows are %d", got)
	}
}
