package problem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

const (
	regularDates = 3              // run dates of a subject that runs regularly
	leastPause   = 24 * time.Hour // that is worth telling
	longPause    = 48 * time.Hour // and that is a warning
)

var problemStale = &Kind{
	Name: "stale", Names: "system/subject", Section: "runs", Urgency: "warning; info where the last run is less than two days old",
	Means: "A subject that ran on three dates at least, and not for longer than ever before up to the time that --as-of gives. Where that is not given, nothing shows when a run should have come.",
	Do:    "See why the job did not run. Where it was stopped for good, acknowledge it.",
	find: func(in *Input, emit func(report.Problem)) {
		if in.Data.AsOfFrom != report.AsOfGiven {
			return
		}
		for _, s := range in.regular() {
			last := in.Data.Runs[s.last].StartedAt
			pause := in.Data.AsOf.Sub(last)
			if pause <= max(s.longest, leastPause) {
				continue
			}
			name := cmp.Or(s.subject, s.system)
			emit(report.Problem{Names: []string{s.system, s.subject}, Severity: either(pause > longPause, report.SeverityWarning, report.SeverityInfo),
				Title: fmt.Sprintf("%s did not run", name), Since: last, At: last, Evidence: []report.Evidence{in.Place(s.last)},
				Text: fmt.Sprintf("%s has not run for %s: last on %s, as of %s. Its longest pause before was %s, over %s.", name, unit.Seconds.Format(pause.Seconds()),
					unit.Stamp(last), unit.Stamp(in.Data.AsOf), unit.Seconds.Format(s.longest.Seconds()), words.Plural(s.dates, "run date"))})
		}
	},
	seen: func(in *Input, names []string) string {
		if len(names) != 2 {
			return ""
		}
		return in.runsNow(names[0], names[1], "is missing any more")
	},
}

// rhythm is when a subject ran.
type rhythm struct {
	system, subject string
	last            int // run, by its index
	dates           int
	longest         time.Duration // from the start of one run to that of the next
}

// regular are the subjects that ran on enough dates for a missing run to show, by name.
func (in *Input) regular() []*rhythm {
	type of struct{ system, subject string }
	all := map[of]*rhythm{}
	for i := range in.Data.Runs { // in the order of their start
		r := &in.Data.Runs[i]
		if r.StartedAt.IsZero() {
			continue
		}
		k := of{r.System, in.Stable(r.System, r.Subject)}
		s := all[k]
		if s == nil {
			s = &rhythm{system: k.system, subject: k.subject, dates: 1, last: i}
			all[k] = s
			continue
		}
		before := in.Data.Runs[s.last].StartedAt
		s.longest = max(s.longest, r.StartedAt.Sub(before))
		if r.StartedAt.UTC().Format(time.DateOnly) != before.UTC().Format(time.DateOnly) {
			s.dates++
		}
		s.last = i
	}
	var out []*rhythm
	for _, s := range all {
		if s.dates >= regularDates {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(x, y *rhythm) int {
		return cmp.Or(strings.Compare(x.system, y.system), strings.Compare(x.subject, y.subject))
	})
	return out
}
