package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
	"pgregory.net/rapid"
)

// A leak is a secret as somebody would write it, and the part that must not survive.
type leak struct{ id, text, secret string }

// secretForms are the ways in which a secret without a mark of its own is written.
var secretForms = []string{
	"API_TOKEN=%s", "password: %s", "export DB_PASSWORD='%s'", "--token %s", "Authorization: Bearer %s",
	"https://ada:%s@host.example/x", "curl --user ada:%s https://host.example", "GH_PAT=%s", "JSESSIONID=%s", "client_secret=%s",
	"X-Api-Key: %s", "user=ada pass=%s", "Password for ada: %s", "?session_id=%s&x=1", "secretAccessKey=%s",
}

// leaks makes one secret for each shape that scanners know, and more in every form.
func leaks(t *testing.T) (all []leak) {
	t.Helper()
	f, err := os.Open("../../ingest/redact/testdata/shapes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	// Public by their issuers' word; see the test beside the rules.
	public := map[string]bool{"asana-client-id": true, "discord-client-id": true, "flutterwave-public-key": true}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		c := strings.Split(lines.Text(), "\t")
		if len(c) != 3 || public[c[0]] {
			continue
		}
		secret := rapid.StringMatching(c[2]).Example(len(all))
		text := secret
		if c[1] != "-" {
			text = strings.ToUpper(c[1]) + "_API_TOKEN=" + secret
		}
		all = append(all, leak{c[0], text, secret[len(secret)/2:]})
	}
	for i := 0; len(all) < 300; i++ {
		secret := rapid.StringMatching(`[A-Z][a-z][0-9][A-Za-z0-9]{8}[0-9][a-z][A-Z][0-9][A-Za-z0-9]{7}`).Example(i)
		form := secretForms[i%len(secretForms)]
		all = append(all, leak{form, fmt.Sprintf(form, secret), secret})
	}
	return all
}

// logPlaces are where in the logs of a run a text can stand. Each gives lines of a log of
// kahn; i tells runs apart.
var logPlaces = []struct {
	name string
	put  func(i int, text string) string
}{
	{"a message", func(i int, s string) string {
		return kahnEvent(i, "node_transition", `"node_id":"lint","from":"running","to":"failed","reason":`+quote(s))
	}},
	{"an error's tail", func(i int, s string) string {
		return kahnEvent(i, "node_attempt", `"node_id":"lint","attempt":1,"duration_s":8.0,"converged":false,"done_when_results":[{"cmd":"make","rc":1,"duration_s":8.0,"tail":`+quote("line one\nline two: "+s+"\n")+`}]`)
	}},
	{"a command", func(i int, s string) string {
		return kahnEvent(i, "node_attempt", `"node_id":"test","attempt":1,"duration_s":8.0,"converged":false,"done_when_results":[{"cmd":`+quote("sh -c 'run "+s+"'")+`,"rc":1,"duration_s":8.0}]`)
	}},
	{"an unknown key", func(i int, s string) string { return kahnEvent(i, "run_start", `"total_nodes":1,"note":`+quote(s)) }},
	{"a key's name", func(i int, s string) string { return kahnEvent(i, "run_start", `"total_nodes":1,`+quote(s)+`:true`) }},
	{"a nested payload", func(i int, s string) string {
		return kahnEvent(i, "custom", `"payload":{"deep":[{"er":`+quote(`{"inner":`+quote(s)+`}`)+`}]}`)
	}},
	{"a header", func(i int, s string) string {
		return kahnEvent(i, "custom", `"headers":{"x-forwarded":`+quote("a; "+s)+`}`)
	}},
	{"a name", func(i int, s string) string {
		return kahnEvent(i, "node_transition", `"node_id":`+quote(s)+`,"from":"pending","to":"ready"`)
	}},
	{"a wrong value", func(i int, s string) string {
		return kahnEvent(i, "run_end", `"outcome":`+quote(s)+`,"done":`+quote(s))
	}},
	{"a rejected line", func(i int, s string) string { return "not a record: " + strings.ReplaceAll(s, "\n", " ") }},
	{"escaped", func(i int, s string) string {
		return kahnEvent(i, "run_start", `"total_nodes":1,"note":`+escapedAll(s))
	}},
	{"coloured", func(i int, s string) string {
		return kahnEvent(i, "run_start", `"total_nodes":1,"note":`+quote(s[:len(s)-len(s)/3]+"\x1b[1m"+s[len(s)-len(s)/3:]))
	}},
}

// cuts are where a secret is cut off by a limit: the last line of a log, that its writer
// did not end, is quoted by its first 120 bytes, findings by their first 80 and 300.
var cuts = []int{60, 74, 100, 116, 280}

