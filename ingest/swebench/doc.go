// Package swebench reads reports of SWE-bench: of one instance, and of a run.
//
//	logs/run_evaluation/<run>/<model>/<instance>/report.json   {"<instance>":{"resolved":true,"tests_status":{…},…}}
//	<model>.<run>.json                                         {"total_instances":500,"submitted_instances":100,"resolved_ids":[…],…}
//
// A run's report names the instances that were submitted and what became of them. Those of
// which a report of their own is here are told by that. There are two denominators, both
// named: the instances that were submitted, and all of the benchmark. No report has times.
package swebench
