package likeness_test

import (
	"strings"
	"testing"

	"runreport/ingest"
	"runreport/ingest/likeness"
	"runreport/ingest/source"
)

// rules are those for the formats that this program reads.
var rules = likeness.New(ingest.Systems)

// headOf is the beginning of a file, which is all of it.
func headOf(t *testing.T, name, text string) *source.Head {
	t.Helper()
	in, err := source.New(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	h, err := in.Head("logs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A broken record is told by its keys: three of those that its kind must have, and at least
// three quarters of them. Each signature is tried with the fewest keys that do, and with fewer.
func TestSignatures(t *testing.T) {
	fewest := []int{3: 3, 4: 3, 5: 4, 6: 5, 7: 6, 8: 6, 9: 7, 10: 8, 11: 9, 12: 9}
	all := likeness.Signatures(rules)
	if len(all) < 20 {
		t.Fatalf("only %d signatures", len(all))
	}
	sizes := map[int]bool{}
	for _, s := range all {
		n := len(s.Keys)
		if n < 3 {
			t.Errorf("%s %s is told by %d keys", s.Format, s.Kind, n)
			continue
		}
		sizes[n] = true
		text := func(keys int) []byte {
			var b strings.Builder
			b.WriteString(`"` + s.Kind + `" `)
			for _, k := range s.Keys[:keys] {
				b.WriteString(`"` + k + `": `)
			}
			return []byte(b.String())
		}
		if n < len(fewest) && likeness.Match(rules, text(fewest[n]), s.Lines) == "" {
			t.Errorf("%s %s is not told by %d of its %d keys", s.Format, s.Kind, fewest[n], n)
		}
		if got := likeness.Match(rules, text(2), s.Lines); got != "" {
			t.Errorf("%s %s: two keys are enough to say %q", s.Format, s.Kind, got)
		}
	}
	if !sizes[3] || len(sizes) < 4 {
		t.Errorf("the signatures have only so many keys: %v", sizes)
	}
}

// What is no log by its content may be one by its name, and by the beginning of its text.
func TestLikeness(t *testing.T) {
	// run_end of kahn, whose keys are its own
	line := `{"ts":"2026-04-22T10:00:31.000Z","run_id":"n1","event":"run_end","outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":31.0}` + "\n"
	broken := strings.ReplaceAll(line, `{"`, `{"\x00`)
	far := strings.Repeat(" ", likeness.MaxKeyBytes)
	for _, c := range []struct{ name, file, text, want string }{
		{"keys in text that begins as JSON", "x.txt", broken, "required keys of kahn"},
		{"behind a list", "x.txt", "[" + broken, "required keys of kahn"},
		{"behind blanks", "x.txt", "\r\n\t " + broken, "required keys of kahn"},
		{"in other text", "x.txt", "see " + broken, ""},
		{"in other text with NUL bytes", "x.txt", "see \x00" + broken, "required keys of kahn"},
		{"behind a NUL byte at the beginning", "x.txt", "\x00see " + line, "required keys of kahn"},
		{"blanks behind the keys", "x.txt", strings.ReplaceAll(broken, `":`, `" `+"\t:"), "required keys of kahn"},
		{"the keys of one kind, the name of none", "x.txt", strings.ReplaceAll(broken, `"run_end"`, `"x"`), ""},
		{"of a format with one kind of record, which does not name it", "x.txt",
			`{"invocationId": "a", "agent": "b", "startTime": 1, "timestamp": `, "4 of the 4 required keys of invocations"},
		{"a document that was cut", "x.txt",
			"{\n\"currentPhase\": 2,\n\"completedPhases\": [1],\n\"tokenUsage\": 5,\n\"startedAt\": 1,\n",
			"4 of the 5 required keys of cadre-checkpoint"},
		{"a document that was cut early", "x.txt",
			"{\n\"currentPhase\": 2,\n\"completedPhases\": [1],\n\"tokenUsage\": 5,\n", ""},
		{"a report of this program", "x.jsonl", `{"reportFormat":"CTRF","generatedBy":"runreport"}`, ""},
		{"a report of another program", "x.jsonl", `{"reportFormat":"CTRF","generatedBy":"jest"}`, "none of its first"},
		{"behind the bytes that are looked at", "x.txt", "{" + far + broken, ""},
		{"on one line among others", "x.txt", "{\nsomething\n" + broken, "required keys of kahn"},
		{"its keys on several lines", "x.txt", strings.ReplaceAll(broken, ",", ",\n"), ""},
		{"a name of a log", "run.ndjson", "{{{{", "none of its first records"},
		{"NUL bytes alone", "x.json", "\x00\x00", "nothing but NUL bytes"},
		{"NUL bytes alone, no text by its name", "x.bin", "\x00\x00", ""},
		{"NUL bytes alone, a log by its name", "x.log", "\x00", "nothing but NUL bytes"},
		{"NUL bytes alone, a dump by its name", "x.sql", "\x00", "nothing but NUL bytes"},
		{"NUL bytes alone, Markdown by its name", "x.md", "\x00", "nothing but NUL bytes"},
		{"the name of a format", "fleet-checkpoint.json", "projectName", "the name is that of"},
		{"the name of a format, a whole document", "fleet-checkpoint.json", "{\n\"a\": 1\n}", ""},
		{"packed, the name of a log", "x.jsonl.xz", "\xfd7zXZ\x00", "compressed with xz"},
		{"packed, by a name of its own", "x.log", "BZh91", "compressed with bzip2"},
		{"packed, the name of a format", "fleet-checkpoint.json.7z", "7z\xbc\xaf\x27\x1c", "compressed with 7z"},
		{"packed with lz4", "x.log.lz4", "\x04\x22\x4d\x18", "compressed with lz4"},
		{"packed with compress", "x.json.Z", "\x1f\x9d\x90", "compressed with compress"},
		{"packed with rar", "x.md.rar", "Rar!\x1a\x07", "compressed with rar"},
		{"packed, another name", "photos.rar", "Rar!\x1a\x07", ""},
		{"of a Mac", "._x.jsonl", string(likeness.AppleDouble) + "x", ""},
		{"a whole document without an object", "x.jsonl", "[1,2]\n", ""},
		{"nothing", "x.jsonl", "", ""},
	} {
		got := rules.Why(headOf(t, c.file, c.text))
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
