package trial

import (
	"strconv"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// list is what the table bugs calls the list that items belong to.
const list = "items"

// most is how much of an error or an explanation is kept, in bytes.
const most = 2000

// Fill writes all rows of the run but its events.
func (r *Run) Fill(t *table.Set) {
	r.fillRun(t)
	for _, g := range r.Groups {
		row := r.Unit.Row(&t.Steps.Rows, &t.Steps.Run, g.At)
		t.Steps.Step.Set(row, g.Name)
		t.Steps.StableStep.Set(row, g.Name)
		t.Steps.Kind.Set(row, table.KindGroup)
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
	runs.Subject.SetText(row, record.CutName(r.Subject(), 300))
	runs.StableSubject.SetText(row, record.CutName(r.Subject(), 300))
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
	if x.Kind == table.KindGroup { // another log has the item
		for _, y := range x.Trials {
			r.checkRows(t, x, y)
		}
		return
	}
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
	for _, y := range x.Trials {
		r.phaseRows(t, x, y)
	}
}

// kindPhase is the kind of the steps that are parts of a trial.
const kindPhase = "phase"

// phaseRows writes the phases of a trial that have a duration. They have no result of their
// own: the trial has it.
func (r *Run) phaseRows(t *table.Set, x *Task, y *Trial) {
	steps := &t.Steps
	for _, p := range y.Phases {
		s, known := record.Span(p.Start, p.End)
		if !known {
			continue
		}
		row := r.Unit.Row(&steps.Rows, &steps.Run, y.At)
		name := x.Name
		if len(x.Trials) > 1 {
			name += " #" + strconv.FormatInt(y.N, 10)
		}
		steps.Step.Set(row, name+" / "+p.Name)
		steps.StableStep.Set(row, p.Name)
		steps.Parent.SetText(row, x.Name)
		steps.Kind.Set(row, kindPhase)
		steps.Name.Set(row, p.Name)
		steps.Stage.Set(row, true)
		steps.StartedAt.Set(row, p.Start)
		steps.EndedAt.Set(row, p.End)
		steps.DurationS.Set(row, s)
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
	items.Benchmark.SetText(row, benchmark)
	items.Bug.Set(row, stable) // whole: an id may be a prompt, and those of one template begin alike
	items.Trial.Set(row, y.N)
	items.Status.SetText(row, record.Cut(y.Status, 80))
	if m := y.Meaning; m.Result.Decided() && !outside(m) {
		items.Found.Set(row, m.Result.Passing())
	}
	r.checkRows(t, x, y)
	for _, s := range y.Scores {
		row := r.ScoreRow(t, y.At, x.Name, s)
		t.Scores.Attempt.Set(row, y.N)
	}
}

// checkRows writes the tests or assertions of a trial.
func (r *Run) checkRows(t *table.Set, x *Task, y *Trial) {
	u := r.Unit
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
}

// ScoreRow writes a score. step is "" for one of the whole run.
func (r *Run) ScoreRow(t *table.Set, at *record.Record, step string, s Score) int {
	scores := &t.Scores
	row := r.Unit.Row(&scores.Rows, &scores.Run, at)
	scores.Step.SetText(row, step)
	scores.Scorer.Set(row, s.Scorer)
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
