package record

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"

	"runreport/ingest/source"
)

// A listing finds files by their paths, also through links to files and folders.
func TestListing(t *testing.T) {
	l := NewListing([]*File{{Path: "b/two", Bytes: 2}, {Path: "a/one", Bytes: 1}, {Path: "a/sub/three", Bytes: 3}, {Path: "ab/four", Bytes: 4}, {Path: "link", Link: "a"}, {Path: "file", Link: "b/two"},
		{Path: "round", Link: "about"}, {Path: "about", Link: "round"}, {Path: "far/link", Link: "link"}, {Path: "/top/x", Bytes: 9}})
	for p, want := range map[string]string{
		"a/one": "1 true", "b/two": "2 true", "none": "0 false", "link/one": "1 true", "link/sub/three": "3 true", "file": "2 true", "far/link/one": "1 true", "round": "0 true", "about/x": "0 false", "linked/one": "0 false", "/top/x": "9 true", "": "0 false",
	} {
		size, ok := l.Bytes(p)
		if got := fmt.Sprint(size, " ", ok); got != want {
			t.Errorf("%s: %s, want %s", p, got, want)
		}
	}
	for dir, want := range map[string]string{"a": "a/one a/sub/three", "link": "a/one a/sub/three", "a/sub": "a/sub/three", "link/sub": "a/sub/three", "ab": "ab/four", "none": "", "b/two": "", "far/link": "a/one a/sub/three"} {
		if got := strings.Join(l.Below(dir), " "); got != want {
			t.Errorf("below %s: %s, want %s", dir, got, want)
		}
	}
	if got := len(l.Below("")); got != 10 {
		t.Errorf("%d files in all", got)
	}
	for dir, want := range map[string]string{"a": "link", "a/sub": "link/sub", "b": "b", "b/two": "file", "ab": "ab", "link": "far/link", "": ""} {
		if got := l.Reached(dir); got != want {
			t.Errorf("%s is reached by %s, want %s", dir, got, want)
		}
	}
	two := NewListing([]*File{{Path: "z", Link: "a"}, {Path: "m", Link: "a"}, {Path: "y", Link: "a/b"}})
	for dir, want := range map[string]string{"a": "m", "a/b": "m/b", "a/b/c": "m/b/c"} {
		if got := two.Reached(dir); got != want {
			t.Errorf("%s is reached by %s, want the first of its links, %s", dir, got, want)
		}
	}
}

// Records that are in the tables leave a stand-in, which can be stored, and count as kept.
func TestStandIns(t *testing.T) {
	f := decode(t, `{"name":"a","count":3,"one":{"n":1},"words":["x"],"ts":"2026-04-22T10:00:00Z","z":1}`+"\n"+`{"name":"b"}`+"\n")
	if f.Nothing() {
		t.Error("a file with records has nothing")
	}
	records := f.Take()
	if len(f.Records) != 0 || f.Nothing() || len(records) != 2 {
		t.Errorf("%d records are left, %d were taken", len(f.Records), len(records))
	}
	v := f.View(records)
	if v.Path != f.Path || v.Format != f.Format || records[0].File != v || records[0].Item("one").File != v {
		t.Error("records of a view are not its own")
	}
	records[1].Fate = Superseded
	f.GiveBack(records)
	if records[0].File != f || records[0].Item("one").File != f || records[1].Fate != Kept {
		t.Error("records that were given back are another file's")
	}
	all := PackStandIns(records, slices.Clone).Unpack(f)
	s, other := &all[0], &all[1]
	if !other.IsStandIn() || other.Str("name") != "b" || other.Has("count") || other.Line != 2 {
		t.Errorf("the second stand-in is %+v", other)
	}
	if !s.IsStandIn() || records[0].IsStandIn() || s.Str("name") != "a" || s.Has("one") || s.Has("words") || s.Sum != records[0].Sum || !s.At.Equal(records[0].At) || s.Line != 1 {
		t.Errorf("a stand-in is %+v", s)
	}
	b := s.StoreStandIn()
	again, err := f.RestoreStandIn(b)
	if err != nil || !again.IsStandIn() || again.Name != "thing" || again.Str("name") != "a" || again.Sum != s.Sum || !again.At.Equal(s.At) {
		t.Errorf("restored: %v, %+v", err, again)
	}
	for n := range b {
		if _, err := f.RestoreStandIn(b[:n]); err == nil || !strings.HasPrefix(err.Error(), "a stored record cannot be read: ") {
			t.Errorf("%d of %d bytes: %v", n, len(b), err)
		}
	}
	f.Seal(2, []*Record{s})
	if f.Sealed() != 2 || len(f.Records) != 1 {
		t.Errorf("%d are sealed, %d are left", f.Sealed(), len(f.Records))
	}
	if !(&File{}).Nothing() {
		t.Error("an empty file has something")
	}
}

