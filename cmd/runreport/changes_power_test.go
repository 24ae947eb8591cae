package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"runreport/unit/tier"
)

// planted is a change of one test among 20, with the promise of how soon it is called.
type planted struct {
	what    string  // as changes[].what spells it
	factor  float64 // of a duration: what the test takes then, of before
	mixed   bool    // every third test varies with heavy tails, every third lognormally
	flakes  float64 // of a flake rate: the chance of a retry since; before it is 0.01
	runs    int     // a date
	dates   int     // within which it is to be called
	percent int     // of trials
	more    int     // times as many trials, where the promise is near what is reached
}

func (p planted) String() string {
	if p.what == "flake_rate" {
		return fmt.Sprintf("flake rate 1 → %.0f %%, %d runs a date", 100*p.flakes, p.runs)
	}
	shape := ""
	if p.mixed {
		shape = ", mixed shapes"
	}
	return fmt.Sprintf("%+.0f %%, %d runs a date%s", 100*(p.factor-1), p.runs, shape)
}

// noise is how much longer than usual the test takes: a tenth, as its shape has it. A normal
// number over the root of a third of three squares of normal ones has Student's t with 3
// degrees of freedom.
func (p planted) noise(test int, r *rand.Rand) float64 {
	x := r.NormFloat64()
	if p.mixed {
		switch test % 3 {
		case 1:
			a, b, c := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
			x /= math.Sqrt((a*a + b*b + c*c) / 3)
		case 2:
			x = math.Exp(x) - math.Exp(0.5)
		}
	}
	return 0.1 * x
}

// write makes 30 run dates without a change and then as many with it as it has to be called
// in. The durations vary by 10 %, the load of a date by 5 %.
func (p planted) write(t *testing.T, logs string, r *rand.Rand) (last string) {
	for day := range 30 + p.dates {
		load, date := 0.05*r.NormFloat64(), time.Date(2026, 10, 1+day, 2, 0, 0, 0, time.UTC)
		for run := range p.runs {
			at := date.Add(time.Duration(run) * time.Hour).Format(time.RFC3339)
			var b strings.Builder
			for i := range 20 {
				name, seconds, flakes := fmt.Sprintf("test %02d", i), float64(20+5*i)*math.Exp(load+p.noise(i, r)), 0.01
				if i == 7 && day >= 30 {
					seconds, flakes = seconds*max(p.factor, 1), max(p.flakes, 0.01)
				}
				if p.what == "flake_rate" && r.Float64() < flakes {
					fmt.Fprintf(&b, `<testcase classname="shop" name="%s" time="%.3f"><failure message="timeout"/></testcase>`+"\n", name, seconds)
				}
				fmt.Fprintf(&b, `<testcase classname="shop" name="%s" time="%.3f"/>`+"\n", name, seconds)
			}
			write(t, filepath.Join(logs, at[:10], strconv.Itoa(run), "junit.xml"), fmt.Sprintf("<testsuite name=\"shop\" timestamp=%q>\n%s</testsuite>\n", at, b.String()))
		}
		last = date.Format(time.DateOnly)
	}
	return last
}

// Of logs with a planted change, summary.json calls it, new or standing, within the promised
// number of run dates, and calls at most one change that is none in 30 run dates.
// RUNREPORT_LONG tries each promise 20 times, else one of them 4 times.
func TestPlantedChangesAreCalledThroughTheProgram(t *testing.T) {
	tier.Slow(t, "builds a report of each trial")
	promises, trials := []planted{{what: "duration", factor: 1.5, runs: 4, dates: 2, percent: 80}}, 4
	if long() {
		trials = 20
		promises = append(promises,
			planted{what: "duration", factor: 2, runs: 4, dates: 1, percent: 90, more: 5},
			planted{what: "duration", factor: 2, runs: 2, dates: 2, percent: 90},
			planted{what: "duration", factor: 2, runs: 1, dates: 2, percent: 90},
			planted{what: "duration", factor: 2, mixed: true, runs: 4, dates: 2, percent: 80},
			planted{what: "duration", factor: 2, mixed: true, runs: 2, dates: 3, percent: 80},
			planted{what: "duration", factor: 2, mixed: true, runs: 1, dates: 4, percent: 80},
			planted{what: "duration", factor: 1.5, runs: 2, dates: 3, percent: 80},
			planted{what: "duration", factor: 1.5, runs: 1, dates: 4, percent: 80},
			planted{what: "duration", factor: 1.25, runs: 4, dates: 5, percent: 80},
			planted{what: "flake_rate", flakes: 0.5, runs: 4, dates: 3, percent: 90})
	}
	for _, p := range promises {
		t.Run(p.String(), func(t *testing.T) {
			called, others, trials := 0, 0, trials*max(1, p.more)
			for trial := range trials {
				logs := filepath.Join(t.TempDir(), "logs")
				last := p.write(t, logs, rand.New(rand.NewPCG(18, uint64(trial))))
				for _, c := range numbers(t, logs, "--since-date", last)["changes"].([]any) {
					switch {
					case dig(c, "state") != "new" && dig(c, "state") != "standing":
					case dig(c, "what") == p.what && strings.HasSuffix(dig(c, "step").(string), "test 07"):
						called++
					default:
						others++
					}
				}
			}
			t.Logf("called in %d of %d within %d run dates; %d calls of what did not change", called, trials, p.dates, others)
			if 100*called < p.percent*trials || others > trials {
				t.Errorf("called in %d of %d, promised %d %%; %d calls of what did not change", called, trials, p.percent, others)
			}
		})
	}
}

