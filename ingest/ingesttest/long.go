package ingesttest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"runreport/ingest/record"
)

// LongTexts holds how much is kept of a long text against testdata/lengths.golden: a line for each
// declared field whose texts in the system's small logs, made 9,000 characters longer, are in the tables
// then, with the length of the longest text of each column:
//
//	error: runs.reason 401, attempts.error 401
//
// UPDATE_GOLDEN=1 writes the file: a length without a limit is above 9,000.
func LongTexts(t *testing.T, system *record.System) {
	t.Helper()
	files := smallTexts(t, system)
	usual := strings.Split(columns(Run(t, system, files...)), ", ")
	var b strings.Builder
	for _, key := range keysOfTexts(system) {
		long, some := lengthened(files, key)
		if !some {
			continue
		}
		all := strings.Split(columns(Run(t, system, long...)), ", ")
		if all = slices.DeleteFunc(all, func(c string) bool { return c == "" || slices.Contains(usual, c) }); len(all) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", key, strings.Join(all, ", "))
		}
	}
	golden := filepath.Join("testdata", "lengths.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	differ(t, b.String(), string(want))
}

// columns are those of [Lengths], each with the name of its table.
func columns(res *Result) string {
	var all []string
	for line := range strings.Lines(Lengths(res.Set)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for _, c := range strings.Split(rest, ", ") {
			all = append(all, name+"."+c)
		}
	}
	return strings.Join(all, ", ")
}

// smallTexts are the small logs of the system that are texts.
func smallTexts(t *testing.T, system *record.System) (files []File) {
	t.Helper()
	dir := filepath.Join(filepath.FromSlash(Small), system.Name)
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		if err == nil && utf8.Valid(text) && !strings.ContainsRune(string(text), 0) {
			below, _ := filepath.Rel(dir, p)
			files = append(files, File{filepath.ToSlash(below), string(text)})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// keysOfTexts are the declared fields that may have any text, and their other names, in order.
func keysOfTexts(system *record.System) (keys []string) {
	known := map[*record.Kind]bool{}
	var walk func(k *record.Kind)
	walk = func(k *record.Kind) {
		if known[k] {
			return
		}
		known[k] = true
		for _, f := range k.Fields {
			switch {
			case f.Of != nil:
				walk(f.Of)
			case (f.Type == record.String || f.Type == record.Strings || f.Type == record.Any) && len(f.Enum) == 0:
				keys = append(append(append(keys, f.Key), f.Also...), f.Alias...)
			}
		}
	}
	for _, f := range system.Formats {
		for _, k := range f.Kinds {
			walk(k)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// lengthened are the files with longer texts of the key, in JSON and as attributes; some: there are any.
func lengthened(files []File, key string) (out []File, some bool) {
	text := regexp.MustCompile(`("` + regexp.QuoteMeta(key) + `"\s*:\s*\[?\s*"|\s` + regexp.QuoteMeta(key) + `=")((?:[^"\\]|\\.)*)"`)
	more := strings.Repeat(" more", 1800)
	for _, f := range files {
		long := text.ReplaceAllString(f.Text, "${1}${2}"+more+`"`)
		some = some || long != f.Text
		out = append(out, File{f.Path, long})
	}
	return out, some
}
