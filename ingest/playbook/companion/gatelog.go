package companion

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"runreport/ingest/markdown"
	"runreport/ingest/record"
)

var (
	gateCheckLine = regexp.MustCompile(`^(PASS|FAIL|WARN):\s*(.*)`)
	gateSection   = regexp.MustCompile(`^\[([^\]]{1,80})\]$`)
	// gateTotal sums the checks up. Of failures that are gaps in the records alone it says
	// so: "Total: 3 CLEANUP, 2 WARN".
	gateTotal = regexp.MustCompile(`^Total:\s*(\d+) (FAIL|CLEANUP)(?: \([^)]*\))?,\s*(\d+) WARN`)
	// guardrail heads the files that a run changed outside of its quality folder.
	guardrail = "=== source-edit guardrail"
)

// gateMark begins the line of quality-gate.log that is meant for machines.
const gateMark = "::QPB:: "

// readGateLog reads quality-gate.log: how many checks passed, those that did not,
// and the result in its words. Where the gate ran more than once the last counts.
func readGateLog(text []byte, f *record.File) {
	if len(text) > markdown.MaxBytes {
		f.Finding(companionCut, 0, "text beyond 1 MiB", "a document that a person could read")
		text = text[:markdown.MaxBytes]
	}
	v := values{}
	section, passes := "", int64(0)
	violations, guarded := int64(0), false
	no := int64(0)
	for line := range bytes.Lines(text) {
		no++
		s := strings.TrimSpace(string(bytes.ToValidUTF8(line, []byte("\uFFFD"))))
		if m := gateCheckLine.FindStringSubmatch(s); m != nil {
			if m[1] == "PASS" {
				passes++
				continue
			}
			l := values{}
			l.text("verdict", m[1])
			l.text("section", section)
			l.text("text", m[2])
			f.AddValues(gateLineKind, no, l)
			continue
		}
		if m := gateSection.FindStringSubmatch(s); m != nil {
			section = m[1]
		}
		if m := gateTotal.FindStringSubmatch(s); m != nil {
			n, _ := strconv.ParseInt(m[1], 10, 64) // digits; a number that is too large is the largest
			warns, _ := strconv.ParseInt(m[3], 10, 64)
			fails, cleanups := n, int64(0)
			if m[2] == "CLEANUP" {
				fails, cleanups = 0, n
			}
			v.count("fails", fails, true)
			v.count("cleanups", cleanups, m[2] == "CLEANUP")
			v.count("warns", warns, true)
		}
		switch {
		case strings.HasPrefix(s, guardrail):
			guarded = true
		case guarded && strings.HasPrefix(s, "- "):
			violations++
		}
		if rest, ok := strings.CutPrefix(s, "Version:"); ok {
			v.text("version", strings.TrimSpace(rest))
		}
		if rest, ok := strings.CutPrefix(s, "RESULT:"); ok {
			v.text("result", strings.TrimSpace(rest))
		}
		if rest, ok := strings.CutPrefix(s, gateMark); ok {
			readGateMark(rest, v)
		}
	}
	v.count("passes", passes, true)
	v.count("violations", violations, guarded)
	f.AddValues(gateLogKind, 1, v)
}

func readGateMark(text string, v values) {
	var kind string
	mark := values{}
	for _, e := range record.Entries([]byte(text)) {
		switch e.Key {
		case "kind":
			kind = record.Words(e.Raw)
		case "gate_result", "verdict_state":
			mark.text(e.Key, record.Words(e.Raw))
		case "ts":
			mark.time("at", record.Words(e.Raw))
		}
	}
	if kind != "gate" {
		return
	}
	for key, value := range mark {
		v[key] = value
	}
}
