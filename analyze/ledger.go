package analyze

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/problem"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/ingest/table"
)

// ledger accounts for every line and record, file by file in path order.
func ledger(t *table.Set, passedOver []report.PassedOver) report.Ledger {
	s := &t.Sources
	l := report.Ledger{Files: make([]report.LedgerFile, 0, s.Len()), PassedOver: append([]report.PassedOver{}, passedOver...)}
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

// allFindings are those of the reading and those of the analysis, worst first. older is
// how many there are of snapshots and copies that do not count: they are told of the log
// that does. future is how many events are later than --as-of.
func allFindings(tables *table.Set, runs []report.Run, future int, own ...[]report.Finding) (all []report.Finding, older int64) {
	t := &tables.Findings
	all = make([]report.Finding, 0, t.Len())
	subjects := map[string]string{} // of the runs that have findings
	for row := range t.Len() {
		subjects[t.Run.At(row)] = ""
	}
	for i := range runs {
		if _, has := subjects[runs[i].Key]; has {
			subjects[runs[i].Key] = runs[i].Subject
		}
	}
	for row := range t.Len() {
		if t.Older.Is(row) {
			older++
			continue
		}
		f := report.Finding{Code: t.Code.At(row), Severity: t.Severity.At(row), File: tables.Sources.Path.At(t.Place(row).Source), Message: t.Message.At(row),
			Seen: t.Seen.At(row), Expected: t.Expected.At(row), Run: t.Run.At(row),
			Subject: subjects[t.Run.At(row)], Count: t.Count.At(row)}
		if line, ok := t.Line.Get(row); ok && line > 0 {
			f.Line = &line
		}
		all = append(all, f)
	}
	for _, more := range own {
		all = append(all, more...)
	}
	if future > 0 {
		all = append(all, report.Finding{Code: recall.CodeFuture.Name, Severity: string(recall.CodeFuture.Severity), Message: recall.CodeFuture.Means,
			Seen: words.Plural(future, "event"), Count: int64(future)})
	}
	sortFindings(all)
	return all, older
}

// sortFindings sorts by severity, code, file and line. It is stable. It sorts indexes, because a finding
// takes about 170 bytes, and then moves each finding once.
func sortFindings(all []report.Finding) {
	order := make([]int32, len(all))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		x, y := &all[i], &all[j]
		return cmp.Or(cmp.Compare(problem.Rank(x.Severity), problem.Rank(y.Severity)), strings.Compare(x.Code, y.Code),
			strings.Compare(x.File, y.File), cmp.Compare(line(x.Line), line(y.Line)), cmp.Compare(i, j))
	})
	for i := range order { // apply the permutation in place, cycle by cycle
		for at := i; ; {
			next := int(order[at])
			order[at] = int32(at)
			if next == i {
				break
			}
			all[at], all[next] = all[next], all[at]
			at = next
		}
	}
}

func line(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
