package companion

import (
	"regexp"
	"strconv"
	"strings"

	"runreport/ingest/markdown"
	"runreport/ingest/record"
)

var (
	fractionIn = regexp.MustCompile(`(\d+)\s*/\s*(\d+)`)
	decimalIn  = regexp.MustCompile(`[+\-−]?(?:0?\.\d+|[01]\.\d+)`)
	// versioned is the name of a benchmark with its version.
	versioned  = regexp.MustCompile(`[A-Za-z][\w]*(?:-[A-Za-z]\w*)*-\d+(?:\.\d+)+`)
	cycleWords = regexp.MustCompile(`(?i)^cycle\s*\d*\s*[:—–-]*\s*`)
	hash       = regexp.MustCompile(`\b[0-9a-f]{7,40}\b`)
)

// readCalibration reads the lever calibration log: a section for each cycle, with
// the recall before and after as a phrase, as a list over benchmarks, or as a row
// of a table.
func readCalibration(list []markdown.Block, f *record.File) {
	sections(list, 2, func(head *markdown.Block, body []markdown.Block) {
		if head == nil || head.Level != 2 || !cycleWords.MatchString(bare(head.Text)) {
			return
		}
		e := &entry{f: f, cycle: cycleWords.ReplaceAllString(bare(head.Text), "")}
		fields := fieldsOf(body)
		v := values{"cycle": record.TextValue(e.cycle).AtMost(200)}
		if x, ok := first(fields, "lever pulled"); ok {
			v.start("lever", bare(x.value), 200)
		}
		if x, ok := first(fields, "verdict"); ok {
			v.start("verdict", bare(x.value), 200)
		}
		if x, ok := first(fields, "commit", "lever pulled"); ok {
			v.text("commit", hash.FindString(x.value))
		}
		f.AddValues(calibrationKind, head.No, v)
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
	f     *record.File
	cycle string
}

// recalls reads one field: a line for each benchmark, or one phrase about the
// benchmark that the cycle's heading names.
func (e *entry) recalls(side string, x field) {
	projected := strings.Contains(x.written, "projected") || strings.Contains(x.written, "argument")
	for _, text := range strings.Split(x.value, "\n") {
		name := versioned.FindString(text)
		if name == "" {
			if name = versioned.FindString(e.cycle); name == "" {
				name = e.cycle
			}
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		e.recall(x.no, side, name, strings.Replace(text, name, "", 1), projected)
	}
}

func (e *entry) recall(no int64, side, benchmark, text string, projected bool) {
	v := values{"cycle": record.TextValue(e.cycle).AtMost(200)}
	v.text("benchmark", benchmark)
	v.text("side", side)
	v.start("text", bare(text), 200)
	if projected {
		v["projected"] = record.BoolValue(true)
	}
	if m := fractionIn.FindStringSubmatch(text); m != nil && side != "delta" {
		found, err1 := strconv.ParseInt(m[1], 10, 32)
		of, err2 := strconv.ParseInt(m[2], 10, 32)
		if err1 == nil && err2 == nil && of > 0 {
			v.count("found", found, true)
			v.count("of", of, true)
			v["recall"] = record.NumberValue(float64(found) / float64(of))
		}
	} else if x, err := strconv.ParseFloat(strings.Replace(decimalIn.FindString(text), "−", "-", 1), 64); err == nil {
		v["recall"] = record.NumberValue(x)
	}
	if _, ok := v["text"]; ok {
		e.f.AddValues(calibrationRecallKind, no, v)
	}
}

// tableRow reads a row with the columns Before and After.
func (e *entry) tableRow(b *markdown.Block) {
	if b.Kind != markdown.Row || len(b.Cells) == 0 || !strings.Contains(strings.ToLower(b.Cells[0]), "recall") {
		return
	}
	name := versioned.FindString(b.Cells[0])
	if name == "" {
		name = versioned.FindString(e.cycle)
	}
	for _, side := range []string{"before", "after", "delta"} {
		if cell := column(b, side); cell != "" {
			e.recall(b.No, side, name, cell, false)
		}
	}
}
