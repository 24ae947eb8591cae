package cycle

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

const fateRetold = "retold"

// The sources of a cycle besides its log, as findings and the table name them.
const (
	byEntry = "calibration log"
	byCell  = "cell"
)

// statementsOf reads what documents and cells tell of a cycle; nil where none does.
func statementsOf(u *record.Unit) *statements {
	if len(u.Related) == 0 {
		return nil
	}
	t := &statements{}
	var entry []*statement
	var cells []*record.Record
	for _, r := range u.Related {
		if !r.Is(entryKind) && !r.Is(recallKind) {
			cells = append(cells, r)
		}
	}
	pairs := pairsOf(cells)
	for _, r := range u.Related {
		switch {
		case r.Is(entryKind):
			t.entry = r
		case r.Is(recallKind) && r.Str("side") == "delta":
			t.deltas = append(t.deltas, r)
		case r.Is(recallKind):
			x := &statement{at: r, by: byEntry, benchmark: r.Str("benchmark"), side: entrySides[r.Str("side")],
				literal: r.Str("literal"), basis: r.Str("basis"), found: r.List("recovered"), missed: r.List("missed")}
			x.count, _ = r.Int("found")
			x.of, _ = r.Int("of")
			entry = append(entry, x)
		default:
			t.cells = true
			t.all = append(t.all, &statement{at: r, by: byCell, benchmark: cellName(r), side: cellSide(u, r, pairs),
				literal: r.Value("recall_against_historical").Text,
				found:   r.List("recovered_bug_ids"), missed: r.List("missed_bug_ids")})
		}
	}
	t.all = append(t.all, entry...)
	return t
}

// cellSide is the side of the lever that a cell measures: as cells name each other, where an
// entry or the log has its recall, else before for one without a lever and after for one with it.
func cellSide(u *record.Unit, cell *record.Record, pairs cellPairs) string {
	if side := cmp.Or(pairs.side(cell), sideOfCell(u.Related, cell), sideInLog(u, cell)); side != "" {
		return side
	}
	if cell.Str("lever_under_test") == "" {
		return "pre"
	}
	return "post"
}

// statedBy are the sources of the cycle.
func (it *iteration) statedBy(first ...string) []string {
	if it.statements.entry != nil {
		first = append(first, "document")
	}
	if it.statements.cells {
		first = append(first, "cells")
	}
	return first
}

// retell writes the measurements that other sources tell. Of several that tell one side of a
// benchmark the first counts, in the order log, cell, entry; one that tells another recall is
// a finding.
func (it *iteration) retell() {
	if it.statements == nil {
		return
	}
	type at struct{ benchmark, side string }
	counts := map[at]*statement{}
	for _, m := range it.ends {
		if m.fate == fateUsed && m.of.side != "" {
			if k := (at{m.of.benchmark, m.of.side}); counts[k] == nil {
				counts[k] = &statement{at: m.at, by: "log", literal: m.at.Value("recall").Text}
			}
		}
	}
	for _, x := range it.statements.all {
		k := at{x.benchmark, x.side}
		fate := fateUsed
		if first := counts[k]; first != nil {
			fate = fateRetold
			it.holdAgainst(first, x)
		} else {
			counts[k] = x
		}
		it.statementRow(x, fate)
	}
}

// holdAgainst finds two sources that tell different recalls of one side.
func (it *iteration) holdAgainst(first, x *statement) {
	if !first.measured() || !x.measured() || first.literal == "" || x.literal == "" {
		return
	}
	a, errA := strconv.ParseFloat(first.literal, 64)
	b, errB := strconv.ParseFloat(x.literal, 64)
	if errA == nil && errB == nil && agree(a, b) || first.literal == x.literal {
		return
	}
	side := map[string]string{"pre": "before", "post": "after"}[x.side]
	it.Unit.Finding(it.Set, toldOtherwise, x.at, fmt.Sprintf("%s %s the lever: %s by the %s, %s by the %s",
		record.Cut(x.benchmark, 80), side, first.literal, first.by, x.literal, x.by), "one recall")
}

func (it *iteration) statementRow(x *statement, fate string) {
	t := &it.Set.Measurements
	row := t.Add(x.at.Place())
	t.Cycle.Set(row, it.key)
	t.Benchmark.Set(row, record.CutName(x.benchmark, 200))
	t.Side.Set(row, x.side)
	t.Fate.Set(row, fate)
	t.EndedAt.Set(row, x.at.At)
	t.Literal.SetText(row, x.literal)
	if recall, err := strconv.ParseFloat(x.literal, 64); err == nil {
		t.Recall.Set(row, recall)
	}
	t.Found.Set(row, trimmed(x.found))
	t.Missed.Set(row, trimmed(x.missed))
	if len(x.found)+len(x.missed) == 0 && x.count+x.of > 0 {
		t.FoundCount.Set(row, x.count)
		if x.of > 0 {
			t.ListSize.Set(row, x.of)
		}
	}
	t.Basis.SetText(row, x.basis)
}

