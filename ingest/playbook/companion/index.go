package companion

import (
	"strconv"
	"strings"

	"runreport/ingest/markdown"
	"runreport/ingest/record"
)

// readIndex reads INDEX.md: an object in a fenced block, or, where somebody wrote
// the file by hand, lines of key and value.
func readIndex(list []markdown.Block, f *record.File) {
	for _, b := range list {
		if b.Kind == markdown.Fence && isJSON([]byte(b.Text)) {
			f.AddObject(indexKind, []byte(b.Text), b.No)
			return
		}
	}
	var fields []field
	for _, b := range list {
		if b.Kind == markdown.Line || b.Kind == markdown.Heading {
			fields = appendLine(fields, b.Text, b.No)
		}
	}
	v := values{}
	for _, key := range []string{"schema_version", "run_timestamp_start", "run_timestamp_end", "qpb_version", "gate_verdict"} {
		names := []string{key, strings.ReplaceAll(key, "_", " ")}
		if key == "qpb_version" {
			names = append(names, "skill_version", "skill version")
		}
		if x, ok := first(fields, names...); ok {
			v.text(key, strings.Trim(bare(x.value), `"`))
		}
	}
	f.AddValues(indexKind, 1, v)
}

// readRunIndex reads RUN_INDEX.md: a table with a row for each archived run.
func readRunIndex(list []markdown.Block, f *record.File) {
	var table columns
	for i := range list {
		b := &list[i]
		if b.Kind != markdown.Row || len(b.Cells) == 0 {
			continue
		}
		run := bare(table.cell(b, "run"))
		if run == "" {
			continue
		}
		v := values{}
		v.text("run", run)
		v.text("qpb_version", bare(table.cell(b, "version")))
		v.text("roles", bare(table.cell(b, "role")))
		v.text("gate_verdict", bare(table.cell(b, "gate")))
		n, err := strconv.ParseInt(bare(table.cell(b, "bug")), 10, 64)
		v.count("bug_count", n, err == nil)
		f.AddValues(archivedKind, b.No, v)
	}
}
