package fishbowl

import (
	"fmt"

	"runreport/ingest/record"
)

// What a ledger can contradict itself in.
var (
	idReused = &record.Code{
		Name:     "fishbowl_id_reused",
		Severity: record.Error,
		Means:    "one id under two different events of a run",
		Do:       "the first counts; look at what wrote the second",
	}
	schemaVersion = &record.Code{
		Name:     "fishbowl_schema_version",
		Severity: record.Warning,
		Means:    "an event of a version of the envelope that is not known",
		Do:       "what looks like version 1 was read as such; update this program",
	}
	noStart = &record.Code{
		Name:     "fishbowl_no_run_started",
		Severity: record.Warning,
		Means:    "a run without run.started",
		Do:       "its cast, scenario and duration are n/a; look for the rest of the ledger",
	}
	secondStart = &record.Code{
		Name:     "fishbowl_second_start",
		Severity: record.Warning,
		Means:    "a run that starts twice",
		Do:       "the first run.started counts",
	}
	badSpan = &record.Code{
		Name:     "fishbowl_negative_duration",
		Severity: record.Warning,
		Means:    "a run that finishes before it starts",
		Do:       "left out of every duration",
	}
	unknownWinner = &record.Code{
		Name:     "fishbowl_unknown_winner",
		Severity: record.Warning,
		Means:    "a winner that is neither in the cast nor a team",
		Do:       "kept as written; no model is given for it",
	}
	winnerKind = &record.Code{
		Name:     "fishbowl_winner_kind",
		Severity: record.Warning,
		Means:    "a winner_kind that the cast and the teams contradict",
		Do:       "kept as written",
	}
	winnerDiffers = &record.Code{
		Name:     "fishbowl_winner_differs",
		Severity: record.Warning,
		Means:    "a result that does not name the winner of the run's last verdict",
		Do:       "the result counts; a verdict after it may have gone unnoticed",
	}
	resultChanged = &record.Code{
		Name:     "fishbowl_result_changed",
		Severity: record.Warning,
		Means:    "a run that finished twice with different winners",
		Do:       "the last result counts",
	}
	contestWon = &record.Code{
		Name:     "fishbowl_no_contest_winner",
		Severity: record.Warning,
		Means:    "a verdict that names a winner and says that there is none",
		Do:       "look at the verdict's text",
	}
	scoresCleaned = &record.Code{
		Name:     "fishbowl_scores_cleaned",
		Severity: record.Info,
		Means:    "scores outside 0 to 10, or of somebody who is not in the cast",
		Do:       "held to the range, and left out",
	}
	clockSkew = &record.Code{
		Name:     "fishbowl_clock_skew",
		Severity: record.Info,
		Means:    "time that goes back from one event to the next",
		Do:       "the order of the ledger counts",
	}

	entryDiffers = &record.Code{
		Name:     "fishbowl_leaderboard_differs",
		Severity: record.Warning,
		Means:    "a row of the leaderboard that the run's last run.finished contradicts",
		Do:       "the event counts; the leaderboard was not written again after it",
	}
	entryMissing = &record.Code{
		Name:     "fishbowl_leaderboard_missing",
		Severity: record.Warning,
		Means:    "a decided run without a row of the leaderboard in a database that has others",
		Do:       "the event counts; the leaderboard shows one win too few",
	}
	entryWithoutRun = &record.Code{
		Name:     "fishbowl_leaderboard_without_run",
		Severity: record.Warning,
		Means:    "a row of the leaderboard about a run of which there is no event",
		Do:       "it is in no number; look for the ledger of the run",
	}

	codes = []*record.Code{idReused, schemaVersion, noStart, secondStart, badSpan, unknownWinner, winnerKind, winnerDiffers,
		resultChanged, contestWon, scoresCleaned, clockSkew, entryDiffers, entryMissing, entryWithoutRun}
)

// check holds the run's own events against each other.
func (r *run) check() {
	u := r.unit
	if r.start == nil {
		u.Finding(r.t, noStart, u.Records[0], "no run.started", "run.started as the run's first event")
	}
	r.checkOrder()
	r.checkEntry()
	for _, v := range r.verdicts {
		if none, _ := payloadOf(v).Bool("no_contest"); none && payloadOf(v).Has("winner") {
			u.Finding(r.t, contestWon, v, "winner: "+shown(payloadOf(v).Str("winner")), "no winner beside no_contest")
		}
	}
	end := last(r.finishes)
	if end == nil {
		return
	}
	if r.start != nil && end.At.Before(r.start.At) && !end.At.IsZero() {
		u.Finding(r.t, badSpan, end, fmt.Sprintf("%s before the start", r.start.At.Sub(end.At)), "an end after the start")
	}
	result := payloadOf(end).Str("winner")
	for _, f := range r.finishes[:len(r.finishes)-1] {
		if was := payloadOf(f).Str("winner"); was != "" && was != result {
			u.Finding(r.t, resultChanged, f, "winner: "+shown(was)+", later "+orNone(result), "the same winner")
		}
	}
	if v := last(r.verdicts); v != nil {
		if judged := payloadOf(v).Str("winner"); judged != "" && judged != result {
			u.Finding(r.t, winnerDiffers, end, "winner: "+orNone(result)+"; the verdict says "+shown(judged), "the winner of the last verdict")
		}
	}
}

func orNone(winner string) string {
	if winner == "" {
		return "none"
	}
	return shown(winner)
}

func (r *run) checkOrder() {
	var before *record.Record
	for _, e := range r.events {
		if e.At.IsZero() {
			continue
		}
		if before != nil && e.At.Before(before.At) {
			r.unit.Finding(r.t, clockSkew, e, "earlier than the event before", "time that does not go back")
		}
		before = e
	}
}
