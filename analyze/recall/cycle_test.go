package recall

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// taken is one run of a benchmark: how many of its bugs it found, what the log says of that.
type taken struct {
	found, missed int
	literal       string // recall as logged; "": as the lists give it
	basis         string
}

// benchOf is a benchmark of a made-up cycle.
type benchOf struct {
	name          string
	pre, post     []taken
	delta         string // as the end of the cycle states it
	before, after string // recalls as it states them
}

// cycleOf is a made-up cycle; the night of the first begins on the second of May.
type cycleOf struct {
	verdict   string
	decision  table.Decision
	iteration int64
	pinned    string
	clean     string // true, false; "": the log does not say
	listed    string
	hours     float64 // from start to end; 0: open
	benches   []benchOf
}

func worked(t *testing.T, o Options, cycles ...cycleOf) *Result {
	t.Helper()
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "run_state.jsonl")
	for i, x := range cycles {
		key, line := fmt.Sprint("c", i), int64(100*i+1)
		row := s.Cycles.Add(table.Place{Line: line})
		s.Cycles.Key.Set(row, key)
		s.Cycles.Cycle.Set(row, fmt.Sprint("cycle-", i))
		if x.iteration > 0 {
			s.Cycles.Iteration.Set(row, x.iteration)
		}
		s.Cycles.NoiseFloor.Set(row, 0.05)
		s.Cycles.Benchmarks.Set(row, strings.Fields(x.pinned))
		s.Cycles.Verdict.SetText(row, x.verdict)
		s.Cycles.Decision.SetText(row, string(x.decision))
		start := time.Date(2026, 5, 2+i, 8, 0, 0, 0, time.UTC)
		s.Cycles.StartedAt.Set(row, start)
		if x.hours != 0 {
			s.Cycles.EndedAt.Set(row, start.Add(time.Duration(x.hours*float64(time.Hour))))
		}
		if x.clean != "" {
			s.Cycles.LoggedClean.Set(row, x.clean == "true")
		}
		s.Cycles.LoggedLost.Set(row, strings.Fields(x.listed))
		for _, b := range x.benches {
			for side, runs := range [][]taken{b.pre, b.post} {
				for _, r := range runs {
					line++
					r.add(s, key, b.name, []string{"pre", "post"}[side], line)
				}
			}
			for topic, text := range map[string]string{table.TopicDelta: b.delta, table.TopicRecallBefore: b.before, table.TopicRecallAfter: b.after} {
				if text != "" {
					c := s.Claims.Add(table.Place{Line: line})
					s.Claims.Run.Set(c, key)
					s.Claims.Subject.Set(c, b.name)
					s.Claims.Topic.Set(c, topic)
					s.Claims.Text.Set(c, text)
				}
			}
		}
	}
	if o.LongestDuration == 0 {
		o.LongestDuration = math.MaxInt64
	}
	units := metric.Units(s, metric.NewCutoffs(s, time.Time{}, o.LongestDuration), o.LongestDuration)
	return Work(s, Link(s, units), o)
}

func (r taken) add(s *table.Set, cycle, benchmark, side string, line int64) {
	m := s.Measurements.Add(table.Place{Line: line})
	s.Measurements.Cycle.Set(m, cycle)
	s.Measurements.Benchmark.Set(m, benchmark)
	s.Measurements.Side.Set(m, side)
	s.Measurements.Fate.Set(m, "used")
	s.Measurements.Basis.SetText(m, r.basis)
	var found, missed []string
	for i := range r.found + r.missed {
		if name := fmt.Sprintf("B%02d", i); i < r.found {
			found = append(found, name)
		} else {
			missed = append(missed, name)
		}
	}
	s.Measurements.Found.Set(m, found)
	s.Measurements.Missed.Set(m, missed)
	literal := r.literal
	if literal == "" {
		literal = fmt.Sprintf("%.4f", float64(r.found)/float64(r.found+r.missed))
	}
	s.Measurements.Literal.SetText(m, literal)
}

