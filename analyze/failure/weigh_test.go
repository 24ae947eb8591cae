package failure

import (
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// What each sort of line says of an error, without the time and the level before it.
func TestWeigh(t *testing.T) {
	trace := []string{`  File "a.py", line 3, in load`}
	for _, c := range []struct {
		line   string
		before []string
		text   string
		of     weight
	}{
		// nothing
		{"", nil, "", nothing}, {"   ", nil, "", nothing}, {"-----", nil, "", nothing}, {"…", nil, "", nothing},
		{"===== test session starts =====", nil, "", nothing}, {"***** setup", nil, "", nothing}, {"teardown ~~~~", nil, "", nothing},
		{"    at run (/srv/a.js:3:4)", nil, "", nothing}, {"at async load (a.js)", nil, "", nothing}, {"at /srv/a.js", nil, "", nothing},
		{`  File "a.py", line 3`, nil, "", nothing}, {"goroutine 7 [running]:", nil, "", nothing}, {"#1 main", nil, "", nothing},
		{"... 12 more", nil, "", nothing}, {"created by main.start", nil, "", nothing}, {"--> a.rs:3", nil, "", nothing},
		{"[signal SIGSEGV: x]", nil, "", nothing}, {"0: 0xdead", nil, "", nothing}, {"9: main", nil, "", nothing},
		{"\t/srv/a.go:8 +0x1d", nil, "", nothing}, {"main.(*T).run(0xc000, {0x1})", nil, "", nothing},
		{"  3 | let x", nil, "", nothing}, {"> 3 | let x", nil, "", nothing}, {">   assert x", nil, "", nothing}, {"   ^^^", nil, "", nothing}, {"  ~~~^", nil, "", nothing},
		{" 45% [====>    ]", nil, "", nothing}, {"[###   ]", nil, "", nothing}, {"⠋ loading", nil, "", nothing}, {"..F.  [ 50%]", nil, "", nothing},
		{"ok 3 - adds", nil, "", nothing}, {"✓ adds up", nil, "", nothing}, {"--- PASS: TestSum (0.00s)", nil, "", nothing}, {"=== RUN   TestSum", nil, "", nothing},
		{"PASSED a", nil, "", nothing}, {"test adds ... ok", nil, "", nothing}, {"adds PASSED", nil, "", nothing}, {"[ OK ] adds", nil, "", nothing},
		{"Compiling shop", nil, "", nothing}, {"Finished in 3 s", nil, "", nothing},
		{`    raise ValueError("x")`, trace, "", nothing},                  // the code of a frame
		{"2026-03-09 02:14:07   at run (/srv/a.js:3:4)", nil, "", nothing}, // a frame behind a time
		{"[02:14:07] -----", nil, "", nothing},
		// ending
		{"exit status 1", nil, "exit status 1", ending}, {"FAIL", nil, "FAIL", ending}, {"failed.", nil, "failed.", ending}, {"rc=2", nil, "rc=2", ending},
		{"FAIL example.org/sum 0.003s", nil, "FAIL example.org/sum 0.003s", ending}, {"null", nil, "null", ending}, {"n/a", nil, "n/a", ending},
		{"max_turns_reached", nil, "max_turns_reached", ending}, {"killed by signal: 9", nil, "killed by signal: 9", ending},
		{"error: exit code 2", nil, "error: exit code 2", ending}, {"[ERROR] exit status 2", nil, "exit status 2", ending},
		{"ancestor_failed: " + strings.Repeat("x", 182), nil, "ancestor_failed: " + strings.Repeat("x", 182), ending}, // 199 bytes
		{"ancestor_failed: " + strings.Repeat("x", 183), nil, "ancestor_failed: " + strings.Repeat("x", 183), message},
		{"cart.cc:8", nil, "cart.cc:8", ending}, {"src/cart.cc:8:3:", nil, "src/cart.cc:8:3:", ending}, {"unknown file", nil, "unknown file", ending}, {"exception", nil, "exception", ending},
		{"(in test file cart.bats, line 3)", nil, "(in test file cart.bats, line 3)", ending}, {"(from function `pays' in file cart.bash, line 3,", nil, "(from function `pays' in file cart.bash, line 3,", ending},
		{"in file cart.bats", nil, "in file cart.bats", message}, {"cart.cc:8 got 4", nil, "cart.cc:8 got 4", message}, {"shop:8", nil, "shop:8", message},
		// code
		{"tick_cap", nil, "tick_cap", code}, {"verdict", nil, "verdict", code}, {"a-b-c", nil, "a-b-c", code},
		// wrapper
		{"make: *** [test] Error 1", nil, "make: *** [test] Error 1", wrapper}, {"npm ERR! code ELIFECYCLE", nil, "npm ERR! code ELIFECYCLE", wrapper},
		{"Traceback (most recent call last):", nil, "Traceback (most recent call last):", wrapper},
		{"Command failed with exit code 2", nil, "Command failed with exit code 2", wrapper},
		{"note: run with RUST_BACKTRACE=1", nil, "note: run with RUST_BACKTRACE=1", wrapper},
		// summary
		{"1 failed, 3 passed", nil, "1 failed, 3 passed", summary}, {"==== 1 failed, 3 passed in 0.1s ====", nil, "1 failed, 3 passed in 0.1s", summary},
		{"Tests:  1 failed, 4 total", nil, "Tests:  1 failed, 4 total", summary}, {"test result: FAILED. 0 x", nil, "test result: FAILED. 0 x", summary},
		{"compiled, no errors", nil, "compiled, no errors", summary}, {"0 warnings", nil, "0 warnings", summary},
		// message
		{"The parity check differs", nil, "The parity check differs", message}, {"expect(received).toBe(expected)", nil, "expect(received).toBe(expected)", message},
		{"[INFO] layout moved", nil, "layout moved", message}, {"WARN layout moved", nil, "layout moved", message}, {"INFO", nil, "INFO", message},
		{"    indented code", nil, "indented code", message}, {"    indented code", []string{"below a line"}, "indented code", message},
		{"  shallow", trace, "shallow", code}, // two blanks are not the code of a frame
		{"Failing step: Given a till ... error in 0.1s", nil, "Failing step: Given a till ... error in 0.1s", message},
		// name
		{"--- FAIL: TestSum (0.00s)", nil, "--- FAIL: TestSum (0.00s)", name}, {"● cart › adds", nil, "● cart › adds", name}, {"not ok 3 - adds", nil, "not ok 3 - adds", name},
		{"FAILED tests/a.py", nil, "FAILED tests/a.py", name}, {"test adds ... FAILED", nil, "test adds ... FAILED", name},
		// errorLine
		{"E   assert 3 == 4", nil, "assert 3 == 4", errorLine}, {"sum_test.go:12: got 4", nil, "sum_test.go:12: got 4", errorLine},
		{"KeyError: 'port'", nil, "KeyError: 'port'", errorLine}, {"FAILED a.py::t - late", nil, "FAILED a.py::t - late", errorLine},
		{"thread 'x' panicked at a.rs:3:", nil, "thread 'x' panicked at a.rs:3:", errorLine}, {"the disk is full: no space left", nil, "the disk is full: no space left", errorLine},
		{"[ERROR] the lamp is dark", nil, "the lamp is dark", errorLine}, {"FATAL: the lamp is dark", nil, "the lamp is dark", errorLine},
		{"##[error]the lamp is dark", nil, "the lamp is dark", errorLine}, {"3 errors: ValueError was thrown", nil, "3 errors: ValueError was thrown", errorLine},
		{"2026-03-09T02:14:07.123Z access denied", nil, "access denied", errorLine}, {"02:14:07 access denied", nil, "access denied", errorLine},
		{"[02:14:07] access denied", nil, "access denied", errorLine}, {"9 of the keys were denied", nil, "9 of the keys were denied", errorLine},
		{"#channel was denied", nil, "#channel was denied", errorLine},
	} {
		if text, of := weigh(c.line, c.before); text != c.text || of != c.of {
			t.Errorf("%q: %q, %d; want %q, %d", c.line, text, of, c.text, c.of)
		}
	}
}

// A line is free of the time and the level before it, unless nothing else is on it.
func TestBare(t *testing.T) {
	for _, c := range []struct {
		line, text string
		marked     bool
	}{
		{"", "", false}, {"  x  ", "x", false}, {"02:14:07 x", "x", false}, {"2026/03/09 02:14:07,5 x", "x", false}, {"[2026-03-09T02:14:07+0200] x", "x", false},
		{"9 lamps", "9 lamps", false}, {"0:1 x", "0:1 x", false}, {"[x] y", "[x] y", false}, {"a 02:14:07", "a 02:14:07", false},
		{"ERROR x", "x", true}, {"[error] x", "x", true}, {"FATAL: x", "x", true}, {"WARN x", "x", false}, {"[debug] x", "x", false},
		{"ERROR", "ERROR", false}, {"ERROR:", "ERROR:", false}, {"02:14:07 ERROR x", "x", true}, {"ERRORS x", "ERRORS x", false}, {"error x", "error x", false},
	} {
		if text, marked := bare(c.line); text != c.text || marked != c.marked {
			t.Errorf("%q: %q, %t; want %q, %t", c.line, text, marked, c.text, c.marked)
		}
	}
}

// Only a line that begins as one is held to be a stack frame.
func TestFramed(t *testing.T) {
	for text, want := range map[string]bool{
		"at x": true, `File "a"`: true, "goroutine 1": true, "#1": true, "... 2 more": true, "created by x": true, "--> x": true, "[signal x]": true,
		"0: x": true, "9: x": true, "/srv/a.go:8": true, "attack": false, "/srv/a.js:8": false, ":x": false, "x 9": false,
	} {
		if got := framed(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// Output is read at its end and a message at its beginning, by lines without what a terminal would not show.
func TestLinesOf(t *testing.T) {
	long := strings.Repeat("a", maxRead)
	for _, c := range []struct {
		text   string
		output bool
		want   []string
	}{
		{"a\nb", false, []string{"a", "b"}}, {"a\r\nb \t\n", true, []string{"a", "b", ""}}, {"10%\r20%\rdone", true, []string{"done"}}, {"x\r", true, []string{"x"}},
		{"\x1b[31mred\x1b[0m and \x1b[1;31mbold\x1b[22m", true, []string{"red and bold"}}, {"[31mred[0m", true, []string{"red"}}, {"[5] of [12]", true, []string{"[5] of [12]"}},
		{"a\x00b\u202ec\td\xff", false, []string{"abc\td"}}, {"\tx", false, []string{"\tx"}},
		{"b" + long, true, []string{long}}, {long + "b", false, []string{long}}, {long, true, []string{long}}, {long, false, []string{long}},
	} {
		if got := linesOf(source{text: c.text, output: c.output}); !slices.Equal(got, c.want) {
			t.Errorf("%.40q (output %t): %.80q, want %.80q", c.text, c.output, got, c.want)
		}
	}
}

// Of lines that say the same a message counts by its first and output by its last, but for names
// of tests and for errors, of which the first counts.
func TestWhichLineTells(t *testing.T) {
	for _, c := range []struct {
		text            string
		message, output string
		of              weight
	}{
		{"the lamp is dark\nthe door is open", "the lamp is dark", "the door is open", message},
		{"tick_cap\nturn_cap", "tick_cap", "turn_cap", code},
		{"exit status 1\nexit status 2", "exit status 1", "exit status 2", ending},
		{"not ok 1 - a\nnot ok 2 - b", "not ok 1 - a", "not ok 1 - a", name},
		{"a: access denied\nb: access denied", "a: access denied", "a: access denied", errorLine},
		{"the lamp is dark\naccess denied\nthe door is open", "access denied", "access denied", errorLine},
		{"-----\n\n", "", "", nothing},
		{"ok 1\nok 2", "", "", nothing},
		{"exit status 1\nthe lamp is dark\nFAIL", "the lamp is dark", "the lamp is dark", message},
	} {
		for _, output := range []bool{false, true} {
			want := map[bool]string{false: c.message, true: c.output}[output]
			if text, of := errorLineOf(source{text: c.text, output: output}); text != want || of != c.of {
				t.Errorf("%q (output %t): %q, %d; want %q, %d", c.text, output, text, of, want, c.of)
			}
		}
	}
}

// The first text that says enough counts with its place; one that only says how it ended
// counts where no other says more.
func TestPlaceOfWhatIsTold(t *testing.T) {
	of := func(text string, line int64) source {
		return source{text: text, at: report.Evidence{File: "log", Line: &line}}
	}
	for _, c := range []struct {
		sources []source
		text    string
		line    int64
	}{
		{[]source{of("exit status 1", 1), of("tick_cap", 2), of("the lamp is dark", 3), of("access denied", 4)}, "the lamp is dark", 3},
		{[]source{of("", 1), of("exit status 1", 2), of("exit status 2", 3)}, "exit status 1", 2},
		{[]source{of("access denied", 1), of("E   assert x", 2)}, "access denied", 1},
	} {
		got := new(reader).errorOf(c.sources...)
		if got.text != c.text || got.at.Line == nil || *got.at.Line != c.line {
			t.Errorf("%q at %v, want %q at %d", got.text, got.at.Line, c.text, c.line)
		}
	}
}

// A line that ends in a colon goes on with the next that says something, and so does the one side of a comparison.
func TestJoined(t *testing.T) {
	for _, c := range []struct{ text, next, want string }{
		{"a:", "b", "a: b"}, {"a:", "\n  b   c\nd", "a: b c"}, {"a:", "b:\nc", "a: b: c"}, {"a:", "-----\nb", "a:"}, {"a:", "", "a:"}, {"a:", "\n\n", "a:"},
		{"a", "b", "a"}, {"Expected: 4", "Received: 3", "Expected: 4; Received: 3"}, {"Expected: 4", "\n  Received: 3\nx", "Expected: 4; Received: 3"},
		{"expected: 4", "actual: 3", "expected: 4; actual: 3"}, {"expected: 4", "got: 3", "expected: 4; got: 3"}, {"want: 4", "got: 3", "want: 4; got: 3"},
		{"got: 3", "want: 4", "got: 3; want: 4"}, {"Expected 4", "Received: 3", "Expected 4"}, {"Expected: 4", "Received 3", "Expected: 4"},
		{"Expected: 4", "want: 3", "Expected: 4"}, {"Received: 4", "Expected: 3", "Received: 4"}, {"x: Expected", "Received: 3", "x: Expected"},
	} {
		if got := joined(c.text, strings.Split(c.next, "\n")); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.text, c.next, got, c.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"abcd", 4, "abcd"}, {"abcde", 4, "abc…"}, {"ééééé", 4, "ééé…"}, {"ab cd", 4, "ab…"}, {"", 4, ""}} {
		if got := cut(c.text, c.n); got != c.want {
			t.Errorf("%q to %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

// What is remembered is what was read, and is bounded.
func TestReaderRemembers(t *testing.T) {
	r := &reader{}
	for range 2 {
		if text, of := r.line(source{text: "tick_cap\nturn_cap"}); text != "tick_cap" || of != code {
			t.Errorf("%q, %d", text, of)
		}
		if text, _ := r.line(source{text: "tick_cap\nturn_cap", output: true}); text != "turn_cap" {
			t.Errorf("%q", text)
		}
		if got := r.normalise("3 of 4"); got != "# of #" {
			t.Errorf("%q", got)
		}
	}
	if _, of := r.line(source{}); len(r.lines) != 2 || len(r.normal) != 1 || of != nothing {
		t.Errorf("%d lines and %d texts are remembered", len(r.lines), len(r.normal))
	}
	var many map[int]int
	for i := range 4096 {
		remember(&many, i, i)
	}
	if len(many) != 4096 {
		t.Errorf("%d are remembered", len(many))
	}
	if remember(&many, 5000, 1); len(many) != 1 || many[5000] != 1 {
		t.Errorf("%d are remembered beyond the limit", len(many))
	}
}
