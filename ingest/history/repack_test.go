package history

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Small pieces of a log become one, as long as that is not long; long ones stay.
func TestPiecesThatBecomeOne(t *testing.T) {
	const k = 1 << 10
	for _, c := range []struct {
		sizes []int64
		want  string
	}{
		{nil, ""},
		{[]int64{k}, "1"},
		{[]int64{k, k, k}, "3"},
		{[]int64{256 * k, 256 * k, 256 * k}, "1 1 1"},
		{[]int64{256 * k, k, k, 256 * k}, "3 1"},
		{[]int64{k, 256 * k, 256 * k, k}, "2 2"},
		{[]int64{smallPiece, smallPiece}, "1 1"},
		{[]int64{smallPiece - 1, smallPiece}, "2"},
		{[]int64{mostTogether - k, k, k}, "2 1"},
		{slices.Repeat([]int64{64 * k}, 130), "64 64 2"},
	} {
		own, from := &part{}, int64(0)
		var pieces []Piece
		for _, size := range c.sizes {
			row := own.rows.Add(table.Place{})
			own.rows.From.Set(row, from)
			from += size
			own.rows.Bytes.Set(row, from)
			pieces = append(pieces, Piece{own, row})
		}
		var got []string
		var again []Piece // as they lie there then
		for some := range together(pieces) {
			got = append(got, fmt.Sprint(len(some)))
			row := own.rows.Add(table.Place{})
			own.rows.From.Set(row, some[0].From())
			own.rows.Bytes.Set(row, some[len(some)-1].Size())
			again = append(again, Piece{own, row})
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: %s, want %s", c.sizes, strings.Join(got, " "), c.want)
		}
		for some := range together(again) {
			if len(some) > 1 {
				t.Errorf("%v: of what became one, %d become one again", c.sizes, len(some))
			}
		}
	}
}

// Pieces of a compressed log stay as they are, which may be of a byte each where it lies.
func TestPiecesOfACompressedLog(t *testing.T) {
	own := &part{}
	var pieces []Piece
	for i := range int64(5) {
		row := own.rows.Add(table.Place{})
		own.rows.Compression.Set(row, "gzip")
		own.rows.From.Set(row, i)
		own.rows.Bytes.Set(row, i+1)
		own.rows.Lines.Set(row, 10)
		pieces = append(pieces, Piece{own, row})
	}
	for some := range together(pieces) {
		if len(some) > 1 {
			t.Errorf("%d pieces become one", len(some))
		}
	}
}

// A history that is packed anew has the records of each log in their order, and nothing of what was
// replaced; parts of which all is kept stay as they are.
func TestRepacking(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	night := func(pieces ...string) {
		t.Helper()
		h := openedSteps(t, dir)
		for _, p := range pieces {
			var path, sum string
			var from, to int64
			if _, err := fmt.Sscan(p, &path, &from, &to, &sum); err != nil {
				t.Fatal(err)
			}
			h.Add(NewPiece(fileOf(path, ofSteps, sum+" first", sum+" second"), from, State{Size: to, SHA256: sum, Modified: at, WholeLine: true}))
		}
		commit(t, h)
	}
	night("grown 0 900 g1", "long 0 300000 l1", "changed 0 500 c1", "old 0 10 o1", "tail 0 200000 t1")
	night("grown 900 2400 g2", "long 300000 600000 l2", "changed 0 700 c2", "tail 200000 200100 t2")
	night("grown 2400 2500 g3", "tail 200100 200200 t3", "old 10 20 o2")
	h := openedSteps(t, dir)
	before := map[string]string{}
	for _, path := range h.AllPaths() {
		before[path] = names(restored(t, h, path))
	}
	rows, err := Repack(h, map[string]bool{"old": true}, slices.Clone)
	if err != nil {
		t.Fatal(err)
	}
	commit(t, h)
	h = openedSteps(t, dir)
	for path, want := range map[string]string{
		"grown":   "0-2500 g3",
		"long":    "0-300000 l1, 300000-600000 l2",
		"changed": "0-700 c2",
		"old":     "0-20 o2 dropped",
		"tail":    "0-200200 t3",
	} {
		var got []string
		for _, p := range h.logs[path] {
			text := fmt.Sprintf("%d-%d %s", p.From(), p.Size(), p.SHA256())
			if p.Dropped() {
				text += " dropped"
			}
			got = append(got, text)
		}
		_, whole := h.Known(path)
		if strings.Join(got, ", ") != want || !whole {
			t.Errorf("%s: %s, whole %v, want %s", path, strings.Join(got, ", "), whole, want)
		}
		if path == "old" {
			continue
		}
		if now := names(restored(t, h, path)); now != before[path] || !strings.Contains(now, "first") {
			t.Errorf("%s: it has %q, %q before", path, now, before[path])
		}
	}
	if n := h.About().Pieces; n != 6 || rows != n {
		t.Errorf("%d rows lie there, %d were announced, want 6", n, rows)
	}
	parts := partPaths(h)
	if again, err := Repack(h, nil, slices.Clone); err != nil || again != rows {
		t.Errorf("once more: %d rows, %v", again, err)
	}
	commit(t, h)
	h = openedSteps(t, dir)
	defer h.Close()
	if now := partPaths(h); !slices.Equal(now, parts) {
		t.Errorf("once more, and other parts lie there: %q, %q before", now, parts)
	}
}

