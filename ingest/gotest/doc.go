// Package gotest reads what go test -json prints, also as gotestsum keeps it: one event a
// line, and between them lines that are no JSON, as of a build that failed.
//
//	{"Time":"2026-05-01T02:00:00Z","Action":"start","Package":"shop/cart"}
//	{"Time":"2026-05-01T02:00:00Z","Action":"run","Package":"shop/cart","Test":"TestPay"}
//	{"Time":"2026-05-01T02:00:01Z","Action":"output","Package":"shop/cart","Test":"TestPay","Output":"    cart_test.go:9: 3 is not 4\n"}
//	{"Time":"2026-05-01T02:00:01Z","Action":"fail","Package":"shop/cart","Test":"TestPay","Elapsed":1}
//	{"Time":"2026-05-01T02:00:01Z","Action":"fail","Package":"shop/cart","Elapsed":1.1}
//
// A test without subtests is a test; packages and parents of subtests only group. A test
// that ends more than once was run again: its ends are attempts. A test that began and never
// ended is open: a panic or a timeout ended its package. A package, or a parent, that fails
// by itself, as one that cannot be built, is a step of its own that failed. What
// the log says of a package with (cached) was not run: its tests have no durations.
package gotest
