package ingest

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kahnLine is a line of a kahn log; pad makes it long, and secret stands at its end.
func kahnLine(run, pad, secret string) string {
	return `{"ts":"2026-03-01T00:00:00.000Z","run_id":"` + run + `","event":"run_start","total_nodes":1,"note":"` + pad + `","env":"GITHUB_TOKEN=` + secret + `"}`
}

func TestQuote(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	secret := "ghp_" + strings.Repeat("aB3dE6", 6)
	first, long := kahnLine("one", "", secret), kahnLine("two", strings.Repeat("x", maxQuote-100), secret)
	content := first + "\r\n\n" + long + "\n" + kahnLine("torn", "", "")[:20]
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"a.jsonl": []byte(content), "b.jsonl.gz": packed.Bytes(), "notes.txt": []byte("one\ntwo\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	res := read(t, Options{Paths: []string{dir}})
	for _, file := range []string{"logs/a.jsonl", "logs/b.jsonl.gz"} {
		got := res.Quote([]Citation{{file, 99}, {file, 4}, {file, 3}, {file, 1}, {file, 3}, {file, 2}})
		if len(got) != 4 {
			t.Fatalf("%s: %d quotes, want lines 1 to 4 once each: %+v", file, len(got), got)
		}
		for i, q := range got {
			if q.Line != int64(i+1) || q.File != file {
				t.Errorf("%s: quote %d is %s:%d", file, i, q.File, q.Line)
			}
			if strings.Contains(q.Text, secret[:12]) {
				t.Errorf("%s:%d: the secret is quoted: %s", file, q.Line, q.Text)
			}
		}
		if want := strings.Replace(first, secret, "[redacted: GitHub token]", 1); got[0].Cut || !strings.HasPrefix(got[0].Text, want[:60]) || strings.Contains(got[0].Text, "\r") {
			t.Errorf("line 1 is %q, cut %v", got[0].Text, got[0].Cut)
		}
		if got[1].Text != "" || got[3].Text != kahnLine("torn", "", "")[:20] {
			t.Errorf("the blank line is %q, the torn one %q", got[1].Text, got[3].Text)
		}
		if !got[2].Cut || len(got[2].Text) != maxQuote {
			t.Errorf("the long line is %d characters, cut %v; want %d of them", len(got[2].Text), got[2].Cut, maxQuote)
		}
	}
	if got := res.Quote([]Citation{{"logs/notes.txt", 1}, {"logs/none.jsonl", 1}, {"../logs/a.jsonl", 1}}); got != nil {
		t.Errorf("quoted what no format claims: %+v", got)
	}
}

// One of many pages does not read a large log again.
func TestQuoteSmall(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	line := kahnLine("one", strings.Repeat("x", 1000), "") + "\n"
	for name, n := range map[string]int{"small.jsonl": 3, "large.jsonl": maxSmall/len(line) + 2} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Repeat(line, n)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	res := read(t, Options{Paths: []string{dir}})
	cited := []Citation{{"logs/large.jsonl", 2}, {"logs/small.jsonl", 2}}
	if all, small := res.Quote(cited), res.QuoteSmall(cited); len(all) != 2 || len(small) != 1 || small[0] != all[1] {
		t.Errorf("%d lines are quoted, %d of small logs; want 2 and the second", len(all), len(small))
	}
}

// A private key goes over several lines. Taking it out of a text leaves as many line
// breaks as there were, so that the lines behind it are still told apart.
func TestQuoteOfATextWithAKey(t *testing.T) {
	body := strings.Repeat("Ab1+", 16)
	key := "-----BEGIN PRIVATE KEY-----\n" + strings.Repeat(body+"\n", 4) + "-----END PRIVATE KEY-----\n"
	res := read(t, Options{Paths: []string{bugsPage(t, "# Bugs\n\n"+key+"\n## BUG-001: off by one\n\n- Severity: high\n\n")}})
	var cited []Citation
	for line := range int64(14) {
		cited = append(cited, Citation{"quality/BUGS.md", line})
	}
	at := map[int64]string{}
	for _, q := range res.Quote(cited) {
		at[q.Line] = q.Text
		if strings.Contains(q.Text, body[:8]) {
			t.Errorf("line %d quotes the key: %s", q.Line, q.Text)
		}
	}
	if at[3] != "[redacted: private key]" || at[10] != "## BUG-001: off by one" {
		t.Errorf("the lines are %v", at)
	}
}

// Where secrets are kept, pages and lines are quoted as they are written.
func TestQuoteWhereSecretsAreKept(t *testing.T) {
	secret := "ghp_" + strings.Repeat("aB3dE6", 6)
	page := bugsPage(t, "# Bugs\n\n## BUG-001: off by one, with "+secret+"\r\n\n- Severity: high\n")
	logs := tree(t, map[string]string{"a.jsonl": kahnLine("one", "", secret) + "\n"})
	for _, c := range []struct {
		keep bool
		want string
	}{{true, secret}, {false, "[redacted: github token]"}} {
		res := read(t, Options{Paths: []string{page, logs}, KeepSecrets: c.keep})
		got := res.Quote([]Citation{{"quality/BUGS.md", 0}, {"quality/BUGS.md", 3}, {"quality/BUGS.md", 99}, {filepath.Base(logs) + "/a.jsonl", 1}})
		if len(got) != 2 {
			t.Fatalf("secrets are kept: %v: %+v", c.keep, got)
		}
		for _, q := range got {
			if !strings.Contains(q.Text, c.want) || strings.Contains(q.Text, secret) != c.keep || strings.HasSuffix(q.Text, "\r") {
				t.Errorf("secrets are kept: %v: %s:%d is %q", c.keep, q.File, q.Line, q.Text)
			}
		}
	}
}

func bugsPage(t *testing.T, text string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "quality")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "BUGS.md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A line is quoted as it is written, and read otherwise: what is known for a secret when
// it is read must not stand in the quotation.
func TestQuoteHidesWhatTheTablesHide(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	password, token := "hunter"+"2", "aB3dE6fG9hJ2kL5mN8pQ1rS4tU7v"
	for name, note := range map[string]string{
		"the first word of a string": `"password: ` + password + `"`,
		"a later line of a string":   `"asked\npassword: ` + password + `\nand went on"`,
		"escaped":                    `"\u0067h\u0070_` + token + `"`,
		"escaped name":               `"pass\u0077ord=` + password + `"`,
		"a colour within":            `"gh\u001b[1mp_` + token + `"`,
		"no width within":            `"gh\u200bp_` + token + `"`,
	} {
		line := strings.Replace(kahnLine("one", "", ""), `"note":""`, `"note":`+note, 1)
		if err := os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte(line+"\n"+line[:len(line)-1]), 0o600); err != nil {
			t.Fatal(err)
		}
		res := read(t, Options{Paths: []string{dir}})
		for _, q := range res.Quote([]Citation{{"logs/a.jsonl", 1}, {"logs/a.jsonl", 2}}) {
			if strings.Contains(q.Text, password) || strings.Contains(q.Text, token[:8]) {
				t.Errorf("%s: line %d: %s", name, q.Line, q.Text)
			}
		}
		for row := range res.Tables.Findings.Len() {
			if text := res.Tables.Findings.Seen.At(row); strings.Contains(text, password) || strings.Contains(text, token[:8]) {
				t.Errorf("%s: a finding: %s", name, text)
			}
		}
	}
}

