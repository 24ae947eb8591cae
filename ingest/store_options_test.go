package ingest

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Units of packed logs are taken over like others, and builds with other options than the one
// that stored the rows give what one reading with these gives.
func TestTakenOverUnitsOfPackedLogsAndOtherOptions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	first, second, third := plainRuns(rnd, 0, 4), plainRuns(rnd, 1, 4), plainRuns(rnd, 2, 4)
	lines := bytes.SplitAfter(first, []byte("\n"))
	more := lines[len(lines)-3] // of the last run
	both := night{"a/run.jsonl": first, "b/run.jsonl": second}
	grown := night{"a/run.jsonl": first, "b/run.jsonl": append(bytes.Clone(second), third...)}
	march := time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC) // between the first night and the second
	type build struct {
		logs     night
		longest  time.Duration
		since    time.Time
		recalled int
	}
	for name, builds := range map[string][]build{
		"compressed": {
			{logs: night{"a/run.jsonl.gz": gzipped(t, first)}},
			{logs: night{"b/run.jsonl.gz": gzipped(t, second)}, recalled: 4},
			{logs: night{"c/run.jsonl": more}, recalled: 7},
		},
		"a copy that is compressed": {{logs: both}, {logs: night{"a/run.jsonl.gz": gzipped(t, first)}, recalled: 4}},
		"archives": {
			{logs: night{"x.zip": zipOf(t, both, sorted(both))}},
			{logs: night{"c/run.jsonl": third}, recalled: 8},
			{logs: night{"d/run.jsonl": more}, recalled: 11},
		},
		"an archive that grows": {
			{logs: night{"x.zip": zipOf(t, both, sorted(both))}},
			{logs: night{"x.zip": zipOf(t, grown, sorted(grown))}, recalled: 8},
		},
		"a limit of durations": {{logs: both}, {longest: time.Second}, {longest: 2 * time.Second}, {}, {recalled: 8}},
		"a window":             {{logs: both}, {since: march, recalled: 8}, {recalled: 8}},
		"a window that grows":  {{logs: both, since: march}, {logs: grown, since: march, recalled: 8}, {recalled: 12}, {since: march, recalled: 12}},
	} {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			logs := filepath.Join(base, "logs")
			for i, b := range builds {
				b.logs.put(t, logs)
				o := Options{Paths: []string{logs}, LongestDuration: b.longest, Since: b.since}
				want := read(t, o)
				o.History = filepath.Join(base, "history")
				got := read(t, o)
				if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
					t.Errorf("build %d: one reading (-) and the history (+):\n%.3000s", i, diff)
				}
				if got.recalled != b.recalled {
					t.Errorf("build %d: %d units are taken over, want %d", i, got.recalled, b.recalled)
				}
			}
		})
	}
}
