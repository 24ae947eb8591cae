package problem

import (
	"fmt"
	"testing"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/unit/alias"
)

func evidence(file string, line int64) report.Evidence {
	return report.Evidence{File: file, Line: &line}
}

func TestRecallProblems(t *testing.T) {
	side := func(runs ...report.RecallRun) report.Recall {
		return report.Recall{Value: report.Known(0.5), Runs: runs}
	}
	measured := report.RecallRun{Evidence: evidence("post", 3)}
	regressed := func(name, grade string) report.Benchmark {
		return report.Benchmark{Benchmark: name, Class: "regressed", Grade: grade, Sentence: name + " fell."}
	}
	floor, basis, placed := regressed("floor", "strong"), regressed("basis", "strong"), regressed("placed", "strong")
	floor.AtFloor, basis.Basis = true, "projected"
	placed.RecallPost, placed.RecallPre, placed.Delta = side(measured), side(report.RecallRun{Evidence: evidence("pre", 1)}), report.Known(-0.2)
	open := report.Cycle{Key: "k1", Cycle: "wide", Iteration: whole(2), StartedAt: day(1), EndedAt: day(3), Evidence: evidence("log", 9),
		Verdict:    report.CycleVerdict{Check: "not_supported", Logged: "ship", Accepts: []string{"revert", "iterate"}, Reason: "The rule gives revert."},
		Incomplete: []string{"missing", "uncomputed"},
		Benchmarks: []report.Benchmark{regressed("strong", "strong"), regressed("moderate", "moderate"), regressed("weak", "weak"), regressed("noise", "inside_measured_noise"), floor, basis, placed,
			{Benchmark: "missing", RecallPre: side(measured), Delta: report.Number{Reason: "missing_post"}},
			{Benchmark: "uncomputed", Delta: report.Number{Reason: "not_computable"}, RecallPost: report.Recall{Runs: []report.RecallRun{{Status: "not_computable", FoundCount: 2}}}},
			{Benchmark: "unpinned", Delta: report.Number{Reason: "missing_post"}}, {Benchmark: "improved", Class: "improved"}},
		Across: report.Across{Loss: true, Benchmarks: 3, MacroDelta: report.Known(-0.2), Lost: 4, P: report.Known(0.001)},
	}
	undone := open
	undone.Cycle, undone.Iteration, undone.Benchmarks, undone.Incomplete = "undone", report.Whole{}, open.Benchmarks[:1], nil
	undone.Verdict, undone.RevertedAt = report.CycleVerdict{Decision: "revert", Check: "supported"}, day(4)
	in := input(&report.Data{Cycles: []report.Cycle{open, undone}})
	compare(t, "verdict", found(in, problemVerdict), []string{
		`error ["wide" "2"]: Cycle wide, iteration 2: logged verdict ship, the rule gives revert or iterate | Cycle wide, iteration 2: The rule gives revert.`,
	})
	const of = ` lost recall in cycle wide, iteration 2 | Cycle wide, iteration 2: `
	compare(t, "regression", found(in, problemRegression), []string{
		`error ["wide" "2" "strong"]: strong` + of + `strong fell.`, `error ["wide" "2" "moderate"]: moderate` + of + `moderate fell.`,
		`warning ["wide" "2" "weak"]: weak` + of + `weak fell.`, `info ["wide" "2" "noise"]: noise` + of + `noise fell.`,
		`info ["wide" "2" "floor"]: floor` + of + `floor fell.`, `info ["wide" "2" "basis"]: basis` + of + `basis fell.`, `error ["wide" "2" "placed"]: placed` + of + `placed fell.`,
		`info ["undone" "" "strong"]: strong lost recall in cycle undone | Cycle undone: strong fell. The change was reverted.`,
	})
	problemRegression.find(in, func(p report.Problem) {
		want := []string{"log"}
		if p.Names[2] == "placed" {
			want = []string{"post", "pre"}
		}
		var got []string
		for _, e := range p.Evidence {
			got = append(got, e.File)
		}
		compare(t, "evidence of "+p.Names[2], got, want)
		if p.Since != day(1) || p.At != day(3) {
			t.Errorf("%s: since %s at %s", p.Title, p.Since, p.At)
		}
	})
	const together = `3 benchmarks together: mean recall −0.20, 4 bugs lost, 0 gained. Evidence: strong (p = 0.001).`
	compare(t, "loss across", found(in, problemLossAcross), []string{
		`error ["wide" "2"]: Recall fell over all benchmarks of cycle wide, iteration 2 | Cycle wide, iteration 2: ` + together,
		`info ["undone" ""]: Recall fell over all benchmarks of cycle undone | Cycle undone: ` + together + ` The change was reverted.`,
	})
	compare(t, "missing", found(in, problemMissing), []string{
		`warning ["wide" "2" "missing"]: missing was not measured on both sides of cycle wide, iteration 2 | Cycle wide, iteration 2 pins missing: not measured after the lever.`,
		`info ["wide" "2" "uncomputed"]: Recall of uncomputed is not computable in cycle wide, iteration 2 | Cycle wide, iteration 2 pins uncomputed: recall not computable, as the log says; 2 bugs found after.`,
	})
	for _, c := range []struct {
		kind  *Kind
		names []string
		want  string
	}{
		{problemVerdict, []string{"wide", "2"}, "The rule gives revert."}, {problemVerdict, []string{"wide", "1"}, ""}, {problemVerdict, []string{"wide"}, ""},
		{problemRegression, []string{"wide", "2", "placed"}, "placed fell"}, {problemRegression, []string{"wide", "2", "missing"}, ""},
		{problemRegression, []string{"wide", "2", "none"}, ""}, {problemRegression, []string{"wide", "2"}, ""}, {problemMissing, []string{"other", "2", "placed"}, ""},
		{problemLossAcross, []string{"wide", "2"}, "3 benchmarks together: mean recall −0.20"}, {problemLossAcross, []string{"wide", "3"}, ""},
		{problemContradiction, []string{recall.CodeRecall.Name, "wide", "2", "chi"}, "the log does not contradict itself there"},
		{problemContradiction, []string{recall.CodeRecall.Name, "wide", "7", "chi"}, ""}, {problemContradiction, []string{recall.CodeRecall.Name, "wide", "2"}, ""},
	} {
		if got := c.kind.seen(in, c.names); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.kind.Name, c.names, got, c.want)
		}
	}
}

