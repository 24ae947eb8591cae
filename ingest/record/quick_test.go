package record

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A time in UTC sets the day, and the times of that day behind it are read by their clock alone.
// All others are left to parseTime.
func TestClockTakesTimesOfItsDay(t *testing.T) {
	for _, c := range []struct {
		before, text string
		want         string // "": the clock leaves it
	}{
		{"2026-04-22T10:00:00Z", "2026-04-22T23:59:58Z", "2026-04-22T23:59:58Z"},
		{"2026-04-22T10:00:00Z", "2026-04-22T00:00:00.25Z", "2026-04-22T00:00:00.25Z"},
		{"2026-04-22T23:59:59.999Z", "2026-04-22T01:02:03Z", "2026-04-22T01:02:03Z"},
		{"2026-04-22T10:00:00Z", "2026-04-22T10:00:00.123456789Z", "2026-04-22T10:00:00.123456789Z"},
		{"2026-04-22T10:00:00Z", "2026-04-22T10:00:00.1234567891Z", ""},
		{"2026-04-22T10:00:00Z", "2026-04-23T10:00:00Z", ""},
		{"2026-04-22T10:00:00Z", "2026-04-22 10:00:00Z", ""},
		{"2026-04-22T10:00:00Z", "2026-04-22T10:00:00+02:00", ""},
		{"2026-04-22T10:00:00Z", "2026-04-22T10:00Z", ""},
		{"2026-04-22T10:00:00Z", "2026-04-22T10.00:00Z", ""},
		{"2026-04-22T10:00:00Z", "2026-04-22T10:00.00Z", ""},
		{"2026-04-22T10:00:00Z", "2026-04-22T24:00:00Z", ""},
		{"2026-04-22T10:00:00Z", "2026-04-22T10:60:00Z", ""},
		{"2026-04-22T10:00:00Z", "2026-04-22T10:00:60Z", ""},
		{"2026-04-22T10:00:00+02:00", "2026-04-22T10:00:00Z", ""}, // a day of another zone is none of UTC
		{"2026-04-22 10:00:00Z", "2026-04-22 10:00:00Z", ""},
		{"2026-04-22t10:00:00z", "2026-04-22T10:00:00Z", ""},
		{"noon", "2026-04-22T10:00:00Z", ""},
		{"", "2026-04-22T10:00:00Z", ""},
	} {
		m := &memory{}
		m.time(c.before)
		when, ok := m.clock(c.text)
		got := ""
		if ok {
			got = when.Format(time.RFC3339Nano)
		}
		if got != c.want {
			t.Errorf("behind %q the clock reads %q as %q, want %q", c.before, c.text, got, c.want)
		}
	}
}

// Two digits are a number below the limit.
func TestTwoDigits(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int64
		want  int64
		ok    bool
	}{
		{"00", 24, 0, true}, {"23", 24, 23, true}, {"24", 24, 24, false}, {"59", 60, 59, true}, {"60", 60, 60, false},
		{"07", 24, 7, true}, {"x1", 99, 0, false}, {"1x", 99, 0, false}, {"1:", 99, 0, false}, {"/1", 99, 0, false},
	} {
		n, ok := twoDigits(c.text, c.limit)
		if ok != c.ok || (c.ok && n != c.want) {
			t.Errorf("%q below %d: %d, %v", c.text, c.limit, n, ok)
		}
	}
}

// A table has at least twice as many slots as keys, and a power of two of them, so that every
// search ends at a free one.
func TestSlotsOfAKeyTable(t *testing.T) {
	for n, want := range map[int]int{0: 4, 1: 4, 2: 4, 3: 8, 4: 8, 5: 16, 8: 16, 9: 32} {
		if got := len(newKeyTable(n).slots); got != want {
			t.Errorf("%d keys: %d slots, want %d", n, got, want)
		}
	}
}

