package main

import (
	"math"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// The report over the demonstration tells the story that testdata/demo/README.md tells,
// with its figures.
func TestTheDemonstrationTellsItsStory(t *testing.T) {
	tier.Seconds(t)
	s := numbers(t, demoLogs)
	if dig(s, "verdict", "state") != "failed" || dig(s, "verdict", "about") != "2026-03-13" {
		t.Errorf("the verdict is %v", dig(s, "verdict"))
	}
	bundle := with(s["failures"], "step", "storefront-bundle")
	if dig(bundle, "state") != "new" || dig(bundle, "runs") != 2.0 || dig(bundle, "blocks") != 3.0 || dig(bundle, "since") != "2026-03-13" ||
		!strings.Contains(dig(bundle, "error").(string), "12 kB more than allowed") {
		t.Errorf("the failure of the bundle is %v", bundle)
	}
	slow := with(s["changes"], "step", "checkout-e2e")
	from, to := dig(slow, "from").(float64), dig(slow, "to").(float64)
	if dig(slow, "what") != "duration" || dig(slow, "since") != "2026-03-09" || dig(slow, "strength") != "strong" || math.Abs(to/from-1.25) > 0.03 ||
		dig(slow, "lo").(float64) > 0.25 || dig(slow, "hi").(float64) < 0.25 {
		t.Errorf("the slow-down by a quarter is %v", slow)
	}
	flakes := with(dig(s, "flakes", "by_node"), "node", "checkout-e2e")
	if num, den := dig(flakes, "rate", "num"), dig(flakes, "rate", "den"); num != 9.0 || den != 57.0 {
		t.Errorf("checkout-e2e flaked in %v of %v runs, want 9 of 57", num, den)
	}
	for step, want := range map[string][2]float64{"harbor-queue-2.1.0": {0.75, 0.5}, "maple-cache-3.0.1": {0.4, 0.8}} {
		if c := with(s["changes"], "step", step); dig(c, "from") != want[0] || dig(c, "to") != want[1] {
			t.Errorf("recall of %s is %v", step, c)
		}
	}
	_, stdout, _ := call(t, "build", demoLogs, "-o", t.TempDir()+"/r")
	first := strings.Split(stdout, "\n")
	if len(first) < 14 || !strings.Contains(strings.Join(first[3:14], "\n"), "checkout-e2e is slower: median 6 min → 7 min 33 s (+26 %") {
		t.Errorf("the slow-down is not among the first statements:\n%s", stdout)
	}
}
