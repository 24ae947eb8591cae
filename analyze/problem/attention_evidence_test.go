package problem

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// places are the files that a sentence of the banner cites; the sentence is the one that begins so.
func places(t *testing.T, in *Input, begins string) string {
	t.Helper()
	for _, a := range Attention(in) {
		if strings.HasPrefix(a.Text, begins) {
			var files []string
			for _, e := range a.Evidence {
				files = append(files, e.File)
			}
			return strings.Join(files, " ")
		}
	}
	t.Errorf("no sentence begins with %q: %q", begins, banner(in))
	return ""
}

// A sentence of the banner cites as many places as a group does, its first ones.
func TestPlacesInTheBanner(t *testing.T) {
	cited := func(prefix string, n int) string {
		var files []string
		for i := range min(n, metric.MaxEvidence) {
			files = append(files, fmt.Sprint(prefix, i))
		}
		return strings.Join(files, " ")
	}
	for n := 1; n <= metric.MaxEvidence+2; n++ {
		// Findings of one code, each in a file of its own.
		d := &report.Data{}
		for i := range n {
			d.Findings = append(d.Findings, report.Finding{Code: "a", Severity: report.SeverityError, File: fmt.Sprint("f", i), Message: "no end", Seen: "s", Count: 1})
		}
		if got, want := places(t, input(d), "No end"), cited("f", n); got != want {
			t.Errorf("%d findings: %s, want %s", n, got, want)
		}

		// Files with lines that could not be parsed, and one without.
		d = &report.Data{}
		d.Ledger.Total.Rejected, d.Ledger.Total.Lines = int64(n), 100
		d.Ledger.Files = []report.LedgerFile{{Path: "whole"}}
		for i := range n {
			d.Ledger.Files = append(d.Ledger.Files, report.LedgerFile{Path: fmt.Sprint("l", i), Fates: report.Fates{Rejected: 1}})
		}
		if got, want := places(t, input(d), fmt.Sprint(n, " record")), cited("l", n); got != want {
			t.Errorf("%d files: %s, want %s", n, got, want)
		}

		// Failures beyond the three that have a sentence of their own.
		d = &report.Data{}
		for i := range maxFailures + n {
			d.Failures = append(d.Failures, report.Failure{System: "kahn", Step: fmt.Sprint("s", i), Runs: 1, State: report.FailureNew,
				Evidence: report.Evidence{File: fmt.Sprint("x", i-maxFailures)}})
		}
		if got, want := places(t, input(d), fmt.Sprint(n, " more failure")), cited("x", n); got != want {
			t.Errorf("%d further failures: %s, want %s", n, got, want)
		}

		// Cycles before the latest one whose verdict the numbers do not support, the latest first.
		d = &report.Data{}
		for i := range n + 1 {
			d.Cycles = append(d.Cycles, report.Cycle{Cycle: fmt.Sprint(i), Evidence: report.Evidence{File: fmt.Sprint("c", n-1-i)},
				Verdict: report.CycleVerdict{Check: "not_supported", Reason: "r.", Evidence: report.Evidence{File: "verdict"}}})
		}
		if got, want := places(t, input(d), fmt.Sprint(n, " cycle")), cited("c", n); got != want {
			t.Errorf("%d earlier cycles: %s, want %s", n, got, want)
		}
		if got := places(t, input(d), fmt.Sprintf("Cycle %d", n)); got != "verdict" {
			t.Errorf("the latest cycle cites %s", got)
		}
	}
}

// The errors of a log are told unless the verdict of their cycle was, and a cycle that was taken
// back says nothing of those before it.
func TestCyclesOfFindingsInTheBanner(t *testing.T) {
	of := func(key, check string) report.Cycle {
		return report.Cycle{Key: key, Cycle: key, Verdict: report.CycleVerdict{Check: check, Reason: "the rule gives revert."}}
	}
	finding := report.Finding{Code: "a", Severity: report.SeverityError, File: "f", Message: "no end", Seen: "s", Run: "one", Count: 1}
	for check, want := range map[string][]string{
		"supported":     {"error findings: No end (once), as in f: s."},
		"not_supported": {"error recall: Cycle one: the rule gives revert."},
	} {
		d := &report.Data{Cycles: []report.Cycle{of("one", check)}, Findings: []report.Finding{finding}}
		compare(t, check, banner(input(d)), want)
	}

	fell := of("fell", "supported")
	fell.Benchmarks = []report.Benchmark{{Benchmark: "chi", Class: "regressed", Grade: "strong", Sentence: "chi fell."}}
	reverted := fell
	reverted.Cycle, reverted.RevertedAt, reverted.Verdict.Decision = "reverted", day(3), "revert"
	for _, d := range []*report.Data{
		{Cycles: []report.Cycle{fell, reverted}}, {Cycles: []report.Cycle{reverted, fell}}, {Cycles: []report.Cycle{reverted, fell, reverted}},
	} {
		compare(t, "a cycle that was taken back", banner(input(d)), []string{"error recall: Cycle fell: chi fell."})
	}
	unsupported := of("last", "not_supported")
	unsupported.Benchmarks = fell.Benchmarks
	compare(t, "a verdict that says so", banner(input(&report.Data{Cycles: []report.Cycle{fell, unsupported}})), []string{
		"error recall: Cycle last: the rule gives revert.", "error recall: Cycle fell: chi fell.",
	})
}

