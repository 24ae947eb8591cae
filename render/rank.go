package render

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"runreport/analyze/report"
)

// rankCells gives the cells of a column their rank where the page's script, which
// reads numbers as they are printed, would sort it otherwise than the report does: a
// rank is exact, and shorter than the number behind it.
func rankCells(t *tableView, rows []report.Row) {
	type keyed struct {
		row int
		key float64
	}
	for column := range t.Heads {
		var cells []keyed
		for i, r := range rows {
			if column < len(r.Cells) && r.Cells[column].Sort != nil && r.Cells[column].Reason == "" {
				cells = append(cells, keyed{i, *r.Cells[column].Sort})
			}
		}
		slices.SortStableFunc(cells, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
		ranks, plain := make([]int, len(cells)), true
		for i := 1; i < len(cells); i++ {
			before, after := rows[cells[i-1].row].Cells[column].Text, rows[cells[i].row].Cells[column].Text
			order := cmp.Compare(cells[i-1].key, cells[i].key)
			ranks[i] = ranks[i-1] - order
			a, aPlain := plainNumber(before)
			b, bPlain := plainNumber(after)
			plain = plain && aPlain && bPlain && cmp.Compare(a, b) == order
		}
		for i, c := range cells {
			if !plain {
				t.Rows[c.row].Cells[column].Rank = ours(strconv.Itoa(ranks[i]))
			}
		}
	}
}

// numberText is what the script takes for a number; tables.js has the same pattern.
var numberText = regexp.MustCompile(`^[-+\x{2212}]?\d[\d,]*(\.\d+)?( ?%)?$`)

var numberSigns = strings.NewReplacer(",", "", "%", "", " ", "", "\u2212", "-")

// plainNumber reads a text that is nothing but a number.
func plainNumber(s string) (float64, bool) {
	if s = strings.TrimSpace(s); !numberText.MatchString(s) {
		return 0, false
	}
	v, err := strconv.ParseFloat(numberSigns.Replace(s), 64)
	return v, err == nil
}
