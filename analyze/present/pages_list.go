package present

import (
	"fmt"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// stretch is how many runs a list of runs holds. They are counted from the earliest on,
// so that a list stays as it is when runs are added; the latest list holds what is over.
const stretch = 500

// addLists adds the lists of all runs, the latest first.
func (p *pages) addLists() {
	n := max(1, len(p.d.Runs)/stretch)
	if len(p.d.Runs) == 0 {
		return
	}
	for i := n - 1; i >= 0; i-- {
		p.add(p.listRef(i, n), func(ref report.PageRef) *report.Page { return p.listPage(ref, i, n) })
	}
}

// listedRuns are the first and the last run of the i-th of n lists, counted from 1.
func listedRuns(i, n, runs int) (from, to int) {
	if i == n-1 {
		return i*stretch + 1, runs
	}
	return i*stretch + 1, (i + 1) * stretch
}

func (p *pages) listRef(i, n int) report.PageRef {
	from, to := listedRuns(i, n, len(p.d.Runs))
	ref := report.PageRef{PageID: report.PageID{Kind: report.PageList, Key: fmt.Sprintf("list-%03d", i+1)}, Title: fmt.Sprintf("Runs %d to %d", from, to), At: p.d.Runs[from-1].StartedAt}
	if i == n-1 {
		ref.Key, ref.Title = "index", "The latest runs"
	}
	if n == 1 {
		ref.Title = "All runs"
	}
	return ref
}

func (p *pages) listPage(ref report.PageRef, i, n int) *report.Page {
	from, to := listedRuns(i, n, len(p.d.Runs))
	page := &report.Page{Ref: ref}
	page.Previous, page.Next = neighbours(i, n, func(i int) report.PageRef { return p.listRef(i, n) })
	if i == n-1 {
		page.Lead = p.listSentences()
		for older := n - 2; older >= 0; older-- {
			page.Related = append(page.Related, p.listRef(older, n))
		}
	}
	page.Sections = section(nil, "runs", "Runs", nil, tableBlock(listTable(p.d.Runs[from-1:to])))
	return page
}

// listSentences says how many runs there are, and how many of them have a page.
func (p *pages) listSentences() []string {
	if len(p.d.Runs) <= MaxRunPages {
		return []string{words.Plural(len(p.d.Runs), "run") + ", the latest first."}
	}
	return []string{fmt.Sprintf("%s, the latest first. %s of them have a page of their own: the latest %s, then those that failed or flaked. The rest is in these lists and in the exported tables.",
		words.Plural(len(p.d.Runs), "run"), words.Count(MaxRunPages), words.Count(MaxRunPages/2))}
}

func listTable(runs []report.Run) *report.Table {
	columns := []report.Column{left("Run"), left("System"), left("Subject"), left("Ended as"), left("Stopped by"), right("Started"), right("Duration"), right("Attempts"), left("Flaked")}
	var rows []report.Row
	for _, r := range slices.Backward(runs) {
		rows = append(rows, report.Row{Role: look(r.Result), Cells: []report.Cell{on(code(r.Unit), runID(r.Key)), text(r.System), code(r.Subject),
			text(endedAs(r)), text(r.Cause), when(r.StartedAt), num(r.DurationS, unit.Seconds), wholeOf(r.Attempts), code(list0(r.Flaked))}})
	}
	return tableOf("runs", "Runs, the latest first.", "", columns, rows, 2*stretch)
}
