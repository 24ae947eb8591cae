package analyze_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
)

// calibration writes the logs of many cycles. What happened is drawn in whole bugs; what is
// written are the shares, rounded as a writer does.
type calibration struct {
	cycles, benchmarks int
	write              func(share float64) string
	planted            map[string]bool // contradictions, as cycle/benchmark
	plant              float64         // how many comparisons get one, as a share of them
}

// rounded writes so many digits, zeros and all.
func rounded(digits int) func(float64) string {
	return func(share float64) string { return strconv.FormatFloat(share, 'f', digits, 64) }
}

// shortest rounds to so many digits and drops zeros, as most JSON writers do.
func shortest(digits int) func(float64) string {
	return func(share float64) string {
		x, _ := strconv.ParseFloat(rounded(digits)(share), 64)
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
}

func number(literal string) float64 {
	x, _ := strconv.ParseFloat(literal, 64)
	return x
}

// measuredSide is one side of a benchmark: its runs, and the recall as it was written.
type measuredSide struct {
	found   int
	list    int
	outside int // bugs found that the reference list does not hold
	literal string
}

func (s measuredSide) share() float64 { return float64(s.found) / float64(s.list) }

// ids are the bugs found and missed. Which ones are found turns with the cycle.
func (s measuredSide) ids(turn int) (found, missed []string) {
	for i := range s.list {
		id := fmt.Sprintf("%q", fmt.Sprintf("B%d", (i+turn)%s.list))
		if i < s.found {
			found = append(found, id)
		} else {
			missed = append(missed, id)
		}
	}
	for i := range s.outside {
		found = append(found, fmt.Sprintf("%q", fmt.Sprintf("N%d", i)))
	}
	return found, missed
}

// logs are the files of the cycles.
func (h *calibration) logs(seed uint64) written {
	r := rand.New(rand.NewPCG(seed, 1))
	h.planted = map[string]bool{}
	w := written{}
	for c := range h.cycles {
		name := fmt.Sprintf("cycle-%02d", c)
		w["cycles/"+name+"/run_state.jsonl"] = h.cycle(r, name, c)
	}
	return w
}

func (h *calibration) cycle(r *rand.Rand, name string, c int) string {
	var log strings.Builder
	at := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, 7*c)
	emit := func(format string, args ...any) {
		at = at.Add(time.Minute)
		fmt.Fprintf(&log, `{"ts":%q,`+format+"}\n", append([]any{at.Format(time.RFC3339)}, args...)...)
	}
	var pinned, before, after, delta []string
	var pre, post []measuredSide
	for b := range h.benchmarks {
		pinned = append(pinned, fmt.Sprintf(`"bench-%02d"`, b))
		// In quiet cycles nothing moves by more than two bugs of a long list.
		list, step := 5+b, r.IntN(7)-3
		if c%2 == 0 {
			list, step = 20+b, r.IntN(4)-2
		}
		x := measuredSide{found: list/2 + r.IntN(list/3), list: list}
		if b%8 == 0 {
			x.outside = 3
		}
		y := x
		y.found = min(max(x.found+step, 0), list)
		x.literal, y.literal = h.write(x.share()), h.write(y.share())
		pre, post = append(pre, x), append(post, y)
	}
	emit(`"event":"_index","schema_version":"1.5.6","event_types":["_index","cycle_start","benchmark_start","benchmark_end","lever_change_applied","lever_change_reverted","cycle_end"],"cycle_name":%q,"lever_under_test":"lever-1","benchmarks":[%s],"iteration":1`, name, strings.Join(pinned, ","))
	emit(`"event":"cycle_start","hypothesis":"more","noise_floor_threshold":0.05`)
	down, up := false, false
	for _, state := range []string{"pre-lever", "post-lever"} {
		if state == "post-lever" {
			emit(`"event":"lever_change_applied","lever_id":"lever-1","files_changed":["a.md"],"commit_sha":"abc1234","description":"wider"`)
		}
		for b := range h.benchmarks {
			s := pre[b]
			if state == "post-lever" {
				s = post[b]
			}
			literal := s.literal
			if r.Float64() < h.plant/4 && s.share() < 0.85 && s.outside == 0 {
				literal = h.write(s.share() + 0.11) // more than the lists can give
				h.planted[fmt.Sprintf("%s/bench-%02d", name, b)] = true
			}
			found, missed := s.ids(c)
			emit(`"event":"benchmark_start","benchmark":"bench-%02d","lever_state":%q`, b, state)
			emit(`"event":"benchmark_end","benchmark":"bench-%02d","lever_state":%q,"recall":%s,"bugs_found":[%s],"bugs_missed":[%s],"historical_baseline_path":"archive/%s/bench-%02d/BUGS.md"`,
				b, state, literal, strings.Join(found, ","), strings.Join(missed, ","), name, b)
		}
	}
	for b := range h.benchmarks {
		x, y := pre[b], post[b]
		d := h.write(y.share() - x.share())
		if b%2 == 0 { // subtracts what it has written
			d = h.write(number(y.literal) - number(x.literal))
		}
		down = down || number(d) < -0.05-1e-9
		up = up || number(d) > 0.05+1e-9
		stated := y.literal
		switch p := r.Float64(); {
		case p < h.plant/4:
			d = h.write(number(d) + 0.2)
			h.planted[fmt.Sprintf("%s/bench-%02d", name, b)] = true
		case p < h.plant/2:
			stated = h.write(math.Abs(number(stated) - 0.2))
			h.planted[fmt.Sprintf("%s/bench-%02d", name, b)] = true
		}
		before = append(before, fmt.Sprintf(`"bench-%02d":%s`, b, x.literal))
		after = append(after, fmt.Sprintf(`"bench-%02d":%s`, b, stated))
		delta = append(delta, fmt.Sprintf(`"bench-%02d":%s`, b, d))
	}
	verdict, clean := "iterate", !down
	switch {
	case down:
		verdict = "revert"
		emit(`"event":"lever_change_reverted","files_changed":["a.md"],"commit_sha":"abc1235"`)
	case up:
		verdict = "ship"
	}
	if down && r.Float64() < h.plant {
		clean = true
		h.planted[name+"/"] = true
	}
	emit(`"event":"cycle_end","verdict":%q,"recall_before":{%s},"recall_after":{%s},"delta":{%s},"cross_benchmark_check":{"clean":%v,"regressions":[]}`,
		verdict, strings.Join(before, ","), strings.Join(after, ","), strings.Join(delta, ","), clean)
	return log.String()
}

