package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/problem"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// maxCodes is how many kinds of findings a chart draws.
const maxCodes = 20

// codeSum is all findings of one code.
type codeSum struct {
	f     report.Finding // the first
	times int64
	files map[string]bool
}

// byCode sums findings up by code, most urgent first.
func byCode(all []report.Finding) []*codeSum {
	var order []*codeSum
	by := map[string]*codeSum{}
	for _, f := range all {
		x := by[f.Code]
		if x == nil {
			x = &codeSum{f: f, files: map[string]bool{}}
			by[f.Code] = x
			order = append(order, x)
		}
		x.times += f.Count
		x.files[f.File] = true
	}
	slices.SortStableFunc(order, func(x, y *codeSum) int {
		return cmp.Or(cmp.Compare(problem.Rank(x.f.Severity), problem.Rank(y.f.Severity)), cmp.Compare(y.times, x.times), strings.Compare(x.f.Code, y.f.Code))
	})
	return order
}

func codeTable(sums []*codeSum) *report.Table {
	columns := []report.Column{left("Finding"), left("Severity"), left("What it means"), right("Times"), right("Files")}
	var rows []report.Row
	for _, x := range sums {
		rows = append(rows, report.Row{Role: severityRoles[x.f.Severity], Cells: []report.Cell{code(x.f.Code), text(x.f.Severity), text(x.f.Message), whole(x.times), whole(int64(len(x.files)))}})
	}
	return tableOf("codes", "Findings by kind.", "None.", columns, rows, manyRows)
}

// codeChart draws how often each kind of finding occurs, most urgent first.
func codeChart(sums []*codeSum) *report.Chart {
	series := []report.Series{{Name: "errors", Role: report.RoleBad}, {Name: "warnings", Role: report.RoleWarn}, {Name: "info", Role: report.RoleNeutral}}
	c := &report.Chart{ID: "findings-by-code", Kind: report.Bars, X: report.Axis{Title: "Times", Unit: unit.Count}}
	total, most := int64(0), sums[0]
	for y, x := range sums {
		total += x.times
		if x.times > most.times {
			most = x
		}
		if y >= maxCodes {
			continue
		}
		v := float64(x.times)
		s := &series[max(0, problem.Rank(x.f.Severity))]
		s.Points = append(s.Points, report.Point{X: v, Y: float64(y), Value: &v, Label: fmt.Sprintf("%s in %s", unit.Count.Format(v), words.Plural(len(x.files), "file"))})
		c.Y.Categories = append(c.Y.Categories, x.f.Code) // as in the table, so that the two are marked together
	}
	c.Series = slices.DeleteFunc(series, func(s report.Series) bool { return len(s.Points) == 0 })
	c.Title = fmt.Sprintf("Most often: %s, %s of %s", most.f.Message, words.Times(int(most.times)), words.Count(total))
	if len(sums) == 1 {
		c.Title = fmt.Sprintf("One kind of finding: %s, %s", most.f.Message, words.Times(int(most.times)))
	}
	c.N = fmt.Sprintf("n = %s of %s", words.Plural(int(total), "finding"), words.Plural(len(sums), "kind"))
	if len(sums) > maxCodes {
		c.N += fmt.Sprintf("; the most urgent %d", maxCodes)
	}
	return c
}
