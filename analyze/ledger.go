package analyze

import (
	"cmp"
	"maps"
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

// findingsOfReading are those of the reading, worst first. older is how many there are of snapshots and copies
// that do not count: they are told of the log that does.
func findingsOfReading(tables *table.Set, runs []report.Run) (all []report.Finding, older int64) {
	t := &tables.Findings
	all = make([]report.Finding, 0, t.Len())
	subjects := subjectsOf(t, runs)
	lines := make([]int64, t.Len()) // one piece of memory instead of one for each finding
	var run, subject string         // of the finding before: those of a run stand together
	for row := range t.Len() {
		if t.Older.Is(row) {
			older++
			continue
		}
		f := report.Finding{Code: t.Code.At(row), Severity: t.Severity.At(row), File: tables.Sources.Path.At(t.Place(row).Source), Message: t.Message.At(row),
			Seen: t.Seen.At(row), Expected: t.Expected.At(row), Run: t.Run.At(row), Count: t.Count.At(row)}
		if f.Run != run {
			run, subject = f.Run, subjects[f.Run]
		}
		f.Subject = subject
		if line, ok := t.Line.Get(row); ok && line > 0 {
			lines[row] = line
			f.Line = &lines[row]
		}
		all = append(all, f)
	}
	sortFindings(all)
	return all, older
}

// subjectsOf are the subjects of the runs that have findings, and of others where that takes less to make.
func subjectsOf(t *table.Findings, runs []report.Run) map[string]string {
	subjects := map[string]string{}
	all := t.Len() >= len(runs)
	if !all {
		for row := range t.Len() {
			subjects[t.Run.At(row)] = ""
		}
	}
	for i := range runs {
		if _, has := subjects[runs[i].Key]; all || has {
			subjects[runs[i].Key] = runs[i].Subject
		}
	}
	return subjects
}

// allFindings are those of the reading and those of the analysis, worst first. future is how many events are
// later than --as-of.
func allFindings(read []report.Finding, future int, own ...[]report.Finding) []report.Finding {
	all := read
	for _, more := range own {
		all = append(all, more...)
	}
	if future > 0 {
		all = append(all, report.Finding{Code: recall.CodeFuture.Name, Severity: string(recall.CodeFuture.Severity), Message: recall.CodeFuture.Means,
			Seen: words.Plural(future, "event"), Count: int64(future)})
	}
	if len(all) > len(read) {
		sortFindings(all)
	}
	return all
}

// sortFindings sorts by severity, code, file and line. It is stable. It sorts small keys, because a finding
// takes about 170 bytes, and then moves each finding once. Findings of one code mostly stand in their order.
func sortFindings(all []report.Finding) {
	type key struct {
		file, at int32 // place of its file among all, and of the finding
		line     int64
	}
	files := map[string]int32{}
	byCode := map[[2]string][]key{}
	for i := range all {
		f := &all[i]
		code := [2]string{f.Severity, f.Code}
		byCode[code] = append(byCode[code], key{numberOf(files, f.File), int32(i), line(f.Line)})
	}
	file := inOrder(files)
	codes := slices.SortedFunc(maps.Keys(byCode), func(x, y [2]string) int {
		return cmp.Or(cmp.Compare(problem.Rank(x[0]), problem.Rank(y[0])), strings.Compare(x[1], y[1]))
	})
	order := make([]int32, 0, len(all))
	for _, code := range codes {
		keys := byCode[code]
		for i := range keys {
			keys[i].file = file[keys[i].file]
		}
		slices.SortFunc(keys, func(x, y key) int {
			return cmp.Or(cmp.Compare(x.file, y.file), cmp.Compare(x.line, y.line), cmp.Compare(x.at, y.at))
		})
		for _, k := range keys {
			order = append(order, k.at)
		}
	}
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

// numberOf is the number of a text, which is the next one where it has none.
func numberOf(numbers map[string]int32, text string) int32 {
	n, known := numbers[text]
	if !known {
		n = int32(len(numbers))
		numbers[text] = n
	}
	return n
}

// inOrder are the places that the texts have in their order, by their numbers.
func inOrder(numbers map[string]int32) []int32 {
	places := make([]int32, len(numbers))
	for i, text := range slices.Sorted(maps.Keys(numbers)) {
		places[numbers[text]] = int32(i)
	}
	return places
}

func line(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
