package table

import (
	"reflect"
	"strings"
	"sync"
)

// Place is where a row comes from: the index of its file in Sources and its line,
// counted from 1; 0 for a whole document.
type Place struct {
	Source int
	Line   int64
}

// Rows is what every table has: its rows and the place each of them comes from.
type Rows struct {
	n      int
	lists  columnList
	brief  bool // columns for tables alone stay null where a binding fills them
	Source Int  `col:"source" doc:"index of the input file in the table sources"`
	Line   Int  `col:"line" doc:"line in that file, counted from 1; null for a whole document"`
}

// Add appends a row that comes from p and returns its index. Its other columns
// are null until they are set.
func (r *Rows) Add(p Place) int {
	row := r.n
	r.n++
	r.Source.Set(row, int64(p.Source))
	if p.Line > 0 {
		r.Line.Set(row, p.Line)
	}
	return row
}

// Len is the number of rows.
func (r *Rows) Len() int { return r.n }

// Place is where the row comes from.
func (r *Rows) Place(row int) Place {
	return Place{Source: int(r.Source.At(row)), Line: r.Line.At(row)}
}

func (r *Rows) rows() *Rows { return r }

// Table is any of the tables of a Set.
type Table interface{ rows() *Rows }

// ColumnDoc describes one column, for the printed reference.
type ColumnDoc struct{ Name, Type, Doc string }

// layout is what reflection finds in a table's struct type, once per type.
type layout struct {
	fields    [][]int // index paths of the column fields
	docs      []ColumnDoc
	forTables []bool // of each column: only readers of the tables need it
	durations []int  // columns of seconds
	byName    map[string]int
}

var layouts sync.Map // reflect.Type → *layout

func layoutOf(t reflect.Type) *layout {
	if l, ok := layouts.Load(t); ok {
		return l.(*layout)
	}
	l := &layout{byName: map[string]int{}}
	l.walk(t, nil)
	got, _ := layouts.LoadOrStore(t, l)
	return got.(*layout)
}

func (l *layout) walk(t reflect.Type, path []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(append([]int{}, path...), i)
		if f.Anonymous {
			l.walk(f.Type, at)
			continue
		}
		name, ok := f.Tag.Lookup("col")
		if !ok {
			continue
		}
		l.byName[name] = len(l.fields)
		l.fields = append(l.fields, at)
		l.forTables = append(l.forTables, f.Tag.Get("for") == "tables")
		c := reflect.New(f.Type).Interface().(column)
		if _, ok := c.(*Float); ok && strings.HasSuffix(name, "_s") {
			l.durations = append(l.durations, len(l.docs))
		}
		l.docs = append(l.docs, ColumnDoc{Name: name, Type: typeName(c), Doc: f.Tag.Get("doc")})
	}
}

func typeName(c column) string {
	switch c.(type) {
	case *Int:
		return "int64"
	case *Float:
		return "double"
	case *Bool:
		return "bool"
	case *Time:
		return "timestamp[us, UTC]"
	case *Strings:
		return "list<string>"
	case *Bytes:
		return "binary"
	default:
		return "string"
	}
}

// columnList is the columns of a table, listed once.
type columnList struct {
	of     *Rows // a copy of the table has columns of its own
	layout *layout
	all    []column
}

// kind is the layout of the table t, whose rows r is.
func (r *Rows) kind(t Table) *layout {
	ragged(t)
	return r.lists.layout
}

// ragged are the table's columns in declaration order, as far as each was filled.
func ragged(t Table) []column {
	rows := t.rows()
	if rows.lists.of == rows {
		return rows.lists.all
	}
	v := reflect.ValueOf(t).Elem()
	l := layoutOf(v.Type())
	out := make([]column, len(l.fields))
	for i, at := range l.fields {
		out[i] = v.FieldByIndex(at).Addr().Interface().(column)
	}
	rows.lists = columnList{rows, l, out}
	return out
}

// columns are the table's columns in declaration order, padded to its rows.
func columns(t Table) []column {
	out := ragged(t)
	for _, c := range out {
		c.pad(t.rows().n)
	}
	return out
}

// Binding says which columns of a table take some values, in their order. It is for values
// whose columns are declared as data; elsewhere the fields are used.
type Binding struct {
	layout    *layout
	at, brief []int // index of the column, of all and where some stay null; below 0: none takes the value
}

// Bind finds the columns of those names in the table; "" is no column. It panics on a name
// that the table does not have, as a test walks every declaration.
func Bind(t Table, names []string) *Binding {
	of := reflect.TypeOf(t).Elem()
	b := &Binding{layout: layoutOf(of), at: make([]int, len(names)), brief: make([]int, len(names))}
	for i, name := range names {
		b.at[i], b.brief[i] = -1, -1
		if name == "" {
			continue
		}
		at, ok := b.layout.byName[name]
		if !ok {
			panic("table: " + of.Name() + " has no column " + name)
		}
		b.at[i] = at
		if !b.layout.forTables[at] {
			b.brief[i] = at
		}
	}
	return b
}

// In is the binding for one table; false where it is one of tables of another type.
func (b *Binding) In(t Table) (Bound, bool) {
	all, at := ragged(t), b.at
	if t.rows().brief {
		at = b.brief
	}
	return Bound{all, at}, t.rows().lists.layout == b.layout
}

// Bound is the columns of a table that take some values.
type Bound struct {
	all []column
	at  []int
}

// Column is the column that takes the value of that index: a pointer to an Int, a Float, a Bool,
// a Time, a String or a Strings; nil where none does.
func (b Bound) Column(value int) any {
	if at := b.at[value]; at >= 0 {
		return b.all[at]
	}
	return nil
}
