package failure

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// outcomes is what the runs of one test came to, in their order.
type outcomes struct {
	report.KnownFlaky
	passed    bool   // a run before the failures that go on now
	since     string // run date of the first failure that goes on
	datesNow  int    // run dates of it
	lastDate  string // last run date with a failure that goes on
	streaks   int    // failures between passes that counted
	collected bool   // the name stands for all tests of a kind
}

// KnownFlaky returns the tests that fail at random, by system, subject and name. A test
// fails at random where, in the 30 days before the last run date of its subject, it passed in a run after a
// failed attempt, or failed and passed again at least twice, each time within 3 run dates. A
// test that fails now is only in it where the failure itself is known to be flaky: a list of
// tests to ignore must not hide a new failure. Call it after Settle.
//
// Only tests of which any run failed or was flaky are looked at: no other is known to be flaky, or fails now, and in
// a large report nearly all tests pass.
//
// Example: passed, failed, passed, passed, failed, passed on six run dates is known flaky;
// passed, failed, failed, passed is a failure that was mended.
func (f *Found) KnownFlaky(failures []report.Failure) []report.KnownFlaky {
	if len(f.unsteady) == 0 {
		return []report.KnownFlaky{}
	}
	all, order := map[seriesKey]*outcomes{}, []*outcomes(nil)
	var dates metric.RunDates
	var ends []metric.StepEnd
	oldest := map[string]string{} // by the last run date of a subject
	for i := range f.input.Runs {
		r := &f.input.Runs[i]
		date, subject := dates.Of(r.StartedAt), f.input.Stable(r.System, r.Subject)
		last := f.lastRun[[2]string{r.System, subject}]
		first, known := oldest[last]
		if !known {
			first = oldestDate(map[string]string{"": last})
			oldest[last] = first
		}
		if date != "" && date < first {
			continue
		}
		ends = f.input.Ends(i, ends[:0])
		for j := range ends {
			e := &ends[j]
			if e.Kind != table.KindTest || !e.Result.Decided() {
				continue
			}
			k := seriesKey{r.System, subject, e.Stable}
			if !f.unsteady[k] {
				continue
			}
			o := all[k]
			if o == nil {
				o = &outcomes{KnownFlaky: report.KnownFlaky{System: r.System, Subject: subject, Test: e.Stable, Name: cmp.Or(e.Name, e.Stable)}}
				all[k] = o
				order = append(order, o)
			}
			o.collected = e.Stable == e.Kind
			o.add(e.Result, date)
		}
	}
	state := map[seriesKey]string{}
	for _, x := range failures {
		if x.State == report.FailureEnded {
			continue
		}
		k := seriesKey{x.System, x.Subject, x.Step}
		if names := f.Names(x.Problem); len(names) == 3 {
			k.step = names[2]
		}
		if state[k] == "" || x.State != report.FailureKnownFlaky {
			state[k] = x.State
		}
	}
	out := []report.KnownFlaky{}
	for _, o := range order {
		s := state[seriesKey{o.System, o.Subject, o.Test}]
		if o.collected || s != "" && s != report.FailureKnownFlaky || s == "" && o.streaks < 2 && o.Flaked == 0 {
			continue
		}
		o.Rate = metric.RateOf(int(o.Flaked+o.Failed), int(o.Runs))
		out = append(out, o.KnownFlaky)
	}
	slices.SortFunc(out, func(a, b report.KnownFlaky) int {
		return cmp.Or(strings.Compare(a.System, b.System), strings.Compare(a.Subject, b.Subject), strings.Compare(a.Test, b.Test))
	})
	return out
}

// add counts the result of one more run.
func (o *outcomes) add(result table.Result, date string) {
	o.Runs++
	o.FailsNow = !result.Passing()
	if o.FailsNow {
		o.Failed++
		o.Last = date
		if o.since == "" {
			o.since, o.datesNow = date, 0
		}
		if o.datesNow == 0 || o.lastDate != date {
			o.datesNow++
		}
		o.lastDate = date
		return
	}
	if result == table.Flaky {
		o.Flaked++
		o.Last = date
	}
	if o.since != "" && o.passed && o.datesNow <= recent {
		o.streaks++
	}
	o.passed, o.since = true, ""
}