// A cited record is quoted as a whole where it stands on several lines.
func TestQuoteOfObjectsOverLines(t *testing.T) {
	lines := strings.SplitAfter(kahnLog, "\n")
	log := spread(strings.Join(lines[:2], ""), spreads["indented"]) + lines[2] + strings.TrimSuffix(lines[3], "\n") + lines[4]
	dir := tree(t, map[string]string{"logs/x.log": log})
	res := read(t, Options{Paths: []string{filepath.Join(dir, "logs")}})
	e := &res.Tables.Events
	var cited []Citation
	for row := range e.Len() {
		cited = append(cited, Citation{"logs/x.log", e.Place(row).Line})
	}
	if len(cited) != 5 {
		t.Fatalf("%d events", len(cited))
	}
	want := []string{lines[0], lines[1], lines[2], strings.TrimSuffix(lines[3], "\n") + lines[4]}
	quotes := res.Quote(cited)
	if len(quotes) != len(want) {
		t.Fatalf("%d quotes, want %d: %+v", len(quotes), len(want), quotes)
	}
	for i, q := range quotes {
		if text := strings.TrimSuffix(want[i], "\n"); q.Text != text && !q.Cut {
			t.Errorf("quote %d is %s, want %s", i, q.Text, text)
		}
	}
}

// The objects of an array that is written with "}, {" on one line begin behind others, but on
// lines of their own: each is quoted. Of several that begin on a line all are.
func TestQuoteOfObjectsBehindOthers(t *testing.T) {
	lines := strings.Split(kahnLog, "\n")
	for _, c := range []struct {
		name string
		log  string
		want []string // the texts that the quotes begin with
	}{
		{"an array", "[" + strings.Join(indented(lines[:3], ""), ", ") + "]\n", lines[:3]},
		{"one goes on behind another", lines[0] + strings.Join(indented(lines[1:3], ""), ""),
			[]string{lines[0] + lines[1], lines[2]}},
	} {
		dir := tree(t, map[string]string{"logs/x.log": c.log})
		res := read(t, Options{Paths: []string{filepath.Join(dir, "logs")}})
		e := &res.Tables.Events
		var cited []Citation
		for row := range e.Len() {
			if at := (Citation{"logs/x.log", e.Place(row).Line}); !slices.Contains(cited, at) {
				cited = append(cited, at)
			}
		}
		quotes := res.Quote(cited)
		if e.Len() != 3 || len(quotes) != len(c.want) {
			t.Errorf("%s: %d events, %d quotes, want 3 and %d: %+v", c.name, e.Len(), len(quotes), len(c.want), quotes)
			continue
		}
		for i, q := range quotes {
			if text := strings.TrimLeft(q.Text, "["); text != c.want[i] && !(q.Cut && strings.HasPrefix(c.want[i], text)) {
				t.Errorf("%s: quote %d is %s, want %s", c.name, i, q.Text, c.want[i])
			}
		}
	}
}
