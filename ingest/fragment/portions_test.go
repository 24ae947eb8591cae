package fragment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"runreport/ingest/record"
)

var format = &record.Format{System: "made-up", Seal: &record.Seal{Key: func(r *record.Record) string { return r.Name }}}

// files are some of which each has records of the names.
func filesWith(names [][]string) (all []*record.File) {
	for i, own := range names {
		f := &record.File{Index: i, Format: format, Bytes: 10}
		for line, name := range own {
			f.Records = append(f.Records, &record.Record{Name: name, File: f, Line: int64(line)})
		}
		all = append(all, f)
	}
	return all
}

// Files are read again with those that have names in common with them, also over others, and as few others as fit.
func TestPortions(t *testing.T) {
	names := [][]string{{"a"}, {"b", "c"}, {"a"}, {"d"}, {"c", "other"}, {"d", "e"}, {"other"}, {"e"}}
	files := append(filesWith(names), &record.File{Index: 8}) // which no format claims
	again := []int{0, 1, 3, 2, 5}                             // the others wait with what they have
	of := func(i int) (*record.File, map[string]bool) {
		wanted := map[string]bool{}
		for _, name := range names[again[i]] {
			wanted[name] = true
		}
		return files[again[i]], wanted
	}
	for most, want := range map[int64]string{
		1:       "again [0 3] names [a] files [0 2]; again [1] names [b c] files [1 4]; again [2 4] names [d e] files [3 5 7]; ",
		30:      "again [0 3 1] names [a b c] files [0 2 1 4]; again [2 4] names [d e] files [3 5 7]; ",
		1 << 62: "again [0 3 1 2 4] names [a b c d e] files [0 2 1 4 3 5 7]; ",
	} {
		got := ""
		for _, p := range Portions(len(again), of, files, most) {
			var names []string
			var own []int
			for _, n := range p.Names {
				names = append(names, n.Name)
			}
			for _, f := range p.Files {
				own = append(own, f.Index)
			}
			got += fmt.Sprintf("again %v names %v files %v; ", p.Again, names, own)
		}
		if got != want {
			t.Errorf("of at most %d bytes: %s\nwant %s", most, got, want)
		}
	}
}

// Whatever names files have, each that is read again is in one portion, no name is in two, and all records of a name
// are among its fragments, in the order of files.
func TestPortionsOfAnyFiles(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		names := make([][]string, 1+rnd.IntN(12))
		for i := range names {
			for range rnd.IntN(4) {
				names[i] = append(names[i], fmt.Sprint(rnd.IntN(15)))
			}
		}
		files := filesWith(names)
		var again []int
		for i := range files {
			if len(names[i]) > 0 && rnd.IntN(3) > 0 {
				again = append(again, i)
			}
		}
		of := func(i int) (*record.File, map[string]bool) {
			return files[again[i]], map[string]bool{names[again[i]][0]: true}
		}
		portionOf, seen := map[Name]int{}, make([]int, len(again))
		for at, p := range Portions(len(again), of, files, int64(rnd.IntN(60))) {
			for _, i := range p.Again {
				seen[i]++
			}
			own := p.Fragments()
			for _, name := range p.Names {
				if other, twice := portionOf[name]; twice {
					t.Fatalf("seed %d: %v is in portions %d and %d", seed, name, other, at)
				}
				portionOf[name] = at
				var got, want []string
				for _, x := range own[name] {
					for _, r := range x.Records {
						got = append(got, fmt.Sprint(x.File.Index, ":", r.Line))
					}
				}
				for i, all := range names {
					for line, n := range all {
						if n == name.Name {
							want = append(want, fmt.Sprint(i, ":", line))
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
	}
}
