package ingest

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// Parts that were written as lines of text come out as they went in, one folder each. Text that was
// cut off is no part.
func TestPartsAsText(t *testing.T) {
	all := parts(t, tree(t, map[string]string{"x.jsonl": kahnLog, "a/y.jsonl": kahnLog}), 2, Options{})
	var text bytes.Buffer
	for _, dir := range all {
		if err := WriteStream(&text, dir); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadStreams(strings.NewReader(text.String()), t.TempDir())
	if err != nil || len(got) != len(all) {
		t.Fatalf("%v, %v; want %d folders", got, err, len(all))
	}
	if got, want := mergedTablesOf(t, merge(t, got...)), mergedTablesOf(t, merge(t, all...)); got != want {
		t.Errorf("through text:\n%s\nas they were:\n%s", got, want)
	}
	for name, text := range map[string]string{"cut off": text.String()[:text.Len()/2], "no stream": "a line\n"} {
		if got, err := ReadStreams(strings.NewReader(text), t.TempDir()); !errors.Is(err, ErrParts) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if err := WriteStream(&text, t.TempDir()); err == nil {
		t.Error("a folder that is no dataset was written")
	}
}
