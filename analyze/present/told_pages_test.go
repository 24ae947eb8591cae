package present

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/gate"
	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
)

// The table of all: runs, the newest first, then steps by what they come to now, then benchmarks
// as the latest cycle measured them.
func TestTableOfAll(t *testing.T) {
	num := report.Known
	stable := "shop"
	d := &report.Data{
		Runs: []report.Run{{Key: "r1", Unit: "u1", System: "kahn", StartedAt: on26(1), DurationS: num(60), RunDetails: &report.RunDetails{Attempts: report.Count(2)}, RunSetup: &report.RunSetup{Subject: "n1/shop", StableSubject: &stable}, RunEnd: &report.RunEnd{Result: "passed"}},
			{Key: "r2", Unit: "u2", System: "kahn", RunDetails: &report.RunDetails{Error: "E", ErrorStep: "s", Flaked: []string{"f"}}, RunSetup: &report.RunSetup{Subject: "plain"}, RunEnd: &report.RunEnd{Result: "failed"}}},
		Failures: []report.Failure{{System: "kahn", Subject: "shop", Step: "failing", Run: "r1", State: report.FailureNew}, {System: "kahn", Subject: "n1/shop", Step: "over", State: report.FailureEnded}, {System: "kahn", Subject: "n1/shop", State: report.FailureNew}},
		Flakes:   report.Flakes{ByNode: []report.FlakeNode{{System: "kahn", Subject: "n1/shop", Node: "failing", Rate: rateOf(1, 4)}, {System: "kahn", Subject: "n1/shop", Node: "over", Rate: rateOf(1, 4)}, {System: "kahn", Subject: "n1/shop", Node: "steady", Rate: rateOf(0, 4)}}},
		Durations: report.Durations{Attempts: []report.AttemptDuration{{System: "kahn", Subject: "n1/shop", Step: "steady", Converged: true, P50S: num(5)}, {System: "kahn", Subject: "n1/shop", Step: "steady", P50S: num(9)},
			{System: "kahn", Subject: "n1/shop", Step: "over", P50S: num(9)}}},
		Cycles: []report.Cycle{{System: "playbook", Cycle: "c1", Benchmarks: []report.Benchmark{{Benchmark: "chi", RecallPost: measured(1, 4)}, {Benchmark: "lua", RecallPost: measured(2, 4)}, {Benchmark: "sql", RecallPost: measured(3, 4)}}},
			{System: "playbook", Cycle: "c2", Benchmarks: []report.Benchmark{{Benchmark: "zlib"}, {Benchmark: "chi", RecallPost: measured(3, 4), Delta: num(0.5)}}}},
	}
	table := generalTable(d)
	var names, rows []string
	for _, c := range table.Columns {
		names = append(names, c.Title)
	}
	for _, r := range table.Rows {
		var cells []string
		for i, c := range r.Cells {
			if c.Text != "" && c.Text != "n/a" && c.Text != "–" {
				cells = append(cells, names[i]+" "+c.Text)
			}
		}
		rows = append(rows, strings.TrimPrefix(string(r.Role)+": ", ": ")+strings.Join(cells, ", "))
	}
	same(t, "all", rows, []string{
		"bad: Name u2, Kind run, System kahn, Result failed, Subject plain, Error s: E, Flaked steps f",
		"good: Name u1, Kind run, System kahn, Result passed, Subject shop, Started 2026-03-01 01:30, Duration 1 min, Attempts 2",
		"bad: Name failing, Kind step, System kahn, Result failed, Subject n1/shop, Flaked 1 of 4 (25 %)",
		"warn: Name over, Kind step, System kahn, Result flaky, Subject n1/shop, Flaked 1 of 4 (25 %)",
		"good: Name steady, Kind step, System kahn, Result passed, Subject n1/shop, Duration 5.0 s, Flaked 0 of 4 (0 %)",
		"Name chi, Kind benchmark, System playbook, Subject c2, Recall 0.75 (+0.50)", "Name lua, Kind benchmark, System playbook, Subject c1, Recall 0.5", "Name sql, Kind benchmark, System playbook, Subject c1, Recall 0.75"})
	if !table.Main || table.Caption != "Every run, newest first, then steps and benchmarks. A step's duration is its median." || table.Total != 8 {
		t.Errorf("%t, %s, %d", table.Main, table.Caption, table.Total)
	}
	d.Cycles = nil
	if got := generalTable(d).Caption; got != "Every run, newest first, then steps. A step's duration is its median." {
		t.Errorf("%s", got)
	}
}

