package playbook

import (
	"strconv"
	"strings"

	"runreport/ingest/record"
)

// readIndex reads INDEX.md: an object in a fenced block, or, where somebody wrote
// the file by hand, lines of key and value.
func readIndex(list []block, f *record.File) {
	for _, b := range list {
		if b.kind == fence && isJSON([]byte(b.text)) {
			f.AddObject(indexKind, []byte(b.text), b.no)
			return
		}
	}
	var fields []field
	for _, b := range list {
		if b.kind == line || b.kind == heading {
			fields = append(fields, fieldsIn(b.text, b.no)...)
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
func readRunIndex(list []block, f *record.File) {
	for i := range list {
		b := &list[i]
		if b.kind != row || len(b.cells) == 0 {
			continue
		}
		run := bare(b.column("run"))
		if run == "" {
			continue
		}
		v := values{}
		v.text("run", run)
		v.text("qpb_version", bare(b.column("version")))
		v.text("roles", bare(b.column("role")))
		v.text("gate_verdict", bare(b.column("gate")))
		n, err := strconv.ParseInt(bare(b.column("bug")), 10, 64)
		v.count("bug_count", n, err == nil)
		f.AddValues(archivedKind, b.no, v)
	}
}
