package record

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Every form in which a program writes a time means the same instant; only RFC 3339 is no
// deviation.
func TestFormsOfTimes(t *testing.T) {
	second := time.Date(2026, 4, 22, 10, 0, 0, 0, time.UTC)
	milli := second.Add(250 * time.Millisecond)
	for _, c := range []struct {
		raw   string
		want  time.Time
		plain bool
	}{
		{`"2026-04-22T10:00:00.250Z"`, milli, true},
		{`"2026-04-22T12:00:00+02:00"`, second, true},
		{`"2026-04-22T12:00:00.250+0200"`, milli, false},
		{`"2026-04-22T12:00:00+02"`, second, false},
		{`"2026-04-22t10:00:00.250z"`, milli, false},
		{`"2026-04-22t12:00:00.250+02:00"`, milli, false},
		{`"2026-04-22T10:00:00.250"`, milli, false},
		{`"2026-04-22T10:00:00,250Z"`, milli, true}, // ISO 8601, which package time reads as well
		{`"2026-04-22 10:00:00.250"`, milli, false},
		{`"2026-04-22 10:00:00.250 UTC"`, milli, false},
		{`"2026-04-22T10:00:00 GMT"`, second, false},
		{`"2026-04-22 12:00:00 +0200"`, second, false},
		{`"2026-04-22 12:00:00+02"`, second, false},
		{`"2026-04-22T10:00Z"`, second, false},
		{`"20260422T100000Z"`, second, false},
		{`"20260422T120000.250+0200"`, milli, false},
		{`"Wed, 22 Apr 2026 10:00:00 GMT"`, second, false},
		{`"Wed, 22 Apr 2026 12:00:00 +0200"`, second, false},
		{fmt.Sprint(second.Unix()), second, false},
		{fmt.Sprintf("%d.25", second.Unix()), milli, false},
		{fmt.Sprint(milli.UnixMilli()), milli, false},
		{fmt.Sprintf("%d.0", milli.UnixMilli()), milli, false},
		{fmt.Sprint(milli.UnixMicro()), milli, false},
		{fmt.Sprint(milli.UnixNano()), milli, false},
		{fmt.Sprintf(`"%d"`, milli.UnixMilli()), milli, false},
		{fmt.Sprintf(`"%d.25"`, second.Unix()), milli, false},
	} {
		v, dev := readTime([]byte(c.raw), kindOf(c.raw))
		if !v.Given || !v.When.Equal(c.want) || (dev == "") != c.plain {
			t.Errorf("%s is %v (%q), want %v", c.raw, v.When, dev, c.want)
		}
	}
	for _, raw := range []string{
		`"20260422100000"`, `"2026-04-22T10:00:00 CEST"`, `"10:00:00"`, `"today"`, `""`, `"2026-13-01T00:00:00Z"`, "true", "1e400", `"1.2.3"`,
	} {
		if v, dev := readTime([]byte(raw), kindOf(raw)); v.Given || dev == "" {
			t.Errorf("%s is read as %v", raw, v.When)
		}
	}
}

// A field of milliseconds takes a time of another unit or as text, if that is the only way in
// which a log can have meant it.
func TestMillisInOtherForms(t *testing.T) {
	want := time.Date(2026, 4, 22, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		raw   string
		plain bool
	}{
		{fmt.Sprint(want.UnixMilli()), true},
		{fmt.Sprint(want.Unix()), false},
		{fmt.Sprint(want.UnixMicro()), false},
		{fmt.Sprintf(`"%d"`, want.UnixMilli()), false},
		{`"2026-04-22T10:00:00Z"`, false},
		{`"2026-04-22 10:00:00"`, false},
	} {
		v, dev := readMillis([]byte(c.raw), kindOf(c.raw), &File{})
		if !v.Given || !v.When.Equal(want) || (dev == "") != c.plain {
			t.Errorf("%s is %v (%q), want %v", c.raw, v.When, dev, want)
		}
	}
}

func kindOf(raw string) jsontext.Kind { return jsontext.Value(raw).Kind() }

// A time of the same day as the one before is read as any other: a digit that is none, or a
// number that no clock shows, is no time.
func TestClockOfTheSameDay(t *testing.T) {
	const first = "2026-04-22T10:00:00Z"
	for _, text := range []string{
		"2026-04-22T00:00:00Z", "2026-04-22T23:59:59Z", "2026-04-22T23:59:59.999999999Z", "2026-04-22T09:08:07.5Z",
		"2026-04-22T24:00:00Z", "2026-04-22T10:60:00Z", "2026-04-22T10:00:60Z", "2026-04-22T1x:00:00Z", "2026-04-22Tx1:00:00Z", "2026-04-22T10:x0:00Z", "2026-04-22T10:0x:00Z",
		"2026-04-22T10:00:x0Z", "2026-04-22T10:00:0xZ", "2026-04-22T10:00:0:Z", "2026-04-22T0/:00:00Z", "2026-04-22T10-00:00Z", "2026-04-22T10:00-00Z", "2026-04-22T10:00:00.Z",
		"2026-04-22T10:00:00", "2026-04-22T10:00Z", "2026-04-23T10:00:00Z",
	} {
		alone, after := &memory{}, &memory{}
		want, wantPlain := alone.time(text)
		if when, plain := after.time(first); !plain || when.Hour() != 10 {
			t.Fatalf("%s is %v", first, when)
		}
		if when, plain := after.time(text); plain != wantPlain || !when.Equal(want) {
			t.Errorf("%s is %v (as documented: %v), and behind another time %v (%v)", text, want, wantPlain, when, plain)
		}
	}
}

// A record has the time that its format's key names, whichever of its kind's times that is.
func TestTimeOfARecord(t *testing.T) {
	const at, other = `"2026-04-22T10:00:00Z"`, `"2026-04-22T11:00:00Z"`
	for _, c := range []struct {
		fields []Field
		text   string
		hour   int // 0: it has none
	}{
		{[]Field{{Key: "ts", Type: Time}}, `{"ts":` + at + `}`, 10},
		{[]Field{{Key: "ts", Type: Time}}, `{}`, 0},
		{[]Field{{Key: "ts", Type: Time}, {Key: "end", Type: Time}}, `{"ts":` + at + `,"end":` + other + `}`, 10},
		{[]Field{{Key: "end", Type: Time}, {Key: "ts", Type: Time}}, `{"end":` + other + `,"ts":` + at + `}`, 10},
		{[]Field{{Key: "ts", Type: Time}, {Key: "end", Type: Time, Also: []string{"ts"}}}, `{"end":` + other + `}`, 11},
		{[]Field{{Key: "at", Also: []string{"ts"}, Type: Time}}, `{"ts":` + at + `}`, 10},
		{[]Field{{Key: "ts", Type: Millis}}, `{"ts":1776852000000}`, 10},
	} {
		k := (&Kind{Name: "k", Fields: c.fields}).Compile()
		f := &File{Path: "x", Format: &Format{Name: "x", Kinds: []*Kind{k}, TimeKey: "ts"}}
		r := f.AddObject(k, []byte(c.text), 1)
		if r.At.Equal(r.Time("ts")) && r.At.Hour() == c.hour && r.At.IsZero() == (c.hour == 0) {
			continue
		}
		t.Errorf("%s: %v, want hour %d", c.text, r.At, c.hour)
	}
}