// Five sentences are shown, the most urgent; a failed verdict without an error takes the place of the last.
func TestLengthOfTheBanner(t *testing.T) {
	for n := 1; n <= 8; n++ {
		d := &report.Data{}
		for i := range n {
			d.Findings = append(d.Findings, report.Finding{Code: fmt.Sprint(i), Severity: report.SeverityError, File: "f",
				Message: fmt.Sprint("no end of ", i), Seen: "s", Count: 1})
		}
		d.Ledger.Total.Rejected, d.Ledger.Total.Lines = 2, 9
		var want []string
		for i := range min(n, maxAttention) {
			want = append(want, fmt.Sprintf("error findings: No end of %d (once), as in f: s.", i))
		}
		if n < maxAttention {
			want = append(want, "warning ledger: 2 records of 9 lines could not be parsed and were excluded.")
		}
		compare(t, fmt.Sprint(n, " errors"), banner(input(d)), want)
	}

	// Five warnings: of the ledger, two changes, a flake and what stopped.
	d := &report.Data{Gate: &report.Gate{}, Stops: report.Stops{StallRate: rate(2, 8)}}
	d.Ledger.Total.Rejected, d.Ledger.Total.Lines = 2, 9
	for _, kind := range []string{"slower", "slower", "stall"} {
		d.Problems = append(d.Problems, report.Problem{Kind: kind, Severity: report.SeverityWarning, Section: "s", Text: "Slower."})
	}
	d.Flakes.ByNode = []report.FlakeNode{{System: "kahn", Subject: "shop", Node: "pay", Rate: rate(2, 8)}}
	warnings := banner(input(d))
	if len(warnings) != maxAttention || !strings.HasPrefix(warnings[4], "warning stops: ") {
		t.Fatalf("%q, want five warnings, the last of what stopped", warnings)
	}
	d.Verdict.State, d.Verdict.Reasons = report.VerdictFailed, []string{"1 x"}
	compare(t, "a failed verdict", banner(input(d)), append([]string{"error gate: Failed: 1 x."}, warnings[:4]...))
}

// The newest of the problems that fit come first; of one time those that were first.
func TestNewestProblems(t *testing.T) {
	at := func(title string, n int) report.Problem { return report.Problem{Title: title, At: day(n)} }
	all := []report.Problem{at("a", 1), at("b", 3), at("c", 2), at("d", 3), at("x", 9)}
	titles, first := newest(all, func(p report.Problem) bool { return p.Title != "x" })
	if !slices.Equal(titles, []string{"b", "d", "c", "a"}) || first.Title != "b" || all[0].Title != "a" {
		t.Errorf("%q, first %s", titles, first.Title)
	}
	if titles, first := newest(all, func(report.Problem) bool { return false }); titles != nil || first.Title != "" {
		t.Errorf("none that fits: %q, %s", titles, first.Title)
	}
}

// Of a problem that is gone, the runs of its system and its subject are counted: none of them did so. Without
// such a run nothing was seen of it.
func TestNoRunDoesSoAnyMore(t *testing.T) {
	in := input(&report.Data{Runs: []report.Run{{System: "kahn", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}, {System: "kahn", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}, {System: "shop", RunSetup: &report.RunSetup{Subject: "kahn"}, RunEnd: &report.RunEnd{}}}})
	for _, k := range []*Kind{problemCommonSlowDown, problemStale} {
		did := map[string]string{problemCommonSlowDown.Name: "made all its steps slower", problemStale.Name: "is missing any more"}[k.Name]
		for names, want := range map[string]string{"kahn shop": "none of 2 runs " + did, "shop kahn": "0 of 1 run " + did, "kahn kahn": "", "shop shop": ""} {
			if got := k.seen(in, strings.Fields(names)); got != want {
				t.Errorf("%s of %s: %q, want %q", k.Name, names, got, want)
			}
		}
	}
}
