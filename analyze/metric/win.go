package metric

import (
	"slices"

	"runreport/ingest/table"
	"runreport/unit"
)

var agentWin = &Metric{
	Name: "agent-win-rate", Title: "Wins of agents", Section: "competitions", Kind: Rate, Unit: unit.Ratio, Better: Higher,
	Doc:    "Runs that the agent won, of the runs it took part in that an agent won. Runs without a winner, without a contest or still open are no losses: they are counted apart.",
	Sample: func(u *Unit, emit func(Sample)) { u.wins("agent", &u.t.Seats.Seat, emit) },
}

var teamWin = &Metric{
	Name: "team-win-rate", Title: "Wins of teams", Section: "competitions", Kind: Rate, Unit: unit.Ratio, Better: Higher,
	Doc:    "Runs that the team won, of the runs it took part in that a team won.",
	Sample: func(u *Unit, emit func(Sample)) { u.wins("team", &u.t.Seats.Team, emit) },
}

var modelWin = &Metric{
	Name: "model-win-rate", Title: "Wins of models", Section: "competitions", Kind: Rate, Unit: unit.Ratio, Better: Higher,
	Doc: "Decided runs that a seat or team of the model won, of the decided runs in which it competed. A model is its endpoint, else its resolved name.",
	Sample: func(u *Unit, emit func(Sample)) {
		row, ok := u.result()
		if !ok || u.t.Verdicts.Winner.At(row) == "" {
			return
		}
		won := u.t.Verdicts.WinningModels.At(row)
		for _, model := range u.distinct(&u.t.Seats.Model) {
			emit(Sample{Subject: "all competitions", Step: model, Hit: slices.Contains(won, model), Place: u.t.Verdicts.Place(row)})
		}
	},
}

var judgeCorrect = &Metric{
	Name: "judge-correct-rate", Title: "Verdicts that were right", Section: "competitions", Kind: Rate, Unit: unit.Ratio, Better: Higher,
	Doc: "Verdicts whose pick was right, of the verdicts that say whether it was. A second verdict on one run is a verdict too.",
	Sample: func(u *Unit, emit func(Sample)) {
		v := &u.t.Verdicts
		for _, row := range u.verdicts {
			final, told := v.Final.Get(row)
			if correct, said := v.Correct.Get(row); said && told && !final {
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
	competitors := u.distinct(names)
	if !slices.Contains(competitors, winner) {
		competitors = append(competitors, winner)
	}
	for _, name := range competitors {
		emit(Sample{Step: name, Hit: name == winner, Place: u.t.Verdicts.Place(row)})
	}
}

// result is the run's final result, the last one.
func (u *Unit) result() (row int, ok bool) {
	v := &u.t.Verdicts
	for _, r := range u.verdicts {
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
	for _, row := range u.seats {
		if competes, said := u.t.Seats.Competes.Get(row); said && !competes {
			continue
		}
		if n, ok := names.Get(row); ok && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}
