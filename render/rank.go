package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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
			order := cmp.Compare(cells[i-1].key, cells[i].key)
			ranks[i] = ranks[i-1] - order
			if !plain {
				continue
			}
			a, aPlain := plainNumber(rows[cells[i-1].row].Cells[column].Text)
			b, bPlain := plainNumber(rows[cells[i].row].Cells[column].Text)
			plain = aPlain && bPlain && cmp.Compare(a, b) == order
		}
		for i, c := range cells {
			if !plain {
				t.Rows[c.row].Cells[column].Rank = trusted(strconv.Itoa(ranks[i]))
			}
		}
	}
}

// plainNumber reads a text that is nothing but a number, as the script does: tables.js has the
// pattern `^[-+−]?\d[\d,]*(\.\d+)?( ?%)?$`.
func plainNumber(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	number := strings.TrimSuffix(strings.TrimSuffix(s, "%"), " ")
	if number != s && !strings.HasSuffix(s, "%") {
		return 0, false
	}
	negative := false
	switch sign, size := utf8.DecodeRuneInString(number); sign {
	case '-', '−':
		negative = true
		fallthrough
	case '+':
		number = number[size:]
	}
	whole, part, dot := strings.Cut(number, ".")
	if whole == "" || !digit(whole[0]) || !digits(strings.ReplaceAll(whole, ",", "")) ||
		dot && (part == "" || !digits(part)) {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	if negative {
		v = -v
	}
	return v, err == nil
}

// digits reports whether a text has nothing but digits.
func digits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}
