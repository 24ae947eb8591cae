package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/ingest"
	"runreport/ingest/record"
	"runreport/unit/tier"
)

// hostile are texts that would do something if any reader took them for more than
// text. A script among them would set __pwned.
var hostile = []string{
	`</script><script>window.__pwned=1</script>`,
	`"><img src=x onerror="window.__pwned=1">`,
	`__f__window.__pwned=1__f__`,
	`[link](javascript:window.__pwned=1)`,
	`{{ 7 | times: 7 }} ${window.__pwned=1} <%= 1 %>`,
	"a | b ` c ``` d\n# e\n- f\n<!-- g",
	"\x1b[31mred\x07\x1b]52;c;cHduZWQ=\x07",
	"\u202egnp.exe\u2066\u200b\u2028",
	`![beacon](https://evil.invalid/x.png) <https://evil.invalid> @everyone fixes #1`,
	`::error::x ##[group] %00 ../../etc/passwd`,
	`__proto__`, `constructor`, `-rf`, `=1+1`,
}

// hostileTree writes, for every kind of every format, its sample with one string
// after the other replaced by one of the texts.
func hostileTree(t *testing.T, texts []string) (dir string, variants int) {
	t.Helper()
	dir = t.TempDir()
	for _, s := range ingest.Systems {
		for _, f := range s.Formats {
			var lines []string
			for _, k := range f.Kinds {
				if k.Sample == "" || (f.Container == record.Prose || f.Container == record.Stream) && !strings.HasPrefix(k.Sample, "{") {
					continue
				}
				lines = append(lines, oneLine(t, k.Sample))
				for _, v := range variantsOf(t, k.Sample, texts) {
					variants++
					if f.Container == record.Lines {
						lines = append(lines, v)
						continue
					}
					put(t, filepath.Join(dir, f.Name, fmt.Sprintf("%s-%03d", k.Name, variants), "document.json"), v)
				}
			}
			if f.Container == record.Lines && len(lines) > 0 {
				put(t, filepath.Join(dir, f.Name, "quality", "log.jsonl"), strings.Join(lines, "\n")+"\n")
			}
		}
	}
	for i, h := range texts {
		var quoted strings.Builder
		if err := xml.EscapeText(&quoted, []byte(h)); err != nil {
			t.Fatal(err)
		}
		x := quoted.String()
		put(t, filepath.Join(dir, fmt.Sprintf("cases-%d", i), "junit.xml"), fmt.Sprintf(`<testsuites name="%[1]s" tests="%[1]s"><testsuite name="%[1]s" hostname="%[1]s" timestamp="2026-05-01T02:00:0%[2]dZ">`+
			`<testcase name="%[1]s" classname="%[1]s" file="%[1]s" time="%[1]s" status="%[1]s"><failure type="%[1]s" message="%[1]s">%[1]s</failure><rerunError message="%[1]s"/></testcase>`+
			`<testcase name="b %[1]s"><skipped message="%[1]s"/></testcase></testsuite></testsuites>`, x, i%10))
		put(t, filepath.Join(dir, fmt.Sprintf("texts-%d", i), "quality", "PROGRESS.md"), "# Quality Playbook Progress\n\nStarted: "+h+"\nRunner: "+h+"\n\n## Phase tracker\n- [x] Phase 1 - "+h+"\n")
		put(t, filepath.Join(dir, fmt.Sprintf("texts-%d", i), "quality", "BUGS.md"), "# Bugs\n\n### BUG-001: "+h+"\n- Severity: "+h+"\n- **File:** "+h+"\n")
		put(t, filepath.Join(dir, fmt.Sprintf("items-%d", i), "progress.md"), "# Work Item 7: "+h+"\n\n## Phases\n\n| # | Phase | Status | Duration |\n|---|---|---|---|\n| 1 | "+strings.ReplaceAll(h, "\n", " ")+" | ✅ | 1.0s |\n\n## Event Log\n\n- `10:00:00` "+h+"\n")
	}
	return dir, variants
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func oneLine(t *testing.T, sample string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(sample), &v); err != nil {
		t.Fatalf("sample %.60s: %v", sample, err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// variantsOf is the sample once for every string in it, that string replaced.
func variantsOf(t *testing.T, sample string, texts []string) []string {
	t.Helper()
	var out []string
	for n := 0; ; n++ {
		var v any
		if err := json.Unmarshal([]byte(sample), &v); err != nil {
			t.Fatal(err)
		}
		left := n
		changed := replaceString(&v, &left, texts[n%len(texts)])
		if !changed {
			return out
		}
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(b))
	}
}

// replaceString replaces the left-th string below v, in the order of sorted keys.
func replaceString(v *any, left *int, with string) bool {
	switch x := (*v).(type) {
	case string:
		if *left == 0 {
			*v = with
			return true
		}
		*left--
	case []any:
		for i := range x {
			if replaceString(&x[i], left, with) {
				return true
			}
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(x)) {
			inner := x[k]
			if replaceString(&inner, left, with) {
				x[k] = inner
				return true
			}
		}
	}
	return false
}

func TestHostileTextStaysText(t *testing.T) {
	tier.Seconds(t)
	dir, variants := hostileTree(t, hostile)
	if variants < 200 {
		t.Errorf("only %d variants", variants)
	}
	if err := os.CopyFS(dir, os.DirFS(hostileRun)); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "report")
	code, _, stderr := call(t, "build", dir, "-o", out, "-v")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	if strings.ContainsAny(stderr, "\x1b\x07\u202e\u2028") || strings.Contains(stderr, "::error") || strings.Contains(stderr, "##[") {
		t.Error("the terminal gets a control character or a command of a log")
	}
	files := tree(t, out)
	page := files["index.html"]
	for what, pattern := range map[string]string{
		"a script of a log":            `<script>window\.`,
		"an image of a log":            `(?i)<img[^>]*onerror`,
		"a link to a script":           `(?i)(href|src)\s*=\s*["']?\s*javascript:`,
		"a link or request to outside": `(?i)(href|src)\s*=\s*["']?\s*(https?:)?//`,
		"a direction override":         "[\u202e\u2066]",
		"a control character":          "[\x00-\x08\x0b\x0c\x0e-\x1f]",
	} {
		if m := regexp.MustCompile(pattern).FindString(page); m != "" {
			t.Errorf("the page holds %s: %q", what, m)
		}
	}
	for name, content := range files {
		if strings.HasSuffix(name, ".svg") && regexp.MustCompile(`(?i)<script|<foreignObject|<[^>]*\son\w+=|<[^>]*javascript:`).MatchString(content) {
			t.Errorf("%s holds more than a picture", name)
		}
	}
	md := files["report.md"]
	for _, bad := range []string{"<script", "<img", "<!-- g", "](javascript:", "](https:", "{{", "<%=", "${", "```", "@everyone", "\u202e", "\x1b"} {
		if strings.Contains(md, bad) {
			t.Errorf("the Markdown holds %q", bad)
		}
	}
	if !strings.Contains(page, "&lt;/script&gt;") && !strings.Contains(page, "&lt;/script>") {
		t.Error("the hostile texts are not on the page at all")
	}
}

// Hostile text stands in the log as it is, not escaped away.
func TestHostileRunIsHostile(t *testing.T) {
	var all strings.Builder
	for _, content := range tree(t, hostileRun) {
		all.WriteString(content)
	}
	for _, want := range []string{
		"</script><script>alert(1)</script>", `\"><img src=x onerror=alert(1)>`, "__f__alert(1)__f__", "javascript:alert(1)",
		"a | b `c`", `first\nsecond`, `\u001b[31m`, "\u202e",
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}
