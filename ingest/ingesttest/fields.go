package ingesttest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// unknown is the name of a field that no kind has.
const unknown = "of nobody"

// Fields holds what the reader says of missing and of private fields against
// testdata/fields.golden, a line for each kind of record that has either:
//
//	kahn-log run_start: needs run_id, ts
//	promptfoo-results row: hides prompt, vars
//
// A field is needed if an empty object of the kind gives a finding for it. It is hidden if
// nothing of its value is kept, and a format hides unknown fields if it keeps none of them.
// UPDATE_GOLDEN=1 writes the file.
func Fields(t *testing.T, system *record.System) {
	t.Helper()
	got, golden := fields(system), filepath.Join("testdata", "fields.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	differ(t, got, string(want))
}

func fields(system *record.System) string {
	var b strings.Builder
	for _, f := range system.Formats {
		format := &record.Format{}
		*format = *f
		format.TimeKey = "" // which only the records have, and not what is in them
		if withholds(format, format.Kinds[0], record.Field{Key: unknown}) {
			fmt.Fprintf(&b, "%s: hides unknown fields\n", format.Name)
		}
		known := map[*record.Kind]bool{}
		var walk func(k *record.Kind)
		walk = func(k *record.Kind) {
			if known[k] {
				return
			}
			known[k] = true
			var hidden []string
			for _, f := range k.Fields {
				if withholds(format, k, f) {
					hidden = append(hidden, f.Key)
				}
			}
			needed := needs(format, k)
			if len(needed)+len(hidden) > 0 {
				fmt.Fprintf(&b, "%s %s:%s%s\n", format.Name, k.Name, list(" needs ", needed), list(" hides ", hidden))
			}
			for _, f := range k.Fields {
				if f.Of != nil {
					walk(f.Of)
				}
			}
		}
		for _, k := range format.Kinds {
			walk(k)
		}
	}
	return b.String()
}

func list(word string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return word + strings.Join(names, ", ")
}

// needs are the fields whose absence from an empty object is a finding.
func needs(format *record.Format, k *record.Kind) []string {
	f, found := &record.File{Format: format}, &table.Findings{}
	f.AddObject(k, jsontext.Value("{}"), 0)
	f.FillFindings(found)
	var names []string
	for row := range found.Len() {
		if _, name, ok := strings.Cut(found.Seen.At(row), " has no "); ok && found.Code.At(row) == "missing_field" {
			names = append(names, name)
		}
	}
	return names
}

// withholds reports whether a record that has the field keeps nothing of its text.
func withholds(format *record.Format, k *record.Kind, field record.Field) bool {
	value := `"some text"`
	switch field.Type {
	case record.String, record.Any:
	case record.Strings:
		value = "[" + value + "]"
	default:
		return false
	}
	f := &record.File{Format: format}
	f.AddObject(k, jsontext.Value(fmt.Sprintf(`{%q:%s}`, field.Key, value)), 0)
	kept, _ := f.Store()
	return !strings.Contains(string(kept), "some text")
}
