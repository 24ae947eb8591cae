package cycle

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// StitchCells makes a unit of every cell. Copies of one are one.
func StitchCells(files []*record.File) []*record.Unit {
	var units []*record.Unit
	same := map[string][]*record.Record{}
	var order []string
	for _, f := range files {
		for _, r := range f.Records {
			key := sheet.JoinKey(cellName(r), r.At.String(), r.Str("historical_bug_id"))
			if same[key] == nil {
				order = append(order, key)
			}
			same[key] = append(same[key], r)
		}
	}
	for _, key := range order {
		u := &record.Unit{System: sheet.System, Kind: CellUnit}
		r := u.Latest(same[key], func(r *record.Record) time.Time { return r.At })
		u.ID = cellName(r)
		if !r.At.IsZero() {
			u.ID += " " + r.At.Format(time.RFC3339)
		}
		if bug := r.Str("historical_bug_id"); bug != "" && bug != "all" {
			u.ID += " " + bug
		}
		u.Home = r.File.Dir
		units = append(units, u)
	}
	return units
}

// cellName is the benchmark of a cell with its version.
func cellName(r *record.Record) string {
	name, version := r.Str("benchmark"), r.Str("historical_qpb_version")
	if version == "" || strings.HasSuffix(name, "-"+version) {
		return name
	}
	return name + "-" + version
}

// cells writes the rows of cells.
type cells struct{ *sheet.Sheet }

// AssembleCell writes the rows of a cell.
func AssembleCell(u *record.Unit, t *table.Set) {
	s := cells{&sheet.Sheet{Unit: u, Set: t}}
	for _, r := range u.Records {
		s.cell(r)
		s.Unit.Event(s.Set, r, "", "", cellName(r)+" "+r.Value("recall_against_historical").Text)
	}
}

func (s cells) cell(r *record.Record) {
	about := cellName(r)
	s.cellBugs(r, about, "recovered_bug_ids", true)
	s.cellBugs(r, about, "missed_bug_ids", false)
	by := "cell"
	s.Claims(r, by, about, "qpb_version_under_test", "historical_bug_count", "current_bug_count", "recall_against_historical",
		"lever_under_test", "lever_change_summary", "before_lever", "after_lever", "noise_floor_source", "notes")
	if a := r.Item("apparatus"); a != nil {
		s.Claims(a, by, about, "qpb_commit_sha", "target_commit_sha", "phase_scope", "runner", "model", "wall_clock_seconds")
	}
	if c := r.Item("regression_check"); c != nil {
		s.Claims(c, by, about, "status", "noise_floor_threshold")
	}
	s.checkCell(r)
}

func (s cells) cellBugs(r *record.Record, about, field string, found bool) {
	t := &s.Set.Bugs
	for _, id := range r.List(field) {
		if id = strings.TrimSpace(id); id == "" {
			continue
		}
		row := s.Unit.Row(&t.Rows, &t.Run, r)
		t.List.Set(row, "cell")
		t.Benchmark.SetText(row, record.CutName(about, 200))
		t.Bug.Set(row, record.CutName(id, 200))
		t.Found.Set(row, found)
	}
}

// checkCell holds the cell's lists, its count and its recall against each other.
func (s cells) checkCell(r *record.Record) {
	found, missed := distinct(r.List("recovered_bug_ids")), distinct(r.List("missed_bug_ids"))
	n := len(found.Order)
	all := n + len(missed.Order)
	count, given := r.Int("historical_bug_count")
	if given && count != int64(all) {
		s.Finding(cellLists, r, fmt.Sprintf("historical_bug_count: %d", count),
			fmt.Sprintf("%d recovered and %d missed", n, all-n))
	}
	recall, ok := r.Float("recall_against_historical")
	if ok && all > 0 && math.Abs(recall-float64(n)/float64(all)) > 0.005+1e-9 {
		s.Finding(cellLists, r, fmt.Sprintf("recall_against_historical: %g", recall), fmt.Sprintf("%d of %d", n, all))
	}
	for _, id := range found.Order {
		if missed.Find(id) >= 0 {
			s.Finding(cellLists, r, "recovered and missed: "+record.Cut(id, 80), "one of them")
		}
	}
}

// trimmed are the ids of a list without the space around them; nil where there are none. It may return the list
// itself, which must not be changed.
func trimmed(list []string) []string {
	if len(list) > 0 && !slices.ContainsFunc(list, func(id string) bool { return strings.TrimSpace(id) != id }) {
		return list // as nearly all are
	}
	out := slices.Grow([]string(nil), len(list))
	for _, id := range list {
		out = append(out, strings.TrimSpace(id))
	}
	return out
}

// distinct are the different ids of a list, trimmed, in their order.
func distinct(list []string) (ids sheet.Places[string]) {
	for _, id := range list {
		if id = strings.TrimSpace(id); id != "" {
			ids.Place(id)
		}
	}
	return ids
}
