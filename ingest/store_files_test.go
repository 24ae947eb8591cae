package ingest

import (
	"fmt"
	"strings"
	"testing"
)

// The units of a file are found wherever they lie: side by side, apart, or in two groups.
func TestUnitsOfFiles(t *testing.T) {
	s := &sealStore{byFile: map[int64][]*sealedUnit{}}
	first, second := "a1 a2 b1 a3 c1", "b2 d1 d2"
	for _, group := range []string{first, second} {
		var units []*sealedUnit
		var sources []int64
		for _, key := range strings.Fields(group) {
			units, sources = append(units, &sealedUnit{key: key}), append(sources, int64(key[0]))
		}
		s.noteFiles(units, sources)
		for i, u := range units { // a list of a file is not to reach into that of the group
			if u.key != strings.Fields(group)[i] {
				t.Errorf("unit %d of the group became %s", i, u.key)
			}
		}
	}
	for file, want := range map[rune]string{'a': "a1 a2 a3", 'b': "b1 b2", 'c': "c1", 'd': "d1 d2", 'e': ""} {
		var got []string
		for _, u := range s.byFile[int64(file)] {
			got = append(got, u.key)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("units of file %s: %s, want %s", fmt.Sprintf("%c", file), got, want)
		}
	}
}