func TestFindingProblems(t *testing.T) {
	format := "kahn.jsonl"
	line := func(f report.Finding, n int64) report.Finding { f.Line = &n; return f }
	of := func(code, run, file string, count int64) report.Finding {
		return line(report.Finding{Code: code, Severity: report.SeverityWarning, Run: run, File: file, Message: "no end", Count: count}, count)
	}
	seen := of("b", "", "x.jsonl", 1)
	seen.Seen, seen.Expected, seen.Subject = "cut", "a record", "harbor"
	d := &report.Data{
		Runs:   []report.Run{{Key: "r", System: "kahn", StartedAt: day(2), EndedAt: day(3), RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}},
		Cycles: []report.Cycle{{Key: "c", Cycle: "wide", Iteration: whole(1), StartedAt: day(5), EndedAt: day(6)}},
		Findings: []report.Finding{of("a", "r", "x.jsonl", 2), of("a", "r", "y.jsonl", 1), seen, of("a", "c", "x.jsonl", 1), of("a", "", "", 1),
			of(recall.CodeDelta.Name, "c", "x.jsonl", 1), of(recall.CodeVerdict.Name, "c", "x.jsonl", 1), of(recall.CodeDrift.Name, "c", "x.jsonl", 1)},
	}
	for range metric.MaxEvidence + 2 {
		more := of(recall.CodeDelta.Name, "c", "x.jsonl", 1)
		more.Subject = "chi"
		d.Findings = append(d.Findings, more)
	}
	d.Ledger.Files = []report.LedgerFile{{Path: "x.jsonl", Format: &format}, {Path: "z.jsonl"}}
	in := input(d)
	compare(t, "findings", found(in, problemFinding), []string{
		`warning ["a" "kahn" "shop"]: shop: no end | No end (3 times).`,
		`warning ["b" "kahn.jsonl" "harbor"]: harbor: no end | No end (once); first seen: cut; expected: a record.`,
		`warning ["a" "kahn.jsonl" "wide"]: wide: no end | No end (once).`,
		`warning ["a" "" ""]: input: no end | No end (once).`,
	})
	compare(t, "contradictions", found(in, problemContradiction), []string{
		`warning ["` + recall.CodeDelta.Name + `" "wide" "1" ""]: Cycle wide, iteration 1: no end | No end (once).`,
		`warning ["` + recall.CodeDelta.Name + `" "wide" "1" "chi"]: Cycle wide, iteration 1: no end | No end (` + fmt.Sprint(metric.MaxEvidence+2) + ` times).`,
	})
	problemContradiction.find(in, func(p report.Problem) {
		if want := map[string]int{"": 1, "chi": metric.MaxEvidence}[p.Names[3]]; len(p.Evidence) != want {
			t.Errorf("%q: %d places, want %d", p.Names, len(p.Evidence), want)
		}
	})
	var at []string
	problemFinding.find(in, func(p report.Problem) { at = append(at, p.Since.Format("02")+p.At.Format("-02")) })
	compare(t, "times", at, []string{"02-03", "01-01", "05-06", "01-01"})
	problemFinding.find(in, func(p report.Problem) {
		want := map[string]int{"shop": 2, "harbor": 1, "wide": 1, "": 0}[p.Names[2]]
		if len(p.Evidence) != want {
			t.Errorf("%q: %d places", p.Names, len(p.Evidence))
		}
	})
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"a", "kahn", "shop"}, "0 of 1 run has the finding"}, {[]string{"a", "kahn.jsonl", "x"}, "0 of 1 file of the format has it"},
		{[]string{"a", "other", "x"}, ""}, {[]string{"a", "kahn"}, ""},
	} {
		if got := problemFinding.seen(in, c.names); got != c.want {
			t.Errorf("%q: %q, want %q", c.names, got, c.want)
		}
	}
}

