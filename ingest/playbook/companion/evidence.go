package companion

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"runreport/ingest/record"
)

var (
	// findingHeading is a section that phase 1 has to show, by the format's own rule.
	findingHeading = regexp.MustCompile(`(?m)^##\s+(?:Finding|Open Exploration Findings|\d+\.)`)
	// codeOnlyHeading heads the section that says that there were no documents.
	codeOnlyHeading = regexp.MustCompile(`(?mi)^#{1,4}\s+Documentation status:\s*code[- ]only`)
)

// readExploration reads what phase 1 has to show of EXPLORATION.md.
func readExploration(text []byte, f *record.File) {
	v := values{}
	lines := int64(bytes.Count(text, []byte("\n")))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		lines++
	}
	v.count("lines", lines, true)
	v.count("sections", int64(len(findingHeading.FindAll(text, -1))), true)
	if codeOnlyHeading.Match(text) {
		v["code_only"] = record.BoolValue(true)
	}
	f.AddValues(explorationKind, 0, v)
}

// readTestLog reads what the log of a bug's test is of, and its first line, which is the
// tag that the gate looks for.
func readTestLog(text []byte, f *record.File) {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.Path), ".gz"), ".zst")
	m := testLogName.FindStringSubmatch(name)
	if m == nil {
		return
	}
	v := values{}
	v.text("id", m[1])
	v.text("phase", m[2])
	tag, _, _ := bytes.Cut(bytes.TrimLeft(text, " \t\r\n"), []byte("\n"))
	v.start("tag", strings.ToUpper(strings.TrimSpace(string(bytes.ToValidUTF8(tag, []byte("\uFFFD"))))), 40)
	f.AddValues(testLogKind, 0, v)
}

// CodeOnly reports whether EXPLORATION.md says that there were no documents.
func (d *Documents) CodeOnly() bool {
	if d.Exploration == nil {
		return false
	}
	said, _ := d.Exploration.Bool("code_only")
	return said
}

// TestLogsOf are the logs of the bugs' tests, by bug: those without the fix for "red", those
// with it for "green".
func (d *Documents) TestLogsOf(phase string) map[string]*record.Record {
	if len(d.testLogs) == 0 {
		return nil
	}
	logs := map[string]*record.Record{}
	for _, r := range d.testLogs {
		if r.Str("phase") == phase {
			logs[r.Str("id")] = r
		}
	}
	return logs
}

// TestLogs are the logs of the bugs' tests.
func (d *Documents) TestLogs() []*record.Record { return d.testLogs }
