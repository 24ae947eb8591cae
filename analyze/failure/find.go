package failure

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// recent is how many run dates of its series a failure that ended is shown for.
const recent = 3

// maxAge is how many days before the last run date of all a failure of a subject that has
// not run since is shown for. Example: a migration that failed a year ago and was never
// run again fails no report of today.
const maxAge = 30

// Found is what failed, and why.
type Found struct {
	Failures []report.Failure // by state, then the latest first; see Settle
	Clusters []report.FailureCluster
	Missed   []report.MissedItem // of evals and benchmarks
	names    map[string][]string // of the problems that tell of failures, by key
	all      map[seriesKey]*series
	input    *Input
	lastRun  map[[2]string]string
	errors   map[int]stepError // by run
	unsteady map[seriesKey]bool
}

// Find finds the failures of all runs, and writes into each run that failed and has details why it did.
func Find(in Input) *Found {
	f := &finder{
		Input: &in, all: map[seriesKey]*series{}, errors: map[int]stepError{}, ofKind: kindsOf(in.Runs),
		passedAt: map[[2]string]string{}, lastRun: map[[2]string]string{}, systemAt: lastDates(in.Runs),
		unsteady: map[seriesKey]bool{},
	}
	for i := range in.Runs {
		f.take(i)
	}
	for i, x := range f.errors {
		if x.text != "" && in.Runs[i].RunDetails != nil {
			in.Runs[i].Error, in.Runs[i].ErrorStep = x.text, x.step
		}
	}
	out := &Found{
		Failures: []report.Failure{}, Clusters: f.clusters.list(), Missed: f.missed.list(),
		names: map[string][]string{}, all: f.all, input: &in, lastRun: f.lastRun, errors: f.errors, unsteady: f.unsteady,
	}
	oldest := oldestDate(f.systemAt)
	for _, s := range f.order {
		for _, x := range f.entries(s) {
			if x.Date < oldest {
				continue
			}
			x.Problem = in.Key(s.system, s.subject, s.step)
			out.names[x.Problem] = []string{s.system, s.subject, s.step}
			out.Failures = append(out.Failures, x)
		}
		s.keepLast()
	}
	byUrgency(out.Failures)
	return out
}

// lastDates are the last run dates by system.
func lastDates(runs []report.Run) map[string]string {
	last := map[string]string{}
	var dates metric.RunDates
	for i := range runs {
		last[runs[i].System] = max(last[runs[i].System], dates.Of(runs[i].StartedAt))
	}
	return last
}

// oldestDate is the first run date whose failures are shown; empty where no date is known.
func oldestDate(last map[string]string) string {
	latest := ""
	for _, date := range last {
		latest = max(latest, date)
	}
	at, err := time.Parse(time.DateOnly, latest)
	if err != nil {
		return ""
	}
	return at.AddDate(0, 0, -maxAge).Format(time.DateOnly)
}

// keepLast lets go of what happened before the last run date: [Found.Passes] asks for that alone.
func (s *series) keepLast() {
	if len(s.days) > 1 {
		s.first[0] = s.days[len(s.days)-1]
		s.days = s.first[:]
	}
	s.latest, s.reported = nil, nil
}

// Names are the names in the key of a problem that tells of failures.
func (f *Found) Names(key string) []string { return f.names[key] }

// Passes reports whether a series ran on its last run date, and nothing of it failed; names
// are the system, the stable subject and the step.
func (f *Found) Passes(names []string) (date string, ok bool) {
	if len(names) != 3 {
		return "", false
	}
	s := f.all[seriesKey{names[0], names[1], names[2]}]
	if s == nil || len(s.days) == 0 {
		return "", false
	}
	last := s.days[len(s.days)-1]
	return last.date, last.failed == 0 && last.passed > 0
}

// entries are the failures of one series: those of its last run date, or the one that
// ended shortly before.
func (f *finder) entries(s *series) []report.Failure {
	if len(s.latest) == 0 {
		return nil
	}
	last := s.days[len(s.days)-1]
	if s.step != "" && f.passedAt[[2]string{s.system, s.subject}] > last.date {
		return nil // later runs pass without the step
	}
	at := slices.IndexFunc(s.days, func(d day) bool { return d.date == s.at })
	first := s.since(at)
	c := Circumstances{Since: s.days[first].date, Date: s.at, Before: sum(s.days[:first]), Now: sum(s.days[first : at+1])}
	if last.failed == 0 {
		c.NewError = c.Before.Num > 0 && s.newError(s.latest, first)
		state := StateOf(c)
		ended := last.passed > 0 && last.other == 0 && len(s.days)-1-at <= recent && !s.collective
		if !ended || state == report.FailureKnownFlaky {
			return nil
		}
		x := f.entry(s, s.latest, c)
		x.State = report.FailureEnded
		return []report.Failure{x}
	}
	var out []report.Failure
	for _, group := range s.groups() {
		x := f.entry(s, group, c)
		x.NewError = c.Before.Num > 0 && s.newError(group, first)
		x.State = StateOf(circumstancesOf(&x, f.systemAt))
		out = append(out, x)
	}
	return out
}

