package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// masthead is the head of a report in words: what it is about and whether its
// input is accounted for. Title and System come out of logs or off the command
// line and are not safe yet.
type masthead struct {
	Title   string
	AsOf    string
	Runs    string // "48 runs"
	Systems []tally
	Files   string // "37 files"
	Known   string // "35 recognised"
	Lines   string // "12,345 lines"
	Records string // "9 records of whole documents"
	Fates   string // what became of both: "12,340 kept, 5 rejected"
	Labels  []report.Label
	Ledger  string // whether the ledger adds up
	Sound   bool   // it does
}

// tally is a number of runs of one system.
type tally struct {
	System string
	Runs   int
}

func newMasthead(d *report.Data) masthead {
	t := d.Ledger.Total
	m := masthead{
		Title: cmp.Or(d.Title, "Run report"), AsOf: unit.Stamp(d.AsOf),
		Labels: d.Labels,
		Runs:   counted(int64(len(d.Runs)), "run"), Systems: systems(d.Runs),
		Files: counted(t.Files, "file"), Known: grouped(t.Claimed) + " recognised",
		Lines: counted(t.Lines, "line"), Records: counted(documentRecords(d.Ledger), "record") + " of whole documents",
		Fates: fates(t),
	}
	if !d.AsOf.IsZero() {
		m.AsOf += " UTC"
	}
	m.Ledger, m.Sound = reconcile(d.Ledger)
	return m
}

// systems counts runs by system, most first.
func systems(runs []report.Run) []tally {
	var list []tally
	for _, r := range runs {
		i := slices.IndexFunc(list, func(t tally) bool { return t.System == r.System })
		if i < 0 {
			i = len(list)
			list = append(list, tally{System: r.System})
		}
		list[i].Runs++
	}
	slices.SortFunc(list, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.Runs, a.Runs), cmp.Compare(a.System, b.System))
	})
	return list
}

// documentRecords counts the records of files that are no logs of lines.
func documentRecords(l report.Ledger) int64 {
	var n int64
	for _, f := range l.Files {
		if f.Lines == nil {
			n += f.Records
		}
	}
	return n
}

func fates(t report.LedgerTotal) string {
	var parts []string
	for _, f := range []struct {
		n    int64
		name string
	}{
		{t.Kept, "kept"}, {t.Blank, "blank"}, {t.Ignored, "ignored"}, {t.Duplicate, "duplicate"},
		{t.Superseded, "superseded"}, {t.Rejected, "rejected"},
	} {
		if f.n > 0 || f.name == "kept" {
			parts = append(parts, grouped(f.n)+" "+f.name)
		}
	}
	return strings.Join(parts, ", ")
}

// reconcile says whether every file's lines, or the records of a whole document,
// are accounted for, and whether the files sum to the total.
func reconcile(l report.Ledger) (string, bool) {
	var sum report.LedgerTotal
	for _, f := range l.Files {
		all := f.Kept + f.Blank + f.Ignored + f.Duplicate + f.Superseded + f.Rejected
		due := f.Records
		if f.Lines != nil {
			due = *f.Lines
			sum.Lines += due
		}
		if all != due {
			return fmt.Sprintf("Input is not accounted for: %s of %s lines or records in %s.", grouped(all), grouped(due), f.Path), false
		}
		sum.Files++
		sum.Bytes += f.Bytes
		sum.Records += f.Records
		sum.Kept += f.Kept
		sum.Blank += f.Blank
		sum.Ignored += f.Ignored
		sum.Duplicate += f.Duplicate
		sum.Superseded += f.Superseded
		sum.Rejected += f.Rejected
		if f.Format != nil {
			sum.Claimed++
		}
	}
	if sum != l.Total {
		return "Input is not accounted for: the counts of the files do not sum to the total.", false
	}
	return "All input accounted for.", true
}

// counted writes "1 run", "12,345 runs".
func counted(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return grouped(n) + " " + noun
}

// grouped writes n with a comma between thousands.
func grouped(n int64) string { return unit.Grouped(n) }
