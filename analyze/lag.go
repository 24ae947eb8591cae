package analyze

import (
	"runreport/analyze/report"
	"runreport/unit"
)

var queueTime = &Metric{
	Name: "queue-time", Title: "Waiting to start", Section: "durations", Sort: Spread, Unit: unit.Seconds, Better: Lower,
	Doc: "From when an attempt was created to when it started, seconds. Where a writer stamps both at once it is 0 and says nothing.",
	Sample: func(u *Unit, emit func(Sample)) {
		at := &u.t.Attempts
		for _, row := range u.attempts {
			if waited, ok := u.span(at.CreatedAt.At(row), at.StartedAt.At(row)); ok {
				emit(Sample{Step: at.Runtime.At(row), Value: waited, Place: at.Place(row)})
			}
		}
	},
}

var detectionLag = &Metric{
	Name: "stall-detection-lag", Title: "Stalled before anybody noticed", Section: "durations", Sort: Spread, Unit: unit.Seconds, Better: Lower,
	Doc: "From the last sign of life of a stalled attempt to when it was marked as stalled, seconds. It is no part of the attempt's duration.",
	Sample: func(u *Unit, emit func(Sample)) {
		at := &u.t.Attempts
		for _, row := range u.attempts {
			if silent, ok := u.span(at.HeartbeatAt.At(row), at.EndedAt.At(row)); ok && at.Cut.At(row) == "stalled" {
				emit(Sample{Step: at.Runtime.At(row), Value: silent, Place: at.Place(row)})
			}
		}
	},
}

// lagTable is how long attempts wait before they start, and how long a stall goes
// unnoticed.
func (a *analysis) lagTable() *report.Table {
	columns := []report.Column{left("What"), left("Runtime"), right("n"), right("Median"), right("90 %"), right("Longest")}
	var rows []report.Row
	for _, m := range []*Metric{queueTime, detectionLag} {
		for _, g := range a.metric(m).Groups {
			if g.Spread.Max.Value == 0 {
				continue // stamped at once
			}
			rows = append(rows, report.Row{Evidence: g.Evidence, Cells: []report.Cell{text(m.Title), text(g.Step), whole(g.Spread.N),
				num(g.Spread.P50, unit.Seconds), num(g.Spread.P90, unit.Seconds), num(g.Spread.Max, unit.Seconds)}})
		}
	}
	return tableOf("lags", "Waits that are no part of an attempt.", "None.", columns, rows, someRows)
}
