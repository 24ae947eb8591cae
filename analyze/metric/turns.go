package metric

import (
	"runreport/ingest/table"
	"runreport/unit"
)

var turnsToVerdict = &Metric{
	Name: "turns-to-verdict", Title: "Turns to a winner", Section: "competitions", Kind: Distribution, Unit: unit.Count, Better: Neither,
	Doc:    "Turns of a competition that ended with a winner, as its result states them.",
	Sample: func(u *Unit, emit func(Sample)) { u.toVerdict(&u.t.Verdicts.Turns, emit) },
}

var tokensToVerdict = &Metric{
	Name: "tokens-to-verdict", Title: "Tokens to a winner", Section: "competitions", Kind: Distribution, Unit: unit.Tokens, Better: Lower,
	Doc:    "Tokens of a competition that ended with a winner, as its result states them.",
	Sample: func(u *Unit, emit func(Sample)) { u.toVerdict(&u.t.Verdicts.Tokens, emit) },
}

func (u *Unit) toVerdict(column *table.Int, emit func(Sample)) {
	row, ok := u.result()
	if !ok || u.t.Verdicts.Winner.At(row) == "" {
		return
	}
	if n, given := column.Get(row); given {
		emit(Sample{Value: float64(n), Place: u.t.Verdicts.Place(row)})
	}
}
