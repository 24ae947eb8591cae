// Package promptfoo reads the JSON output of promptfoo.
//
//	{"evalId":"eval-1","results":{"version":3,"timestamp":"…","prompts":[…],"results":[
//	  {"testIdx":0,"promptIdx":0,"success":false,"score":0,"failureReason":1,"error":"Expected output to contain …",
//	   "gradingResult":{"componentResults":[…]},"latencyMs":18,"cost":0,…}],"stats":{…}},"config":{…}}
//
// Each column, which is a prompt and a provider, is a run, so that providers and prompts can
// be compared; each test is an item. A failed assertion is an answer that was not good
// enough; only failureReason 2 is an error that says nothing about the model. Prompts,
// variables and answers are not kept: a test without a description is told by a hash of its
// variables.
package promptfoo
