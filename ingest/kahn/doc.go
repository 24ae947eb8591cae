// Package kahn reads the transition log of kahn, a CI runner that walks a DAG of
// nodes and retries each until its conditions hold.
//
// The log, transitions.jsonl, holds one JSON object a line; several runs may
// share a file, told apart by run_id:
//
//	{"ts":"2026-04-22T10:00:00.000Z","run_id":"n17","event":"run_start","total_nodes":4}
//	{"ts":"2026-04-22T10:00:00.100Z","run_id":"n17","event":"node_transition","node_id":"lint","from":"ready","to":"running","attempt":1}
//	{"ts":"2026-04-22T10:00:30.100Z","run_id":"n17","event":"node_attempt","node_id":"lint","attempt":1,"duration_s":30.0,"converged":true,"done_when_results":[]}
//	{"ts":"2026-04-22T10:01:40.000Z","run_id":"n17","event":"run_end","outcome":"clean","done":4,"failed":0,"blocked":0,"total_duration_s":100.0}
//
// File order is the order; stamps give durations only. A run without run_end is
// unfinished; the attempts that run in it are cut off at the latest event of its folder.
// Durations are seconds.
package kahn