func kahnEvent(i int, event, fields string) string {
	return fmt.Sprintf(`{"ts":"2026-04-22T10:%02d:%02d.000Z","run_id":"n%d","event":%q,%s}`, i/60%60, i%60, i, event, fields)
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func escapedAll(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return `"` + b.String() + `"`
}

// Every secret is put into every place, the logs are built with every output, and every
// byte of what is written is searched, of tables and history as they are decoded too.
func TestNoSecretOfAnyShapeReachesAnOutput(t *testing.T) {
	all := leaks(t)
	if !long() {
		var few []leak
		step := 12
		if testing.Short() {
			step = 60
		}
		for i := 0; i < len(all); i += step {
			few = append(few, all[i])
		}
		all = few
	}
	dir := t.TempDir()
	logs := filepath.Join(dir, "logs")
	for i, l := range all {
		var b strings.Builder
		for _, p := range logPlaces {
			b.WriteString(p.put(i, l.text) + "\n")
		}
		put(t, fmt.Sprintf("%s/ci-%d/transitions.jsonl", logs, i), b.String())
		for _, at := range cuts {
			torn := kahnEvent(i, "run_start", `"total_nodes":1`) + "\n" + `{"ts":"2026-04-22T10:00:00.000Z","run_id":"t","note":"`
			torn += strings.Repeat("x", max(0, at-53)) + " " + strings.Trim(quote(l.text), `"`) + " and on"
			put(t, fmt.Sprintf("%s/torn-%d-%d/transitions.jsonl", logs, i, at), torn)
		}
		pad := strings.Repeat("y", 60)
		put(t, fmt.Sprintf("%s/run-%d/quality/BUGS.md", logs, i), "# Bugs of "+l.text+"\n\n### BUG-001\n\n"+pad+" "+l.text+"\n\n- severity: high "+
			strings.Repeat("z", 100)+" "+l.text+"\n- File:line: "+l.text+"\n")
		name := strings.NewReplacer("/", "_", "\x00", "_").Replace(l.text)
		if len(name) > 200 {
			name = name[:200]
		}
		put(t, filepath.Join(logs, fmt.Sprintf("named-%d", i), name+".jsonl"), kahnEvent(i, "run_start", `"total_nodes":1`)+"\n")
	}
	code, _, stderr := call(t, "build", logs, "-o", dir+"/report", "-v", "--format", "all", "--tables", dir+"/tables", "--history", dir+"/history")
	if code != exitOK {
		t.Fatalf("exit %d: %.500s", code, stderr)
	}
	_, checked, checkErrors := call(t, "check", logs)
	files := map[string]string{"the terminal": stderr, "check": checked + checkErrors}
	for _, out := range []string{"report", "tables", "history"} {
		for name, content := range tree(t, filepath.Join(dir, out)) {
			files[out+"/"+name] = content
			if decoded := decodedTable(t, name, content); decoded != "" {
				files[out+"/"+name+" decoded"] = decoded
			}
		}
	}
	size, misses := 0, 0
	for name, content := range files {
		size += len(content)
		for _, l := range all {
			for _, form := range []string{l.secret, strings.Trim(quote(l.secret), `"`)} {
				if n := strings.Index(content, form); n >= 0 {
					misses++
					t.Errorf("%s: %s: …%.160q", name, l.id, content[max(0, n-100):])
					break
				}
			}
		}
	}
	t.Logf("%d secrets in %d places; %d files of %d bytes searched; %d misses", len(all), len(logPlaces)+len(cuts)+4, len(files), size, misses)
}

// decodedTable gives the values of a table as text, "" for a file that is none.
func decodedTable(t *testing.T, name, content string) string {
	t.Helper()
	var b strings.Builder
	switch filepath.Ext(name) {
	case ".parquet":
		r, err := file.NewParquetReader(bytes.NewReader([]byte(content)), file.WithReadProps(parquet.NewReaderProperties(memory.DefaultAllocator)))
		if err != nil {
			t.Fatal(name, err)
		}
		defer r.Close()
		in, err := pqarrow.NewFileReader(r, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
		if err != nil {
			t.Fatal(name, err)
		}
		table, err := in.ReadTable(context.Background())
		if err != nil {
			t.Fatal(name, err)
		}
		defer table.Release()
		for rows := array.NewTableReader(table, 0); rows.Next(); {
			writeValues(&b, rows.Record())
		}
	case ".arrow":
		r, err := ipc.NewFileReader(bytes.NewReader([]byte(content)))
		if err != nil {
			t.Fatal(name, err)
		}
		defer r.Close()
		for i := range r.NumRecords() {
			rec, err := r.Record(i)
			if err != nil {
				t.Fatal(name, err)
			}
			writeValues(&b, rec)
		}
	}
	return b.String()
}

func writeValues(b *strings.Builder, rec arrow.Record) {
	for _, col := range rec.Columns() {
		for row := range col.Len() {
			if bin, ok := col.(*array.Binary); ok {
				b.Write(bin.Value(row)) // not as base64
			} else {
				b.WriteString(col.ValueStr(row))
			}
			b.WriteByte('\n')
		}
	}
}
