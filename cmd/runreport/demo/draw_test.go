package demo

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// write appends everything that a value holds, whatever it points to, but for sources of numbers.
func write(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			b = write(b, v.Elem())
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[stream]() {
			return b
		}
		for i := range v.NumField() {
			b = append(write(append(b, '{'), v.Field(i)), '}')
		}
	case reflect.Slice:
		for i := range v.Len() {
			b = append(write(b, v.Index(i)), ',')
		}
	case reflect.String:
		b = append(b, v.String()...)
	case reflect.Bool:
		b = strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int64:
		b = strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint64:
		b = strconv.AppendUint(b, v.Uint(), 10)
	default:
		panic("no way to write a " + v.Kind().String())
	}
	return b
}

// TestDrawnRunsStayTheSame holds what is drawn for more runs than the generated logs have against
// testdata/drawn.golden, so that what happens to few of them is there too. UPDATE_GOLDEN=1 writes the file.
func TestDrawnRunsStayTheSame(t *testing.T) {
	const seed = 11
	var got strings.Builder
	for _, family := range []struct {
		name string
		runs int
		draw func(i int) any
	}{
		{"aamf", 500, func(i int) any { return drawMigration(seed, i) }},
		{"cadre", 500, func(i int) any { return drawItem(seed, i) }},
		{"crabyard", 500, func(i int) any { return drawCard(seed, i) }},
		{"cycle", 150, func(i int) any { return drawCycle(seed, i) }},
		{"fishbowl", 1000, func(i int) any { return drawDuel(seed, i) }},
		{"kahn", 1000, func(i int) any { return drawKahn(seed, i) }},
		{"playbook", 1000, func(i int) any { return drawPlaybook(seed, i) }},
	} {
		var all []byte
		for i := range family.runs {
			all = write(all, reflect.ValueOf(family.draw(i)))
		}
		sum := sha256.Sum256(all)
		fmt.Fprintf(&got, "%s: %d runs, %x\n", family.name, family.runs, sum[:8])
	}
	checkGolden(t, "testdata/drawn.golden", got.String())
}

// checkGolden compares the text with that of the file, which UPDATE_GOLDEN=1 writes.
func checkGolden(t *testing.T, file, got string) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Of many draws each outcome has the share that it is meant to have, as far as chance leaves it: within
// five standard errors.
func TestSharesOfOutcomes(t *testing.T) {
	const n = 20000
	for _, c := range []struct {
		name   string
		draw   func(i int) string
		shares map[string]float64 // percent
	}{
		{"work items", func(i int) string { f := drawItem(3, i).fate; return f.reason + " " + f.status }, map[string]float64{
			" completed": 53, " code-complete": 6, "budget-exceeded budget-exceeded": 8, "max-retries-exhausted failed": 8,
			"gate-hard-fail failed": 6, "signal-interrupted in-progress": 6, "dependency-blocked dep-blocked": 8, "critical-phase-failure failed": 5,
		}},
		{"attempts at cards", func(i int) string {
			a := drawCardAttempt(newStream(3, "card", i), time.Time{})
			return strings.TrimSpace(a.status + " " + a.err)
		}, map[string]float64{
			"completed": 40, "review": 30, "stalled heartbeat timeout": 14, "stalled operator marked stalled": 3,
			"failed exit status 1": 4, "canceled": 4, "running": 3, "queued": 2,
		}},
		{"true in 25 of 1000", func(i int) string { return fmt.Sprint(newStream(3, "chance", i).chance(25)) },
			map[string]float64{"true": 2.5, "false": 97.5}},
		{"between 2 and 5", func(i int) string { return fmt.Sprint(newStream(3, "between", i).between(2, 5)) },
			map[string]float64{"2": 25, "3": 25, "4": 25, "5": 25}},
	} {
		seen := map[string]int{}
		for i := range n {
			seen[c.draw(i)]++
		}
		if len(seen) != len(c.shares) {
			t.Errorf("%s: %d outcomes, want %d", c.name, len(seen), len(c.shares))
		}
		for outcome, percent := range c.shares {
			p := percent / 100
			if got := float64(seen[outcome]) / n; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/n) {
				t.Errorf("%s: %s in %.2f %%, want %.1f %%", c.name, outcome, 100*got, percent)
			}
		}
	}
}

// A duration is from three to five quarters of what is typical, and one time in twenty two or three
// times that.
func TestAround(t *testing.T) {
	const n, typical = 20000, 8 * time.Minute
	long := 0
	for i := range n {
		d := newStream(3, "around", i).around(typical)
		if d < 6*time.Minute || d > 30*time.Minute || d%time.Millisecond != 0 {
			t.Fatalf("%s for %s", d, typical)
		}
		if d > 10*time.Minute {
			long++
			if d < 12*time.Minute {
				t.Fatalf("%s is neither near %s nor two times as long", d, typical)
			}
		}
	}
	if share := float64(long) / n; math.Abs(share-0.05) > 5*math.Sqrt(0.05*0.95/n) {
		t.Errorf("%.2f %% are long, want 5 %%", 100*share)
	}
}

// A phase counts for a rate only where its log tells: it ended, or an error stands in it. The last one may end
// with an error that nothing recovers from.
func TestRatesOfAPhase(t *testing.T) {
	start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name                  string
		ended, errors, fatal  bool
		first, recovers, fell string // hits of cases; "": it does not count
	}{
		{"ended", true, false, false, "1/1", "", "0/1"},
		{"open", false, false, false, "", "", ""},
		{"ended after an error", true, true, false, "0/1", "1/1", "1/1"},
		{"open after an error", false, true, false, "0/1", "", ""},
		{"a fatal error", false, false, true, "0/1", "0/1", ""},
		{"a fatal error after another", false, true, true, "0/1", "0/1", ""},
	} {
		p := playbookPhase{number: 1, start: start}
		r := &playbookRun{dialect: playbookDialects[0]}
		if c.ended {
			p.end = start.Add(time.Minute)
			p.closed = p.end
		}
		if c.errors {
			p.errors, p.fell = playbookErrors[:1], start.Add(time.Second)
		}
		if c.fatal {
			r.fatal = playbookErrors[1]
		}
		r.phases = []playbookPhase{p}
		all := newSamples()
		r.measure(all)
		for metric, want := range map[string]string{"first-attempt-pass-rate": c.first, "recovery-rate": c.recovers, "step-flake-rate": c.fell} {
			got := ""
			if m := all.of[metricKey{metric, "playbook", ""}]; m != nil && m.rate != nil {
				got = fmt.Sprintf("%d/%d", m.rate.Num, m.rate.Den)
			}
			if got != want {
				t.Errorf("%s: %s is %q, want %q", c.name, metric, got, want)
			}
		}
	}
}
