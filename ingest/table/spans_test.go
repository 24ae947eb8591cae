package table

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"runreport/unit/tier"
)

// fillRandom adds rows to every table of the set, of which each column is given now and then. Words
// are few, so that most stand in several rows.
func fillRandom(rnd *rand.Rand, s *Set) {
	for _, t := range s.list() {
		for range rnd.IntN(40) {
			row := t.rows().Add(Place{Source: rnd.IntN(5), Line: rnd.Int64N(90)})
			for _, c := range ragged(t) {
				if rnd.IntN(3) == 0 {
					continue
				}
				word := fmt.Sprint("w", rnd.IntN(9))
				switch c := c.(type) {
				case *String:
					c.Set(row, word)
				case *Strings:
					c.Set(row, []string{word, "x"}[:1+rnd.IntN(2)])
				case *Bytes:
					c.Set(row, []byte(word))
				case *Int:
					c.Set(row, rnd.Int64N(900)-300)
				case *Float:
					c.Set(row, rnd.Float64())
				case *Bool:
					c.Set(row, rnd.IntN(2) == 0)
				case *Time:
					c.Set(row, time.Unix(rnd.Int64N(1e9), 0).UTC())
				}
			}
		}
	}
}

// textsOf are the values of all columns of the rows of a part, table by table. Of a null it is said
// that it is none.
func textsOf(parts ...Part) (all [tables][][]string) {
	for _, p := range parts {
		for i, t := range p.Set.list() {
			columns := ragged(t)
			for row := int(p.From[i]); row < int(p.To[i]); row++ {
				var texts []string
				for _, c := range columns {
					texts = append(texts, string(c.field()(nil, row)))
				}
				all[i] = append(all[i], texts)
			}
		}
	}
	return all
}

// keeps is how many values the column holds, and texts or lists that they stand for.
func keeps(c column) int {
	switch c := c.(type) {
	case *String:
		return c.size() + len(c.dict)
	case *Strings:
		return c.size() + len(c.lists)
	case interface{ size() int }:
		return c.size()
	}
	return c.(interface{ rows() int }).rows()
}

// Rows of any span of any table are joined with the values of all their columns, whether the sets are
// given up or not. Sets that are given up keep nothing, others all.
func TestSpansOfAllColumns(t *testing.T) {
	tier.Seconds(t)
	for seed := range uint64(15) {
		var want [tables][][]string
		var joined [2]Set
		for take := range 2 {
			rnd := rand.New(rand.NewPCG(seed, 5))
			var parts []Part
			sets := make([]*Set, 3)
			for i := range sets {
				sets[i] = &Set{}
				fillRandom(rnd, sets[i])
			}
			for range 4 { // some of them are of one set
				s := sets[rnd.IntN(len(sets))]
				p := Part{Set: s, To: s.Marks()}
				for i, n := range p.To {
					p.From[i] = rnd.Int32N(n + 1)
					p.To[i] = p.From[i] + rnd.Int32N(n-p.From[i]+1)
				}
				parts = append(parts, p)
			}
			before := make([][tables][][]string, len(sets))
			for i, s := range sets {
				before[i] = textsOf(s.Whole())
			}
			want = textsOf(parts...)
			if into := &joined[take]; take == 1 {
				into.TakeParts(parts)
			} else {
				into.JoinParts(parts)
			}
			for i, s := range sets {
				if take == 0 && fmt.Sprint(textsOf(s.Whole())) != fmt.Sprint(before[i]) {
					t.Fatalf("seed %d: set %d is another after it was joined", seed, i)
				}
			}
			for _, p := range parts {
				for i, from := range p.Set.list() {
					if take == 0 || p.From[i] == p.To[i] {
						continue
					}
					for at, c := range ragged(from) {
						if n := keeps(c); n > 0 {
							t.Fatalf("seed %d: column %d of table %d keeps %d values though it was given up", seed, at, i, n)
						}
					}
				}
			}
		}
		for take := range joined {
			if got := textsOf(joined[take].Whole()); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d, taken: %d: rows of some span are others", seed, take)
			}
		}
	}
}

// Bits are told to be full, are cleared and are looked at within any span, also where the bitmap is
// shorter than the rows: what is behind its end is not set.
func TestSpansOfBits(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 6))
		const n = 40
		var b bitmap
		set := map[int]bool{}
		from, to := rnd.IntN(n), rnd.IntN(n+1)
		b.fill(from, to)
		for i := from; i < to; i++ {
			set[i] = true
		}
		for range rnd.IntN(3) {
			i := rnd.IntN(3 * n) // perhaps behind all that is set
			b.clear(i)
			delete(set, i)
		}
		for i := range 2 * n {
			if b.has(i) != set[i] {
				t.Fatalf("seed %d: bit %d is set: %t", seed, i, b.has(i))
			}
		}
		for from := range n + 9 {
			full := true
			for to := from; to < n+9; to++ {
				if b.full(span{from, to}) != full {
					t.Fatalf("seed %d: the bits from %d to %d are full: %t", seed, from, to, !full)
				}
				full = full && set[to]
			}
		}
	}
	whole := bitmap{0xff}
	whole.clear(8) // the first behind the end
	if len(whole) != 1 || whole[0] != 0xff {
		t.Errorf("bits %v", whole)
	}
}

// What is no Parquet file would not be read.
func TestWhatWouldNotBeRead(t *testing.T) {
	for _, part := range []string{"", "PAR1", "no part at all, but long enough to be one of some columns"} {
		if fits([]byte(part)) == nil {
			t.Errorf("%q fits", part)
		}
	}
}
