// Command skips reads the output of go test -json, prints what go test would print and the tests
// that took longest, and fails when a test failed or when other tests were skipped than a reviewed
// list names.
//
//	go test -json ./... | go run ./.ci/skips .ci/skips/list.txt
//
// A line of the list is a package below the module, a test, and why it is skipped. A
// test that is skipped on some machines only has "maybe" in front, and one that reads the
// input beside the project "shared": it may be skipped where there is no such folder, and
// nowhere else, so that one that looks for it in another place is noticed.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: go test -json ./... | skips LIST")
	}
	content, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	_, missing := os.Stat(sharedInput)
	must, may, err := parse(string(content), missing != nil)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	ran, err := events(in, out)
	if err != nil {
		return err
	}
	for _, t := range ran.longest(manySlow) {
		fmt.Fprintf(out, "%7.1f s  %s\n", t.seconds, t.name)
	}
	skipped := ran.skipped
	var wrong []string
	for _, test := range slices.Sorted(maps.Keys(skipped)) {
		if !must[test] && !may[test] {
			wrong = append(wrong, "skipped, and not in the list: "+test)
		}
	}
	for _, test := range slices.Sorted(maps.Keys(must)) {
		if !skipped[test] {
			wrong = append(wrong, "in the list, and not skipped: "+test)
		}
	}
	if ran.failed {
		wrong = append(wrong, "tests failed")
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%s", strings.Join(wrong, "\n"))
	}
	return nil
}

// sharedInput is the folder of input beside the project, from its root.
const sharedInput = "../shared"

// parse reads the list. alone says that there is no input beside the project.
func parse(list string, alone bool) (must, may map[string]bool, err error) {
	must, may = map[string]bool{}, map[string]bool{}
	for i, line := range strings.Split(list, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		into := must
		switch {
		case words[0] == "maybe", words[0] == "shared" && alone:
			into, words = may, words[1:]
		case words[0] == "shared":
			into, words = map[string]bool{}, words[1:]
		}
		if len(words) < 3 {
			return nil, nil, fmt.Errorf("line %d: expected a package, a test and a reason", i+1)
		}
		into[words[0]+" "+words[1]] = true
	}
	return must, may, nil
}

// manySlow is how many of the slowest tests are named: where a run's time went.
const manySlow = 25

// outcome is what the tests of a run came to.
type outcome struct {
	skipped map[string]bool
	failed  bool // a test or a package did, or something was not compiled
	took    []timed
}

// timed is a test that is none of another one's parts.
type timed struct {
	name    string
	seconds float64 // by the clock, beside other tests
}

// longest are the n tests that took longest, those first that took more.
func (o *outcome) longest(n int) []timed {
	slices.SortStableFunc(o.took, func(a, b timed) int { return cmp.Compare(b.seconds, a.seconds) })
	return o.took[:min(n, len(o.took))]
}

// event is a line that go test -json prints.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// events reads what go test -json prints.
func events(in io.Reader, out io.Writer) (*outcome, error) {
	o := &outcome{skipped: map[string]bool{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				o.failed = true // the compiler's own words, or go test's
				fmt.Fprintf(out, "%s", line)
			}
			o.take(e, out)
		}
		if err == io.EOF {
			return o, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (o *outcome) take(e event, out io.Writer) {
	name := strings.TrimPrefix(e.Package, "runreport/") + " " + e.Test
	if (e.Action == "pass" || e.Action == "fail") && e.Test != "" && !strings.Contains(e.Test, "/") {
		o.took = append(o.took, timed{name, e.Elapsed})
	}
	switch {
	case e.Action == "fail", e.Action == "build-fail":
		o.failed = true
	case e.Action == "skip" && e.Test != "":
		o.skipped[name] = true
	case strings.HasSuffix(e.Action, "output") && !strings.HasPrefix(e.Output, "=== ") && !strings.HasPrefix(strings.TrimSpace(e.Output), "--- PASS"):
		fmt.Fprint(out, e.Output)
	}
}
