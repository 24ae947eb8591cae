package present

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/gate"
	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// toldRows writes rows as their role, their cells and their detail.
func toldRows(t *report.Table) []string {
	var out []string
	for _, r := range t.Rows {
		var cells []string
		for _, c := range r.Cells {
			s := c.Text
			if c.Reason != "" {
				s += " (" + c.Reason + ")"
			}
			cells = append(cells, s)
		}
		s := strings.TrimPrefix(string(r.Role)+": ", ": ") + strings.Join(cells, "|")
		if len(r.Detail) > 0 {
			s += " " + strings.Join(r.Detail, " / ")
		}
		out = append(out, s)
	}
	return out
}

// toldBlocks writes blocks as their titles, charts and rows.
func toldBlocks(blocks []report.Block) []string {
	var out []string
	for _, b := range blocks {
		if s := b.Title + map[bool]string{true: " (folded)"}[b.Fold]; s != "" {
			out = append(out, "- "+s)
		}
		out = append(out, b.Text...)
		if b.Chart != nil {
			out = append(out, "chart: "+b.Chart.Title+"; "+b.Chart.N)
		}
		if b.Table != nil {
			out = append(out, toldRows(b.Table)...)
		}
	}
	return out
}

func told(s report.Section) []string {
	return append(append([]string{}, s.Lead...), toldBlocks(s.Blocks)...)
}

