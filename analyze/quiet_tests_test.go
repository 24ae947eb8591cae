package analyze_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"runreport/analyze"
	"runreport/ingest"
)

// quietTests writes 30 run dates of a JUnit report with 36 tests, whose durations vary by
// 8 %. From the 19th date on one takes 1.6 times as long, and four fail in 4 % of their runs
// all the time.
func quietTests(t *testing.T, dir string, seed uint64, runs int) {
	t.Helper()
	noise := rand.New(rand.NewPCG(seed, 19))
	for run := range 30 * runs {
		day := run / runs
		at := time.Date(2026, 10, 1+day, 2+run%runs, 0, 0, 0, time.UTC).Format(time.RFC3339)
		var cases strings.Builder
		for i := range 36 {
			seconds := []float64{1.5, 3, 6}[i%3] * math.Exp(0.08*noise.NormFloat64())
			if i == 5 && day >= 18 {
				seconds *= 1.6
			}
			body := ""
			if i%9 == 0 && noise.Float64() < 0.04 {
				body = `<failure message="timeout"/>`
			}
			fmt.Fprintf(&cases, "<testcase classname=\"shop\" name=\"test %d\" time=\"%.3f\">%s</testcase>\n", i, seconds, body)
		}
		name := filepath.Join(dir, at[:10], fmt.Sprint(run%runs), "junit.xml")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("<testsuite name=\"shop\" timestamp=%q>\n%s</testsuite>\n", at, cases.String())
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Of reports of 30 run dates, at most one in as many holds a change that is none, which is
// less than the one in 30 run dates that is promised: such a call may stand for weeks. The
// one that is planted stands in each.
func TestSimulationOfQuietTests(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const seeds = 24
	found, wrong := 0, 0
	for seed := range uint64(seeds) {
		dir := t.TempDir()
		quietTests(t, dir, seed, 1+int(seed%2))
		read, err := ingest.Read(t.Context(), ingest.Options{Paths: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := analyze.Build(t.Context(), read.Tables, analyze.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Data.Changes {
			switch {
			case c.State == "suspected":
			case strings.HasSuffix(c.Step, "test 5"):
				found++
			default:
				wrong++
				t.Logf("seed %d: %s", seed, c.Text)
			}
		}
	}
	t.Logf("%d of %d found, %d wrong", found, seeds, wrong)
	if found != seeds || wrong > seeds/4 {
		t.Errorf("the planted change stands in %d of %d reports, and %d changes that are none", found, seeds, wrong)
	}
}
