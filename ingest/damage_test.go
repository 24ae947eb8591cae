package ingest

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"runreport/unit/tier"
)

// wide writes text in UTF-16 or UTF-32 of the given order, with a mark or without.
func wide(text string, order binary.AppendByteOrder, size int, mark bool) string {
	var b []byte
	put := func(u uint32) {
		if size == 2 {
			b = order.AppendUint16(b, uint16(u))
		} else {
			b = order.AppendUint32(b, u)
		}
	}
	if mark {
		put(0xfeff)
	}
	if size == 4 {
		for _, r := range text {
			put(uint32(r))
		}
		return string(b)
	}
	for _, u := range utf16.Encode([]rune(text)) {
		put(uint32(u))
	}
	return string(b)
}

// A log that is damaged or in another encoding is read as far as it can be: the lines
// that are whole count, and what is lost is a finding.
func TestDamagedLogsAreRead(t *testing.T) {
	lines := strings.SplitAfter(kahnLog, "\n")
	whole := int64(len(lines) - 1)
	nul := strings.Repeat("\x00", 4096)
	long := strings.Repeat(" ", 3<<20) + "\n"
	for _, c := range []struct {
		name, text string
		kept       int64
		findings   []string
	}{
		{"NUL in line 1", strings.Replace(kahnLog, "run_id", "run\x00id", 1), whole - 1, []string{"nul_bytes"}},
		{"NUL in the last line", lines[0] + lines[1] + lines[2][:20] + "\x00" + lines[2][21:] + strings.Join(lines[3:], ""), whole - 1, []string{"nul_bytes"}},
		{"NULs before line 1", nul + kahnLog, whole, []string{"nul_bytes"}},
		{"NULs between lines", lines[0] + nul + strings.Join(lines[1:], ""), whole, []string{"nul_bytes"}},
		{"NULs on a line", lines[0] + nul + "\n" + strings.Join(lines[1:], ""), whole, []string{"nul_bytes"}},
		{"NULs at the end", kahnLog + nul, whole, []string{"nul_bytes"}},
		{"NULs of more than the head", strings.Repeat(nul, 100) + kahnLog, whole, []string{"nul_bytes"}},
		{"a first line of megabytes", long + kahnLog, whole, nil},
		{"a bad first line of megabytes", "x" + long + kahnLog, whole, []string{"bad_line"}},
		{"thousands of bad lines", strings.Repeat("not a record\n", 30000) + kahnLog, whole, []string{"bad_line"}},
		{"a bad first line", "{\n" + kahnLog, whole, []string{"bad_line"}},
		{"UTF-16LE with a mark", wide(kahnLog, binary.LittleEndian, 2, true), whole, []string{"text_encoding"}},
		{"UTF-16BE with a mark", wide(kahnLog, binary.BigEndian, 2, true), whole, []string{"text_encoding"}},
		{"UTF-16LE without", wide(kahnLog, binary.LittleEndian, 2, false), whole, []string{"text_encoding"}},
		{"UTF-16BE without", wide(kahnLog, binary.BigEndian, 2, false), whole, []string{"text_encoding"}},
		{"UTF-16LE and CRLF", wide(strings.ReplaceAll(kahnLog, "\n", "\r\n"), binary.LittleEndian, 2, true), whole, []string{"crlf", "text_encoding"}},
		{"UTF-32LE", wide(kahnLog, binary.LittleEndian, 4, true), whole, []string{"text_encoding"}},
		{"UTF-32BE", wide(kahnLog, binary.BigEndian, 4, true), whole, []string{"text_encoding"}},
		{"a mark of UTF-8", "\xef\xbb\xbf" + kahnLog, whole, []string{"byte_order_mark"}},
		{"carriage returns alone", strings.ReplaceAll(kahnLog, "\n", "\r"), whole, []string{"bare_carriage_return"}},
		{"carriage returns alone, none at the end", strings.TrimSuffix(strings.ReplaceAll(kahnLog, "\n", "\r"), "\r"), whole, []string{"bare_carriage_return"}},
		{"a carriage return in a log of newlines", lines[0][:len(lines[0])-1] + "\r" + strings.Join(lines[1:], ""), whole, []string{"objects_not_lines"}},
	} {
		res := read(t, Options{Paths: []string{tree(t, map[string]string{"x.log": c.text})}})
		s := &res.Tables.Sources
		if res.Claimed != 1 || s.Kept.At(0) != c.kept {
			t.Errorf("%s: %d logs claimed, %d records kept, want 1 and %d", c.name, res.Claimed, s.Kept.At(0), c.kept)
		}
		var got []string
		f := &res.Tables.Findings
		for row := range f.Len() {
			if code := f.Code.At(row); !slices.Contains(got, code) && (slices.Contains(c.findings, code) || code == "objects_not_lines" || f.Severity.At(row) == "error") {
				got = append(got, code)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.findings) {
			t.Errorf("%s: findings %v, want %v", c.name, got, c.findings)
		}
		checkLedger(t, res.Tables)
	}
}

// Line numbers are those that a program shows which reads the same file: of text in
// UTF-16 and of a file without a newline too.
func TestLinesOfOtherEncodingsAreQuoted(t *testing.T) {
	lines := strings.SplitAfter(kahnLog, "\n")
	for name, text := range map[string]string{
		"UTF-16": wide(kahnLog, binary.LittleEndian, 2, true),
		"CR":     strings.ReplaceAll(kahnLog, "\n", "\r"),
	} {
		dir := tree(t, map[string]string{"logs/x.log": text})
		res := read(t, Options{Paths: []string{filepath.Join(dir, "logs")}})
		quotes := res.Quote([]Citation{{File: "logs/x.log", Line: 3}})
		if want := strings.TrimSuffix(lines[2], "\n"); len(quotes) != 1 || quotes[0].Text != want {
			t.Errorf("%s: quoted %v, want %s", name, quotes, want)
		}
	}
}

// A file that looks like a log and that no format claims is a finding, and so is a log of
// which nothing could be read. Files of other programs are not.
func TestFilesThatLookLikeLogs(t *testing.T) {
	first := strings.SplitAfter(kahnLog, "\n")[0]
	const checkpoint = `{"workItemId":7,"projectName":"p","version":1,"currentPhase":2,"completedPhases":[1],"lastCheckpoint":"2026-03-01T00:00:00Z"}`
	for _, c := range []struct{ name, file, text, finding string }{
		{"cut inside line 1", "x.log", first[:len(first)-3], "log_without_records"},
		{"cut inside line 1, early", "x.jsonl", first[:30], "unknown_format"},
		{"garbage", "x.ndjson", "{{{{", "unknown_format"},
		{"NULs alone", "x.log", strings.Repeat("\x00", 4096), "unknown_format"},
		{"NULs alone, a document", "checkpoint.json", strings.Repeat("\x00", 300), "unknown_format"},
		{"every key broken", "events.txt", strings.ReplaceAll(first, `{"`, `{"\x00`), "unknown_format"},
		{"NULs in every line", "x.txt", strings.ReplaceAll(kahnLog, "{", "\x00["), "unknown_format"},
		{"a name of CADRE", "fleet-checkpoint.json", checkpoint[2:], "unknown_format"},
		{"compressed with xz", "x.jsonl.xz", "\xfd7zXZ\x00\x00\x04", "unknown_format"},
		{"compressed with bzip2", "run_state.jsonl.bz2", "BZh91AY&SY", "unknown_format"},

		{"a document of another program", "checkpoint.json", "{\n \"step\": 3,\n \"loss\": 0.5\n}\n", ""},
		{"settings", "package.json", `{"name":"x","version":"1.0.0","event":"x"}`, ""},
		{"a log of another program", "nginx.log", "127.0.0.1 - - [10/Oct/2026] \"GET /\" 200\n", ""},
		{"a page", "index.html", "<!doctype html>\n<script>{\"run_id\":1}</script>", ""},
		{"a picture", "x.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", ""},
		{"a package in xz", "linux.tar.xz", "\xfd7zXZ\x00\x00\x04", ""},
		{"what a Mac knows", "._x.jsonl", "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X", ""},
		{"a disk image of NULs", "disk.img", strings.Repeat("\x00", 4096), ""},
	} {
		res := read(t, Options{Paths: []string{tree(t, map[string]string{c.file: c.text, "good.log": kahnLog})}})
		var got []string
		f := &res.Tables.Findings
		for row := range f.Len() {
			if code := f.Code.At(row); code == "unknown_format" || code == "log_without_records" {
				got = append(got, code)
			}
		}
		if want := strings.Fields(c.finding); !slices.Equal(got, want) {
			t.Errorf("%s: findings %v, want %v", c.name, got, want)
		}
	}
}

// A log that ended within an object, or on a line with several, is read again as a whole when it
// grew: the object goes on, and the number of its lines is not that of lines that were counted.
func TestHistoryOfObjectsOverLines(t *testing.T) {
	tier.Seconds(t)
	glued := strings.Join(strings.Split(strings.TrimSuffix(kahnLog, "\n"), "\n"), "")
	for name, log := range map[string]string{
		"indented": spread(kahnLog, spreads["indented"]),
		"glued":    glued[:strings.Index(glued, "}{")+1] + "\n" + glued[strings.Index(glued, "}{")+1:] + "\n" + kahnLog,
	} {
		for at, c := range log {
			if c != '\n' || at == len(log)-1 || at%5 > 0 && name == "indented" {
				continue
			}
			dir := tree(t, map[string]string{"logs/x.log": log[:at+1]})
			o := Options{Paths: []string{filepath.Join(dir, "logs")}, History: filepath.Join(dir, "history")}
			read(t, o)
			if err := os.WriteFile(filepath.Join(dir, "logs", "x.log"), []byte(log), 0o600); err != nil {
				t.Fatal(err)
			}
			got := read(t, o).Tables
			want := read(t, Options{Paths: o.Paths}).Tables
			if dump(got) != dump(want) {
				t.Errorf("%s, cut behind byte %d: %s", name, at, firstDifference(dump(got), dump(want)))
			}
			checkLedger(t, got)
		}
	}
}

// What is in UTF-16 is read again as a whole when it grew, since sizes in bytes say
// nothing about its text.
func TestHistoryOfUTF16(t *testing.T) {
	lines := strings.SplitAfter(kahnLog, "\n")
	dir := tree(t, map[string]string{"logs/x.log": wide(strings.Join(lines[:3], ""), binary.LittleEndian, 2, true)})
	o := Options{Paths: []string{filepath.Join(dir, "logs")}, History: filepath.Join(dir, "history")}
	read(t, o)
	if err := os.WriteFile(filepath.Join(dir, "logs", "x.log"), []byte(wide(kahnLog, binary.LittleEndian, 2, true)), 0o600); err != nil {
		t.Fatal(err)
	}
	var plain, kept bytes.Buffer
	for b, o := range map[*bytes.Buffer]Options{&plain: {Paths: o.Paths}, &kept: o} {
		s := read(t, o).Tables
		for row := range s.Events.Len() {
			b.WriteString(s.Events.Kind.At(row))
		}
	}
	if plain.String() != kept.String() || plain.Len() == 0 {
		t.Errorf("with a history %q, without %q", kept.String(), plain.String())
	}
}