// What the keys of an object mean is found by their places, also where the object before had
// others there, or more.
func TestHabit(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{
		{Key: "name", Also: []string{"title"}, Alias: []string{"label"}, Type: String, Required: true},
		{Key: "count", Type: Int}, {Key: "total", Type: Int, Required: true},
	}}).Compile()
	h := &habit{kind: kind}
	for _, c := range []struct {
		keys  string
		known int
		mean  string
	}{
		{"name count", 2, "name=0 count=1"},
		{"count name total", 3, "count=1 name=0 total=2"},
		{"title", 1, "title=0,also,other"},
		{"label", 1, "label=0,other"},
		{"new coumt total", 1, "new=? coumt=?,odd total=2"},
		{"b\ufffdd", 0, "b\ufffdd=?,odd"},
		{"", 0, ""},
	} {
		var members []member
		for _, key := range strings.Fields(c.keys) {
			members = append(members, member{key: key})
		}
		h.know(members)
		var got []string
		for i := range members {
			m := h.keys[i]
			text := m.key + "=?"
			if m.known {
				text = fmt.Sprintf("%s=%d", m.key, m.field)
			}
			for _, is := range []struct {
				yes  bool
				word string
			}{{m.also, ",also"}, {m.other, ",other"}, {m.odd, ",odd"}} {
				if is.yes {
					text += is.word
				}
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != c.mean || h.known != c.known {
			t.Errorf("%q: %d known, %q; want %d, %q", c.keys, h.known, got, c.known, c.mean)
		}
	}
	for keys, want := range map[string]bool{
		"name total": true, "total count label": true, "name count": false, "name totals": false, "": false,
		"new": false,
	} {
		h := &habit{kind: kind}
		var members []member
		for _, key := range strings.Fields(keys) {
			members = append(members, member{key: key})
		}
		h.know(members)
		if h.settle(); h.whole != want {
			t.Errorf("%q: all required fields are named: %v, want %v", keys, h.whole, want)
		}
	}
}

// The habit of a kind is remembered for members without a shape, and that of a shape for four
// kinds.
func TestHabitsOfKinds(t *testing.T) {
	var kinds []*Kind
	for i := range maxHabits + 1 {
		kinds = append(kinds, (&Kind{Name: fmt.Sprint("k", i), Fields: []Field{{Key: fmt.Sprint("f", i), Type: Int}}}).Compile())
	}
	members := []member{{key: "f1"}, {key: "f0"}}
	m, s := &memory{}, &shape{}
	for range 2 {
		for i, k := range kinds {
			want := 0
			if i < 2 {
				want = 1
			}
			for name, h := range map[string]*habit{
				"of the memory": m.habit(k, members, nil), "of the shape": m.habit(k, members, s),
			} {
				if h.kind != k || h.known != want || h.keys[0].known != (i == 1) || h.keys[1].known != (i == 0) {
					t.Errorf("%s, kind %d: kind %s, %d keys known", name, i, h.kind.Name, h.known)
				}
			}
			if m.habit(k, members, nil) != m.habits[k] || s.habit(k, members) != s.habits[len(s.habits)-1] {
				t.Errorf("kind %d: its habit is made again", i)
			}
			if len(s.habits) > maxHabits {
				t.Errorf("a shape keeps %d habits", len(s.habits))
			}
		}
	}
}

// A member is tight where no white space is between the parts of its value, and ASCII where it is
// a string of plain ASCII. White space around it does not count.
func TestMembersOfTheScanner(t *testing.T) {
	s := &scanner{}
	const text = `{ "a" : [1,2] , "b":[1, 2],"c":{"x":"y z"},"d":{ },"e":"x y","f":"ä","g":"\n","h":7 ,"i":["x"]}`
	members, ok := s.plain([]byte(text))
	if !ok || len(members) != 9 {
		t.Fatalf("%d members, %v", len(members), ok)
	}
	for i, want := range []struct{ tight, ascii bool }{
		{true, false}, {false, false}, {true, false}, {false, false}, {true, true}, {true, false}, {true, false},
		{true, false}, {true, false},
	} {
		if m := members[i]; m.tight != want.tight || m.ascii != want.ascii {
			t.Errorf("%s: tight %v, ASCII %v", m.raw, m.tight, m.ascii)
		}
	}
	for raw, want := range map[string]string{
		`[ 1 ]`: `[1]`, "{\n\"a\": \"b c\"\t}": `{"a":"b c"}`, `"a b"`: `"a b"`, "[1,\r2]": `[1,2]`, `7`: `7`,
	} {
		if got := (&member{raw: jsontext.Value(raw)}).compact(); string(got) != want {
			t.Errorf("%q: compact %s, want %s", raw, got, want)
		}
	}
	loose := jsontext.Value(`[ 1 ]`)
	_ = (&member{raw: loose}).compact()
	if string(loose) != `[ 1 ]` {
		t.Error("the value itself was changed")
	}
}

// A scanner at rest holds on to no long text, and a buffer that became large is let go.
func TestWhatIsKeptAtRest(t *testing.T) {
	for n, want := range map[int]bool{maxReused: true, maxReused + 1: false} {
		s := &scanner{members: make([]member, 1), keys: make([][]byte, 1), text: make([]byte, n)}
		if s.rest(); (s.members != nil) != want || (s.keys != nil) != want || s.text != nil {
			t.Errorf("%d bytes: members are kept: %v, keys: %v, text: %v", n, s.members != nil, s.keys != nil, s.text != nil)
		}
		m := &memory{}
		if m.setScratch(make([]byte, n)); (m.scratch != nil) != want || len(m.scratch) > 0 {
			t.Errorf("a buffer of %d bytes is kept: %v", n, m.scratch != nil)
		}
	}
	m := &memory{}
	a, b := m.scanner(), m.scanner()
	if a == b {
		t.Fatal("two readers have one scanner")
	}
	m.rest(a)
	m.rest(b)
	if m.scanner() != b || m.scanner() != a || len(m.scanners) != 0 {
		t.Error("scanners at rest are not used again")
	}
}

// Texts that differ in their length, or in a byte at their start or end, have different hashes.
func TestTextsAreToldApart(t *testing.T) {
	for _, pair := range [][2]string{
		{"", "a"}, {"a", "b"}, {"ab", "ac"}, {"ab", "cb"}, {"abc", "axc"}, {"abcd", "abce"}, {"abcd", "xbcd"},
		{"abcdefg", "abcdefx"}, {"abcdefgh", "abcdefgx"},
		{"abcdefgh", "xbcdefgh"}, {"abcdefgh1", "abcdefgh2"}, {"aa", "aaa"}, {"aaaaaaaa", "aaaaaaaaa"},
	} {
		if mixed([]byte(pair[0])) == mixed([]byte(pair[1])) {
			t.Errorf("%q and %q have one hash", pair[0], pair[1])
		}
	}
}
