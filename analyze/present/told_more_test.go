package present

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// What tasks and samples came to: comparisons first, else three of the groups.
func TestSectionOfItems(t *testing.T) {
	num := report.Known
	same(t, "none", told(itemSection(&report.Items{})), []string{"No task of a benchmark and no sample of an eval was found."})
	group := func(benchmark, agent, model, variant string) report.ItemGroup {
		return report.ItemGroup{Benchmark: benchmark, Agent: agent, Model: model, Variant: variant, Runs: 1, Items: 4, Passed: rateOf(1, 4), Any: rateOf(1, 2), All: rateOf(0, 2), Outside: 1, TokensPer: num(1200), CostPer: num(0.5)}
	}
	groups := []report.ItemGroup{group("a", "", "", ""), group("b", "x", "m", "v"), group("c", "", "m", ""), group("d", "", "", "")}
	same(t, "groups", told(itemSection(&report.Items{Groups: groups})), []string{
		"a: 1 of 4 (25 %, 95 % CI 13–63 %) trials passed.", "b, x, m, v: 1 of 4 (25 %, 95 % CI 13–63 %) trials passed.", "c, m: 1 of 4 (25 %, 95 % CI 13–63 %) trials passed.",
		"a||||1|4|1 of 4 (25 %)|13–63 %|1 of 2 (50 %)|0 of 2 (0 %)|1|–|1200|$0.50", "b|x|m|v|1|4|1 of 4 (25 %)|13–63 %|1 of 2 (50 %)|0 of 2 (0 %)|1|–|1200|$0.50",
		"c||m||1|4|1 of 4 (25 %)|13–63 %|1 of 2 (50 %)|0 of 2 (0 %)|1|–|1200|$0.50", "d||||1|4|1 of 4 (25 %)|13–63 %|1 of 2 (50 %)|0 of 2 (0 %)|1|–|1200|$0.50"})
	comparison := report.ItemComparison{By: "model", Before: "m1", After: "m2", Items: 1, Mixed: 2, Only: [2]int64{3, 4}, Text: "C.", Lost: []string{"i1"}, Gained: []string{"i2", "i3"},
		Reversed: true, RateA: rateOf(1, 4), RateB: rateOf(2, 4), Benchmarks: []report.ItemStratum{{Benchmark: "a", Items: 1, RateA: rateOf(1, 4), RateB: rateOf(2, 4), Delta: num(0.25), Lost: 1, P: num(0.0123), QBH: report.Missing("no_data")}}}
	scores := report.ItemComparison{By: "model", Before: "m1", After: "m3"}
	for i := range 4 {
		scores.Scores = append(scores.Scores, report.ScoreDifference{Benchmark: "a", Scorer: "s", Text: fmt.Sprint("S", i), Before: num(0.5), After: num(0.6), Delta: num(0.1), Lo: num(0.05), Hi: num(0.15), P: num(0.5), QBH: num(1), Evidence: "weak"})
	}
	s := itemSection(&report.Items{Groups: groups[:1], Comparisons: []report.ItemComparison{comparison, scores, {}, {Items: 1, Text: "the fourth"}}})
	same(t, "comparisons", s.Lead, []string{"C.", "Over all trials together the pass rate moves the other way (1 of 4 (25 %, 95 % CI 13–63 %), then 2 of 4 (50 %, 95 % CI 25–75 %)), since the sides did not try the same items equally often. The comparison of the same items counts.",
		"S0", "S1", "S2"})
	row := "a|s|0|0.50|0.60|+0.10|+0.05 to +0.15|0.5|1|weak"
	same(t, "tables", toldBlocks(s.Blocks[1:]), []string{"a|1|1 of 4 (25 %)|2 of 4 (50 %)|+0.25|1|–|0.012|n/a (nothing was observed)",
		"- Lost and gained: m1 to m2 (folded)", "bad: i1|lost", "i2|gained", "i3|gained", row, row, row, row})
	if table := s.Blocks[1].Table; table.ID != "comparison-1" || table.Caption != "By model: m1 before, m2 after. 2 of 1 item had trials that differ on one side. Tried on one side only: 3 before, 4 after." {
		t.Errorf("%s: %s", table.ID, table.Caption)
	}
	if s.Blocks[3].Table.ID != "scores-2" || s.Blocks[2].Table.ID != "moved-1" {
		t.Errorf("%s, %s", s.Blocks[3].Table.ID, s.Blocks[2].Table.ID)
	}
	for _, c := range []struct {
		lo, hi report.Number
		want   string
	}{{num(1), num(2), "1 to 2"}, {num(1), report.Missing("open"), "1"}, {report.Missing("open"), num(2), "n/a"}} {
		if got := between(c.lo, c.hi, func(n report.Number) report.Cell { return num0(n) }); got.Text != c.want {
			t.Errorf("%q, want %q", got.Text, c.want)
		}
	}
}