func TestSinceTheBaseline(t *testing.T) {
	p := func(kind string, names ...string) report.Problem {
		return report.Problem{Kind: kind, Names: names, Key: Key(kind, names...), Severity: report.SeverityWarning, Text: kind + "."}
	}
	d := &report.Data{Definitions: report.Definitions, Runs: []report.Run{{System: "kahn", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{Result: "passed"}}}, Flakes: report.Flakes{ByNode: []report.FlakeNode{
		{System: "kahn", Subject: "shop", Node: "same", Rate: rate(0, 10)}, {System: "kahn", Subject: "shop", Node: "less", Rate: rate(0, 10)},
	}}}
	d.Problems = []report.Problem{p("finding", "a", "kahn", "shop"), p("stale", "kahn", "shop"), p("flake", "kahn", "shop", "random"), p("flake", "kahn", "shop", "more")}
	before := &report.Data{Definitions: report.Definitions, Problems: []report.Problem{
		p("finding", "a", "kahn", "shop"), p("stopped", "kahn", "shop", "canceled"), p("stopped", "kahn", "gone", "canceled"),
		p("flake", "kahn", "shop", "same"), p("flake", "kahn", "shop", "less"), p("unknown-kind", "x"),
	}}
	rates := func(step, call string) report.RateChange {
		return report.RateChange{System: "kahn", Subject: "shop", Node: step, Call: call}
	}
	b := &report.Baseline{Flakes: []report.RateChange{rates("more", "more"), rates("less", "less"), rates("same", "cannot_tell")}}
	in := input(d)
	Since(in, b, d.Problems)
	if len(b.New)+len(b.Still)+len(b.Fixed)+len(b.Gone) != 0 {
		t.Error("something changed without a baseline")
	}
	in.Earlier = change.NewEarlier(&change.Baseline{Data: before})
	Since(in, b, d.Problems)
	keys := func(all []report.Problem) (out []string) {
		for _, p := range all {
			out = append(out, p.Key+" "+p.State+" "+p.Text)
		}
		return out
	}
	compare(t, "new", keys(b.New), []string{"stale/kahn/shop new stale.", "flake/kahn/shop/more new flake."})
	compare(t, "still", keys(b.Still), []string{"finding/a/kahn/shop still finding."})
	compare(t, "fixed", keys(b.Fixed), []string{
		"flake/kahn/shop/less  Before: flake. Now: flaky in 0 of 10 (0 %, 95 % CI 10–90 %).", "stopped/kahn/shop/canceled  Before: stopped. Now: 0 of 1 run stopped so.",
	})
	compare(t, "gone", keys(b.Gone), []string{"unknown-kind/x  unknown-kind.", "stopped/kahn/gone/canceled  stopped."})
	compare(t, "states", keys(d.Problems), []string{"finding/a/kahn/shop still finding.", "stale/kahn/shop new stale.", "flake/kahn/shop/random  flake.", "flake/kahn/shop/more new flake."})
}

func TestRename(t *testing.T) {
	all := []report.Problem{
		{Kind: "new-flake", Names: []string{"old", "web", "checkout"}, Key: "flake/old/web/checkout"},
		{Kind: "recall-regression", Names: []string{"c", "1", "chi"}, Key: "recall-regression/c/1/chi"},
		{Kind: "slower", Names: []string{"old", "web"}, Key: "slower/old/web"},
		{Kind: "no-kind", Names: []string{"old"}, Key: "no-kind/old"},
	}
	Rename(all, nil)
	if all[0].Key != "flake/old/web/checkout" {
		t.Errorf("renamed by nothing: %q", all[0].Key)
	}
	Rename(all, &alias.Names{Systems: map[string]string{"old": "kahn"}, Subjects: map[string]string{"web": "shop"},
		Steps: map[string]string{"shop/checkout": "pay", "web/checkout": "wrong"}, Benchmarks: map[string]string{"chi": "chi-2"}})
	var keys []string
	for _, p := range all {
		keys = append(keys, p.Key)
	}
	compare(t, "keys", keys, []string{"flake/kahn/shop/pay", "recall-regression/c/1/chi-2", "slower/old/web", "no-kind/old"})
}

func TestStaleAcknowledgements(t *testing.T) {
	expired := report.Acknowledgement{Key: "flake/*", Who: "release", Why: "freeze", Until: day(3), Status: "expired", Covers: 2}
	unused := report.Acknowledgement{Key: "none/*", Who: "release", Why: "freeze", Status: "unused"}
	used := report.Acknowledgement{Key: "used/*", Status: "used"}
	var got []string
	for _, p := range staleAcknowledgements([]report.Acknowledgement{used, expired, unused, expired}) {
		got = append(got, p.Severity+" "+p.Key+": "+p.Title+" | "+p.Text)
	}
	compare(t, "acknowledgements", got, []string{
		"warning acknowledgement/flake%2F*: An acknowledgement is expired: flake/* | flake/* was acknowledged until 2026-03-03 by release (freeze) and is expired. It covers 2 problems.",
		"info acknowledgement/none%2F*: An acknowledgement covers nothing: none/* | none/* is acknowledged by release (freeze), but no problem of this report has such a key.",
	})
}