// missedBugs draws which bugs of a list one run misses. Of every ten bugs three are found
// half of the time, five always and two never; loss is the chance to miss a found one.
func missedBugs(r *rand.Rand, bugs int, loss float64) string {
	var missed []string
	for i := range bugs {
		chance := []float64{0.5, 0.5, 0.5, 1, 1, 1, 1, 1, 0, 0}[i%10]
		if r.Float64() >= chance || r.Float64() < loss {
			missed = append(missed, strconv.Itoa(i+1))
		}
	}
	return strings.Join(missed, ",")
}

// A benchmark of 20 bugs that loses 0.4 with three runs a side is graded beyond the noise,
// and 20 benchmarks that lose 0.2 each with one run a side fail the rule about all of them
// together, in 9 of 10 made-up cycles.
func TestPlantedLossesOfRecallThroughTheProgram(t *testing.T) {
	tier.Slow(t, "builds a report of each trial")
	trials := 10
	if long() {
		trials = 40
	}
	one, all, quiet := 0, 0, 0
	for trial := range trials {
		r := rand.New(rand.NewPCG(27, uint64(trial)))
		side := func(bugs, runs int, loss float64) (missed []string) {
			for range runs {
				missed = append(missed, missedBugs(r, bugs, loss))
			}
			return missed
		}
		logs := filepath.Join(t.TempDir(), "one")
		var benchmarks []measuredBugs
		for i, bugs := range []int{10, 20, 20, 40} {
			loss := 0.0
			if i == 1 {
				loss = 0.62 // of 0.65 found
			}
			benchmarks = append(benchmarks, measuredBugs{fmt.Sprint("benchmark-", i), bugs, side(bugs, 3, 0), side(bugs, 3, loss)})
		}
		writeCycle(t, logs, "2026-04-01-one", "revert", benchmarks...)
		for i, b := range dig(numbers(t, logs), "cycles", 0, "benchmarks").([]any) {
			if grade := dig(b, "grade"); dig(b, "class") == "regressed" && (grade == "strong" || grade == "moderate") {
				if dig(b, "benchmark") == "benchmark-1" {
					one++
				} else if quiet++; quiet > trials/4 {
					t.Errorf("trial %d: benchmark %d: %v", trial, i, b)
				}
			}
		}

		logs, benchmarks = filepath.Join(t.TempDir(), "all"), nil
		for i := range 20 {
			benchmarks = append(benchmarks, measuredBugs{fmt.Sprintf("benchmark-%02d", i), 12, side(12, 1, 0), side(12, 1, 0.31)})
		}
		writeCycle(t, logs, "2026-04-01-all", "revert", benchmarks...)
		rules := dig(numbers(t, logs), "gate", "rules").([]any)
		if i := slices.IndexFunc(rules, func(rule any) bool { return dig(rule, "name") == "recall-loss-across" }); i >= 0 && dig(rules[i], "status") == "fail" {
			all++
		}
	}
	t.Logf("-0.4 of one benchmark: seen in %d of %d, %d others graded; -0.2 of 20 benchmarks: in %d of %d", one, trials, quiet, all, trials)
	if 10*one < 9*trials || 10*all < 9*trials {
		t.Errorf("-0.4 of one benchmark is seen in %d of %d, -0.2 of 20 benchmarks in %d", one, trials, all)
	}
}