func num0(n report.Number) report.Cell {
	if !n.OK {
		return text("n/a")
	}
	return text(fmt.Sprint(n.Value))
}

// What runs cost, as far as logs say, and who used it; nothing of what nobody used.
func TestSectionOfUsage(t *testing.T) {
	num := report.Known
	for _, c := range []struct {
		usage report.Usage
		want  string
	}{
		{report.Usage{}, "No log states tokens or cost; who worked, and how much at once, is below."},
		{report.Usage{CostUSD: num(1.5)}, "The logs state a cost of $1.50, and no tokens."},
		{report.Usage{Tokens: num(1200)}, "The logs state 1200 tokens. Zeros that mean unknown are left out."},
		{report.Usage{Tokens: num(1200), CostUSD: num(1.5)}, "The logs state 1200 tokens and a cost of $1.50. Zeros that mean unknown are left out."},
	} {
		same(t, "lead", told(usageSection(&View{Data: &report.Data{Usage: c.usage}})), []string{c.want})
	}
	by := []report.UsageBy{{Name: "n", System: "kahn", Runs: 2, TimeS: num(60), Tokens: num(5), CostUSD: num(1)}}
	x := report.Usage{ByAgent: by, ByRunner: by, ByModel: by, ByPhase: by, Setups: []report.Setup{{Name: "m", Kind: "model", Runs: 1, Recall: rateOf(1, 4), Gates: rateOf(0, 4)}},
		RetryChains: []report.RetryChain{{Agent: "a", Step: "s", Run: "r", Attempts: 3, Final: "passed"}}, Concurrency: []report.Concurrency{{System: "kahn", Peak: 1, ByDay: []report.ConcurrencyDay{{Day: "2026-03-01", Peak: 1}, {Day: "2026-03-02", Peak: 1}}}}}
	row := "n|kahn|2|–|1 min|5|$1.00"
	got := told(usageSection(&View{Data: &report.Data{Usage: x}}))
	same(t, "all", got, []string{"No log states tokens or cost; who worked, and how much at once, is below.", "1 job with more than one attempt; most: a on s with 3, passed at the end.", row, row, row,
		"m|model|1|1 of 4 (25 %)|–|0 of 4 (0 %)|0–50 %", "- Concurrency (folded)", "kahn|2026-03-02|1|n/a|n/a (the log does not say)|n/a|n/a", "kahn|2026-03-01|1|n/a|n/a (the log does not say)|n/a|n/a",
		"- By phase (folded)", row, "- Retry chains (folded)", "a|s|r|3|passed"})
}

// Who won: each competitor, what it would win by chance, and no more than is certain.
func TestSectionOfCompetitions(t *testing.T) {
	num := report.Known
	v := &View{Data: &report.Data{}}
	same(t, "none", told(competitionSection(v)), []string{"No competition was found below the given paths."})
	v.Data.Competitions = report.Competitions{Started: 1, Decided: 1, Wins: []report.Wins{{Kind: "model", Name: "m", Rate: rateOf(1, 1)}}}
	same(t, "one", told(competitionSection(v)), []string{"1 run: 1 with a winner, 0 without one, 0 without a contest, 0 open.", "m|model|1 of 1 (100 %)|n/a (n < 3)|n/a"})
	wins := func(kind, name string, num0, den int64, chance report.Number) report.Wins {
		return report.Wins{Kind: kind, Subject: "s", Name: name, Rate: rateOf(num0, den), Chance: chance}
	}
	v.Data.Competitions = report.Competitions{Started: 9, Decided: 4, NoWinner: 2, NoContest: 1, Open: 2, Corrected: 2, JudgeCorrect: rateOf(3, 4), Reversals: []report.Reversal{{Ahead: "a", Behind: "b", Competitions: 2}},
		Wins: []report.Wins{wins("agent", "a", 3, 4, num(0.25)), wins("model", "m", 4, 4, report.Missing("x")), wins("agent", "b", 1, 4, report.Missing("cast_differs"))}}
	v.Turns = report.Distribution{N: 4, P50: num(3)}
	same(t, "some", told(competitionSection(v)), []string{"9 runs: 4 with a winner, 2 without one, 1 without a contest, 2 open.", "2 have a corrected result; the last one counts.", "The judge's pick was right in 3 of 4 (75 %, 95 % CI 38–88 %).",
		"Turns to a winner: median 3 (n = 4).", "Over all competitions together a won more often than b. Within each of 2 competitions that both took part in, a did not: compare them there.",
		"chart: s: a won most often: 3 of 4; n = 4 decided runs; bars: 95 % interval; no chance level where the casts differ",
		"a|agent|s|3 of 4 (75 %)|38–88 %|25 %", "m|model|s|4 of 4 (100 %)|50–100 %|n/a (x)", "b|agent|s|1 of 4 (25 %)|13–63 %|n/a (the cast differs from run to run)"})
	v.Data.Competitions.Corrected, v.Data.Competitions.JudgeCorrect, v.Turns.N = 0, report.Rate{}, 0
	if got := competitionSection(v).Lead; len(got) != 2 {
		t.Errorf("%q", got)
	}
	var many []report.Wins
	for i := range maxDots + 2 {
		many = append(many, wins("agent", fmt.Sprint("n", i), 1, 4, num(0.25)))
	}
	c := winChart(many, 4)
	if len(c.Y.Categories) != maxDots || len(c.Series) != 2 || len(c.Series[1].Points) != maxDots || c.Series[1].Points[14].Y != 14 || strings.Contains(c.N, "no chance") || *c.X.Max != 1 {
		t.Errorf("%+v", c)
	}
	if winChart(many[:0], 4) != nil {
		t.Error("a chart of nobody")
	}
}

