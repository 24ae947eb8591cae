package change

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// LostInput makes findings of what was not read: logs that were passed over, and what
// the baseline read of the same runs and this report did not.
func LostInput(e *Earlier, d *report.Data) (out []report.Finding) {
	for _, p := range d.Ledger.PassedOver {
		if p.Logs > 0 {
			out = append(out, recall.AboutFile(recall.CodePassedOver, p.Folder, p.Why, fmt.Sprintf("%s by %s: %s", words.Plural(int(p.Logs), "file"), p.Why, firstLogs(p)), ""))
		}
	}
	if e = e.Comparable(); e == nil {
		return out
	}
	if before := e.Data.AsOf; !d.AsOf.IsZero() && d.AsOf.Before(before) { // logs without a time are not older
		out = append(out, recall.AboutFile(recall.CodeBackwards, "", "", unit.Stamp(d.AsOf), "not before "+unit.Stamp(before)))
	}
	return slices.Concat(out, shorterLogs(e, d), changedRuns(e, d))
}

// firstLogs lists the first logs that were passed over.
func firstLogs(p report.PassedOver) string {
	text := strings.Join(p.First, ", ")
	if more := p.Logs - int64(len(p.First)); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// shorterLogs holds the ledgers of both reports against each other, for the files of
// runs and cycles that both have. A log whose runs are all others is a new one under an
// old name, and one that lost its oldest runs was rolled: what it still has of the others is
// looked at run by run.
func shorterLogs(e *Earlier, d *report.Data) (out []report.Finding) {
	now := map[string]report.LedgerFile{}
	moved := map[string]bool{} // names of files that the baseline does not have
	before := map[string]bool{}
	for _, f := range e.Data.Ledger.Files {
		before[f.Path] = true
	}
	for _, f := range d.Ledger.Files {
		now[f.Path] = f
		if !before[f.Path] && f.Format != nil {
			moved[plainName(f.Path)] = true
		}
	}
	still, rolled := filesInCommon(e, d), rolledLogs(e, d)
	for _, old := range e.Data.Ledger.Files {
		if old.Format == nil || !still(old.Path) {
			continue
		}
		f, here := now[old.Path]
		switch {
		case !here && old.Kept > 0 && !moved[plainName(old.Path)]:
			out = append(out, recall.AboutFile(recall.CodeMissingLog, old.Path, "", "no such file", "as in the baseline: "+readable(old)))
		case here && f.Format == nil:
			out = append(out, recall.AboutFile(recall.CodeShorter, old.Path, "", "no format claims it", "as in the baseline: "+readable(old)))
		case here && rolled[old.Path]:
		case here && old.Lines != nil && (f.Lines == nil || *f.Lines-f.Rejected < *old.Lines-old.Rejected):
			out = append(out, recall.AboutFile(recall.CodeShorter, old.Path, "", readable(f), "as in the baseline: "+readable(old)+" at least"))
		}
	}
	return out
}

// rolledLogs are the files of runs and cycles that went as time went by.
func rolledLogs(e *Earlier, d *report.Data) map[string]bool {
	gone := map[string]bool{}
	for _, cycles := range []bool{false, true} {
		_, older := missingUnits(unitsSeen(e.Data, cycles), unitsSeen(d, cycles))
		for _, u := range older {
			gone[u.key] = true
		}
	}
	files := map[string]bool{}
	for _, r := range e.Data.Runs {
		for _, f := range r.Files {
			files[f] = files[f] || gone[r.Key]
		}
	}
	for _, c := range e.Data.Cycles {
		files[c.Evidence.File] = files[c.Evidence.File] || gone[c.Key]
	}
	return files
}

// filesInCommon tells which of the baseline's files this report should have too: those of
// runs and cycles that are here. A file that is of no run, as a companion or a backup,
// belongs to those in the nearest folder above it that has any.
func filesInCommon(e *Earlier, d *report.Data) func(file string) bool {
	type seen struct{ all, here int }
	files, folders := map[string]seen{}, map[string]seen{}
	add := func(in map[string]seen, name string, here bool) {
		n := in[name]
		n.all++
		if here {
			n.here++
		}
		in[name] = n
	}
	note := func(file string, here bool) {
		add(files, file, here)
		for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
			add(folders, dir, here)
		}
	}
	runs, cycles := runsByKey(d), cyclesByKey(d)
	for _, r := range e.Data.Runs {
		for _, f := range r.Files {
			note(f, runs[r.Key] != nil)
		}
	}
	for _, c := range e.Data.Cycles {
		note(c.Evidence.File, cycles[c.Key] != nil)
	}
	return func(file string) bool {
		if n, known := files[file]; known {
			return n.here > 0
		}
		for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if n, known := folders[dir]; known {
				return n.here == n.all
			}
		}
		return false
	}
}

// plainName is the name of a file without the ending of a compression.
func plainName(p string) string {
	return strings.TrimSuffix(strings.TrimSuffix(path.Base(p), ".gz"), ".zst")
}

// readable is how much of a file could be read, in words.
func readable(f report.LedgerFile) string {
	if f.Lines == nil {
		return words.Plural(int(f.Records-f.Rejected), "record")
	}
	return words.Plural(int(*f.Lines-f.Rejected), "line")
}
