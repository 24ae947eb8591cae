package analyze

import (
	"fmt"
	"path"
	"strings"

	"runreport/analyze/report"
	"runreport/ingest/table"
	"runreport/unit"
)

// lostInput makes findings of what was not read: logs that were passed over, and what
// the baseline read of the same runs and this report did not.
func (a *analysis) lostInput() {
	for _, p := range a.o.PassedOver {
		if p.Logs > 0 {
			a.fileFinding(codePassedOver, p.Folder, p.Why, fmt.Sprintf("%s by %s: %s", plural(int(p.Logs), "file"), p.Why, firstLogs(p)), "")
		}
	}
	e := a.comparable()
	if e == nil {
		return
	}
	if before := e.Data.AsOf; a.d.AsOf.Before(before) {
		a.fileFinding(codeBackwards, "", "", unit.Stamp(a.d.AsOf), "not before "+unit.Stamp(before))
	}
	a.shorterLogs(e)
	a.changedRuns(e)
}

// firstLogs lists the first logs that were passed over.
func firstLogs(p report.PassedOver) string {
	text := strings.Join(p.First, ", ")
	if more := p.Logs - int64(len(p.First)); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// fileFinding records a finding about a file as a whole.
func (a *analysis) fileFinding(code *table.Code, file, subject, seen, expected string) {
	a.own = append(a.own, report.Finding{Code: code.Name, Severity: string(code.Severity), File: file,
		Message: code.Means, Seen: seen, Expected: expected, Subject: subject, Count: 1})
}

// shorterLogs holds the ledgers of both reports against each other, for the files of
// runs and cycles that both have. A log whose runs are all others is a new one under an
// old name.
func (a *analysis) shorterLogs(e *earlier) {
	now := map[string]report.LedgerFile{}
	moved := map[string]bool{} // names of files that the baseline does not have
	before := map[string]bool{}
	for _, f := range e.Data.Ledger.Files {
		before[f.Path] = true
	}
	for _, f := range a.d.Ledger.Files {
		now[f.Path] = f
		if !before[f.Path] && f.Format != nil {
			moved[plainName(f.Path)] = true
		}
	}
	still := a.filesInCommon(e)
	for _, old := range e.Data.Ledger.Files {
		if old.Format == nil || !still(old.Path) {
			continue
		}
		f, here := now[old.Path]
		switch {
		case !here && old.Kept > 0 && !moved[plainName(old.Path)]:
			a.fileFinding(codeMissingLog, old.Path, "", "no such file", "as in the baseline: "+readable(old))
		case here && f.Format == nil:
			a.fileFinding(codeShorter, old.Path, "", "no format claims it", "as in the baseline: "+readable(old))
		case here && old.Lines != nil && (f.Lines == nil || *f.Lines-f.Rejected < *old.Lines-old.Rejected):
			a.fileFinding(codeShorter, old.Path, "", readable(f), "as in the baseline: "+readable(old)+" at least")
		}
	}
}

// filesInCommon tells which of the baseline's files this report should have too: those of
// runs and cycles that are here. A file that is of no run, as a companion or a backup,
// belongs to those in the nearest folder above it that has any.
func (a *analysis) filesInCommon(e *earlier) func(file string) bool {
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
	runs, cycles := a.runsByKey(), a.cyclesByKey()
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
		return plural(int(f.Records-f.Rejected), "record")
	}
	return plural(int(*f.Lines-f.Rejected), "line")
}