// The tables of a run page.
func TestTablesOfARunPage(t *testing.T) {
	num, n := report.Known, report.Count
	attempts := []metric.AttemptDetail{{Step: "s", Number: n(1), Agent: "a", Started: on26(1), Duration: num(60), Ending: metric.Ending{Decided: true, Converged: true, Result: "passed"}, Error: "E", Reason: "R"},
		{Agent: "a", BackoffS: 30, Duration: report.Missing("open"), Operator: "bob", Reason: "R", ExitCode: n(2), CostUSD: num(0.5), Ending: metric.Ending{Cut: "open", Result: "open"}}}
	same(t, "attempts", toldBlocks(attemptBlocks("attempt", attempts)), []string{"good: s|1|a|2026-03-01 01:30:00||1 min|converged|||E", "unknown: a||a||30 s|n/a (not ended yet)|still open, taken over by bob|2|$0.50|R"})
	for _, c := range []struct {
		ending metric.Ending
		want   string
	}{
		{metric.Ending{Cut: "stalled", Result: "failed"}, "bad cut off: stalled"}, {metric.Ending{Status: "paused"}, "unknown paused"}, {metric.Ending{}, "unknown not ended"},
		{metric.Ending{Decided: true, Converged: true, Status: "clean", Result: "passed"}, "good clean"}, {metric.Ending{Decided: true, Result: "failed"}, "bad failed"}, {metric.Ending{Decided: true, Status: "exit 1", Result: "failed"}, "bad exit 1"},
	} {
		if words, role := endWords(c.ending); string(role)+" "+words != c.want {
			t.Errorf("%s %s, want %s", role, words, c.want)
		}
	}
	run := &report.Run{System: "kahn", RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Subject: "s"}, RunEnd: &report.RunEnd{}}
	steps := []metric.StepDetail{{Step: "a", Node: "n", Status: "done", Result: "passed", Flaked: true, Attempts: n(2), Duration: num(3)}, {Step: "b", Result: "blocked", FailedBy: []string{"a"}, Reason: "R", Duration: report.Missing("open")}}
	blocks := stepBlocks(run, steps)
	same(t, "steps", toldBlocks(blocks), []string{"good: a|done|flaked|2|3.0 s||", "unknown: b||||n/a (not ended yet)|R|a"})
	if c := blocks[0].Table.Rows[0].Cells[2]; c.Role != report.RoleWarn || c.Page != stepID(metric.Step("kahn", "s", "n")) {
		t.Errorf("%+v", c)
	}
	checks := []metric.CheckDetail{{Name: "lint", Kind: "gate", Verdict: "fail", ExitCode: n(1), Duration: num(2), Reason: "R", Tail: "T"}, {Name: "size", Verdict: "pass"}, {Name: "docs", Verdict: "skip"}}
	same(t, "checks", toldBlocks(checkBlocks(checks)), []string{"bad: lint|gate|fail|1|2.0 s|R Its last output: T", "good: size||pass|||", "docs||skip|||"})
	verdicts := []metric.VerdictDetail{{Kind: "result", Winner: "w", Turns: n(3), Pick: "w", Judged: true, Correct: true}, {Kind: "verdict", Pick: "x", Judged: true, Superseded: true}, {Kind: "verdict", Pick: "y"}}
	seats := []metric.Seat{{Seat: "a", Said: true, Competes: true}, {Seat: "b", Said: true}, {Seat: "c", Model: "m"}}
	same(t, "results", toldBlocks(resultBlocks(verdicts, seats)), []string{"result|w|3|w, rightly|yes", "verdict|||x, wrongly|no: a later one replaces it", "verdict|||y|yes", "a||yes", "b||no", "c|m|"})
	bugs := []metric.ListedBug{{Bug: "B1", From: n(3), To: n(9)}, {Bug: "B2", From: n(3), To: n(3)}, {Bug: "B3", From: n(4)}, {Bug: "B4", To: n(9)}}
	same(t, "bugs", toldBlocks(listedBlocks(bugs)), []string{"B1|3 to 9", "B2|3", "B3|4", "B4|"})
	line := int64(2)
	r := &report.RunDetails{Files: []string{"a"}, SupersededFiles: []string{"b"}, Evidence: report.Evidence{File: "a", Line: &line}, StitchedBy: "the id"}
	files := fileBlocks(r)
	same(t, "files", toldBlocks(files), []string{"a|yes", "unknown: b|no: an older snapshot or a copy"})
	if got := files[0].Table.Caption; got != "What the run was read from. It begins at a:2. What holds the files together: the id." {
		t.Errorf("%s", got)
	}
	findings := []report.Finding{{Severity: "error", Message: "m", Count: 2, File: "f"}}
	same(t, "findings", toldBlocks(findingBlocks(findings, "")), []string{"bad: error|m|2"})
	of := metric.FlakedStep{Missing: 1}
	of.Attempts = []metric.FlakedAttempt{{Number: 1, Duration: num(3), Ending: metric.Ending{Decided: true}}, {Number: 2, BackoffS: 5, Ending: metric.Ending{Decided: true, Converged: true}}}
	if got := attemptWords(&of); !strings.HasSuffix(got, "; 1 attempt without a record") || !strings.Contains(got, "failed after 3.0 s; ") || !strings.Contains(got, "waited 5.0 s, converged") {
		t.Errorf("%s", got)
	}
	same(t, "one result", toldBlocks(resultBlocks(verdicts[:1], nil)), []string{"result|w|3|w, rightly|yes"})
	same(t, "one competitor", toldBlocks(resultBlocks(nil, seats[:1])), []string{"a|yes"})
	for _, blocks := range [][]report.Block{attemptBlocks("attempt", nil), stepBlocks(run, nil), checkBlocks(nil), resultBlocks(nil, nil), listedBlocks(nil), findingBlocks(nil, ""), recalledBlocks(nil)} {
		if blocks != nil {
			t.Errorf("blocks of nothing: %+v", blocks)
		}
	}
}

