package metric_test

import (
	"testing"

	"runreport/analyze"
	"runreport/analyze/analyzetest"
)

// All figures of the logs of all formats.
func TestFiguresOfLogs(t *testing.T) {
	d := analyzetest.Small(t).Data
	for i := range d.Metrics {
		d.Metrics[i].Groups = nil // there are many; those of the demonstration are below
	}
	analyzetest.Golden(t, "small", map[string]any{
		"runs": d.Runs, "flakes": d.Flakes, "durations": d.Durations, "stops": d.Stops, "competitions": d.Competitions,
		"gates": d.Gates, "usage": d.Usage, "metrics": d.Metrics, "key figures": d.KeyFigures, "items": d.Items.Groups,
	})
	d = analyzetest.Report(t, analyze.Options{}, "demo/fishbowl-duels", "demo/cadre-fleet", "demo/crabyard-cards", "demo/aamf-migration").Data
	analyzetest.Golden(t, "demo", map[string]any{
		"runs": d.Runs, "flakes": d.Flakes, "durations": d.Durations, "stops": d.Stops, "competitions": d.Competitions,
		"gates": d.Gates, "usage": d.Usage, "metrics": d.Metrics, "key figures": d.KeyFigures,
	})
}
