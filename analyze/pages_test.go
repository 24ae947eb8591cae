package analyze

import (
	"fmt"
	"strings"
	"testing"
	"time"

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
		t.Runs.Outcome.Set(row, map[bool]string{true: "catastrophic", false: "clean"}[i%10 == 0])
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
			for _, s := range r.Pages.Make(i).Sections {
				listed += len(s.Blocks[0].Table.Rows)
			}
		}
	}
	if len(has) != maxRunPages || listed != n {
		t.Errorf("%d runs have a page, want %d; %d are listed, want %d", len(has), maxRunPages, listed, n)
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
		p := r.Pages.Make(i)
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

// The chart of a night answers how many ended badly, and every bar has the look of what
// its outcome is summed up to.
func TestEndingChart(t *testing.T) {
	for _, tt := range []struct {
		name, title, bars string
		outcomes          []string
	}{
		{"some failed", "3 of 6 runs ended badly: 2 failed and 1 stuck", "ended well: clean; with a retry, in part or out of budget: partial; ended badly: failed, stuck; neither: not said",
			[]string{"failed", "clean", "failed", "stuck", "partial", ""}},
		{"none failed", "None of 3 runs is known to have ended badly", "ended well: clean; neither: unfinished", []string{"clean", "clean", "unfinished"}},
		{"all alike", "", "", []string{"failed", "failed"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var runs []*report.Run
			for _, o := range tt.outcomes {
				runs = append(runs, &report.Run{Outcome: o})
			}
			title, bars := "", []string(nil)
			if c := endingChart(runs); c != nil {
				title = c.Title
				for _, s := range c.Series {
					var names []string
					for _, p := range s.Points {
						names = append(names, c.Y.Categories[int(p.Y)])
					}
					bars = append(bars, s.Name+": "+strings.Join(names, ", "))
				}
			}
			if got := strings.Join(bars, "; "); title != tt.title || got != tt.bars {
				t.Errorf("%q with %q, want %q with %q", title, got, tt.title, tt.bars)
			}
		})
	}
}
