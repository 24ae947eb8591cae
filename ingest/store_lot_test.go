package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// oneTest is a report of one suite with one test that takes so many seconds.
func oneTest(suite, day string, seconds int) []byte {
	return fmt.Appendf(nil, `<testsuite name=%q tests="1" timestamp="2026-05-%sT02:00:00Z" time="%d">`+
		`<testcase classname="shop.Cart" name="adds" time="%d"/></testsuite>`, suite, day, seconds, seconds)
}

// Rows are taken over of reports that are as they were and have nothing to do with what came in. All others are put together
// again, those that share a run or a name with a new one, and those of which a part has changed.
func TestLotsAreTakenOver(t *testing.T) {
	first := night{
		"a/TEST-1.xml": oneTest("unit", "01", 1), "a/TEST-2.xml": oneTest("unit", "02", 2), // x and x#2
		"b/nightly.xml": oneTest("b", "03", 3), "c/nightly.xml": oneTest("c", "04", 4),
		"d/1.jsonl": named(t, "r1", "05"), "e/1.jsonl": named(t, "r2", "06"),
	}
	type build struct {
		logs     night
		gone     []string
		since    time.Time
		recalled int
	}
	for name, builds := range map[string][]build{
		"nothing new":      {{recalled: 6}, {recalled: 6}},
		"another file":     {{logs: night{"f/nightly.xml": oneTest("f", "07", 5)}, recalled: 6}, {recalled: 7}},
		"one has changed":  {{logs: night{"b/nightly.xml": oneTest("b", "03", 9)}, recalled: 5}, {recalled: 6}},
		"a part of a run":  {{logs: night{"a/TEST-3.xml": oneTest("unit", "03", 3)}, recalled: 4}, {recalled: 7}},
		"a part changes":   {{logs: night{"a/TEST-2.xml": oneTest("unit", "02", 7)}, recalled: 4}, {recalled: 6}},
		"a part is new":    {{logs: night{"a/TEST-2.xml": oneTest("other", "02", 7)}, recalled: 4}, {recalled: 6}},
		"a copy of a run":  {{logs: night{"g/1.jsonl": named(t, "r1", "05")}, recalled: 5}, {recalled: 6}, {recalled: 6}},
		"a run goes on":    {{logs: night{"e/2.jsonl": spoken(40, 3, "2026-05-05")}, recalled: 5}, {recalled: 6}},
		"one is gone":      {{gone: []string{"b/nightly.xml", "a/TEST-1.xml"}, recalled: 6}, {recalled: 6}},
		"is gone and back": {{gone: []string{"b/nightly.xml"}, recalled: 6}, {logs: night{"b/nightly.xml": oneTest("b", "03", 9)}, recalled: 5}, {recalled: 6}},
		"a window":         {{since: time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC), recalled: 6}, {recalled: 6}},
		// A report of few times that is far behind all others loses them, with a finding.
		"an odd date": {{logs: night{"h/x.xml": oneTest("x", "07", 1), "b/nightly.xml": oneTest("b", "01", 1)}, recalled: 5},
			{logs: night{"h/x.xml": []byte(`<testsuite name="x" timestamp="2093-05-01T02:00:00Z"><testcase name="n" time="1"/></testsuite>`)}, recalled: 6}, {recalled: 6}},
	} {
		for _, settled := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, settled %t", name, settled), func(t *testing.T) {
				base := t.TempDir()
				logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
				all := filepath.Join(base, "all", "logs") // those that are gone too
				first.put(t, all)
				for i, b := range append([]build{{logs: first}}, builds...) {
					b.logs.put(t, logs)
					b.logs.put(t, all)
					for _, p := range b.gone {
						if err := os.Remove(filepath.Join(logs, p)); err != nil {
							t.Fatal(err)
						}
					}
					if settled {
						for p := range b.logs { // another time each, long ago
							at := time.Unix(1_700_000_000+int64(i), 0)
							if err := os.Chtimes(filepath.Join(logs, p), at, at); err != nil {
								t.Fatal(err)
							}
						}
					}
					got := read(t, Options{Paths: []string{logs}, History: store, Since: b.since})
					want := read(t, Options{Paths: []string{all}, Since: b.since, sealAfter: -1})
					tables := everything(got.Tables)
					tables["findings"] = slices.DeleteFunc(tables["findings"], func(row string) bool { // which one reading cannot tell
						return strings.Contains(row, `"code":"log_replaced"`)
					})
					if diff := cmp.Diff(everything(want.Tables), tables); diff != "" {
						t.Errorf("build %d: one reading (-) and the history (+):\n%.3000s", i, diff)
					}
					if got.recalled != b.recalled {
						t.Errorf("build %d: %d units are taken over, want %d", i, got.recalled, b.recalled)
					}
				}
			})
		}
	}
}
