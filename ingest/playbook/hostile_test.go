package playbook_test

import (
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"runreport/ingest/markdown"
	"runreport/ingest/playbook"
	"runreport/ingest/playbook/playbooktest"
)

// TestMarkdownStaysFast parses texts that grow the time or the memory of Markdown
// parsers beyond their size.
func TestMarkdownStaysFast(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out nested texts of 256 kB each")
	}
	n := markdown.MaxBytes / 4
	var indented strings.Builder
	for i := 0; indented.Len() < n; i++ {
		indented.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	for name, text := range map[string]string{
		"links":    strings.Repeat("[](", n/3),
		"pictures": strings.Repeat("![](", n/4),
		"ticks":    strings.Repeat("`\\", n/2),
		"quotes":   strings.Repeat("> ", n/2),
		"lists":    strings.Repeat("- ", n/2),
		"numbers":  strings.Repeat("1. ", n/3),
		"steps":    indented.String(),
		"nested":   strings.Repeat(strings.Repeat("- ", 60)+"x\n", n/121),
		"columns":  "|" + strings.Repeat("a|", n/4) + "\n|" + strings.Repeat("-|", n/4) + "\n",
		"table":    "|" + strings.Repeat("a|", 4000) + "\n|" + strings.Repeat("-|", 4000) + "\n" + strings.Repeat("|\n", n/4),
		"rows":     strings.Repeat("a|b\n-|-\n", n/8),
		"comments": strings.Repeat("<!--\n", n/5),
		"fences":   strings.Repeat("```\n", n/4),
		"bugs":     strings.Repeat("### BUG-1: x\n", n/13),
		"fields":   "### BUG-1\n" + strings.Repeat("- Severity: x\n", n/14),
		"evidence": "### BUG-1\n- Evidence:\n" + strings.Repeat("  - x\n", n/6),
		"bold":     "### BUG-1\n" + strings.Repeat("**a:** ", 2000) + "\n",
		"long":     strings.Repeat("x", 3*markdown.MaxBytes),
	} {
		began := time.Now()
		l := playbooktest.Load(t, map[string]string{"harbor/quality/BUGS.md": "# Bugs\n\n### BUG-001: first\n\n" + text})
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if l.Set.Bugs.Len() == 0 || l.Set.Bugs.Bug.At(0) != "BUG-001" {
			t.Errorf("%s: what stands before it is lost", name)
		}
	}
	l := playbooktest.Load(t, map[string]string{"harbor/quality/BUGS.md": "# Bugs\n\n### BUG-001: a\n" + strings.Repeat("x\n", markdown.MaxBytes/2) + "### BUG-002: b\n"})
	l.Want(t, "companion_cut|1 MiB")
}

// TestHostileText puts texts that mean something elsewhere into every string of
// every sample: they come out as they went in.
func TestHostileText(t *testing.T) {
	for _, text := range []string{"</script><script>alert(1)</script>", `\"><img src=x onerror=alert(1)>`, "__f__alert(1)__f__", "javascript:alert(1)", "a|b`c", `\u001b[31mred\u202e`, `\u0000`} {
		log := strings.NewReplacer("harbor-2.1", text, "claude", text, "baseline", text).Replace(playbooktest.Head) + "\n" +
			fmt.Sprintf(`{"event":"gate_check","ts":"2026-03-02T09:01:00Z","gate_name":"%s","verdict":"%s","reason":"%s"}`+"\n", text, text, text) +
			fmt.Sprintf(`{"event":"error","ts":"2026-03-02T09:02:00Z","phase":1,"message":"%s","recoverable":true}`+"\n", text)
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": log, "harbor/quality/BUGS.md": "# Bugs\n\n### BUG-001: " + text + "\n- Severity: " + text + "\n"})
		if l.Set.Runs.Len() != 1 || l.Set.Runs.Runner.At(0) == "" || l.Set.Checks.Reason.At(0) != l.Set.Runs.Runner.At(0) {
			t.Errorf("%s: %q", text, l.Set.Runs.Runner.At(0))
		}
	}
}

// TestOddValues gives every field of every kind values of every type.
func TestOddValues(t *testing.T) {
	odd := []string{"null", "true", "-1", "1e400", `""`, `"x"`, "[]", "{}", `[[["a"]]]`, `{"a":{"b":[null]}}`, "99999999999999999999", `"2026-03-02T09:00:00Z"`, `["",null,7]`}
	for _, f := range playbook.System.Formats {
		if f.Name == "playbook-companion" {
			continue
		}
		for _, k := range f.Kinds {
			var log strings.Builder
			log.WriteString(k.Sample + "\n")
			for _, field := range k.Fields {
				for _, v := range odd {
					if field.Key != "event" {
						fmt.Fprintf(&log, `{"event":%q,%q:%s}`+"\n", k.Name, field.Key, v)
					}
				}
			}
			playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": log.String()})
		}
	}
	for _, k := range []string{playbooktest.Sample("run_metadata"), playbooktest.Sample("tdd_results"), playbooktest.Sample("bugs_manifest"), playbooktest.Sample("integration_results"), playbooktest.Sample("recheck_results"), playbooktest.Sample("cell")} {
		for _, v := range odd {
			for _, part := range []string{`:"`, `:[`, `:{`} {
				playbooktest.Load(t, map[string]string{"harbor/quality/x.json": strings.Replace(k, part, ":"+v+`,"y"`+part, 3)})
			}
		}
	}
}

// TestSameTables reads one tree in several disguises.
func TestSameTables(t *testing.T) {
	texts := map[string]string{}
	for _, name := range []string{"run_state.jsonl", "PROGRESS.md", "BUGS.md", "INDEX.md", "results/quality-gate.log", "results/tdd-results.json"} {
		b, err := os.ReadFile(filepath.Join("testdata", "harbor", "quality", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		texts["harbor/quality/"+name] = string(b)
	}
	plain := playbooktest.Load(t, texts)
	for name, disguise := range map[string]func(string) string{
		"returns":          func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"a mark of order":  func(s string) string { return "\uFEFF" + s },
		"no last newline":  func(s string) string { return strings.TrimSuffix(s, "\n") },
		"compressed":       zipped,
		"keys with spaces": func(s string) string { return strings.ReplaceAll(s, `":"`, `": "`) },
	} {
		other := map[string]string{}
		for p, s := range texts {
			if name == "keys with spaces" && !strings.HasSuffix(p, ".jsonl") {
				other[p] = s
				continue
			}
			other[p] = disguise(s)
		}
		got := playbooktest.Load(t, other)
		for what, pair := range map[string][2]any{"runs": {got.Set.Runs, plain.Set.Runs}, "steps": {got.Set.Steps, plain.Set.Steps}, "checks": {got.Set.Checks, plain.Set.Checks},
			"claims": {got.Set.Claims, plain.Set.Claims}, "bugs": {got.Set.Bugs, plain.Set.Bugs}, "attempts": {got.Set.Attempts, plain.Set.Attempts}} {
			if !reflect.DeepEqual(pair[0], pair[1]) {
				t.Errorf("%s: other %s", name, what)
			}
		}
		got.Quiet(t, "bad_line", "torn_line", "broken_document", "companion_unparsed", "missing_field")
	}
}

func zipped(s string) string {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	_, _ = w.Write([]byte(s)) // a strings.Builder takes everything
	_ = w.Close()
	return b.String()
}