// groups are the latest occurrences that are one entry: all, or those of one error where
// the series is not of one thing.
func (s *series) groups() (out [][]occurrence) {
	if s.step != "" && !s.collective {
		return [][]occurrence{s.latest}
	}
	index := map[string]int{}
	for _, o := range s.latest {
		i, known := index[o.normal]
		if !known {
			i = len(out)
			index[o.normal] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], o)
	}
	return out
}

// entry is one failure of the occurrences, which are of one run date.
func (f *finder) entry(s *series, group []occurrence, c Circumstances) report.Failure {
	shown := group[len(group)-1]
	runs := map[int]bool{}
	x := report.Failure{Step: shown.step}
	for _, o := range group {
		runs[o.run] = true
		x.Blocks = max(x.Blocks, o.blocks)
		if o.text != "" {
			shown = o
		}
		if o.step != x.Step { // several things of one kind
			x.Step = s.step
		}
	}
	r := &f.Runs[group[len(group)-1].run]
	x.Run, x.Unit, x.System, x.Subject = r.Key, r.Unit, r.System, s.subject
	x.Error, x.Result, x.Cause, x.Cluster, x.Evidence = shown.text, shown.result, shown.cause, shown.normal, shown.at
	if x.Evidence.File == "" {
		x.Evidence = f.Place(group[len(group)-1].run)
	}
	x.Since, x.Date, x.Runs = c.Since, c.Date, int64(len(runs))
	if f.Owner != nil {
		x.Owner = f.Owner(ownedNames(s.system, s.subject, x.Step))
	}
	x.RateNow, x.RateBefore = metric.RateOf(c.Now.Num, c.Now.Den), metric.RateOf(c.Before.Num, c.Before.Den)
	return x
}

// since is the first day of the failures that go on at the day: no run of the series passed
// on the days from it on, but for that day itself.
func (s *series) since(at int) int {
	first := at
	for i := at - 1; i >= 0; i-- {
		if d := s.days[i]; d.passed > 0 || d.failed == 0 && d.other == 0 {
			break
		} else if d.failed > 0 {
			first = i
		}
	}
	return first
}

// sum is failed of passed and failed over the days. Of the runs as a whole those that failed at
// a step ended as well.
//
// Example: of 10 runs 6 passed, 3 failed at a step and 1 ran out of time: 1 of 10.
func sum(days []day) (out stat.Fraction) {
	for _, d := range days {
		out.Num += int(d.failed)
		out.Den += int(d.failed + d.passed + d.atStep)
	}
	return out
}

// Settle decides the states of failures by what is known of their problems: which are
// acknowledged, and which the baseline has too. It can be done again when that changed.
func Settle(d *report.Data) {
	last := lastDates(d.Runs)
	problems := make(map[string]*report.Problem, len(d.Failures))
	for i := range d.Problems {
		problems[d.Problems[i].Key] = &d.Problems[i]
	}
	for i := range d.Failures {
		f := &d.Failures[i]
		c := circumstancesOf(f, last)
		if p := problems[f.Problem]; p != nil {
			c.Acknowledged, c.InBaseline = p.Acknowledged != "", p.State == "still"
		}
		f.State = StateOf(c)
	}
	byUrgency(d.Failures)
}

// stateOrder is the order in which failures are shown.
var stateOrder = []string{
	report.FailureNew, report.FailureBefore, report.FailureKnownFlaky, report.FailureInfrastructure,
	report.FailureAcknowledged, report.FailureEnded,
}

// byUrgency sorts failures: by state, then the latest, then those of most runs.
func byUrgency(all []report.Failure) {
	slices.SortStableFunc(all, func(a, b report.Failure) int {
		return cmp.Or(
			cmp.Compare(slices.Index(stateOrder, a.State), slices.Index(stateOrder, b.State)),
			strings.Compare(b.Date, a.Date),
			cmp.Compare(b.Runs, a.Runs),
			strings.Compare(a.System, b.System),
			strings.Compare(a.Subject, b.Subject),
			strings.Compare(a.Step, b.Step),
			strings.Compare(a.Cluster, b.Cluster),
		)
	})
}
