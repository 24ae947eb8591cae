package present

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// measured is the recall of one run that found so many bugs.
func measured(found, of int64) report.Recall {
	v := report.Known(float64(found) / float64(of))
	n, den := report.Count(found), report.Count(of)
	return report.Recall{Value: v, Num: n, Den: den, Lo: report.Known(0.25), Hi: report.Known(0.75), Runs: []report.RecallRun{{Value: v, Num: n, Den: den, Reported: v}}}
}

// The cells of a benchmark in the table of its cycle.
func TestCellsOfRecall(t *testing.T) {
	num, none := report.Known, report.Missing("no_data")
	projected := measured(1, 2)
	projected.Runs[0].Basis = "projected"
	unused := measured(1, 2)
	unused.Runs[0].Basis, unused.Runs[0].Value = "projected", none
	for _, c := range []struct {
		recall report.Recall
		want   string
	}{
		{measured(3, 4), "3 of 4 (0.75)"}, {report.Recall{Value: num(0.5)}, "0.50"}, {report.Recall{Value: none}, "n/a (nothing was observed)"},
		{projected, "1 of 2 (0.50), projected"}, {unused, "1 of 2 (0.50)"},
	} {
		same(t, "recall", toldRows(&report.Table{Rows: []report.Row{{Cells: []report.Cell{recallCell(c.recall)}}}}), []string{c.want})
		want := strings.Split(c.want, " (nothing")[0]
		if got := recallWords(c.recall); got != want && (c.recall.Value.OK || got != "") {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, c := range []struct {
		b                               report.Benchmark
		role, class, interval, reported string
	}{
		{report.Benchmark{Class: "regressed", Grade: "strong", DeltaLo: num(-0.5), DeltaHi: num(-0.1), LoggedDelta: num(-0.25)}, "bad", "regressed", "−0.50 to −0.10", "−0.25"},
		{report.Benchmark{Class: "improved", AtFloor: true, DeltaLo: none, LoggedDelta: none}, "good", "improved, at the floor", "n/a", "n/a"},
		{report.Benchmark{Class: "insufficient", Displacement: true, DeltaLo: num(0.1), DeltaHi: num(0.2), PExact: num(0.5), LoggedDelta: num(0.25), DeltaCheck: string(stat.LoggedSignConflict)}, "unknown", "no comparison, bugs lost and gained", "n/a", "+0.25 ≠"},
		{report.Benchmark{Class: "within_noise", Lost: []string{"b"}, DeltaLo: num(0.1), DeltaHi: num(0.2), LoggedDelta: num(0.25), DeltaCheck: string(stat.LoggedValueConflict)}, "warn", "within the noise floor", "+0.10 to +0.20", "+0.25 ≠"},
		{report.Benchmark{Class: "within_noise", DeltaLo: num(-0.1), DeltaHi: num(0.2)}, "neutral", "within the noise floor", "−0.10 to +0.20", "n/a"},
	} {
		if got := []string{string(classRole(c.b)), className(c.b), deltaInterval(c.b).Text, loggedCell(c.b).Text}; !slices.Equal(got, []string{c.role, c.class, c.interval, c.reported}) {
			t.Errorf("%+v: %q", c, got)
		}
	}
	for grades, want := range map[string]string{"none": "", "inside_measured_noise": "within run-to-run noise", "weak": "weak", "moderate": "moderate", "strong": "strong"} {
		if got := grade(report.Benchmark{Grade: grades}); got != want {
			t.Errorf("%s: %q", grades, got)
		}
	}
	if list0(nil) != "" || list0([]string{"a", "b", "c", "d", "e"}) != "a, b, c, d and 1 more" {
		t.Errorf("%q", list0([]string{"a", "b", "c", "d", "e"}))
	}
}

// A cycle is told with its lever, what it lacks, and the sentences that stand nowhere else.
func TestBlocksOfACycle(t *testing.T) {
	num := report.Known
	moved := report.Benchmark{Benchmark: "chi", RecallPre: measured(3, 4), RecallPost: measured(2, 4), Delta: num(-0.25), Class: "regressed", Lost: []string{"b1"}, Sentence: "chi lost b1."}
	told2 := moved
	told2.Sentence = "told before"
	still := report.Benchmark{Benchmark: "lua", RecallPre: measured(1, 4), RecallPost: measured(1, 4), Delta: num(0), Class: "within_noise", Sentence: "lua stayed."}
	lacking := report.Benchmark{Benchmark: "zlib", RecallPre: measured(1, 4), Delta: report.Missing("missing_post"), Lost: []string{"b"}, Sentence: "zlib?"}
	restarted := report.Benchmark{Benchmark: "sql", RecallPre: measured(1, 4), RecallPost: measured(1, 4), Delta: num(0), Class: "within_noise"}
	restarted.RecallPre.Runs[0].Restarts, restarted.RecallPost.Runs[0].Restarts = 1, 2
	c := &report.Cycle{Key: "c/1", Cycle: "c", Lever: "L", Symptom: "S.", NoiseFloor: num(0.05), Verdict: report.CycleVerdict{Reason: "R."},
		Benchmarks: []report.Benchmark{moved, told2, still, lacking, restarted}}
	texts := func(old bool) []string {
		return cycleBlocks(c, old, map[string]bool{"told before": true})[0].Text
	}
	same(t, "new", texts(false), []string{"Lever: L.", "Symptom: S.", "Not compared: zlib (not measured after the lever).",
		"Stopped after an error and started again: sql before the lever (once) and sql after the lever (2 times).", "chi lost b1."})
	if got := texts(true); got[0] != "R." || len(got) != 6 {
		t.Errorf("%q", got)
	}
	c.Hypothesis = "H"
	if got := texts(false)[0]; got != "Lever: L. Hypothesis: H." {
		t.Errorf("%q", got)
	}
	c.Hypothesis, c.Symptom = "", ""
	if got := texts(false)[0]; !strings.HasPrefix(got, "Lever: L. Hypothesis: ") {
		t.Errorf("%q", got)
	}
	c.Lever, c.Benchmarks = "", c.Benchmarks[2:3]
	if got := texts(false); got != nil {
		t.Errorf("%q", got)
	}
	for old, want := range map[bool]int{false: 3, true: 2} {
		blocks := cycleBlocks(c, old, nil)
		last := blocks[len(blocks)-1]
		if len(blocks) != want || blocks[0].Fold != old || last.Fold != old || (last.Title != "") != old {
			t.Errorf("old %t: %+v", old, blocks)
		}
	}
}

// The section of recall tells three cycles in its lead, eight in full, of these three unfolded.
func TestSectionOfRecall(t *testing.T) {
	if got := told(recallSection(&View{Data: &report.Data{}})); len(got) != 1 || !strings.HasPrefix(got[0], "No calibration cycle was found") {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		cycles, lead, blocks, folded int
		last                         string
	}{
		{1, 1, 1, 0, "c0. R0."}, {2, 2, 2, 0, "c0. R0."}, {3, 3, 3, 0, "c0. R0."}, {4, 4, 4, 1, "1 cycle before it, below."}, {8, 4, 8, 5, "5 cycles before it, below."}, {9, 4, 8, 5, "6 cycles before it, below."},
	} {
		v := &View{Data: &report.Data{}}
		for i := range c.cycles {
			v.Data.Cycles = append(v.Data.Cycles, report.Cycle{Key: fmt.Sprint("k", i), Cycle: fmt.Sprint("c", i), Verdict: report.CycleVerdict{Reason: fmt.Sprintf("R%d.", i)}})
		}
		s := recallSection(v)
		blocks, folded, tables := 0, 0, 0
		for _, b := range s.Blocks {
			if strings.HasPrefix(b.Title, "c") {
				blocks++
				if b.Fold {
					folded++
				}
			}
			if b.Table != nil && b.Table.ID == "cycles" {
				tables++
			}
		}
		if len(s.Lead) != c.lead || blocks != c.blocks || folded != c.folded || s.Lead[len(s.Lead)-1] != c.last || (tables == 1) != (c.cycles > 1) {
			t.Errorf("%d cycles: %q, %d blocks, %d folded, %d tables", c.cycles, s.Lead, blocks, folded, tables)
		}
	}
	cycle := report.Cycle{Cycle: "c", Lever: "L", Verdict: report.CycleVerdict{Logged: "ship", Check: "not_supported", Accepts: []string{"revert", "iterate"}, Reason: "R."},
		Benchmarks: []report.Benchmark{{Delta: report.Known(0)}, {}}, Pooled: report.Pooled{Lost: 2}}
	plain := report.Cycle{Cycle: "d", EndedAt: on26(1)}
	same(t, "all cycles", toldRows(cycleTable([]report.Cycle{cycle, plain})), []string{
		"d||2026-03-01 01:30:00||n/a (no benchmark has a recall on both sides of the lever)|0|n/a|n/a|–|–|n/a ",
		"bad: c|L|n/a (the log does not say)|ship|revert or iterate|1|n/a|n/a|2|–|n/a R."})
}

// What the log's own check of all benchmarks says, and what the lists of bugs say to it.
func TestCheckAcrossBenchmarks(t *testing.T) {
	yes, no := true, false
	with := func(clean *bool, status string, x report.CrossBenchmark) *report.Cycle {
		x.LoggedClean, x.Status = clean, status
		return &report.Cycle{CrossBenchmark: x, Benchmarks: []report.Benchmark{{}, {Delta: report.Known(0)}}}
	}
	bugs := []string{"b1", "b2"}
	for _, c := range []struct {
		cycle *report.Cycle
		want  []string
	}{
		{with(nil, "agree", report.CrossBenchmark{}), nil},
		{&report.Cycle{CrossBenchmark: report.CrossBenchmark{LoggedClean: &no}, Benchmarks: []report.Benchmark{{}}}, []string{"Logged cross-benchmark check: not clean. Not checked: no benchmark has a recall on both sides of the lever."}},
		{with(&yes, "agree", report.CrossBenchmark{}), []string{"Logged cross-benchmark check: clean; the bug lists agree."}},
		{with(&no, "agree", report.CrossBenchmark{OnlyRecomputed: bugs, OnlyInLog: bugs[:1]}),
			[]string{"Logged cross-benchmark check: not clean; the bug lists agree. Lost, but not listed there: b1 and b2. Listed there, but not lost: b1."}},
		{with(&yes, "contradicts_benchmark_regression", report.CrossBenchmark{Regressions: bugs}), []string{"Logged cross-benchmark check: clean, but a benchmark fell by more than the noise floor. Lost: b1 and b2."}},
		{with(&yes, "borderline_at_floor", report.CrossBenchmark{}), []string{"Logged cross-benchmark check: clean. A benchmark fell by the noise floor, exactly or up to rounding, which can be read either way."}},
		{with(&yes, "differ", report.CrossBenchmark{OnlyRecomputed: bugs, OnlyInLog: bugs[:1]}), []string{"Logged cross-benchmark check: clean. Only in its list: b1; only in the bug lists: b1 and b2."}},
	} {
		if got := crossSentence(c.cycle); !slices.Equal(got, c.want) {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}

// Bugs that were recomputed are named up to thirty, with what matched them and what the log says.
func TestSentencesOfRecomputedBugs(t *testing.T) {
	line := int64(4)
	x := &report.Recomputed{
		Matches: []report.BugMatch{{Bug: "B1", Title: "t", Reference: report.Evidence{Line: &line}, RunBug: "R1", Key: recall.MatchKeys[recall.KeyLines], Logged: "missed"},
			{Bug: "B2", RunBug: "R2", RunTitle: "u", Key: recall.MatchKeys[recall.KeyTitle], Logged: "found"}},
		Unmatched: []report.UnmatchedBug{{Bug: "B3", Reason: recall.BugNoFile, Logged: "found"}, {Bug: "B4", Reason: recall.BugNoFile, Logged: "missed"}, {Bug: "B5", Reason: recall.BugOtherFile}},
	}
	same(t, "bugs", bugSentences(x), []string{
		"B1 “t” (line 4) is the run's R1, by file and lines, though the log calls it missed.", "B2 is the run's R2 “u”, by file and title.",
		"B3 is not matched: the reference list names no file, though the log calls it found.", "B4 is not matched: the reference list names no file.", "B5 is not matched: no bug of the run in its file."})
	if got := unmatchedWords(x.Unmatched); got != "1: no bug of the run in its file; 2: the reference list names no file" {
		t.Errorf("%q", got)
	}
	if got := matchWords([]report.MatchKey{{Key: recall.MatchKeys[recall.KeyLines], Count: 2}, {Key: recall.MatchKeys[recall.KeyTitle], Count: 1}}); got != "2 by file and lines, 1 by file and title" {
		t.Errorf("%q", got)
	}
	for n, want := range map[int]string{30: "", 31: "And 1 bug more, in summary.json.", 33: "And 3 bugs more, in summary.json."} {
		x := &report.Recomputed{Unmatched: make([]report.UnmatchedBug, n)}
		got := bugSentences(x)
		if last := got[len(got)-1]; want == "" && len(got) != 30 || want != "" && (len(got) != 31 || last != want) {
			t.Errorf("%d bugs: %d sentences, the last %q", n, len(got), last)
		}
	}
}

// A run's own numbers have a column each, the first eight of them; the others are detail.
func TestNumbersOfRuns(t *testing.T) {
	d := &report.Data{Runs: []report.Run{{Unit: "u1", RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}, {Unit: "u2", RunDetails: &report.RunDetails{Reason: "why"}, RunSetup: &report.RunSetup{Subject: "s"}, RunEnd: &report.RunEnd{Result: "failed", Verdict: "BLOCK"}}, {Unit: "u3", RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Subject: "s"}, RunEnd: &report.RunEnd{}}}}
	for i := range 10 {
		n := fmt.Sprint("n", i)
		d.Counts = append(d.Counts, report.CountSeries{Name: n, Title: "N" + n[1:]})
		d.Runs[2].Counts = append(d.Runs[2].Counts, report.RunCount{Name: n, Value: float64(i)})
	}
	d.Counts = append(d.Counts, report.CountSeries{Name: "n9", By: "severity", Part: "high", Title: "N9"})
	d.Runs[2].Counts = append(d.Runs[2].Counts, report.RunCount{Name: "n9", By: "severity", Part: "high", Value: 2}, report.RunCount{Name: "n9", By: "severity", Part: "low", Value: 3})
	table := outcomeTable(d)
	same(t, "runs", toldRows(table), []string{
		"unknown: u3|s||||0|1|2|3|4|5|6|7 N8: 8. / N9: 9. / N9 by severity: high: 2, low: 3.", "bad: u2|s|failed|BLOCK|why||||||||"})
	if outcomeTable(&report.Data{Runs: d.Runs[:1]}) != nil || len(outcomeBlocks(&report.Data{})) != 0 {
		t.Error("a table of nothing")
	}
	d.Counts, d.Runs[2].Counts = d.Counts[10:], d.Runs[2].Counts[10:]
	if got := outcomeTable(d).Columns; got[len(got)-1].Title != "N9 by severity" {
		t.Errorf("%+v", got)
	}
}

// Numbers that changed from run to run: those that got worse first, in red.
func TestNumbersOverRuns(t *testing.T) {
	series := func(name, better string, runs int64, values ...float64) report.CountSeries {
		s := report.CountSeries{Subject: "s", Name: name, Title: name, Better: better, Runs: runs, Recent: values, Last: values[len(values)-1], Before: report.Missing("no_data")}
		if len(values) > 1 {
			s.Before = report.Known(values[len(values)-2])
		}
		return s
	}
	parts := series("bugs", "neither", 2, 4, 5)
	parts.By, parts.Part = "severity", "high"
	all := []report.CountSeries{series("once", "lower", 1, 4, 5), series("still", "lower", 3, 4, 4, 4), series("back", "lower", 3, 4, 5, 5), series("fewer", "lower", 2, 5, 3), series("more", "lower", 2, 5, 9),
		series("less good", "higher", 2, 5, 4), series("better", "higher", 2, 5, 6), parts, {Subject: "s", Title: "no before", Better: "lower", Runs: 2, Recent: []float64{1, 2}, Last: 2, Before: report.Missing("no_data")}}
	same(t, "counts", toldRows(countTable(all)), []string{
		"bad: s|more|2|5|9|+4|5, 9", "bad: s|less good|2|5|4|−1|5, 4", "s|back|3|5|5|0|4, 5, 5", "s|bugs, severity high|2|4|5|+1|4, 5",
		"s|no before|2|n/a (nothing was observed)|2|+2|1, 2", "good: s|better|2|5|6|+1|5, 6", "good: s|fewer|2|5|3|−2|5, 3"})
	if countTable(all[:2]) != nil {
		t.Error("a table of what did not change")
	}
	for n, fold := range map[int]bool{25: false, 26: true} {
		blocks := outcomeBlocks(&report.Data{Counts: slices.Repeat(all[2:3], n)})
		if len(blocks) != 1 || blocks[0].Fold != fold {
			t.Errorf("%d: %+v", n, blocks)
		}
	}
	said := []metric.CountDetail{{Title: "Bugs", By: "severity", Part: "high", Value: 2, SaidBy: "the log", Stated: true}, {Title: "Bugs", Value: 3, SaidBy: "bugs.md"}}
	same(t, "said", toldBlocks(countBlocks(said)), []string{"Bugs|severity|high|2|the log", "Bugs|||3|counted of bugs.md"})
	if countBlocks(nil) != nil {
		t.Error("blocks of nothing")
	}
}