// A killed build and a damaged manifest leave pieces beside what they were put into: this counts.
func TestPiecesBesideWhatTheyWerePutInto(t *testing.T) {
	for _, c := range []struct {
		nights []string
		want   string
	}{
		{[]string{"0 900 s1", "900 2400 s2", "0 2400 s2"}, "0 2400 s2"},
		{[]string{"0 300000 l1", "300000 300100 t1", "300100 300200 t2", "300000 300200 t2"}, "0 300000 l1, 300000 300200 t2"},
		{[]string{"0 300000 l1", "300000 300100 t1", "300100 300200 t2", "300000 300200 t2", "300200 300300 t3"}, "0 300000 l1, 300000 300200 t2, 300200 300300 t3"},
		{[]string{"0 900 s1", "900 2400 s2", "0 900 s1, 900 2400 s2"}, "0 900 s1, 900 2400 s2"},
		{[]string{"0 900 s1", "0 800 r1", "800 900 r2"}, "0 800 r1, 800 900 r2"},
	} {
		dir := filepath.Join(t.TempDir(), "history")
		for _, night := range c.nights {
			h := opened(t, dir)
			addAll(t, h, "a", strings.Split(night, ", ")...)
			commit(t, h)
		}
		h := opened(t, dir)
		var got []string
		for _, p := range h.logs["a"] {
			got = append(got, fmt.Sprint(p.From(), " ", p.Size(), " ", p.SHA256()))
		}
		if _, whole := h.Known("a"); strings.Join(got, ", ") != c.want || !whole {
			t.Errorf("%q: %s, whole %v, want %s", c.nights, strings.Join(got, ", "), whole, c.want)
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A log is the same in whatever pieces it is stored, and another one by a record.
func TestTheSameLogInOtherPieces(t *testing.T) {
	stored := func(pieces ...[]string) *History {
		dir := filepath.Join(t.TempDir(), "history")
		h, line, from := openedSteps(t, dir), int64(0), int64(0)
		for _, names := range pieces {
			f := &record.File{Path: "a", Format: ofSteps}
			for _, n := range names {
				line++
				f.AddFields(kind, line, []record.Value{record.TextValue(n)})
			}
			h.Add(NewPiece(f, from, State{Size: 100 * line, SHA256: fmt.Sprint(line), WholeLine: true}))
			from = 100 * line
		}
		commit(t, h)
		return openedSteps(t, dir)
	}
	one := stored([]string{"lint", "test"})
	for want, pieces := range map[bool][][]string{true: {{"lint"}, {"test"}}, false: {{"lint"}, {"build"}}} {
		other := stored(pieces...)
		if got := SameLog(one, other, "a"); got != want {
			t.Errorf("%q is the same: %v", pieces, got)
		}
		if err := other.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
}

// restored is what is stored of the log.
func restored(t *testing.T, h *History, path string) *record.File {
	t.Helper()
	f := &record.File{Path: path}
	if err := h.Restore(f); err != nil {
		t.Fatal(err)
	}
	return f
}

// partPaths are the parts with logs.
func partPaths(h *History) (paths []string) {
	for _, p := range h.stored {
		for _, own := range p.parts {
			paths = append(paths, own.path)
		}
	}
	slices.Sort(paths)
	return paths
}

// A part that cannot be read any more is told when rows of it are to be written again, and not asked for
// where none is.
func TestRepackingADamagedPart(t *testing.T) {
	own := &part{later: func() (table.Partition, error) { return table.Partition{}, fmt.Errorf("gone") }}
	own.rows.Add(table.Place{})
	p := &partition{parts: []*part{own, {}}}
	p.repack(map[*part][]keptRow{own: {{row: 0}}})
	lost := &part{later: own.later} // nothing of which is kept
	lost.rows.Add(table.Place{})
	p.again = append(p.again, someRows{part: lost})
	good := &part{bytes: 100, later: func() (table.Partition, error) {
		var rows table.Logs
		rows.Records.Set(rows.Add(table.Place{}), []byte("r"))
		return table.Partition{Named: rows.Named()}, nil
	}}
	good.rows.Path.Set(good.rows.Add(table.Place{}), "good")
	whole := &partition{again: []someRows{{part: lost}, {good, []keptRow{{0, 7}}}}}
	if all, replaced := whole.rowsAgain(table.Partition{}); len(all) != 1 || len(replaced) != 2 {
		t.Errorf("%d partitions in the place of %d parts", len(all), len(replaced))
	} else if made, err := all[0].Made(); err != nil || made.Len() != 1 {
		t.Errorf("%d rows, %v", made.Len(), err)
	} else {
		rows := &table.Logs{}
		made.CopyTo(rows.Named())
		if rows.Path.At(0) != "good" || rows.Build.At(0) != 7 || string(rows.Records.At(0)) != "r" {
			t.Errorf("%s of build %d: %q", rows.Path.At(0), rows.Build.At(0), rows.Records.At(0))
		}
	}
	fresh, _ := p.rowsAgain(table.Partition{})
	if len(fresh) != 1 || fresh[0].Len() != 1 {
		t.Fatalf("%d partitions", len(fresh))
	}
	if _, err := fresh[0].Made(); err == nil || err.Error() != "gone" {
		t.Errorf("rows of a part that is gone: %v", err)
	}
}
