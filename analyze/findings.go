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

// futureFindings says how many events are later than --as-of.
func futureFindings(events int) []report.Finding {
	if events <= 0 {
		return nil
	}
	return []report.Finding{{Code: recall.CodeFuture.Name, Severity: string(recall.CodeFuture.Severity), Message: recall.CodeFuture.Means,
		Seen: words.Plural(events, "event"), Count: int64(events)}}
}

// allFindings are those of the reading and those of the analysis, worst first. older is how many there are of
// snapshots and copies that do not count: they are told of the log that does. The list is filled once, in its
// order, because a log can have a million findings of 144 bytes each.
func allFindings(tables *table.Set, runs []report.Run, own []report.Finding) (all []report.Finding, older int64) {
	t := &tables.Findings
	order := newFindingOrder()
	for row := range t.Len() {
		if t.Older.Is(row) {
			older++
			continue
		}
		order.add(int32(row), t.Severity.At(row), t.Code.At(row), tables.Sources.Path.At(t.Place(row).Source), max(0, t.Line.At(row)))
	}
	for i := range own {
		f := &own[i]
		order.add(int32(t.Len()+i), f.Severity, f.Code, f.File, line(f.Line))
	}
	subjects := subjectsOf(t, runs)
	lines := make([]int64, 0, order.n) // one piece of memory instead of one for each finding
	all = make([]report.Finding, 0, order.n)
	for _, n := range order.sorted() {
		row := int(n)
		if row >= t.Len() {
			all = append(all, own[row-t.Len()])
			continue
		}
		f := report.Finding{Code: t.Code.At(row), Severity: t.Severity.At(row), File: tables.Sources.Path.At(t.Place(row).Source), Message: t.Message.At(row),
			Seen: t.Seen.At(row), Expected: t.Expected.At(row), Run: t.Run.At(row), Count: t.Count.At(row)}
		if entry := t.Run.Entry(row); entry >= 0 {
			f.Subject = subjects[entry]
		}
		if line, ok := t.Line.Get(row); ok && line > 0 {
			lines = append(lines, line)
			f.Line = &lines[len(lines)-1]
		}
		all = append(all, f)
	}
	return all, older
}

// subjectsOf are the subjects of the runs that have findings, each at the entry of its run in the column.
func subjectsOf(t *table.Findings, runs []report.Run) []string {
	keys := make([]string, t.Run.Distinct())
	for row := range t.Len() {
		if entry := t.Run.Entry(row); entry >= 0 && keys[entry] == "" {
			keys[entry] = t.Run.At(row)
		}
	}
	of := make(map[string]string, len(keys))
	for _, key := range keys {
		of[key] = ""
	}
	for i := range runs {
		if _, has := of[runs[i].Key]; has {
			of[runs[i].Key] = runs[i].Subject
		}
	}
	subjects := keys
	for entry, key := range keys {
		subjects[entry] = of[key]
	}
	return subjects
}

// findingOrder sorts findings by severity, code, file and line. It is stable.
type findingOrder struct {
	files  map[string]int32 // their numbers
	byCode map[severeCode]*[]findingKey
	n      int

	// Of the finding before: those of a file stand together, and many of them have one code.
	file   string
	number int32
	code   severeCode
	keys   *[]findingKey
}

type severeCode struct{ severity, code string }

// findingKey is what findings of one code are sorted by.
type findingKey struct {
	file, finding int32 // numbers
	line          int64
}

func newFindingOrder() *findingOrder {
	return &findingOrder{files: map[string]int32{}, byCode: map[severeCode]*[]findingKey{}}
}

// add adds a finding by its number. Each number is larger than those before.
func (o *findingOrder) add(finding int32, severity, code, file string, line int64) {
	if o.n == 0 || file != o.file {
		number, known := o.files[file]
		if !known {
			number = int32(len(o.files))
			o.files[file] = number
		}
		o.file, o.number = file, number
	}
	if c := (severeCode{severity, code}); o.n == 0 || c != o.code {
		o.code, o.keys = c, o.byCode[c]
		if o.keys == nil {
			o.keys = new([]findingKey)
			o.byCode[c] = o.keys
		}
	}
	*o.keys = append(*o.keys, findingKey{o.number, finding, line})
	o.n++
}

// sorted are the numbers of the findings in their order. Findings of one code mostly stand in it already.
func (o *findingOrder) sorted() []int32 {
	places := make([]int32, len(o.files)) // of the files, in the order of their names
	for i, name := range slices.Sorted(maps.Keys(o.files)) {
		places[o.files[name]] = int32(i)
	}
	codes := slices.SortedFunc(maps.Keys(o.byCode), func(x, y severeCode) int {
		return cmp.Or(cmp.Compare(problem.Rank(x.severity), problem.Rank(y.severity)), strings.Compare(x.code, y.code))
	})
	sorted := make([]int32, 0, o.n)
	for _, code := range codes {
		keys := *o.byCode[code]
		slices.SortFunc(keys, func(x, y findingKey) int {
			return cmp.Or(cmp.Compare(places[x.file], places[y.file]), cmp.Compare(x.line, y.line), cmp.Compare(x.finding, y.finding))
		})
		for _, k := range keys {
			sorted = append(sorted, k.finding)
		}
	}
	return sorted
}

func line(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
