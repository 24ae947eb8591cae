// Package playbook reads the logs of the Quality Playbook, a code review in six
// phases that a language model walks through and logs itself, and of the
// calibration cycles that measure whether a change of the playbook (a lever)
// makes it find more of the bugs that are known.
//
// A run writes quality/run_state.jsonl, one event a line:
//
//	{"event":"_index","ts":"2026-03-02T09:00:00Z","schema_version":"1.5.6","event_types":["_index","run_start","phase_start","phase_end"],"benchmark":"harbor-2.1","lever_state":"baseline","started_at":"2026-03-02T09:00:00Z"}
//	{"event":"run_start","ts":"2026-03-02T09:00:00Z","runner":"claude","playbook_version":"1.5.6","target_path":"."}
//	{"event":"phase_start","ts":"2026-03-02T09:00:05Z","phase":1}
//	{"event":"phase_end","ts":"2026-03-02T09:12:05Z","phase":1,"key_counts":{"findings_total":8,"patterns_walked":7},"artifacts_produced":["quality/EXPLORATION.md"]}
//
// and, beside it, documents that say the same in other words: PROGRESS.md, BUGS.md,
// INDEX.md, RUN_INDEX.md, results/run-*.json and more. A cycle writes a log of the
// same shape with its own events:
//
//	{"event":"benchmark_end","ts":"2026-03-05T10:30:00Z","benchmark":"harbor-2.1","lever_state":"pre-lever","recall":0.50,"bugs_found":["BUG-001"],"bugs_missed":["BUG-002"],"historical_baseline_path":"archive/harbor-2.1/BUGS.md"}
//
// A model writes these files, so they keep the format loosely. Everything that can
// be read is read; every deviation, and every disagreement between a log and the
// documents beside it, is a finding, and none of them chooses a side. File order
// is the order, stamps give durations only. Copies and snapshots of a run, and
// runs that lie in several files and folders, are put together by the stamps and
// names that they carry.
package playbook
