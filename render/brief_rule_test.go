package render

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"runreport/analyze/report"
)

// A rule that failed on something else than failures and changes stands on the first screen,
// with its first problem.
func TestRulesOnTheFirstScreen(t *testing.T) {
	d := &report.Data{
		Gate: &report.Gate{Rules: []report.GateRule{
			{Name: "failed-run", Level: "blocking", Status: "fail", Problems: []string{"failure/a"}},
			{Name: "contradiction", Level: "blocking", Status: "fail", Problems: []string{"c/1", "c/2", "c/3"}},
			{Name: "complete-input", Level: "blocking", Status: "fail", Reason: "a file was not read"},
			{Name: "findings", Level: "advisory", Status: "fail", Problems: []string{"c/1"}},
			{Name: "gone", Level: "blocking", Status: "pass", Problems: []string{"c/2"}},
		}},
		Problems: []report.Problem{
			{Key: "failure/a", Kind: "failure", Title: "a failed"},
			{Key: "c/1", Kind: "contradiction", Title: "the lists contradict", Section: "findings", Evidence: []report.Evidence{{File: "x.jsonl"}}},
			{Key: "c/2", Kind: "contradiction"}, {Key: "c/3", Kind: "contradiction"},
		},
	}
	var got []string
	for _, r := range NewBrief(d).Rules {
		got = append(got, fmt.Sprintf("%s: %s +%d %s %s", r.Name, r.Text, r.More, r.Section, r.At.File))
	}
	if want := []string{"contradiction: the lists contradict +2 findings x.jsonl", "complete input: a file was not read +0 gate "}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFlakyStepsOfTheRunDate(t *testing.T) {
	on := func(day int, steps ...string) report.Run {
		return report.Run{StartedAt: time.Date(2026, 3, day, 2, 0, 0, 0, time.UTC), RunDetails: &report.RunDetails{Flaked: steps}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}
	}
	rate := func(num, den int64) report.Rate {
		value := report.Known(float64(num) / float64(den))
		return report.Rate{Num: num, Den: den, Value: value, Lo: value, Hi: value}
	}
	d := &report.Data{Verdict: report.Verdict{About: "2026-03-09"}, Runs: []report.Run{on(8, "old"), on(9, "a", "b"), on(9, "b", "c")},
		Flakes: report.Flakes{ByNode: []report.FlakeNode{{Node: "b", Rate: rate(3, 14)}}},
		KnownFlaky: []report.KnownFlaky{
			{Test: "seldom", Failed: 2, Rate: rate(2, 24)}, {Test: "often", Failed: 10, Rate: rate(10, 24)}, {Test: "c", Rate: rate(2, 3)}, {Test: "failing", FailsNow: true, Rate: rate(5, 24)},
			{Test: "flaked once", Flaked: 1, Rate: report.Rate{Num: 1, Den: 1, Value: report.Known(1), Lo: report.Known(0.05)}}}}
	got := NewBrief(d).Flaky
	want := "a: passed on retry; b: passed on retry, 3 of 14 runs (21 %); c: passed on retry; often: fails at random, 10 of 24 runs (42 %); seldom: fails at random, 2 of 24 runs (8 %); flaked once: passed on retry"
	if s := listFlaky(got); s != want {
		t.Errorf("got %s\nwant %s", s, want)
	}
	if s := listFlaky(append(got, got[:2]...)); s != "a: passed on retry; b: passed on retry, 3 of 14 runs (21 %); c: passed on retry; often: fails at random, 10 of 24 runs (42 %); seldom: fails at random, 2 of 24 runs (8 %) and 3 more" {
		t.Error(s)
	}
}

// Of a large report very many steps flaked. Each finds its rate without a look at all others: how
// long that takes is in BenchmarkBriefFlaky.
func TestVeryManyFlakySteps(t *testing.T) {
	const n = 50_000
	got := briefFlaky(manyFlaky(n), "2026-03-09")
	if len(got) != n || got[n-1].Rate != "1 of 50,001 runs (1 %)" {
		t.Errorf("%d steps, the last one: %v", len(got), got[len(got)-1])
	}
}

// BenchmarkBriefFlaky shows how the time grows with the steps.
func BenchmarkBriefFlaky(b *testing.B) {
	for _, n := range []int{5_000, 50_000} {
		d := manyFlaky(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				briefFlaky(d, "2026-03-09")
			}
		})
	}
}

// manyFlaky is a run in which so many tests flaked.
func manyFlaky(n int) *report.Data {
	r := report.Run{System: "junit", StartedAt: time.Date(2026, 3, 9, 2, 0, 0, 0, time.UTC), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}
	d := &report.Data{Verdict: report.Verdict{About: "2026-03-09"}}
	for i := range n {
		step := fmt.Sprintf("com.acme.shop.checkout.Suite › case %06d", i)
		r.Flaked = append(r.Flaked, step)
		d.Flakes.ByNode = append(d.Flakes.ByNode, report.FlakeNode{System: "junit", Node: step, Rate: report.Rate{Num: 1, Den: int64(2 + i), Value: report.Known(0.01)}})
	}
	d.Runs = []report.Run{r}
	return d
}
