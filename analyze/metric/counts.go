package metric

import (
	"cmp"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// mostParts is how many parts of one count a run lists; the table counts has all.
const mostParts = 12

// runCounts are the numbers that the unit comes to, in the order in which its system
// writes them, but for minor ones and for parts of which there are very many.
func (u runRow) runCounts() []report.RunCount {
	c, out := &u.t.Counts, []report.RunCount{}
	parts := map[string]int{}
	for row := range u.counts().each {
		name := c.Name.At(row)
		parts[name]++
	}
	for row := range u.counts().each {
		if name := c.Name.At(row); !c.Minor.Is(row) && (parts[name] <= mostParts || c.By.At(row) == "") {
			out = append(out, report.RunCount{Name: name, By: c.By.At(row), Part: c.Part.At(row), Value: c.Value.At(row)})
		}
	}
	return out
}

// countDetails are all numbers of the unit, with who states them.
func (u details) countDetails() (out []CountDetail) {
	c := &u.t.Counts
	for row := range u.counts().each {
		out = append(out, CountDetail{Title: c.Title.At(row), By: c.By.At(row), Part: c.Part.At(row), Value: c.Value.At(row),
			SaidBy: c.SaidBy.At(row), Stated: c.Stated.Is(row), Evidence: Cite(u.t, c.Place(row))})
	}
	return out
}

// CountDetail is one number of a unit.
type CountDetail struct {
	Title, By, Part, SaidBy string
	Value                   float64
	Stated                  bool // a log or a document states it; else it was counted
	Evidence                report.Evidence
}

// recentCounts is how many values of a series the report holds.
const recentCounts = 20

// Counts are the numbers of all units over the runs of each subject, in the order of the
// systems, subjects and numbers as they are met.
func Counts(units []*Unit) []report.CountSeries {
	type key struct{ system, subject, name, by, part string }
	at, out := map[key]int{}, []report.CountSeries{}
	for _, u := range units {
		c := &u.t.Counts
		for row := range u.counts().each {
			k := key{u.System, u.Subject, c.Name.At(row), c.By.At(row), c.Part.At(row)}
			i, known := at[k]
			if !known {
				i = len(out)
				at[k] = i
				out = append(out, report.CountSeries{System: k.system, Subject: k.subject, Name: k.name, Title: c.Title.At(row),
					By: k.by, Part: k.part, Better: cmp.Or(c.Better.At(row), string(Neither)), Before: report.Missing(string(stat.ReasonNoData))})
			}
			s := &out[i]
			if s.LastRun == u.Key { // a record may state it twice
				continue
			}
			if s.Runs > 0 {
				s.Before = report.Known(s.Last)
			}
			s.Runs, s.Last, s.LastRun = s.Runs+1, c.Value.At(row), u.Key
			s.Recent = append(s.Recent, s.Last)
			s.Recent = s.Recent[max(0, len(s.Recent)-recentCounts):]
		}
	}
	return out
}