// The median, the 90th percentile, and how much they say where attempts were cut off.
func TestSentencesOfDurations(t *testing.T) {
	num, none := report.Known, report.Missing("censored")
	for _, c := range []struct {
		x    report.Survival
		want string
	}{
		{report.Survival{Noun: "card", N: 1, P50S: num(60), P90S: none, P90IfNeverS: none}, "Cards, 1 attempt: median 1 min, p90 not reached (Kaplan–Meier)."},
		{report.Survival{Noun: "card", N: 12, Events: 10, Censored: 2, P50S: num(60), P90S: num(90), P90IfNeverS: num(90), P90FinishedS: num(80)},
			"Cards, 12 attempts: median 1 min, p90 1 min 30 s (Kaplan–Meier, 2 censored); p90 of the 10 that ended 1 min 20 s."},
		{report.Survival{Noun: "card", N: 11, Events: 9, Censored: 2, P50S: num(60), P90S: num(90), P90IfNeverS: none, P90FinishedS: num(80)},
			"Cards, 11 attempts: median 1 min, p90 1 min 30 s (Kaplan–Meier, 2 censored); p90 not reached if stalled attempts never end."},
		{report.Survival{Noun: "card", N: 11, Events: 11, P50S: num(60), P90S: num(90), P90IfNeverS: num(120), P90FinishedS: num(80)},
			"Cards, 11 attempts: median 1 min, p90 1 min 30 s (Kaplan–Meier); p90 2 min if stalled attempts never end."},
		{report.Survival{Noun: "card", N: 11, Events: 10, Censored: 1, P50S: num(60), P90S: num(90), P90IfNeverS: num(90), P90FinishedS: none}, "Cards, 11 attempts: median 1 min, p90 1 min 30 s (Kaplan–Meier, 1 censored)."},
	} {
		if got := SurvivalSentence(c.x); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
	shift := func(call string, min float64) report.Shift {
		return report.Shift{Step: "e2e", Call: call, MinAttainableP: num(min), ShiftS: num(-4), LoS: num(-6), HiS: num(-2), Confidence: num(0.95), NNew: 3, NOld: 9}
	}
	faster := "e2e is faster since the baseline: Δ 4.0 s (95 % CI -6.0 s to -2.0 s), 3 new and 9 old runs."
	for _, c := range []struct {
		shifts []report.Shift
		want   []string
	}{
		{nil, nil}, {[]report.Shift{shift("too_few", 0.1)}, []string{"Too few runs to tell whether a step is slower since the baseline: of so few, no test reaches p = 0.05."}},
		{[]report.Shift{shift("cannot_tell", 0.05)}, []string{"The one step with enough runs is neither slower nor faster since the baseline."}},
		{[]report.Shift{shift("cannot_tell", 0.05), shift("cannot_tell", 0.01)}, []string{"None of the 2 steps with enough runs is slower or faster since the baseline."}},
		{[]report.Shift{shift("faster", 0.01), shift("cannot_tell", 0.01)}, []string{faster}},
	} {
		if got := ShiftSentences(c.shifts); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	same(t, "shifts", toldRows(shiftTable([]report.Shift{shift("slower", 0), shift("too_few", 0)})), []string{
		"bad: e2e|3|9|-4.0 s|-6.0 s to -2.0 s|95 %|slower", "e2e|3|9|-4.0 s|-6.0 s to -2.0 s|95 %|too few runs"})
}

// The section of durations has what passed apart from what failed, and folds what is long.
func TestSectionOfDurations(t *testing.T) {
	num := report.Known
	v := &View{Data: &report.Data{}}
	same(t, "none", told(durationSection(v)), []string{"No attempt and no phase with a duration was found."})
	took := func(step string, passed bool, n int64, p50 float64) report.AttemptDuration {
		return report.AttemptDuration{Step: step, System: "kahn", Converged: passed, N: n, P50S: num(p50), SumS: num(2 * p50), MaxS: num(p50)}
	}
	v.Data.Durations.Attempts = []report.AttemptDuration{took("a", false, 1, 30), took("b", true, 4, 20), took("c", false, 2, 10)}
	v.Data.Durations.Survival = []report.Survival{{Noun: "card", N: 10, Censored: 1, P50S: num(1), P90S: num(2), P90IfNeverS: num(2), Curve: [][2]float64{{0, 1}, {1, 0.5}}}, {Noun: "step", N: 11, Censored: 1, P50S: num(1), P90S: num(2), P90IfNeverS: num(2)}}
	got := told(durationSection(v))
	same(t, "lead", got[:4], []string{"Slowest attempts that passed: b, median 20 s (n = 4).", "3 attempts failed, 1 min 20 s in total.", "Cards, 10 attempts: median 1.0 s, p90 2.0 s (Kaplan–Meier, 1 censored).", "Steps, 11 attempts: median 1.0 s, p90 2.0 s (Kaplan–Meier, 1 censored)."})
	drawn := 0
	for _, s := range got {
		if strings.HasPrefix(s, "chart: ") {
			drawn++
		}
	}
	if drawn != 2 { // of attempts, and of the first survival: of the second hardly any was cut off
		t.Errorf("%d charts: %q", drawn, got)
	}
	v.Data.Durations = report.Durations{}
	for n, fold := range map[int]bool{1: false, 25: false, 26: true} {
		v.Data.Durations.Phases = make([]report.PhaseDuration, n)
		s := durationSection(v)
		if len(s.Lead) != 0 || len(s.Blocks) != 2 || s.Blocks[1].Fold != fold {
			t.Errorf("%d phases: %q, %+v", n, s.Lead, s.Blocks)
		}
	}
}

// The chart of attempts has a series of those that passed and one of those that failed, if any
// did, and its axis is logarithmic where the longest is two hundred times the shortest.
func TestChartOfAttempts(t *testing.T) {
	took := func(step string, passed bool, p50 float64) report.AttemptDuration {
		return report.AttemptDuration{Step: step, Converged: passed, N: 2, P50S: report.Known(p50), MaxS: report.Known(p50)}
	}
	series := func(c *report.Chart) (out string) {
		for _, s := range c.Series {
			out += fmt.Sprintf("%s %d ", s.Name, len(s.Points))
		}
		return out + fmt.Sprint(c.X.Log)
	}
	for _, c := range []struct {
		all         []report.AttemptDuration
		want, title string
	}{
		{[]report.AttemptDuration{took("a", true, 4), took("b", true, 9)}, "passed 2 false", "Longest attempts: b, median 9.0 s"},
		{[]report.AttemptDuration{took("a", true, 1), took("a", false, 9), took("b", false, 300)}, "passed 1 failed 2 true", "Longest attempts: a, median 1.0 s"},
		{[]report.AttemptDuration{took("a", false, 4)}, "failed 1 false", "No attempt passed; those at a failed after a median of 4.0 s"},
	} {
		x := attemptChart(c.all, nil)
		if got := series(x); got != c.want || x.Title != c.title {
			t.Errorf("%s, %s\nwant %s, %s", got, x.Title, c.want, c.title)
		}
	}
	if attemptChart(nil, nil) != nil || commandChart(nil) != nil {
		t.Error("a chart of nothing")
	}
	var many []report.AttemptDuration
	for i := range maxDots + 1 {
		many = append(many, took(fmt.Sprint("c", i), true, float64(50-i)))
	}
	if c := attemptChart(many, nil); !strings.HasSuffix(c.N, "; the slowest 15 of 16 steps") || !strings.HasPrefix(c.N, "n = 32 attempts that passed and 0 that failed") {
		t.Errorf("%s", c.N)
	}
	if c := commandChart(many); !strings.HasPrefix(c.N, "n = 30 runs of these commands;") || !strings.HasSuffix(c.N, "; the slowest 15 of 16") || c.Title != "Slowest command: c0, median 50 s" {
		t.Errorf("%s, %s", c.N, c.Title)
	}
}
