package render

import "runreport/analyze/report"

// How many rows of a table stand in the page itself: of main tables, of others, and of those
// that are folded away by themselves. Further
// ones are data that the page's script makes rows of as soon as they are wanted; without it
// the page shows the first, and says so.
const (
	standingMain  = 10
	standingOther = 3
	standingFold  = 2
)

// standing is how many rows of the table stand in the page, of n that it has room for.
func (b budget) standing(t *report.Table, n int) int {
	stand := standingOther
	switch {
	case t.Main:
		stand = standingMain
	case b.folded:
		stand = standingFold
	}
	if !b.late || n <= stand {
		return n
	}
	return stand
}

// lateRow is a row as data. The keys are short, since there may be a thousand.
type lateRow struct {
	ID     trusted    `json:"i"`
	Role   trusted    `json:"r,omitempty"`
	Cells  []lateCell `json:"c"`
	Places []string   `json:"p,omitempty"`
	Detail []string   `json:"d,omitempty"`
}

type lateCell struct {
	Text  string  `json:"t"`
	Title string  `json:"w,omitempty"`
	Why   string  `json:"y,omitempty"`
	Class trusted `json:"k,omitempty"`
	Rank  trusted `json:"s,omitempty"`
	Value trusted `json:"v,omitempty"`
	Code  bool    `json:"m,omitempty"`
}

// later makes data of all rows but the first. Their texts are made legible here, since no
// template prints them one by one.
func (v *tableView) later(stand int) {
	for _, r := range v.Rows[stand:] {
		l := lateRow{ID: r.ID, Role: r.Role, Detail: mapStrings(r.Detail, legible)}
		for _, c := range r.Cells {
			l.Cells = append(l.Cells, lateCell{
				legible(c.Text), legible(c.Title), legible(c.Why), c.Class, c.Rank, c.Value, c.Code})
		}
		for _, p := range r.Places {
			l.Places = append(l.Places, legible(p.Whole))
		}
		v.Later = append(v.Later, l)
	}
	v.Rows = v.Rows[:stand]
}
