package kahn

import (
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// outcomeWords are how run_end says that the run ended. A partial run has nodes that
// failed, a stuck one nodes that could never start.
var outcomeWords = record.Vocabulary{
	"clean":            {Result: table.Passed},
	"clean_with_flake": {Result: table.Flaky},
	"partial":          {Result: table.Failed},
	"stuck":            {Result: table.Failed, Cause: table.CauseStuck},
	"catastrophic":     {Result: table.Failed, Cause: table.CauseCritical},
}

// finalWords are the states that a node does not leave.
var finalWords = record.Vocabulary{
	"done":    {Result: table.Passed},
	"failed":  {Result: table.Failed},
	"blocked": {Result: table.Blocked, Cause: table.CauseDependency},
}

// reasonWords are the kinds of a transition's reason, as in "ancestor_failed:build".
// The format leaves the list open: another kind gives no cause.
var reasonWords = record.Vocabulary{
	"max_ralph_iters_reached": {Result: table.Failed, Cause: table.CauseRetries},
	"ancestor_failed":         {Result: table.Blocked, Cause: table.CauseDependency},
}

// vocabulary is the list of these tables, as the reference prints them.
var vocabulary = []record.WordTable{
	{Where: "outcome of run_end", Means: outcomeWords},
	{Where: "final state of a node", Means: finalWords},
	{Where: "kind of a reason (an open list: another gives no cause)", Means: reasonWords},
}

// statesOfAll are the states in the vocabulary of all systems, in their order.
var statesOfAll = [...]table.State{
	table.StateWaiting,
	table.StateReady,
	table.StateRunning,
	table.StatePassed,
	table.StateFailed,
	table.StateBlocked,
}

// stateOf is a node's state in kahn's own spelling, and in the vocabulary of all systems; as it is
// written, and "", for an unknown one.
func stateOf(written string) (own string, common table.State) {
	for i, state := range states {
		if written == state {
			return state, statesOfAll[i]
		}
	}
	if own, known := record.OneOf(states, written); known {
		return own, statesOfAll[slices.Index(states, own)]
	}
	return written, ""
}
