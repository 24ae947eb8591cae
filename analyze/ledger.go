package analyze

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// ledger accounts for every line and record, file by file in path order.
func (a *analysis) ledger() report.Ledger {
	s := &a.t.Sources
	l := report.Ledger{Files: []report.LedgerFile{}, PassedOver: append([]report.PassedOver{}, a.o.PassedOver...)}
	for row := range s.Len() {
		f := report.LedgerFile{Path: s.Path.At(row), Bytes: s.Bytes.At(row), Records: s.Records.At(row),
			Fates: report.Fates{Kept: s.Kept.At(row), Blank: s.Blank.At(row), Ignored: s.Ignored.At(row),
				Duplicate: s.Duplicate.At(row), Superseded: s.Superseded.At(row), Rejected: s.Rejected.At(row)}}
		if v, ok := s.Format.Get(row); ok {
			f.Format = &v
			l.Total.Claimed++
		}
		if v, ok := s.Compression.Get(row); ok {
			f.Compression = &v
		}
		if v, ok := s.Lines.Get(row); ok {
			f.Lines = &v
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

// findings are those of the reading and those of the analysis, worst first.
func (a *analysis) findings() []report.Finding {
	if a.future > 0 {
		a.own = append(a.own, report.Finding{Code: codeFuture.Name, Severity: string(codeFuture.Severity), Message: codeFuture.Means,
			Seen: plural(a.future, "event"), Count: int64(a.future)})
	}
	all := []report.Finding{}
	subjects := make(map[string]string, len(a.units))
	for _, u := range a.units {
		subjects[u.Key] = u.Subject
	}
	t := &a.t.Findings
	for row := range t.Len() {
		f := report.Finding{Code: t.Code.At(row), Severity: t.Severity.At(row), File: a.path(t.Place(row).Source), Message: t.Message.At(row),
			Seen: t.Seen.At(row), Expected: t.Expected.At(row), Run: t.Run.At(row),
			Subject: subjects[t.Run.At(row)], Count: t.Count.At(row)}
		if line, ok := t.Line.Get(row); ok && line > 0 {
			f.Line = &line
		}
		all = append(all, f)
	}
	all = append(all, a.own...)
	slices.SortStableFunc(all, func(x, y report.Finding) int {
		return cmp.Or(cmp.Compare(rank(x.Severity), rank(y.Severity)), strings.Compare(x.Code, y.Code),
			strings.Compare(x.File, y.File), cmp.Compare(line(x.Line), line(y.Line)))
	})
	return all
}

func rank(severity string) int {
	return slices.Index([]string{string(table.Act), string(table.Look), string(table.Know)}, severity)
}

func line(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
