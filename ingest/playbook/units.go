package playbook

import (
	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/cycle"
	"runreport/ingest/playbook/run"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// stitch makes the units of all files: runs, with the documents beside them,
// cycles and cells.
func stitch(files []*record.File) []*record.Unit {
	var runs, docs, cycles, cells []*record.File
	for _, f := range files {
		switch f.Format {
		case runFormat:
			runs = append(runs, f)
		case cycleFormat:
			cycles = append(cycles, f)
		case cellFormat:
			cells = append(cells, f)
		case companionFormat:
			docs = append(docs, f)
		}
	}
	units := run.Stitch(runs, docs)
	measured := cycle.StitchCells(cells)
	units = append(units, cycle.AddStatements(cycle.Stitch(cycles), docs, measured)...)
	return append(units, measured...)
}

// assemble writes the rows of one unit.
func assemble(u *record.Unit, t *table.Set) {
	switch u.Kind {
	case cycle.Unit:
		cycle.Assemble(u, t)
	case cycle.CellUnit:
		cycle.AssembleCell(u, t)
	case companion.CalibrationLog, companion.Archive, companion.BugList:
		companion.Assemble(u, t)
	default:
		run.Assemble(u, t)
	}
}
