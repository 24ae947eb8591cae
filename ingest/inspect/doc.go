// Package inspect reads the logs of Inspect AI: one JSON document, or an .eval file, which is
// a zip and is read as a folder.
//
//	2026-04-01_popularity.json   {"version":2,"status":"success","eval":{…},"results":{…},"samples":[{"id":1,"epoch":1,…}]}
//
//	2026-04-01_popularity.eval/
//	  header.json                the same without samples; absent while the eval runs
//	  samples/1_epoch_1.json     {"id":1,"epoch":1,"scores":{"match":{"value":"C"}},…}
//	  summaries.json             [{"id":1,"epoch":1,"scores":…}]
//	  reductions.json            [{"scorer":"match","samples":[…]}]
//	  _journal/start.json        {"version":2,"eval":{…}}
//	  _journal/summaries/1.json  [{"id":1,"epoch":1,…}]
//
// Each sample is a step. Its epochs are independent of each other: each is an item, and none
// is a retry. A sample that an error ended says nothing about the model, so it is in no rate.
// The scores C, true and 1 are passed, I, P, N, false and 0 failed; where a scorer gives some
// sample another number, as 0.65, none of its numbers is either.
// Prompts, answers and explanations are not kept.
package inspect
