// Package terminalbench reads what Terminal-Bench 0.x writes: a run file with all trials, a
// file for each trial, and the run's metadata.
//
//	<run>/run_metadata.json                    {"run_id":"r1","dataset_name":"core","agent_name":"goose",…}
//	<run>/results.json                         {"results":[{"trial_name":"hello.1-of-2.r1","task_id":"hello",…}],"accuracy":0.5,…}
//	<run>/hello/hello.1-of-2.r1/results.json   {"trial_name":"hello.1-of-2.r1","task_id":"hello","is_resolved":true,…}
//
// The run file repeats what the files of the trials say, so each trial counts once, under its
// name. is_resolved is how a trial ended; failure_mode is why, whatever the outcome: an agent
// that ran into its time limit may have solved the task. Zero tokens are no measurement.
package terminalbench
