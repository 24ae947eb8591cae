// Package lmeval reads what lm-evaluation-harness writes: the results of a model on tasks, and
// the samples of a task.
//
//	results_2026-04-01T08-00-00.json             {"results":{"arc":{"acc,none":0.5,"acc_stderr,none":0.1}},"versions":{"arc":1},…}
//	samples_arc_2026-04-01T08-00-00.jsonl        {"doc_id":0,"doc_hash":"7193…","filter":"none","metrics":["acc"],"acc":1.0,…}
//
// Files of one folder and stamp belong together. The metrics of a task are scores, whose scales
// differ: some are shares of 1, some percent. Each line of samples is an item, told by the task,
// the hash of the document and the filter; it passed where its first metric is 1, and failed
// where it is 0; neither where the metric grades some sample of the task between them. Documents, prompts and answers are not kept. Nothing has a time but the run.
package lmeval
