package fishbowl

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// Where a ledger is cut: before a run that starts while no other is under way. An event is a run, "-" for none, and what
// happens: it starts (s), ends (e), or something else (.). A number behind it says how often.
func TestSegments(t *testing.T) {
	for _, c := range []struct {
		name, events string
		want         string // the numbers of the records that begin a segment
		whole        bool
	}{
		{"one after the other", "as a. ae bs b. be cs", "1 4 7", false},
		{"interleaved", "as bs ae b. cs be ce ds de", "1 8", false},
		{"events behind the end, some in another segment", "as ae a. bs be a. cs", "1 4", false},
		{"twice the end", "as ae ae bs", "1 4", false},
		{"a start again", "as ae as bs be cs", "1 4 6", false},
		{"a run without its start", "a. ae bs be c. ce ds", "1 3 7", false},
		{"a run that stopped", fmt.Sprint("as bs be cs ce ds d.", stoppedAfter+stoppedAfter/8+9, " de es ee fs"), fmt.Sprint("1 ", 8+stoppedAfter+stoppedAfter/8+9, " ", 10+stoppedAfter+stoppedAfter/8+9), false},
		{"a run that pauses", fmt.Sprint("as bs b.", stoppedAfter-9, " be cs"), "1", false},
		{"a record of no run", "as ae -. bs be cs", "1 4 6", true},
		{"a record of no run at first", "-. as ae bs", "1 2 4", true},
	} {
		s := newSegmenter()
		var got []string
		n := 0
		for _, e := range strings.Fields(c.events) {
			run, what, times := e[:1], e[1:2], 1
			if _, err := fmt.Sscan(e[2:], &times); err != nil && e[2:] != "" {
				t.Fatal(err)
			}
			kind := map[string]string{"s": started, "e": finished, ".": "agent.spoke"}[what]
			f := &record.File{Format: format}
			r := f.AddObject(record.Find(kinds, kind), []byte(`{"run_id":"`+strings.Trim(run, "-")+`"}`), 1)
			for range times {
				if n++; s.Begins(r) {
					got = append(got, fmt.Sprint(n))
				}
			}
		}
		if strings.Join(got, " ") != c.want || s.Whole() != c.whole {
			t.Errorf("%s: cut at %q, as a whole %t; want %s, %t", c.name, got, s.Whole(), c.want, c.whole)
		}
	}
}
