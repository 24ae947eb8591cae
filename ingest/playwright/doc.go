// Package playwright reads the reports of Playwright's reporter json: one document with the
// suites of files, in them suites and specs, and a test of each spec for each project, with
// a result for each attempt:
//
//	{"config":{"version":"1.51.1"},
//	 "suites":[{"title":"cart.spec.ts","file":"cart.spec.ts","specs":[
//	   {"title":"pays","ok":true,"id":"f50-912","file":"cart.spec.ts","line":8,"tests":[
//	     {"projectName":"chromium","expectedStatus":"passed","status":"flaky","results":[
//	       {"retry":0,"status":"timedOut","duration":30000,"startTime":"2026-05-01T02:00:00Z","error":{"message":"Timeout 30000ms exceeded."}},
//	       {"retry":1,"status":"passed","duration":2000,"startTime":"2026-05-01T02:00:31Z"}]}]}]}],
//	 "errors":[],"stats":{"startTime":"2026-05-01T02:00:00Z","duration":34000,"expected":0,"unexpected":0,"flaky":1,"skipped":0}}
//
// A test that is expected to fail and fails has passed. Errors outside of tests, as of a
// global setup, fail the run.
package playwright
