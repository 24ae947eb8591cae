package actions

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// task is a job over all attempts.
type task struct {
	name     string
	tries    []*record.Record // that ran, or the last one where none did
	meanings []record.Meaning
	seen     int64 // attempts of the run in which the job is listed
	last     int64 // the last of them
}

// run is one run while its rows are written.
type run struct {
	unit     *record.Unit
	t        *table.Set
	attempts []*record.Record // of the run, in their order
	jobs     []*task          // in the order of their start
	flaky    bool             // a job passed after it had failed
}

func assemble(u *record.Unit, t *table.Set) {
	r := &run{unit: u, t: t}
	for _, x := range u.Records {
		name := ""
		if x.Kind == job {
			name = x.Str("name")
		} else {
			r.attempts = append(r.attempts, x)
		}
		u.Event(t, x, record.CutName(name, 200), "", "")
	}
	if u.ID == "" { // a finding says what it lacks
		return
	}
	slices.SortStableFunc(r.attempts, func(a, b *record.Record) int { return cmp.Compare(attemptOf(a), attemptOf(b)) })
	r.collect()
	for _, j := range r.jobs {
		r.jobRow(j)
	}
	r.runRow()
}

// collect puts the jobs of one name together, as attempts of it. A job that is not run
// again when others are stands in the list of the later attempt with its old times, and
// is the same attempt. Jobs of one name in one attempt are numbered.
func (r *run) collect() {
	jobs := slices.DeleteFunc(slices.Clone(r.unit.Records), func(x *record.Record) bool { return x.Kind != job })
	slices.SortStableFunc(jobs, func(a, b *record.Record) int {
		return cmp.Or(cmp.Compare(attemptOf(a), attemptOf(b)), a.Time("started_at").Compare(b.Time("started_at")), cmp.Compare(idOf(a), idOf(b)))
	})
	byName := map[string]*task{}
	taken := map[string]int64{} // (name, attempt) → how often
	for _, x := range jobs {
		name := cmp.Or(record.CutName(x.Str("name"), 200), "job")
		key := fmt.Sprintf("%d %s", attemptOf(x), name)
		if taken[key]++; taken[key] > 1 {
			name = fmt.Sprintf("%s #%d", name, taken[key])
		}
		j := byName[name]
		if j == nil {
			j = &task{name: name}
			byName[name] = j
			r.jobs = append(r.jobs, j)
		}
		j.seen++
		j.last = attemptOf(x)
		n := len(j.tries)
		if n > 0 && carried(j.tries[n-1], x) {
			continue
		}
		if n > 0 && j.meanings[n-1].Result == table.Skipped { // it was not tried
			j.tries, j.meanings = j.tries[:n-1], j.meanings[:n-1]
		}
		j.tries = append(j.tries, x)
		j.meanings = append(j.meanings, r.meaning(x))
	}
}

func idOf(r *record.Record) int64 { id, _ := r.Int("id"); return id }

// carried reports whether a job of a later attempt is the one of the attempt before.
func carried(before, x *record.Record) bool {
	end := x.Time("completed_at")
	return !end.IsZero() && end.Equal(before.Time("completed_at")) && x.Time("started_at").Equal(before.Time("started_at"))
}

// meaning is what a run, a job or a step says of its end.
func (r *run) meaning(x *record.Record) record.Meaning {
	return r.unit.Meaning(r.t, words, word(x), x)
}

// word is the conclusion; the status where there is none.
func word(x *record.Record) string { return cmp.Or(x.Str("conclusion"), x.Str("status")) }

func (r *run) jobRow(j *task) {
	last := len(j.tries) - 1
	x, m := j.tries[last], j.meanings[last]
	for _, before := range j.meanings[:last] {
		if m.Result == table.Passed && before.Result == table.Failed {
			m, r.flaky = record.Meaning{Result: table.Flaky}, true
		}
	}
	t := &r.t.Steps
	row := r.unit.Row(&t.Rows, &t.Run, x)
	t.Step.Set(row, j.name)
	t.StableStep.Set(row, j.name)
	t.Kind.Set(row, "job")
	t.Retryable.Set(row, true)
	t.RetriesVisible.Set(row, j.complete())
	if !j.complete() {
		t.RetriesHidden.Set(row, table.NotExported)
	}
	t.Status.SetText(row, word(x))
	m.Fill(&t.Result, &t.Cause, row)
	t.Attempts.Set(row, j.number(last))
	if m.Result.Decided() {
		t.Converged.Set(row, m.Result.Passing())
	}
	t.ReadyAt.Set(row, x.Time("created_at"))
	started, ended := span(x, m)
	t.StartedAt.Set(row, started)
	t.EndedAt.Set(row, ended)
	if seconds, ok := record.Span(started, ended); ok {
		t.DurationS.Set(row, seconds)
	}
	if m.Result == table.Failed {
		t.Reason.SetText(row, failedStep(x))
	}
	for i, try := range j.tries {
		r.attemptRow(j, i, try)
	}
	r.stepRows(j, x)
}

