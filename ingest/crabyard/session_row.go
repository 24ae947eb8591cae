package crabyard

import (
	"slices"
	"time"

	"runreport/ingest/record"
)

// interactiveSession is a row of the table interactive_sessions. The table holds tokens and
// addresses too: of its columns only these are read, whatever newer versions add.
var interactiveSession = (&record.Kind{
	Name:  "interactive_session",
	Table: "runs",
	Doc:   "one interactive session as the database has it",
	Fields: []record.Field{
		{Key: "id", Type: record.String, Required: true, Column: "id", Doc: "the session, IS-<n>"},
		{Key: "repo", Type: record.String, Column: "subject", Doc: "repository it works on"},
		{Key: "branch", Type: record.String, Doc: "branch"},
		{Key: "runtime", Type: record.String, Column: "variant", Enum: runtimes, Doc: "where it runs"},
		{Key: "status", Type: record.String, Required: true, Column: "status", Doc: "where it stands; an open list"},
		{Key: "owner", Type: record.String, Doc: "who has it"},
		{Key: "createdBy", Alias: []string{"created_by"}, Type: record.String, Doc: "who made it"},
		{Key: "controller", Type: record.String, Doc: "person who has control"},
		{Key: "controlRequestedBy", Alias: []string{"control_requested_by"}, Type: record.String, Doc: "person who asked for control"},
		{Key: "controlRequestedAt", Alias: []string{"control_requested_at"}, Type: record.Millis, Doc: "when"},
		{Key: "controlGrantedAt", Alias: []string{"control_granted_at"}, Type: record.Millis, Doc: "when control was given"},
		{Key: "controlExpiresAt", Alias: []string{"control_expires_at"}, Type: record.Millis, Doc: "until when"},
		{Key: "parentSessionId", Alias: []string{"parent_session_id"}, Type: record.String, Doc: "session that it continues"},
		{Key: "rootSessionId", Alias: []string{"root_session_id"}, Type: record.String, Doc: "first session of that chain"},
		{Key: "lastEvent", Alias: []string{"last_event"}, Type: record.String, Doc: "its last message"},
		{Key: "createdAt", Alias: []string{"created_at"}, Type: record.Millis, Required: true, Doc: "when it was asked for"},
		{Key: "updatedAt", Alias: []string{"updated_at"}, Type: record.Millis, Doc: "last change of the row"},
		{Key: "lastSeenAt", Alias: []string{"last_seen_at"}, Type: record.Millis, Doc: "last sign of life"},
		{Key: "stoppedAt", Alias: []string{"stopped_at"}, Type: record.Millis, Doc: "end; null while it goes on"},
	},
	Sample: `{"id":"IS-901","repo":"acme/app","branch":"main","runtime":"crabbox","status":"stopped","owner":"maria","created_by":"maria","controller":"omar",` +
		`"control_requested_by":"omar","control_requested_at":1777000200000,"control_granted_at":1777000210000,"control_expires_at":1777000500000,"last_event":"stopped",` +
		`"created_at":1777000005000,"updated_at":1777000605000,"last_seen_at":1777000600000,"stopped_at":1777000605000}`,
}).Compile()

// addSessionRows gives the rows of the table interactive_sessions to their sessions. A
// session of which there is no message is a unit too. Of several rows about one session, as
// copies of a database have them, the one that was changed last counts.
func addSessionRows(files []*record.File, units []*record.Unit) []*record.Unit {
	rows := map[*record.Unit][]*record.Record{}
	var order []*record.Unit
	for _, f := range files {
		for _, r := range f.Records {
			if r.Kind != interactiveSession {
				continue
			}
			i := slices.IndexFunc(units, func(u *record.Unit) bool { return isSessionOf(u, rows[u], r) })
			if i < 0 {
				i = len(units)
				units = append(units, &record.Unit{System: system, Kind: "session", ID: r.Str("id"), Home: home(f.Dir), Evidence: "id of the session"})
			}
			u := units[i]
			if rows[u] == nil {
				order = append(order, u)
			}
			rows[u] = append(rows[u], r)
		}
	}
	for _, u := range order {
		best := slices.MaxFunc(rows[u], func(a, b *record.Record) int { return a.At.Compare(b.At) })
		for _, r := range rows[u] {
			if r != best {
				retire(r, best)
			}
		}
		u.Records = append(u.Records, best)
		if at := best.File.Path; !slices.Contains(u.Files, at) {
			u.Files = append(u.Files, at)
		}
	}
	return units
}

// isSessionOf reports whether the row is about the session: the ids are the same, and so is
// the moment of creation, or the folder where no other row gives that moment. Two boards
// both have an IS-101.
func isSessionOf(u *record.Unit, before []*record.Record, r *record.Record) bool {
	if u.ID != r.Str("id") {
		return false
	}
	if len(before) > 0 {
		return stamp(before[0], "createdAt").Equal(stamp(r, "createdAt"))
	}
	return u.Home == home(r.File.Dir) || u.Records[0].At.Sub(stamp(r, "createdAt")).Abs() < time.Minute
}

// sessionMessages are the messages of a session, without its row, and the row.
func sessionMessages(records []*record.Record) (messages []*record.Record, row *record.Record) {
	for _, r := range records {
		if r.Kind == interactiveSession {
			row = r
		} else {
			messages = append(messages, r)
		}
	}
	return messages, row
}
