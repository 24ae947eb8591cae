package record

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRangesFitTheirTypes(t *testing.T) {
	for _, r := range Ranges() {
		if r.Means == "" || !(r.Min < r.Max) || math.Max(-r.Min, r.Max) > 1<<53 {
			t.Errorf("%v is no range of numbers that a float64 holds exactly", r)
		}
		if r != Identifier && r != Size && r.Max > math.MaxInt64/1e6 {
			t.Errorf("%v: a million of them overflow a sum", r)
		}
	}
}

var counted = (&Kind{Name: "counted", Fields: []Field{
	{Key: "attempt", Type: Int, Range: AttemptNumber},
	{Key: "cost", Type: Float, Range: Dollars},
	{Key: "at", Type: Time},
	{Key: "ms", Type: Millis},
	{Key: "inner", Type: List, Of: &Kind{Name: "inner", Fields: []Field{{Key: "n", Type: Int, Range: Things}}}},
}}).Compile()

func TestBoundsOfNumbersAndTimes(t *testing.T) {
	for _, c := range []struct{ in, key, want string }{
		{`{"attempt":0}`, "attempt", ""},
		{`{"attempt":10000}`, "attempt", ""},
		{`{"attempt":10001}`, "attempt", "out_of_range"},
		{`{"attempt":-1}`, "attempt", "out_of_range"},
		{`{"attempt":9000000000000000000}`, "attempt", "out_of_range"},
		{`{"attempt":9e18}`, "attempt", "bad_value"},
		{`{"cost":1000000000}`, "cost", ""},
		{`{"cost":1e308}`, "cost", "out_of_range"},
		{`{"cost":-0.01}`, "cost", "out_of_range"},
		{`{"at":"2000-01-01T00:00:00Z"}`, "at", ""},
		{`{"at":"1999-12-31T23:59:59Z"}`, "at", "implausible_time"},
		{`{"at":"2199-12-31T23:59:59Z"}`, "at", ""},
		{`{"at":"2199-12-31T23:59:59-00:01"}`, "at", "implausible_time"},
		{`{"at":"9999-12-31T23:59:59-02:00"}`, "at", "implausible_time"}, // the year 10000 in UTC
		{`{"at":"0000-01-01T00:00:00Z"}`, "at", "implausible_time"},
		{`{"ms":253402300800000}`, "ms", "implausible_time"}, // the year 10000
		{`{"ms":1777000001000}`, "ms", ""},
	} {
		f := &File{Path: "x.json", Format: &Format{}}
		r := f.AddObject(counted, []byte(c.in), 7)
		if got := r.Has(c.key); got != (c.want == "") {
			t.Errorf("%s: given is %v", c.in, got)
		}
		var codes []string
		for _, n := range f.Findings() {
			codes = append(codes, n.Code.Name)
			if n.Line != 7 || n.Count != 1 {
				t.Errorf("%s: %s at line %d, %d times", c.in, n.Code.Name, n.Line, n.Count)
			}
		}
		if got := strings.Join(codes, " "); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: findings %q, want %q", c.in, got, c.want)
		}
		if c.want != "" && r.Extra == "" {
			t.Errorf("%s: what was written is lost", c.in)
		}
	}
}

func TestBoundsInsideObjectsAndOfText(t *testing.T) {
	f := &File{Path: "x.json", Format: &Format{}}
	r := f.AddObject(counted, []byte(`{"inner":[{"n":1},{"n":9000000000000000000}]}`), 0)
	if _, ok := r.Items("inner")[1].Int("n"); ok || !f.Found(outOfRange) {
		t.Errorf("a number inside an object is not bounded")
	}
	f = &File{Path: "x.md", Format: &Format{}}
	r = f.AddValues(counted, 3, map[string]Value{"attempt": IntValue(math.MaxInt64), "cost": NumberValue(math.Inf(1)),
		"at": TimeValue(time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC), "12000")})
	if r.Has("attempt") || r.Has("cost") || r.Has("at") || len(f.Findings()) != 3 {
		t.Errorf("%v, %d findings: what was read from text is not bounded", r.vals, len(f.Findings()))
	}
}

