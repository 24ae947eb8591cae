package report

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Of one list as many entries are kept as fit, be they the first or the latest.
func TestAsManyEntriesAsFit(t *testing.T) {
	all := items(14, 25)
	for _, c := range []struct {
		name string
		with func(entries []item) *cuttable
		part func(n int) []item
	}{
		{"first", func(x []item) *cuttable { return &cuttable{First: x} }, func(n int) []item { return all[:n] }},
		{"last", func(x []item) *cuttable { return &cuttable{Last: x} }, func(n int) []item { return all[len(all)-n:] }},
		{"kept", func(x []item) *cuttable {
			v := &cuttable{}
			v.Inner.Kept = x
			return v
		}, func(n int) []item { return all[:n] }},
	} {
		texts := make([]string, len(all)+1)
		for n := range texts {
			texts[n] = strings.Replace(string(cutTo(t, c.with(c.part(n)), 0)), fmt.Sprintf(`"%s_total": %d`, c.name, n), fmt.Sprintf(`"%s_total": %d`, c.name, len(all)), 1)
		}
		for room := len(texts[0]); room <= len(texts[len(all)])+1; room++ {
			most := 0
			for n, text := range texts {
				if len(text) <= room {
					most = n
				}
			}
			if got := string(cutTo(t, c.with(all), room)); got != texts[most] {
				t.Fatalf("%s in %d bytes: %d, want %d entries in %d\n%s", c.name, room, len(got), most, len(texts[most]), got)
			}
		}
	}
}

// listOf is a list of so many entries of one byte each, which stands at a place of the output.
func listOf(open, n int) *cutList {
	l := &cutList{open: open}
	for i := range n {
		l.ends = append(l.ends, open+i+1)
	}
	return l
}

// The longest lists are cut, all to one length: of 10, 6 and 3 bytes 3 are saved by 7, 6 and 3,
// and 8 by 4, 4 and 3.
func TestLevel(t *testing.T) {
	for _, c := range []struct {
		over  int
		sizes string // what is left of each
	}{
		{1, "9 6 3"}, {3, "7 6 3"}, {4, "6 6 3"}, {5, "5 5 3"}, {6, "5 5 3"}, {7, "4 4 3"}, {8, "4 4 3"}, {10, "3 3 3"}, {11, "2 2 2"}, {13, "2 2 2"}, {14, "1 1 1"},
		{16, "1 1 1"}, {19, "0 0 0"}, {30, "0 0 0"},
	} {
		lists := []*cutList{listOf(5, 10), listOf(100, 6), listOf(200, 3)}
		limit, gone := level(lists, c.over)
		left, sizes := 0, []string{}
		for _, l := range lists {
			from, to := l.within(limit)
			if from != l.open {
				t.Errorf("over %d: the list begins at %d, want %d", c.over, from, l.open)
			}
			left, sizes = left+to-from, append(sizes, fmt.Sprint(to-from))
		}
		if got := strings.Join(sizes, " "); got != c.sizes || gone != 19-left {
			t.Errorf("over %d: %s are left and %d gone, want %s", c.over, got, gone, c.sizes)
		}
	}
	if _, gone := level(nil, 5); gone != 0 {
		t.Errorf("%d bytes of no list are gone", gone)
	}
}

// The part of a list that fits: its first entries, or its latest without the comma before them.
func TestWithin(t *testing.T) {
	first := &cutList{open: 10, ends: []int{14, 20, 23}} // 4, 6 and 3 bytes
	last := &cutList{open: 10, ends: []int{14, 20, 23}, latest: true}
	for _, c := range []struct {
		l        *cutList
		limit    int
		from, to int
	}{
		{first, 3, 10, 10}, {first, 4, 10, 14}, {first, 9, 10, 14}, {first, 10, 10, 20}, {first, 12, 10, 20}, {first, 13, 10, 23}, {first, 99, 10, 23}, {first, 0, 10, 10},
		{last, 8, 15, 23}, {last, 9, 15, 23}, {last, 7, 21, 23}, {last, 2, 21, 23}, {last, 1, 23, 23}, {last, 0, 23, 23}, {last, 99, 10, 23},
	} {
		if from, to := c.l.within(c.limit); from != c.from || to != c.to {
			t.Errorf("latest %t within %d: %d to %d, want %d to %d", c.l.latest, c.limit, from, to, c.from, c.to)
		}
	}
}

// What could be within any limit up to one: the fewest entries that are not shorter than it.
func TestBeyond(t *testing.T) {
	first := &cutList{open: 10, ends: []int{14, 20, 23}} // 4, 6 and 3 bytes
	last := &cutList{open: 10, ends: []int{14, 20, 23}, latest: true}
	for _, c := range []struct {
		l        *cutList
		limit    int
		from, to int
	}{
		{first, 0, 10, 14}, {first, 4, 10, 14}, {first, 5, 10, 20}, {first, 10, 10, 20}, {first, 11, 10, 23}, {first, 99, 10, 23},
		{last, 0, 21, 23}, {last, 2, 21, 23}, {last, 3, 15, 23}, {last, 8, 15, 23}, {last, 9, 10, 23}, {last, 99, 10, 23},
	} {
		if from, to := c.l.beyond(c.limit); from != c.from || to != c.to {
			t.Errorf("latest %t beyond %d: %d to %d, want %d to %d", c.l.latest, c.limit, from, to, c.from, c.to)
		}
	}
}

// Entries that were written from the last to the first come into their order, without a comma before the first of
// those that were written.
func TestReverse(t *testing.T) {
	for _, c := range []struct {
		text, want string
		ends, now  []int
	}{
		{"..[,ddd,cc,bbbbbaaaa", "..[aaaa,bbbbb,cc,ddd", []int{7, 10, 16, 20}, []int{7, 13, 16, 20}},
		{"..[,ddd,cc", "..[cc,ddd", []int{7, 10}, []int{5, 9}},
		{"..[,ddd", "..[ddd", []int{7}, []int{6}},
		{"..[aaaa", "..[aaaa", []int{7}, []int{7}},
	} {
		l := &cutList{open: 3, latest: true, ends: c.ends}
		if got := string(l.reverse([]byte(c.text))); got != c.want || !reflect.DeepEqual(l.ends, c.now) {
			t.Errorf("%s: %s with ends %v, want %s with %v", c.text, got, l.ends, c.want, c.now)
		}
	}
}

func TestItemsDiffer(t *testing.T) {
	for evidence, want := range map[string]bool{ItemsStrong: true, ItemsModerate: true, ItemsWeak: true, ItemsInconclusive: false, "": false} {
		if got := ItemsDiffer(evidence); got != want {
			t.Errorf("%q: %t", evidence, got)
		}
	}
}

// What cannot be written is an error of the whole summary too.
func TestASummaryThatCannotBeWritten(t *testing.T) {
	if out, err := WriteSummary(&Data{SelfTest: &SelfTest{Promised: nan()}}); err == nil || out != nil || err.Error() != "selftest: promised: NaN is not a number in JSON" {
		t.Errorf("%d bytes, %v", len(out), err)
	}
	if got := Known(nan()); got != Missing("uncheckable") {
		t.Errorf("%+v", got)
	}
}

func nan() float64 { zero := 0.0; return zero / zero }