// How runs ended by run date: no run failed, one a date, or most on one.
func TestOutcomesOfDates(t *testing.T) {
	on := func(day int, failed int64) metric.NightOutcomes {
		return metric.NightOutcomes{Night: fmt.Sprintf("2026-03-%02d", day), Count: map[string]int64{"failed": failed, "passed": 3, "blocked": 1, "open": 1}}
	}
	for _, c := range []struct {
		all  []metric.NightOutcomes
		want string
	}{
		{[]metric.NightOutcomes{on(1, 0), on(2, 0)}, "No run failed on any run date; n = 10 that ended on 2 run dates"},
		{[]metric.NightOutcomes{on(1, 1), on(2, 1)}, "2 of 12 failed, at most one on a run date; n = 12 that ended on 2 run dates"},
		{[]metric.NightOutcomes{on(1, 1), on(2, 2), on(3, 2)}, "5 of 20 failed, most on 2026-03-02: 2; n = 20 that ended on 3 run dates"},
	} {
		x := nightMixChart(c.all, nil)
		if got := x.Title + "; " + x.N; got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if nightMixChart([]metric.NightOutcomes{on(1, 1)}, nil) != nil {
		t.Error("a chart of one date")
	}
	c := nightMixChart([]metric.NightOutcomes{on(1, 0), on(2, 2)}, []string{"card"})
	same(t, "dates", toldRows(c.Table), []string{"2026-03-01|3|–|–|2", "2026-03-02|3|–|2|2"})
	if len(c.Series) != 3 || c.Series[1].Name != "failed" || c.Series[1].Points[0].X != 1 || *c.Series[1].Points[0].Value != 2 || !strings.HasSuffix(c.N, "; each attempt at a card counts") {
		t.Errorf("%+v", c)
	}
}

// What flaked in a run is told on the page of its date, and leads to the page of the step; so
// does the page of the run, which a step that never flaked is not on.
func TestFlakesOfADate(t *testing.T) {
	d := &report.Data{Runs: []report.Run{{Key: "r1", Unit: "u1", System: "kahn", StartedAt: on26(1), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Subject: "s"}, RunEnd: &report.RunEnd{}}, {Key: "r2", Unit: "u2", System: "kahn", StartedAt: on26(2), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Subject: "s"}, RunEnd: &report.RunEnd{}}},
		Flakes: report.Flakes{ByNode: []report.FlakeNode{{System: "kahn", Subject: "s", Node: "e2e", Rate: rateOf(1, 4)}, {System: "kahn", Subject: "s", Node: "lint", Rate: rateOf(0, 4)}}}}
	v := &View{Data: d, Detail: func(int) (metric.Detail, error) { return metric.Detail{}, nil }}
	for _, step := range []string{"e2e", "lint"} {
		v.Flaked = append(v.Flaked, metric.FlakedStep{Run: 0, Step: step, StepName: metric.Step("kahn", "s", step), Highest: 3, Cost: report.Known(60)})
	}
	pages := Pages(v)
	var got []string
	for i, ref := range pages.Refs {
		p, err := pages.Make(i)
		if err != nil {
			t.Fatal(err)
		}
		s := string(ref.Kind) + " " + ref.Title + ":"
		for _, x := range p.Sections {
			if x.ID == "flakes" || x.ID == "runs" && ref.Kind == report.PageStep {
				s += " " + strings.Join(toldBlocks(x.Blocks), "; ")
			}
		}
		for _, r := range p.Related {
			s += " > " + string(r.Kind) + " " + r.Title
		}
		got = append(got, s)
	}
	same(t, "pages", got, []string{
		"night 2026-03-02:", "night 2026-03-01: warn: e2e|s|u1|3|1 min; warn: lint|s|u1|3|1 min",
		"step s: e2e: u1|2026-03-01 01:30:00|1 min|not said", "list All runs:", "run u2: > night 2026-03-02", "run u1: > night 2026-03-01 > step s: e2e"})
}

