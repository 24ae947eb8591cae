package playbook

import (
	"fmt"
	"math"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// stitchCells makes a unit of every cell. Copies of one are one.
func stitchCells(files []*record.File) []*record.Unit {
	var units []*record.Unit
	same := map[string][]*record.Record{}
	var order []string
	for _, f := range files {
		for _, r := range f.Records {
			key := joinKey(cellName(r), r.At.String(), r.Str("historical_bug_id"))
			if same[key] == nil {
				order = append(order, key)
			}
			same[key] = append(same[key], r)
		}
	}
	for _, key := range order {
		u := &record.Unit{System: system, Kind: cellUnit}
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
type cells struct{ *sheet }

// assembleCell writes the rows of a cell.
func assembleCell(u *record.Unit, t *table.Set) {
	s := cells{&sheet{unit: u, set: t}}
	for _, r := range u.Records {
		s.cell(r)
		s.unit.Event(s.set, r, "", "", cellName(r)+" "+r.Value("recall_against_historical").Text)
	}
}

func (s cells) cell(r *record.Record) {
	about := cellName(r)
	s.cellBugs(r, about, "recovered_bug_ids", true)
	s.cellBugs(r, about, "missed_bug_ids", false)
	by := "cell"
	s.claims(r, by, about, "qpb_version_under_test", "historical_bug_count", "current_bug_count", "recall_against_historical",
		"lever_under_test", "lever_change_summary", "before_lever", "after_lever", "noise_floor_source", "notes")
	if a := r.Item("apparatus"); a != nil {
		s.claims(a, by, about, "qpb_commit_sha", "target_commit_sha", "phase_scope", "runner", "model", "wall_clock_seconds")
	}
	if c := r.Item("regression_check"); c != nil {
		s.claims(c, by, about, "status", "noise_floor_threshold")
	}
	s.checkCell(r)
}

func (s cells) cellBugs(r *record.Record, about, field string, found bool) {
	t := &s.set.Bugs
	for _, id := range r.List(field) {
		if id = strings.TrimSpace(id); id == "" {
			continue
		}
		row := t.Add(r.Place())
		t.Run.Set(row, s.unit.Key)
		t.List.Set(row, "cell")
		t.Benchmark.SetText(row, record.Cut(about, 200))
		t.Bug.Set(row, record.Cut(id, 200))
		t.Found.Set(row, found)
	}
}

// checkCell holds the cell's lists, its count and its recall against each other.
func (s cells) checkCell(r *record.Record) {
	found, missed := distinct(r.List("recovered_bug_ids")), distinct(r.List("missed_bug_ids"))
	count, given := r.Int("historical_bug_count")
	if given && count != int64(len(found)+len(missed)) {
		s.finding(cellLists, r, fmt.Sprintf("historical_bug_count: %d", count), fmt.Sprintf("%d recovered and %d missed", len(found), len(missed)))
	}
	recall, ok := r.Float("recall_against_historical")
	if n := len(found) + len(missed); ok && n > 0 && math.Abs(recall-float64(len(found))/float64(n)) > 0.005+1e-9 {
		s.finding(cellLists, r, fmt.Sprintf("recall_against_historical: %g", recall), fmt.Sprintf("%d of %d", len(found), n))
	}
	both := map[string]bool{}
	for _, id := range missed {
		both[id] = true
	}
	for _, id := range found {
		if both[id] {
			s.finding(cellLists, r, "recovered and missed: "+record.Cut(id, 80), "one of them")
		}
	}
}

// trimmed are the ids of a list without the space around them; nil stays nil.
func trimmed(list []string) []string {
	var out []string
	for _, id := range list {
		out = append(out, strings.TrimSpace(id))
	}
	return out
}

// distinct are the different ids of a list, trimmed, in their order.
func distinct(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, id := range list {
		if id = strings.TrimSpace(id); id != "" && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}
