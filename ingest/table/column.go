package table

import (
	"slices"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

// column is what the package does with a column whatever its type.
type column interface {
	pad(n int)    // nulls up to n rows
	settle(n int) // pad, for a column that is read by several goroutines from then on
	// join puts some rows of another column of its type where they go. Texts that are renamed get
	// their new name.
	join(o column, rows span, renamed map[string]string, to target)
	joined(take bool)          // no more rows of it are joined; take: its values may go
	room(like column)          // for as many rows as the other column has
	lie(at *shelf)             // has its numbers lie there
	pick(o column, rows []int) // append those rows of the other column
	digest(d *digester)        // hashes the column's values: equal for equal values
	dataType() arrow.DataType
	array() arrow.Array // wraps the values without copying where the layout allows
	field() field       // what it is in CSV
	// What it is in Parquet: its node of the schema, the path of its values, how large a
	// dictionary it makes, and its rows to and from a file.
	node(name string) (schema.Node, error)
	leaf(name string) string
	distinct(limit int64) int64
	write(w file.ColumnChunkWriter, rows span) error
	read(l *leafReader) error // into a column without rows
}

// cells holds the values of a column and which of them are given. Rows that were
// never set cost nothing until the column is sealed.
type cells[T any] struct {
	vals  []T
	valid bitmap
}

func (c *cells[T]) put(row int, v T) {
	c.pad(row)
	if row == len(c.vals) {
		c.vals = append(c.vals, v)
	} else {
		c.vals[row] = v
	}
	c.valid.set(row)
}

func (c *cells[T]) get(row int) (T, bool) {
	var zero T
	if row >= len(c.vals) || !c.valid.has(row) {
		return zero, false
	}
	return c.vals[row], true
}

func (c *cells[T]) pad(n int) {
	for len(c.vals) < n {
		var zero T
		c.vals = append(c.vals, zero)
	}
}

func (c *cells[T]) settle(n int) {
	c.pad(n)
	c.valid = c.valid.grown(n)
}

// Int is a nullable column of 64-bit integers.
type Int struct{ numbers }

// Set gives the row a value.
func (c *Int) Set(row int, v int64) { c.put(row, v) }

// Get is the row's value; false where it is null.
func (c *Int) Get(row int) (int64, bool) { return c.get(row) }

// At is the row's value, 0 where it is null.
func (c *Int) At(row int) int64 { v, _ := c.get(row); return v }

// Float is a nullable column of 64-bit floats. NaN and infinities are never stored.
type Float struct{ cells[float64] }

// Set gives the row a value; NaN and infinities leave it null.
func (c *Float) Set(row int, v float64) {
	if v-v == 0 {
		c.put(row, v)
	}
}

// Get is the row's value; false where it is null.
func (c *Float) Get(row int) (float64, bool) { return c.get(row) }

// At is the row's value, 0 where it is null.
func (c *Float) At(row int) float64 { v, _ := c.get(row); return v }

// Bool is a nullable column of truth values.
type Bool struct{ cells[bool] }

// Set gives the row a value.
func (c *Bool) Set(row int, v bool) { c.put(row, v) }

// Get is the row's value; false, false where it is null.
func (c *Bool) Get(row int) (value, ok bool) { return c.get(row) }

// Is reports whether the row is given and true.
func (c *Bool) Is(row int) bool { v, _ := c.get(row); return v }

// Time is a nullable column of UTC instants, to the microsecond.
type Time struct{ cells[int64] }

// Set gives the row a value; the zero time leaves it null.
func (c *Time) Set(row int, t time.Time) {
	if !t.IsZero() {
		c.put(row, t.UnixMicro())
	}
}

// Get is the row's instant in UTC; false where it is null.
func (c *Time) Get(row int) (time.Time, bool) {
	v, ok := c.get(row)
	if !ok {
		return time.Time{}, false
	}
	return time.UnixMicro(v).UTC(), true
}

// At is the row's instant, the zero time where it is null.
func (c *Time) At(row int) time.Time { t, _ := c.Get(row); return t }

// Strings is a nullable column of lists of strings. Few rows of most such columns have one, so
// the others take no room for it.
type Strings struct {
	numbers // places in lists
	lists   [][]string
	shared  bool // several rows have the last list
}

// Set gives the row a list; nil leaves it null, an empty list is an empty list. Its
// strings become valid UTF-8.
func (c *Strings) Set(row int, v []string) {
	if v == nil {
		return
	}
	v = validTexts(v)
	if i, known := c.get(row); known && int(i) == len(c.lists)-1 && !c.shared {
		c.lists[i] = v
		return
	}
	c.put(row, c.place(v))
}

// place is where the list is. It is the list that was added last where that is the same: all runs of
// a log are made of one file. So what is done to a list in place has to be right for all its rows.
func (c *Strings) place(v []string) int64 {
	last := len(c.lists) - 1
	if last >= 0 && slices.Equal(c.lists[last], v) {
		c.shared = true
		return int64(last)
	}
	c.lists, c.shared = append(c.lists, v), false
	return int64(last + 1)
}

// Get is the row's list; false where it is null.
func (c *Strings) Get(row int) ([]string, bool) {
	i, ok := c.get(row)
	if !ok {
		return nil, false
	}
	return c.lists[i], true
}

// At is the row's list, nil where it is null.
func (c *Strings) At(row int) []string { v, _ := c.Get(row); return v }

// Bytes is a nullable column of bytes that nobody outside this program reads.
type Bytes struct{ cells[[]byte] }

// Set gives the row a value.
func (c *Bytes) Set(row int, v []byte) { c.put(row, v) }

// At is the row's value, nil where it is null.
func (c *Bytes) At(row int) []byte { v, _ := c.get(row); return v }
