package crabyard

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// statusWords are the states of an attempt. One in review has done its work and waits
// for a person.
var statusWords = record.Vocabulary{
	"queued":    {Result: table.Open},
	"leasing":   {Result: table.Open},
	"running":   {Result: table.Open},
	"review":    {Result: table.Passed},
	"completed": {Result: table.Passed},
	"failed":    {Result: table.Failed, Cause: table.CauseFailure},
	"stalled":   {Result: table.Stalled, Cause: table.CauseStall},
	"canceled":  {Result: table.Canceled, Cause: table.CauseCanceled},
}

// laneWords are the lanes of the board, for a card of which no attempt is known.
var laneWords = record.Vocabulary{
	laneTodo:    {Result: table.Open},
	laneRunning: {Result: table.Open},
	laneReview:  {Result: table.Passed},
	laneDone:    {Result: table.Passed},
}

// sessionWords are the states and the messages after which a session takes no further part. Neither a
// stop nor an expiry says whether the session did what it was for.
var sessionWords = record.Vocabulary{
	"stopped": {Result: table.Unknown},
	"expired": {Result: table.Unknown},
	"failed":  {Result: table.Failed, Cause: table.CauseFailure},
}

// vocabulary is the list of these tables, as the reference prints them.
var vocabulary = []record.WordTable{
	{Where: "status of an attempt", Means: statusWords},
	{Where: "lane of a card without attempts", Means: laneWords},
	{Where: "status of a session, else its last message (an open list: another goes on)", Means: sessionWords},
}

// meaning is how the attempt ended.
func (h *history) meaning(r *record.Record) record.Meaning {
	return h.unit.Meaning(h.t, statusWords, r.Str("status"), r)
}

// cardMeaning is how the card ended: as its last attempt did, flaky where an attempt
// before it failed or stalled (STATISTICS 1.16; a canceled one says nothing).
func (h *history) cardMeaning() record.Meaning {
	last := h.last()
	if last == nil {
		return h.unit.Meaning(h.t, laneWords, h.state.Str("lane"), h.state)
	}
	m, _ := statusWords.Of(last.Str("status"))
	for _, r := range h.attempts {
		before, _ := statusWords.Of(r.Str("status"))
		if r != last && m.Result == table.Passed && (before.Result == table.Failed || before.Result == table.Stalled) {
			m.Result = table.Flaky
		}
	}
	return m
}
