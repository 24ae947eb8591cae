package cadre

import (
	"fmt"
	"reflect"
	"runreport/ingest/table"
)

func cellsOf(s *table.Set, name string, row int) []string {
	v := reflect.ValueOf(s).Elem()
	var tv reflect.Value
	for i := range v.NumField() {
		if n := v.Type().Field(i).Name; equalFold(n, name) {
			tv = v.Field(i)
		}
	}
	var out []string
	for i := range tv.NumField() {
		f := tv.Type().Field(i)
		c := tv.Field(i).Addr().Interface()
		col := f.Tag.Get("col")
		switch c := c.(type) {
		case *table.Int:
			if x, ok := c.Get(row); ok {
				out = append(out, fmt.Sprintf("%s=%d", col, x))
			}
		case *table.Float:
			if x, ok := c.Get(row); ok {
				out = append(out, fmt.Sprintf("%s=%g", col, x))
			}
		case *table.Bool:
			if x, ok := c.Get(row); ok {
				out = append(out, fmt.Sprintf("%s=%v", col, x))
			}
		case *table.Time:
			if x, ok := c.Get(row); ok {
				out = append(out, fmt.Sprintf("%s=%s", col, x.Format("01-02T15:04:05.000")))
			}
		case *table.Strings:
			if x, ok := c.Get(row); ok {
				out = append(out, fmt.Sprintf("%s=%q", col, x))
			}
		case *table.String:
			if x, ok := c.Get(row); ok {
				out = append(out, fmt.Sprintf("%s=%q", col, x))
			}
		case *table.Rows:
			p := c.Place(row)
			out = append(out, fmt.Sprintf("%d:%d", p.Source, p.Line))
		}
	}
	return out
}

func equalFold(a, b string) bool { return len(a) == len(b) && (a[0]|32) == (b[0]|32) && a[1:] == b[1:] }
