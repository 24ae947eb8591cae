package cycle

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// The kinds of records that documents about cycles have.
const (
	entryKind  = "calibration_entry"
	recallKind = "calibration_recall"
)

// statement is one recall of a cycle that something else than its log tells: an entry of the
// calibration log, or a cell.
type statement struct {
	at            *record.Record
	by            string // as findings name it
	benchmark     string
	side          string // pre or post
	literal       string
	basis         string
	found, missed []string
	count, of     int64
}

// statements are what other sources tell of one cycle.
type statements struct {
	entry  *record.Record // nil: only cells do
	all    []*statement   // cells first, which have lists of bugs, then those of the entry
	deltas []*record.Record
	cells  bool
}

// IsStatement reports whether the record tells of a cycle that has a log of its own, or none.
func IsStatement(r *record.Record) bool { return r.Is(entryKind) || r.Is(recallKind) }

// measured reports whether the recall was measured as far as its source says.
func (t *statement) measured() bool { return t.basis == "" || t.basis == "empirical" }

// AddStatements adds to the cycles what documents and cells tell of them: records that belong to other
// units and speak about the cycle. Where no log tells of a cycle, it becomes a unit of
// its own, and so do the cells of one folder that no cycle knows.
func AddStatements(units []*record.Unit, docs []*record.File, cells []*record.Unit) []*record.Unit {
	logs := spansOf(units)
	names := namesOf(units)
	var entries []*record.Unit // cycles that an entry tells of
	added := map[*record.Unit]bool{}
	for _, f := range docs {
		var u *record.Unit
		for _, r := range f.Records {
			switch {
			case r.Is(entryKind):
				if u = names.of(r); u == nil {
					u = &record.Unit{System: sheet.System, Kind: Unit, ID: r.Str("cycle"), Home: f.Dir, Files: []string{f.Path}}
					names.add(u)
					units = append(units, u)
				}
				if added[u] { // a copy of the document
					u = nil
					continue
				}
				added[u] = true
				entries = append(entries, u)
				u.Related = append(u.Related, r)
			case r.Is(recallKind) && u != nil:
				u.Related = append(u.Related, r)
			}
		}
	}
	var unknownCells []*record.Record // cells that no cycle knows
	for _, c := range cells {
		r := c.Records[0]
		u := knows(entries, r)
		for _, l := range logs {
			if u == nil && l.measured(r) {
				u = l.unit
			}
		}
		if u != nil {
			u.Related = append(u.Related, r)
			continue
		}
		if i := slices.IndexFunc(entries, func(u *record.Unit) bool { return concerns(u, r) }); i >= 0 {
			r.Finding(cellApart, fmt.Sprintf("%s: recall %s, in the days of %s", record.Cut(cellName(r), 80),
				r.Value("recall_against_historical").Text, record.Cut(entries[i].ID, 120)), "a recall of one of its sides")
		}
		unknownCells = append(unknownCells, r)
	}
	return append(units, cellCycles(unknownCells)...)
}

// cycleNames finds cycles by the words of their names.
type cycleNames map[string][]*record.Unit

func namesOf(units []*record.Unit) cycleNames {
	names := cycleNames{}
	for _, u := range units {
		names.add(u)
	}
	return names
}

func (n cycleNames) add(u *record.Unit) {
	_, words := nameOf(u.ID)
	n[words] = append(n[words], u)
}

// of is the cycle that an entry is about, by its heading or by the folder of its audit; nil
// where there is none. The words of the names are the same, and so is the first day where both
// have one: "2026-05-02 to 2026-05-04 — pattern7-recovery" is "2026-05-02-pattern7-recovery".
func (n cycleNames) of(entry *record.Record) *record.Unit {
	names := []string{entry.Str("cycle")}
	if audit := entry.Str("audit"); strings.Contains(audit, "/") {
		names = append(names, path.Base(path.Dir(audit)))
	}
	for _, name := range names {
		first, words := nameOf(name)
		for _, u := range n[words] {
			if other, _ := nameOf(u.ID); words != "" && (other == first || other == "" || first == "") {
				return u
			}
		}
	}
	return nil
}