func one(name string, foundBefore, missedBefore, foundAfter, missedAfter int) benchOf {
	return benchOf{name: name, pre: []taken{{found: foundBefore, missed: missedBefore}}, post: []taken{{found: foundAfter, missed: missedAfter}}}
}

// The rule of a cycle: one benchmark that fell by more than the floor of 0.05 is a revert, one
// that rose a ship, exactly the floor decides nothing, and without a change there is another
// iteration, up to the third. The answer and its sentence follow.
func TestVerdictOfACycle(t *testing.T) {
	up, down, same := one("up", 4, 6, 8, 2), one("down", 9, 3, 6, 6), one("same", 4, 1, 4, 1)
	edgeDown, edgeUp := one("edge", 19, 1, 18, 2), one("edge", 18, 2, 19, 1)
	const none, once = " No benchmark moved by more than the noise floor of 0.05.", " One run each side; run-to-run noise was not measured."
	const fell, rose = " down: recall 9 → 6 of 12 (−0.25).", " up: recall 4 → 8 of 10 (+0.40)."
	for _, c := range []struct {
		name            string
		x               cycleOf
		check, accepts  string
		sentence        string
		benchmarks      string // in the order of the report
		incompleteSides string
	}{
		{"a ship that rose", cycleOf{verdict: "ship", decision: table.Ship, benches: []benchOf{same, up}}, "supported", "ship",
			"Logged verdict: ship. The cycle's rule gives: ship." + rose + once, "same up", ""},
		{"a ship that fell", cycleOf{verdict: "ship", decision: table.Ship, benches: []benchOf{up, same, down}}, "not_supported", "revert",
			"Logged verdict: ship. The cycle's rule gives: revert." + fell, "down same up", ""},
		{"a revert that fell", cycleOf{verdict: "revert", decision: table.Revert, benches: []benchOf{down}}, "supported", "revert",
			"Logged verdict: revert. The cycle's rule gives: revert." + fell + once, "down", ""},
		{"no change, again", cycleOf{verdict: "iterate", decision: table.Iterate, iteration: 2, benches: []benchOf{same}}, "supported", "revert iterate",
			"Logged verdict: iterate. The cycle's rule gives: revert or iterate." + none + once, "same", ""},
		{"no change, the third time", cycleOf{verdict: "iterate", decision: table.Iterate, iteration: 3, benches: []benchOf{same}}, "not_supported", "revert halt-iterate-cap",
			"Logged verdict: iterate. The cycle's rule gives: revert or halt-iterate-cap." + none, "same", ""},
		{"no change, the third time, halted", cycleOf{verdict: "halt", decision: table.Halt, iteration: 3, benches: []benchOf{same}}, "supported", "revert halt-iterate-cap",
			"Logged verdict: halt. The cycle's rule gives: revert or halt-iterate-cap." + none + once, "same", ""},
		{"more cautious", cycleOf{verdict: "iterate", decision: table.Iterate, benches: []benchOf{up}}, "more_cautious_than_numbers", "ship",
			"Logged verdict: iterate, more cautious than the numbers. The cycle's rule gives: ship." + rose, "up", ""},
		{"a revert is not more cautious", cycleOf{verdict: "revert", decision: table.Revert, benches: []benchOf{up}}, "not_supported", "ship",
			"Logged verdict: revert. The cycle's rule gives: ship." + rose, "up", ""},
		{"exactly the floor down", cycleOf{verdict: "ship", decision: table.Ship, benches: []benchOf{edgeDown}}, "not_supported", "revert iterate",
			"Logged verdict: ship. The cycle's rule gives: revert or iterate. edge: recall 19 → 18 of 20 (−0.05), exactly the noise floor, which by itself decides nothing.", "edge", ""},
		{"exactly the floor up", cycleOf{verdict: "ship", decision: table.Ship, benches: []benchOf{edgeUp}}, "supported", "ship revert iterate",
			"Logged verdict: ship. The cycle's rule gives: ship, revert or iterate. edge: recall 18 → 19 of 20 (+0.05), exactly the noise floor, which by itself decides nothing." + once, "edge", ""},
		{"the floor up beside a fall", cycleOf{verdict: "ship", decision: table.Ship, benches: []benchOf{edgeUp, down}}, "not_supported", "revert",
			"Logged verdict: ship. The cycle's rule gives: revert." + fell, "down edge", ""},
		{"no verdict", cycleOf{benches: []benchOf{up}}, "no_log_verdict", "ship", "No verdict yet. The cycle's rule gives: ship." + rose, "up", ""},
		{"another word", cycleOf{verdict: "celebrate", benches: []benchOf{up}}, "unknown_verdict", "ship",
			"Logged verdict: celebrate, which the rule does not know. The cycle's rule gives: ship." + rose, "up", ""},
		{"stopped before", cycleOf{verdict: "x", decision: table.PreflightFailed, benches: []benchOf{up}}, "unknown_verdict", "ship",
			"Logged verdict: x, stopped: the checks before the cycle failed. The cycle's rule gives: ship." + rose, "up", ""},
		{"hung", cycleOf{verdict: "x", decision: table.Hang}, "cannot_check", "",
			"Logged verdict: x, stopped: a run of the program under test hung. Not checked: no benchmark has a recall on both sides of the lever.", "", ""},
		{"nothing measured", cycleOf{verdict: "ship", decision: table.Ship, pinned: "never"}, "cannot_check", "",
			"Logged verdict: ship. Not checked: no benchmark has a recall on both sides of the lever.", "never", "never"},
		{"nothing measured, no verdict", cycleOf{}, "cannot_check", "", "No verdict yet: no benchmark has a recall on both sides of the lever.", "", ""},
		{"a side is missing", cycleOf{verdict: "ship", decision: table.Ship, pinned: "up half", benches: []benchOf{up, {name: "half", pre: []taken{{found: 1, missed: 1}}}}},
			"supported_incomplete", "ship", "Logged verdict: ship. The cycle's rule gives: ship." + rose + " No recall on both sides: half." + once, "half up", "half"},
		{"of one that is not pinned", cycleOf{verdict: "ship", decision: table.Ship, pinned: "up", benches: []benchOf{up, {name: "half", pre: []taken{{found: 1, missed: 1}}}}},
			"supported", "ship", "Logged verdict: ship. The cycle's rule gives: ship." + rose + once, "half up", ""},
		{"argued", cycleOf{verdict: "ship", decision: table.Ship, benches: []benchOf{{name: "up", pre: []taken{{found: 4, missed: 6}}, post: []taken{{found: 8, missed: 2, basis: "projected"}}}}},
			"supported_incomplete", "ship", "Logged verdict: ship. The cycle's rule gives: ship." + rose + " up was not measured on both sides (projected)." + once, "up", ""},
		{"a logged delta of the other sign", cycleOf{verdict: "ship", decision: table.Ship, benches: []benchOf{{name: "down", pre: down.pre, post: down.post, delta: "+0.25"}}},
			"not_supported", "revert", "Logged verdict: ship. The cycle's rule gives: revert." + fell + " Logged delta of down: +0.25; by the bug lists: −0.25.", "down", ""},
		{"two of 39 are the floor as the log rounds them", cycleOf{verdict: "iterate", decision: table.Iterate, benches: []benchOf{{name: "chi", pre: []taken{{found: 31, missed: 8}},
			post: []taken{{found: 29, missed: 10}}, delta: "-0.05"}}}, "supported_incomplete", "revert",
			"Logged verdict: iterate. The cycle's rule gives: revert by the bug lists, iterate by the numbers as the log rounds them. chi: recall 31 → 29 of 39 (−0.05)." + once, "chi", ""},
	} {
		if c.x.hours == 0 {
			c.x.hours = 1
		}
		out := worked(t, Options{}, c.x).Cycles[0]
		v := out.Verdict
		if v.Check != c.check || strings.Join(v.Accepts, " ") != c.accepts || v.Reason != c.sentence {
			t.Errorf("%s: %s, accepts %q\n%s\nwant %s, %q\n%s", c.name, v.Check, v.Accepts, v.Reason, c.check, c.accepts, c.sentence)
		}
		var names []string
		for _, b := range out.Benchmarks {
			names = append(names, b.Benchmark)
		}
		if strings.Join(names, " ") != c.benchmarks || strings.Join(out.Incomplete, " ") != c.incompleteSides {
			t.Errorf("%s: benchmarks %q, incomplete %q", c.name, names, out.Incomplete)
		}
	}
}

