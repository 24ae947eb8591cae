package ingesttest

import (
	"strings"
	"testing"

	"runreport/ingest/record"
)

// WantTies holds which of the files the system's links tie to each other against the pairs that
// should be, each as "a.jsonl b.jsonl" in the order of the files, joined by commas.
func WantTies(t testing.TB, system *record.System, want string, files ...File) {
	t.Helper()
	res := Run(t, system, files...)
	if len(res.Files) != len(files) {
		t.Errorf("%d of %d files are claimed", len(res.Files), len(files))
	}
	var pairs []string
	for i, a := range res.Files {
		for _, b := range res.Files[i+1:] {
			if tied(system.Links(a), system.Links(b)) {
				pairs = append(pairs, a.Path+" "+b.Path)
			}
		}
	}
	if got := strings.Join(pairs, ", "); got != want {
		t.Errorf("tied files:\n got %s\nwant %s", got, want)
	}
}

// tied reports whether the links of two files tie them together, as record.Link says.
func tied(all, others []record.Link) bool {
	for _, a := range all {
		for _, b := range others {
			if a.Name == b.Name && (a.Value != b.Value || a.Value == "") {
				return true
			}
		}
	}
	return false
}
