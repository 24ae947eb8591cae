package demo

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func sampleLog() file {
	return file{
		path: "logs/a.jsonl", format: formatKahn, can: runLog, repeat: []int{1},
		data: []byte("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n{\"n\":4}\n{\"n\":5}\n"),
		note: func(text string) string { return `{"note":"` + text + "\"}\n" },
	}
}

func TestDamageKinds(t *testing.T) {
	for _, kind := range runLog {
		t.Run(string(kind), func(t *testing.T) {
			clean := sampleLog()
			files, did := damaged(sampleLog(), kind, newStream(1, string(kind), 0))
			if did.Kind != kind {
				t.Errorf("reported as %s", did.Kind)
			}
			text := plain(t, files[0].path, string(files[0].data))
			lines := slices.Collect(strings.Lines(text))
			if kept := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.Contains(string(clean.data), l) }); len(kept) < 5 {
				t.Errorf("lines were lost: %q", text)
			}
			added := ""
			if did.Line > 0 {
				if len(lines) != 6 {
					t.Fatalf("%d lines, want one more than five", len(lines))
				}
				added = lines[did.Line-1]
			}
			switch kind {
			case CutMidLine, BareText:
				if json.Valid([]byte(added)) {
					t.Errorf("the added line is JSON: %q", added)
				}
				if kind == CutMidLine && strings.HasSuffix(text, "\n") {
					t.Error("the cut line has an end")
				}
			case InvalidUTF8:
				if utf8.ValidString(added) {
					t.Errorf("the added line is UTF-8: %q", added)
				}
			case DuplicateKeys:
				if strings.Count(added, `"note":`) != 2 || !json.Valid([]byte(added)) {
					t.Errorf("not a record with a key twice: %q", added)
				}
			case DuplicateLine:
				if added != lines[1] || did.Line != 3 {
					t.Errorf("line %d is %q, want the second line again", did.Line, added)
				}
			case Snapshot:
				if len(files) != 2 || files[1].path != "logs/snapshot/a.jsonl" || !strings.HasPrefix(text, string(files[1].data)) {
					t.Errorf("no shorter copy beside: %+v", files)
				}
			case CRLF:
				if strings.Count(string(files[0].data), "\r\n") != 5 {
					t.Errorf("line ends: %q", files[0].data)
				}
			case BOM:
				if string(files[0].data) != "\ufeff"+string(clean.data) {
					t.Errorf("no byte order mark: %q", files[0].data)
				}
			case Gzip, Zstd:
				if text != string(clean.data) || files[0].lines != 5 || did.File != files[0].path {
					t.Errorf("%s: %q, %d lines", did.File, text, files[0].lines)
				}
			}
		})
	}
}

// A document has no older state to go back to: its copy is whole.
func TestSnapshotOfDocumentIsWhole(t *testing.T) {
	f := file{path: "cards/CY-1/runs.json", format: formatCards, data: []byte(`{"runs":[]}`)}
	files, _ := damaged(f, Snapshot, newStream(1, "x", 0))
	if len(files) != 2 || string(files[1].data) != string(f.data) || string(files[0].data) != string(f.data) {
		t.Errorf("%d files, the last one %q", len(files), files[len(files)-1].data)
	}
}
