package ingesttest

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"runreport/ingest/table"
)

// Lengths are the columns that have a text of more than 50 characters, each with the length of
// its longest, a line for each table:
//
//	steps: name 201, reason 2001
//
// It is for logs of very long texts: what is kept of one has at most a limit and a mark.
func Lengths(s *table.Set) string {
	var b strings.Builder
	for field := range reflect.TypeFor[table.Set]().NumField() {
		v := reflect.ValueOf(s).Elem().Field(field)
		t, isTable := v.Addr().Interface().(interface{ Len() int })
		if !isTable {
			continue
		}
		rows := t.Len()
		var columns []string
		for _, f := range reflect.VisibleFields(v.Type()) {
			name, longest := f.Tag.Get("col"), 0
			if name == "" {
				continue
			}
			for row := range rows {
				text, _ := value(v.FieldByIndex(f.Index), row)
				longest = max(longest, utf8.RuneCountInString(text))
			}
			if longest > 50 {
				columns = append(columns, fmt.Sprint(name, " ", longest))
			}
		}
		if len(columns) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", strings.ToLower(v.Type().Name()), strings.Join(columns, ", "))
		}
	}
	return b.String()
}
