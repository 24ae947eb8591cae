package actions

import (
	"testing"

	"runreport/ingest/record"
)

// A job of a later attempt is the one of the attempt before where it has the same start and end.
func TestCarried(t *testing.T) {
	f := &record.File{Path: "x.json", Format: &record.Format{Name: "x", Kinds: []*record.Kind{job}}}
	of := func(times string) *record.Record { return f.AddObject(job, []byte(`{"id":1,"run_id":2`+times+`}`), 1) }
	const start, end = `,"started_at":"2026-05-01T10:00:00Z"`, `,"completed_at":"2026-05-01T10:05:00Z"`
	const later, longer = `,"started_at":"2026-05-01T10:01:00Z"`, `,"completed_at":"2026-05-01T10:06:00Z"`
	for _, c := range []struct {
		name, before, after string
		want                bool
	}{
		{"the same times", start + end, start + end, true},
		{"no start", end, end, true},
		{"another start", start + end, later + end, false},
		{"another end", start + end, start + longer, false},
		{"other times", start + end, later + longer, false},
		{"both run still", start, start, false},
		{"the later one runs", start + end, start, false},
	} {
		if got := carried(of(c.before), of(c.after)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
