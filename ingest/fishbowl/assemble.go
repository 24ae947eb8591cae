package fishbowl

import (
	"slices"
	"strconv"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// run is one run while its rows are written.
type run struct {
	unit     *record.Unit
	t        *table.Set
	cast     cast
	start    *record.Record   // its first run.started; nil without one
	finishes []*record.Record // run.finished, in the order of the ledger
	verdicts []*record.Record // judge.verdict, likewise
	events   []*record.Record // all of its events
	entry    *record.Record   // its row of the leaderboard; nil without one
}

func assemble(u *record.Unit, t *table.Set) {
	r := &run{unit: u, t: t, events: make([]*record.Record, 0, len(u.Records))}
	for _, e := range u.Records {
		r.take(e)
	}
	// Events that name no run are in events, and a finding says what they lack.
	if u.ID == "" {
		return
	}
	r.cast = castOf(r.start)
	r.runRow()
	for _, s := range r.cast.seats {
		if !s.known && r.judged(s.name) {
			s.known, s.competes = true, false
		}
		r.seatRow(s)
	}
	r.verdictRows()
	r.entryRows()
	r.check()
}

// judged reports whether the member of the cast gave a verdict: a judge does not
// compete.
func (r *run) judged(name string) bool {
	return slices.ContainsFunc(r.verdicts, func(e *record.Record) bool { return e.Str("actor") == name })
}

func (r *run) take(e *record.Record) {
	r.writeEvent(e)
	if isEntry(e) {
		r.entry = e
		return
	}
	r.events = append(r.events, e)
	switch {
	case e.Is(started):
		if r.start == nil {
			r.start = e
		} else {
			r.unit.Finding(r.t, secondStart, e, "run.started again", "one run.started a run")
		}
	case e.Is(finished):
		r.finishes = append(r.finishes, e)
	case e.Is(verdict):
		r.verdicts = append(r.verdicts, e)
	}
}

// writeEvent writes the record's row of the table events.
func (r *run) writeEvent(e *record.Record) {
	switch {
	case !r.t.Events.Whole(): // nobody reads what it says
		r.unit.Event(r.t, e, "", "", "")
	case isEntry(e):
		r.unit.Event(r.t, e, "", "", "winner: "+orNone(e.Str("winner")))
	default:
		turn := ""
		if n, ok := e.Int("turn"); ok {
			turn = "turn " + strconv.FormatInt(n, 10)
		}
		r.unit.Event(r.t, e, turn, shown(e.Str("actor")), shown(textOf(e)))
	}
}

// textOf is what the event says, in short. All of a thought is hidden from the other agents and not copied.
func textOf(e *record.Record) string {
	p := payloadOf(e)
	switch {
	case e.Is(started):
		return p.Str("seed")
	case e.Is(finished):
		if w := p.Str("winner"); w != "" {
			return p.Str("reason") + ": " + w
		}
		return p.Str("reason")
	case e.Is(thought):
		return ""
	}
	return p.Str("text")
}

// last is the last of the records, nil when there is none.
func last(records []*record.Record) *record.Record {
	if len(records) == 0 {
		return nil
	}
	return records[len(records)-1]
}

func (r *run) runRow() {
	u, t := r.unit, &r.t.Runs
	first := u.Records[0]
	row := t.Add(first.Place())
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	t.ID.Set(row, u.ID)
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.SetText(row, u.Evidence)
	t.LastAt.Set(row, record.LastTime(r.events))
	t.StartedAt.Set(row, first.At)
	if r.start != nil {
		p := payloadOf(r.start)
		p.Fill(t, row)
		if rules := p.Item("competition"); rules != nil {
			kind, _ := record.OneOf(competitions, rules.Str("kind"))
			t.Variant.SetText(row, kind)
		}
		t.StartedAt.Set(row, r.start.At)
	}
	t.StableSubject.Set(row, t.Subject.At(row))
	t.Competition.Set(row, true)
	noContest := r.result(row)
	t.Status.Set(row, "unfinished")
	end := last(r.finishes)
	if end == nil {
		return
	}
	p := payloadOf(end)
	reason, _ := record.OneOf(reasons, p.Str("reason"))
	t.Status.Set(row, "finished")
	t.Outcome.SetText(row, reason)
	t.Reason.SetText(row, p.Str("reason"))
	if noContest != "" {
		t.Reason.SetText(row, shown("no contest: "+noContest))
	}
	t.EndedAt.Set(row, end.At)
	if n, ok := p.Int("tokens"); ok && n >= 0 {
		t.Tokens.Set(row, n)
	}
	if r.start == nil {
		return // how long it took is not known
	}
	if s, ok := record.Span(r.start.At, end.At); ok {
		t.DurationS.Set(row, s)
	}
}

func (r *run) seatRow(s seat) {
	t := &r.t.Seats
	row := r.unit.Row(&t.Rows, &t.Run, r.start)
	t.Seat.Set(row, s.name)
	t.Team.SetText(row, s.team)
	t.Model.SetText(row, s.model)
	t.Profile.SetText(row, s.profile)
	if s.known {
		t.Competes.Set(row, s.competes)
	}
}

// verdictRows writes the verdicts and results in the order of the ledger.
func (r *run) verdictRows() {
	for _, e := range r.events {
		switch {
		case e.Is(verdict):
			r.verdictRow(e, e != last(r.verdicts))
		case e.Is(finished):
			r.verdictRow(e, e != last(r.finishes))
		}
	}
}

func (r *run) verdictRow(e *record.Record, superseded bool) {
	p, t := payloadOf(e), &r.t.Verdicts
	row := r.unit.Row(&t.Rows, &t.Run, e)
	t.Kind.Set(row, e.Name)
	t.Final.Set(row, e.Is(finished))
	t.At.Set(row, e.At)
	t.Superseded.Set(row, superseded)
	p.Fill(t, row)
	winner := p.Str("winner")
	kind := r.cast.kindOf(winner)
	if e.Is(finished) {
		if written, ok := record.OneOf(winnerKinds, p.Str("winner_kind")); ok {
			if kind != "" && kind != written {
				r.unit.Finding(r.t, winnerKind, e, "winner_kind: "+written+", "+shown(winner), kind)
			}
			kind = written
		}
		if n, ok := p.Int("turns"); ok && n >= 0 {
			t.Turns.Set(row, n)
		}
		if n, ok := p.Int("tokens"); ok && n >= 0 {
			t.Tokens.Set(row, n)
		}
		t.WinningModels.Set(row, p.List("winning_models"))
		if one := p.Str("winning_model"); one != "" && len(p.List("winning_models")) == 0 {
			t.WinningModels.Set(row, []string{one})
		}
	}
	if winner != "" {
		t.WinnerKind.SetText(row, kind)
		if len(t.WinningModels.At(row)) == 0 {
			t.WinningModels.Set(row, r.cast.models(winner, kind))
		}
		if kind == "" && len(r.cast.seats) > 0 {
			r.unit.Finding(r.t, unknownWinner, e, "winner: "+shown(winner), "a name of the cast or of a team")
		}
	}
	if e.Is(verdict) {
		scores, touched := r.cast.scores(p.Raw("scores"))
		t.Scores.SetText(row, scores)
		if touched {
			r.unit.Finding(r.t, scoresCleaned, e, "scores: "+record.Cut(string(p.Raw("scores")), 80), "numbers from 0 to 10 for members of the cast")
		}
	}
}
