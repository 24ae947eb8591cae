package ingesttest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/table"
)

// Rows renders the named columns of a table, null as "-", one string a row. Rows that
// have no value in any of them are left out. The table is named as in table.Set, the
// columns as in the exported tables: Rows(t, "Steps", "step", "status") may give
// "lint done" and "test failed".
func (res *Result) Rows(t testing.TB, of string, columns ...string) []string {
	t.Helper()
	v := reflect.ValueOf(res.Set).Elem().FieldByName(of)
	if !v.IsValid() {
		t.Fatalf("no table %s", of)
	}
	var out []string
	for row := range v.Addr().Interface().(interface{ Len() int }).Len() {
		var cells []string
		given := false
		for _, name := range columns {
			text, ok := cell(t, v, row, name)
			given = given || ok
			cells = append(cells, text)
		}
		if given {
			out = append(out, strings.Join(cells, " "))
		}
	}
	return out
}

// Want holds the rows that Rows gives, joined by commas, against what they should be:
// Want(t, "lint done, test failed", "Steps", "step", "status").
func (res *Result) Want(t testing.TB, want, of string, columns ...string) {
	t.Helper()
	if got := strings.Join(res.Rows(t, of, columns...), ", "); got != want {
		t.Errorf("%s:\n got %s\nwant %s", of, got, want)
	}
}

func cell(t testing.TB, table reflect.Value, row int, name string) (text string, given bool) {
	t.Helper()
	for _, field := range reflect.VisibleFields(table.Type()) {
		if field.Tag.Get("col") == name {
			return value(table.FieldByIndex(field.Index), row)
		}
	}
	t.Fatalf("no column %s", name)
	return "", false
}

// value is a cell as text: times as 15:04:05.000, null as "-".
func value(column reflect.Value, row int) (text string, given bool) {
	switch c := column.Addr().Interface().(type) {
	case interface{ Get(int) (time.Time, bool) }:
		v, ok := c.Get(row)
		return orDash(v.Format("15:04:05.000"), ok)
	default:
		got := column.Addr().MethodByName("Get").Call([]reflect.Value{reflect.ValueOf(row)})
		return orDash(fmt.Sprint(got[0].Interface()), got[1].Bool())
	}
}

func orDash(text string, given bool) (string, bool) {
	if !given {
		return "-", false
	}
	return text, true
}

// Text is every row of every table that has any, for golden files: the table's name with
// the number of its rows, then for each row where it comes from and its cells that are
// given, each as name=value.
//
//	steps (2)
//	ci/log.jsonl:2  run=kahn:ci/n1 step=lint status=done
//	ci/log.jsonl:5  run=kahn:ci/n1 step=test status=failed
func Text(s *table.Set) string {
	var b strings.Builder
	for field := range reflect.TypeFor[table.Set]().NumField() {
		v := reflect.ValueOf(s).Elem().Field(field)
		rows, isTable := v.Addr().Interface().(interface {
			Len() int
			Place(row int) table.Place
		})
		if !isTable || rows.Len() == 0 {
			continue
		}
		table := strings.ToLower(v.Type().Name())
		fmt.Fprintf(&b, "%s (%d)\n", table, rows.Len())
		for row := range rows.Len() {
			b.WriteString(place(s, rows.Place(row)))
			for _, f := range reflect.VisibleFields(v.Type()) {
				name := f.Tag.Get("col")
				if name == "" || unsaid[name] || unsaid[table+"."+name] {
					continue
				}
				if text, given := value(v.FieldByIndex(f.Index), row); given {
					fmt.Fprintf(&b, " %s=%s", name, quoted(text))
				}
			}
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Without is what Text gives without the rows of some tables.
func Without(text string, tables ...string) string {
	var b strings.Builder
	for _, part := range strings.SplitAfter(text, "\n\n") {
		if name, _, _ := strings.Cut(part, " ("); !slices.Contains(tables, name) {
			b.WriteString(part)
		}
	}
	return b.String()
}

// unsaid are the columns that Text leaves out: the place is said before the cells, and the
// words of a finding follow from its code.
var unsaid = map[string]bool{"source": true, "line": true, "findings.severity": true, "findings.message": true}

func place(s *table.Set, p table.Place) string {
	if p.Line == 0 {
		return s.Sources.Path.At(p.Source) + " "
	}
	return fmt.Sprintf("%s:%d ", s.Sources.Path.At(p.Source), p.Line)
}

// quoted sets a text in quotes where it would not be told from what stands beside it.
func quoted(s string) string {
	if s == "" || strings.ContainsAny(s, " \n\t=\"") && !strings.HasPrefix(s, "[") {
		return fmt.Sprintf("%q", s)
	}
	return s
}
