package ingest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// spreads are ways to write the objects of a log other than one a line.
var spreads = map[string]func(objects []string) string{
	"glued":                func(o []string) string { return strings.Join(o, "") },
	"glued, indented":      func(o []string) string { return strings.Join(indented(o, ""), "") },
	"indented":             func(o []string) string { return strings.Join(indented(o, ""), "\n") },
	"indented, CRLF":       func(o []string) string { return strings.ReplaceAll(strings.Join(indented(o, ""), "\n"), "\n", "\r\n") },
	"an array on a line":   func(o []string) string { return "[" + strings.Join(o, ", ") + "]" },
	"an array, indented":   func(o []string) string { return "[\n  " + strings.Join(indented(o, "  "), ",\n  ") + "\n]" },
	"an array, two a line": twoALine,
}

func indented(objects []string, margin string) []string {
	out := make([]string, len(objects))
	for i, o := range objects {
		var b bytes.Buffer
		if json.Indent(&b, []byte(o), margin, "  ") != nil {
			b.WriteString(o)
		}
		out[i] = b.String()
	}
	return out
}

func twoALine(objects []string) string {
	var b strings.Builder
	for i, o := range objects {
		b.WriteString(o + ",")
		if i%2 == 1 {
			b.WriteString("\n")
		}
	}
	return "[" + strings.TrimRight(b.String(), ",\n") + "]"
}

// spread writes a log in another way. What stands between its objects stays where it is.
func spread(log string, how func([]string) string) string {
	var b strings.Builder
	var objects []string
	write := func() {
		if len(objects) > 0 {
			b.WriteString(how(objects) + "\n")
			objects = nil
		}
	}
	for line := range strings.Lines(log) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "{") && json.Valid([]byte(line)) {
			objects = append(objects, line)
			continue
		}
		write()
		b.WriteString(line + "\n")
	}
	write()
	return b.String()
}

// numbersOfLines are the values that say where a row stands.
var numbersOfLines = regexp.MustCompile(`"(line|reason_line)":(null|\d+)`)

// unplacedRows are all rows but those about files and findings, without the numbers of lines.
func unplacedRows(s *table.Set) string {
	var b strings.Builder
	for _, tab := range s.Tables() {
		if tab.Name != "sources" && tab.Name != "findings" {
			b.WriteString(tab.Name + "\n" + numbersOfLines.ReplaceAllString(tab.Text(), ""))
		}
	}
	return b.String()
}

// TestObjectsNeedNotStandOneALine reads the small logs of every format of lines in other ways of
// writing them: the rows are the same, and the ledger adds up.
func TestObjectsNeedNotStandOneALine(t *testing.T) {
	var dirs []string
	for _, s := range Systems {
		dir := filepath.Join("..", "testdata", "small", s.Name)
		if _, err := os.Stat(dir); err == nil { // else it has no logs of its own
			dirs = append(dirs, dir)
		}
		for _, f := range s.Formats {
			if slices.Contains(withoutSmallLog, f.Name) {
				log := strings.Repeat(f.Kinds[0].Sample+"\n", 3)
				dirs = append(dirs, filepath.Join(tree(t, map[string]string{f.Name + "/samples.log": log}), f.Name))
			}
		}
	}
	tested := map[string]bool{}
	for _, dir := range dirs {
		name := filepath.Base(dir)
		plain := read(t, Options{Paths: []string{dir}, IncludeText: true})
		var logs []string
		x := &plain.Tables.Sources
		for row := range x.Len() {
			if _, ofLines := x.Lines.Get(row); ofLines && x.Records.At(row) > 1 {
				logs = append(logs, x.Path.At(row))
				tested[x.Format.At(row)] = true
			}
		}
		if len(logs) == 0 {
			continue
		}
		want := unplacedRows(plain.Tables) // once: writing a table as text pads its columns
		for how, write := range spreads {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				top := filepath.Join(t.TempDir(), name)
				if err := os.CopyFS(top, os.DirFS(dir)); err != nil {
					t.Fatal(err)
				}
				for _, log := range logs {
					path := filepath.Join(filepath.Dir(top), filepath.FromSlash(log))
					b, err := os.ReadFile(path)
					if err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, []byte(spread(string(b), write)), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				got := read(t, Options{Paths: []string{top}, IncludeText: true}).Tables
				checkLedger(t, got)
				if rows := unplacedRows(got); rows != want {
					t.Errorf("other rows: %s", firstDifference(rows, want))
				}
				f, found := &got.Findings, map[string]int{}
				for row := range f.Len() {
					if f.Code.At(row) == "objects_not_lines" {
						found[got.Sources.Path.At(f.Place(row).Source)]++
					}
				}
				for _, log := range logs {
					if found[log] != 1 {
						t.Errorf("%s: %d findings", log, found[log])
					}
				}
			})
		}
	}
	for _, s := range Systems {
		for _, f := range s.Formats {
			if f.Container == record.Lines && !tested[f.InLedger()] && !slices.Contains(withoutSmallLog, f.Name) {
				t.Errorf("%s: no small log", f.Name)
			}
		}
	}
}

// Records in the list of an object are read where each stands on a line of its own. The lines of
// the object itself are rejected.
func TestRecordsInAnObject(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(kahnLog), "\n")
	got := read(t, Options{Paths: []string{tree(t, map[string]string{"x.log": "{\"events\":[\n" + strings.Join(lines, ",\n") + "\n]}\n"})}}).Tables
	x := &got.Sources
	if x.Len() != 1 || x.Records.At(0) != int64(len(lines)) || x.Rejected.At(0) != 2 {
		t.Fatalf("%d records, %d rejected, want %d and 2", x.Records.At(0), x.Rejected.At(0), len(lines))
	}
	checkLedger(t, got)
}

// withoutSmallLog are formats of lines of which the small logs have none with two records. They
// are tested with the sample of a kind.
var withoutSmallLog = []string{"cadre-log"}

// firstDifference is where two texts begin to differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "\n got " + a[i] + "\nwant " + b[i]
		}
	}
	return "one is longer"
}
