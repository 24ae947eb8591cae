package playbook

import (
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
	units := stitchRuns(runs, docs)
	units = append(units, stitchCycles(cycles)...)
	return append(units, stitchCells(cells)...)
}

// assemble writes the rows of one unit.
func assemble(u *record.Unit, t *table.Set) {
	switch u.Kind {
	case cycleUnit:
		assembleCycle(u, t)
	case cellUnit:
		assembleCell(u, t)
	case calibrationUnit, archiveUnit:
		assembleDocuments(u, t)
	default:
		assembleRun(u, t)
	}
}
