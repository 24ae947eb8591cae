package change

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

const (
	rhythmDates  = 10 // run dates of a job that shows a rhythm
	missingShare = 10 // at most one date in so many is missing of a rhythm
	namedDates   = 3  // that are named
	toldJobs     = 3  // that a line each is for, or jobs that miss the same dates
)

// MissingDates tells of the jobs that ran on nearly every date on which dates no run of them
// is in the logs. Weekdays on which a job never ran are no part of its rhythm. It says what the
// logs hold and no more: the date may have been a holiday.
//
// Example: of a suite that runs every night, "shop: the logs have runs on 29 of the 30 dates
// from 2026-03-01 to 2026-03-30, none on 2026-03-14."
func MissingDates(runs []report.Run) (lines []string) {
	stable := StableNames(runs)
	type jobDates struct {
		job
		ran     []time.Time // in the order of the runs, which is mostly theirs
		undated bool        // a run has no date, which may be one of those without a run
	}
	known := map[job]*jobDates{}
	var order []*jobDates
	for i := range runs {
		r := &runs[i]
		j := job{r.System, stable(r.System, r.Subject)}
		of := known[j]
		if of == nil {
			of = &jobDates{job: j}
			known[j] = of
			order = append(order, of)
		}
		if r.StartedAt.IsZero() {
			of.undated = true
			continue
		}
		at := r.StartedAt.UTC().Truncate(24 * time.Hour)
		if n := len(of.ran); n == 0 || !of.ran[n-1].Equal(at) {
			of.ran = append(of.ran, at)
		}
	}
	slices.SortFunc(order, func(x, y *jobDates) int {
		return cmp.Or(strings.Compare(x.subject, y.subject), strings.Compare(x.system, y.system))
	})
	of := map[string][]string{} // jobs by what is told of them
	for _, j := range order {
		if j.undated {
			continue
		}
		if said := rhythmOf(j.ran); said != "" {
			if of[said] == nil {
				lines = append(lines, said)
			}
			of[said] = append(of[said], cmp.Or(j.subject, j.system))
		}
	}
	rest := 0
	for i, said := range lines {
		if i >= toldJobs {
			rest += len(of[said])
			continue
		}
		lines[i] = words.List(of[said], namedDates) + ": " + said
	}
	if rest > 0 {
		lines = append(lines[:toldJobs], words.Plural(rest, "more job")+" with a date without a run.")
	}
	return lines
}

// rhythmOf is what is told of a job by the dates of its runs, which it puts in order; empty where none is
// missing, or too many are for a rhythm.
func rhythmOf(ran []time.Time) string {
	slices.SortFunc(ran, time.Time.Compare)
	ran = slices.CompactFunc(ran, time.Time.Equal)
	if len(ran) < rhythmDates {
		return ""
	}
	first, last := ran[0], ran[len(ran)-1]
	var on [7]bool
	for _, at := range ran {
		on[at.Weekday()] = true
	}
	var missing []string
	next := 0 // in ran
	for at := first; at.Before(last); at = at.AddDate(0, 0, 1) {
		if at.Equal(ran[next]) {
			next++
		} else if on[at.Weekday()] {
			missing = append(missing, at.Format(time.DateOnly))
		}
	}
	all := len(ran) + len(missing)
	if len(missing) == 0 || len(missing)*missingShare > all {
		return ""
	}
	var free []string
	for day := range 7 {
		if weekday := time.Weekday((day + 1) % 7); !on[weekday] {
			free = append(free, weekday.String()+"s")
		}
	}
	aside := ""
	if len(free) > 0 {
		aside = ", " + words.List(free, 7) + " aside"
	}
	none := words.List(missing, namedDates)
	if len(missing) > namedDates {
		none = fmt.Sprintf("the other %d, most recently %s", len(missing), missing[len(missing)-1])
	}
	return fmt.Sprintf("the logs have runs on %d of the %d dates from %s to %s%s, none on %s.", len(ran), all, first.Format(time.DateOnly), last.Format(time.DateOnly), aside, none)
}
