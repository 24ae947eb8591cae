package failure

import (
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// Input is what failures are found in.
type Input struct {
	Runs []report.Run // oldest first
	// Place is where a run begins, by its index.
	Place func(run int) report.Evidence
	// Ends appends how the steps of a run ended, FailedAttempts reports whether any attempt
	// of a run failed, Detail gives all of a run, FailedDetail what of it did not pass. A run
	// without failures is not asked for its details.
	Ends           func(run int, to []metric.StepEnd) []metric.StepEnd
	FailedAttempts func(run int) bool
	FailedDetail   func(run int) metric.Detail
	Detail         func(run int) (metric.Detail, error)
	// Stable is the name of a subject as it lasts, Key the key of the problem that tells of
	// the failures of a series.
	Stable func(system, subject string) string
	Key    func(names ...string) string
	// Owner says who owns what has one of the names; nil: nobody owns anything.
	Owner func(names []string) string
}

// seriesKey names a series. An empty step stands for the runs as a whole.
type seriesKey struct{ system, subject, step string }

// day is what happened in a series on one run date.
type day struct {
	date           string
	passed, failed int32
	// In the series of the runs as a whole: other counts failed steps, atStep the runs that failed
	// at one, which ended too and are in the rate of those that failed without one.
	other, atStep int32
}

// occurrence is one failure of a series in one run.
type occurrence struct {
	run           int
	step          string // as the run names it; empty: the run as a whole
	result, cause string
	errorText
	normal string
	blocks int64
}

// series is one step, or the runs as a whole, over all run dates.
type series struct {
	seriesKey
	collective bool              // the runs or steps in it are different things of one kind
	days       []day             // oldest first
	latest     []occurrence      // of the last date with a failure
	at         string            // that date
	reported   map[string]string // first date of each error, by its normalised text
	first      [1]day            // what days are a part of, while there is one: most tests of a large report ran once
}

// on is the series' day of a date; runs come in the order of their dates.
func (s *series) on(date string) *day {
	if n := len(s.days); n == 0 || s.days[n-1].date != date {
		if n == 0 {
			s.days = s.first[:0]
		}
		s.days = append(s.days, day{date: date})
	}
	return &s.days[len(s.days)-1]
}

func (s *series) fail(date string, o occurrence) {
	s.on(date).failed++
	if s.at != date || len(s.latest) == 0 {
		s.latest, s.at = nil, date
	}
	s.latest = append(s.latest, o)
	if _, known := s.reported[o.normal]; !known {
		if s.reported == nil {
			s.reported = map[string]string{}
		}
		s.reported[o.normal] = date
	}
}

// newError reports whether the failures before the day were others than these: none told one of
// their errors, and the series failed and passed again less than twice. A failure that
// tells no error may be any.
//
// Example: eleven nights ago the database was away, and fifteen tests failed at once. One of them
// fails tonight at an assertion: that is new.
func (s *series) newError(group []occurrence, first int) bool {
	since := s.days[first].date
	if before, silent := s.reported[""]; silent && before < since {
		return false
	}
	for _, o := range group {
		if o.normal == "" || s.reported[o.normal] < since {
			return false
		}
	}
	return s.streaks(first) < 2
}

// streaks is how often the series failed and passed again before the day.
func (s *series) streaks(first int) (n int) {
	failed := false
	for _, d := range s.days[:first] {
		failed = failed || d.failed > 0
		if failed && d.passed > 0 {
			failed, n = false, n+1
		}
	}
	return n
}

// finder goes through the runs once.
type finder struct {
	*Input
	all      map[seriesKey]*series
	order    []*series
	byNumber []*series            // of steps, by the numbers of their names; nil: not found yet
	room     []series             // for those that follow
	passedAt map[[2]string]string // last date with a run that passed, by system and subject
	lastRun  map[[2]string]string // last date with a run at all
	systemAt map[string]string    // last run date by system
	clusters clusters
	missed   missed
	reader   reader
	dates    metric.RunDates
	ofKind   map[unitKind]map[unitKey]bool // the runs of a kind, by what they are; nil: nobody asked for them yet
	errors   map[int]stepError             // of each run that failed
	ends     []metric.StepEnd              // of the run that is taken
	unsteady map[seriesKey]bool            // the tests of which any run failed or was flaky, see [Found.KnownFlaky]
}

// unitKind is a kind of run of one system.
type unitKind struct{ system, kind string }

// unitKey names a run of one kind by what it is.
type unitKey struct{ subject, unit string }

// kindsOf are the kinds of the runs.
func kindsOf(runs []report.Run) map[unitKind]map[unitKey]bool {
	kinds := map[unitKind]map[unitKey]bool{}
	for i := range runs {
		kinds[unitKind{runs[i].System, runs[i].Kind}] = nil
	}
	return kinds
}

// ofItsOwn reports whether a step of a run is a run of its own, which tells of its failure:
// an item of a fleet, of which its own log was read too.
func (f *finder) ofItsOwn(r *report.Run, s *metric.StepDetail) bool {
	if s.Kind == r.Kind {
		return false
	}
	of := unitKind{r.System, s.Kind}
	named, known := f.ofKind[of]
	if !known {
		return false
	}
	if named == nil {
		named = map[unitKey]bool{}
		for i := range f.Runs {
			if x := &f.Runs[i]; x.System == of.system && x.Kind == of.kind {
				named[unitKey{x.Subject, x.Unit}] = true
			}
		}
		f.ofKind[of] = named
	}
	return named[unitKey{r.Subject, s.Step}]
}

// blockedByItself reports whether a step of the run was blocked that is a run of its own, which
// tells of it. Example: a fleet fails of which an item waits for another that failed a day before.
func (f *finder) blockedByItself(r *report.Run, d *metric.Detail) bool {
	return slices.ContainsFunc(d.Steps, func(s metric.StepDetail) bool {
		return s.Result == string(table.Blocked) && f.ofItsOwn(r, &s)
	})
}

// stepError is the error that a run is known by, and the step that it is of.
type stepError struct{ step, text string }

func (f *finder) of(k seriesKey) *series {
	s := f.all[k]
	if s == nil {
		if len(f.room) == 0 {
			f.room = make([]series, min(1+len(f.order), 1024))
		}
		s, f.room = &f.room[0], f.room[1:]
		s.seriesKey = k
		f.all[k] = s
		f.order = append(f.order, s)
	}
	return s
}

// ofStep is the series of a step, or of the runs as a whole, which a single step is. It is found by the
// number of the step's name, where that is known: a name is of one system and one subject.
func (f *finder) ofStep(system, subject string, e *metric.StepEnd, single bool) *series {
	if single {
		return f.of(seriesKey{system, subject, ""})
	}
	if e.Number >= len(f.byNumber) {
		f.byNumber = append(f.byNumber, make([]*series, e.Number+1-len(f.byNumber))...)
	}
	s := f.byNumber[e.Number]
	if s == nil {
		s = f.of(seriesKey{system, subject, e.Stable})
		if e.Number > 0 {
			f.byNumber[e.Number] = s
		}
	}
	return s
}

// take adds one run to its series.
func (f *finder) take(i int) {
	r := &f.Runs[i]
	date, subject := f.dates.Of(r.StartedAt), f.Stable(r.System, r.Subject)
	place, passing := [2]string{r.System, subject}, table.Result(r.Result).Passing()
	f.lastRun[place] = date
	if passing {
		f.passedAt[place] = date
	}
	f.ends = f.Ends(i, f.ends[:0])
	single, anyFailed := single(f.ends), false
	for k := range f.ends {
		e := &f.ends[k]
		anyFailed = anyFailed || failed(string(e.Result))
		if e.Kind == table.KindTest && e.Result.Decided() && e.Result != table.Passed {
			f.unsteady[seriesKey{r.System, subject, e.Stable}] = true
		}
		s := f.ofStep(r.System, subject, e, single)
		s.collective = s.collective || e.Stable == e.Kind
		if e.Result.Passing() {
			s.on(date).passed++
		}
	}
	whole := f.of(seriesKey{r.System, subject, ""})
	if passing && !single {
		whole.on(date).passed++
	}
	latest := f.missed.run(r, date)
	if passing && !f.FailedAttempts(i) || !passing && !failing(r.Result) && !anyFailed && !f.FailedAttempts(i) {
		return
	}
	d := f.FailedDetail(i)
	f.failures(i, date, &d, whole, single, latest)
}

// single reports whether a run of these steps is its only one, as a card.
func single(ends []metric.StepEnd) bool { return len(ends) == 1 && ends[0].Step == ends[0].Kind }

// failures adds what failed in one run, which may be its only step; latest is nil where a later date has runs of
// its subject.
func (f *finder) failures(i int, date string, d *metric.Detail, whole *series, single bool, latest *missedOfDate) {
	r := &f.Runs[i]
	e := newExplainer(&f.reader, r, d)
	all := e.failedSteps()
	steps := slices.DeleteFunc(slices.Clone(all), func(s *metric.StepDetail) bool { return f.ofItsOwn(r, s) })
	blocks := e.blocks(steps)
	why := map[string]errorText{} // of the failed steps
	for _, s := range steps {
		o := occurrence{run: i, step: s.Step, result: s.Result, cause: s.Cause, errorText: e.step(s), blocks: blocks[s.Step]}
		if len(steps) == 1 && o.cause == "" {
			o.cause = r.Cause
		}
		o.normal = f.reader.normalise(o.text)
		k := seriesKey{whole.system, whole.subject, s.Stable}
		if single {
			k.step, o.step = "", ""
		}
		why[s.Step] = o.errorText
		f.of(k).fail(date, o)
		f.explain(i, o)
		if k.step != "" {
			whole.on(date).other++
		}
	}
	f.clusters.attempts(e, date, why)
	latest.add(e)
	switch {
	case !failing(r.Result):
	case len(steps) > 0:
		if !single {
			whole.on(date).atStep++
		}
	case len(all) > 0:
		day := whole.on(date)
		day.other, day.atStep = day.other+1, day.atStep+1
		f.explain(i, occurrence{step: all[0].Step, errorText: e.step(all[0])})
	case f.blockedByItself(r, d):
		day := whole.on(date)
		day.other, day.atStep = day.other+1, day.atStep+1
		f.explain(i, occurrence{errorText: e.whole()})
	default:
		o := occurrence{run: i, result: r.Result, cause: r.Cause, errorText: e.whole()}
		o.normal = f.reader.normalise(o.text)
		whole.fail(date, o)
		f.explain(i, o)
		f.clusters.add(o.normal, nameOf(r, ""), date)
	}
}

// explain notes the error that a run is known by: that of its first failed step that has
// one.
func (f *finder) explain(i int, o occurrence) {
	if x, known := f.errors[i]; !known || x.text == "" && o.text != "" {
		f.errors[i] = stepError{o.step, o.text}
	}
}
