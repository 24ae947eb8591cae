package metric

import (
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// details lists a unit's steps, attempts, bugs and numbers for its own page.
type details struct{ *Unit }

// Detail is one unit's rows in the order of its log, as its page shows them.
type Detail struct {
	Steps       []StepDetail
	Attempts    []AttemptDetail
	Checks      []CheckDetail
	Transitions []Transition
	Verdicts    []VerdictDetail
	Seats       []Seat
	Bugs        []ListedBug // that the unit wrote down itself
	Reason      Reason      // of the unit itself
	Counts      []CountDetail
}

// Reason is why a unit stopped, as its log puts it, and the line that says so, else the one that
// the unit begins with.
type Reason struct {
	Text     string
	Evidence report.Evidence
}

// StepDetail is one step of a unit. A time that is not known is zero.
type StepDetail struct {
	Step, Kind, Name, Parent, Status, Result, Cause, Reason string

	Stable string // the name under which it is counted over runs
	Error  string // the line that tells why it failed, for a page; empty until it was looked for
	Stage  bool   // one of the stages of its run
	Item   bool   // a task of a benchmark or a sample of an eval: its attempts are trials, of which none retries another
	// Retried says that the step can have more than one attempt. Its flakes are counted
	// under Node, and Flaked says whether this is one.
	Retried, Flaked    bool
	Node               string
	Decided, Converged bool // Decided: it is known whether it converged
	Attempts           report.Whole
	Started, Ended     time.Time
	Duration           report.Number
	Logged             report.Number // duration that the log states, seconds
	FailedBy           []string
	Evidence           report.Evidence
}

// AttemptNoun is what the attempts are called: trials where all steps that have any are items.
func (d *Detail) AttemptNoun() string {
	items := map[string]bool{}
	for _, s := range d.Steps {
		if s.Item {
			items[s.Step] = true
		}
	}
	if len(d.Attempts) == 0 || slices.ContainsFunc(d.Attempts, func(x AttemptDetail) bool { return !items[x.Step] }) {
		return "attempt"
	}
	return "trial"
}

// AttemptDetail is one attempt at a step.
type AttemptDetail struct {
	Step, Phase, Agent, Runtime, Model string
	Error, Reason, Cause               string
	Operator                           string // person who took over
	Number                             report.Whole
	Outside                            bool // it failed for reasons outside of the work
	Repeated                           bool // another one under the same number took its place
	Ending
	Created, Started, LastAlive, Ended time.Time
	BackoffS                           float64
	Duration                           report.Number
	ExitCode, Tokens                   report.Whole
	CostUSD                            report.Number
	Evidence                           report.Evidence
}

// Ending is how an attempt ended.
type Ending struct {
	Status, Result, Cut string
	Decided, Converged  bool // Decided: it is known whether it converged
}

// CheckDetail is one gate check or command.
type CheckDetail struct {
	Name, Kind, Step, Verdict, Reason, Tail string
	Attempt, ExitCode                       report.Whole
	Duration                                report.Number
	Evidence                                report.Evidence
}

// Transition is a step's change of state.
type Transition struct {
	Step, State string
	Attempt     int64
	At          time.Time
	Evidence    report.Evidence
}

// VerdictDetail is a verdict or a result of a competition.
type VerdictDetail struct {
	Kind, Winner, Pick, Reason string
	WinningModels              []string
	Turns, Tokens              report.Whole
	Judged, Correct            bool // Judged: it is known whether the pick was correct
	Superseded                 bool
	Evidence                   report.Evidence
}

// Seat is one who took part in a competition.
type Seat struct {
	Seat, Team, Model string
	Said, Competes    bool // Said: it is known whether it competes
	Evidence          report.Evidence
}

// ListedBug is a bug in a list that a unit wrote.
type ListedBug struct {
	Bug, Title, List, Severity, File, Status string
	From, To                                 report.Whole // lines
	Evidence                                 report.Evidence
}

// Details hands out the details of the units, one at a time.
func Details(units []*Unit) func(i int) (Detail, error) {
	return func(i int) (Detail, error) { return details{units[i]}.detail(), nil }
}

// FailedDetails hands out what tells why units failed, one unit at a time: of its steps,
// attempts and checks those that failed or were blocked, and its verdicts. A report of tests
// has hundreds of thousands of others. The lists of steps, attempts and checks are those of the next
// unit as soon as it is asked for.
func FailedDetails(t *table.Set, units []*Unit) func(i int) Detail {
	var steps []StepDetail
	var attempts []AttemptDetail
	var checks []CheckDetail
	var picked []int
	return func(i int) (d Detail) {
		u := details{units[i]}
		picked = pick(picked[:0], u.steps(), func(row int) bool { return failing(t.Steps.Result.At(row)) })
		d.Steps = fill(&steps, picked, u.stepDetails)
		picked = pick(picked[:0], u.attempts(), func(row int) bool { return failing(t.Attempts.Result.At(row)) })
		d.Attempts = fill(&attempts, picked, u.attemptDetails)
		picked = pick(picked[:0], u.checks(), func(row int) bool { return t.Checks.Verdict.At(row) == table.CheckFailed })
		d.Checks = fill(&checks, picked, u.checkDetails)
		d.Verdicts, d.Reason = verdictDetails(u.Unit), u.reason()
		return d
	}
}

// fewFailed is how many details are written into the room of those before. One unit with very many would
// else keep its room to the end.
const fewFailed = 64

// fill makes the details of the rows, in the room of others where they are few.
func fill[T any](room *[]T, rows []int, of func(out []T, rows []int) []T) []T {
	if len(rows) > fewFailed {
		return of(nil, rows)
	}
	*room = of((*room)[:0], rows)
	return *room
}

// failing reports whether the result is one of what failed, or did not run for a failure.
func failing(result string) bool {
	r := table.Result(result)
	return r == table.Failed || r == table.Stalled || r == table.Blocked
}

// pick adds the rows that are wanted.
func pick(out []int, list rows, wanted func(row int) bool) []int {
	for row := range list.each {
		if wanted(row) {
			out = append(out, row)
		}
	}
	return out
}

func (u details) detail() Detail {
	return Detail{Steps: u.stepDetails([]StepDetail{}, slices.Collect(u.steps().each)),
		Attempts: u.attemptDetails([]AttemptDetail{}, slices.Collect(u.attempts().each)),
		Checks:   u.checkDetails([]CheckDetail{}, slices.Collect(u.checks().each)), Transitions: transitionDetails(u.Unit),
		Verdicts: verdictDetails(u.Unit), Seats: seatDetails(u.Unit), Bugs: u.bugDetails(), Counts: u.countDetails(), Reason: u.reason()}
}

func (u details) reason() Reason {
	return Reason{u.t.Runs.Reason.At(u.Row), Cite(u.t, placeOfReason(u.Unit))}
}

func (u details) stepDetails(out []StepDetail, rows []int) []StepDetail {
	s := &u.t.Steps
	out = slices.Grow(out, len(rows))
	eval := len(u.Items()) > 0
	for _, row := range rows {
		d := StepDetail{Step: s.Step.At(row), Kind: s.Kind.At(row), Name: s.Name.At(row), Parent: s.Parent.At(row), Status: s.Status.At(row), Result: s.Result.At(row), Cause: s.Cause.At(row), Reason: s.Reason.At(row), Stable: s.StableStep.At(row), Stage: s.Stage.Is(row),
			Attempts: whatever(s.Attempts.Get(row)), Started: s.StartedAt.At(row), Ended: s.EndedAt.At(row),
			Duration: optional(&s.DurationS, row, stat.ReasonNotReported), Logged: optional(&s.LoggedS, row, stat.ReasonNotReported), FailedBy: s.FailedBy.At(row), Evidence: Cite(u.t, s.Place(row))}
		d.Converged, d.Decided = s.Converged.Get(row)
		if y, ok := u.retryable(row); ok {
			d.Retried, d.Node, d.Flaked = true, y.node(), y.flaked()
		}
		// By its kind: the name of the item is cut where it is long.
		d.Item = eval && !d.Retried && (d.Kind == table.KindTask || d.Kind == table.KindSample)
		out = append(out, d)
	}
	return out
}

func (u details) attemptDetails(out []AttemptDetail, rows []int) []AttemptDetail {
	t := &u.t.Attempts
	out = slices.Grow(out, len(rows))
	for _, row := range rows {
		out = append(out, AttemptDetail{Step: t.Step.At(row), Phase: t.Phase.At(row), Agent: t.Agent.At(row), Runtime: t.Runtime.At(row), Model: t.Model.At(row),
			Ending: u.ending(row), Error: t.Error.At(row), Reason: t.Reason.At(row), Cause: t.Cause.At(row), Operator: t.Operator.At(row), Number: whatever(t.Attempt.Get(row)),
			Outside: t.Outside.Is(row), Repeated: t.Retry.Is(row), Created: t.CreatedAt.At(row), Started: t.StartedAt.At(row), LastAlive: t.HeartbeatAt.At(row), Ended: t.EndedAt.At(row), BackoffS: t.BackoffS.At(row),
			Duration: optional(&t.DurationS, row, stat.ReasonNotReported), ExitCode: whatever(t.ExitCode.Get(row)), Tokens: whatever(t.Tokens.Get(row)),
			CostUSD: optional(&t.CostUSD, row, stat.ReasonNotReported), Evidence: Cite(u.t, t.Place(row))})
	}
	return out
}

func (u details) ending(row int) Ending {
	t := &u.t.Attempts
	e := Ending{Status: t.Status.At(row), Result: t.Result.At(row), Cut: t.Cut.At(row)}
	e.Converged, e.Decided = t.Converged.Get(row)
	return e
}

func (u details) checkDetails(out []CheckDetail, rows []int) []CheckDetail {
	t := &u.t.Checks
	out = slices.Grow(out, len(rows))
	for _, row := range rows {
		out = append(out, CheckDetail{Name: t.Name.At(row), Kind: t.Kind.At(row), Step: t.Step.At(row), Verdict: t.Verdict.At(row), Reason: t.Reason.At(row),
			Tail: t.Tail.At(row), Attempt: whatever(t.Attempt.Get(row)), ExitCode: whatever(t.ExitCode.Get(row)),
			Duration: optional(&t.DurationS, row, stat.ReasonNotReported), Evidence: Cite(u.t, t.Place(row))})
	}
	return out
}

func transitionDetails(u *Unit) (out []Transition) {
	t := &u.t.Transitions
	for row := range u.transitions().each {
		out = append(out, Transition{Step: t.Step.At(row), State: t.State.At(row), Attempt: t.Attempt.At(row), At: t.At.At(row), Evidence: Cite(u.t, t.Place(row))})
	}
	return out
}

func verdictDetails(u *Unit) (out []VerdictDetail) {
	t := &u.t.Verdicts
	for row := range u.verdicts().each {
		d := VerdictDetail{Kind: t.Kind.At(row), Winner: t.Winner.At(row), Pick: t.Accused.At(row), Reason: t.Reason.At(row), WinningModels: t.WinningModels.At(row),
			Turns: whatever(t.Turns.Get(row)), Tokens: whatever(t.Tokens.Get(row)), Superseded: t.Superseded.Is(row), Evidence: Cite(u.t, t.Place(row))}
		d.Correct, d.Judged = t.Correct.Get(row)
		out = append(out, d)
	}
	return out
}

func seatDetails(u *Unit) (out []Seat) {
	t := &u.t.Seats
	for row := range u.seats().each {
		s := Seat{Seat: t.Seat.At(row), Team: t.Team.At(row), Model: t.Model.At(row), Evidence: Cite(u.t, t.Place(row))}
		s.Competes, s.Said = t.Competes.Get(row)
		out = append(out, s)
	}
	return out
}

func (u details) bugDetails() (out []ListedBug) {
	t := &u.t.Bugs
	for row := range u.bugs().each {
		out = append(out, ListedBug{Bug: t.Bug.At(row), Title: t.Title.At(row), List: t.List.At(row), Severity: t.Severity.At(row), File: t.File.At(row),
			Status: t.Status.At(row), From: whatever(t.LineLo.Get(row)), To: whatever(t.LineHi.Get(row)), Evidence: Cite(u.t, t.Place(row))})
	}
	return out
}

// whatever is a count that a log need not give.
func whatever(n int64, given bool) report.Whole {
	if !given {
		return None(stat.ReasonNotReported)
	}
	return report.Count(n)
}
