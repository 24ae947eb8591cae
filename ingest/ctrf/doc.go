// Package ctrf reads the Common Test Report Format, version 1.0, and the dialects that its
// reporters write. A report is one JSON document:
//
//	{"reportFormat":"CTRF","specVersion":"1.0.0","results":{
//	  "tool":{"name":"jest"},
//	  "summary":{"tests":2,"passed":1,"failed":1,"skipped":0,"pending":0,"other":0,"start":1777600800000,"stop":1777600810000},
//	  "tests":[
//	    {"name":"adds","suite":["cart"],"status":"passed","duration":1500},
//	    {"name":"pays","suite":["cart"],"status":"failed","duration":3000,"message":"3 is not 4","retries":1}]}}
//
// Times are milliseconds since 1970 and durations milliseconds, but the reporter of pytest
// writes seconds with fractions and that of Playwright seconds for the times of tests: a time
// below 1e11 is one in seconds, and durations are seconds where the start of the summary is
// one with a fraction. Retries are listed with retryAttempts, all of them or those before
// the last, or only counted: then the attempts before the last were not seen. The reporter of
// vitest writes how often a test may be tried again as the number of its retries: there a test
// that passed was tried again where it has an error. A test of Playwright that passed in every
// listed attempt and was tried again after each failed: it was expected to fail, unless all tests
// of its suite were tried again because another one failed, as those of a serial suite are. A
// suite is a list or a text with > between its parts. The reports of one runId are the shards of
// one run.
package ctrf
