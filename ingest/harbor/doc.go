// Package harbor reads the job folders of Harbor: the results of a job and of its trials,
// and what they were started with.
//
//	<job>/config.json           {"job_name":"smoke","datasets":[…]}
//	<job>/lock.json             {"harbor":{"version":"0.18.0"},"trials":[…]}
//	<job>/result.json           {"id":"j-1","n_total_trials":2,"stats":{…}}
//	<job>/<trial>/config.json   {"task":{…},"trial_name":"hello__a1","job_id":"j-1"}
//	<job>/<trial>/result.json   {"task_name":"hello","trial_name":"hello__a1","verifier_result":{"rewards":{"reward":1.0}},…}
//
// A trial that an exception ended has failed, whatever its reward, unless the reward is full:
// an agent that ran into its time limit may have solved the task. The times of trials are
// UTC; those of a job are local and have no zone, so they are not used. The suffix of a
// trial's name is random: what lasts is the task with its checksum. A trial without a result.json
// runs, or has no outcome where the job is over.
//
// The verifier's own reports, ctrf.json and report.json, are read as the formats that they are.
package harbor
