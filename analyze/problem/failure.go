package problem

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

// FailureKind is the kind of the problems that tell of failures.
const FailureKind = "failure"

// FailureKey is the key of the problem that tells of the failures of a series.
func FailureKey(names ...string) string { return Key(FailureKind, names...) }

var problemFailure = &Kind{
	Name: FailureKind, Names: "system/subject/step", Section: "runs", Urgency: "error",
	Means: "A step, or a run without a failed step, that failed, stalled or was blocked on the last run date of its subject. Runs that stopped for another reason are of the kind stopped.",
	Do:    "Read the error and repair what it tells of. Where it is known and has to wait, acknowledge it with a date.",
	find: func(in *Input, emit func(report.Problem)) {
		runs := in.runsByKey()
		for i := range in.Data.Failures {
			f := &in.Data.Failures[i]
			if f.State == report.FailureEnded {
				continue
			}
			emit(report.Problem{Names: in.Failed.Names(f.Problem), Severity: report.SeverityError, Title: failureTitle(f), Text: FailureSentence(f),
				Since: dateTime(f.Since), At: startOfLatest(f, runs), Evidence: []report.Evidence{f.Evidence}})
		}
	},
	seen: func(in *Input, names []string) string {
		if date, ok := in.Failed.Passes(names); ok {
			return "it passes on its last run date, " + cmp.Or(date, "which is not known")
		}
		if len(names) != 3 {
			return ""
		}
		return in.runsNow(names[0], names[1], "failed so")
	},
}

// dateTime is the start of a run date; zero where it is not known.
func dateTime(date string) time.Time {
	t, _ := time.Parse(time.DateOnly, date)
	return t
}

// startOfLatest is when the latest run of a failure started.
func startOfLatest(f *report.Failure, runs map[string]*report.Run) time.Time {
	if r := runs[f.Run]; r != nil {
		return latestOf(r.StartedAt, dateTime(f.Date))
	}
	return dateTime(f.Date)
}

// failureVerbs are what became of the runs, by result.
var failureVerbs = map[string]string{"stalled": "stalled", "blocked": "blocked"}

func failureTitle(f *report.Failure) string {
	verb := cmp.Or(failureVerbs[f.Result], "failed")
	if f.Step == "" {
		return fmt.Sprintf("Runs of %s %s", cmp.Or(f.Subject, f.System), verb)
	}
	return fmt.Sprintf("%s of %s %s", f.Step, cmp.Or(f.Subject, f.System), verb)
}

// FailureSentence tells of a failure: what failed when, with its error, where, and since
// when. Example: "2 runs failed on 2026-03-10: storefront.js is 412 kB, limit 400 kB
// (bundle-size, kahn shop). 3 steps blocked."
func FailureSentence(f *report.Failure) string {
	verb := cmp.Or(failureVerbs[f.Result], "failed")
	if f.Result == "blocked" {
		verb = either(f.Runs == 1, "was blocked", "were blocked")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", words.Plural(int(f.Runs), "run"), verb)
	if f.Date != "" {
		fmt.Fprintf(&b, " on %s", f.Date)
	}
	if f.Error != "" {
		fmt.Fprintf(&b, ": %s", strings.TrimRight(f.Error, ". "))
	}
	where := strings.TrimSpace(f.System + " " + f.Subject)
	switch {
	case f.Step != "":
		where = f.Step + ", " + where
	case f.Runs == 1 && f.Unit != "" && f.Unit != f.Subject:
		where = f.Unit + ", " + where
	}
	fmt.Fprintf(&b, " (%s).", where)
	if f.Error == "" {
		b.WriteString(" The log gives no reason.")
	}
	if f.Blocks > 0 {
		fmt.Fprintf(&b, " %s blocked.", words.Plural(int(f.Blocks), "step"))
	}
	switch f.State {
	case report.FailureKnownFlaky:
		so := ""
		if f.Step == "" { // it may have failed at a step too
			so = " so"
		}
		fmt.Fprintf(&b, " Known flaky: failed%s in %s of %s runs before.", so, words.Count(f.RateBefore.Num), words.Count(f.RateBefore.Den))
	case report.FailureBefore:
		if f.Since < f.Date {
			fmt.Fprintf(&b, " Failing since %s.", f.Since)
		} else {
			b.WriteString(" Not new.")
		}
	}
	return b.String()
}
