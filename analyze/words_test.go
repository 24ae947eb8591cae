package analyze

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/present"
	"runreport/analyze/problem"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

// sentenceCases are the situations whose sentences are read by people: each is a
// heading and what the report says.
func sentenceCases(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	emit := func(what string, sentences ...string) {
		fmt.Fprintf(&b, "## %s\n\n", what)
		for _, s := range sentences {
			if s != "" {
				fmt.Fprintf(&b, "%s\n", s)
			}
		}
		b.WriteString("\n")
	}
	cycle := func(what, verdict string, benches ...bench) {
		c, _ := first(t, cycleOf(verdict, nil, nil, nil, benches...))
		sentences := []string{c.Verdict.Reason}
		for _, x := range c.Benchmarks {
			sentences = append(sentences, "- "+x.Sentence)
		}
		emit(what, sentences...)
	}
	yes := true
	cycle("Shipped, weak", "ship", single("chi", of(4, 6), of(8, 2), "0.40"))
	cycle("Shipped against the numbers, and the log's delta has the wrong sign", "ship", single("gin", of(9, 3), of(6, 6), "0.25"))
	cycle("Within the floor, one bug swapped", "iterate", single("virtio", run{"V1 V2 V3 ring", "legacy", "0.80"}, run{"V1 V2 V3 legacy", "ring", "0.80"}, ""))
	cycle("A weak regression with a swap", "revert", single("chi", run{"a b c d e", "f g h i j", "0.50"}, run{"a b c f", "d e g h i j", "0.40"}, ""))
	cycle("Seven bugs lost, none gained", "revert", single("big", of(30, 10), of(23, 17), ""))
	cycle("Down by exactly the floor", "revert", single("edge", of(16, 4), of(15, 5), ""))
	cycle("More cautious than the numbers", "iterate", single("chi", of(4, 6), of(8, 2), ""))
	cycle("No verdict yet", "", single("chi", of(4, 6), of(8, 2), ""), bench{name: "gin", pre: []run{of(3, 3)}})
	cycle("Nothing comparable", "revert", bench{name: "gin", pre: []run{of(3, 3)}})
	cycle("A verdict that stops a cycle", "halt-playbook-hang", single("chi", of(4, 6), of(4, 6), ""))
	cycle("Repeats, larger than the measured noise", "revert", bench{"rep",
		[]run{of(18, 2), of(18, 2), of(17, 3)}, []run{of(8, 12), of(9, 11), of(8, 12)}, ""})
	cycle("Repeats, inside the measured noise", "ship", bench{"rep",
		[]run{of(10, 10), of(14, 6), of(12, 8)}, []run{of(13, 7), of(16, 4), of(12, 8)}, ""})
	cycle("Repeats without any variation", "iterate", bench{"rep", []run{of(5, 5), of(5, 5)}, []run{of(5, 5), of(5, 5)}, ""})
	cycle("Shipped, by rounded recalls another class than by the lists", "ship", single("deck",
		run{bugs("B", 11), "B11 B12 B13 B14 B15 B16 B17 B18 B19 B20", "0.52"}, run{bugs("B", 12), "B12 B13 B14 B15 B16 B17 B18 B19 B20", "0.57"}, ""))
	cycle("Shipped, on a recall that its lists contradict", "ship", single("deck", run{bugs("B", 4), "B4 B5 B6 B7 B8 B9", "0.50"}, of(8, 2), ""))
	cycle("A verdict outside the format", "paused", single("chi", of(4, 6), of(4, 6), ""))
	cycle("Nothing comparable, and a verdict that stops a cycle", "halt-preflight-failed", bench{name: "gin", pre: []run{of(3, 3)}})
	cycle("Nothing comparable, no verdict yet", "", bench{name: "gin", pre: []run{of(3, 3)}})
	c, r := first(t, cycleOf("ship", &yes, nil, []string{"chi", "gin"}, single("chi", of(4, 6), of(8, 2), "")))
	emit("Shipped, one pinned benchmark never ran", c.Verdict.Reason)
	emit("The banner when something is a warning", r.Data.Attention[0].Text)
	_, r = first(t, cycleOf("ship", &yes, nil, nil, single("chi", of(4, 6), of(8, 2), "")))
	emit("The banner when nothing is wrong", r.Data.Attention[0].Text)

	flakes := report.Flakes{CostS: report.Known(81 * 60)}
	node := report.FlakeNode{System: "kahn", Node: "e2e", Rate: metric.RateOf(3, 40), CostS: report.Known(372)}
	emit("A flake", problem.FlakeSentence(node, flakes))
	card := report.FlakeNode{System: "crabyard", Node: "card", Collective: true, Rate: metric.RateOf(1, 1), CostS: report.Missing("no_data")}
	emit("A flake of things without a name", problem.FlakeSentence(card, flakes))
	node.Untimed = 1
	emit("A flake of which an attempt has no record", problem.FlakeSentence(node, flakes))
	emit("So many that whole percents hide the interval", words.Rate(metric.RateOf(1607, 50643)))
	emit("Nothing seen, little possible", words.Rate(metric.RateOf(0, 12)))

	v := report.Survival{System: "crabyard", Noun: "card", N: 60, Events: 55, Censored: 5, P50S: report.Known(300), P90S: report.Known(600), P90IfNeverS: report.Missing("censored"), P90FinishedS: report.Known(480)}
	emit("Attempts that were cut off", present.SurvivalSentence(v))
	v.P90IfNeverS = report.Known(840)
	emit("Stalled attempts matter, but not without end", present.SurvivalSentence(v))
	v.P90S = report.Missing("censored")
	emit("The 90th percentile was not reached", present.SurvivalSentence(v))
	v = report.Survival{System: "kahn", Noun: "node", N: 4, Events: 1, Censored: 3, P50S: report.Missing("censored"), P90S: report.Missing("censored"), P90FinishedS: report.Known(20)}
	emit("Most were cut off", present.SurvivalSentence(v))

	x := report.Shift{Window: change.WindowBaseline, Step: "e2e", NOld: 20, NNew: 6, ShiftS: report.Known(62), LoS: report.Known(40), HiS: report.Known(81), Confidence: report.Known(0.951), Call: "slower", MinAttainableP: report.Known(0.001)}
	emit("A step got slower", present.ShiftSentences([]report.Shift{x})...)
	x.Call = "cannot_tell"
	emit("No step got slower", present.ShiftSentences([]report.Shift{x})...)
	x.MinAttainableP = report.Known(0.1)
	emit("Too few runs", present.ShiftSentences([]report.Shift{x})...)
	return b.String()
}

