package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// waited is how much one step keeps runs waiting.
type waited struct {
	subject, step string
	on, runs      int
	share         []float64
	seconds       float64
}

// waiting sums up the critical paths: on which steps do runs wait, and how long. The
// paths are inferred, since the logs have no edges.
func (a *analysis) waiting() []*waited {
	type key struct{ subject, step string }
	byKey := map[key]*waited{}
	var all []*waited
	runs := map[string]int{}
	for _, r := range a.d.Runs {
		if len(r.CriticalPath) == 0 {
			continue
		}
		runs[r.Subject]++
		for _, p := range r.CriticalPath {
			k := key{r.Subject, p.Step}
			w := byKey[k]
			if w == nil {
				w = &waited{subject: r.Subject, step: p.Step}
				byKey[k] = w
				all = append(all, w)
			}
			w.on++
			if p.Share.OK && r.DurationS.OK {
				w.share = append(w.share, p.Share.Value)
				w.seconds += p.Share.Value * r.DurationS.Value
			}
		}
	}
	for _, w := range all {
		w.runs = runs[w.subject]
	}
	slices.SortStableFunc(all, func(x, y *waited) int {
		return cmp.Or(cmp.Compare(y.seconds, x.seconds), strings.Compare(x.subject, y.subject), strings.Compare(x.step, y.step))
	})
	return all
}

func waitingTable(all []*waited) *report.Table {
	columns := []report.Column{left("Step"), minor(left("Subject")), right("On the path"), right("Median share"), right("Waited for in all")}
	var rows []report.Row
	for _, w := range all {
		s := spreadOf(w.share)
		rows = append(rows, report.Row{Cells: []report.Cell{code(w.step), code(w.subject), shareCell(rate(w.on, w.runs)), num(s.P50, unit.Ratio), num(report.Known(w.seconds), unit.Seconds)}})
	}
	return tableOf("waiting", "What CI runs wait for. Inferred: the log has no edges, so what unblocked a step is taken to be the last one done before it became ready.",
		"No closed run with transitions was found.", columns, rows, someRows)
}

// waitingSentence names the step that runs wait for most.
func waitingSentence(all []*waited) string {
	w := all[0]
	return fmt.Sprintf("CI runs wait most for %s: on the inferred critical path in %d of %s, %s in all.", w.step, w.on, plural(w.runs, "run"), unit.Seconds.Format(w.seconds))
}