// The page of a run has the recalls that were measured on it, those of each side of each cycle.
func TestRecallsOfARunPage(t *testing.T) {
	measured := func(run string, found int64, reported report.Number) report.RecallRun {
		return report.RecallRun{Run: run, Value: report.Known(float64(found) / 4), Num: report.Count(found), Den: report.Count(4), Reported: reported}
	}
	again := measured("r2", 2, report.Known(0.5))
	again.Recomputed = &report.Recomputed{Rate: report.Rate{Num: 2, Den: 4, Value: report.Known(0.5)}, Check: recall.RecallAgrees}
	c := report.Cycle{Cycle: "c-1", Benchmarks: []report.Benchmark{{Benchmark: "harbor",
		RecallPre:  report.Recall{Runs: []report.RecallRun{measured("r1", 1, report.Known(0.25)), measured("", 3, report.Known(0.75))}},
		RecallPost: report.Recall{Runs: []report.RecallRun{again, measured("r1", 3, report.Missing("not told"))}}}}}
	p := &pages{measured: map[string][]measuredRun{}}
	p.gatherRecalls(&c)
	if len(p.measured) != 2 {
		t.Errorf("recalls of %d runs, want 2: those of r1 and r2", len(p.measured))
	}
	got := toldBlocks(recalledBlocks(p.measured["r2"]))
	if want := "harbor|c-1|after the lever|2 of 4 (0.50)|50 %|2 of 4 (50 %) After: 2 of 4 (50 %"; len(got) != 1 || !strings.HasPrefix(got[0], want) || !strings.Contains(got[0], "the reported recall of 0.50 agrees") {
		t.Errorf("of one side: %q, want %s", got, want)
	}
	same(t, "of two sides", toldBlocks(recalledBlocks(p.measured["r1"])), []string{"harbor|c-1|before the lever|1 of 4 (0.25)|25 %", "harbor|c-1|after the lever|3 of 4 (0.75)|n/a (not told)"})
	same(t, "of none", toldBlocks(recalledBlocks(p.measured["r3"])), nil)
}

// Without a gate there is no section of its rules.
func TestSectionsOfNothing(t *testing.T) {
	for _, c := range []struct {
		gate *report.Gate
		want bool
	}{{nil, false}, {&report.Gate{Status: gate.Passed, Rules: []report.GateRule{{Name: "new failures", Level: gate.Blocking, Status: gate.Pass}}}, true}} {
		sections, _, err := Sections(&View{Data: &report.Data{Gate: c.gate, SelfTest: &report.SelfTest{}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.ContainsFunc(sections, func(s report.Section) bool { return s.ID == "gate" }); got != c.want {
			t.Errorf("a section of rules: %v, want %v", got, c.want)
		}
	}
}

// Where the details of a run cannot be had, that is the error of all sections.
func TestSectionsTellAFault(t *testing.T) {
	broken := errors.New("no details")
	run := reporttest.Whole(report.Run{Key: "1", Unit: "1", System: "a", StartedAt: second(0), RunDetails: &report.RunDetails{}})
	for _, fault := range []error{nil, broken} {
		v := &View{Data: &report.Data{Runs: []report.Run{run}, SelfTest: &report.SelfTest{}}, Detail: func(int) (metric.Detail, error) {
			return metric.Detail{}, fault
		}}
		if _, _, err := Sections(v); err != fault {
			t.Errorf("the error of the sections is %v, want %v", err, fault)
		}
	}
}
