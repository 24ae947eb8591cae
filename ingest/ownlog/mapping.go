package ownlog

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Mapping says how a log of one's own is to be read.
type Mapping struct {
	Name    string            // what the log is called; the subject of its runs where no column is
	Files   []string          // patterns of paths, as those of --include
	Kind    string            // what a step is, a noun; "": step
	Columns map[string]string // what a column is for → the column, of JSON lines a key or a path of keys, as test.name
	Results map[string]string // word → result
	Unit    string            // of durations; "": s
	Comma   string            // what separates the columns of CSV; "": a comma
}

// Units are the units of durations, in seconds.
var Units = map[string]float64{"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9, "min": 60, "h": 3600}

// Roles lists what columns can be for, each with what it means.
func Roles() (names, docs []string) {
	for _, f := range row.Fields {
		if f.Key != "word" && f.Key != "kind" {
			names, docs = append(names, f.Key), append(docs, f.Doc)
		}
	}
	return names, docs
}

// Check says what is wrong with the mapping; nil when nothing is.
func (m *Mapping) Check() error {
	names, _ := Roles()
	for _, role := range slices.Sorted(maps.Keys(m.Columns)) {
		if !slices.Contains(names, role) {
			return fmt.Errorf("columns: saw %q, expected one of %s", role, strings.Join(names, ", "))
		}
	}
	switch {
	case m.Name == "":
		return fmt.Errorf("name: is empty")
	case len(m.Files) == 0:
		return fmt.Errorf("files: no pattern")
	case len(m.Columns) == 0:
		return fmt.Errorf("columns: none is named")
	case m.Columns["result"] == "" && m.Columns["duration"] == "":
		return fmt.Errorf("columns: neither result nor duration is named")
	case m.Unit != "" && Units[m.Unit] == 0:
		return fmt.Errorf("duration-unit: saw %q, expected one of %s", m.Unit, strings.Join(UnitNames(), ", "))
	case m.Comma != "" && (len([]rune(m.Comma)) != 1 || strings.ContainsAny(m.Comma, "\"\r\n\uFFFD")):
		return fmt.Errorf("delimiter: saw %q, expected one character", m.Comma)
	}
	for _, word := range slices.Sorted(maps.Keys(m.Results)) {
		if result := m.Results[word]; !slices.Contains(table.Results(), table.Result(result)) {
			return fmt.Errorf("results: %s: saw %q, expected one of %s", word, result, strings.Join(ResultNames(), ", "))
		}
	}
	return nil
}

// UnitNames are the names of the units, sorted.
func UnitNames() []string { return []string{"h", "min", "ms", "ns", "s", "us"} }

// ResultNames are the results that a word can mean.
func ResultNames() (names []string) {
	for _, r := range table.Results() {
		names = append(names, string(r))
	}
	return names
}

// result is what a word means: by the mapping, else by the words that everybody uses.
func (m *Mapping) result(word string) (table.Result, bool) {
	folded := strings.TrimSpace(word)
	for w, result := range m.Results {
		if strings.EqualFold(strings.TrimSpace(w), folded) {
			return table.Result(result), true
		}
	}
	meant, ok := words.Of(folded)
	return meant.Result, ok
}

// words are those that need no mapping.
var words = record.Vocabulary{
	"passed": {Result: table.Passed}, "pass": {Result: table.Passed}, "ok": {Result: table.Passed}, "success": {Result: table.Passed},
	"succeeded": {Result: table.Passed}, "true": {Result: table.Passed}, "flaky": {Result: table.Flaky},
	"failed": {Result: table.Failed}, "fail": {Result: table.Failed}, "failure": {Result: table.Failed}, "error": {Result: table.Failed},
	"false": {Result: table.Failed}, "skipped": {Result: table.Skipped}, "skip": {Result: table.Skipped}, "blocked": {Result: table.Blocked},
	"stalled": {Result: table.Stalled}, "canceled": {Result: table.Canceled}, "cancelled": {Result: table.Canceled}, "open": {Result: table.Open},
	"running": {Result: table.Open}, "unknown": {Result: table.Unknown},
}

var vocabulary = []record.WordTable{{Where: "column of the result, unless the mapping says otherwise", Means: words}}
