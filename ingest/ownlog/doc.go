// Package ownlog reads logs of one's own, CSV or JSON lines, by a mapping that the user
// gives: which column is the run, the step, the result and so on.
//
//	build,test,status,secs
//	n-17,checkout,ok,12.5
//	n-17,search,not ok,3.1
//
// With the columns run: build, step: test, result: status and duration: secs these are two
// steps of the run n-17. No such log is recognised by its content: a mapping names the
// files that it is for.
//
// Rows of one run and step are attempts at it where there is a column for the attempt; else
// a row is another attempt where the one before it failed, and another step of the same
// name, numbered, where it did not.
package ownlog