// contradictions are those that the report holds up, as cycle/benchmark.
func contradictions(r *report.Report) []string {
	seen := map[string]bool{}
	for _, p := range r.Data.Problems {
		if p.Kind == "contradiction" {
			seen[p.Names[1]+"/"+p.Names[3]] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// A history whose numbers fit each other, up to the digits written, holds no contradiction,
// and no verdict that the rule does not give for the numbers as written.
func TestAConsistentHistoryHoldsNoContradiction(t *testing.T) {
	if testing.Short() {
		t.Skip("60 cycles over 40 benchmarks")
	}
	for name, write := range map[string]func(float64) string{
		"two digits": rounded(2), "three digits": rounded(3), "four digits": rounded(4),
	} {
		t.Run(name, func(t *testing.T) {
			h := &calibration{cycles: 60, benchmarks: 40, write: write}
			r := analysed(t, h.logs(7))
			if n := len(r.Data.Cycles); n != h.cycles {
				t.Fatalf("%d cycles", n)
			}
			if got := contradictions(r); len(got) > 0 {
				t.Errorf("%d of %d comparisons: %s", len(got), h.cycles*h.benchmarks, strings.Join(got[:min(len(got), 5)], ", "))
			}
			checks := map[string]int{}
			for _, c := range r.Data.Cycles {
				checks[c.Verdict.Check]++
				if c.Verdict.Check == "not_supported" {
					t.Errorf("%s: %s", c.Cycle, c.Verdict.Reason)
				}
			}
			if checks["supported"]+checks["supported_incomplete"] < h.cycles/2 {
				t.Errorf("hardly any verdict is supported: %v", checks)
			}
		})
	}
}

// With contradictions in one comparison of a hundred, those are found and no others.
func TestPlantedContradictionsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("60 cycles over 40 benchmarks")
	}
	for name, write := range map[string]func(float64) string{"two digits": rounded(2), "four digits at most": shortest(4)} {
		t.Run(name, func(t *testing.T) {
			h := &calibration{cycles: 60, benchmarks: 40, write: write, plant: 0.01}
			r := analysed(t, h.logs(11))
			got, want := contradictions(r), slices.Sorted(maps.Keys(h.planted))
			if len(want) < 12 {
				t.Fatalf("only %d planted", len(want))
			}
			if !slices.Equal(got, want) {
				t.Errorf("found %s\nwant %s", strings.Join(got, ", "), strings.Join(want, ", "))
			}
		})
	}
}