// What an earlier version stored is bounded when it is read back.
func TestBoundsOfWhatIsRestored(t *testing.T) {
	loose := *counted
	loose.Fields = append([]Field{}, counted.Fields...)
	loose.Fields[0].Range = nil
	old := &File{Path: "x", Format: &Format{Kinds: []*Kind{&loose}}}
	old.AddObject(&loose, []byte(`{"attempt":9000000000000000000}`), 4).At = time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC)
	records, findings := old.Store()
	f := &File{Path: "x", Format: &Format{Kinds: []*Kind{counted}}}
	if err := f.Restore(records, findings, old.Counts(), map[string]*Code{}); err != nil {
		t.Fatal(err)
	}
	if r := f.Records[0]; r.Has("attempt") || !r.At.IsZero() || !f.Found(outOfRange) {
		t.Errorf("attempt %v at %v", r.Value("attempt"), r.At)
	}
}

// datedKind is a kind of records with their own time.
var datedKind = (&Kind{Name: "dated", Fields: []Field{{Key: "ts", Type: Time}, {Key: "due", Type: Time}, {Key: "inner", Type: Object, Of: &Kind{Name: "i", Fields: []Field{{Key: "at", Type: Time}}}}}}).Compile()

func datedUnit(days ...string) (*Unit, *File) {
	f := &File{Path: "a.jsonl", Format: &Format{TimeKey: "ts"}}
	for i, d := range days {
		f.AddObject(datedKind, fmt.Appendf(nil, `{"ts":"%sT10:00:00Z"}`, d), int64(i+1))
	}
	return &Unit{Records: f.Records}, f
}

func TestDropFar(t *testing.T) {
	for _, c := range []struct {
		name string
		days []string
		gone []int64 // lines
	}{
		{"one far ahead", []string{"2026-04-01", "2026-04-02", "2093-01-01"}, []int64{3}},
		{"one far back", []string{"2001-01-01", "2026-04-02", "2026-04-03"}, []int64{1}},
		{"366 days are near", []string{"2025-04-02", "2026-04-02", "2026-04-02", "2026-04-02", "2027-04-03"}, nil},
		{"367 are not", []string{"2026-04-02", "2026-04-02", "2026-04-02", "2027-04-04"}, []int64{4}},
		{"two of five", []string{"2026-04-01", "2150-01-01", "2026-04-02", "2026-04-03", "2003-01-01"}, []int64{2, 5}},
	} {
		u, f := datedUnit(c.days...)
		if s := u.Stamps(); s.N != len(c.days) || s.Together() != (c.name == "near") && s.Together() {
			t.Errorf("%s: %+v", c.name, s)
		}
		u.DropFar()
		var gone []int64
		for _, r := range u.Records {
			if r.At.IsZero() != !r.Has("ts") {
				t.Errorf("%s: line %d keeps half of its time", c.name, r.Line)
			}
			if r.At.IsZero() {
				gone = append(gone, r.Line)
			}
		}
		if fmt.Sprint(gone) != fmt.Sprint(c.gone) {
			t.Errorf("%s: dropped %v, want %v", c.name, gone, c.gone)
		}
		count := int64(0)
		for _, n := range f.Findings() {
			count += n.Count
			if n.Code != badTime || n.Line != gone[0] {
				t.Errorf("%s: %s at line %d", c.name, n.Code.Name, n.Line)
			}
		}
		if count != int64(len(c.gone)) {
			t.Errorf("%s: %d findings", c.name, count)
		}
	}
}

