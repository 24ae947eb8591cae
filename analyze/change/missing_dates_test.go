package change

import (
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
)

func TestDatesWithoutARun(t *testing.T) {
	// runsOf are runs of a job, a letter a date from Monday, the second of March, on: r is a run, R are two,
	// the second one in the afternoon.
	runsOf := func(subject, dates string) (out []report.Run) {
		for i, c := range dates {
			r := report.Run{System: "kahn", StartedAt: time.Date(2026, 3, 2+i, 2, 0, 0, 0, time.UTC), RunSetup: &report.RunSetup{Subject: subject}, RunEnd: &report.RunEnd{}}
			switch c {
			case 'R':
				later := r
				later.StartedAt = r.StartedAt.Add(12 * time.Hour)
				out = append(out, r, later)
			case 'r':
				out = append(out, r)
			}
		}
		return out
	}
	every, week := strings.Repeat("r", 12), "rrrrr.."
	for _, c := range []struct {
		name string
		runs []report.Run
		want []string
	}{
		{"every night", runsOf("shop", every), nil},
		{"all but one", runsOf("shop", "rrrrrRr.rrrrr"), []string{"shop: the logs have runs on 12 of the 13 dates from 2026-03-02 to 2026-03-14, none on 2026-03-09."}},
		{"one in ten is missing", runsOf("shop", "rrrrr.rrrrr.rrrrrrrrrr"), []string{"shop: the logs have runs on 20 of the 22 dates from 2026-03-02 to 2026-03-23, none on 2026-03-07 and 2026-03-13."}},
		{"more are missing", runsOf("shop", "rrrrr.rrrrr.rrrrr"), nil},
		{"too few dates", runsOf("shop", "rrrrrrrr.r"), nil},
		{"on workdays", runsOf("shop", week+week+week), nil},
		{"on workdays but one", runsOf("shop", week+"rr.rr.."+week), []string{"shop: the logs have runs on 14 of the 15 dates from 2026-03-02 to 2026-03-20, Saturdays and Sundays aside, none on 2026-03-11."}},
		{"many are missing of many", runsOf("shop", strings.Repeat("rrrrrrrrrrrrrrr.", 5)), []string{"shop: the logs have runs on 75 of the 79 dates from 2026-03-02 to 2026-05-19, none on the other 4, most recently 2026-05-04."}},
		{"the same of two jobs", append(runsOf("till", "rrrrrrr.rrrr"), runsOf("shop", "rrrrrrr.rrrr")...), []string{"shop and till: the logs have runs on 11 of the 12 dates from 2026-03-02 to 2026-03-13, none on 2026-03-09."}},
		{"different dates of many jobs", slices.Concat(runsOf("a", "rrrrrrr.rrrr"), runsOf("b", "rrrrrrrr.rrr"),
			runsOf("c", "rrrrrrrrr.rr"), runsOf("d", "rrrrrrrrrr.r.r"), runsOf("e", "rrrrrrrrrr.rr"), runsOf("f",
				"rrrrrrrrrr.rr"), runsOf("g", "rrrrrrrrrrr.r")),
			[]string{"a: the logs have runs on 11 of the 12 dates from 2026-03-02 to 2026-03-13, none on 2026-03-09.", "b: the logs have runs on 11 of the 12 dates from 2026-03-02 to 2026-03-13, none on 2026-03-10.",
				"c: the logs have runs on 11 of the 12 dates from 2026-03-02 to 2026-03-13, none on 2026-03-11.",
				"3 more jobs with a date without a run."}},
		{"a run without a time", append(runsOf("shop", "rrrrrrr.rrrr"), report.Run{System: "kahn", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}), nil},
		{"a run without a time of another job", append([]report.Run{{System: "kahn", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}}, runsOf("till",
			"rrrrrrr.rrrr")...),
			[]string{"till: the logs have runs on 11 of the 12 dates from 2026-03-02 to 2026-03-13, none on 2026-03-09."}},
		{"just one in ten is missing", runsOf("shop", "rrrrr.rrrrr.rrrrrrrr"),
			[]string{"shop: the logs have runs on 18 of the 20 dates from 2026-03-02 to 2026-03-21, none on 2026-03-07 and 2026-03-13."}},
		{"just as many dates as a rhythm has", runsOf("shop", "rrrrrrr.rrr"),
			[]string{"shop: the logs have runs on 10 of the 11 dates from 2026-03-02 to 2026-03-12, none on 2026-03-09."}},
	} {
		if got := MissingDates(c.runs); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
