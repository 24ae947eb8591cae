package record

import (
	"cmp"
	"strconv"
	"time"
)

// Range is what the numbers of a field can mean. A number beyond it is the finding
// out_of_range and is not used: the field reads as absent, and the number stays in
// events.extra. So no loop, no allocation and no sum depends on how large a number a
// log writes down: "attempt": 9000000000000000000 is no ninth quintillionth attempt.
//
// The largest is at most 2^53, so that a float64 holds every whole number of a range.
// A million numbers of any range but Size and Identifier, which nobody sums, add up to
// what an int64 holds.
type Range struct {
	Means    string
	Min, Max float64
}

// The ranges of fields. Every field of a whole number or a number names one.
var (
	AttemptNumber = &Range{"the number of an attempt", 0, 10_000}
	Ordinal       = &Range{"a number in a series, as of a phase, a turn or a version", 0, 1_000_000}
	Things        = &Range{"a number of things", 0, 1e9}
	Tokens        = &Range{"a number of tokens", 0, 1e12}
	Size          = &Range{"a size, bytes or lines", 0, 1e15}
	ExitStatus    = &Range{"an exit status", -1 << 31, 1<<32 - 1}
	// Identifier is for numbers that name a thing and are neither summed nor counted up
	// to: a process, a pull request, the row of a database.
	Identifier = &Range{"a number that names a thing", 0, 1 << 53}
	// Durations are wide here, since the formats have findings of their own for negative
	// ones; which durations count is settled by Plausibility.
	Seconds      = &Range{"a duration, seconds", -1e9, 1e9}
	Minutes      = &Range{"a duration, minutes", -1e7, 1e7}
	Milliseconds = &Range{"a duration, milliseconds", -1e12, 1e12}
	Dollars      = &Range{"a cost, US dollars", 0, 1e9}
	// Ratio is wider than 0 to 1, since the formats have findings of their own for shares
	// that are none.
	Ratio = &Range{"a share", -1e6, 1e6}
	Score = &Range{"a score", -1e9, 1e9}
)

// Ranges are all of them, for the test that holds them against each other.
func Ranges() []*Range {
	return []*Range{AttemptNumber, Ordinal, Things, Tokens, Size, ExitStatus, Identifier, Seconds, Minutes, Milliseconds, Dollars, Ratio, Score}
}

func (r *Range) holds(v Value) bool { return r.spans(v.Num) }

// spans reports whether the number is one of the range; any number is where there is none.
func (r *Range) spans(x float64) bool { return r == nil || x >= r.Min && x <= r.Max }

func (r *Range) String() string {
	return r.Means + ", from " + plainNumber(r.Min) + " to " + plainNumber(r.Max)
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// The years in which a log can have been written. An instant outside of them is the
// finding implausible_time and is not used.
const (
	firstSecond = 946_684_800   // 2000-01-01 in UTC, since 1970
	afterLast   = 7_258_118_400 // 2200-01-01
)

// possibleYears says the same to a reader.
const possibleYears = "2000 to 2199"

// bound reports whether the value is one that the field can have. One that is not
// becomes a finding and reads as absent; only its text stays.
func (r *Record) bound(f *Field, v *Value) bool {
	switch {
	case !v.Given:
	case f.Range != nil && !f.Range.holds(*v):
		r.Finding(outOfRange, f.Key+": "+Cut(cmp.Or(v.Text, plainNumber(v.Num)), 80), f.Range.String())
		*v = Value{Text: v.Text}
		return false
	case (f.Type == Time || f.Type == Millis) && !v.When.IsZero() && !Possible(v.When):
		r.Finding(badTime, f.Key+": "+Cut(v.Text, 80), "a time of the years "+possibleYears)
		*v = Value{Text: v.Text}
		return false
	}
	return true
}

// Possible reports whether a log can have been written at that time.
func Possible(t time.Time) bool { s := t.Unix(); return s >= firstSecond && s < afterLast }
