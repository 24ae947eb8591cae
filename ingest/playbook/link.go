package playbook

import (
	"slices"

	"runreport/ingest/playbook/cycle"
	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/run"
	"runreport/ingest/record"
)

// below is the quality folder, whose files a log says that it wrote.
func below(dir string) (quality string, looks bool) { return layout.QualityFolder(dir), true }

// links are what runs and cycles are put together by, and the quality folder, in which
// documents find their run. Entries of a calibration log and cells speak about any cycle: with
// one of them all cycles are tied, and without any none is by that.
func links(f *record.File) []record.Link {
	const measured = "cells and entries of calibration logs"
	all := []record.Link{{Name: "quality\x00" + layout.QualityFolder(f.Dir)}, {Name: "folder\x00" + f.Dir}}
	switch f.Format {
	case runFormat:
		for _, key := range run.Keys(f) {
			all = append(all, record.Link{Name: key})
		}
	case cycleFormat:
		all = append(all, record.Link{Name: measured, Value: "cycle"})
		for _, key := range cycle.Keys(f) {
			all = append(all, record.Link{Name: key})
		}
	case cellFormat:
		all = append(all, record.Link{Name: measured})
	case companionFormat:
		if slices.ContainsFunc(f.Records, cycle.IsStatement) {
			all = append(all, record.Link{Name: measured})
		}
	}
	return all
}
