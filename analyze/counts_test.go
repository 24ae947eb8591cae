package analyze

import (
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// countedRuns are runs of one subject, a day apart, each with numbers as "name/by/part": value.
func countedRuns(counts ...map[string]float64) *table.Set {
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "log.jsonl")
	for i, numbers := range counts {
		key := string(rune('a' + i))
		at := time.Date(2026, 3, 1+i, 9, 0, 0, 0, time.UTC)
		row := s.Runs.Add(table.Place{Line: int64(i + 1)})
		s.Runs.Key.Set(row, key)
		s.Runs.ID.Set(row, key)
		s.Runs.System.Set(row, "toy")
		s.Runs.Subject.Set(row, "harbor")
		s.Runs.Result.Set(row, string(table.Failed))
		s.Runs.Verdict.Set(row, "BLOCK")
		s.Runs.Reason.Set(row, "release: BLOCK")
		s.Runs.StartedAt.Set(row, at)
		s.Runs.EndedAt.Set(row, at.Add(time.Hour))
		event := s.Events.Add(table.Place{Line: int64(i + 1)})
		s.Events.Run.Set(event, key)
		s.Events.At.Set(event, at)
		names := make([]string, 0, len(numbers))
		for name := range numbers {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			parts := append(strings.Split(name, "/"), "", "")
			row := s.Counts.Add(table.Place{Line: int64(i + 1)})
			s.Counts.Run.Set(row, key)
			s.Counts.System.Set(row, "toy")
			s.Counts.Name.Set(row, parts[0])
			s.Counts.Title.Set(row, strings.ToUpper(parts[0]))
			s.Counts.By.SetText(row, parts[1])
			s.Counts.Part.SetText(row, parts[2])
			s.Counts.Value.Set(row, numbers[name])
			if parts[0] == "open" {
				s.Counts.Better.Set(row, table.LowerIsBetter)
			}
		}
	}
	return s
}

// A system that declares numbers has them in every run and over the runs of a subject,
// whatever they are.
func TestCounts(t *testing.T) {
	s := countedRuns(map[string]float64{"bugs": 5, "bugs/level/high": 2, "open": 3}, map[string]float64{"bugs": 5, "bugs/level/high": 1, "open": 4})
	r, err := Build(t.Context(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Data.Runs[0].Counts, []report.RunCount{{Name: "bugs", Value: 5}, {Name: "bugs", By: "level", Part: "high", Value: 2}, {Name: "open", Value: 3}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if r.Data.Runs[0].Verdict != "BLOCK" {
		t.Errorf("verdict %q", r.Data.Runs[0].Verdict)
	}
	var series []string
	for _, c := range r.Data.Counts {
		series = append(series, strings.Join([]string{c.Subject, c.Title, c.By, c.Part, c.Better}, " "))
		if c.Name == "open" && (c.Runs != 2 || c.Last != 4 || c.Before != report.Known(3) || !slices.Equal(c.Recent, []float64{3, 4})) {
			t.Errorf("%+v", c)
		}
	}
	if want := []string{"harbor BUGS   neither", "harbor BUGS level high neither", "harbor OPEN   lower"}; !slices.Equal(series, want) {
		t.Errorf("%q, want %q", series, want)
	}
	for id, want := range map[string][]string{
		"run-outcomes": {"b|harbor|failed|BLOCK|release: BLOCK|5|high: 1|4", "a|harbor|failed|BLOCK|release: BLOCK|5|high: 2|3"},
		"counts":       {"harbor|OPEN|2|3|4|+1|3, 4", "harbor|BUGS, level high|2|2|1|−1|2, 1"},
	} {
		if got := rowsOf(r, id); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// A run without numbers and verdict has no row among the outcomes, and there is no table
// where no run has one.
func TestNoCounts(t *testing.T) {
	s := countedRuns(nil)
	s.Runs.Verdict = table.String{}
	r, err := Build(t.Context(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rows := rowsOf(r, "run-outcomes"); rows != nil || r.Data.Runs[0].Counts == nil {
		t.Errorf("%q, %v", rows, r.Data.Runs[0].Counts)
	}
}

// Findings of older snapshots are in no list and no count of their own kind.
func TestFindingsOfSnapshotsAreApart(t *testing.T) {
	s := countedRuns(nil)
	for i := range 3 {
		row := s.Findings.Add(table.Place{Line: 1})
		s.Findings.Code.Set(row, "bad_line")
		s.Findings.Severity.Set(row, report.SeverityError)
		s.Findings.Message.Set(row, "a line")
		s.Findings.Count.Set(row, 1)
		if i > 0 {
			s.Findings.Older.Set(row, true)
		}
	}
	r, err := Build(t.Context(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Data.Findings) != 1 || r.Data.OlderFindings != 2 {
		t.Errorf("%d findings, %d of snapshots", len(r.Data.Findings), r.Data.OlderFindings)
	}
	for _, sec := range r.Sections {
		if sec.ID == "findings" && !strings.Contains(strings.Join(sec.Lead, " "), "Not counted: 2 findings in older snapshots and copies of logs") {
			t.Errorf("%q", sec.Lead)
		}
	}
}

// rowsOf are the rows of a table as text; nil where there is no such table.
func rowsOf(r *report.Report, id string) (rows []string) {
	for _, sec := range r.Sections {
		for _, b := range sec.Blocks {
			if b.Table == nil || b.Table.ID != id {
				continue
			}
			for _, row := range b.Table.Rows {
				var cells []string
				for _, c := range row.Cells {
					cells = append(cells, c.Text)
				}
				rows = append(rows, strings.Join(cells, "|"))
			}
		}
	}
	return rows
}
