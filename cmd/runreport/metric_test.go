package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/unit"
	"runreport/unit/tier"
)

// added are metrics of every kind, as somebody would add them: a value and a line in
// the list each.
var added = []*metric.Metric{
	{
		Name: "toy-rate", Title: "Toys that rattle", Section: "flakes", Kind: metric.Rate, Unit: unit.Ratio, Better: metric.Lower,
		Doc: "Every second unit, of all units.",
		Sample: func(u *metric.Unit, emit func(metric.Sample)) {
			emit(metric.Sample{Step: "wooden", Hit: true})
			emit(metric.Sample{Step: "wooden"})
			emit(metric.Sample{Step: "plastic"})
		},
	},
	{
		Name: "toy-length", Title: "How long toys last", Section: "usage", Kind: metric.Distribution, Unit: unit.Seconds, Better: metric.Higher,
		Doc: "Always the same.",
		Sample: func(u *metric.Unit, emit func(metric.Sample)) {
			emit(metric.Sample{Step: "wooden", Value: 4321})
		},
	},
	{
		Name: "toy-colours", Title: "What colours toys have", Section: "gates", Kind: metric.Categorical, Unit: unit.Ratio, Better: metric.Neither,
		Doc: "Every colour, of all units.",
		Sample: func(u *metric.Unit, emit func(metric.Sample)) {
			emit(metric.Sample{Category: "crimson"})
			emit(metric.Sample{Category: "azure"})
		},
	},
}

// TestAddedMetricShowsItsNumber: a metric's value and line in the list are enough for
// its number to stand in every output that shows numbers, and its meaning in the help
// and the reference.
func TestAddedMetricShowsItsNumber(t *testing.T) {
	tier.Seconds(t)
	list := metric.Metrics
	metric.Metrics = append(slices.Clone(list), added...)
	defer func() { metric.Metrics = list }()

	dir := build(t, filepath.Join("..", "..", "testdata", "small"), "--format", "html,site,markdown,json")
	files := tree(t, dir)
	for _, section := range []string{"flakes", "usage", "gates"} {
		files["site"] += files["site/sections/"+section+".html"]
	}
	if !strings.Contains(files["details.md"], "Every second unit, of all units.") {
		t.Error("details.md does not say what the metric is")
	}
	for _, name := range []string{"index.html", "site", "details.md"} {
		for _, want := range []string{
			"Toys that rattle", "(50 %)", "most often",
			"How long toys last", "1 h 12 min",
			"What colours toys have", "crimson", "azure",
		} {
			if !strings.Contains(strings.ReplaceAll(files[name], "\u00a0", " "), want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
	}
	s := summaryOf(t, dir)
	byName := map[string]any{}
	for _, m := range dig(s, "metrics").([]any) {
		if groups := dig(m, "groups").([]any); len(groups) > 0 {
			byName[dig(m, "name").(string)] = groups[0]
		}
	}
	for _, c := range []struct {
		metric string
		path   []any
		want   any
	}{
		{"toy-rate", []any{"rate", "value"}, 0.5}, {"toy-length", []any{"spread", "p50"}, 4321.0}, {"toy-colours", []any{"mix", 0, "rate", "value"}, 0.5},
	} {
		if got := dig(byName[c.metric], c.path...); got != c.want {
			t.Errorf("summary.json: %s is %v, want %v", c.metric, got, c.want)
		}
	}
	_, help, _ := call(t, "metrics")
	for _, m := range added {
		if !strings.Contains(help, m.Name) {
			t.Errorf("the list of metrics lacks %s", m.Name)
		}
		if page := metricsPage(); !strings.Contains(page, m.Title) || !strings.Contains(page, m.Doc) {
			t.Errorf("the reference lacks %s", m.Name)
		}
	}
}

// inOwnBlocks are the metrics that a section shows in a chart or table made for them.
var inOwnBlocks = []string{
	"step-flake-rate", "first-attempt-pass-rate", "recovery-rate", "command-flake-rate", "flake-cost",
	"attempt-duration", "failed-attempt-duration", "phase-duration", "command-duration", "queue-time", "stall-detection-lag",
	"outcome-mix", "stall-rate", "gate-failure-rate", "agent-win-rate", "team-win-rate", "model-win-rate",
}

// TestEveryMetricIsShownWhereItSays: a metric names a section of the page, and stands
// there in a chart or a table wherever the demonstration has samples of it.
func TestEveryMetricIsShownWhereItSays(t *testing.T) {
	r := demoReport(t)
	for _, m := range r.Data.Metrics {
		i := slices.IndexFunc(r.Sections, func(s report.Section) bool { return s.ID == m.Section })
		if i < 0 {
			t.Errorf("%s names the section %q, which there is none of", m.Name, m.Section)
			continue
		}
		shown := slices.ContainsFunc(r.Sections[i].Blocks, func(b report.Block) bool { return b.Table != nil && b.Table.ID == "metric-"+m.Name })
		if want := len(m.Groups) > 0 && !slices.Contains(inOwnBlocks, m.Name); shown != want {
			t.Errorf("%s has a table of its own: %v, want %v", m.Name, shown, want)
		}
	}
}
