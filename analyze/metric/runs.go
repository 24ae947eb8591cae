package metric

import (
	"context"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// runRow makes the row of a unit in the list of runs.
type runRow struct {
	*Unit
	room *runRoom
}

// runRoom holds what the rows of many runs point to.
type runRoom struct {
	details  block[report.RunDetails]
	lines    block[int64]
	subjects *shared[string]
	setups   *shared[report.RunSetup]
	ends     *shared[report.RunEnd]
}

// cite is [Cite], with the line among those of other runs.
func (m *runRoom) cite(t *table.Set, p table.Place) report.Evidence {
	e := report.Evidence{File: t.Sources.Path.At(p.Source)}
	if p.Line > 0 {
		e.Line = &m.lines.take(1)[0]
		*e.Line = p.Line
	}
	return e
}

// Runs is every unit as the report has it, oldest first, but for its details (see [AddDetails]).
// It ends early with its context.
func Runs(ctx context.Context, t *table.Set, units []*Unit) []report.Run {
	out := make([]report.Run, len(units))
	parallel.Ranges(len(units), func(from, to int) {
		room := runRoom{subjects: newShared[string](), setups: newShared[report.RunSetup](), ends: newShared[report.RunEnd]()}
		for i := from; i < to && ctx.Err() == nil; i++ {
			runRow{units[i], &room}.fill(&out[i])
		}
	})
	return out
}

// AddDetails gives the runs that are listed what only their rows and pages show. units are those of the
// runs, in the same order. It ends early with its context.
func AddDetails(ctx context.Context, t *table.Set, units []*Unit, runs []report.Run, listed func(i int) bool) {
	findings := map[string]int64{}
	f := &t.Findings
	for row := range f.Len() {
		findings[f.Run.At(row)]++
	}
	parallel.Ranges(len(units), func(from, to int) {
		var room runRoom
		paths := pathFinder{index: namesOfUnits[string, int]{}}
		for i := from; i < to && ctx.Err() == nil; i++ {
			if listed(i) {
				runRow{units[i], &room}.addDetails(&runs[i])
				paths.criticalPath(units[i], &runs[i])
				runs[i].Findings = findings[runs[i].Key]
			}
		}
	})
}

// PlaceOf is where the unit begins.
func PlaceOf(u *Unit) report.Evidence { return Cite(u.t, u.t.Runs.Place(u.Row)) }

// fill makes the run that of the unit, in place.
func (u runRow) fill(r *report.Run) {
	t := &u.t.Runs
	cause, implied := u.cause()
	*r = report.Run{
		Key: u.Key, System: u.System, Unit: u.ID,
		RunSetup: u.room.setups.one(report.RunSetup{
			Kind: u.Kind, Subject: u.Subject, StableSubject: u.stableSubject(), Variant: t.Variant.At(u.Row),
			Runner: t.Runner.At(u.Row), Model: t.Model.At(u.Row), Version: t.Version.At(u.Row),
		}),
		StartedAt: t.StartedAt.At(u.Row), EndedAt: t.EndedAt.At(u.Row),
		DurationS: optional(&t.DurationS, u.Row, u.whyNoDuration()), ActiveS: optional(&t.ActiveS, u.Row, stat.ReasonNoData),
		RunEnd: u.room.ends.one(report.RunEnd{
			Status: t.Status.At(u.Row), Outcome: t.Outcome.At(u.Row), Result: t.Result.At(u.Row),
			Verdict: t.Verdict.At(u.Row), Cause: string(cause), CauseInferred: implied && cause != "",
		}),
	}
}

// addDetails gives the run its details, but for its critical path and its findings.
func (u runRow) addDetails(r *report.Run) {
	t := &u.t.Runs
	r.RunDetails = &u.room.details.take(1)[0]
	*r.RunDetails = report.RunDetails{
		Reason: t.Reason.At(u.Row), ReasonEvidence: u.room.cite(u.t, placeOfReason(u.Unit)), Flaked: NotNil(u.flaked()),
		CriticalPath: []report.PathStep{}, PathCoverage: report.Missing(string(stat.ReasonNoData)),
		WithoutFlakesS:  report.Missing(string(stat.ReasonNoData)),
		SupersededFiles: NotNil(t.Superseded.At(u.Row)), Files: NotNil(t.Files.At(u.Row)), StitchedBy: t.Evidence.At(u.Row),
		Evidence: u.room.cite(u.t, t.Place(u.Row)), Checks: u.gateChecks(), Counts: u.runCounts(),
	}
	u.count(r.RunDetails)
}

// stableSubject is the subject's name as it lasts from report to report; nil where no
// record tells it. The empty name is one too.
func (u runRow) stableSubject() *string {
	name, given := u.t.Runs.StableSubject.Get(u.Row)
	if !given {
		return nil
	}
	return u.room.subjects.one(name)
}

// placeOfReason is the line that states why the run stopped, else where the run begins.
func placeOfReason(u *Unit) table.Place {
	at := u.t.Runs.Place(u.Row)
	if line, ok := u.t.Runs.ReasonLine.Get(u.Row); ok {
		at.Line = line
	}
	return at
}

func (u runRow) whyNoDuration() stat.Reason {
	t := &u.t.Runs
	end, ended := t.EndedAt.Get(u.Row)
	start, started := t.StartedAt.Get(u.Row)
	switch {
	case !ended && table.Result(t.Result.At(u.Row)).Decided(): // it has, at a time that nobody logged
		return stat.ReasonNotReported
	case !ended:
		return stat.ReasonOpen
	case started && end.Before(start):
		return stat.ReasonNegativeDuration
	case started: // longer than counts
		return stat.ReasonUncheckable
	}
	return stat.ReasonNoData
}

func optional(c *table.Float, row int, why stat.Reason) report.Number {
	if v, ok := c.Get(row); ok {
		return report.Known(v)
	}
	return report.Missing(string(why))
}

// count sums up the unit's steps and attempts.
func (u runRow) count(r *report.RunDetails) {
	missing := None(stat.ReasonNoData)
	r.Attempts, r.Retries, r.RetriesAll, r.Done, r.Failed, r.Blocked = missing, missing, missing, missing, missing, missing
	attempts := int64(u.attempts().len())
	var converged, all, done, failed, blocked int64
	for y := range u.eachRetryable {
		attempts += y.missing()
		if y.highest() > 1 {
			all += y.highest() - 1
			if y.converged {
				converged += y.highest() - 1
			}
		}
		switch {
		case table.Result(u.t.Steps.Result.At(y.row)) == table.Blocked:
			blocked++
		case y.converged:
			done++
		case y.settled:
			failed++
		}
	}
	if attempts > 0 {
		r.Attempts = report.Count(attempts)
	}
	if !u.hasRetryable() {
		return
	}
	r.Retries, r.RetriesAll = report.Count(converged), report.Count(all)
	r.Done, r.Failed, r.Blocked = report.Count(done), report.Count(failed), report.Count(blocked)
}

func (u runRow) gateChecks() []report.Check {
	c := &u.t.Checks
	out := []report.Check{}
	for row := range u.checks().each {
		if c.Kind.At(row) == "gate" {
			out = append(out, report.Check{Name: c.Name.At(row), Step: c.Step.At(row), Verdict: c.Verdict.At(row),
				Reason: c.Reason.At(row), Evidence: Cite(u.t, c.Place(row))})
		}
	}
	return out
}
