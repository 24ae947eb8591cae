package fragment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
)

var format = &record.Format{System: "made-up", Seal: &record.Seal{
	Key:    func(r *record.Record) string { return strings.Trim(r.Name, "123!") },
	Begins: func(r *record.Record) bool { return strings.HasSuffix(r.Name, "!") },
}}

// at is the time of a record of that name: a1! and a2! are two units of the name a.
func at(name string) time.Time {
	day := 1
	if i := strings.IndexAny(name, "123"); i >= 0 {
		day += int(name[i] - '0')
	}
	return time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC)
}

// filesWith are files of which each has records of the names.
func filesWith(names [][]string) (all []*record.File) {
	for i, own := range names {
		f := &record.File{Index: i, Format: format}
		for line, name := range own {
			f.Records = append(f.Records, &record.Record{Name: name, File: f, Line: int64(line), At: at(name)})
		}
		all = append(all, f)
	}
	return all
}

// tied are the files of those numbers, with what all of their records begin.
func tied(files []*record.File, again []int, partial ...string) Again {
	a := Again{Len: len(again), Partial: map[Name]bool{}}
	for _, name := range partial {
		a.Partial[Name{format.System, name}] = true
	}
	a.Of = func(i int) (*record.File, map[Tie]bool, int64) {
		f, ties := files[again[i]], map[Tie]bool{}
		for _, r := range f.Records {
			ties[a.Tie(Name{format.System, format.Seal.Key(r)}, r)] = true
		}
		return f, ties, 10
	}
	return a
}

func show(portions []*Portion) (out string) {
	for _, p := range portions {
		var names []string
		var own []int
		for _, n := range p.Names {
			names = append(names, n.Name)
		}
		for _, f := range p.Files {
			own = append(own, f.Index)
		}
		out += fmt.Sprintf("again %v names %v files %v; ", p.Again, names, own)
	}
	return out
}

// Files are read again with those that they are tied to, also over others, and with as many others as fit.
func TestPortions(t *testing.T) {
	files := append(filesWith([][]string{{"a!"}, {"b!", "c!"}, {"a!"}, {"d!"}, {"c!", "other!"}, {"d!", "e!"}, {"other!"}, {"e!"}}),
		&record.File{Index: 8}) // which no format claims
	again := []int{0, 1, 3, 2, 5} // the others wait with what they have
	for most, want := range map[int64]string{
		1:       "again [0 3] names [a] files [0 2]; again [1] names [b c] files [1 4]; again [2 4] names [d e] files [3 5 7]; ",
		30:      "again [0 3 1] names [a b c] files [0 1 2 4]; again [2 4] names [d e] files [3 5 7]; ",
		1 << 62: "again [0 3 1 2 4] names [a b c d e] files [0 1 2 3 4 5 7]; ",
	} {
		if got := show(tied(files, again).Portions(files, most)); got != want {
			t.Errorf("of at most %d records: %s\nwant %s", most, got, want)
		}
	}
}

// Units of one name that begin at different times have nothing to do with each other, unless records lack their beginning.
func TestPortionsOfOneName(t *testing.T) {
	files := filesWith([][]string{{"a1!"}, {"a2!"}, {"a1!"}, {"a2!", "a3!"}, {"a3!"}, {"a"}})
	again := []int{0, 1, 2, 3}
	for _, c := range []struct {
		partial []string
		want    string
	}{
		{nil, "again [0 2] names [a] files [0 2]; again [1 3] names [a] files [1 3 4]; "},
		{[]string{"b"}, "again [0 2] names [a] files [0 2]; again [1 3] names [a] files [1 3 4]; "},
		{[]string{"a"}, "again [0 1 2 3] names [a] files [0 1 2 3 4 5]; "},
	} {
		if got := show(tied(files, again, c.partial...).Portions(files, 1)); got != c.want {
			t.Errorf("where %v lack their beginning: %s\nwant %s", c.partial, got, c.want)
		}
	}
}

// Whatever files have, each that is read again is in one portion, no tie leads out of one, and all records of a name
// that the files of a portion have are among its fragments, in the order of files.
func TestPortionsOfAnyFiles(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		names := make([][]string, 1+rnd.IntN(12))
		for i := range names {
			for range rnd.IntN(4) {
				names[i] = append(names[i], fmt.Sprintf("%c%d!", 'a'+rnd.IntN(8), 1+rnd.IntN(3)))
			}
		}
		files := filesWith(names)
		var again []int
		for i := range files {
			if len(names[i]) > 0 && rnd.IntN(3) > 0 {
				again = append(again, i)
			}
		}
		a := tied(files, again, string(rune('a'+rnd.IntN(8))))
		portionOf, seen := map[*record.File]int{}, make([]int, len(again))
		for at, p := range a.Portions(files, int64(rnd.IntN(60))) {
			for _, i := range p.Again {
				seen[i]++
			}
			for _, f := range p.Files {
				if other, twice := portionOf[f]; twice {
					t.Fatalf("seed %d: file %d is in portions %d and %d", seed, f.Index, other, at)
				}
				portionOf[f] = at
			}
			own := p.Fragments()
			for _, name := range p.Names {
				var got, want []string
				for _, x := range own[name] {
					for _, r := range x.Records {
						got = append(got, fmt.Sprint(x.File.Index, ":", r.Line))
					}
				}
				for _, f := range p.Files {
					for _, r := range f.Records {
						if format.Seal.Key(r) == name.Name {
							want = append(want, fmt.Sprint(f.Index, ":", r.Line))
						}
					}
				}
				if !slices.Equal(got, want) {
					t.Fatalf("seed %d: %v has records %v, want %v", seed, name, got, want)
				}
			}
		}
		if i := slices.IndexFunc(seen, func(n int) bool { return n != 1 }); i >= 0 {
			t.Fatalf("seed %d: file %d is read again %d times", seed, again[i], seen[i])
		}
		for i := range again {
			f, ties, _ := a.Of(i)
			for _, other := range files {
				for _, r := range other.Records {
					if at, in := portionOf[other]; ties[a.Tie(Name{format.System, format.Seal.Key(r)}, r)] && (!in || at != portionOf[f]) {
						t.Fatalf("seed %d: %s of file %d and file %d are in two portions", seed, r.Name, f.Index, other.Index)
					}
				}
			}
		}
	}
}
