package crabyard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"runreport/ingest/record"
)

// What an export can contradict itself, or another, in.
var (
	neverStarted = &record.Code{
		Name:     "never_started",
		Severity: record.Warning,
		Means:    "an attempt without a start",
		Do:       "it has no duration; look at the queue",
	}
	heartbeatOverdue = &record.Code{
		Name:     "crabyard_heartbeat_overdue",
		Severity: record.Warning,
		Means:    "an active attempt that gave no sign of life for longer than the product waits: stalled, and nobody noticed yet",
		Do:       "look at the card; the next claim on the board marks it stalled",
	}
	timeOrder = &record.Code{
		Name:     "crabyard_time_order",
		Severity: record.Warning,
		Means:    "times of one attempt that cannot follow each other",
		Do:       "durations below zero are left out",
	}
	endAndStatus = &record.Code{
		Name:     "crabyard_end_and_status",
		Severity: record.Warning,
		Means:    "an attempt that is active and has an end, or that is over and has none",
		Do:       "the status counts",
	}
	laneAndStatus = &record.Code{
		Name:     "crabyard_lane_and_status",
		Severity: record.Warning,
		Means:    "a card in a lane that does not fit its latest attempt",
		Do:       "the attempt counts; look at the card",
	}
	takeoverOffered = &record.Code{
		Name:     "crabyard_takeover_unsupported",
		Severity: record.Warning,
		Means:    "a takeover on a runtime that offers none",
		Do:       "look at who may take over",
	}
	idForm = &record.Code{
		Name:     "crabyard_attempt_id",
		Severity: record.Info,
		Means:    "an attempt whose id is not made of its card and number",
		Do:       "card and number count",
	}
	attemptsMissing = &record.Code{
		Name:     "crabyard_attempts_missing",
		Severity: record.Info,
		Means:    "a card with attempts that no export tells of; the board's state shows the latest one only",
		Do:       "export the card's history; until then no flake can be seen on it",
	}
	reviewOverwritten = &record.Code{
		Name:     "crabyard_review_overwritten",
		Severity: record.Info,
		Means:    "an attempt that an earlier export shows in review: its end was overwritten when the card was done",
		Do:       "its duration holds the time that the card waited for people",
	}
	endedChanged = &record.Code{
		Name:     "crabyard_ended_attempt_changed",
		Severity: record.Warning,
		Means:    "an attempt that was over in one export and changed in a later one",
		Do:       "the later export counts; look for a restored database",
	}
	exportsDisagree = &record.Code{
		Name:     "crabyard_exports_disagree",
		Severity: record.Error,
		Means:    "two exports that give one attempt differently, with the same time of update",
		Do:       "the first in path order counts; look at both",
	}
	sessionClock = &record.Code{
		Name:     "crabyard_session_order",
		Severity: record.Info,
		Means:    "events of a session that are not in the order of time",
		Do:       "the order in the file counts",
	}
	settingNumber = &record.Code{
		Name:     "crabyard_setting",
		Severity: record.Warning,
		Means:    "a setting about runs that is no number",
		Do:       "the product uses its default; repair the setting",
	}
	stallIgnored = &record.Code{
		Name:     "crabyard_stall_ignored",
		Severity: record.Info,
		Means:    "a setting of how long to wait for a heartbeat that the product ignores, since it is below a minute",
		Do:       "five minutes count, as in the product",
	}

	codes = []*record.Code{neverStarted, heartbeatOverdue, timeOrder, endAndStatus, laneAndStatus, takeoverOffered, idForm,
		attemptsMissing, reviewOverwritten, endedChanged, exportsDisagree, sessionClock, settingNumber, stallIgnored}
)

// finding records a deviation of one attempt; the attempt is its topic, so that
// each one is told.
func (h *history) finding(code *record.Code, r *record.Record, seen, expected string) {
	h.unit.Finding(h.t, code, r, nameOf(r)+": "+seen, expected)
}

func (h *history) check() {
	for _, r := range h.attempts {
		h.checkTimes(r)
		h.checkAttempt(r)
	}
	if n := h.missing(); n > 0 {
		h.unit.Finding(h.t, attemptsMissing, h.last(), fmt.Sprintf("%s: %d of %d attempts", record.Cut(h.unit.ID, 80), n, h.highest()), "an export of every attempt")
	}
	if h.state != nil {
		h.checkLane()
	}
}

func (h *history) checkTimes(r *record.Record) {
	status := statusOf(r)
	start, end := stamp(r, "startedAt"), stamp(r, "endedAt")
	if start.IsZero() {
		h.finding(neverStarted, r, status, "")
	}
	for _, pair := range [][2]string{{"createdAt", "startedAt"}, {"startedAt", "lastHeartbeatAt"}, {"startedAt", "endedAt"}, {"lastHeartbeatAt", "endedAt"}} {
		before, after := stamp(r, pair[0]), stamp(r, pair[1])
		if !before.IsZero() && !after.IsZero() && after.Before(before) {
			h.unit.Finding(h.t, timeOrder, r, fmt.Sprintf("%s, %s before %s: by %s", nameOf(r), pair[1], pair[0], before.Sub(after)), pair[0]+", then "+pair[1])
		}
	}
	known := slices.Contains(statuses, status)
	switch {
	case known && active(status) && !end.IsZero():
		h.finding(endAndStatus, r, status+" with endedAt", "no end while the attempt is active")
	case known && !active(status) && end.IsZero():
		h.finding(endAndStatus, r, status+" without endedAt", "an end once the attempt is over")
	}
}

func (h *history) checkAttempt(r *record.Record) {
	if n, ok := numberOf(r); ok && r.Has("id") {
		number, is := strings.CutPrefix(r.Str("id"), h.unit.ID)
		number, follows := strings.CutPrefix(number, "-R")
		if !is || !follows || number != strconv.FormatInt(n, 10) {
			h.finding(idForm, r, "the id of attempt "+fmt.Sprint(n), record.Cut(fmt.Sprintf("%s-R%d", h.unit.ID, n), 80))
		}
	}
	intent, _ := record.OneOf(intents, r.Str("controlIntent"))
	if r.Str("operator") != "" || intent == "takeover" {
		if may, known := offers(r, "takeover"); known && !may {
			h.finding(takeoverOffered, r, "taken over by "+record.Cut(r.Str("operator"), 80), "capabilities.takeover true")
		}
	}
}

// checkLane holds the lane against the latest attempt. A card is in Running exactly
// while its attempt is active, and review becomes completed when the card is done.
func (h *history) checkLane() {
	lane, known := record.OneOf(lanes, h.state.Str("lane"))
	if !known {
		return
	}
	status, goes := "no attempt", false
	if last := h.last(); last != nil {
		status = statusOf(last)
		goes = active(status)
	}
	if (lane == laneRunning) != goes || lane == laneDone && status == "review" {
		h.unit.Finding(h.t, laneAndStatus, h.state, record.Cut(h.unit.ID, 80)+": "+lane+" with "+record.Cut(status, 80), "an active attempt in Running and nowhere else; completed rather than review in Done")
	}
}
