package failure

import (
	"strings"
	"testing"
)

// The texts are what these programs print, shortened; want is the line that a person
// would quote.
func TestTellingLineOfOutput(t *testing.T) {
	for _, c := range []struct{ name, output, want string }{
		{"pytest", `=================================== FAILURES ===================================
_______________________________ test_total ________________________________

    def test_total():
>       assert total([1, 2]) == 4
E       assert 3 == 4
E        +  where 3 = total([1, 2])

tests/test_cart.py:7: AssertionError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_total - assert 3 == 4
========================= 1 failed, 3 passed in 0.12s ==========================`, "assert 3 == 4"},
		{"pytest, the end alone", `..F.                                                                     [100%]
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_total - ValueError: no items
========================= 1 failed, 3 passed in 0.12s ==========================`, "FAILED tests/test_cart.py::test_total - ValueError: no items"},
		{"python trace", `Traceback (most recent call last):
  File "/srv/app/main.py", line 12, in <module>
    raise_error_if_missing(config)
  File "/srv/app/main.py", line 4, in load
    return data["expected"]
KeyError: 'port'`, "KeyError: 'port'"},
		{"go test", `=== RUN   TestSum
--- FAIL: TestSum (0.00s)
    sum_test.go:12: Sum(1, 2) = 4, want 3
FAIL
FAIL	example.org/sum	0.003s
FAIL`, "sum_test.go:12: Sum(1, 2) = 4, want 3"},
		{"go panic", `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.main()
	/srv/app/main.go:8 +0x1d
exit status 2`, "panic: runtime error: index out of range [5] with length 3"},
		{"go build", `# example.org/sum
./sum.go:4:9: undefined: totl
FAIL	example.org/sum [build failed]`, "./sum.go:4:9: undefined: totl"},
		{"jest", `FAIL src/cart.test.js
  ● cart › adds up

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      4 | test('adds up', () => {
    > 5 |   expect(total([1, 2])).toBe(4)
        |                         ^
      6 | })

      at Object.<anonymous> (src/cart.test.js:5:25)

Tests:       1 failed, 4 passed, 5 total`, "Expected: 4; Received: 3"},
		{"cargo test", `running 1 test
test sums ... FAILED

failures:

---- sums stdout ----
thread 'sums' panicked at src/lib.rs:10:9:
assertion ` + "`left == right`" + ` failed
  left: 3
 right: 4
note: run with ` + "`RUST_BACKTRACE=1`" + ` environment variable to display a backtrace

test result: FAILED. 0 passed; 1 failed; 0 ignored; finished in 0.00s
error: test failed, to rerun pass ` + "`--lib`", "thread 'sums' panicked at src/lib.rs:10:9: assertion `left == right` failed"},
		{"cargo build", `   Compiling shop v0.1.0 (/srv/shop)
error[E0308]: mismatched types
 --> src/main.rs:2:18
  |
2 |     let x: i32 = "a";
  |            ---   ^^^ expected ` + "`i32`, found `&str`" + `
error: could not compile ` + "`shop`" + ` (bin "shop") due to 1 previous error`, "error[E0308]: mismatched types"},
		{"make and cc", `cc -c main.c
main.c:5:3: error: 'totl' undeclared (first use in this function)
make: *** [Makefile:3: main.o] Error 1`, "main.c:5:3: error: 'totl' undeclared (first use in this function)"},
		{"make alone", `size check
storefront.js is 412 kB, 12 kB more than allowed
make: *** [Makefile:9: size] Error 1`, "storefront.js is 412 kB, 12 kB more than allowed"},
		{"npm", `npm ERR! code ERESOLVE
npm ERR! ERESOLVE unable to resolve dependency tree
npm ERR! A complete log of this run can be found in: ~/.npm/_logs/x.log`, "npm ERR! ERESOLVE unable to resolve dependency tree"},
		{"npm around a script", `> shop@1.0.0 test
> node check.js
price of lamp is negative
npm ERR! code ELIFECYCLE
npm ERR! errno 1
npm ERR! shop@1.0.0 test: ` + "`node check.js`" + `
npm ERR! Exit status 1`, "price of lamp is negative"},
		{"java", `Exception in thread "main" java.lang.IllegalStateException: no config
	at org.example.Main.load(Main.java:14)
	at org.example.Main.main(Main.java:6)
Caused by: java.io.FileNotFoundException: app.yml
	... 2 more`, `Exception in thread "main" java.lang.IllegalStateException: no config`},
		{"maven", `[INFO] Running org.example.CartTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0
[ERROR]   CartTest.total:12 expected:<4> but was:<3>
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.0.0:test`, "CartTest.total:12 expected:<4> but was:<3>"},
		{"typescript", "src/cart.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\nFound 1 error.", "src/cart.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'."},
		{"shell", "+ ./deploy.sh\n./deploy.sh: line 3: kubectl: command not found\nexit status 127", "./deploy.sh: line 3: kubectl: command not found"},
		{"a colour and a time", "2026-03-09T02:14:07.123Z \x1b[31mTimeout 30000 ms exceeded\x1b[0m", "Timeout 30000 ms exceeded"},
		{"progress", "Fetching\r 10% [==>      ]\r100% [=========]\ncurl: (6) Could not resolve host: pkg.example.org", "curl: (6) Could not resolve host: pkg.example.org"},
		{"tests that pass are no error", "ok 1 - handles missing files\nok 2 - rejects invalid input\nnot ok 3 - adds up\n# 1 of 3", "not ok 3 - adds up"},
		{"no errors", "compiled, 0 errors, 0 warnings\nlayout shifted by 3 px", "layout shifted by 3 px"},
		{"only how it ended", "FAIL\nexit status 1", "exit status 1"},
		{"nothing", "\n-----\n", ""},
	} {
		if got := new(reader).errorOf(source{text: c.output, output: true}).text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What says more counts before what says less, whatever its place; of two that say
// enough the first does.
func TestTellingSource(t *testing.T) {
	output := func(s string) source { return source{text: s, output: true} }
	note := func(s string) source { return source{text: s} }
	for _, c := range []struct {
		name string
		of   []source
		want string
	}{
		{"exit status, then output", []source{note("exit status 1"), output("price is negative")}, "price is negative"},
		{"exit code in a sentence", []source{note("Command failed with exit code 2"), output("E   assert 3 == 4")}, "assert 3 == 4"},
		{"a code of the format", []source{note("max_ralph_iters_reached"), output("Timeout 30000 ms exceeded")}, "Timeout 30000 ms exceeded"},
		{"only a code", []source{note(""), note("max_ralph_iters_reached")}, "max_ralph_iters_reached"},
		{"a budget", []source{note("tick_cap")}, "tick_cap"},
		{"a build", []source{note("build failed"), note("stopped in Implementation")}, "build failed"},
		{"a word and a sentence", []source{note("verdict"), note("no seat named a suspect")}, "no seat named a suspect"},
		{"the message before the output", []source{note("lease expired"), output("Error: late")}, "lease expired"},
		{"the first line of a message", []source{note("The parity check differs.\nSee the log for more.")}, "The parity check differs."},
		{"failed", []source{note("failed"), note("Failed."), note("the disk is full")}, "the disk is full"},
		{"nothing at all", nil, ""},
		{"broken characters", []source{note("bad \xff byte")}, "bad  byte"},
	} {
		if got := new(reader).errorOf(c.of...).text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got := new(reader).errorOf(note(strings.Repeat("x y ", 200))).text; len([]rune(got)) > MaxError || !strings.HasSuffix(got, "…") {
		t.Errorf("a long text has %d characters: %q", len([]rune(got)), got)
	}
}

func TestNormalise(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"storefront.js is 412 kB, 12 kB more than allowed", "storefront.js is 420 kB, 20 kB more than allowed", "storefront.js is # kB, # kB more than allowed"},
		{"open /tmp/a1/x.json: 3 of 7 files", "open /var/b/y.json: 4 of 9 files", "open …: # of # files"},
		{"sum_test.go:12: got 4, want 3", "sum_test.go:14: got 5, want 3", "…: got #, want #"},
		{"user 'ann' not found", "user 'bob' not found", "user … not found"},
		{"don't repeat", "don't repeat", "don't repeat"},
		{"job 7f3a9c1d2e failed at 2026-03-09T02:14:07Z", "job 01234567ab failed at 2026-03-10 03:00:00", "job … failed at …"},
		{"run 6ba7b810-9dad-11d1-80b4-00c04fd430c8 lost", "run 6ba7b811-9dad-11d1-80b4-00c04fd430c8 lost", "run … lost"},
		{"https://example.org/a/1 gave 503", "https://example.org/b/22 gave 503", "https:… gave #"},
		{"accede defaced", "accede defaced", "accede defaced"},
		{`C:\build\a.obj : fatal error`, `C:\other\b.obj : fatal error`, "… : fatal error"},
	} {
		if a, b := Normalise(c.a), Normalise(c.b); a != c.want || b != c.want {
			t.Errorf("%q and %q become %q and %q, want %q", c.a, c.b, a, b, c.want)
		}
	}
}

func FuzzTelling(f *testing.F) {
	f.Add("Traceback\n\x1b[31mError: x:\n\n  y")
	f.Fuzz(func(t *testing.T, text string) {
		got := new(reader).errorOf(source{text: text, output: true}, source{text: text}).text
		if len([]rune(got)) > MaxError || strings.ContainsFunc(got, func(r rune) bool { return r < ' ' && r != '\t' }) {
			t.Errorf("%q gives %q", text, got)
		}
		Normalise(got)
	})
}
