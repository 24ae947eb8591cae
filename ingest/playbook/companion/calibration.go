package companion

import (
	"regexp"
	"strings"

	"runreport/ingest/markdown"
	"runreport/ingest/record"
)

var (
	// versioned is the name of a benchmark with its version.
	versioned  = regexp.MustCompile(`[A-Za-z][\w]*(?:-[A-Za-z]\w*)*-\d+(?:\.\d+)+`)
	cycleWords = regexp.MustCompile(`(?i)^cycle\s*\d*\s*[:—–-]*\s*`)
	hash       = regexp.MustCompile(`\b[0-9a-f]{7,40}\b`)
	dayIn      = regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`)
	floorIn    = regexp.MustCompile(`noise_floor(?:_threshold)?\W{1,5}(0?\.\d+)`)
	cellPath   = regexp.MustCompile(`[^\s` + "`" + `"(\[]+\.json`)
)

// readCalibration reads the lever calibration log: a section for each cycle, with
// the recall before and after as a phrase, as a list over benchmarks, or as a row
// of a table.
func readCalibration(list []markdown.Block, f *record.File) {
	sections(list, 2, func(head *markdown.Block, body []markdown.Block) {
		if head == nil || head.Level != 2 || !cycleWords.MatchString(bare(head.Text)) {
			return
		}
		e := &entry{f: f, cycle: cycleWords.ReplaceAllString(bare(head.Text), ""), body: body}
		fields := appendFields(nil, body)
		f.AddValues(calibrationKind, head.No, e.values(fields))
		for _, x := range fields {
			if side := calibrationSides[x.key]; side != "" {
				e.recalls(side, x)
			}
		}
		for i := range body {
			e.tableRow(&body[i])
		}
	})
}

var calibrationSides = map[string]string{"before": "before", "after": "after", "recall delta": "delta"}

// entry is one cycle while it is read.
type entry struct {
	f      *record.File
	cycle  string
	body   []markdown.Block
	before recovered // bugs of the field Before, to which that of After refers
	table  columns   // of the rows that were read last
}

// values are what the entry says of the cycle as a whole.
func (e *entry) values(fields []field) values {
	v := values{"cycle": record.TextValue(e.cycle).AtMost(200)}
	put := func(key string, n int, from ...string) {
		if x, ok := first(fields, from...); ok {
			v.start(key, bare(x.value), n)
		}
	}
	put("lever", 200, "lever pulled")
	put("verdict", 200, "verdict")
	put("symptom", 400, "symptom")
	put("diagnosis", 400, "diagnosis")
	put("mode", 100, "mode")
	put("audit", 400, "audit")
	if x, ok := first(fields, "cross-benchmark", "cross benchmark"); ok {
		v.start("cross_benchmark", strings.Join(strings.Fields(x.value), " "), 400)
	}
	if x, ok := first(fields, "commit", "lever pulled"); ok {
		v.text("commit", hash.FindString(x.value))
	}
	if x, ok := first(fields, "cell", "cells"); ok {
		v.text("cell", cellPath.FindString(x.value))
	}
	if x, ok := first(fields, "recall delta"); ok {
		if m := floorIn.FindStringSubmatch(x.value); m != nil {
			v.text("noise_floor", m[1])
		}
	}
	if days := dayIn.FindAllString(e.cycle, 2); days != nil {
		v.time("began", days[0]+"T00:00:00Z")
		v.time("ended", days[len(days)-1]+"T00:00:00Z")
	}
	return v
}

// recalls reads one field: a line for each benchmark, or one phrase about the
// benchmark that the cycle's heading names.
func (e *entry) recalls(side string, x field) {
	for _, text := range strings.Split(x.value, "\n") {
		if strings.TrimSpace(text) == "" {
			continue
		}
		name := versioned.FindString(text)
		if name == "" {
			if name = versioned.FindString(e.cycle); name == "" {
				name = e.cycle
			}
		}
		e.recall(e.lineOf(x.no, text), side, name, strings.Replace(text, name, "", 1), basisOf(x.written))
	}
}

// lineOf is the line of a part of a field that begins at a line.
func (e *entry) lineOf(no int64, text string) int64 {
	for i := range e.body {
		if b := &e.body[i]; b.No >= no && b.Kind == markdown.Line && strings.HasPrefix(text, strings.TrimSpace(b.Text)) {
			return b.No
		}
	}
	return no
}

// basisOf is what a field says that its numbers rest on: "projected, argument-based".
func basisOf(written string) string {
	var all []string
	for _, word := range []string{"projected", "argument-based", "empirical"} {
		if strings.Contains(written, word) {
			all = append(all, word)
		}
	}
	return strings.Join(all, ", ")
}

// recall writes one number: a recall before or after, or its change.
func (e *entry) recall(no int64, side, benchmark, text, basis string) {
	v := values{"cycle": record.TextValue(e.cycle).AtMost(200)}
	v.text("benchmark", benchmark)
	v.text("side", side)
	v.start("text", bare(text), 200)
	v.text("basis", basis)
	said := shareOf(text, side == "delta")
	v.text("literal", said.literal)
	v.count("found", said.found, said.of > 0 || said.found > 0)
	v.count("of", said.of, said.of > 0)
	if said.known {
		v["recall"] = record.NumberValue(said.value)
	}
	if side != "delta" {
		bugs := recoveredIn(text, e.before)
		if bugs.fits(said) {
			v["recovered"], v["missed"] = record.ListValue(bugs.found), record.ListValue(bugs.missed)
		}
		if side == "before" {
			e.before = bugs
		}
	}
	if _, ok := v["text"]; ok {
		e.f.AddValues(calibrationRecallKind, no, v)
	}
}

// tableRow reads a row with the columns Before and After.
func (e *entry) tableRow(b *markdown.Block) {
	if b.Kind != markdown.Row || len(b.Cells) == 0 || !saysInAnyCase(b.Cells[0], "recall") {
		return
	}
	name := versioned.FindString(b.Cells[0])
	if name == "" {
		name = versioned.FindString(e.cycle)
	}
	for _, side := range []string{"before", "after", "delta"} {
		if cell := e.table.cell(b, side); cell != "" {
			e.recall(b.No, side, name, cell, basisOf(strings.ToLower(cell)))
		}
	}
}
