package analyze

import (
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// ledger accounts for every line and record, file by file in path order.
func ledger(t *table.Set, passedOver []report.PassedOver) report.Ledger {
	s := &t.Sources
	l := report.Ledger{Files: make([]report.LedgerFile, 0, s.Len()), PassedOver: append([]report.PassedOver{}, passedOver...)}
	lines := make([]int64, s.Len()) // one piece of memory instead of one for each file
	names := map[string]*string{}   // of formats and compressions
	named := func(name string) *string {
		p := names[name]
		if p == nil {
			own := name
			p = &own
			names[own] = p
		}
		return p
	}
	for row := range s.Len() {
		f := report.LedgerFile{Path: s.Path.At(row), Bytes: s.Bytes.At(row), Records: s.Records.At(row),
			Fates: report.Fates{Kept: s.Kept.At(row), Blank: s.Blank.At(row), Ignored: s.Ignored.At(row),
				Duplicate: s.Duplicate.At(row), Superseded: s.Superseded.At(row), Rejected: s.Rejected.At(row)}}
		if v, ok := s.Format.Get(row); ok {
			f.Format = named(v)
			l.Total.Claimed++
		}
		if v, ok := s.Compression.Get(row); ok {
			f.Compression = named(v)
		}
		if v, ok := s.Lines.Get(row); ok {
			lines[row] = v
			f.Lines = &lines[row]
			l.Total.Lines += v
		}
		l.Files = append(l.Files, f)
		sum := &l.Total
		sum.Files++
		sum.Bytes += f.Bytes
		sum.Records += f.Records
		sum.Kept += f.Kept
		sum.Blank += f.Blank
		sum.Ignored += f.Ignored
		sum.Duplicate += f.Duplicate
		sum.Superseded += f.Superseded
		sum.Rejected += f.Rejected
	}
	return l
}
