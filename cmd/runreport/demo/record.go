package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// record is a JSON object under construction. Its keys stand in the order of
// the calls: the writers of the five systems each have their own order, and
// readers are meant to cope with it.
type record struct {
	buf    []byte
	spaced bool // a space after each comma and colon, as some writers print
}

// object starts an empty record in compact form.
func object() *record { return &record{} }

// key starts the next member; calls that add a value go through it.
func (r *record) key(name string) *record {
	if len(r.buf) > 0 {
		r.buf = append(r.buf, ',')
		if r.spaced {
			r.buf = append(r.buf, ' ')
		}
	}
	r.buf = appendString(r.buf, name)
	r.buf = append(r.buf, ':')
	if r.spaced {
		r.buf = append(r.buf, ' ')
	}
	return r
}

func (r *record) str(name, value string) *record {
	r.key(name).buf = appendString(r.buf, value)
	return r
}

func (r *record) int(name string, value int) *record {
	r.key(name).buf = strconv.AppendInt(r.buf, int64(value), 10)
	return r
}

func (r *record) bool(name string, value bool) *record {
	r.key(name).buf = strconv.AppendBool(r.buf, value)
	return r
}

// raw adds a member whose value is JSON already.
func (r *record) raw(name, value string) *record {
	r.key(name).buf = append(r.buf, value...)
	return r
}

func (r *record) null(name string) *record { return r.raw(name, "null") }

// optional adds a string, or null where it is empty.
func (r *record) optional(name, value string) *record {
	if value == "" {
		return r.null(name)
	}
	return r.str(name, value)
}

// seconds adds a duration in seconds, to the millisecond.
func (r *record) seconds(name string, d time.Duration) *record {
	return r.raw(name, secondsText(d))
}

// millis adds a duration in whole milliseconds.
func (r *record) millis(name string, d time.Duration) *record {
	return r.int(name, int(d.Milliseconds()))
}

func (r *record) strs(name string, values []string) *record {
	r.key(name).buf = append(r.buf, '[')
	for i, v := range values {
		r.separate(i)
		r.buf = appendString(r.buf, v)
	}
	r.buf = append(r.buf, ']')
	return r
}

func (r *record) ints(name string, values []int) *record {
	r.key(name).buf = append(r.buf, '[')
	for i, v := range values {
		r.separate(i)
		r.buf = strconv.AppendInt(r.buf, int64(v), 10)
	}
	r.buf = append(r.buf, ']')
	return r
}

// list adds an array of values that are JSON already.
func (r *record) list(name string, values []string) *record {
	r.key(name).buf = append(r.buf, '[')
	for i, v := range values {
		r.separate(i)
		r.buf = append(r.buf, v...)
	}
	r.buf = append(r.buf, ']')
	return r
}

func (r *record) separate(i int) {
	if i == 0 {
		return
	}
	r.buf = append(r.buf, ',')
	if r.spaced {
		r.buf = append(r.buf, ' ')
	}
}

// members is the record without its braces, to be wrapped in another one.
func (r *record) members() string { return string(r.buf) }

// add appends members that another record returned.
func (r *record) add(members string) *record {
	if members == "" {
		return r
	}
	r.separate(len(r.buf))
	r.buf = append(r.buf, members...)
	return r
}

// json is the finished object.
func (r *record) json() string { return "{" + string(r.buf) + "}" }

// line is the finished object as a line of its own.
func (r *record) line() string { return "{" + string(r.buf) + "}\n" }

// document is the finished object printed over several lines, indented by two
// spaces, as the checkpoint writers print it.
func (r *record) document() []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(r.json()), "", "  "); err != nil {
		panic(fmt.Sprintf("demo: a record is not JSON: %v", err)) // a mistake in this package
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// secondsText writes a duration as decimal seconds without floating point.
func secondsText(d time.Duration) string {
	ms := d.Milliseconds()
	text := strconv.FormatInt(ms/1000, 10)
	if rest := ms % 1000; rest > 0 {
		text += "." + string(bytes.TrimRight([]byte(fmt.Sprintf("%03d", rest)), "0"))
	}
	return text
}

// appendString appends a JSON string. It escapes what JSON requires and nothing
// else: markup stays as it is, as in the systems' own logs.
func appendString(buf []byte, s string) []byte {
	buf = append(buf, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			buf = append(buf, '\\', c)
		case c == '\n':
			buf = append(buf, '\\', 'n')
		case c == '\t':
			buf = append(buf, '\\', 't')
		case c < 0x20:
			buf = fmt.Appendf(buf, `\u%04x`, c)
		default:
			buf = append(buf, c)
		}
	}
	return append(buf, '"')
}

// The stamps that the systems print. All of them are UTC.

func stampSeconds(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }
func stampMillis(t time.Time) string  { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
func stampMicros(t time.Time) string  { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }
