package ownlog

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// step is a step with the rows that are attempts at it.
type step struct {
	name, stable string
	tries        []*record.Record
}

func assemble(u *record.Unit, t *table.Set) {
	if len(u.Records) == 0 {
		return // another file has all of its rows
	}
	var steps []*step
	byName := map[string]*step{}
	count := map[string]int{}
	var whole []*record.Record // rows that name no step
	for _, r := range u.Records {
		name := r.Str("step")
		u.Event(t, r, name, "", "")
		if name == "" {
			whole = append(whole, r)
			continue
		}
		s := byName[name]
		if s == nil || !s.continues(r) {
			s = &step{name: name, stable: name}
			if count[name]++; count[name] > 1 {
				s.name = fmt.Sprintf("%s #%d", name, count[name])
				s.stable = s.name
			}
			byName[name] = s
			steps = append(steps, s)
		}
		s.tries = append(s.tries, r)
	}
	var all []table.Result
	for _, s := range steps {
		all = append(all, s.rows(u, t))
	}
	for _, r := range whole {
		m := meaning(u, t, r)
		all = append(all, m.Result)
		attemptRow(u, t, "", 0, r, m)
	}
	runRow(u, t, all)
}

// continues reports whether a row is another attempt at the step: it has a higher number,
// or none and the attempt before it failed.
func (s *step) continues(r *record.Record) bool {
	last := s.tries[len(s.tries)-1]
	before, numbered := last.Int("attempt")
	if n, ok := r.Int("attempt"); ok && numbered {
		return n > before
	}
	was := table.Result(last.Str("word"))
	return was == table.Failed || was == table.Stalled
}

// meaning is what a row says of its end. A row without a word for it says nothing, and one
// that is only timed passed.
func meaning(u *record.Unit, t *table.Set, r *record.Record) record.Meaning {
	meant, word := r.Str("word"), r.Str("result")
	m := record.Meaning{Result: table.Result(meant)}
	switch {
	case meant == "" && word != "":
		return u.Meaning(t, words, word, r) // it is in no table, which is a finding
	case meant == "":
		return record.Meaning{Result: table.Unknown}
	case m.Result == table.Failed:
		m.Cause = table.CauseFailure
	case m.Result == table.Stalled:
		m.Cause = table.CauseStall
	case m.Result == table.Canceled:
		m.Cause = table.CauseCanceled
	}
	return m
}

func (s *step) rows(u *record.Unit, t *table.Set) table.Result {
	x := &t.Steps
	last := len(s.tries) - 1
	meanings := make([]record.Meaning, len(s.tries))
	m := record.Meaning{}
	for i, r := range s.tries {
		meanings[i] = meaning(u, t, r)
		failed := m.Result == table.Failed || m.Result == table.Stalled || m.Result == table.Flaky
		if m = meanings[i]; failed && m.Result == table.Passed {
			m = record.Meaning{Result: table.Flaky}
		}
	}
	first, end := s.tries[0], s.tries[last]
	row := u.Row(&x.Rows, &x.Run, first)
	x.Step.Set(row, s.name)
	x.StableStep.Set(row, s.stable)
	x.Kind.Set(row, cmp.Or(first.Str("kind"), "step"))
	x.Retryable.Set(row, true)
	x.RetriesVisible.Set(row, true)
	x.Status.SetText(row, end.Str("result"))
	m.Fill(&x.Result, &x.Cause, row)
	if m.Result.Decided() {
		x.Converged.Set(row, m.Result.Passing())
	}
	x.Attempts.Set(row, s.number(last))
	from, to := span(first)
	_, to2 := span(end)
	to = record.Later(to, to2)
	x.StartedAt.Set(row, from)
	x.EndedAt.Set(row, to)
	if seconds, ok := record.Span(from, to); ok {
		x.DurationS.Set(row, seconds)
	}
	if m.Result == table.Failed {
		x.Reason.SetText(row, record.Cut(end.Str("error"), 400))
	}
	for i, r := range s.tries {
		attemptRow(u, t, s.name, s.number(i), r, meanings[i])
	}
	s.scoreRow(u, t, last)
	return m.Result
}

// scoreRow writes the score of the try that decides the step: those of tries that were repeated are
// in checks alone.
func (s *step) scoreRow(u *record.Unit, t *table.Set, last int) {
	r := s.tries[last]
	score, ok := r.Float("score")
	if !ok {
		return
	}
	x := &t.Scores
	row := u.Row(&x.Rows, &x.Run, r)
	x.Step.Set(row, s.stable)
	x.Attempt.Set(row, s.number(last))
	x.Scorer.Set(row, "score")
	x.Value.Set(row, score)
	x.Written.Set(row, strconv.FormatFloat(score, 'g', -1, 64))
}

