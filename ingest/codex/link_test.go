package codex

import (
	"testing"

	"runreport/ingest/ingesttest"
)

// Files of one session belong together wherever they lie. Without an id a file is a session of
// its own.
func TestTiesOfFiles(t *testing.T) {
	other := `meta {"id":"c2"}`
	ingesttest.WantTies(t, System, "a/1.jsonl b/2.jsonl, a/1.jsonl b/5.jsonl, b/2.jsonl b/5.jsonl",
		ingesttest.File{Path: "a/1.jsonl", Text: lines(begun, asks, says)},
		ingesttest.File{Path: "b/2.jsonl", Text: lines(begun, asks)},
		ingesttest.File{Path: "b/3.jsonl", Text: lines(other, asks)},
		ingesttest.File{Path: "b/4.jsonl", Text: lines(asks, says)},
		ingesttest.File{Path: "b/5.jsonl", Text: lines(asks, begun, other)}, // the first id is its own
		ingesttest.File{Path: "b/6.jsonl", Text: lines(asks, says)},
	)
}
