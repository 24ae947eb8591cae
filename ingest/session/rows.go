package session

import (
	"cmp"
	"slices"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// The numbers that a session comes to.
var (
	turns     = &record.CountKind{Name: "turns", Title: "Turns", Doc: "Turns of the session: what the user asked for."}
	subAgents = &record.CountKind{Name: "sub-agents", Title: "Sub-agents", Doc: "Pieces of work that an agent handed to another agent."}
	calls     = &record.CountKind{Name: "tool-calls", Title: "Tool calls", Doc: "Calls of tools, in all and by tool."}
	failed    = &record.CountKind{Name: "failed-tool-calls", Title: "Failed tool calls", Better: table.LowerIsBetter, Doc: "Calls of tools whose result is an error, in all and by tool."}
	refused   = &record.CountKind{Name: "refused-tool-calls", Title: "Refused tool calls", Doc: "Calls of tools that a person or a policy did not let run, or not to their end, in all and by tool."}
)

// Counts are the numbers that a session comes to.
func Counts() []*record.CountKind {
	return []*record.CountKind{turns, subAgents, calls, failed, refused}
}

// Write writes the rows of the session.
func (s *Session) Write(t *table.Set) {
	s.runRow(t)
	for _, x := range s.Steps {
		s.stepRow(t, x)
	}
	s.loose(t)
	s.counts(t)
}

func (s *Session) runRow(t *table.Set) {
	u, r := s.Unit, &t.Runs
	row := r.Add(s.First.Place())
	r.Key.Set(row, u.Key)
	r.System.Set(row, u.System)
	r.Kind.Set(row, u.Kind)
	r.ID.Set(row, u.ID)
	r.Subject.SetText(row, s.Subject)
	r.StableSubject.Set(row, s.Subject)
	r.Runner.Set(row, s.Runner)
	r.Version.SetText(row, s.Version)
	r.Files.Set(row, u.Files)
	r.Superseded.Set(row, u.Superseded)
	r.Evidence.Set(row, u.Evidence)
	last := record.LastTime(u.Records)
	r.LastAt.Set(row, last)
	r.StartedAt.Set(row, s.started())
	all := slices.Clone(s.Loose)
	active, timed := 0.0, false
	for _, x := range s.Steps {
		all = append(all, x.Usage...)
		if seconds, ok := record.Span(x.Started, x.Last); ok && x.Kind == Turn {
			active, timed = active+seconds, true
		}
	}
	if timed {
		r.ActiveS.Set(row, active)
	}
	sum := total(all)
	if tokens := sum.all(); tokens.Known {
		r.Tokens.Set(row, tokens.N)
	}
	if sum.CostIsKnown {
		r.CostUSD.Set(row, sum.CostUSD)
	}
	r.Model.SetText(row, mostUsed(all))
	m, status := s.meaning()
	m.Fill(&r.Result, &r.Cause, row)
	if m.Cause != "" {
		r.Inferred.Set(row, false)
	}
	if m.Result == table.Open || m.Result == table.Unknown {
		r.Status.Set(row, "unfinished")
		return
	}
	r.Status.Set(row, "finished")
	r.Outcome.SetText(row, status)
	r.EndedAt.Set(row, last)
	if seconds, ok := record.Span(r.StartedAt.At(row), last); ok {
		r.DurationS.Set(row, seconds)
	} else if s.StatedS > 0 {
		r.DurationS.Set(row, s.StatedS)
	}
}

// started is the time of the session's first record that has one.
func (s *Session) started() time.Time {
	for _, r := range s.Unit.Records {
		if !r.At.IsZero() {
			return r.At
		}
	}
	return time.Time{}
}

// meaning is how the session ended, which is how its last turn did: what went wrong before
// was asked for again. A session without a turn says nothing of its end.
func (s *Session) meaning() (record.Meaning, string) {
	for _, x := range slices.Backward(s.Steps) {
		if x.Kind == Turn {
			return x.Meaning, x.Status
		}
	}
	return record.Meaning{Result: table.Unknown}, ""
}

func (s *Session) stepRow(t *table.Set, x *Step) {
	r := &t.Steps
	row := s.Unit.Row(&r.Rows, &r.Run, x.First)
	r.Step.Set(row, x.Name)
	r.StableStep.Set(row, x.Kind)
	r.Kind.Set(row, x.Kind)
	r.Parent.SetText(row, x.Parent)
	r.Name.SetText(row, record.Cut(x.Text, 200))
	r.Status.SetText(row, x.Status)
	r.Reason.SetText(row, record.Cut(x.Reason, 400))
	x.Meaning.Fill(&r.Result, &r.Cause, row)
	r.StartedAt.Set(row, x.Started)
	r.Attempts.Set(row, 1)
	if x.Meaning.Result.Decided() {
		r.Converged.Set(row, x.Meaning.Result.Passing())
	}
	if x.Meaning.Result != table.Open {
		r.EndedAt.Set(row, x.Last)
		if seconds, ok := record.Span(x.Started, x.Last); ok {
			r.DurationS.Set(row, seconds)
		}
	}
	s.attemptRows(t, x)
	for _, c := range x.Calls {
		s.callRow(t, x, c)
	}
}

// attemptRows writes a row for each model that worked on the step. The first of them has
// the step's duration.
func (s *Session) attemptRows(t *table.Set, x *Step) {
	sums := byModel(x.Usage)
	if len(sums) == 0 {
		sums = []Usage{{At: x.First}}
	}
	for i, sum := range sums {
		row := s.usageRow(t, sum)
		r := &t.Attempts
		r.Step.Set(row, x.Name)
		r.Attempt.Set(row, 1)
		r.Agent.Set(row, s.agent(x))
		r.Status.SetText(row, x.Status)
		x.Meaning.Fill(&r.Result, &r.Cause, row)
		r.StartedAt.Set(row, x.Started)
		if x.Meaning.Result.Decided() {
			r.Converged.Set(row, x.Meaning.Result.Passing())
		}
		switch x.Meaning.Result {
		case table.Open:
			r.Cut.Set(row, "open")
			continue
		case table.Canceled:
			r.Cut.Set(row, "canceled")
		}
		r.EndedAt.Set(row, x.Last)
		if seconds, ok := record.Span(x.Started, x.Last); ok && i == 0 {
			r.DurationS.Set(row, seconds)
		}
		if x.Meaning.Result == table.Failed {
			r.Error.SetText(row, record.Cut(cmp.Or(x.Reason, x.Status), 400))
		}
	}
}

// agent is who worked on the step.
func (s *Session) agent(x *Step) string {
	if x.Kind == SubAgent {
		return SubAgent
	}
	return s.Runner
}

func (s *Session) usageRow(t *table.Set, sum Usage) int {
	r := &t.Attempts
	row := s.Unit.Row(&r.Rows, &r.Run, sum.At)
	r.Runtime.Set(row, s.Runner)
	r.Model.SetText(row, sum.Model)
	for _, c := range []struct {
		tokens Tokens
		column *table.Int
	}{{sum.all(), &r.Tokens}, {sum.In, &r.TokensIn}, {sum.Out, &r.TokensOut}, {sum.Cached, &r.TokensCache}} {
		if c.tokens.Known {
			c.column.Set(row, c.tokens.N)
		}
	}
	if sum.CostIsKnown {
		r.CostUSD.Set(row, sum.CostUSD)
	}
	return row
}

// loose writes what was used outside of any turn.
func (s *Session) loose(t *table.Set) {
	for _, sum := range byModel(s.Loose) {
		row := s.usageRow(t, sum)
		t.Attempts.Result.Set(row, string(table.Unknown))
	}
}

func (s *Session) callRow(t *table.Set, x *Step, c *Call) {
	r := &t.Checks
	row := s.Unit.Row(&r.Rows, &r.Run, c.At)
	r.Step.Set(row, x.Name)
	r.Attempt.Set(row, 1)
	r.Kind.Set(row, Tool)
	r.Name.SetText(row, c.Name)
	r.Tail.SetText(row, c.Text)
	switch {
	case c.Done == nil:
		r.Verdict.Set(row, "open")
		return
	case c.refused():
		r.Verdict.Set(row, "refused")
	case c.Failed:
		r.Verdict.Set(row, "fail")
	default:
		r.Verdict.Set(row, "pass")
	}
	r.Reason.SetText(row, c.Error)
	if c.ExitStated {
		r.ExitCode.Set(row, c.Exit)
	}
	if seconds, ok := record.Span(c.At.At, c.Done.At); ok {
		r.DurationS.Set(row, seconds)
	}
}

func (s *Session) counts(t *table.Set) {
	number := map[*record.CountKind]float64{}
	byTool, wrong, stopped := map[string]float64{}, map[string]float64{}, map[string]float64{}
	var names []string
	for _, x := range s.Steps {
		if x.Kind == Turn {
			number[turns]++
		} else {
			number[subAgents]++
		}
		for _, c := range x.Calls {
			number[calls]++
			if byTool[c.Name] == 0 {
				names = append(names, c.Name)
			}
			byTool[c.Name]++
			switch {
			case c.refused():
				number[refused]++
				stopped[c.Name]++
			case c.Failed:
				number[failed]++
				wrong[c.Name]++
			}
		}
	}
	slices.Sort(names)
	for _, k := range Counts() {
		s.Unit.Count(t, record.Counted{Kind: k, Value: number[k], At: s.First, SaidBy: "log"})
	}
	for _, name := range names {
		s.Unit.Count(t, record.Counted{Kind: calls, By: Tool, Part: name, Value: byTool[name], At: s.First, SaidBy: "log"})
		if wrong[name] > 0 {
			s.Unit.Count(t, record.Counted{Kind: failed, By: Tool, Part: name, Value: wrong[name], At: s.First, SaidBy: "log"})
		}
		if stopped[name] > 0 {
			s.Unit.Count(t, record.Counted{Kind: refused, By: Tool, Part: name, Value: stopped[name], At: s.First, SaidBy: "log"})
		}
	}
}