func TestSentences(t *testing.T) {
	got := sentenceCases(t)
	path := filepath.Join("testdata", "sentences.md")
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("other sentences; UPDATE_GOLDEN=1 rewrites %s. Got:\n%s", path, got)
	}
}

func TestSentencesKeepTheRules(t *testing.T) {
	text := sentenceCases(t)
	for _, never := range []string{"significant", "trend)", "no effect", "NaN", "Inf", "%!", "  ", "..", "( "} {
		if i := strings.Index(text, never); i >= 0 {
			t.Errorf("a sentence says %q: …%s…", never, text[max(0, i-40):i+20])
		}
	}
	// A percentage stands behind its x of n, inside the same bracket, or is a limit.
	bare := regexp.MustCompile(`[0-9] %`)
	known := regexp.MustCompile(`[\d,]+ of [\d,]+ \((<|>)?[\d.]+ %, 95 % CI [^)]*%\)|in [\d,]+ of the [^()]* \((<|>)?[\d.]+ %, 95 % CI [^)]*%\)|\([\d.]+ % CI [^)]*\)|95 % CI [+−\d]|\(95 %\): ±`)
	if rest := known.ReplaceAllString(text, ""); bare.MatchString(rest) {
		i := bare.FindStringIndex(rest)[0]
		t.Errorf("a percentage without x of n: …%s…", rest[max(0, i-60):i+10])
	}
}

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		n     int
		thing string
		want  string
	}{{1, "run", "1 run"}, {2, "run", "2 runs"}, {0, "finding", "0 findings"}, {3, "day", "3 days"}, {3, "query", "3 queries"}, {2, "branch", "2 branches"}, {12400, "line", "12,400 lines"}} {
		if got := words.Plural(c.n, c.thing); got != c.want {
			t.Errorf("plural(%d, %q) = %q, want %q", c.n, c.thing, got, c.want)
		}
	}
}