// What the log says of the other benchmarks is held against the bugs that were lost.
func TestCrossCheck(t *testing.T) {
	lost, edge, inside, up := one("chi", 9, 3, 6, 6), one("chi", 19, 1, 18, 2), one("chi", 40, 0, 39, 1), one("chi", 4, 6, 8, 2)
	for _, c := range []struct {
		name          string
		bench         benchOf
		clean, listed string
		status, only  string // only in the log / only recomputed
		findings      int
	}{
		{"silent", lost, "", "", "not_in_log", "/chi/B06 chi/B07 chi/B08", 0},
		{"clean, and one fell", lost, "true", "", "contradicts_benchmark_regression", "/chi/B06 chi/B07 chi/B08", 1},
		{"not clean, as listed", lost, "false", "chi/B06 chi/B07 chi/B08", "agree", "/", 0},
		{"not clean, another listed", lost, "false", "chi/B06 chi/B09", "agree", "chi/B09/chi/B07 chi/B08", 0},
		{"clean at the floor", edge, "true", "", "borderline_at_floor", "/chi/B18", 0},
		{"clean inside the floor", inside, "true", "", "clean_but_bugs_lost_inside_floor", "/chi/B39", 0},
		{"clean, with a list", up, "true", "chi/B01", "clean_true_with_listed_regressions", "chi/B01/", 1},
		{"clean and so it is", up, "true", "", "agree", "/", 0},
		{"not clean, and none found", up, "false", "", "not_clean_but_none_found", "/", 0},
		{"not clean at the floor", edge, "false", "", "agree", "/chi/B18", 0},
	} {
		r := worked(t, Options{}, cycleOf{verdict: "revert", decision: table.Revert, clean: c.clean, listed: c.listed, benches: []benchOf{c.bench}})
		x, n := r.Cycles[0].CrossBenchmark, 0
		for _, f := range r.Findings {
			if f.Code == CodeCross.Name {
				n++
			}
		}
		only := strings.Join(x.OnlyInLog, " ") + "/" + strings.Join(x.OnlyRecomputed, " ")
		if x.Status != c.status || only != c.only || n != c.findings || (x.LoggedClean == nil) != (c.clean == "") {
			t.Errorf("%s: %s, %s, %d findings; want %s, %s, %d", c.name, x.Status, only, n, c.status, c.only, c.findings)
		}
	}
}

