package render

import (
	"strconv"

	"runreport/analyze/report"
	"runreport/unit"
)

func cell(s string) report.Cell    { return report.Cell{Text: s} }
func name(s string) report.Cell    { return report.Cell{Text: s, Code: true} }
func missing(s string) report.Cell { return report.Cell{Text: unit.NotAvailable, Reason: s} }

func left(title string) report.Column  { return report.Column{Title: title, Align: report.Left} }
func right(title string) report.Column { return report.Column{Title: title, Align: report.Right} }
func minor(c report.Column) report.Column {
	c.Minor = true
	return c
}

func helped(c report.Column, help string) report.Column {
	c.Help = help
	return c
}

func fixtureSections() []report.Section {
	return []report.Section{
		{ID: "recall", Title: "Recall and regressions", Lead: []string{"One of 4 benchmarks got worse and one got better.", "The log of cycle-03 says ship; its own rule allows only revert."},
			Blocks: []report.Block{{Chart: recallChart()}, {Chart: bugChart()}, {Table: recallTable()}, {Chart: leverChart()}, {Chart: trajectoryChart()}, {Terms: []report.Term{
				{Name: "Recall", Means: "Baseline bugs that a run found, of all baseline bugs of the benchmark."},
				{Name: "Noise band", Means: "How far recall moves between runs of one setup: 95 % of the time, less than this."}}}}},
		{ID: "flakes", Title: "Flaky steps", Lead: []string{"5 of 96 steps needed more than one try (5 %, 2-12 %); two nodes account for all of them."},
			Blocks: []report.Block{{Chart: flakeChart()}, {Chart: nightChart()}, {Table: flakeTable()},
				{Title: "By command", Table: &report.Table{ID: "flaky-commands", Caption: "Flaky commands", Empty: "No command failed and then passed within one attempt."}}}},
		{ID: "durations", Title: "How long it takes", Lead: []string{"Half of the attempts are done in 6 min 52 s."},
			Blocks: []report.Block{{Chart: durationChart()}, {Chart: survivalChart()}, {Chart: timelineChart()}, {Table: durationTable()}}},
		{ID: "stops", Title: "Why runs stopped", Lead: []string{"2 of 12 runs ran out of attempts; resuming would not help either."},
			Blocks: []report.Block{{Chart: stopChart()}, {Text: []string{"A run that was cut off says nothing about its cause: the last event it wrote is all there is."}}}},
		{ID: "competitions", Title: "Competitions", Lead: []string{"No competition was found."}},
		{ID: "runs", Title: "Every run", Lead: []string{"8 runs of 2 systems, the latest first."}, Blocks: []report.Block{{Table: runTable()}}},
		{ID: "problems", Title: "What is wrong with the logs", Lead: []string{"1 error and 9 remarks in 2 files."}, Blocks: []report.Block{
			{Table: findingTable()}, {Title: "Fields no format knows", Fold: true, Text: []string{"These were kept as they are."}, Table: nil}}},
		{ID: "ledger", Title: "Where every line went", Lead: []string{"All 514 lines are accounted for."}, Blocks: []report.Block{{Title: "By file", Fold: true, Table: ledgerTable()}}},
	}
}

func recallTable() *report.Table {
	row := func(bench, pre, post, delta string, class report.Cell, lost string, role report.Role, n int64) report.Row {
		return report.Row{Role: role, Cells: []report.Cell{name(bench), cell(pre), cell(post), cell(delta), class, cell(lost), missing("n_too_small")},
			Evidence: []report.Evidence{place("cycle-03/calibration.jsonl", n), place("cycle-03/calibration.jsonl", n+16)}}
	}
	t := &report.Table{ID: "recall", Caption: "Recall before and after stricter-triage. A class holds the change against the noise floor of 0.05.", Columns: []report.Column{
		left("Benchmark"), helped(right("Before"), "Bugs found of the baseline, before the lever."), right("After"), right("Change"),
		helped(left("Class"), "What the change is, by the cycle's own rule."), left("Lost bugs"), minor(helped(right("q"), "Chance of a false alarm among the calls, Benjamini and Hochberg."))},
		Rows: []report.Row{
			row("httpd-mini", "8 of 10", "5 of 10", "−0.30", report.Cell{Text: "regression", Role: report.RoleBad}, "BUG-004, BUG-007, BUG-009", report.RoleBad, 41),
			row("zlib-mini", "6 of 8", "6 of 8", "0.00", report.Cell{Text: "displacement", Role: report.RoleWarn}, "BUG-002", report.RoleWarn, 43),
			row("lua-mini", "9 of 12", "9 of 12", "0.00", cell("unchanged"), "", "", 45),
			row("sqlite-mini", "7 of 9", "9 of 9", "+0.22", report.Cell{Text: "improvement", Role: report.RoleGood}, "", report.RoleGood, 47),
		}}
	t.Rows[0].Detail = []string{"BUG-004 had been found in all of the 5 runs before.", "Chance alone loses as many in 3 of 100 pairs of runs."}
	return t
}

