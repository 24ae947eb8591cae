package present

import (
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// How many cycles make a line worth drawing, how many it shows at most, and how many
// of its marks have room for a name.
const (
	minTrajectory = 3
	maxTrajectory = 60
	maxNamedMarks = 4
)

var trajectoryRoles = []report.Role{report.RoleA, report.RoleB, report.RoleC, report.RoleD, report.RoleE, report.RoleF}

// trajectorySide is the side of the lever that a chart follows over cycles.
type trajectorySide struct{ side, id, name, meaning string }

var (
	beforeLever = trajectorySide{"pre", "recall-trajectory", "before", ", the control side: it should be flat"}
	afterLever  = trajectorySide{"post", "recall-trajectory-after", "after", ""}
)

// trajectoryChart draws recall on one side of the lever over cycles, with the levers that
// were shipped and the changes of level marked.
func trajectoryChart(all []report.Cycle, trajectories []report.Trajectory, of trajectorySide) *report.Chart {
	var cycles []report.Cycle
	var titles, days []string
	for _, c := range latest(all, maxTrajectory) {
		if title := words.CycleTitle(&c); !slices.Contains(titles, title) {
			cycles, titles, days = append(cycles, c), append(titles, title), append(days, words.ShortTitle(&c))
		}
	}
	if len(titles) < minTrajectory {
		return nil
	}
	zero, one := 0.0, 1.0
	c := &report.Chart{ID: of.id, Kind: report.Lines, X: report.Axis{Categories: days},
		Y: report.Axis{Title: "Recall " + of.name + " the lever", Unit: unit.Ratio, Min: &zero, Max: &one}}
	drawn, n := drawnTrajectories(trajectories, of.side)
	changes := map[int][]string{}
	changed, tooFew := 0, 0
	for i, t := range drawn {
		s := report.Series{Name: t.Benchmark, Role: trajectoryRoles[i]}
		for x, title := range titles {
			p := report.Point{X: float64(x)}
			if at := slices.Index(t.Cycles, title); at >= 0 {
				v := t.Values[at].Value
				p.Y, p.Value, p.Label = v, &v, unit.Fixed(v, 2)+" in "+title
			}
			s.Points = append(s.Points, p)
		}
		c.Series = append(c.Series, s)
		for _, x := range recall.CertainChanges(t) {
			changed++
			if at := slices.Index(titles, x.Cycle); at > 0 {
				changes[at] = append(changes[at], t.Benchmark+" "+words.Points(x.Step.Value))
			}
		}
		if t.Status != string(stat.ChangeOK) {
			tooFew++
		}
	}
	if len(c.Series) == 0 {
		return nil
	}
	c.Marks = trajectoryMarks(cycles, changes)
	c.N = "n = " + words.Plural(len(titles), "cycle") + of.meaning
	if n > len(drawn) {
		c.N += fmt.Sprintf("; %s of %s benchmarks, those that changed first", words.Count(len(drawn)), words.Count(n))
	}
	recallOf := "ecall " + of.name + " the lever"
	switch {
	case changed == 1:
		for _, names := range changes {
			c.Title = "R" + recallOf + " changed its level once: " + names[0]
		}
	case changed > 0:
		c.Title = fmt.Sprintf("R%s changed its level %s", recallOf, words.Times(changed))
	case tooFew == len(c.Series):
		c.Title = fmt.Sprintf("R%s: no benchmark was measured in the %d cycles that it takes to look for changes", recallOf, stat.MinSeries)
	default:
		c.Title = "No change of level was found in r" + recallOf
		if tooFew > 0 {
			c.Title += fmt.Sprintf("; %s of %s benchmarks have too few cycles", words.Count(tooFew), words.Count(len(c.Series)))
		}
	}
	if c.Title == "" { // the change is in a cycle that is not drawn
		c.Title = "R" + recallOf + " changed its level once, before what is drawn"
	}
	c.Table = trajectoryTable(cycles, c.Series, changes, of)
	return c
}

// drawnTrajectories are the benchmarks on one side that there is a look for, those that
// changed their level first, and how many there are.
func drawnTrajectories(all []report.Trajectory, side string) (drawn []report.Trajectory, of int) {
	for _, t := range all {
		if t.Side == side {
			drawn = append(drawn, t)
		}
	}
	of = len(drawn)
	if of > len(trajectoryRoles) {
		slices.SortStableFunc(drawn, func(x, y report.Trajectory) int { return len(recall.CertainChanges(y)) - len(recall.CertainChanges(x)) })
		drawn = drawn[:len(trajectoryRoles)]
	}
	return drawn, of
}

// shipped is the decision to keep a lever, as the summary has it.
const shipped = "ship"

// trajectoryMarks are the levers that were shipped, between their cycle and the next,
// and the changes of level, before the first cycle after them.
func trajectoryMarks(cycles []report.Cycle, changes map[int][]string) []report.Mark {
	var marks []report.Mark
	for i, c := range cycles[:len(cycles)-1] {
		if c.Verdict.Decision == shipped {
			marks = append(marks, report.Mark{Name: "shipped " + words.OrNot(c.Lever), Role: report.RoleAfter, At: float64(i) + 0.5, OnX: true})
		}
	}
	for at := range cycles {
		if names := changes[at]; names != nil {
			marks = append(marks, report.Mark{Name: "level: " + words.List(names, 2), Role: report.RoleBad, At: float64(at) - 0.5, OnX: true})
		}
	}
	if len(marks) > maxNamedMarks { // the table names them
		for i := range marks {
			marks[i].Name, _, _ = strings.Cut(marks[i].Name, " ")
			marks[i].Name = strings.TrimSuffix(marks[i].Name, ":")
		}
	}
	return marks
}

// trajectoryTable has a row for each cycle and a column for each line.
func trajectoryTable(cycles []report.Cycle, lines []report.Series, changes map[int][]string, of trajectorySide) *report.Table {
	columns := []report.Column{left("Cycle"), left("Lever"), left("Logged"), left("Level changed")}
	for _, s := range lines {
		columns = append(columns, right(s.Name))
	}
	var rows []report.Row
	for i, c := range cycles {
		row := report.Row{Evidence: []report.Evidence{c.Evidence}, Cells: []report.Cell{code(words.CycleTitle(&c)), code(c.Lever), code(c.Verdict.Logged), text(list0(changes[i]))}}
		for _, s := range lines {
			value := report.Missing(string(stat.ReasonNoData))
			if v := s.Points[i].Value; v != nil {
				value = report.Known(*v)
			}
			row.Cells = append(row.Cells, num(value, unit.Ratio))
		}
		rows = append(rows, row)
	}
	return tableOf(of.id+"-data", "Recall "+of.name+" the lever, oldest cycle first.", "", columns, rows, manyRows)
}
