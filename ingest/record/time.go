package record

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

func readTime(raw jsontext.Value, kind jsontext.Kind) (Value, deviation) {
	switch kind {
	case '0':
		when, ok := epoch(string(raw))
		if !ok {
			return Value{}, "not a number that can be held"
		}
		return Value{Given: true, Text: string(raw), When: when}, "a time written as a number"
	case '"':
		text := unquote(raw)
		when, dev, ok := parseTime(text)
		return Value{Given: ok, Text: text, When: when}, dev
	}
	return Value{}, "not a time"
}

// readMillis reads milliseconds since 1970. A number that no log can have meant so is read in
// the unit that it can be of, and a time as text as one.
// Example: 1777000001 is 1970 in milliseconds and 2026 in seconds.
func readMillis(raw jsontext.Value, kind jsontext.Kind, in *File) (Value, deviation) {
	if n, plain := plainInt(raw); plain && Possible(time.UnixMilli(n)) { // as nearly all
		return Value{Given: true, Text: in.memory().keep(raw), Int: n, Num: float64(n), When: time.UnixMilli(n).UTC()}, ""
	}
	if kind == '"' {
		if v, dev := readTime(raw, kind); v.Given && Possible(v.When) {
			return v, deviation("a time written as text") + also(dev)
		}
	}
	v, dev := readNumber(Int, raw, kind)
	if !v.Given {
		return v, dev
	}
	v.When = time.UnixMilli(v.Int).UTC()
	if other, ok := epoch(v.Text); ok && !Possible(v.When) && Possible(other) {
		v.When, dev = other, "a time in another unit than milliseconds"
	}
	return v, dev
}

// also is what to write of a second deviation behind the first.
func also(dev deviation) deviation {
	if dev == "" {
		return ""
	}
	return "; " + dev
}

// The numbers that are times since 1970: below the first they are seconds, then
// milliseconds, microseconds and nanoseconds. Each limit is the year 5138 in the unit below it
// and 1973 in the unit above.
const (
	leastMillis = 1e11
	leastMicros = 1e14
	leastNanos  = 1e17
)

// epoch takes a number for a time since 1970, in the unit that gives a year in which a log
// can have been written. A fraction counts down to microseconds, which is what a float64 holds.
func epoch(literal string) (time.Time, bool) {
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
		switch size := math.Abs(float64(n)); {
		case size < leastMillis:
			return time.Unix(n, 0).UTC(), true
		case size < leastMicros:
			return time.UnixMilli(n).UTC(), true
		case size < leastNanos:
			return time.UnixMicro(n).UTC(), true
		}
		return time.Unix(0, n).UTC(), true
	}
	x, err := strconv.ParseFloat(literal, 64)
	size := math.Abs(x)
	switch {
	case err != nil || math.IsNaN(x) || size >= math.MaxInt64:
		return time.Time{}, false
	case size < leastMillis:
		x *= 1e6
	case size < leastMicros:
		x *= 1e3
	case size >= leastNanos:
		x /= 1e3
	}
	return time.UnixMicro(int64(math.Round(x))).UTC(), true
}

// ParseTime reads RFC 3339 with any offset and fraction. Other forms in which programs
// write times are read with the deviation named, and as UTC where no zone is given. A time at
// which no log can have been written is none.
func ParseTime(text string) (when time.Time, dev deviation, ok bool) {
	when, dev, ok = parseTime(text)
	if ok && !Possible(when) {
		return time.Time{}, "not a time of the years " + deviation(possibleYears), false
	}
	return when, dev, ok
}

// otherLayouts are the forms of a time beside RFC 3339, T and Z in capitals. A name of a zone
// other than UTC and GMT says nothing about the offset: such times are not read.
var otherLayouts = []string{
	"2006-01-02T15:04:05.999999999",
	"2006-01-02T15:04:05.999999999Z07:00", // in small letters
	"2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04:05.999999999Z0700", // Python's %z
	"2006-01-02T15:04:05.999999999Z07",   // PostgreSQL
	"2006-01-02T15:04:05.999999999 Z0700",
	"2006-01-02 15:04:05.999999999Z0700",
	"2006-01-02 15:04:05.999999999Z07",
	"2006-01-02 15:04:05.999999999 Z0700", // Ruby, Git
	"2006-01-02 15:04:05.999999999 Z07:00",
	"20060102T150405Z",
	"20060102T150405.999999999Z0700",
	"Mon, 2 Jan 2006 15:04:05 -0700", // RFC 1123 and mail
}

func parseTime(text string) (when time.Time, dev deviation, ok bool) {
	s := strings.TrimSpace(text)
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t.UTC(), "", true
	}
	const other = "not RFC 3339; read as UTC where no zone is given"
	if isNumber(s) {
		if t, ok := epoch(s); ok && Possible(t) {
			return t, "a time written as a number in a string", true
		}
		return time.Time{}, "not a time", false
	}
	if len(s) > len("2006-01-02") && s[len("2006-01-02")] == 't' { // RFC 3339 allows small letters
		s = strings.ToUpper(s)
	}
	for _, name := range []string{" UTC", " GMT"} {
		if rest, cut := strings.CutSuffix(s, name); cut {
			s = rest + " +0000"
		}
	}
	for _, layout := range otherLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), other, true
		}
	}
	return time.Time{}, "not a time", false
}

// isNumber reports whether the text is digits, with a point among them at most, and so many
// that they can be a time since 1970.
func isNumber(s string) bool {
	digits, fraction, _ := strings.Cut(s, ".")
	if len(digits) < len("1000000000") {
		return false
	}
	for _, part := range []string{digits, fraction} {
		for i := range len(part) {
			if !isDigit(part[i]) {
				return false
			}
		}
	}
	return true
}