// complete reports whether every attempt up to the last is there.
func (j *task) complete() bool { return j.seen == j.last }

// number is the number of a try at the job: those at which it was skipped do not count. As
// the run counts where attempts are not there.
func (j *task) number(i int) int64 {
	if !j.complete() {
		return attemptOf(j.tries[i])
	}
	return int64(i + 1)
}

// span is when a job or a step started and ended: neither where it was never run, and no
// end while it is open.
func span(x *record.Record, m record.Meaning) (started, ended time.Time) {
	if m.Result == table.Skipped || x.Str("status") == "queued" {
		return started, ended
	}
	started, ended = x.Time("started_at"), x.Time("completed_at")
	if m.Result == table.Open {
		ended = time.Time{}
	}
	return started, ended
}

// failedStep names the step that a job failed at.
func failedStep(x *record.Record) string {
	for _, s := range x.Items("steps") {
		if m, _ := words.Of(word(s)); m.Result == table.Failed {
			return "failed at: " + record.Cut(s.Str("name"), 200)
		}
	}
	return ""
}

func (r *run) attemptRow(j *task, i int, x *record.Record) {
	t, m := &r.t.Attempts, j.meanings[i]
	row := r.unit.Row(&t.Rows, &t.Run, x)
	t.Step.Set(row, j.name)
	t.Attempt.Set(row, j.number(i))
	t.ID.Set(row, fmt.Sprint(idOf(x)))
	t.Runtime.SetText(row, strings.Join(x.List("labels"), ", "))
	t.Status.SetText(row, word(x))
	m.Fill(&t.Result, &t.Cause, row)
	t.CreatedAt.Set(row, x.Time("created_at"))
	started, ended := span(x, m)
	t.StartedAt.Set(row, started)
	t.EndedAt.Set(row, ended)
	if seconds, ok := record.Span(started, ended); ok {
		t.DurationS.Set(row, seconds)
	}
	if m.Result.Decided() {
		t.Converged.Set(row, m.Result.Passing())
	}
	switch m.Result {
	case table.Open:
		t.Cut.Set(row, "open")
	case table.Canceled:
		t.Cut.Set(row, "canceled")
	case table.Failed:
		t.Error.SetText(row, cmp.Or(failedStep(x), word(x)))
	}
	for _, s := range x.Items("steps") {
		r.commandRow(j, i, x, s)
	}
}

// commandRow writes a step as a command of its job, so that steps that fail in one attempt
// and pass in the next are seen, and how long each takes.
func (r *run) commandRow(j *task, i int, x, s *record.Record) {
	m := r.meaning(s)
	verdict := map[table.Result]string{table.Passed: "pass", table.Failed: "fail", table.Skipped: "skip"}[m.Result]
	t := &r.t.Checks
	row := r.unit.Row(&t.Rows, &t.Run, x)
	t.Step.Set(row, j.name)
	t.Attempt.Set(row, j.number(i))
	t.Kind.Set(row, "command")
	t.Name.SetText(row, record.Cut(s.Str("name"), 200))
	t.Verdict.SetText(row, cmp.Or(verdict, word(s)))
	t.Written.SetText(row, word(s))
	started, ended := span(s, m)
	if seconds, ok := record.Span(started, ended); ok {
		t.DurationS.Set(row, seconds)
	}
}

// stepRows writes the steps of a job's last attempt.
func (r *run) stepRows(j *task, x *record.Record) {
	taken := map[string]int{}
	for _, s := range x.Items("steps") {
		m := r.meaning(s)
		name := cmp.Or(record.CutName(s.Str("name"), 200), "step")
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprintf("%s #%d", name, taken[name])
		}
		t := &r.t.Steps
		row := r.unit.Row(&t.Rows, &t.Run, x)
		t.Step.Set(row, j.name+" / "+name)
		t.StableStep.Set(row, j.name+" / "+name)
		t.Parent.Set(row, j.name)
		t.Kind.Set(row, "step")
		t.Name.Set(row, name)
		t.Status.SetText(row, word(s))
		m.Fill(&t.Result, &t.Cause, row)
		if m.Result.Decided() {
			t.Converged.Set(row, m.Result.Passing())
		}
		started, ended := span(s, m)
		t.StartedAt.Set(row, started)
		t.EndedAt.Set(row, ended)
		if seconds, ok := record.Span(started, ended); ok {
			t.DurationS.Set(row, seconds)
		}
	}
}

var repoInURL = regexp.MustCompile(`/repos/([\w.-]+/[\w.-]+)/actions/`)
