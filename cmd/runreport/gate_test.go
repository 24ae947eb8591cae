package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"runreport/analyze/gate"
	"runreport/analyze/report"
	"runreport/unit/tier"
)

// healthy is a cycle in which a lever gained: three repeats a side of two benchmarks
// whose runs of one setup differ by a bug now and then, with a pooled SD of 0.05.
func healthy(name string, post ...string) []measuredBugs {
	if len(post) == 0 {
		post = []string{"", "", "1"}
	}
	return []measuredBugs{{name, 10, []string{"1", "1", "1"}, post}, {"gin", 10, []string{"1", "1", "1,2"}, []string{"1", "1,2", "1"}}}
}

// rulesOf are the rules that gate --json prints, by name.
func rulesOf(t *testing.T, args ...string) (code int, rules map[string]report.GateRule) {
	t.Helper()
	code, stdout, stderr := call(t, append([]string{"gate", "--json"}, args...)...)
	var g report.Gate
	if err := json.Unmarshal([]byte(stdout), &g); err != nil {
		t.Fatalf("gate %v: exit %d: %v: %s", args, code, err, stderr)
	}
	rules = map[string]report.GateRule{}
	for _, r := range g.Rules {
		rules[r.Name] = r
	}
	return code, rules
}

func TestGateExitCodes(t *testing.T) {
	good := filepath.Join(t.TempDir(), "good")
	writeCycle(t, good, "one", "ship", healthy("chi")...)
	passes := build(t, good, "--format", "json")
	fails := sharedReport(t, demoLogs, "--format", "json")
	flaky := build(t, fortnight(t), "--format", "json")
	open := filepath.Join(t.TempDir(), "open")
	write(t, filepath.Join(open, "transitions.jsonl"), `{"ts":"2026-04-22T10:00:00.000Z","run_id":"a","event":"run_start","total_nodes":1}`+"\n")
	open = build(t, open, "--format", "json")
	other := filepath.Join(t.TempDir(), "summary.json")
	write(t, other, `{"schema": "runreport.summary/1", "definitions": 1}`)
	redefined := filepath.Join(t.TempDir(), "summary.json")
	write(t, redefined, `{"schema": "runreport.summary/2", "definitions": 99}`)
	unread := filepath.Join(t.TempDir(), "summary.json")
	write(t, unread, fmt.Sprintf(`{"schema": "runreport.summary/2", "definitions": %d}`, report.Definitions))
	broken := filepath.Join(t.TempDir(), "runreport.yaml")
	write(t, broken, "gate:\n  flake-rate: blocking\n  flake_rate: off\n")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"all blocking rules pass", []string{passes}, exitOK, ""},
		{"its summary.json alone", []string{filepath.Join(passes, "summary.json")}, exitOK, ""},
		{"a blocking rule fails", []string{fails}, exitFailed, "verdict-not-supported"},
		{"an advisory rule made blocking", []string{flaky, "--rule", "flake-rate=blocking", "--rule", "flake-rate.allowed=0.01"}, exitFailed, "flake-rate"},
		{"no report", []string{t.TempDir()}, exitInput, "holds no summary.json"},
		{"no folder", []string{"nowhere"}, exitInput, "nowhere"},
		{"other definitions", []string{redefined}, exitInput, "made by another version: it has definitions 99"},
		{"another schema", []string{other}, exitInput, "another version of runreport wrote it; build it again"},
		{"no argument", nil, exitUsage, "needs one DIR, got 0"},
		{"an unknown rule", []string{passes, "--rule", "flakerate=off"}, exitUsage, `did you mean "flake-rate"`},
		{"an unknown setting", []string{passes, "--rule", "flake-rate.alowed=1"}, exitUsage, `did you mean "flake-rate.allowed"`},
		{"a bad limit", []string{passes, "--rule", "flake-rate.allowed=20"}, exitUsage, "expected a share from 0 to 1"},
		{"a bad file", []string{passes, "--config", broken}, exitUsage, `runreport.yaml:3: gate has no "flake_rate"; did you mean "flake-rate"?`},
		{"a file that is not there", []string{passes, "--config", "nowhere.yaml"}, exitUsage, "nowhere.yaml"},
		{"a first report of runs that passed", []string{flaky}, exitOK, ""},
		{"no blocking rule finds anything to look at", []string{open}, exitUndecided, "failed-run"},
		{"all rules off", []string{passes, "--rule", "failed-run=off", "--rule", "recall-regression=off", "--rule", "recall-loss-across=off", "--rule", "verdict-not-supported=off", "--rule", "contradiction=off", "--rule", "missing-benchmark=off"}, exitUndecided, "undecided"},
		{"strict, and an advisory rule is open", []string{passes, "--strict"}, exitUndecided, "slower"},
		{"strict, but a rule fails", []string{fails, "--strict"}, exitFailed, "contradiction"},
		{"nothing was read", []string{unread}, exitNothing, "no log was read"},
	} {
		code, stdout, stderr := call(t, append([]string{"gate"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit %d, want %d: %s%s", c.name, code, c.code, stdout, stderr)
		}
		unlisted := slices.ContainsFunc(gate.Rules, func(r *gate.Rule) bool { return !strings.Contains(stdout, r.Name) })
		if code == exitOK && (unlisted || !strings.Contains(stdout, "passed, by the default rules")) {
			t.Errorf("%s: not every rule is listed:\n%s", c.name, stdout)
		}
	}
}

type badWriter func() error

func (w badWriter) Write(p []byte) (int, error) { return len(p), w() }

// What becomes of the output never turns a failure into a success.
func TestGateWithoutAReader(t *testing.T) {
	tier.Seconds(t)
	dir := sharedReport(t, demoLogs, "--format", "json")
	for _, c := range []struct {
		name string
		w    badWriter
		code int
	}{
		{"a pipe that was closed", func() error { return syscall.EPIPE }, exitFailed},
		{"a full disk", func() error { return errors.New("no space left") }, exitOutput},
		{"a fault of our own", func() error { panic("made up") }, exitInternal},
		{"an interrupt", func() error {
			err := syscall.Kill(os.Getpid(), syscall.SIGINT)
			time.Sleep(100 * time.Millisecond)
			return err
		}, exitInterrupted},
	} {
		if code := run([]string{"gate", dir}, strings.NewReader(""), c.w, io.Discard); code != c.code {
			t.Errorf("%s: exit %d, want %d", c.name, code, c.code)
		}
	}
}

// The three cases of the gate that matter most.
func TestGateOnRecall(t *testing.T) {
	one := func(post string) []measuredBugs { return []measuredBugs{{"chi", 10, []string{"1"}, []string{post}}} }
	for _, c := range []struct {
		name       string
		verdict    string
		benchmarks []measuredBugs
		status     string
		grade      string
	}{
		{"two of ten bugs lost, three repeats a side", "revert", healthy("chi", "1,4,5", "1,4,5", "1,4,5"), gate.Fail, "strong"},
		{"one of ten bugs lost, no repeats", "revert", one("1,2"), gate.Pass, "weak"},
		{"seven of twelve bugs lost, no repeats", "revert", []measuredBugs{{"chi", 12, []string{""}, []string{"1,2,3,4,5,6,7"}}}, gate.Fail, "moderate"},
		{"nothing changed", "ship", healthy("chi", "1", "1", "1"), gate.Pass, ""},
		{"five bugs can show nothing", "revert", []measuredBugs{{"chi", 5, []string{"1"}, []string{"1,2"}}}, gate.NotEvaluated, "weak"},
	} {
		logs := filepath.Join(t.TempDir(), "logs")
		writeCycle(t, logs, "one", c.verdict, c.benchmarks...)
		dir := build(t, logs, "--format", "json")
		_, rules := rulesOf(t, dir)
		r := rules["recall-regression"]
		if r.Status != c.status {
			t.Errorf("%s: %s (%s), want %s", c.name, r.Status, r.Reason, c.status)
		}
		s := summaryOf(t, dir)
		if c.grade != "" && dig(with(s["problems"], "kind", "recall-regression"), "grade") != c.grade {
			t.Errorf("%s: problems %v, want the grade %s", c.name, s["problems"], c.grade)
		}
		if c.status == gate.Fail && !slices.Equal(r.Problems, []string{"recall-regression/one/1/chi"}) {
			t.Errorf("%s: it fails on %v", c.name, r.Problems)
		}
	}
}

func TestGateHonoursAcknowledgements(t *testing.T) {
	home := t.TempDir()
	t.Chdir(home)
	write(t, filepath.Join(home, "logs", "readme.txt"), "not a log")
	for day := 1; day <= 9; day++ {
		writeNight(t, filepath.Join(home, "logs"), day, step{"e2e", 30, day % 2}, step{"build", 9, 0})
	}
	config := func(until string) {
		write(t, filepath.Join(home, "runreport.yaml"), `gate:
  flake-rate: {level: blocking, allowed: 0.05}
acknowledge:
  - {key: "flake/kahn/*/e2e", why: "moved to a new runner next month", who: build team, until: `+until+`}
  - {key: flake/kahn/shop/gone, why: was flaky, who: build team}
`)
	}
	config("2026-04-09")
	dir := build(t, "logs", "--format", "json,markdown")
	code, rules := rulesOf(t, dir)
	if r := rules["flake-rate"]; code != exitOK || r.Status != gate.Pass || !strings.Contains(r.Reason, "not counted: 1 acknowledged") || r.Origin != "runreport.yaml:2" {
		t.Errorf("acknowledged: exit %d, %+v", code, r)
	}
	s := summaryOf(t, dir)
	if dig(s, "gate", "status") != gate.Passed {
		t.Errorf("build did not fill the gate: %v", s["gate"])
	}
	if p := with(s["problems"], "key", "flake/kahn/shop/e2e"); dig(p, "acknowledged") != "flake/kahn/*/e2e" {
		t.Errorf("the problem does not say that it is acknowledged: %v", p)
	}
	if p := with(s["problems"], "key", "acknowledgement/flake%2Fkahn%2Fshop%2Fgone"); dig(p, "severity") != "info" {
		t.Errorf("no problem says that an entry covers nothing: %v", keysOf(t, s))
	}
	page := tree(t, dir)["details.md"]
	for _, want := range []string{"moved to a new runner next month", "## Gate rules", "Passed: 3 blocking rules"} {
		if !strings.Contains(page, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	if banner := s["attention"].([]any); strings.Contains(dig(banner[0], "text").(string), "e2e") {
		t.Errorf("the banner tells of what is acknowledged: %v", banner)
	}
	// A day later it is over.
	config("2026-04-08")
	code, rules = rulesOf(t, dir)
	if r := rules["flake-rate"]; code != exitFailed || r.Status != gate.Fail || rules["acknowledgements"].Status != gate.Fail {
		t.Errorf("expired: exit %d, %+v", code, rules)
	}
	if got := rules["acknowledgements"].Problems; !slices.Contains(got, "acknowledgement/flake%2Fkahn%2F*%2Fe2e") {
		t.Errorf("expired: %v", got)
	}
}

// Cycles in which nothing changed: three repeats a side of two benchmarks, and three
// of ten bugs of each are found in every second run. The gate may fail about one in
// fifteen, which is what the report promises and selftest measures on real logs.
func TestGateOnCyclesWithoutAChange(t *testing.T) {
	tier.Seconds(t)
	logs, r, n := filepath.Join(t.TempDir(), "logs"), rand.New(rand.NewPCG(3, 4)), 150
	runs := func() (out []string) {
		for range 3 {
			var missed []string
			for bug := 1; bug <= 3; bug++ {
				if r.IntN(2) == 0 {
					missed = append(missed, fmt.Sprint(bug))
				}
			}
			out = append(out, strings.Join(missed, ","))
		}
		return out
	}
	for i := range n {
		writeCycle(t, logs, fmt.Sprintf("cycle-%03d", i), "iterate", measuredBugs{"chi", 10, runs(), runs()}, measuredBugs{"gin", 10, runs(), runs()})
	}
	_, rules := rulesOf(t, build(t, logs, "--format", "json"), "--rule", "recall-regression.cycles=all")
	failed := map[string]bool{}
	for _, key := range rules["recall-regression"].Problems {
		failed[strings.Split(key, "/")[1]] = true
	}
	if share := float64(len(failed)) / float64(n); share > 0.12 {
		t.Errorf("%d of %d cycles in which nothing changed fail the gate", len(failed), n)
	}
	if floor := len(numbers(t, logs)["problems"].([]any)); floor < 3*len(failed) {
		t.Errorf("the noise floor alone calls %d, the gate %d: the test has no noise in it", floor, len(failed))
	}
}

// What build decides and what gate decides from the file is one thing.
func TestGateReadsWhatBuildWrote(t *testing.T) {
	tier.Seconds(t)
	dir := build(t, demoLogs, "--format", "json", "--baseline", demoLogs, "--rule", "findings=blocking")
	d, _, err := readReport(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, rules := rulesOf(t, dir, "--rule", "findings=blocking")
	for _, r := range d.Gate.Rules {
		if got := rules[r.Name]; got.Status != r.Status || got.Reason != r.Reason || !slices.Equal(got.Problems, r.Problems) {
			t.Errorf("built: %+v\nread: %+v", r, got)
		}
	}
}

// The rules of the baseline are open without one, and decide with one. Those about changes
// have the run dates besides.
func TestGateAgainstABaseline(t *testing.T) {
	logs := fortnight(t)
	before := build(t, logs, "--format", "json")
	if _, rules := rulesOf(t, before); rules["new-flake"].Status != gate.Pass || rules["gone"].Status != gate.NotEvaluated {
		t.Errorf("without a baseline: %+v", rules)
	}
	for day := 15; day <= 20; day++ {
		writeNight(t, logs, day, step{"build", 30 + float64(day%3), map[bool]int{true: 1}[day < 20]}, step{"e2e", 30, 0})
	}
	_, rules := rulesOf(t, build(t, logs, "--format", "json", "--baseline", before), "--rule", "new-flake=blocking")
	for name, want := range map[string]string{"new-flake": "flake/kahn/shop/build", "slower": "slower/kahn/shop/build"} {
		if r := rules[name]; r.Status != gate.Fail || !slices.Equal(r.Problems, []string{want}) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestGateExplains(t *testing.T) {
	dir := sharedReport(t, demoLogs, "--format", "json")
	_, stdout, _ := call(t, "gate", dir, "--explain", "--rule", "flake-rate.allowed=0.3")
	for _, want := range []string{"set by: --rule", "allowed: no step whose flake rate has a 95 % CI above 30 %", "- verdict/2026-03-09-smaller-budget/1", "run_state.jsonl:22"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("--explain does not say %q:\n%s", want, stdout)
		}
	}
}
