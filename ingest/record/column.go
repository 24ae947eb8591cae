package record

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/table"
)

// columns finds the columns of the table that the kind's fields name.
func (k *Kind) columns(t table.Table) table.Bound {
	if b := k.bound.Load(); b != nil {
		if columns, ok := b.In(t); ok {
			return columns
		}
	}
	names := make([]string, len(k.Fields))
	for i := range k.Fields {
		names[i] = k.Fields[i].Column
	}
	b := table.Bind(t, names)
	k.bound.Store(b)
	columns, _ := b.In(t)
	return columns
}

// fill sets the row of the column to the value of a field of the type. It panics where the
// two do not fit, as a test walks every declaration.
func (h *held) fill(column any, row int, of Type) {
	fits := true
	switch c := column.(type) {
	case *table.String:
		switch of {
		case String:
			c.Set(row, h.text)
		case Any, Object, List:
			raw, _ := h.more.(jsontext.Value)
			c.Set(row, string(raw))
		default:
			fits = false
		}
	case *table.Int:
		fits = of == Int
		c.Set(row, h.integer())
	case *table.Float:
		fits = of == Int || of == Float
		c.Set(row, h.number())
	case *table.Bool:
		fits = of == Bool
		c.Set(row, h.form == truth)
	case *table.Time:
		fits = of == Time || of == Millis
		c.Set(row, h.when())
	case *table.Strings:
		fits = of == Strings
		list, _ := h.more.([]string)
		c.Set(row, list)
	default:
		fits = false
	}
	if !fits {
		panic(fmt.Sprintf("record: a column %T for a field that holds %s", column, of))
	}
}
