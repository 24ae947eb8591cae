package cadre

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// input is a made-up file. Its format is recognised by its content.
type input struct{ path, text string }

// read is what was read from a few files.
type read struct {
	t testing.TB
	*ingesttest.Result
}

// ingest takes the files the way the program does. All of them must be recognised.
func ingest(t testing.TB, inputs ...input) *read {
	t.Helper()
	var files []ingesttest.File
	for _, in := range inputs {
		files = append(files, ingesttest.File{Path: in.path, Text: in.text})
	}
	res := ingesttest.Run(t, System, files...)
	if len(res.Files) != len(inputs) {
		t.Fatalf("%d of %d files are claimed", len(res.Files), len(inputs))
	}
	return &read{t, res}
}

// rows renders the named columns of a table, null as "-", one string a row.
func (r *read) rows(of string, names ...string) []string {
	r.t.Helper()
	return r.Rows(r.t, of, names...)
}

// want compares rows with what they should be.
func want(t testing.TB, what string, got []string, lines ...string) {
	t.Helper()
	if !slices.Equal(got, lines) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(lines, "\n     "))
	}
}
