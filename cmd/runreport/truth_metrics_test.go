package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"runreport/analyze"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/cmd/runreport/demo"
	"runreport/ingest"
	"runreport/unit/tier"
)

// ledgerTruth holds the ledger against what the generator wrote and damaged.
func ledgerTruth(t *testing.T, s map[string]any, truth demo.Truth) {
	t.Helper()
	lines := 0
	for _, n := range truth.Lines {
		lines += n
	}
	damage := truth.Damage.Counts
	total := dig(s, "ledger", "total")
	expect(t, "lines", dig(total, "lines"), float64(lines))
	expect(t, "blank", dig(total, "blank"), 0.0)
	expect(t, "rejected", dig(total, "rejected"),
		float64(damage[demo.BareText]+damage[demo.CutMidLine]+damage[demo.DuplicateKeys]))
	files, linesOf := map[string]int{}, map[string]int{}
	for _, f := range dig(s, "ledger", "files").([]any) {
		format := dig(f, "format").(string)
		files[format]++
		if n, counted := dig(f, "lines").(float64); counted {
			linesOf[format] += int(n)
		}
		sum := 0.0
		for _, fate := range []string{"kept", "blank", "ignored", "duplicate", "superseded", "rejected"} {
			sum += dig(f, fate).(float64)
		}
		if n, counted := dig(f, "lines").(float64); counted && sum != n {
			t.Errorf("%s: %v of %v lines are accounted for", dig(f, "path"), sum, n)
		}
	}
	if !maps.Equal(files, truth.Files) {
		t.Errorf("files by format: %v, want %v", files, truth.Files)
	}
	if !maps.Equal(linesOf, truth.Lines) {
		t.Errorf("lines by format: %v, want %v", linesOf, truth.Lines)
	}
}

// metricNumbers are what a report says of every metric over every system, by "metric of system",
// and of those that have a truth by step also by "metric of system, step".
func metricNumbers(metrics []report.MetricResult, truth []demo.MetricTruth) map[string]string {
	got := map[string]string{}
	for _, m := range metrics {
		for _, g := range m.Systems {
			got[m.Name+" of "+g.System] = groupNumbers(g)
		}
		if !slices.ContainsFunc(truth, func(x demo.MetricTruth) bool { return x.Metric == m.Name && x.Step != "" }) {
			continue
		}
		steps := map[string]report.Rate{}
		for _, g := range m.Groups {
			key := m.Name + " of " + g.System + ", " + g.Step
			steps[key] = report.Rate{Num: steps[key].Num + g.Rate.Num, Den: steps[key].Den + g.Rate.Den}
		}
		for key, rate := range steps {
			got[key] = fmt.Sprintf("%d of %d", rate.Num, rate.Den)
		}
	}
	return got
}

// metricsTruth holds every metric over every system against the generator's, both ways.
func metricsTruth(t *testing.T, dir string, truth demo.Truth) {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data, _, err := report.ReadSummary(file)
	if err != nil {
		t.Fatal(err)
	}
	compareTruth(t.Errorf, metricNumbers(data.Metrics, truth.Metrics), truth.Metrics)
}

// compareTruth says what is missing, invented or otherwise than the generator knows.
func compareTruth(emit func(format string, args ...any), got map[string]string, truth []demo.MetricTruth) {
	known := map[string]bool{}
	for _, m := range truth {
		key := m.Metric + " of " + m.System
		if m.Step != "" {
			key += ", " + m.Step
		}
		known[key] = true
		want := ""
		switch {
		case m.Rate != nil:
			want = fmt.Sprintf("%d of %d", m.Rate.Num, m.Rate.Den)
		case m.Values != nil:
			v := m.Values
			want = roundedNumbers(float64(v.N), v.Min, v.P50, v.P90, v.P95, v.P99, v.Max, v.Sum)
		default:
			want = fmt.Sprint(m.Categories)
		}
		if text, given := got[key]; !given {
			emit("%s is missing, want %s", key, want)
		} else if text != want {
			emit("%s = %s, want %s", key, text, want)
		}
	}
	for key, text := range got {
		if !known[key] {
			emit("%s = %s, of which nothing is true", key, text)
		}
	}
}

// roundedNumbers are numbers to nine digits, as far as sums in another order agree; "-" where
// there is none.
func roundedNumbers(list ...any) string {
	text := ""
	for _, x := range list {
		switch v := x.(type) {
		case float64:
			text += fmt.Sprintf(" %.9g", v)
		case *float64:
			if v == nil {
				text += " -"
			} else {
				text += fmt.Sprintf(" %.9g", *v)
			}
		case report.Number:
			if !v.OK {
				text += " -"
			} else {
				text += fmt.Sprintf(" %.9g", v.Value)
			}
		}
	}
	return text
}

// notGenerated are the metrics of which the generator writes no log. What they come to is
// counted by hand over testdata/small, and falsified there.
var notGenerated = map[string]bool{"tool-duration": true, "tool-failure-rate": true}

// TestEveryMetricHasATruth falsifies each metric, one at a time, and demands that what the
// generator knows tells. So a metric that the generator knows nothing of fails as well.
func TestEveryMetricHasATruth(t *testing.T) {
	tier.Seconds(t)
	dir := filepath.Join(t.TempDir(), "made")
	truth, err := demo.Generate(demo.Options{Dir: dir, Runs: 90, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	read, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{filepath.Join(dir, demo.LogsFolder)}})
	if err != nil {
		t.Fatal(err)
	}
	wrong := func() (said []string) {
		r, err := analyze.Build(t.Context(), read.Tables, analyze.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := metricNumbers(r.Data.Metrics, truth.Metrics)
		emit := func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
		compareTruth(emit, got, truth.Metrics)
		return said
	}
	if said := wrong(); len(said) > 0 {
		t.Fatalf("the metrics are wrong as they are: %s", said)
	}
	for _, m := range metric.Metrics {
		own := m.Sample
		sample := own
		if sample == nil {
			sample = m.Sampler()
		}
		m.Sample = func(u *metric.Unit, emit func(metric.Sample)) {
			sample(u, func(s metric.Sample) {
				s.Hit, s.Value, s.Category = !s.Hit, 1.5*s.Value+1, s.Category+"!"
				emit(s)
			})
		}
		said := wrong()
		m.Sample = own
		if noticed := len(said) > 0; noticed == notGenerated[m.Name] {
			t.Errorf("%s is wrong; noticed: %v", m.Name, noticed)
		}
	}
}

// groupNumbers is a metric over one system as compareTruth has it.
func groupNumbers(g report.Group) string {
	switch {
	case g.Rate != nil:
		return fmt.Sprintf("%d of %d", g.Rate.Num, g.Rate.Den)
	case g.Distribution != nil:
		s := g.Distribution
		return roundedNumbers(float64(s.N), s.Min, s.P50, s.P90, s.P95, s.P99, s.Max, s.Sum)
	}
	counts := map[string]int{}
	for _, c := range g.Categories {
		counts[c.Category] = int(c.Rate.Num)
	}
	return fmt.Sprint(counts)
}