// Numbers that the end of a cycle states are held against the bug lists, and against each other.
func TestStatedNumbers(t *testing.T) {
	for _, c := range []struct{ delta, before, after, check, codes string }{
		{"", "", "", "not_in_log", ""}, {"-0.25", "0.75", "0.5", "agree", ""}, {"+0.25", "", "", "sign_conflict", CodeDelta.Name},
		{"-0.30", "", "", "value_conflict", CodeDelta.Name}, {"", "0.70", "", "not_in_log", CodeLoggedRecall.Name}, {"", "", "0.4", "not_in_log", CodeLoggedRecall.Name},
		{"", "0.7", "0.4", "not_in_log", CodeLoggedRecall.Name}, {"-0.25", "0.75", "0.40", "agree", CodeLoggedRecall.Name + " " + codeLogSum.Name},
	} {
		b := one("chi", 9, 3, 6, 6)
		b.delta, b.before, b.after = c.delta, c.before, c.after
		r := worked(t, Options{}, cycleOf{verdict: "revert", decision: table.Revert, benches: []benchOf{b}})
		row := r.Cycles[0].Benchmarks[0]
		var codes []string
		for _, f := range r.Findings {
			codes = append(codes, f.Code)
		}
		slices.Sort(codes)
		want := strings.Fields(c.codes)
		slices.Sort(want)
		if row.DeltaCheck != c.check && c.check != "not_in_log" || !slices.Equal(codes, want) {
			t.Errorf("delta %q, %q to %q: %s, %q; want %s, %q", c.delta, c.before, c.after, row.DeltaCheck, codes, c.check, c.codes)
		}
		if row.LoggedDelta.OK != (c.delta != "") {
			t.Errorf("delta %q: %v", c.delta, row.LoggedDelta)
		}
	}
}

