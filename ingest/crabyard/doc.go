// Package crabyard reads what Crabyard (later Crabfleet) tells about the cards on
// its board: the attempts at each card, where they ran and how they ended.
//
// Five kinds of export are understood. A card's history, as the API answers it,
// newest attempt first:
//
//	{"runs":[{"id":"CY-105-R1","cardId":"CY-105","attempt":1,"runtime":"container","status":"review",
//	  "lastHeartbeatAt":1777000604000,"startedAt":1777000005000,"endedAt":1777000605000,
//	  "createdAt":1777000005000,"updatedAt":1777000605000, ...}]}
//
// The board's state, with every card, its lane, its latest attempt and the last
// 80 messages about it:
//
//	{"cards":[{"id":"CY-105","repo":"acme/app","lane":"Human Review","run":{...},"logs":["10:02:11 heartbeat ok"], ...}]}
//
// And the events of one interactive session, one JSON object a line:
//
//	{"actor":"maria","message":"session requested","createdAt":1777000005000}
//
// The database itself, a file of SQLite or D1; and the same as SQL text, as wrangler
// d1 export or the .dump of sqlite3 writes it:
//
//	PRAGMA defer_foreign_keys=TRUE;
//	CREATE TABLE run_attempts (id TEXT PRIMARY KEY, card_id TEXT NOT NULL, attempt INTEGER NOT NULL, ...);
//	INSERT INTO "run_attempts" VALUES('CY-105-R1','CY-105',1,'container','review',NULL, ...);
//
// Rows that wrangler d1 execute --json answers, [{"results":[{...}],"success":true}],
// are read like a history, whatever table they are from. Of the tables cards,
// run_attempts, events, interactive_sessions, interactive_session_events, audit_events
// and settings are read, the others never: they hold accounts and secrets. Of a session's
// row the declared columns alone are read.
//
// Times are whole milliseconds since 1970. A history that was cut off is read up to
// the cut. Keys may be the API's or, as in rows of the database, in snake case.
//
// # Units
//
// A card is one unit, in whatever number of exports it stands: exports that give
// an attempt of one card the same moment of creation tell about the same card, and
// so do exports below one folder, and those that give the card itself the same moment,
// unless their attempts contradict each other. Of an attempt that several exports give, the one
// that was updated last counts. A session is a unit of its own; copies and
// snapshots of its log collapse to the longest. What a database says about the
// installation as a whole, its settings and who changed them, is a unit that is no
// run: the settings cap and stall_ms are claims of it, and stall_ms is how long a
// heartbeat may stay away.
//
// A message about a card names no attempt. It belongs to the one that had begun and
// not ended at its time, unless its words say that it is about the card alone.
//
// The folder of an installation is the one that holds cards/ or orgs/, as the
// exports are laid out, else the folder that the file lies in, or the one above
// when that is named after a card. Open work is cut off at the latest time below it, or
// below any other folder with an export of the card.
//
// # What the numbers mean
//
// An attempt lasts from its start to its end, but a stalled one only to its last
// heartbeat: its end is when somebody's next action noticed it. The difference of
// the two is the detection lag. The status review is written when a person moves
// the card, and completed overwrites it together with the end, so that the time a
// card waits for people is inside its last attempt.
//
// A status that never occurs is no error: leasing and failed are documented and no
// known version writes them. Addresses of terminals and desktops, prompts and diffs
// are read and not copied into the tables.
package crabyard
