package companion

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/markdown"
)

// Parts of documents that are at their limits, or that lack what others have.
func TestPartsOfDocuments(t *testing.T) {
	for _, c := range []struct {
		name, path, text string
		want             []string
	}{
		{"an exploration of one byte", "quality/EXPLORATION.md", "x", []string{`exploration:0 lines=1 sections=0`}},
		{"an empty exploration", "quality/EXPLORATION.md", "", []string{`exploration:0 lines=0 sections=0`}},
		{"a phase of two digits", "quality/PROGRESS.md", "# Quality Playbook Progress\n\n- [x] Phase 10\n", []string{
			`progress_phase:3 phase=10 done=true text=[x] Phase 10`, `progress:1`,
		}},
		{"text before the title", "quality/BUGS.md", "Made by hand.\n\n# Bugs of harbor\n", []string{`bug_list:1 title=Bugs of harbor bugs=0`}},
		{"a long name of a cycle", "Lever_Calibration_Log.md", "# Lever Calibration Log\n\n## Cycle 3: " + strings.Repeat("w", 201) + "\n\n**Before:** 0.5\n", []string{
			`calibration_entry:3 cycle=www (203 bytes)`,
			`calibration_recall:5 cycle=www (203 bytes) benchmark=www (201 bytes) side=before text=0.5 recall=0.5 literal=0.5`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := said(c.path, c.text); !slices.Equal(got, c.want) {
				t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// A number that no float64 holds is no share.
func TestShareOf(t *testing.T) {
	huge := strings.Repeat("9", 400)
	for text, want := range map[string]share{
		huge + " %":           {},
		huge + "/" + huge:     {},
		"3/0":                 {},
		"0/3":                 {literal: "0.0000", known: true, of: 3},
		"3/3":                 {literal: "1.0000", value: 1, known: true, found: 3, of: 3},
		"**0.40** (4/10)":     {literal: "0.40", value: 0.4, known: true, found: 4, of: 10},
		"40 %":                {literal: "0.40", value: 0.4, known: true},
		"n/a":                 {literal: "null"},
		"n/a (bug count 7)":   {literal: "null", found: 7},
		"= not computable":    {literal: "null"},
		"12 bugs, of no list": {},
	} {
		if got := shareOf(text, false); got != want {
			t.Errorf("%.20s: %+v, want %+v", text, got, want)
		}
	}
	if got, want := shareOf("−1/4 = −25 %", true), (share{literal: "-0.25", value: -0.25, known: true}); got != want {
		t.Errorf("a change: %+v, want %+v", got, want)
	}
}

// "previous 2" stands for the bugs found before where those are two.
func TestRecoveredIn(t *testing.T) {
	before := recovered{found: []string{"BUG-001", "BUG-002"}}
	for _, c := range []struct{ text, found, missed string }{
		{"Recovered: previous 2 + BUG-003.", "BUG-001 BUG-002 BUG-003", ""},
		{"Recovered: previous 3 + BUG-003.", "BUG-003", ""},
		{"recovered: previous 2 and BUG-002. Missed: [BUG-004]", "BUG-001 BUG-002", "BUG-004"},
		{"Recovered: BUG-003, BUG-H4. Missed: BUG-005", "BUG-003 BUG-H4", ""},
		{"Recovered: [BUG-003, BUG-003 by file]. Missed: [BUG-005, BUG-006]", "BUG-003", "BUG-005 BUG-006"},
		{"Found: BUG-003", "", ""},
	} {
		got := recoveredIn(c.text, before)
		if strings.Join(got.found, " ") != c.found || strings.Join(got.missed, " ") != c.missed {
			t.Errorf("%s: found %v, missed %v, want %s and %s", c.text, got.found, got.missed, c.found, c.missed)
		}
	}
}

func TestFieldsIn(t *testing.T) {
	for _, c := range []struct {
		text string
		want []field
	}{
		{"**Verdict.** ship it", []field{{"verdict", "verdict", "ship it", 3}}},
		{"**After (projected):** 0.5 · **Mode**: paired |", []field{{"after", "after (projected)", "0.5", 3}, {"mode", "mode", "paired", 3}}},
		{"File:line: a.go:7 | Severity: LOW | b", []field{{"file:line", "file:line", "a.go:7", 3}, {"severity", "severity", "LOW b", 3}}},
		{"text · Severity: LOW", nil},
	} {
		if got := appendLine(nil, c.text, 3); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.text, got, c.want)
		}
	}
}

// A list goes on with the field above it, unless another block stands between the two.
func TestFieldsOfBlocks(t *testing.T) {
	key := markdown.Block{Kind: markdown.Line, Text: "Files:", First: true, No: 1}
	item := markdown.Block{Kind: markdown.Line, Text: "a.go", First: true, Depth: 1, No: 4}
	for _, c := range []struct {
		name   string
		blocks []markdown.Block
		want   string
	}{
		{"a list", []markdown.Block{key, item}, "a.go"},
		{"a heading between", []markdown.Block{key, {Kind: markdown.Heading, Level: 4, No: 3}, item}, ""},
	} {
		got := appendFields(nil, c.blocks)
		if len(got) != 1 || got[0].key != "files" || got[0].value != c.want {
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
	if f, ok := first([]field{{key: "a"}, {key: "b", value: "x"}}, "a", "c"); ok {
		t.Errorf("a field without a value: %+v", f)
	}
}

// Without EXPLORATION.md nothing says that there were no documents.
func TestCodeOnlyUnsaid(t *testing.T) {
	if (&Documents{}).CodeOnly() {
		t.Error("code only")
	}
}
