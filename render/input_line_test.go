package render

import (
	"testing"

	"runreport/analyze/report"
)

// Input of documents alone has no lines: what was read are records.
func TestInputLineOfDocuments(t *testing.T) {
	format, lines := "x", int64(4)
	document := report.LedgerFile{Path: "a.xml", Format: &format, Records: 7, Fates: report.Fates{Kept: 7}}
	log := report.LedgerFile{Path: "b.jsonl", Format: &format, Records: 4, Lines: &lines, Fates: report.Fates{Kept: 4}}
	for _, c := range []struct {
		files []report.LedgerFile
		want  string
	}{
		{[]report.LedgerFile{document}, "All input accounted for: 1 file, 7 records"},
		{[]report.LedgerFile{document, log}, "All input accounted for: 2 files, 4 lines"},
	} {
		l := report.Ledger{Files: c.files}
		for _, f := range c.files {
			l.Total.Files++
			l.Total.Claimed++
			l.Total.Records += f.Records
			l.Total.Kept += f.Kept
			if f.Lines != nil {
				l.Total.Lines += *f.Lines
			}
		}
		if got, sound := inputLine(l); got != c.want || !sound {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