// number is the number of a try: as written, else by its place.
func (s *step) number(i int) int64 {
	if n, ok := s.tries[i].Int("attempt"); ok && n > 0 {
		return n
	}
	return int64(i + 1)
}

// span is when a row started and ended. One of the two follows from the other and the
// duration.
func span(r *record.Record) (from, to time.Time) {
	from, to = r.Time("started"), r.Time("ended")
	seconds, ok := r.Float("duration")
	if !ok {
		return from, to
	}
	took := time.Duration(seconds * float64(time.Second))
	switch {
	case !from.IsZero() && to.IsZero():
		to = from.Add(took)
	case from.IsZero() && !to.IsZero():
		from = to.Add(-took)
	}
	return from, to
}

func attemptRow(u *record.Unit, t *table.Set, name string, number int64, r *record.Record, meaning record.Meaning) {
	x := &t.Attempts
	row := u.Row(&x.Rows, &x.Run, r)
	r.Fill(x, row)
	x.Step.SetText(row, name)
	if number > 0 {
		x.Attempt.Set(row, number)
	}
	from, to := span(r)
	x.StartedAt.Set(row, from)
	x.EndedAt.Set(row, to)
	if seconds, ok := record.Span(from, to); ok && !r.Has("duration") {
		x.DurationS.Set(row, seconds)
	}
	if meaning.Result == table.Flaky { // an attempt is never flaky
		meaning.Result = table.Passed
	}
	meaning.Fill(&x.Result, &x.Cause, row)
	if meaning.Result.Decided() {
		x.Converged.Set(row, meaning.Result == table.Passed)
	}
	if score, ok := r.Float("score"); ok {
		c := &t.Checks
		at := u.Row(&c.Rows, &c.Run, r)
		c.Step.SetText(at, name)
		c.Attempt.Set(at, max(1, number))
		c.Kind.Set(at, "score")
		c.Name.Set(at, "score")
		c.Written.Set(at, strconv.FormatFloat(score, 'g', -1, 64))
	}
}

// runOrder is which result of a step decides that of its run, first to last.
var runOrder = []table.Result{table.Failed, table.Stalled, table.Blocked, table.Canceled, table.Open, table.Flaky, table.Passed, table.Unknown, table.Skipped}

func runRow(u *record.Unit, t *table.Set, all []table.Result) {
	x := &t.Runs
	first := u.Records[0]
	row := x.Add(first.Place())
	x.Key.Set(row, u.Key)
	x.System.Set(row, u.System)
	x.Kind.Set(row, u.Kind)
	x.ID.Set(row, u.ID)
	x.Files.Set(row, u.Files)
	x.Superseded.Set(row, u.Superseded)
	x.Evidence.Set(row, u.Evidence)
	var started, ended time.Time
	for _, r := range u.Records {
		from, to := span(r)
		if !from.IsZero() && (started.IsZero() || from.Before(started)) {
			started = from
		}
		ended = record.Later(ended, record.Later(from, to))
		for _, c := range []struct {
			key string
			to  *table.String
		}{{"subject", &x.Subject}, {"variant", &x.Variant}, {"version", &x.Version}, {"runner", &x.Runner}, {"model", &x.Model}} {
			if v := r.Str(c.key); v != "" && c.to.At(row) == "" {
				c.to.Set(row, record.CutName(v, 200))
			}
		}
	}
	x.StableSubject.Set(row, x.Subject.At(row))
	if started.IsZero() {
		u.Finding(t, noTime, first, "", "a column for started or ended")
	}
	x.StartedAt.Set(row, started)
	x.LastAt.Set(row, ended)
	m := record.Meaning{Result: table.Unknown}
	if i := slices.IndexFunc(runOrder, func(r table.Result) bool { return slices.Contains(all, r) }); i >= 0 {
		m.Result = runOrder[i]
	}
	if m.Result == table.Failed {
		m.Cause = table.CauseFailure
	}
	m.Fill(&x.Result, &x.Cause, row)
	x.Status.Set(row, "unfinished")
	if m.Result == table.Open {
		return
	}
	x.Status.Set(row, "finished")
	x.Outcome.Set(row, string(m.Result))
	x.EndedAt.Set(row, ended)
	if seconds, ok := record.Span(started, ended); ok {
		x.DurationS.Set(row, seconds)
	}
}
