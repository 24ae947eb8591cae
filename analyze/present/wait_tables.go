package present

import (
	"fmt"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

func waitingTable(all []metric.Wait) *report.Table {
	columns := []report.Column{left("Step"), minor(left("Subject")), right("On the path"), right("Median share"), right("Total wait")}
	var rows []report.Row
	for _, w := range all {
		rows = append(rows, report.Row{Cells: []report.Cell{code(w.Step), code(w.Subject), shareCell(w.OnPath), num(w.Share, unit.Ratio), num(report.Known(w.Seconds), unit.Seconds)}})
	}
	return tableOf("waiting", "What CI runs wait for. Inferred: the log has no edges, so what unblocked a step is taken to be the last one done before it became ready.",
		"No closed run with transitions was found.", columns, rows, someRows)
}

// waitingSentence names the step that runs wait for most.
func waitingSentence(all []metric.Wait) string {
	w := all[0]
	return fmt.Sprintf("CI runs wait most for %s: on the inferred critical path in %s of %s, %s in all.", w.Step, words.Count(w.OnPath.Num), words.Plural(int(w.OnPath.Den), "run"), unit.Seconds.Format(w.Seconds))
}

// lagTable is how long attempts wait before they start, and how long a stall goes
// unnoticed.
func lagTable(results []report.MetricResult) *report.Table {
	columns := []report.Column{left("What"), left("Runtime"), right("n"), right("p50"), right("p90"), right("Max")}
	var rows []report.Row
	for _, m := range []*metric.Metric{metric.QueueTime, metric.DetectionLag} {
		for _, g := range metric.Groups(results, m) {
			if g.Distribution.Max.Value == 0 {
				continue // stamped at once
			}
			rows = append(rows, report.Row{Evidence: g.Evidence, Cells: []report.Cell{text(m.Title), text(g.Step), whole(g.Distribution.N),
				num(g.Distribution.P50, unit.Seconds), num(g.Distribution.P90, unit.Seconds), num(g.Distribution.Max, unit.Seconds)}})
		}
	}
	return tableOf("lags", "Waits that are no part of an attempt.", "None.", columns, rows, someRows)
}
