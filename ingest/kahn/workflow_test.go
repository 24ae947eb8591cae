package kahn

import (
	"math/rand/v2"
	"path"
	"regexp"
	"strings"
	"testing"
)

// The name of a workflow is the path without the parts that an expression finds to be of a night or a run.
func TestWorkflow(t *testing.T) {
	for dir, want := range map[string]string{
		"": "", "2045-10-21": "", "ci/2045-10-21": "ci", "ci/nightly-20451021/a": "ci/a", "run-17/ci": "ci", "./ci//x/": "ci/x", "a/../b": "a/b",
		"ci/r1": "ci", "night_3": "", "night-x": "night-x", "v1.2": "v1.2", "2045-10-21T03:04:05Z": "", "TZ": "",
	} {
		if got := workflow(dir, "r1"); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
	dated := regexp.MustCompile(`^[\d._:TZ+-]+$|^(run|night|build|job)[-_]?\d+$|\d{4}-\d\d-\d\d|\d{8}`)
	pieces := []string{"/", "/", "run", "night", "-", "_", "1", "20", "2045", "2045-10-21", "20451021", ".", "..", "T", "Z", "+", ":", "ci", "r1", "é", "٣", "\xff", " ", "\n"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		var parts []string
		for _, p := range strings.Split(b.String(), "/") {
			if p != "" && p != "." && p != "r1" && !dated.MatchString(p) {
				parts = append(parts, p)
			}
		}
		if got, want := withoutDates(b.String(), "r1"), path.Join(parts...); got != want {
			t.Fatalf("%q: %q, want %q", b.String(), got, want)
		}
	}
}
