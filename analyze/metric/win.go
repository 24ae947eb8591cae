package metric

import (
	"slices"

	"runreport/ingest/table"
	"runreport/unit"
)

var agentWin = &Metric{
	Name: "agent-win-rate", Title: "Wins of agents", Section: "competitions", Kind: Rate,
	Groups: keptUntilFamilies, Unit: unit.Ratio, Better: Higher,
	Doc:    "Runs that the agent won, of the runs it took part in that an agent won. Runs without a winner, without a contest or still open are no losses: they are counted apart. A run that names no participants counts for all agents of its competition.",
	Sample: func(u *Unit, emit func(Sample)) { u.wins("agent", &u.t.Seats.Seat, emit) }, Complete: addUnnamed,
}

var teamWin = &Metric{
	Name: "team-win-rate", Title: "Wins of teams", Section: "competitions", Kind: Rate,
	Groups: keptUntilFamilies, Unit: unit.Ratio, Better: Higher,
	Doc:    "Runs that the team won, of the runs it took part in that a team won.",
	Sample: func(u *Unit, emit func(Sample)) { u.wins("team", &u.t.Seats.Team, emit) }, Complete: addUnnamed,
}

var modelWin = &Metric{
	Name: "model-win-rate", Title: "Wins of models", Section: "competitions", Kind: Rate,
	Groups: keptUntilFamilies, Unit: unit.Ratio, Better: Higher,
	Doc: "Decided runs that a seat or team of the model won, of the decided runs in which it competed. A model is its endpoint, else its resolved name.",
	Sample: func(u *Unit, emit func(Sample)) {
		row, ok := u.result()
		if !ok || u.t.Verdicts.Winner.At(row) == "" {
			return
		}
		won := u.t.Verdicts.WinningModels.At(row)
		models := u.distinct(&u.t.Seats.Model)
		if u.seats().len() == 0 {
			models = slices.Compact(slices.Sorted(slices.Values(won)))
		}
		for _, model := range models {
			emit(Sample{Subject: allCompetitions, Step: model, Hit: slices.Contains(won, model), Place: u.t.Verdicts.Place(row), OpenCast: u.seats().len() == 0})
		}
	},
	Complete: addUnnamed,
}

// allCompetitions is the subject of wins that are pooled over competitions: a model is the
// same in all of them, a seat is not.
const allCompetitions = "all competitions"

// addUnnamed lets a run that names no participants count for every competitor of its
// competition, since any of them may have taken part (STATISTICS 1.28). Example: ada won two
// runs and bo one, of which no event names the participants: ada won 2 of 3, bo 1 of 3.
func addUnnamed(all []Measured) []Measured {
	type group struct{ system, subject string }
	names := map[group][]string{}
	known := map[StepName]bool{}
	won := map[int32][]string{} // unit → who won it
	for _, s := range all {
		if k := Step(s.System, s.Subject, s.Step); !known[k] {
			known[k] = true
			names[group{s.System, s.Subject}] = append(names[group{s.System, s.Subject}], s.Step)
		}
		if s.OpenCast {
			won[s.Unit] = append(won[s.Unit], s.Step)
		}
	}
	out := make([]Measured, 0, len(all))
	done := map[int32]bool{}
	for _, s := range all {
		out = append(out, s)
		if !s.OpenCast || done[s.Unit] {
			continue
		}
		done[s.Unit] = true
		for _, name := range names[group{s.System, s.Subject}] {
			if !slices.Contains(won[s.Unit], name) {
				lost := s
				lost.Step, lost.Hit = name, false
				out = append(out, lost)
			}
		}
	}
	return out
}

var judgeCorrect = &Metric{
	Name: "judge-correct-rate", Title: "Verdicts that were right", Section: "competitions", Kind: Rate, Unit: unit.Ratio, Better: Higher,
	Doc: "Verdicts whose pick was right, of the verdicts that say whether it was. A second verdict on one run is a verdict too.",
	Sample: func(u *Unit, emit func(Sample)) {
		v := &u.t.Verdicts
		for row := range u.verdicts().each {
			final, given := v.Final.Get(row)
			if correct, said := v.Correct.Get(row); said && given && !final {
				emit(Sample{Hit: correct, Place: v.Place(row)})
			}
		}
	},
}

// wins emits a sample for every competitor of a run that one of its kind won.
func (u *Unit) wins(kind string, names *table.String, emit func(Sample)) {
	row, ok := u.result()
	if !ok || u.t.Verdicts.Winner.At(row) == "" || u.t.Verdicts.WinnerKind.At(row) != kind {
		return
	}
	winner := u.t.Verdicts.Winner.At(row)
	competitors := u.distinct(names) // of unnamed participants the winner alone is known
	if !slices.Contains(competitors, winner) {
		competitors = append(competitors, winner)
	}
	for _, name := range competitors {
		emit(Sample{Step: name, Hit: name == winner, Place: u.t.Verdicts.Place(row), OpenCast: u.seats().len() == 0})
	}
}

// result is the run's final result, the last one.
func (u *Unit) result() (row int, ok bool) {
	v := &u.t.Verdicts
	for r := range u.verdicts().each {
		if v.Final.Is(r) && !v.Superseded.Is(r) {
			row, ok = r, true
		}
	}
	return row, ok
}

// distinct are the competitors of the run: those seats that can win, all of the cast
// where the run does not say who can.
func (u *Unit) distinct(names *table.String) []string {
	var list []string
	for row := range u.seats().each {
		if competes, said := u.t.Seats.Competes.Get(row); said && !competes {
			continue
		}
		if n, ok := names.Get(row); ok && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}
