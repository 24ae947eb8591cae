package analyze_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/ingest/table"
)

// small reads the logs of all systems and makes their report.
func small(t testing.TB) *table.Set {
	t.Helper()
	read, err := ingest.Read(context.Background(), ingest.Options{
		Paths: []string{filepath.Join("..", "testdata", "small")},
	})
	if err != nil || len(read.Problems) > 0 {
		t.Fatal(err, read.Problems)
	}
	return read.Tables
}

// metricLines are the results of the metric as metricTruth has them.
func metricLines(m report.MetricResult) []string {
	var lines []string
	for _, g := range m.Systems {
		lines = append(lines, g.System+": "+groupNumbers(g))
	}
	for _, g := range m.Groups {
		name := slices.DeleteFunc([]string{g.System, g.Subject, g.Step}, func(s string) bool { return s == "" })
		lines = append(lines, strings.Join(name, " ")+": "+groupNumbers(g))
	}
	return lines
}

func groupNumbers(g report.Group) string {
	switch {
	case g.Rate != nil:
		return fmt.Sprintf("%d of %d", g.Rate.Num, g.Rate.Den)
	case g.Distribution != nil:
		s := g.Distribution
		return fmt.Sprintf("n %d, min %.10g, p50 %.10g, max %.10g, sum %.10g",
			s.N, s.Min.Value, s.P50.Value, s.Max.Value, s.Sum.Value)
	}
	var parts []string
	for _, share := range g.Categories {
		parts = append(parts, fmt.Sprintf("%s %d of %d", share.Category, share.Rate.Num, share.Rate.Den))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// untrue lists what the report says of a metric and the truth does not, and the reverse. A
// metric that the truth does not know is untrue.
func untrue(metrics []report.MetricResult) []string {
	var wrong []string
	seen := map[string]bool{}
	for _, m := range metrics {
		seen[m.Name] = true
		want := slices.Clone(metricTruth[m.Name])
		if len(want) == 0 {
			wrong = append(wrong, m.Name+": has no truth")
		}
		for _, line := range metricLines(m) {
			if i := slices.Index(want, line); i >= 0 {
				want = slices.Delete(want, i, i+1)
			} else {
				wrong = append(wrong, m.Name+": reported: "+line)
			}
		}
		for _, line := range want {
			wrong = append(wrong, m.Name+": missing: "+line)
		}
	}
	for name := range metricTruth {
		if !seen[name] {
			wrong = append(wrong, name+": has a truth and no result")
		}
	}
	return wrong
}

func results(t *testing.T, tables *table.Set) []report.MetricResult {
	t.Helper()
	r, err := analyze.Build(t.Context(), tables, analyze.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Data.Metrics
}

func TestMetricsOnSmallLogs(t *testing.T) {
	for _, text := range untrue(results(t, small(t))) {
		t.Error(text)
	}
}

// TestEveryMetricHasATruth fails where a metric was added to the list and not counted by hand.
func TestEveryMetricHasATruth(t *testing.T) {
	for _, m := range metric.Metrics {
		if len(metricTruth[m.Name]) == 0 {
			t.Errorf("%s: count by hand what it comes to over testdata/small", m.Name)
		}
	}
}

// falsifications are ways in which a metric's samples can be wrong. Each takes the samples of
// one unit, in order, and returns others.
var falsifications = map[string]func(samples []metric.Sample) []metric.Sample{
	"hits inverted, values times 1.5 plus 1, categories renamed": func(samples []metric.Sample) []metric.Sample {
		for i := range samples {
			s := &samples[i]
			s.Hit, s.Value, s.Category = !s.Hit, 1.5*s.Value+1, s.Category+"!"
		}
		return samples
	},
	"values in milliseconds": func(samples []metric.Sample) []metric.Sample {
		for i := range samples {
			samples[i].Hit, samples[i].Value, samples[i].Category = true, 1000*samples[i].Value+1, "other"
		}
		return samples
	},
	"never": func([]metric.Sample) []metric.Sample { return nil },
	"twice": func(samples []metric.Sample) []metric.Sample { return append(samples, samples...) },
	"the last one left out": func(samples []metric.Sample) []metric.Sample {
		return samples[:max(0, len(samples)-1)]
	},
	"under another step": func(samples []metric.Sample) []metric.Sample {
		for i := range samples {
			samples[i].Step += "?"
		}
		return samples
	},
	"under another subject": func(samples []metric.Sample) []metric.Sample {
		for i := range samples {
			samples[i].Subject = "another"
		}
		return samples
	},
}

// TestFalsifiedMetricsAreNoticed makes each metric wrong, one at a time, and demands that
// the truth over the small logs notices it.
func TestFalsifiedMetricsAreNoticed(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the small logs seven times for every metric")
	}
	tables := small(t)
	if wrong := untrue(results(t, tables)); len(wrong) > 0 {
		t.Fatalf("the metrics are wrong as they are, so nothing could be seen: %s", wrong)
	}
	for _, m := range metric.Metrics {
		for what, change := range falsifications {
			own := m.Sample
			sample := own
			if sample == nil {
				sample = m.Sampler()
			}
			m.Sample = func(u *metric.Unit, emit func(metric.Sample)) {
				var samples []metric.Sample
				sample(u, func(s metric.Sample) { samples = append(samples, s) })
				for _, s := range change(samples) {
					emit(s)
				}
			}
			wrong := untrue(results(t, tables))
			m.Sample = own
			if len(wrong) == 0 {
				t.Errorf("%s, %s: nobody notices", m.Name, what)
			}
		}
	}
}
