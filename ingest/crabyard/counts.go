package crabyard

import (
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// The numbers that cards and sessions come to. They are counted of messages, so that an
// export without messages gives none of them but takeovers.
var (
	countTakeovers = &record.CountKind{
		Name:  "takeovers",
		Title: "Takeovers by a person",
		Doc:   "of a card: messages that a takeover was granted, at least the attempts that name an operator; of a session: messages that control was approved",
	}
	countRequests = &record.CountKind{
		Name:  "control_requests",
		Title: "Requests for control",
		Doc:   "messages of a session that somebody asked for control",
	}
	countAttached = &record.CountKind{
		Name:  "attached",
		Title: "Terminals attached",
		Doc:   "messages that somebody attached to watch or work",
	}
	countCapacity = &record.CountKind{
		Name:   "capacity_blocks",
		Title:  "Starts blocked at capacity",
		Better: table.LowerIsBetter,
		Doc:    "messages that a card could not start, since as many ran as are allowed",
	}

	counts = []*record.CountKind{countTakeovers, countRequests, countAttached, countCapacity}
)

// The beginnings of messages that are counted.
const (
	messageTakeover  = "operator takeover granted"
	messageCapacity  = "capacity blocked at cap "
	messageWatch     = "watch attached"
	messageAttached  = "attached"
	messageRequested = "control requested"
	messageApproved  = "control approved"
)

// countMessages counts the messages that begin so. first is the first of them, nil for none.
func countMessages(records []*record.Record, beginning string) (n int, first *record.Record) {
	for _, r := range records {
		if strings.HasPrefix(r.Str("message"), beginning) {
			n++
			if first == nil {
				first = r
			}
		}
	}
	return n, first
}

func countRow(u *record.Unit, t *table.Set, kind *record.CountKind, n int, at *record.Record) {
	if n > 0 {
		u.Count(t, record.Counted{Kind: kind, Value: float64(n), At: at, SaidBy: at.Name})
	}
}

// sessionCounts are what people did in a session. A row without messages tells of the last
// time that somebody was given control.
func sessionCounts(u *record.Unit, t *table.Set, messages []*record.Record, state *record.Record) {
	n, at := countMessages(messages, messageApproved)
	if n == 0 && state != nil && !stamp(state, "controlGrantedAt").IsZero() {
		n, at = 1, state
	}
	countRow(u, t, countTakeovers, n, at)
	n, at = countMessages(messages, messageRequested)
	if n == 0 && state != nil && !stamp(state, "controlRequestedAt").IsZero() {
		n, at = 1, state
	}
	countRow(u, t, countRequests, n, at)
	n, at = countMessages(messages, messageAttached)
	countRow(u, t, countAttached, n, at)
}

// counts are what people did with the card, and what kept it from starting.
func (h *history) counts() {
	var messages []*record.Record
	for _, r := range h.unit.Records {
		if r.Kind == cardEvent {
			messages = append(messages, r)
		}
	}
	n, at := countMessages(messages, messageTakeover)
	operated := 0
	for _, r := range h.attempts {
		if r.Str("operator") != "" {
			operated++
			if at == nil {
				at = r
			}
		}
	}
	countRow(h.unit, h.t, countTakeovers, max(n, operated), at)
	n, at = countMessages(messages, messageWatch)
	countRow(h.unit, h.t, countAttached, n, at)
	n, at = countMessages(messages, messageCapacity)
	countRow(h.unit, h.t, countCapacity, n, at)
}
