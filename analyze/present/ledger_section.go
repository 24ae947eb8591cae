package present

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

var severityRoles = map[string]report.Role{report.SeverityError: report.RoleBad, report.SeverityWarning: report.RoleWarn, report.SeverityInfo: report.RoleNeutral}

// findingSection is what is wrong with the logs.
func findingSection(all []report.Finding, older int64) report.Section {
	s := report.Section{ID: "findings", Title: "Log format warnings"}
	var notCounted []string
	if older > 0 {
		notCounted = []string{fmt.Sprintf("Not counted: %s in older snapshots and copies of logs; the table findings lists them.", words.Plural(int(older), "finding"))}
	}
	if len(all) == 0 {
		s.Lead = append([]string{"Every record follows its format."}, notCounted...)
		return s
	}
	count := map[string]int{}
	for _, f := range all {
		count[f.Severity]++
	}
	s.Lead = append([]string{words.Plural(len(all), "finding") + ": " + words.Severities(count) + "."}, notCounted...)
	sums := byCode(all)
	s.Blocks = append(s.Blocks, chartBlock(codeChart(sums)), tableBlock(codeTable(sums)))
	columns := []report.Column{left("Severity"), left("What"), left("Seen"), left("Expected"), right("Times"), left("Source")}
	rows := firstRows{limit: manyRows}
	for _, f := range all {
		rows.add(func() report.Row {
			return report.Row{Role: severityRoles[f.Severity], Cells: []report.Cell{text(f.Severity), text(f.Message), text(f.Seen), text(f.Expected), whole(f.Count), code(place(f.File, f.Line))}}
		})
	}
	s.Blocks = append(s.Blocks, report.Block{Title: "Every finding", Fold: len(all) > fewRows,
		Table: rows.table("findings", "Findings, most urgent first. Repeats in one file are counted at the first.", "None.", columns)})
	return s
}

func place(file string, line *int64) string {
	if line == nil {
		return file
	}
	return fmt.Sprintf("%s:%d", file, *line)
}

// ledgerSection accounts for every line.
func ledgerSection(l report.Ledger) report.Section {
	s := report.Section{ID: "ledger", Title: "Input files"}
	s.Lead = []string{ledgerSentence(l.Total)}
	if u := unclaimed(l.Files); u != "" {
		s.Lead = append(s.Lead, u)
	}
	columns := []report.Column{left("File"), left("Format"), right("Lines"), right("Records"), right("Kept"), right("Blank"), right("Ignored"), right("Duplicate"), right("Superseded"), right("Rejected"), minor(right("Size"))}
	rows := firstRows{limit: manyRows}
	files := slices.Clone(l.Files)
	slices.SortStableFunc(files, func(x, y report.LedgerFile) int { return cmp.Compare(y.Rejected, x.Rejected) })
	for _, f := range files {
		if f.Format == nil {
			continue
		}
		rows.add(func() report.Row {
			r := report.Row{Cells: []report.Cell{code(f.Path), text(*f.Format), lines(f), whole(f.Records), whole(f.Kept), quiet(f.Blank), quiet(f.Ignored), quiet(f.Duplicate), quiet(f.Superseded), quiet(f.Rejected), num(report.Known(float64(f.Bytes)), unit.Bytes)}}
			if f.Rejected > 0 {
				r.Role = report.RoleBad
			}
			return r
		})
	}
	s.Blocks = append(s.Blocks, report.Block{Title: "Every file", Fold: rows.total > fewRows, Table: rows.table("ledger",
		"Files of a known format, those with rejected lines first. For logs of lines, kept + blank + ignored + duplicate + superseded + rejected = lines; for whole documents the same parts make up the records.",
		"No format claimed a file.", columns)})
	if len(l.PassedOver) > 0 {
		s.Blocks = append(s.Blocks, passedBlock(l.PassedOver))
	}
	return s
}

// passedBlock is what was not read, by folder.
func passedBlock(all []report.PassedOver) report.Block {
	columns := []report.Column{left("Folder"), left("By"), right("Files"), right("Like logs"), left("The first of those")}
	var rows []report.Row
	files, logs := int64(0), int64(0)
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(x, y report.PassedOver) int { return cmp.Compare(y.Logs, x.Logs) })
	for _, p := range all {
		files, logs = files+p.Files, logs+p.Logs
		r := report.Row{Cells: []report.Cell{code(p.Folder), text(p.Why), whole(p.Files), quiet(p.Logs), text(strings.Join(p.First, ", "))}}
		if p.Logs > 0 {
			r.Role = report.RoleWarn
		}
		rows = append(rows, r)
	}
	title := fmt.Sprintf("Passed over: %s", words.Plural(int(files), "file"))
	if logs > 0 {
		title += fmt.Sprintf(", %s of them like logs", words.Count(logs))
	}
	return report.Block{Title: title, Fold: len(rows) > fewRows, Table: tableOf("passed-over",
		"Files that were not read, by folder and by the rule or flag that left them out. Of --since: files that were read and whose units are left out.",
		"Nothing was passed over.", columns, rows, manyRows)}
}

func lines(f report.LedgerFile) report.Cell {
	if f.Lines == nil {
		return report.Cell{Text: unit.NotAvailable, Reason: "a whole document has records, not lines"}
	}
	return whole(*f.Lines)
}

// ledgerSentence counts the files, and what became of their lines and records: "60 files
// read, 59 of a known format: 891 lines and records kept, 47 duplicate, 1 rejected."
func ledgerSentence(t report.LedgerTotal) string {
	parts := []string{words.Count(t.Kept) + " lines and records kept"}
	for _, f := range []struct {
		n    int64
		fate string
	}{{t.Blank, "blank"}, {t.Ignored, "ignored"}, {t.Duplicate, "duplicate"}, {t.Superseded, "superseded"}, {t.Rejected, "rejected"}} {
		if f.n > 0 {
			parts = append(parts, words.Count(f.n)+" "+f.fate)
		}
	}
	return fmt.Sprintf("%s read, %s of a known format: %s.", words.Plural(int(t.Files), "file"), words.Count(t.Claimed), strings.Join(parts, ", "))
}

// unclaimed sums up by ending the files that no format claims.
func unclaimed(files []report.LedgerFile) string {
	count := map[string]int{}
	var order []string
	for _, f := range files {
		if f.Format != nil || f.Compression != nil && slices.Contains([]string{"zip", "tar"}, *f.Compression) {
			continue // of an archive the files are listed
		}
		ext := cmp.Or(path.Ext(f.Path), "no ending")
		if count[ext] == 0 {
			order = append(order, ext)
		}
		count[ext]++
	}
	if len(order) == 0 {
		return ""
	}
	slices.SortFunc(order, func(x, y string) int { return cmp.Or(cmp.Compare(count[y], count[x]), strings.Compare(x, y)) })
	var parts []string
	for _, e := range order {
		parts = append(parts, fmt.Sprintf("%s %s", words.Count(count[e]), e))
	}
	return "No format claims: " + words.List(parts, 8) + "."
}
