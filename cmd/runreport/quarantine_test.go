package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// nightsOfTests writes a report of go test as JUnit XML for each of twelve dates: TestNet/dial
// fails at random, TestRetry passes on retry on the third, TestCart breaks on the last one.
func nightsOfTests(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for day := 1; day <= 12; day++ {
		test := func(name, inside string) string {
			return fmt.Sprintf("<testcase classname=\"shop/cart\" name=%q time=\"0.5\">%s</testcase>\n", name, inside)
		}
		when := func(holds bool, inside string) string {
			if holds {
				return inside
			}
			return ""
		}
		const failure = `<failure message="no"/>`
		text := fmt.Sprintf("<testsuites><testsuite name=\"shop/cart\" timestamp=\"2026-05-%02dT02:00:00Z\">\n", day) +
			test("TestNet/dial", when(day == 4 || day == 9, failure)) +
			test("TestRetry", when(day == 3, `<flakyFailure message="late"/>`)) +
			test("TestCart", when(day == 12, failure)) +
			test("TestFixed", when(day == 5 || day == 6, failure)) + "</testsuite></testsuites>\n"
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("junit-%d.xml", day)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestQuarantine(t *testing.T) {
	logs, out := nightsOfTests(t), t.TempDir()
	for _, c := range []struct{ file, format, want string }{
		{"flaky.skip", "", "^TestNet$/^dial$|^TestRetry$\n"},
		{"flaky.txt", "", "shop/cart › TestNet/dial\nshop/cart › TestRetry\n"},
		{"flaky.json", "plain", "shop/cart › TestNet/dial\nshop/cart › TestRetry\n"},
	} {
		file := filepath.Join(out, c.file)
		for range 2 { // the second one replaces the file
			build(t, logs, "--format", "json", "--quarantine", file, "--quarantine-format", c.format)
		}
		got, err := os.ReadFile(file)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %q, %v; want %q", c.file, got, err, c.want)
		}
	}
	// The list among the logs is no log.
	list := filepath.Join(logs, "flaky.json")
	before := summaryOf(t, build(t, logs, "--format", "json", "--quarantine", list))
	after := summaryOf(t, build(t, logs, "--format", "json"))
	if a, b := len(before["runs"].([]any)), len(after["runs"].([]any)); a != 12 || b != 12 {
		t.Errorf("%d runs, and %d with the list among the logs; want 12", a, b)
	}
	if left, err := filepath.Glob(filepath.Join(out, ".*")); len(left) > 0 || err != nil {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestQuarantineUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--quarantine-format", "plain"}, exitUsage, "no file is named"},
		{[]string{"--quarantine", "x.txt", "--quarantine-format", "surefire"}, exitUsage, "ctrf"},
		{[]string{"--quarantine", t.TempDir()}, exitUsage, "not a file"},
		{[]string{"--quarantine", filepath.Join(t.TempDir(), "no", "x.txt")}, exitOutput, "was not written"},
	} {
		code, _, stderr := call(t, append([]string{"build", "-q", "--format", "json", "-o", filepath.Join(t.TempDir(), "r"), nightsOfTests(t)}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit %d %q, want %d with %q", c.args, code, stderr, c.code, c.want)
		}
	}
}
