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
		if old.Format == nil || old.Kept == 0 || !still[old.Path] {
			continue
		}
		f, here := now[old.Path]
		switch {
		case !here && !moved[plainName(old.Path)]:
			a.fileFinding(codeMissingLog, old.Path, "", "no such file", "as in the baseline: "+readable(old))
		case here && f.Format == nil:
			a.fileFinding(codeShorter, old.Path, "", "no format claims it", "as in the baseline: "+readable(old))
		case here && old.Lines != nil && (f.Lines == nil || *f.Lines-f.Rejected < *old.Lines-old.Rejected):
			a.fileFinding(codeShorter, old.Path, "", readable(f), "as in the baseline: "+readable(old)+" at least")
		}
	}
}

// filesInCommon are the baseline's files of runs and cycles that this report has too.
func (a *analysis) filesInCommon(e *earlier) map[string]bool {
	files := map[string]bool{}
	runs, cycles := a.runsByKey(), a.cyclesByKey()
	for _, r := range e.Data.Runs {
		if runs[r.Key] != nil {
			for _, f := range r.Files {
				files[f] = true
			}
		}
	}
	for _, c := range e.Data.Cycles {
		if cycles[c.Key] != nil {
			files[c.Evidence.File] = true
		}
	}
	return files
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
