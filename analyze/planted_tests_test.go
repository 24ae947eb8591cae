package analyze_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze"
	"runreport/analyze/report"
	"runreport/ingest"
)

// plantedTests writes 30 run dates of a JUnit report with 36 tests, whose durations vary by
// 8 %. Planted are: pays is tried again on every third date, route 5 takes 1.6 times as long
// from the 19th date on, rate 3 fails on the last date, and removes fails on two dates apart
// and is not tried again.
func plantedTests(t *testing.T, dir string) {
	t.Helper()
	noise := rand.New(rand.NewPCG(7, 19))
	for day := range 30 {
		date := time.Date(2026, 10, 1+day, 2, 0, 0, 0, time.UTC)
		var cases strings.Builder
		total := 0.0
		add := func(class, name string, base float64, failure string) {
			seconds := base * math.Exp(0.08*noise.NormFloat64())
			total += seconds
			fmt.Fprintf(&cases, "<testcase classname=%q name=%q time=\"%.3f\">", class, name, seconds)
			if failure != "" {
				fmt.Fprintf(&cases, "<failure type=\"AssertionError\" message=%q>at %s.java:26</failure>", failure, class)
			}
			cases.WriteString("</testcase>\n")
		}
		for i, name := range []string{"adds", "pays", "refunds", "removes"} {
			if name == "pays" && day%3 == 0 {
				add("cart.CartTest", name, 2, fmt.Sprintf("order %d is not paid", 100+day))
			}
			why := ""
			if name == "removes" && (day == 8 || day == 21) {
				why = "timeout"
			}
			add("cart.CartTest", name, 1+float64(i), why)
		}
		for i := range 12 {
			why := ""
			if i == 3 && day == 29 {
				why = "rate of zone 7 is missing"
			}
			add("tax.TaxTest", fmt.Sprint("rate ", i), 1.5, why)
		}
		for i := range 20 {
			base := 6.0
			if i == 5 && day >= 18 {
				base *= 1.6
			}
			add("ship.ShipTest", fmt.Sprint("route ", i), base, "")
		}
		at := date.Format(time.RFC3339)
		text := fmt.Sprintf("<testsuites time=\"%.3f\" timestamp=%q>\n<testsuite name=\"shop\" timestamp=%q>\n%s</testsuite></testsuites>\n", total, at, at, cases.String())
		name := filepath.Join(dir, date.Format(time.DateOnly), "junit.xml")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Of reports of tests the planted failure, flake and slow test are told, and nothing else.
func TestPlantedTruthAmongTests(t *testing.T) {
	dir := t.TempDir()
	plantedTests(t, dir)
	read, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analyze.Build(t.Context(), read.Tables, analyze.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.Data.Failures {
		got = append(got, fmt.Sprintf("%s %s: %s", f.State, f.Step, f.Error))
	}
	for _, p := range r.Data.Problems {
		got = append(got, fmt.Sprintf("%s %s", p.Severity, p.Key))
	}
	for _, x := range r.Data.KnownFlaky {
		got = append(got, fmt.Sprintf("known flaky %s: flaked %d, failed %d of %d", x.Test, x.Flaked, x.Failed, x.Runs))
	}
	for _, f := range r.Data.KeyFigures {
		got = append(got, f.Title)
	}
	want := []string{
		"new shop › tax.TaxTest › rate 3: rate of zone 7 is missing",
		"error failure/junit/-/shop › tax.TaxTest › rate 3",
		"warning flake/junit/-/shop › cart.CartTest › pays",
		"warning slower/junit/-/shop › ship.ShipTest › route 5",
		"known flaky shop › cart.CartTest › pays: flaked 10, failed 0 of 30",
		"known flaky shop › cart.CartTest › removes: flaked 0, failed 2 of 30",
		"Runs passed", "Flaky tests", "Run time p50",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A test that fails at random has a page, also where it is never tried again, with its
// duration by run date.
func TestPageOfAKnownFlakyTest(t *testing.T) {
	dir := t.TempDir()
	plantedTests(t, dir)
	read, err := ingest.Read(t.Context(), ingest.Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analyze.Build(t.Context(), read.Tables, analyze.Options{})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Pages.Refs, func(ref report.PageRef) bool {
		return ref.Kind == report.PageStep && strings.Contains(ref.Key, "removes")
	})
	if i < 0 {
		t.Fatal("it has no page")
	}
	page, err := r.Pages.Make(i)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	got = append(got, page.Lead[0], page.Ref.Note)
	for _, s := range page.Sections {
		for _, b := range s.Blocks {
			if b.Chart != nil && b.Chart.ID == "durations-by-night" {
				got = append(got, fmt.Sprintf("%s, %d dates, %s", b.Chart.ID, len(b.Chart.Series[0].Points), b.Chart.N))
			}
		}
	}
	for _, want := range []string{"failed in 2 of 30 runs", "Known flaky: it failed or needed a retry in 2 of 30 (7 %, 95 % CI 2–21 %) of its runs in 30 days.", "durations-by-night, 28 dates, n = 28 attempts that passed"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing in %q", want, got)
		}
	}
}
