package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/gate"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// little makes a benchmark of 12 bugs that loses and gains some, of 8 found before.
func little(name string, lost, gained int) bench {
	all := strings.Fields(bugs("B", 12))
	post := run{found: strings.Join(slices.Concat(all[lost:8], all[8:8+gained]), " "), missed: strings.Join(slices.Concat(all[:lost], all[8+gained:]), " ")}
	return single(name, run{found: strings.Join(all[:8], " "), missed: strings.Join(all[8:], " ")}, post, "")
}

// littleLosses is a cycle of 20 benchmarks that lose 75 bugs and gain 38, in which none shows
// it alone.
func littleLosses(verdict string) *table.Set {
	var all []bench
	for i := range 20 {
		lost, gained := 4, 2
		if i < 5 {
			lost = 3
		}
		if i < 2 {
			gained = 1
		}
		all = append(all, little(fmt.Sprintf("b%02d", i), lost, gained))
	}
	return cycleOf(verdict, nil, nil, nil, all...)
}

func kindsOf(r *report.Report, severity string) []string {
	var out []string
	for _, p := range r.Data.Problems {
		if p.Severity == severity && !slices.Contains(out, p.Kind) {
			out = append(out, p.Kind)
		}
	}
	return out
}

func ruleOf(g *report.Gate, name string) report.GateRule {
	for _, r := range g.Rules {
		if r.Name == name {
			return r
		}
	}
	return report.GateRule{}
}

func TestALossOverAllBenchmarks(t *testing.T) {
	c, r := first(t, littleLosses("ship"))
	if x := c.Across; x.Lost != 75 || x.Gained != 38 || x.Benchmarks != 20 || !x.Loss || x.P.Value > 0.001 || x.P.Value < 0.0005 {
		t.Errorf("across %+v", x)
	}
	if slices.ContainsFunc(c.Benchmarks, func(b report.Benchmark) bool { return b.Grade != "weak" && b.Grade != "none" }) {
		t.Error("a single benchmark shows it")
	}
	const said = "20 benchmarks together: mean recall −0.15, 75 bugs lost, 38 gained. Evidence: strong (p = 0.00"
	if !slices.ContainsFunc(r.Data.Problems, func(p report.Problem) bool {
		return p.Key == "recall-loss-across/pattern-7/1" && p.Severity == report.SeverityError && strings.Contains(p.Text, said)
	}) {
		t.Errorf("no problem says %q: %+v", said, r.Data.Problems)
	}
	section := ""
	for _, s := range r.Sections {
		for _, b := range s.Blocks {
			section += strings.Join(b.Text, "\n")
		}
	}
	if !strings.Contains(section, said) {
		t.Error("no section says it")
	}
	g := gate.Evaluate(&r.Data, gate.Defaults(), gate.Options{})
	if rule := ruleOf(g, "recall-loss-across"); rule.Status != gate.Fail || rule.Level != gate.Blocking {
		t.Errorf("the rule: %+v", rule)
	}
}

// What was reverted is handled, if the log takes the change back.
func TestARevertedRegressionIsHandled(t *testing.T) {
	for _, c := range []struct {
		name     string
		verdict  string
		undone   bool
		blocking []string
	}{
		{"shipped", "ship", false, []string{"recall-regression", "recall-loss-across"}},
		{"reverted", "revert", true, nil},
		{"reverted, without its event", "revert", false, []string{"recall-regression", "recall-loss-across"}},
		{"shipped, and undone", "ship", true, []string{"recall-regression", "recall-loss-across"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := cycleOf(c.verdict, nil, nil, nil, single("big", of(30, 10), of(18, 22), ""))
			if c.undone {
				s.Cycles.RevertedAt.Set(0, time.Date(2026, 5, 2, 8, 50, 0, 0, time.UTC))
			}
			_, r := first(t, s)
			g := gate.Evaluate(&r.Data, gate.Defaults(), gate.Options{})
			var failed []string
			for _, name := range []string{"recall-regression", "recall-loss-across"} {
				if ruleOf(g, name).Status == gate.Fail {
					failed = append(failed, name)
				}
			}
			if !slices.Equal(failed, c.blocking) {
				t.Errorf("failed: %v, want %v", failed, c.blocking)
			}
			if handled := slices.Contains(kindsOf(r, report.SeverityInfo), "recall-regression"); handled != (c.blocking == nil) {
				t.Errorf("as info: %v", handled)
			}
		})
	}
}