func same(t *testing.T, name string, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func rateOf(num, den int64) report.Rate {
	v := report.Known(float64(num) / float64(den))
	return report.Rate{Num: num, Den: den, Value: v, Lo: report.Known(v.Value / 2), Hi: report.Known((v.Value + 1) / 2)}
}

func on26(day int) time.Time { return time.Date(2026, 3, day, 1, 30, 0, 0, time.UTC) }

// What is new since a baseline is told up to three, and each list has a table, that of what is
// still wrong folded away.
func TestSinceTheBaseline(t *testing.T) {
	problems := func(n int) (out []report.Problem) {
		for i := range n {
			out = append(out, report.Problem{Title: fmt.Sprint("t", i), Severity: "error", Kind: "k", Key: fmt.Sprint("k/", i), Text: fmt.Sprintf("Text %d.", i)})
		}
		return out
	}
	none := report.Baseline{Label: "main", Why: "it is of another title"}
	same(t, "not compared", told(baselineSection(&none)), []string{"The baseline (main) does not compare: it is of another title."})
	known := report.Known
	recall := func(v float64, num int64, side string) report.RecallAtCycle {
		return report.RecallAtCycle{Value: known(v), Num: report.Count(num), Den: report.Count(4), Cycle: "c", Side: side}
	}
	b := report.Baseline{Label: "main", Compared: []string{"problems"}, Why: "one log is gone", New: problems(4), Fixed: problems(1), Gone: problems(2), Still: problems(1),
		Flakes: []report.RateChange{{Node: "e2e", Call: "more", Before: rateOf(1, 9), Now: rateOf(5, 9)}, {Node: "lint", Call: "less", Before: rateOf(5, 9), Now: rateOf(1, 9)},
			{Node: "x", Call: "cannot_tell", Before: rateOf(1, 9), Now: rateOf(1, 9)}},
		Recall: []report.RecallChange{{Benchmark: "chi", Before: recall(0.75, 3, "pre"), Now: recall(0.5, 2, "post")},
			{Benchmark: "zlib", Before: report.RecallAtCycle{Value: known(0.5), Cycle: "d"}, Now: report.RecallAtCycle{Value: known(0.75), Num: report.Count(3), Cycle: "d"}}},
		Durations: []report.DurationChange{{Step: "e2e", P50BeforeS: known(1), P50NowS: known(2), NBefore: 3, NNow: 4, Call: "slower"}, {Step: "x", Call: "cannot_tell", P50BeforeS: known(1), P50NowS: known(1)}}}
	same(t, "compared", told(baselineSection(&b)), []string{
		"Against the baseline (main): 4 new, 1 fixed, 2 no longer seen, 1 problem still there.",
		"One log is gone.",
		"New: Text 0.", "New: Text 1.", "New: Text 2.", "And 1 more that are new, below.",
		"Flake rate of e2e: 1 of 9 before, 5 of 9 now; higher (exact test).",
		"- New", "bad: t0|error|k|k/0 Text 0.", "bad: t1|error|k|k/1 Text 1.", "bad: t2|error|k|k/2 Text 2.", "bad: t3|error|k|k/3 Text 3.",
		"- No longer seen", "bad: t0|error|k|k/0 Text 0.", "bad: t1|error|k|k/1 Text 1.",
		"- Fixed", "bad: t0|error|k|k/0 Text 0.",
		"- Still wrong (folded)", "bad: t0|error|k|k/0 Text 0.",
		"- Recall (folded)", "chi|3 of 4|2 of 4|−0.25|c, before the lever|c, after the lever", "zlib|+0.50|+0.75|+0.25|d, after the lever|d, after the lever",
		"- Flake rates (folded)", "bad: e2e|1 of 9 (11 %)|5 of 9 (56 %)|28–78 %|more", "lint|5 of 9 (56 %)|1 of 9 (11 %)|6–56 %|less", "x|1 of 9 (11 %)|1 of 9 (11 %)|6–56 %|inconclusive",
		"- Durations (folded)", "bad: e2e|1.0 s|2.0 s|3|4|slower", "x|1.0 s|1.0 s|0|0|cannot tell",
	})
	b = report.Baseline{Label: "main", Compared: []string{"problems"}, New: problems(3)}
	same(t, "three new ones", baselineSentences(&b), []string{"Against the baseline (main): 3 new, 0 fixed, 0 no longer seen, 0 problems still there.", "New: Text 0.", "New: Text 1.", "New: Text 2."})
	for n, fold := range map[int]bool{25: false, 26: true} {
		b.New = problems(n)
		if got := baselineSection(&b).Blocks; len(got) != 1 || got[0].Fold != fold {
			t.Errorf("%d new ones: %+v", n, got)
		}
	}
}

// Findings and files are folded away from the twenty-sixth on; a file with a rejected line comes first.
func TestFindingsAndFiles(t *testing.T) {
	same(t, "none", told(findingSection(nil, 2)), []string{"Every record follows its format.",
		"Not counted: 2 findings in older snapshots and copies of logs; the table findings lists them."})
	same(t, "none at all", told(findingSection(nil, 0)), []string{"Every record follows its format."})
	line := int64(3)
	all := []report.Finding{{Code: "c", Severity: "error", Message: "m", Seen: "s", Expected: "x", Count: 2, File: "f", Line: &line}, {Code: "c", Severity: "warning", Message: "n", Count: 1, File: "g"}}
	got := findingSection(all, 1)
	same(t, "two", got.Lead, []string{"2 findings: 1 error, 1 warning, 0 info.", "Not counted: 1 finding in older snapshots and copies of logs; the table findings lists them."})
	same(t, "two", toldBlocks(got.Blocks[2:]), []string{"- Every finding", "bad: error|m|s|x|2|f:3", "warn: warning|n|||1|g"})
	format, zip, gz := "kahn", "zip", "gzip"
	file := func(path string, rejected int64) report.LedgerFile {
		return report.LedgerFile{Path: path, Format: &format, Lines: &line, Records: 1, Bytes: 2048, Fates: report.Fates{Kept: 1, Rejected: rejected}}
	}
	for n, fold := range map[int]bool{25: false, 26: true} {
		l := report.Ledger{}
		for range n {
			all = append(all, all[0])
			l.Files = append(l.Files, file("f", 0))
		}
		if s := findingSection(all[:n], 0); s.Blocks[2].Fold != fold {
			t.Errorf("%d findings: folded %t", n, !fold)
		}
		if s := ledgerSection(l); s.Blocks[0].Fold != fold {
			t.Errorf("%d files: folded %t", n, !fold)
		}
	}
	l := report.Ledger{Total: report.LedgerTotal{Files: 7, Claimed: 3, Fates: report.Fates{Kept: 9, Blank: 1, Ignored: 2, Duplicate: 3, Superseded: 4, Rejected: 5}},
		Files: []report.LedgerFile{file("a", 0), file("b", 2), {Path: "d.json", Format: &format, Records: 4}, {Path: "x.txt"}, {Path: "y.log"}, {Path: "z.log", Compression: &gz}, {Path: "none"}, {Path: "w.zip", Compression: &zip}}}
	same(t, "files", told(ledgerSection(l)), []string{
		"7 files read, 3 of a known format: 9 lines and records kept, 1 blank, 2 ignored, 3 duplicate, 4 superseded, 5 rejected.",
		"No format claims: 2 .log, 1 .txt and 1 no ending.",
		"- Every file",
		"bad: b|kahn|3|1|1|–|–|–|–|2|2.0 KiB", "a|kahn|3|1|1|–|–|–|–|–|2.0 KiB", "d.json|kahn|n/a (a whole document has records, not lines)|4|0|–|–|–|–|–|0 B",
	})
	same(t, "no file", told(ledgerSection(report.Ledger{PassedOver: []report.PassedOver{{Folder: "f", Why: "--since", Files: 2}}})), []string{
		"0 files read, 0 of a known format: 0 lines and records kept.", "- Every file", "- Passed over: 2 files", "f|--since|2|–"})
}

// The rules stand in their order, those about what the input has none of last, each with the
// problems that it failed on, at most as many as are evidence.
func TestTableOfRules(t *testing.T) {
	var many []string
	for i := range metric.MaxEvidence + 1 {
		many = append(many, fmt.Sprint("p", i))
	}
	rule := func(name, level, status string) report.GateRule {
		return report.GateRule{Name: name, Level: level, Status: status, Reason: "R", Limit: "L", Means: "M"}
	}
	absent := rule("none", gate.Blocking, gate.NotEvaluated)
	absent.Absent = true
	failed := rule("failed", gate.Blocking, gate.Fail)
	failed.Problems = many[:1]
	g := report.Gate{Status: gate.Failed, Rules: []report.GateRule{absent, failed, rule("advised", gate.Advisory, gate.Fail), rule("passed", gate.Blocking, gate.Pass), rule("open", gate.Blocking, gate.NotEvaluated)}}
	same(t, "rules", told(rulesSection(&g)), []string{
		"Failed: failed. Not evaluated: open. 1 advisory rule failed.",
		"bad: failed|blocking|fail|R|L M / Fails on p0", "warn: advised|advisory|fail|R|L M", "good: passed|blocking|pass|R|L M",
		"unknown: open|blocking|not evaluated|R|L M", "unknown: none|blocking|not evaluated|R|L M",
	})
	g.Rules[1].Problems = many
	if got := rulesSection(&g).Blocks[0].Table.Rows[0].Detail; len(got) != metric.MaxEvidence+1 {
		t.Errorf("%d lines of detail", len(got))
	}
	entry := func(status string, covers int64, until time.Time) report.Acknowledgement {
		return report.Acknowledgement{Key: "k", Why: "w", Who: "me", Status: status, Covers: covers, Until: until}
	}
	same(t, "one", told(acknowledgedSection([]report.Acknowledgement{entry(gate.Used, 1, time.Time{})})), []string{
		"1 problem acknowledged: no rule counts it, and the first screen leaves it out.", "k|w|me|for good|1|" + gate.Used})
	same(t, "some", told(acknowledgedSection([]report.Acknowledgement{entry(gate.Used, 2, on26(1)), entry("expired", 0, on26(2)), entry(gate.Used, 1, on26(3))})), []string{
		"3 problems acknowledged: no rule counts them, and the first screen leaves them out.", "1 entry expired or covers nothing.",
		"k|w|me|2026-03-01|2|" + gate.Used, "warn: k|w|me|2026-03-02|0|expired", "k|w|me|2026-03-03|1|" + gate.Used})
}

// A gate check that failed once is marked; what was skipped is in no rate.
func TestChecksOfLogs(t *testing.T) {
	same(t, "none", told(gateSection(&report.Data{})), []string{"No gate check was found."})
	d := &report.Data{Gates: report.Gates{Failure: rateOf(1, 4), Skipped: 1, ByGate: []report.GateRate{{Gate: "lint", System: "kahn", Failure: rateOf(1, 2), Warned: 1}, {Gate: "size", System: "kahn", Failure: rateOf(0, 2), Skipped: 1}}}}
	same(t, "two", told(gateSection(d)), []string{"1 of 4 (25 %, 95 % CI 13–63 %) gate checks failed.", "1 was skipped and counted in no rate.",
		"bad: lint|kahn|1 of 2 (50 %)|n/a (n < 3)|1|–", "size|kahn|0 of 2 (0 %)|n/a (n < 3)|–|1"})
	d.Gates.Skipped = 0
	if got := gateSection(d).Lead; len(got) != 1 {
		t.Errorf("%q", got)
	}
	d.Gates.Skipped = 2
	if got := gateSection(d).Lead[1]; got != "2 were skipped and counted in no rate." {
		t.Errorf("%q", got)
	}
}
