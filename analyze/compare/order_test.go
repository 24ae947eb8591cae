package compare

import (
	"strings"
	"testing"

	"runreport/analyze/report"
)

// Of two sides without a time none is the older one: they stand in the order of their names, and
// nothing is lost or gained, unless one was named as what the others are compared with.
func TestSidesOfEqualStanding(t *testing.T) {
	grades := func(by float64) map[string]float64 {
		out := map[string]float64{}
		for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
			out[name] = 0.5 + by + float64(name[0]-'a')/100
		}
		return out
	}
	many := eval{model: "zeta", items: numbered(trials{}, "b", 0, 10, "+"), scores: grades(0), undated: true}
	few := eval{model: "alpha", items: numbered(trials{}, "b", 0, 10, "-"), scores: grades(0.1), undated: true}
	for _, c := range []struct{ name, by, order, before, items, scores string }{
		{"no time", "", report.OrderNone, "alpha", "zeta passes more than alpha of the 10 items that both tried (+1.00, 95 % CI +0.61 to +1.00); 10 only with zeta, 0 only with alpha. Evidence: moderate.",
			"mean judge of b differs between alpha and zeta: 0.63 and 0.53 (−0.10"},
		{"no base", "model", report.OrderNone, "alpha", "zeta passes more than alpha", "differs between"},
		{"a base", "model=zeta", report.OrderAsked, "zeta", "alpha against zeta: passes fewer of the 10 items that both tried", "alpha against zeta: mean judge of b rose 0.53 → 0.63"},
	} {
		got := result(t, c.by, many, few)[0]
		if got.Order != c.order || got.Before != c.before || !strings.HasPrefix(got.Text, c.items) || !strings.Contains(got.Scores[0].Text, c.scores) {
			t.Errorf("%s: %s, %s first: %s\n%s", c.name, got.Order, got.Before, got.Text, got.Scores[0].Text)
		}
	}
	// Items with several trials pass more or less often.
	often := func(model, outcome string) eval {
		return eval{model: model, items: numbered(trials{}, "b", 0, 10, outcome), undated: true}
	}
	for _, c := range []struct{ by, want string }{
		{"", "; 10 pass more often with zeta, 0 with alpha. Evidence"}, {"model=zeta", "; 0 pass more often, 10 less often. Evidence"},
	} {
		if got := result(t, c.by, often("zeta", "++"), often("alpha", "+-"))[0].Text; !strings.Contains(got, c.want) {
			t.Errorf("%q, several trials: %s", c.by, got)
		}
	}
	// A side without a time is the later one.
	dated := few
	dated.undated = false
	if got := result(t, "", many, dated)[0]; got.Before != "alpha" || got.Order != report.OrderNone {
		t.Errorf("one without a time: %s, %s first", got.Order, got.Before)
	}
	if got := result(t, "", eval{model: "beta", items: many.items, undated: true}, eval{model: "zeta", items: many.items})[0]; got.Before != "zeta" {
		t.Errorf("one without a time, first by name: %s first", got.Before)
	}
	later, first := few, many
	later.undated, first.undated = false, false
	if got := result(t, "", first, later)[0]; got.Order != report.OrderTime || got.Before != "zeta" {
		t.Errorf("with times: %s, %s first: %s", got.Order, got.Before, got.Text)
	}
	one, other := eval{model: "new", undated: true, items: trials{}}, eval{model: "old", undated: true, items: trials{}}
	numbered(one.items, "sums", 0, 10, "+")
	numbered(one.items, "mazes", 0, 10, "-")
	numbered(other.items, "sums", 0, 10, "-")
	numbered(other.items, "mazes", 0, 10, "+")
	if got := result(t, "", one, other)[0].Text; !strings.Contains(got, "(10 only with old, 10 only with new") {
		t.Errorf("benchmarks that go opposite ways: %s", got)
	}
}
