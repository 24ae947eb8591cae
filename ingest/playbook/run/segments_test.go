package run

import (
	"fmt"
	"strings"
	"testing"
)

// A log is cut where fragmentsOf begins another run, unless it takes more than the records before to tell.
func TestSegments(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []string
		want   string // the lines that begin a segment
		whole  bool
	}{
		{"one run", []string{"_index 00", "run_start 00", "phase_start 01 phase=1", "run_end 30"}, "1", false},
		{"another header", []string{"_index 00", "phase_start 01 phase=1", "_index 10", "phase_start 11 phase=1"}, "1 3", false},
		{"another id", []string{"run_start 00 run_id=a", "phase_start 01 phase=1", "run_start 00 run_id=b"}, "1 3", false},
		{"a run_start behind an end", []string{"_index 00", "run_end 05", "run_start 06", "phase_start 07 phase=1"}, "1 3", false},
		{"a run_start behind an end, and events without a time", []string{"_index -", "phase_start 01 phase=1", "run_end 05", "run_start 06"}, "1 4", false},
		{"a header that only repeats", []string{"_index 00", "_index 00", "phase_start 01 phase=1"}, "1", false},
		{"a header behind its events", []string{"_index 00", "phase_start 01 phase=1", "_index 00", "phase_start 01 phase=1"}, "1", true},
		{"no header", []string{"phase_start 01 phase=1", "phase_end 02 phase=1"}, "1", false},
		{"no header at first", []string{"phase_start 01 phase=1", "run_end 02", "_index 03"}, "1 3", false},
		{"no header at first, and behind the next run", []string{"phase_start 05 phase=1", "run_end 06", "run_start 09 run_id=a", "_index 02"}, "1 3", true},
		{"a header without a time", []string{"_index 00", "phase_start 01 phase=1", "_index -", "_index 03"}, "1 3 4", false},
		{"a header without a time, and an event", []string{"_index 00", "phase_start 01 phase=1", "_index -", "phase_start 02 phase=1", "_index 03"}, "1 3 5", true},
		{"an event of the time of a header", []string{"_index 02", "phase_start 03 phase=1", "_index -", "phase_start 02 phase=1", "_index 03"}, "1 3 5", true},
		{"an event before all headers", []string{"_index 02", "phase_start 03 phase=1", "_index -", "phase_start 01 phase=1", "_index 03"}, "1 3 5", false},
		{"no header at last", []string{"_index 02", "phase_start 03 phase=1", "run_end 04", "run_start -", "phase_start 05 phase=1"}, "1", false},
		{"a header without a time at last", []string{"_index 02", "phase_start 03 phase=1", "_index -", "phase_start 05 phase=1", "phase_start 01 phase=1"}, "1 3", true},
		{"two headers without a time", []string{"_index 02", "phase_start 03 phase=1", "_index -", "_index 03", "phase_start 04 phase=1", "_index -"}, "1 3 4 6", true},
		{"nothing", nil, "", false},
	} {
		log := logOf(t, "b/quality/run_state.jsonl", c.events...)
		s := Segments()
		var got []string
		for _, r := range log.Records {
			if s.Begins(r) {
				got = append(got, fmt.Sprint(r.Line))
			}
		}
		s.End()
		if strings.Join(got, " ") != c.want || s.Whole() != c.whole {
			t.Errorf("%s: cut at %q, as a whole %t; want %s, %t", c.name, got, s.Whole(), c.want, c.whole)
		}
	}
}
