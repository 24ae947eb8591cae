package recall

import (
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// A bug found in nearly all runs is a candidate too, and "all" would not be true of it.
func TestALossTellsHowOftenTheBugWasFound(t *testing.T) {
	found := measured{lists: stat.BugLists{Found: []string{"B1", "B2"}}}
	missed := measured{lists: stat.BugLists{Found: []string{"B1"}, Missed: []string{"B2"}}}
	for _, c := range []struct {
		name    string
		earlier []measured
		want    string
	}{
		{"in all", slices.Repeat([]measured{found}, 20), ", found in all 21 earlier runs"},
		{"in nearly all", append(slices.Repeat([]measured{found}, 19), missed), ", found in 20 of 21 earlier runs"},
		{"unsteady", append(slices.Repeat([]measured{found}, 2), missed, missed), ", found in 3 of 5 earlier runs"},
		{"in between", append(slices.Repeat([]measured{found}, 7), missed), ""},
		{"no history", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			lost := &compared{name: "chi", pre: side{[]measured{found}}, post: side{[]measured{missed}}, row: report.Benchmark{Lost: []string{"B2"}}}
			earlier := records{}
			earlier.add("chi", c.earlier)
			if got, others := lossSentences(lost, earlier); got != c.want || others != "" {
				t.Errorf("got %q and %q, want %q", got, others, c.want)
			}
			if c.want != "" { // of a second lost bug nothing is known, so each has its own sentence
				lost.row.Lost = append(lost.row.Lost, "B9")
				if got, others := lossSentences(lost, earlier); got != "" || others != " B2 was"+strings.TrimPrefix(c.want, ",")+"." {
					t.Errorf("of two: got %q and %q", got, others)
				}
			}
		})
	}
}
