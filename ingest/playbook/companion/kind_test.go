package companion

import (
	"strings"
	"testing"

	"runreport/ingest/source"
)

// What a document is shows in its name, its title, the shape of its lines or its keys; a text
// that merely names bugs is none.
func TestKindOfADocument(t *testing.T) {
	const test = `"red_phase":"x"`
	for _, c := range []struct {
		name, file, text string
		want             documentKind
	}{
		{"exploration by its name", "EXPLORATION.md", "anything\n", anExploration},
		{"progress", "PROGRESS.md", "# Quality Playbook Progress\n", aProgress},
		{"progress of another name", "p.md", "text\n\n  # QPB Run Progress — harbor \r\n", aProgress},
		{"a second heading is no title", "p.md", "# Notes\n# QPB Run Progress\n", notACompanion},
		{"runs", "RUN_INDEX.md", "# QPB RUN_INDEX\n", aRunIndex},
		{"runs by their table", "x.md", "# Archive\n\n| Run | Date | Gate verdict |\n", aRunIndex},
		{"another table", "x.md", "# Archive\n\n| Run | Date | Verdict |\n", notACompanion},
		{"an index", "x.md", "# Run Index\n", anIndex},
		{"an index of quality", "x.md", "# Quality Run Index\n", anIndex},
		{"an index by its name and a key", "INDEX.md", "gate_verdict: PASS\n", anIndex},
		{"an index by its name alone", "INDEX.md", "# Contents\n", notACompanion},
		{"a key alone", "x.md", "gate_verdict: PASS\n", notACompanion},
		{"calibration", "x.md", "# The Lever Calibration Log of 2026\n", aCalibrationLog},
		{"calibration by its sections", "x.md", "# Levers\n## Cycle 1\n**Before:** 1/2\n**Verdict:** ship\n", aCalibrationLog},
		{"no verdict", "x.md", "# Levers\n## Cycle 1\n**Before:** 1/2\n", notACompanion},
		{"no before", "x.md", "# Levers\n## Cycle 1\n**Verdict:** ship\n", notACompanion},
		{"no cycle", "x.md", "# Levers\n## Round 1\n**Before:** 1/2\n**Verdict:** ship\n", notACompanion},
		{"bugs by title and headings", "x.md", "# Bug Report\n## BUG-001: a\n", aBugList},
		{"bugs, no heading with an id", "x.md", "# Bug Report\n## Summary\n", notACompanion},
		{"a review", "x.md", "# Review\n## BUG-001: a\n", notACompanion},
		{"the text about one bug", "x.md", "# BUG-001: a bug\n## BUG-001: more\n", notACompanion},
		{"bugs by their name and headings", "bugs.md", "# List\n### [BUG-H1] a\n", aBugList},
		{"bugs by their name and rows", "BUGS.md", "# List\n| **BUG-001** | a |\n", aBugList},
		{"bugs by their name and title", "BUGS.md", "# Bugs\n", aBugList},
		{"bugs by their name alone", "BUGS.md", "# List\n", notACompanion},
		{"what was printed", "phase3.output.md", "# Bug Report\n## BUG-001: a\n", notACompanion},
		{"what was printed, as text", "phase3.txt", "# Bug Report\n## BUG-001: a\n", notACompanion},
		{"a test's log", "BUG-001.red.log", "x", aTestLog},
		{"a log of another color", "BUG-001.blue.log", "x", notACompanion},
		{"the gate", "x.log", "\n=== Quality Gate ===\n", aGateLog},
		{"the gate by its name and a mark", "quality-gate.log", "x\n  PASS: a\n", aGateLog},
		{"the gate by its name alone", "quality-gate.log", "x\n", notACompanion},
		{"a mark alone", "x.log", "PASS: a\n", notACompanion},

		{"metadata", "x.json", `{"start_time":"x","skill_version":"1"}`, aMetadata},
		{"a start alone", "x.json", `{"start_time":"x"}`, notACompanion},
		{"a version alone", "x.json", `{"skill_version":"1"}`, notACompanion},
		{"a line of a log", "x.json", `{"event":"a","start_time":"x","skill_version":"1"}`, notACompanion},
		{"a cell", "x.json", `{"recovered_bug_ids":[],"start_time":"x","skill_version":"1"}`, notACompanion},
		{"integration", "x.json", `{"recommendation":"x","uc_coverage":{}}`, anIntegration},
		{"a recommendation alone", "x.json", `{"recommendation":"x"}`, notACompanion},
		{"a second look", "x.json", `{"results":[],"still_open_bugs":[]}`, aRecheck},
		{"a second look at bugs", "x.json", `{"bugs":[],"source_run":"x"}`, aRecheck},
		{"results alone", "x.json", `{"results":[]}`, notACompanion},
		{"tests", "x.json", `{"bugs":[{` + test + `}]}`, aTDD},
		{"tests of none, by name", "tdd-results.json", `{"bugs":[]}`, aTDD},
		{"no tests, by name", "tdd-results.json", `{"bugs":[{"a":1}]}`, notACompanion},
		{"bugs of none", "x.json", `{"bugs":[]}`, notACompanion},
		{"tests under another key", "x.json", `{"items":[{` + test + `}]}`, notACompanion},
		{"a manifest", "x.json", `{"records":[{"disposition":"x"}]}`, aManifest},
		{"a manifest of ids with severities", "x.json", `{"records":[{"id":"x","severity":"y"}]}`, aManifest},
		{"ids alone", "x.json", `{"records":[{"id":"x"}]}`, notACompanion},
		{"severities alone", "x.json", `{"records":[{"severity":"x"}]}`, notACompanion},
		{"a manifest with bugs beside it", "x.json", `{"records":[{"disposition":"x"}],"bugs":[{"a":1}]}`, aManifest},
		{"a manifest of none, by name", "bugs_manifest.json", `{"records":[]}`, aManifest},
		{"records of none", "x.json", `{"records":[]}`, notACompanion},
		{"a table of tests", "x.xml", "<?xml version=\"1.0\"?>\n# Run Index\n", notACompanion},
	} {
		// What it is recognised by is what it is read by, packed or not.
		for _, packed := range []string{"", ".gz", ".zst"} {
			if got := outlineOfText("logs/"+c.file+packed, []byte(c.text)).kind(); got != c.want && c.file != "x.xml" {
				t.Errorf("%s%s: the kind %d, want %d", c.name, packed, got, c.want)
			}
		}
		in, err := source.New(strings.NewReader(c.text), int64(len(c.text)))
		if err != nil {
			t.Fatal(err)
		}
		h, err := in.Head("logs/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		if got := Is(h); got != (c.want != notACompanion) {
			t.Errorf("%s: a companion by its beginning: %v", c.name, got)
		}
		in.Close()
	}
}
