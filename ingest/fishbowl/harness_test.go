package fishbowl

import (
	"testing"

	"runreport/ingest/ingesttest"
)

// named is a file of a test: its path in the report and its content.
type named struct{ path, text string }

// load takes files the way the program does.
func load(t testing.TB, files ...named) *ingesttest.Result {
	t.Helper()
	list := make([]ingesttest.File, len(files))
	for i, f := range files {
		list[i] = ingesttest.File{Path: f.path, Text: f.text}
	}
	return ingesttest.Run(t, System, list...)
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
