package trial

import (
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// The kinds of steps. Tasks and samples are items; a group only holds others together, and
// is in no rate.
const (
	TaskKind   = "task"
	SampleKind = "sample"
	groupKind  = "group"
)

// list is what the table bugs calls the list that items belong to.
const list = "items"

// most is how much of an error or an explanation is kept, in bytes.
const most = 2000

// Run is the run that tasks belong to, with what its row says.
type Run struct {
	Unit      *record.Unit
	At        *record.Record
	Benchmark string // dataset and its version, or the eval: what items are items of
	Agent     string
	Model     string
	Variant   string // what else tells it from others, as the name of a job
	Version   string
	Status    string // as written
	Start     time.Time
	End       time.Time
	Meaning   record.Meaning
	Reason    string
	Announced int64 // tasks that the run states; 0: it does not
	Snapshots bool
	Groups    []Group
	Tasks     []*Task
}

// Group is what holds tasks together, as a benchmark of several.
type Group struct {
	At   *record.Record
	Name string
}

// Task is a task of a benchmark or a sample of an eval.
type Task struct {
	At     *record.Record
	Kind   string // TaskKind or SampleKind
	Name   string // in its run
	Stable string // as it lasts over runs; "": the name
	Title  string
	Parent string
	Of     string // the benchmark, where it is another than the run's
	Trials []*Trial
}

// Trial is one try at a task, or one epoch of a sample.
type Trial struct {
	At        *record.Record
	N         int64 // its number, from 1
	ID        string
	Status    string // as written
	Meaning   record.Meaning
	Start     time.Time
	End       time.Time
	DurationS float64 // 0: from start to end, where both are known
	Error     string
	Agent     string
	Model     string
	Usage     Usage
	Checks    []Check
	Scores    []Score
	Errored   []string // errors of the tries before that were repeated
}

// Usage is what a trial cost. A zero of tokens is no measurement: agents that do not count
// write it.
type Usage struct {
	In, Out, Cache, Total int64
	Cost                  float64
	CostGiven             bool
}

// Check is a test or an assertion of a trial.
type Check struct {
	Kind, Name string
	Verdict    string // pass, fail, warn or skip; else as written
	Written    string
	Reason     string
	DurationS  float64
}

// Score is what one scorer says.
type Score struct {
	Scorer  string
	Value   float64
	Given   bool
	Unit    string
	Written string
	StdErr  float64
	Erring  bool // StdErr is given
}

// Meaning is how a task ended, by its trials.
func (x *Task) Meaning() record.Meaning {
	m := record.Meaning{Result: table.Unknown}
	for i, t := range x.Trials {
		if i == 0 || rank(t.Meaning) > rank(m) {
			m = t.Meaning
		}
	}
	return m
}

// rank orders how trials ended: the one of the highest rank is a task's.
func rank(m record.Meaning) int {
	if outside(m) {
		return 6
	}
	switch m.Result {
	case table.Failed, table.Stalled:
		return 7
	case table.Open:
		return 5
	case table.Canceled:
		return 4
	case table.Unknown:
		return 3
	case table.Passed:
		return 2
	}
	return 1
}

// outside reports whether what runs or judges the work failed, not the work.
func outside(m record.Meaning) bool {
	return m.Result == table.Failed && m.Cause == table.CauseInfrastructure
}

// Subject is what runs are compared with each other by: the benchmark, and who worked on it.
// Example: "terminal-bench-core@0.1.1 (goose, claude-4-opus)".
func (r *Run) Subject() string {
	var who []string
	for _, s := range []string{r.Agent, r.Model} {
		if s != "" {
			who = append(who, s)
		}
	}
	if len(who) == 0 {
		return r.Benchmark
	}
	return r.Benchmark + " (" + strings.Join(who, ", ") + ")"
}

// Fill writes all rows of the run but its events.
func (r *Run) Fill(t *table.Set) {
	r.fillRun(t)
	for _, g := range r.Groups {
		row := r.Unit.Row(&t.Steps.Rows, &t.Steps.Run, g.At)
		t.Steps.Step.Set(row, g.Name)
		t.Steps.StableStep.Set(row, g.Name)
		t.Steps.Kind.Set(row, groupKind)
		t.Steps.Result.Set(row, string(table.Unknown))
	}
	for _, x := range r.Tasks {
		r.fillTask(t, x)
	}
}

func (r *Run) fillRun(t *table.Set) {
	u, runs := r.Unit, &t.Runs
	row := runs.Add(r.At.Place())
	runs.Key.Set(row, u.Key)
	runs.System.Set(row, u.System)
	runs.Kind.Set(row, u.Kind)
	runs.ID.Set(row, u.ID)
	runs.Subject.SetText(row, record.Cut(r.Subject(), 300))
	runs.StableSubject.SetText(row, record.Cut(r.Subject(), 300))
	runs.Runner.SetText(row, r.Agent)
	runs.Variant.SetText(row, r.Variant)
	runs.Model.SetText(row, r.Model)
	runs.Version.SetText(row, r.Version)
	runs.Files.Set(row, u.Files)
	if len(u.Superseded) > 0 {
		runs.Superseded.Set(row, u.Superseded)
	}
	runs.Evidence.Set(row, u.Evidence)
	runs.Status.SetText(row, r.Status)
	runs.Outcome.SetText(row, outcome(r))
	r.Meaning.Fill(&runs.Result, &runs.Cause, row)
	runs.Reason.SetText(row, record.Cut(r.Reason, most))
	if r.Snapshots {
		runs.Snapshots.Set(row, true)
	}
	if r.Announced > 0 {
		runs.TotalSteps.Set(row, r.Announced)
	}
	start, end := r.times()
	runs.StartedAt.Set(row, start)
	if r.Meaning.Result != table.Open {
		runs.EndedAt.Set(row, end)
		if s, ok := record.Span(start, end); ok {
			runs.DurationS.Set(row, s)
		}
	}
	last := record.LastTime(u.Records)
	if end.After(last) {
		last = end
	}
	runs.LastAt.Set(row, last)
}

func outcome(r *Run) string {
	if r.Meaning.Result == table.Open {
		return ""
	}
	return r.Status
}

// times are when the run began and ended, as it says, else as its trials do.
func (r *Run) times() (start, end time.Time) {
	start, end = r.Start, r.End
	for _, x := range r.Tasks {
		for _, t := range x.Trials {
			if r.Start.IsZero() && !t.Start.IsZero() && (start.IsZero() || t.Start.Before(start)) {
				start = t.Start
			}
			if r.End.IsZero() && t.End.After(end) {
				end = t.End
			}
		}
	}
	return start, end
}

func (r *Run) fillTask(t *table.Set, x *Task) {
	steps := &t.Steps
	row := r.Unit.Row(&steps.Rows, &steps.Run, x.At)
	m := x.Meaning()
	stable := x.Stable
	if stable == "" {
		stable = x.Name
	}
	steps.Step.Set(row, x.Name)
	steps.StableStep.Set(row, stable)
	steps.Parent.SetText(row, x.Parent)
	steps.Kind.Set(row, x.Kind)
	steps.Name.SetText(row, record.Cut(x.Title, 200))
	m.Fill(&steps.Result, &steps.Cause, row)
	if m.Result.Decided() {
		steps.Converged.Set(row, m.Result.Passing())
	}
	if outside(m) {
		steps.Outside.Set(row, true)
	}
	var start, end time.Time
	n, status, reason, seconds := int64(0), "", "", 0.0
	for _, y := range x.Trials {
		if !y.Start.IsZero() && (start.IsZero() || y.Start.Before(start)) {
			start = y.Start
		}
		if y.End.After(end) {
			end = y.End
		}
		n = max(n, y.N)
		if reason == "" || y.Meaning == m && y.Error != "" {
			reason = y.Error
		}
		if status == "" || y.Meaning == m {
			status = y.Status
		}
		seconds += y.DurationS
	}
	steps.Status.SetText(row, record.Cut(status, 80))
	if !m.Result.Passing() {
		steps.Reason.SetText(row, record.Cut(reason, most))
	}
	steps.StartedAt.Set(row, start)
	steps.EndedAt.Set(row, end)
	if s, ok := record.Span(start, end); ok {
		steps.DurationS.Set(row, s)
	}
	if seconds > 0 {
		steps.LoggedS.Set(row, seconds)
	}
	if n > 0 {
		steps.Attempts.Set(row, n)
	}
	for _, y := range x.Trials {
		r.fillTrial(t, x, y, stable)
	}
}

func (r *Run) fillTrial(t *table.Set, x *Task, y *Trial, stable string) {
	u := r.Unit
	for _, message := range y.Errored {
		r.erroredRow(t, x, y, message)
	}
	r.attemptRow(t, x, y)
	items := &t.Bugs
	row := u.Row(&items.Rows, &items.Run, y.At)
	items.List.Set(row, list)
	benchmark := r.Benchmark
	if x.Of != "" {
		benchmark = x.Of
	}
	items.Benchmark.SetText(row, record.Cut(benchmark, 200))
	items.Bug.Set(row, record.Cut(stable, 200))
	items.Trial.Set(row, y.N)
	items.Status.SetText(row, record.Cut(y.Status, 80))
	if m := y.Meaning; m.Result.Decided() && !outside(m) {
		items.Found.Set(row, m.Result.Passing())
	}
	for _, c := range y.Checks {
		checks := &t.Checks
		row := u.Row(&checks.Rows, &checks.Run, y.At)
		checks.Step.Set(row, x.Name)
		checks.Attempt.Set(row, y.N)
		checks.Kind.Set(row, c.Kind)
		checks.Name.Set(row, record.Cut(c.Name, 200))
		checks.Verdict.SetText(row, c.Verdict)
		checks.Written.SetText(row, record.Cut(c.Written, 80))
		checks.Reason.SetText(row, record.Cut(c.Reason, most))
		if c.DurationS > 0 {
			checks.DurationS.Set(row, c.DurationS)
		}
	}
	for _, s := range y.Scores {
		row := r.ScoreRow(t, y.At, x.Name, s)
		t.Scores.Attempt.Set(row, y.N)
	}
}

// ScoreRow writes a score. step is "" for one of the whole run.
func (r *Run) ScoreRow(t *table.Set, at *record.Record, step string, s Score) int {
	scores := &t.Scores
	row := r.Unit.Row(&scores.Rows, &scores.Run, at)
	scores.Step.SetText(row, step)
	scores.Scorer.Set(row, record.Cut(s.Scorer, 200))
	if s.Given {
		scores.Value.Set(row, s.Value)
	}
	scores.Unit.SetText(row, s.Unit)
	scores.Written.SetText(row, record.Cut(s.Written, 80))
	if s.Erring {
		scores.StdErr.Set(row, s.StdErr)
	}
	return row
}

// erroredRow writes a try that an error ended and that was repeated under the same number.
func (r *Run) erroredRow(t *table.Set, x *Task, y *Trial, message string) {
	at := &t.Attempts
	row := r.Unit.Row(&at.Rows, &at.Run, y.At)
	at.Step.Set(row, x.Name)
	at.Attempt.Set(row, y.N)
	at.Status.Set(row, "error")
	at.Retry.Set(row, true)
	at.Outside.Set(row, true)
	at.Converged.Set(row, false)
	record.Meaning{Result: table.Failed, Cause: table.CauseInfrastructure}.Fill(&at.Result, &at.Cause, row)
	at.Error.SetText(row, record.Cut(message, most))
}

func (r *Run) attemptRow(t *table.Set, x *Task, y *Trial) {
	at := &t.Attempts
	row := r.Unit.Row(&at.Rows, &at.Run, y.At)
	at.Step.Set(row, x.Name)
	at.Attempt.Set(row, y.N)
	at.ID.SetText(row, y.ID)
	at.Agent.SetText(row, y.Agent)
	at.Model.SetText(row, y.Model)
	at.Status.SetText(row, record.Cut(y.Status, 80))
	y.Meaning.Fill(&at.Result, &at.Cause, row)
	if y.Meaning.Result.Decided() {
		at.Converged.Set(row, y.Meaning.Result.Passing())
	}
	if outside(y.Meaning) {
		at.Outside.Set(row, true)
	}
	if y.Meaning.Result == table.Open {
		at.Cut.Set(row, "open")
	}
	at.StartedAt.Set(row, y.Start)
	at.EndedAt.Set(row, y.End)
	at.Error.SetText(row, record.Cut(y.Error, most))
	if y.DurationS > 0 {
		at.DurationS.Set(row, y.DurationS)
	} else if s, ok := record.Span(y.Start, y.End); ok {
		at.DurationS.Set(row, s)
	}
	known := func(c *table.Int, n int64) {
		if n > 0 {
			c.Set(row, n)
		}
	}
	known(&at.TokensIn, y.Usage.In)
	known(&at.TokensOut, y.Usage.Out)
	known(&at.TokensCache, y.Usage.Cache)
	total := y.Usage.Total
	if total == 0 {
		total = y.Usage.In + y.Usage.Out
	}
	known(&at.Tokens, total)
	if y.Usage.CostGiven {
		at.CostUSD.Set(row, y.Usage.Cost)
	}
}