// statedVerdict adds what the entry tells of the whole cycle. Where the log has a verdict, the
// entry's is held against it.
func (it *iteration) statedVerdict(row int) {
	if it.statements == nil || it.statements.entry == nil {
		return
	}
	t, e := &it.Set.Cycles, it.statements.entry
	t.Symptom.SetText(row, e.Str("symptom"))
	stated := strings.TrimSuffix(e.Str("verdict"), ".")
	if it.end == nil {
		t.Verdict.SetText(row, stated)
		t.Decision.SetText(row, string(decisionIn(stated)))
		it.statedDeltas()
		return
	}
	if x, y := decisionOf(it.end.Str("verdict")), decisionIn(stated); x != "" && y != "" && x != y {
		it.Unit.Finding(it.Set, toldOtherwise, e, fmt.Sprintf("verdict: %s by the log, %s by the %s",
			record.Cut(it.end.Str("verdict"), 80), record.Cut(stated, 80), byEntry), "one verdict")
	}
}

// statedDeltas writes the deltas of the entry, to be held against the recalls.
func (it *iteration) statedDeltas() {
	t := &it.Set.Claims
	for _, r := range it.statements.deltas {
		literal := r.Str("literal")
		if literal == "" {
			continue
		}
		row := t.Add(r.Place())
		t.Run.Set(row, it.key)
		t.By.Set(row, "Lever_Calibration_Log.md")
		t.Subject.Set(row, record.Cut(r.Str("benchmark"), 200))
		t.Field.Set(row, "delta")
		t.Topic.Set(row, table.TopicDelta)
		t.System.Set(row, it.Unit.System)
		t.Text.Set(row, literal)
		if x, err := strconv.ParseFloat(literal, 64); err == nil {
			t.Number.Set(row, x)
		}
	}
}

// assembleStatements writes the rows of a cycle that no log tells of.
func assembleStatements(s *sheet.Sheet) {
	it := &iteration{Sheet: s, key: s.Unit.Key, statements: statementsOf(s.Unit)}
	it.first = s.Unit.Related[0]
	it.retell()
	t := &s.Set.Cycles
	row := t.Add(it.first.Place())
	t.Key.Set(row, it.key)
	t.System.Set(row, s.Unit.System)
	t.Cycle.Set(row, s.Unit.ID)
	t.Files.Set(row, filesOf(s.Unit))
	t.ToldBy.Set(row, it.statedBy())
	for _, x := range it.statements.all {
		if began := t.StartedAt.At(row); !x.at.At.IsZero() && (began.IsZero() || x.at.At.Before(began)) {
			t.StartedAt.Set(row, x.at.At)
		}
		if x.by == byCell {
			t.Lever.SetText(row, x.at.Str("lever_under_test"))
			t.Change.SetText(row, record.Cut(x.at.Str("lever_change_summary"), 400))
			it.cellFloor(x.at, row)
		}
	}
	if e := it.statements.entry; e != nil {
		t.Lever.SetText(row, leadingSentence(e.Str("lever")))
		t.Change.SetText(row, e.Str("lever"))
		t.Commit.SetText(row, e.Str("commit"))
		t.StartedAt.Set(row, e.Time("began"))
		t.EndedAt.Set(row, e.Time("ended"))
		if floor, err := strconv.ParseFloat(e.Str("noise_floor"), 64); err == nil {
			t.NoiseFloor.Set(row, floor)
		}
	}
	it.statedVerdict(row)
}

// cellFloor takes the noise floor that a cell states.
func (it *iteration) cellFloor(cell *record.Record, row int) {
	if c := cell.Item("regression_check"); c != nil {
		if floor, ok := c.Float("noise_floor_threshold"); ok {
			it.Set.Cycles.NoiseFloor.Set(row, floor)
		}
	}
}

// leadingSentence is the text up to its first full stop: "Lever 1 (breadth). Home: …".
func leadingSentence(text string) string {
	text, _, _ = strings.Cut(text, ". ")
	return strings.TrimSuffix(text, ".")
}

// filesOf are the files that tell of a cycle.
func filesOf(u *record.Unit) []string {
	files := slices.Clone(u.Files)
	for _, r := range u.Related {
		if !slices.Contains(files, r.File.Path) {
			files = append(files, r.File.Path)
		}
	}
	return files
}
