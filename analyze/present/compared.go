package present

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// mostCompared is how many runs a page can compare: a month of two runs a date, with room
// for other systems.
const mostCompared = 120

// Compared are the latest runs with their steps, and the sides of the latest cycles with
// their bugs, for a page that compares any two of them.
func Compared(v *View) ([]report.Compared, error) {
	var list []report.Compared
	runs := v.Data.Runs
	for i := len(runs) - 1; i >= max(0, len(runs)-mostCompared); i-- {
		r := &runs[i]
		d, err := v.Detail(i)
		if err != nil {
			return nil, err
		}
		c := report.Compared{Key: r.Key, Name: r.Unit, Result: r.Result, About: strings.Join(notEmpty(r.System, subjectOf(r), dateOf(r.StartedAt)), ", ")}
		for _, s := range d.Steps {
			name := s.Step
			if s.Stable != "" && s.Stable != s.Step && s.Name != "" {
				name = s.Name
			}
			c.Items = append(c.Items, report.ComparedItem{Name: name, Result: s.Result, DurationS: s.Duration})
		}
		if len(c.Items) > 0 {
			list = append(list, c)
		}
	}
	for column, name := range slices.Backward(v.Grid.Columns) {
		c := report.Compared{Key: "measured: " + name, Name: name, About: "bugs found"}
		for _, b := range v.Grid.Bugs {
			if result := b.Results[column]; result == stat.Found || result == stat.Missed {
				word := map[bool]string{true: "found", false: "missed"}[result == stat.Found]
				c.Items = append(c.Items, report.ComparedItem{Name: fmt.Sprintf("%s: %s", b.Benchmark, b.Bug), Result: word, DurationS: report.Missing(string(stat.ReasonNotMeasured))})
			}
		}
		if len(c.Items) > 0 {
			list = append(list, c)
		}
	}
	return list, nil
}

func dateOf(t report.Moment) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

func notEmpty(texts ...string) []string {
	return slices.DeleteFunc(texts, func(s string) bool { return s == "" })
}