// A reader may take the records when there are enough of them.
func TestDrain(t *testing.T) {
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, `{"name":"a%d"}`+"\n", i)
	}
	for _, jobs := range []int{1, 3} {
		f := &File{Path: "things.jsonl", Format: lineFormat, Jobs: jobs, SettleAt: 10, DrainAt: 8}
		var names []string
		f.Settle = func(records []*Record, _ bool) []*Record { return records }
		f.Drain = func() {
			if len(f.Records) < 8 {
				t.Errorf("%d records are enough", len(f.Records))
			}
			for _, r := range f.Take() {
				names = append(names, r.Str("name"))
			}
		}
		in, err := source.New(strings.NewReader(text.String()), int64(text.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Decode(in); err != nil {
			t.Fatal(err)
		}
		in.Close()
		if len(names) < 30 {
			t.Errorf("%d jobs: %d records were taken meanwhile", jobs, len(names))
		}
		for _, r := range f.Records {
			names = append(names, r.Str("name"))
		}
		if len(names) != 50 || names[0] != "a0" || names[49] != "a49" || !slices.IsSortedFunc(names, func(a, b string) int { return len(a) - len(b) }) {
			t.Errorf("%d jobs: %q", jobs, names)
		}
	}
}

// Texts lose their secrets before they are cut, since a cut could leave a part of one.
func TestCutWithoutSecrets(t *testing.T) {
	f := &File{Clean: func(s string) string { return strings.ReplaceAll(s, "secret", "***") }}
	for text, want := range map[string]string{"a secret b c d": "a *** b c …", "secret": "secret", "0123456789": "0123456789", "01234567890": "0123456789…", "xxxxxxsecret": "xxxxxx***"} {
		if got := f.Cut(text, 10); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if got := (&File{}).Cut("01234567890", 10); got != "0123456789…" {
		t.Errorf("without secrets: %s", got)
	}
	private := &File{Format: &Format{Private: true}}
	if got := private.quoted("x", 10); got != "not quoted: the format is private" {
		t.Errorf("of a private format: %s", got)
	}
	if private.IncludeText = true; private.quoted("x", 10) != "x" {
		t.Error("texts that were asked for are not quoted")
	}
}

// The elements of an array are those that the library reads, however it is written.
func TestElements(t *testing.T) {
	for _, text := range []string{"[]", "[1]", " [ 1 , \"a b\" , {\"a\": [1]} , [] ] ", `["é","\n"]`, "[\"\xff\"]", "[1,]", "[1 2]", "[", "[1", "{}", "", "7", "[1] x", "[null,true,false,-1.5e3]", "[\"a\xc3\"]", "[[[1]]]"} {
		var got, want []string
		for _, e := range Elements(jsontext.Value(text)) {
			got = append(got, string(e))
		}
		for _, e := range strictElements(jsontext.Value(text)) {
			want = append(want, string(e))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{`""`: "", `"a b"`: "a b", `"a\"`: "-", `"a"b"`: "-", "\"a\x1f\"": "-", "\"a\x7f\"": "a\x7f", "\"é\"": "-", `"`: "-", "a": "-", `"a`: "-", `a"`: "-", "\"a \"": "a ", "\"\x80\"": "-"} {
		inner, ok := plainText([]byte(text))
		if got := map[bool]string{true: string(inner), false: "-"}[ok]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Stamps one after another are read as package time reads them, whatever the one before was.
func TestStampsOneAfterAnother(t *testing.T) {
	m := &memory{}
	for _, text := range []string{
		"2026-03-13T01:00:40Z", "2026-03-13T01:00:40Z", "2026-03-13T23:59:59.9Z", "2026-03-13T00:00:00Z", "2026-03-14T12:34:56.123456789Z", "2026-03-14T12:34:56.12345678Z", "2026-03-14T19:08:07.000Z", "2026-03-14T24:00:00Z", "2026-03-14T12:60:00Z",
		"2026-03-14T12:00:60Z", "2026-03-14T1a:00:00Z", "2026-03-14T12:00:00.Z", "2026-03-14T12:00:00.1a3Z", "2026-03-14T12:00:00,5Z", "2026-03-14T12:00:00+02:00", "2026-03-14T12-00:00Z", "2026-03-14T12:00-00Z", "2026-03-14T12:00:00.1234567890Z", "2026-03-14T12:00:00z",
		"2026-03-14T12:00:0Z", "2026-03-14T:2:00:00Z", "2026-03-14T12:/0:00Z", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z", "noon", "2027-01-01T00:00:01Z",
	} {
		want, dev, ok := parseTime(text)
		when, plain := m.time(text)
		if plain != (ok && dev == "") || plain && !when.Equal(want) {
			t.Errorf("%s is %v, plain %v; want %v", text, when, plain, want)
		}
		if iso, err := time.Parse(time.RFC3339Nano, text); plain && (err != nil || !iso.Equal(when)) {
			t.Errorf("%s is %v, %v", text, iso, err)
		}
	}
}

// Stand-ins say what their records did, to the bit.
func TestPackedStandIns(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	kinds := []*Kind{(&Kind{Name: "a"}).Compile(), (&Kind{Name: "b"}).Compile(), (&Kind{Name: "c"}).Compile()}
	text := func() string {
		return []string{"", "x", "two words", "\xff\x00", strings.Repeat("long ", 99)}[r.IntN(5)]
	}
	times := []time.Time{{}, time.Unix(-1, 999_999_999).UTC(), time.Date(9999, 12, 31, 23, 59, 59, 1, time.UTC), time.Date(2026, 4, 1, 0, 0, 0, 123456789, time.UTC)}
	f := &File{Path: "log"}
	for range 200 {
		records := make([]*Record, r.IntN(5))
		var want []Record
		for i := range records {
			k := kinds[r.IntN(len(kinds))]
			x := Record{Kind: k, Name: k.Name, Line: r.Int64(), Column: r.Uint32(), At: times[r.IntN(len(times))], Sum: xxh3.Uint128{Hi: r.Uint64(), Lo: r.Uint64()}}
			for field := range r.IntN(4) {
				h := held{field: uint8(60 * field), given: r.IntN(2) == 0, form: form(r.IntN(int(moment) + 1)), quiet: r.IntN(2) == 0, nanos: r.Uint32(), bits: r.Uint64(), text: text()}
				x.vals = append(x.vals, h)
			}
			stays := x
			stays.File, stays.Fate, stays.vals = f, sealed, slices.Clone(x.vals)
			want = append(want, stays)
			x.vals = append(x.vals, held{field: 200, more: []string{"goes"}})
			x.Extra = "goes"
			records[i] = &x
		}
		got := PackStandIns(records, slices.Clone).Unpack(f)
		if len(got) != len(want) {
			t.Fatalf("%d records, want %d", len(got), len(want))
		}
		for i := range want {
			if !slices.Equal(got[i].vals, want[i].vals) {
				t.Fatalf("values %+v, want %+v", got[i].vals, want[i].vals)
			}
			got[i].vals, want[i].vals = nil, nil
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Fatalf("%+v, want %+v", got[i], want[i])
			}
		}
	}
}
