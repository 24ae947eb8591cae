// Package demo writes made-up logs of all five systems: at any size for trying
// the program and checking its numbers ([Generate]), and as one small scripted
// story for documentation and tests ([Story]).
//
// # What Generate writes
//
//	DIR/truth.json                                      what is true of the logs (see Truth)
//	DIR/logs/kahn/<day>/transitions.jsonl               the runs of one day, interleaved
//	DIR/logs/playbook/runs/<benchmark>-<run>/quality/   run_state.jsonl, PROGRESS.md, BUGS.md, results/run-*.json
//	DIR/logs/playbook/Calibration Cycles/<cycle>/       run_state.jsonl of one calibration cycle, all its iterations
//	DIR/logs/crabyard/cards/CY-<n>/                     runs.json, now and then session-events.ndjson
//	DIR/logs/cadre/<project>/                           the fleet of one week: checkpoints, notifications, logs, invocations
//	DIR/logs/aamf/migration/<project>/                  one migration: state, runtime log, invocations
//	DIR/logs/fishbowl/<week>/ledger.jsonl               the games of one week, interleaved
//
// The log tree is DIR/logs alone. truth.json lies outside of it, and none of
// its top-level keys is one by which a log format is recognised, so that a
// report over the whole of DIR ignores it too.
//
// # Sizes and determinism
//
// A run is a kahn run, a playbook run, a calibration cycle, a Crabyard card, a
// CADRE work item, an AAMF migration or a Fishbowl game. Ten runs happen a day,
// and of every fifty runs 30 are kahn runs, 6 Crabyard cards, 6 Fishbowl games,
// 3 playbook runs, 3 CADRE work items, 1 is a calibration cycle and 1 an AAMF
// migration (see rota).
//
// Every run draws from a random stream of its own, seeded by the seed, the
// system and the run's number: run i is the same however many runs there are.
// The same options give the same bytes.
//
// # Dirt
//
// Each log file is damaged with the probability Options.Dirty, in one of the
// ways of [Damage]. Damage never changes what is true: lines are added, not
// taken away, and what is added either cannot be read or says nothing that is
// counted. Markdown companions, progress pages and result files stay clean.
// Beside that, the logs have the irregularities that real ones have (synonyms,
// missing headers, lost records, corrections); the truth accounts for those.
package demo