// A record with three times and more tells by itself, before there are units.
func TestDropFarInOneRecord(t *testing.T) {
	f := &File{Path: "a.json", Format: &Format{TimeKey: "ts"}}
	r := f.AddObject(datedKind, []byte(`{"ts":"2026-04-01T10:00:00Z","due":"2026-04-02T10:00:00Z","inner":{"at":"2093-04-02T10:00:00Z"}}`), 1)
	if r.Item("inner").Has("at") || !r.Has("due") || !f.Found(badTime) {
		t.Errorf("inner %v, findings %v", r.Item("inner").Time("at"), f.Findings())
	}
}

// momentKind is a kind of records with one time at most.
var momentKind = (&Kind{Name: "moment", Fields: []Field{{Key: "ts", Type: Time}}}).Compile()

// A record with one time counts it once, and loses it whole: as its own, and as its field.
func TestDropAfterInRecordsWithOneTime(t *testing.T) {
	late, last := time.Date(2030, 1, 1, 10, 0, 0, 0, time.UTC), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, text string
		own        time.Time // the record's, where it is not that of the field
		stamps     int
		at, field  bool // whether they are kept
		said       []string
	}{
		{"none", `{}`, time.Time{}, 0, false, false, nil},
		{"before", `{"ts":"2026-04-01T10:00:00Z"}`, time.Time{}, 1, true, true, nil},
		{"after", `{"ts":"2030-01-01T10:00:00Z"}`, time.Time{}, 1, false, false, []string{"ts: 2030-01-01T10:00:00Z"}},
		{"of the record alone", `{}`, late, 1, false, false, []string{"time: 2030-01-01T10:00:00Z"}},
		{"the record's own after", `{"ts":"2026-04-01T10:00:00Z"}`, late, 2, false, true, []string{"time: 2030-01-01T10:00:00Z"}},
	} {
		f := &File{Path: "a.jsonl", Format: &Format{TimeKey: "ts"}}
		r := f.AddObject(momentKind, []byte(c.text), 1)
		if !c.own.IsZero() {
			r.At = c.own
		}
		u := &Unit{Records: f.Records}
		if s := u.Stamps(); s.N != c.stamps {
			t.Errorf("%s: %d times, want %d", c.name, s.N, c.stamps)
		}
		u.DropAfter(last, "before the end")
		if at := !r.At.IsZero(); at != c.at || r.Has("ts") != c.field {
			t.Errorf("%s: its own time is kept: %v, that of the field: %v; want %v, %v", c.name, at, r.Has("ts"), c.at, c.field)
		}
		var said []string
		for _, n := range f.Findings() {
			said = append(said, n.Seen)
		}
		if !slices.Equal(said, c.said) {
			t.Errorf("%s: findings %q, want %q", c.name, said, c.said)
		}
	}
}

// What a finding quotes of a value ends after 80 bytes.
func TestFindingsQuoteShortly(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{
		{Key: "word", Type: String, Enum: []string{"up", strings.Repeat("z", 81)}},
		{Key: "even", Type: String, Check: &Check{Expected: "an even number of letters", Holds: func(v Value) bool { return len(v.Text)%2 == 0 }}},
		{Key: "count", Type: Int},
	}}).Compile()
	long := strings.Repeat("x", 81)
	for _, c := range []struct{ text, want string }{
		{`{"word":"` + long + `"}`, "word: " + long[:80] + "…"},
		{`{"word":"` + long[1:] + `"}`, "word: " + long[1:]},
		{`{"word":"` + strings.Repeat("Z", 81) + `"}`, "word: " + strings.Repeat("Z", 80) + "…"},
		{`{"even":"` + long + `"}`, "even: " + long[:80] + "…"},
		{`{"even":"` + long[:79] + `"}`, "even: " + long[:79]},
		{`{"count":"` + long + `"}`, `count: "` + long[:79] + "… is not a number that can be held"},
	} {
		f := &File{Path: "a.jsonl", Format: &Format{}}
		f.AddObject(kind, []byte(c.text), 1)
		if n := f.Findings(); len(n) != 1 || n[0].Seen != c.want {
			t.Errorf("%s: %d findings, first %q, want %s", c.text, len(n), n[0].Seen, c.want)
		}
	}
}
