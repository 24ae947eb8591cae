package fishbowl

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// reasonWords are why a run finished. The limits end a run before it has a result;
// decided says where it had one all the same.
var reasonWords = record.Vocabulary{
	"verdict":   {Result: table.Passed},
	"budget":    {Result: table.Failed, Cause: table.CauseBudget},
	"tick_cap":  {Result: table.Failed, Cause: table.CauseTurnLimit},
	"user_stop": {Result: table.Canceled, Cause: table.CauseSignal},
}

// vocabulary is the list of these tables, as the reference prints them.
var vocabulary = []record.WordTable{{Where: "reason of run.finished", Means: reasonWords}}

// result writes how the run ended: by the reason of its last run.finished, and passed
// at a limit too where somebody won or where nobody can (competition none). A run
// without a winner that its judge calls no contest failed: it has no result to show.
// Why a run has no contest is what its judge says.
func (r *run) result(row int) (noContest string) {
	t := &r.t.Runs
	m := record.Meaning{Result: table.Open}
	if end := last(r.finishes); end != nil {
		p := payloadOf(end)
		m = r.unit.Meaning(r.t, reasonWords, p.Str("reason"), p)
		won := p.Str("winner") != ""
		switch {
		case m.Result == table.Failed && (won || m.Cause == table.CauseTurnLimit && t.Variant.At(row) == noCompetition):
			m.Result = table.Passed
		case m.Result == table.Passed && !won && r.noContest():
			m.Result = table.Failed
			noContest = payloadOf(last(r.verdicts)).Str("text")
		}
	}
	m.Fill(&t.Result, &t.Cause, row)
	if m.Cause != "" { // the reason of run.finished states it
		t.Inferred.Set(row, false)
	}
	return noContest
}

// noContest reports whether the run's last verdict says that no valid winner could be had.
func (r *run) noContest() bool {
	v := last(r.verdicts)
	if v == nil {
		return false
	}
	none, _ := payloadOf(v).Bool("no_contest")
	return none
}
