package table

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
)

func sample(run string) *Set {
	s := &Set{}
	at := time.Date(2026, 4, 22, 10, 0, 0, 600_000_000, time.UTC)
	row := s.Attempts.Add(Place{Source: 1, Line: 7})
	s.Attempts.Run.Set(row, run)
	s.Attempts.DurationS.Set(row, 4.2)
	s.Attempts.Converged.Set(row, true)
	s.Attempts.StartedAt.Set(row, at)
	row = s.Attempts.Add(Place{Source: 1, Line: 9})
	s.Attempts.Run.Set(row, run)
	row = s.Cycles.Add(Place{Source: 2})
	s.Cycles.Benchmarks.Set(row, []string{"chi", "gin"})
	row = s.Cycles.Add(Place{Source: 2})
	s.Cycles.Verdict.Set(row, "ship")
	return s
}

func TestNullsAndJoin(t *testing.T) {
	s := &Set{}
	s.Join(sample("a"))
	s.Join(sample("b"))
	if n := s.Attempts.Len(); n != 4 {
		t.Fatalf("joined attempts = %d, want 4", n)
	}
	for row, want := range []string{"a", "a", "b", "b"} {
		if got := s.Attempts.Run.At(row); got != want {
			t.Errorf("run of row %d = %q, want %q", row, got, want)
		}
	}
	if _, ok := s.Attempts.DurationS.Get(1); ok {
		t.Error("a duration that was never set is not null")
	}
	if d, ok := s.Attempts.DurationS.Get(2); !ok || d != 4.2 {
		t.Errorf("duration of row 2 = %v, %v, want 4.2", d, ok)
	}
	if p := s.Attempts.Place(3); p != (Place{Source: 1, Line: 9}) {
		t.Errorf("place of row 3 = %+v", p)
	}
	if list := s.Cycles.Benchmarks.At(2); !reflect.DeepEqual(list, []string{"chi", "gin"}) {
		t.Errorf("benchmarks of row 2 = %v", list)
	}
}

func TestStringsStayDistinctPastTheIndex(t *testing.T) {
	var c String
	for i := range 100 {
		c.Set(i, string(rune('a'+i%20)))
	}
	if len(c.dict) != 20 {
		t.Errorf("dictionary of 20 words holds %d", len(c.dict))
	}
	if c.At(99) != string(rune('a'+19)) {
		t.Errorf("row 99 = %q", c.At(99))
	}
}

func TestEveryColumnIsDocumentedAndNamedOnce(t *testing.T) {
	for _, tab := range (&Set{}).Tables() {
		seen := map[string]bool{}
		for _, c := range tab.Columns() {
			if seen[c.Name] {
				t.Errorf("%s.%s stands twice", tab.Name, c.Name)
			}
			seen[c.Name] = true
			if c.Doc == "" {
				t.Errorf("%s.%s has no doc", tab.Name, c.Name)
			}
		}
		if !seen["source"] || !seen["line"] {
			t.Errorf("%s does not say where its rows come from", tab.Name)
		}
	}
}

func TestExportsRoundTrip(t *testing.T) {
	s := sample("a")
	dir := t.TempDir()
	for _, enc := range Encodings() {
		for _, tab := range s.Tables() {
			path := filepath.Join(dir, tab.Name+enc.Extension)
			f, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := enc.Write(f, tab); err != nil {
				t.Fatalf("%s as %s: %v", tab.Name, enc.Name, err)
			}
			if err := f.Close(); err != nil {
				t.Fatalf("%s as %s: the writer closed a file that is not its own: %v", tab.Name, enc.Name, err)
			}
		}
	}
	f, err := os.Open(filepath.Join(dir, "attempts.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := ipc.NewFileReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	rec, err := r.Record(0)
	if err != nil {
		t.Fatal(err)
	}
	if rec.NumRows() != 2 {
		t.Errorf("rows = %d, want 2", rec.NumRows())
	}
	i := rec.Schema().FieldIndices("started_at")
	if len(i) != 1 || !arrow.TypeEqual(rec.Schema().Field(i[0]).Type, timestampUTC) {
		t.Errorf("started_at is not a UTC timestamp: %v", rec.Schema())
	}
}

// full takes some bytes and no more.
type full struct{ room, taken int }

var errFull = errors.New("no room left")

func (f *full) Write(b []byte) (int, error) {
	if f.taken+len(b) > f.room {
		return 0, errFull
	}
	f.taken += len(b)
	return len(b), nil
}

// A table that cannot be written to its end is told, wherever the room ends: in the names of the
// columns, in the rows or behind them.
func TestExportsTellThatNothingIsWritten(t *testing.T) {
	s := sample("a")
	for i := range 60 {
		s.Attempts.Error.Set(s.Attempts.Add(Place{Line: int64(i)}), fmt.Sprint(i, strings.Repeat(" late", 50)))
	}
	wide := &older{}
	wide.Run.Set(wide.Add(Place{}), strings.Repeat("long ", 1000))
	for _, tab := range []Named{s.Tables()[3], {Name: "runs", table: wide}} {
		for _, enc := range Encodings() {
			all := full{room: 1 << 20}
			if err := enc.Write(&all, tab); err != nil {
				t.Fatal(err)
			}
			for room := 0; room < all.taken; room += 1 + all.taken/40 {
				if err := enc.Write(&full{room: room}, tab); !errors.Is(err, errFull) {
					t.Errorf("%s as %s, room for %d of %d bytes: %v", tab.Name, enc.Name, room, all.taken, err)
				}
			}
		}
	}
}

// A settled table is written in all formats at once as it is written alone, whatever its columns lack
// at their ends.
func TestExportsAtOnce(t *testing.T) {
	for seed := range uint64(2) {
		var s Set
		fillRandom(rand.New(rand.NewPCG(seed, 1)), &s)
		for _, tab := range s.Tables() {
			alone := tab.empty()
			tab.CopyTo(alone)
			tab.Settle()
			var all sync.WaitGroup
			for _, e := range Encodings() {
				want := exported(t, e, alone)
				for range 3 {
					all.Go(func() {
						if !bytes.Equal(exported(t, e, tab), want) {
							t.Errorf("%s as %s has other bytes", tab.Name, e.Name)
						}
					})
				}
			}
			all.Wait()
		}
	}
}

func exported(t *testing.T, e Encoding, n Named) []byte {
	var b bytes.Buffer
	if err := e.Write(&b, n); err != nil {
		t.Error(err)
	}
	return b.Bytes()
}

func TestSchema(t *testing.T) {
	want := `source: int64
line: int64
run: dictionary<values=utf8, indices=int32, ordered=false>
cost_usd: float64
tags: list<item: utf8, nullable>
`
	if got := (Named{Name: "t", table: &older{}}).Schema(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Tables are found by their names, those of a set and the three beside it.
func TestEmptyTables(t *testing.T) {
	for name, want := range map[string]bool{
		"sources": true, "events": true, LogsName: true, SealedName: true, LinksName: true, "log": false, "": false,
	} {
		if n, ok := Empty(name); ok != want || want && (n.Name != name || n.Len() != 0 || len(n.Columns()) < 3) {
			t.Errorf("%q is there: %v", name, ok)
		}
	}
}
