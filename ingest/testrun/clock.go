package testrun

import (
	"strconv"
	"strings"
	"time"

	"runreport/ingest/record"
)

// layouts are the ways in which runners write a time; zoned says that a zone stands in it.
var layouts = []struct {
	layout string
	zoned  bool
}{
	{time.RFC3339Nano, true},
	{"2006-01-02T15:04:05.999999999", false},
	{"2006-01-02T15:04:05.999999999Z0700", true},
	{"2006-01-02 15:04:05.999999999Z07:00", true},
	{"2006-01-02 15:04:05.999999999 Z07:00", true},
	{"2006-01-02 15:04:05.999999999 -0700", true},
	{"2006-01-02 15:04:05.999999999 MST", true},
	{"2006-01-02T15:04:05.999999999 MST", true},
	{"2006-01-02 15:04:05.999999999", false},
	{time.RFC1123, true},
	{time.RFC1123Z, true},
	{"2006-01-02T15:04Z07:00", true},
	{"2006-01-02T15:04", false},
	{time.DateOnly, false},
}

// ParseTime reads a time as the runners write it: RFC 3339 with or without a zone, a space
// for or after the T, RFC 1123, a date alone, seconds or milliseconds since 1970. Without a
// zone it is read as UTC, and so is one with the letters of a zone other than UTC.
func ParseTime(text string) (at time.Time, zoned, ok bool) {
	text = strings.Replace(strings.TrimSpace(text), "T ", "T", 1)
	for _, l := range layouts {
		if at, err := time.Parse(l.layout, text); err == nil {
			name, offset := at.Zone()
			return at.UTC(), l.zoned && (offset != 0 || name == "UTC" || name == "GMT" || name == ""), true
		}
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil && n > 0 && n < maxEpoch {
		return Epoch(n), true, true
	}
	return time.Time{}, false, false
}

// The numbers that are times: below the first they are seconds since 1970, then milliseconds.
const (
	smallestMillis = 1e11
	maxEpoch       = 1e14
)

// Instant is a time with how it was written.
type Instant struct {
	time.Time
	InSeconds bool // not in milliseconds
	Fraction  bool // with a fraction
}

// Epoch is the time of a number of seconds or milliseconds since 1970: below 1e11 it is
// seconds.
func Epoch(n float64) time.Time {
	if n < smallestMillis {
		n *= 1000
	}
	return time.UnixMicro(int64(n * 1000)).UTC()
}

// TimeValue is the field of a time as it is written; what has no zone, or is none, is a
// finding of the file. The first second of 1970 is a clock that was never read, as GoogleTest
// writes it for a test that is disabled, and no time.
func TimeValue(f *record.File, line int64, key, text string) record.Value {
	if strings.TrimSpace(text) == "" {
		return record.Value{}
	}
	at, zoned, ok := ParseTime(text)
	if !ok {
		(&record.Record{File: f, Line: line}).BadValue(key, text, "a time")
		return record.Value{Text: text}
	}
	if at.Unix() == 0 {
		return record.Value{}
	}
	if !zoned {
		f.Finding(record.NoZone, line, key, "a time with its zone")
	}
	return record.TimeValue(at, text)
}

// ParseSeconds reads a duration as the runners write it: 1.5, 0., 1,234.56 with commas
// between thousands, 0,5 with a comma for the point. It may be negative.
func ParseSeconds(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		return s, s-s == 0 // neither infinite nor NaN
	}
	text = strings.TrimSpace(strings.TrimSuffix(text, "s"))
	whole, fraction, comma := strings.Cut(text, ",")
	switch {
	case !comma:
	case strings.Contains(fraction, ".") || strings.Contains(fraction, ",") || len(fraction) == 3 && whole != "0":
		text = strings.ReplaceAll(text, ",", "")
	default:
		text = whole + "." + fraction
	}
	s, err := strconv.ParseFloat(text, 64)
	return s, err == nil && s-s == 0
}

// SecondsValue is the field of a duration in seconds as it is written. One below zero, or
// none, is a finding of the file.
func SecondsValue(f *record.File, line int64, key, text string) record.Value {
	if strings.TrimSpace(text) == "" {
		return record.Value{}
	}
	s, ok := ParseSeconds(text)
	switch {
	case !ok:
		(&record.Record{File: f, Line: line}).BadValue(key, text, "a number of seconds")
		return record.Value{Text: text}
	case s < 0:
		f.Finding(NegativeDuration, line, key, "a duration of zero or more")
		return record.Value{Text: text}
	}
	v := record.NumberValue(s)
	v.Text = text
	return v
}

// SecondsOf is a field of seconds as a duration.
func SecondsOf(r *record.Record, key string) Seconds {
	s, ok := r.Float(key)
	return Seconds{s, ok && s >= 0}
}

// TimedOut reports whether the words of a failure say that a limit of time was reached.
func TimedOut(texts ...string) bool {
	for _, text := range texts {
		folded := strings.ToLower(text)
		for _, word := range []string{"timeout", "timed out", "time out", "deadline exceeded"} {
			if strings.Contains(folded, word) {
				return true
			}
		}
	}
	return false
}
