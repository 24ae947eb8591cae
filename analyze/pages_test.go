package analyze

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"runreport/analyze/present"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// nightly is n runs of one subject, one a day; every tenth failed.
func nightly(n int) *table.Set {
	t := &table.Set{}
	source := t.Sources.Add(table.Place{})
	t.Sources.Path.Set(source, "log.jsonl")
	for i := range n {
		row := t.Runs.Add(table.Place{Source: source, Line: int64(i + 1)})
		t.Runs.Key.Set(row, fmt.Sprint("run-", i))
		t.Runs.ID.Set(row, fmt.Sprint(i))
		t.Runs.System.Set(row, "kahn")
		t.Runs.Subject.Set(row, "shop")
		t.Runs.StartedAt.Set(row, time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC))
		t.Runs.EndedAt.Set(row, time.Date(2026, 1, 1, 0, i, 30, 0, time.UTC))
		t.Runs.Result.Set(row, map[bool]string{true: "failed", false: "passed"}[i%10 == 0])
	}
	return t
}

// Of very many runs the newest have pages, then those that ended badly; lists hold all.
func TestPagesOfManyRuns(t *testing.T) {
	const n = 12_250
	r := built(nightly(n), Options{})
	has, listed := map[string]bool{}, 0
	for i, ref := range r.Pages.Refs {
		switch ref.Kind {
		case report.PageRun:
			has[ref.Title] = true
		case report.PageList:
			for _, s := range pageOf(t, r, i).Sections {
				listed += len(s.Blocks[0].Table.Rows)
			}
		}
	}
	if len(has) != present.MaxRunPages || listed != n {
		t.Errorf("%d runs have a page, want %d; %d are listed, want %d", len(has), present.MaxRunPages, listed, n)
	}
	for run, want := range map[string]bool{"12249": true, "7251": true, "10": true, "0": true, "1": false, "11": false} {
		if has[run] != want {
			t.Errorf("run %s has a page: %v, want %v", run, has[run], want)
		}
	}
}

func TestPagesKnowTheirNeighbours(t *testing.T) {
	r := built(nightly(1600), Options{})
	title := func(ref *report.PageRef) string {
		if ref == nil {
			return "none"
		}
		return ref.Title
	}
	seen := map[report.PageID]bool{}
	for i, ref := range r.Pages.Refs {
		if seen[ref.PageID] {
			t.Errorf("two pages are called %v", ref.PageID)
		}
		seen[ref.PageID] = true
		p := pageOf(t, r, i)
		got := title(p.Previous) + " < " + ref.Title + " < " + title(p.Next)
		want := map[string]string{"0": "none < 0 < 1", "1599": "1598 < 1599 < none", "800": "799 < 800 < 801",
			"Runs 1 to 500": "none < Runs 1 to 500 < Runs 501 to 1000", "The latest runs": "Runs 501 to 1000 < The latest runs < none"}[ref.Title]
		if want != "" && got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if len(seen) < 1600 {
		t.Errorf("%d pages", len(seen))
	}
}

// Without pages the sections are the same.
func TestPagesAreLeftOut(t *testing.T) {
	with, without := built(nightly(40), Options{}), built(nightly(40), Options{NoPages: true})
	if len(with.Pages.Refs) == 0 || len(without.Pages.Refs) > 0 || without.Pages.Make != nil {
		t.Errorf("%d pages with, %d without", len(with.Pages.Refs), len(without.Pages.Refs))
	}
	if !reflect.DeepEqual(with.Sections, without.Sections) {
		t.Error("sections differ")
	}
}