var (
	day      = regexp.MustCompile(`\b\d{4}-\d\d-\d\d`)
	nameWord = regexp.MustCompile(`[a-z0-9]+`)
)

// nameOf is the first day in the name of a cycle, and its words without the days.
func nameOf(name string) (first, words string) {
	days := day.FindAllString(name, -1)
	all := nameWord.FindAllString(strings.ToLower(day.ReplaceAllString(name, " ")), -1)
	if len(days) > 1 && len(all) > 0 && all[0] == "to" {
		all = all[1:]
	}
	if len(days) > 0 {
		first = days[0]
	}
	return first, strings.Join(all, " ")
}

// knows is the cycle whose entry names the cell, or is of its days, lever and benchmark and
// has its recall on a side.
func knows(entries []*record.Unit, cell *record.Record) *record.Unit {
	for _, u := range entries {
		named := strings.TrimLeft(u.Related[0].Str("cell"), "./")
		if named != "" && strings.HasSuffix(cell.File.Path, named) {
			return u
		}
	}
	for _, u := range entries {
		if concerns(u, cell) && sideOfCell(u.Related, cell) != "" {
			return u
		}
	}
	return nil
}

// concerns reports whether a cell is of the days, the lever and a benchmark of an entry.
func concerns(u *record.Unit, cell *record.Record) bool {
	entry := u.Related[0]
	from, to := entry.Time("began"), entry.Time("ended")
	if from.IsZero() || cell.At.Before(from) || !cell.At.Before(to.Add(24*time.Hour)) {
		return false
	}
	lever := strings.Join(nameWord.FindAllString(strings.ToLower(entry.Str("lever")), -1), "-")
	if id := cell.Str("lever_under_test"); id == "" || !strings.HasPrefix(lever, id) {
		return false
	}
	return slices.ContainsFunc(u.Related, func(r *record.Record) bool {
		return r.Is(recallKind) && r.Str("benchmark") == cellName(cell)
	})
}

// sideOfCell is the side on which an entry tells the recall of the cell; "" where it tells
// another on both, or none.
func sideOfCell(related []*record.Record, cell *record.Record) string {
	recall, ok := cell.Float("recall_against_historical")
	if !ok {
		return ""
	}
	for _, r := range related {
		if !r.Is(recallKind) || r.Str("benchmark") != cellName(cell) {
			continue
		}
		side := entrySides[r.Str("side")]
		if side == "" {
			continue
		}
		if stated, ok := r.Float("recall"); ok && agree(stated, recall) {
			return side
		}
	}
	return ""
}

// logSpan is a cycle with a log, and the time in which it ran.
type logSpan struct {
	unit     *record.Unit
	from, to time.Time
}

func spansOf(units []*record.Unit) []logSpan {
	var out []logSpan
	for _, u := range units {
		if len(u.Records) > 0 {
			out = append(out, logSpan{u, u.Records[0].At, record.LastTime(u.Records)})
		}
	}
	return out
}

// measured reports whether the cycle measured what the cell did: the cell was made while the
// cycle ran or on the day after, and its log has the recall.
func (l logSpan) measured(cell *record.Record) bool {
	return !cell.At.Before(l.from) && !cell.At.After(l.to.Add(24*time.Hour)) && sideInLog(l.unit, cell) != ""
}

// sideInLog is the side on which the log of a cycle has the lever, the benchmark and the recall
// of the cell; "" where it has them on none.
func sideInLog(u *record.Unit, cell *record.Record) string {
	recall, ok := cell.Float("recall_against_historical")
	if !ok {
		return ""
	}
	lever := ""
	for _, r := range u.Records {
		switch {
		case r.Is("_index"):
			lever = r.Str("lever_under_test")
		case !r.Is("benchmark_end") || lever != cell.Str("lever_under_test"):
		case strings.TrimSpace(r.Str("benchmark")) == cellName(cell):
			if logged, ok := r.Float("recall"); ok && agree(logged, recall) {
				return sheet.SideOf(r.Str("lever_state"))
			}
		}
	}
	return ""
}

var entrySides = map[string]string{"before": "pre", "after": "post"}

// agree reports whether two recalls are one, written with two digits at least.
func agree(a, b float64) bool { return a-b <= 0.005+1e-9 && b-a <= 0.005+1e-9 }