// The sentence of a benchmark: how it moved, what it lost and gained, and how strong that is.
func TestBenchmarkSentences(t *testing.T) {
	n, none := report.Known, report.Missing("not_measured")
	for _, c := range []struct {
		name string
		row  report.Benchmark
		want string
	}{
		{"strong", report.Benchmark{Grade: "strong", Band: n(0.11)}, " Evidence: strong, larger than run-to-run noise (±0.11)."},
		{"inside", report.Benchmark{Grade: "inside_measured_noise", Band: n(0.11)}, " Within run-to-run noise (±0.11)."},
		{"moderate", report.Benchmark{Grade: "moderate"}, " Evidence: moderate, by the exact paired test; run-to-run noise was not measured."},
		{"weak, one run", report.Benchmark{Grade: "weak", RunsPre: 1, RunsPost: 1, MinAttainableP: none},
			" Evidence: weak, one run each side. To confirm a change of this size, run both sides 3 times."},
		{"weak, one and two runs", report.Benchmark{Grade: "weak", RunsPre: 1, RunsPost: 2, MinAttainableP: n(0.05)},
			" Evidence: weak. To confirm a change of this size, run both sides 3 times."},
		{"weak, few bugs", report.Benchmark{Grade: "weak", RunsPre: 2, RunsPost: 1, MinAttainableP: n(0.0625)},
			" Evidence: weak; too few bugs changed for the exact test. To confirm a change of this size, run both sides 3 times."},
		{"weak, three runs", report.Benchmark{Grade: "weak", RunsPre: 3, RunsPost: 3, MinAttainableP: none}, " Evidence: weak."},
		{"weak, two and three runs", report.Benchmark{Grade: "weak", RunsPre: 3, RunsPost: 2, MinAttainableP: none},
			" Evidence: weak. To confirm a change of this size, run both sides 3 times."},
		{"argued", report.Benchmark{Grade: "strong", Basis: "projected"}, " Not measured on both sides (projected), so there is no evidence grade."},
		{"none", report.Benchmark{}, ""},
	} {
		if got := gradeSentence(c.row); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	r := worked(t, Options{}, cycleOf{verdict: "revert", decision: table.Revert, benches: []benchOf{one("chi", 9, 3, 6, 6), {name: "none"}, one("up", 2, 4, 4, 2), one("gin", 30, 10, 31, 9)}})
	want := map[string]string{
		"chi": "chi: recall 9 → 6 of 12 (−0.25, 95 % CI −0.53 to +0.04). Lost: B06, B07 and B08. One bug = 0.08 recall, above the 0.05 noise floor." +
			" Evidence: weak, one run each side; too few bugs changed for the exact test. To confirm a change of this size, run both sides 3 times.",
		"none": "none: no comparison, not measured before the lever.",
	}
	for _, b := range r.Cycles[0].Benchmarks {
		if w := want[b.Benchmark]; w != "" && strings.ReplaceAll(b.Sentence, ciOf(b.Sentence), "") != strings.ReplaceAll(w, ciOf(w), "") {
			t.Errorf("%s\nwant %s", b.Sentence, w)
		}
		if has := strings.Contains(b.Sentence, "One bug ="); has != (b.Benchmark == "chi" || b.Benchmark == "up") {
			t.Errorf("%s", b.Sentence)
		}
	}
}

// ciOf is the interval in a sentence, whose numbers stat holds.
func ciOf(s string) string {
	from := strings.Index(s, ", 95 % CI")
	if from < 0 {
		return " no interval "
	}
	return s[from : from+strings.Index(s[from:], ")")]
}

// Repeats of one setup measure the noise; what is argued is no repeat.
func TestNoiseOfACycle(t *testing.T) {
	three := func(found ...int) (out []taken) {
		for _, n := range found {
			out = append(out, taken{found: n, missed: 20 - n})
		}
		return out
	}
	argued := three(10, 12)
	argued[1].basis = "projected"
	for _, c := range []struct {
		name     string
		verdict  table.Decision
		benches  []benchOf
		df       int64
		status   string
		sentence string
	}{
		{"single runs", table.Revert, []benchOf{one("chi", 9, 3, 6, 6)}, 0, "not_measured", " One run each side; run-to-run noise was not measured."},
		{"three and three", table.Ship, []benchOf{{name: "chi", pre: three(10, 14, 12), post: three(13, 16, 12)}}, 4, "measured", " for means of 3 runs, from 4 repeats."},
		{"three and one", table.Iterate, []benchOf{{name: "chi", pre: three(10, 14, 12), post: three(13)}}, 2, "rough", " Run-to-run noise is known only roughly, from 2 repeats."},
		{"two and one", table.Iterate, []benchOf{{name: "chi", pre: three(10, 14), post: three(13)}}, 1, "rough", " Run-to-run noise is known only roughly, from 1 repeat."},
		{"all the same", table.Iterate, []benchOf{{name: "chi", pre: three(10, 10, 10), post: three(10, 10, 10)}}, 4, "no_variation", " Repeats of one setup gave exactly the same recall: check whether logs were copied."},
		{"one is argued", table.Ship, []benchOf{{name: "chi", pre: argued, post: three(13)}}, 0, "not_measured", " Run-to-run noise was not measured."},
		{"four and three, with a narrower band", table.Iterate, []benchOf{{name: "a", pre: three(10, 14, 12, 11), post: three(13, 16, 12)}, {name: "b", pre: three(10), post: three(11)}}, 5, "measured",
			" for means of 4 runs and of 3, from 5 repeats."},
	} {
		r := worked(t, Options{}, cycleOf{verdict: string(c.verdict), decision: c.verdict, benches: c.benches})
		x := r.Cycles[0]
		if x.Noise.DF != c.df || x.Noise.Status != c.status || x.Noise.SD.OK != (c.df > 0) {
			t.Errorf("%s: %+v", c.name, x.Noise)
		}
		if !strings.Contains(x.Verdict.Reason, c.sentence) {
			t.Errorf("%s: %q, want %q", c.name, x.Verdict.Reason, c.sentence)
		}
	}
}

// Single runs of one benchmark before the lever, in several cycles, are repeats where that is
// asked for, until a lever is shipped or the reference list has another size.
func TestRepeatsAcrossCycles(t *testing.T) {
	x := func(decision table.Decision, list int) cycleOf {
		return cycleOf{verdict: "x", decision: decision, benches: []benchOf{one("chi", 5, list-5, 6, list-6)}}
	}
	for _, c := range []struct {
		name   string
		cycles []cycleOf
		df     int64
	}{
		{"four", []cycleOf{x(table.Revert, 10), x(table.Revert, 10), x(table.Revert, 10), x(table.Revert, 10)}, 3},
		{"a lever was shipped", []cycleOf{x(table.Revert, 10), x(table.Ship, 10), x(table.Revert, 10), x(table.Revert, 10)}, 2},
		{"another list", []cycleOf{x(table.Revert, 10), x(table.Revert, 11), x(table.Revert, 11)}, 1},
		{"one", []cycleOf{x(table.Revert, 10)}, 0},
	} {
		for _, across := range []bool{true, false} {
			r := worked(t, Options{AcrossCycles: across}, c.cycles...)
			want := map[bool]int64{true: c.df}[across]
			if got := r.Cycles[0].Noise.DF; got != want {
				t.Errorf("%s, across %t: %d, want %d", c.name, across, got, want)
			}
		}
	}
}

// The time to the verdict is from start to end, where both are told and it can be.
func TestTimeToTheVerdict(t *testing.T) {
	for _, c := range []struct {
		hours   float64
		longest time.Duration
		want    report.Number
	}{
		{2, 0, report.Known(7200)}, {0, 0, report.Missing("open")}, {-1, 0, report.Missing("negative_duration")},
		{2, 2 * time.Hour, report.Known(7200)}, {2, 2*time.Hour - 1, report.Missing("uncheckable")},
	} {
		if got := worked(t, Options{LongestDuration: c.longest}, cycleOf{hours: c.hours}).Cycles[0].TimeToVerdictS; got != c.want {
			t.Errorf("%g hours: %+v, want %+v", c.hours, got, c.want)
		}
	}
}

// Recall is followed over cycles, each side by itself, and argued recalls are left out.
func TestTrajectories(t *testing.T) {
	var cycles []cycleOf
	for i := range 16 {
		found := 10
		if i >= 8 {
			found = 5
		}
		b := one("chi", found+i%2, 10-i%2, 12, 8)
		b.pre[0].missed = 20 - b.pre[0].found
		if i == 3 {
			b.post[0].basis = "projected"
		}
		cycles = append(cycles, cycleOf{verdict: "revert", decision: table.Revert, benches: []benchOf{b, one("few", 1, 1, 1, 1)}[:1+i/14]})
	}
	r := worked(t, Options{}, cycles...)
	var got []string
	for _, x := range r.Trajectories {
		got = append(got, fmt.Sprintf("%s %s %d %s %d", x.Benchmark, x.Side, len(x.Values), x.Status, len(x.Changes)))
	}
	if want := []string{"chi pre 16 ok 1", "chi post 15 ok 0", "few pre 2 too_few 0", "few post 2 too_few 0"}; !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
	pre := r.Trajectories[0]
	if !Drifted(pre) || !BeyondChance(pre) || pre.Changes[0].Cycle != "cycle-8" || math.Abs(pre.Changes[0].Step.Value+0.25) > 1e-9 || len(CertainChanges(pre)) != 1 {
		t.Errorf("%+v", pre.Changes)
	}
	n := 0
	for _, f := range r.Findings {
		if f.Code == CodeDrift.Name {
			n++
			if f.Seen != "chi: −0.25 from cycle-8 on" || *f.Line != 801 {
				t.Errorf("%+v", f)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d findings of drift", n)
	}
	// The limit is 0.05, and what is not known is not beyond it.
	for q, want := range map[report.Number]bool{report.Known(0.05): true, report.Known(0.0501): false, report.Missing("too_few"): false} {
		x := report.Trajectory{Side: "post", Changes: []report.Change{{}}, QBH: q}
		if BeyondChance(x) != want || Drifted(x) || (CertainChanges(x) != nil) != want {
			t.Errorf("q %v: %t", q, BeyondChance(x))
		}
	}
	if BeyondChance(report.Trajectory{QBH: report.Known(0)}) {
		t.Error("no change is beyond chance")
	}
}

// A recall that was argued and not measured is in no average and in no pooled count, wherever it stands.
func TestArguedRecalls(t *testing.T) {
	argued := benchOf{pre: []taken{{found: 9, missed: 1, basis: "argued"}}, post: []taken{{found: 1, missed: 9, basis: "argued"}}}
	measured := []benchOf{one("k", 2, 2, 3, 1), one("m", 4, 4, 2, 6)}
	for _, name := range []string{"a", "l", "z"} {
		argued.name = name
		c := worked(t, Options{}, cycleOf{benches: append([]benchOf{argued}, measured...)}).Cycles[0]
		if c.Macro.Pre.Value != 0.5 || c.Macro.Post.Value != 0.5 || c.Pooled.Lost != 2 || c.Pooled.Gained != 1 || len(c.Benchmarks) != 3 {
			t.Errorf("%s: %+v, %+v", name, c.Macro, c.Pooled)
		}
	}
}
