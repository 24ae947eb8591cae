// Package fishbowl reads the event ledger of Fishbowl (multi-agent-land), where
// agents talk, compete and are judged.
//
// The ledger is one JSON object a line; runs interleave and are told apart by
// run_id:
//
//	{"id":"e1","run_id":"r1","turn":0,"kind":"run.started","actor":"conductor","payload":{"scenario":"duel","cast":{...},"competition":{...}},"created_at":"2026-05-01T10:00:00.120000Z","schema_version":1,"session_id":null,"model_profile":null,"model_id":null}
//	{"id":"e2","run_id":"r1","turn":1,"kind":"agent.spoke","actor":"ada","payload":{"text":"Maps lie.","mood":"calm"},"created_at":"2026-05-01T10:00:01.000000Z","schema_version":1,"session_id":null,"model_profile":"fast","model_id":"m-1"}
//	{"id":"e3","run_id":"r1","turn":2,"kind":"judge.verdict","actor":"judge","payload":{"text":"Ada wins.","winner":"ada"},"created_at":"2026-05-01T10:00:02.000000Z","schema_version":1,"session_id":null,"model_profile":"strong","model_id":"m-2"}
//	{"id":"e4","run_id":"r1","turn":2,"kind":"run.finished","actor":"conductor","payload":{"reason":"verdict","winner":"ada","winner_kind":"agent","winning_model":"m-1","winning_models":["m-1"],"turns":1,"tokens":900},"created_at":"2026-05-01T10:00:03.000000Z","schema_version":1,"session_id":null,"model_profile":null,"model_id":null}
//
// The document of the format lists the first eight fields of the envelope; the
// other three may be absent. Kinds are open: a scenario makes up its own, of two or
// more lower-case segments with dots between them, and none of these is a finding.
// The order of the ledger is the order; a naive time is UTC.
//
// The engine keeps the ledger in the table events of a database, where it has one
// more column, offset, and the payload is JSON in a text. A file of SQLite in either
// of the layouts that it was given is read in the order of the offsets and gives the
// same tables as the lines do.
//
// The same database holds the engine's leaderboard: one row for every decided
// competition, made from the events. What a row says is kept as claims and held against
// the run's last run.finished; the events count.
//
// # Units
//
// A run is one unit, over however many files: the id of an event is its identity,
// so a repeated one is a write that was tried again, or a copy of the ledger, and
// is counted as a duplicate without further words. Only a repeated id with other
// content is a finding; the first one counts. Two files that start a run of one
// name with different events hold two runs.
//
// A run may finish twice, when a verdict comes after the budget ran out: the last
// run.finished counts. Events behind it are normal. A run without one is
// unfinished. Open work is cut off at the latest event below the folder that was
// given on the command line.
//
// # What is left out
//
// Sound and pictures, which travel as data: addresses or long base64 text, are
// replaced by their size. What only the audience of a run may know is not copied:
// thoughts, secrets, and what the judge reveals.
package fishbowl