func flakeTable() *report.Table {
	return &report.Table{ID: "flaky-nodes", Caption: "Flaky nodes, most machine time lost first", Total: 7, Columns: []report.Column{
		left("Node"), minor(left("Pipeline")), right("Flaky runs"), right("Share"), minor(right("Shrunk")), {Title: "Lost", Align: report.Right, Unit: unit.Seconds, Help: "Time spent on tries that did not count."}, left("Last seen")},
		Rows: []report.Row{
			{Role: report.RoleWarn, Cells: []report.Cell{name("integration-tests"), name("release"), cell("4 of 12"), {Text: "33 % (14-61 %)", Exact: "0.3333 (0.1381 to 0.6094)"}, cell("21 %"), {Text: "3,600", Sort: number(3600)}, cell("2026-03-06")},
				Evidence: []report.Evidence{place("nights/2026-03-06.jsonl", 131), place("nights/2026-03-05.jsonl", 127), place("nights/2026-03-02.jsonl", 140)}},
			{Cells: []report.Cell{name("deploy-preview-environment-for-the-documentation-site"), name("release"), cell("1 of 12"), cell("8 % (1-35 %)"), cell("9 %"), missing("not_measured"), cell("2026-03-03")},
				Evidence: []report.Evidence{place("nights/2026-03-03.jsonl", 96)}},
		}}
}

func durationTable() *report.Table {
	return &report.Table{ID: "durations", Caption: "Attempts, slowest first", Columns: []report.Column{left("Step"), right("n"), right("p50"), right("p90"), right("p99"), right("Longest")},
		Rows: []report.Row{
			{Cells: []report.Cell{name("integration-tests"), cell("12"), {Text: "6 min 52 s", Exact: "412.5 s"}, cell("10 min 55 s"), missing("n_too_small"), cell("11 min 41 s")}, Evidence: []report.Evidence{place("nights/2026-03-06.jsonl", 131)}},
			{Cells: []report.Cell{name("build"), cell("12"), cell("3 min 10 s"), cell("4 min"), missing("n_too_small"), cell("4 min 02 s")}, Evidence: []report.Evidence{place("nights/2026-03-01.jsonl", 12)}},
		}}
}

func runTable() *report.Table {
	t := &report.Table{ID: "runs", Caption: "Every run, the latest first", Columns: []report.Column{
		left("Run"), left("System"), minor(left("Subject")), left("Started"), right("Took"), left("Outcome"), right("Tries"), minor(right("Retries")), minor(left("Flaked"))}}
	for n := 7; n >= 1; n-- {
		outcome, mark := report.Cell{Text: "passed", Role: report.RoleGood}, report.Role("")
		if n == 4 {
			outcome, mark = report.Cell{Text: "exhausted", Role: report.RoleBad}, report.RoleBad
		}
		t.Rows = append(t.Rows, report.Row{Role: mark, Cells: []report.Cell{name("2026-03-0" + strconv.Itoa(n)), cell("kahn"), name("release"), cell(unit.Stamp(night(n))),
			{Text: "47 min", Exact: "2820 s"}, outcome, cell("9"), cell("1"), name("integration-tests")}, Evidence: []report.Evidence{place("nights/2026-03-0"+strconv.Itoa(n)+".jsonl", 1)}})
	}
	t.Rows = append(t.Rows, report.Row{Cells: []report.Cell{cell("httpd-mini 7"), cell("playbook"), name("httpd-mini"), cell(unit.Stamp(night(5))), missing("open"),
		{Text: "open", Role: report.RoleUnknown}, missing("not_measured"), missing("not_measured"), cell("")}, Evidence: []report.Evidence{{File: "board/runs.json"}}})
	return t
}

func findingTable() *report.Table {
	return &report.Table{ID: "findings", Caption: "Findings, worst first", Columns: []report.Column{left("Code"), left("What"), left("Seen"), right("Times")},
		Rows: []report.Row{
			{Role: report.RoleBad, Cells: []report.Cell{name("torn_line"), cell("The last line ends in the middle of a record."), name(`{"event":"node_att`), cell("1")}, Evidence: []report.Evidence{place("nights/2026-03-04.jsonl", 212)}},
			{Cells: []report.Cell{name("unknown_field"), cell("A field that the format does not have was kept."), name("mood | \u202Edoom <b>bold</b> `x` [a](https://example.com/b) @octocat #12"), cell("9")},
				Evidence: []report.Evidence{{File: "archive/2026/03/a-folder-with-a-rather-long-name/and-another/runs.json"}}},
		}}
}

func ledgerTable() *report.Table {
	return &report.Table{ID: "ledger", Caption: "Lines by file", Columns: []report.Column{left("File"), left("Format"), right("Lines"), right("Kept"), right("Rejected"), {Title: "Size", Align: report.Right, Unit: unit.Bytes}},
		Rows: []report.Row{
			{Cells: []report.Cell{name("nights/2026-03-06.jsonl"), cell("kahn"), cell("214"), cell("211"), cell("0"), cell("61,440")}},
			{Cells: []report.Cell{name("board/runs.json"), cell("crabyard-runs"), missing("whole_document"), cell("9"), cell("0"), cell("4,096")}},
		}}
}
