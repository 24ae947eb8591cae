package ingest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/tie"
)

// Of the groups of a place those stay that are more than twice as large as what is added to it,
// the newest being asked first; what does not stay is added too. One with a unit that is not
// taken over does not stay.
func TestGroupsThatStay(t *testing.T) {
	for _, c := range []struct {
		name   string
		groups string // units of each, from the oldest on; ! one of them is not taken, x of another month
		added  int
		want   string
	}{
		{"nothing is added", "1 5 3", 0, "1 5 3"},
		{"a large one", "9", 4, "9"},
		{"one just too small", "8", 4, ""},
		{"the small ones", "100 6 2", 1, "100"}, // 2 go with 1, then 6 with 3
		{"the smallest", "100 7 2", 1, "100 7"},
		{"one is gone", "5! 7", 0, "7"},
		{"the newest is gone, and the one before with it", "40 7 4!", 0, "40"},
		{"of another month", "3x 2", 1, "3x"},
	} {
		s := &sealStore{}
		for i, text := range strings.Fields(c.groups) {
			g := &storedGroup{Group: dataset.Group{System: "kahn", Month: "2026-04", Number: int64(i + 1)}}
			if strings.HasSuffix(text, "x") {
				g.Month = "2026-05"
			}
			n := 0
			if _, err := fmt.Sscan(strings.TrimRight(text, "!x"), &n); err != nil {
				t.Fatal(err)
			}
			for k := range n {
				g.units = append(g.units, &sealedUnit{taken: k > 0 || !strings.HasSuffix(text, "!")})
			}
			s.groups = append(s.groups, g)
		}
		keep := map[dataset.Group]bool{}
		s.chooseKept(map[dataset.Group]int{{System: "kahn", Month: "2026-04"}: c.added}, keep)
		var got []string
		for i, text := range strings.Fields(c.groups) {
			if keep[s.groups[i].Group] {
				got = append(got, text)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: of %s with %d more stay %q, want %q", c.name, c.groups, c.added, got, c.want)
		}
	}
}

// Times of units with few of them open their files where they may be taken out: more than 366 days
// after those that can tell. Where none can, and another beginning is possible, all are opened.
func TestFilesThatAreOpenedForTheirTimes(t *testing.T) {
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(days int) time.Time { return start.AddDate(0, 0, days) }
	for _, c := range []struct {
		name   string
		alone  []int // days of units with one time
		others int   // day of one that can tell; -1: none
		known  int   // latest day of files that are in no lot; -1: none
		waits  bool  // records of these wait
		want   string
	}{
		{"near each other", []int{0, 300, 600}, -1, -1, false, ""},
		{"one far away, and none can tell", []int{0, 300, 800}, -1, -1, false, "800"},
		{"one far away, and records wait", []int{0, 300, 800}, -1, -1, true, "all"},
		{"near each other, and records wait", []int{0, 300}, -1, -1, true, ""},
		{"all but the first", []int{0, 800, 810}, -1, -1, false, "800 810"},
		{"one far from those that can tell", []int{0, 900}, 100, -1, false, "900"},
		{"a year and a day", []int{466}, 100, -1, false, ""},
		{"a day more", []int{467}, 100, -1, false, "467"},
		{"two far away, near each other", []int{900, 910}, 100, -1, false, "900 910"},
		{"near one that is near", []int{400, 700}, 100, -1, false, ""},
		{"far from files that are in no lot", []int{900}, -1, 100, false, "900"},
		{"before all others", []int{0}, 4000, -1, false, ""},
		{"none alone", nil, 100, -1, false, ""},
	} {
		ties, l := tie.New(1), &lot{links: newLinker()}
		unit := func(day int, alone bool) {
			path := fmt.Sprint(day)
			f := &record.File{Path: path}
			of, err := ties.Add(0, f, "", 0)
			if err != nil {
				t.Fatal(err)
			}
			l.links.add(f, 0, "")
			l.links.files[path].tied = of
			u := &lotUnit{alone: alone, stamps: record.Stamps{N: 1, First: at(day), Last: at(day)}}
			u.at.path = path
			l.units = append(l.units, u)
		}
		for _, d := range c.alone {
			unit(d, true)
		}
		if c.others >= 0 {
			unit(c.others, false)
		}
		others := tie.Span{}
		if c.known >= 0 {
			others.Last = at(c.known)
		}
		openFar(ties, []*lot{l}, others, c.waits)
		var open []string
		for _, x := range ties.Files {
			if x.Open {
				open = append(open, x.Log.Path)
			}
		}
		slices.Sort(open)
		got := strings.Join(open, " ")
		if ties.All {
			got = "all"
		}
		if got != c.want {
			t.Errorf("%s: open are %q, want %q", c.name, got, c.want)
		}
	}
}
