package table

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// writeCSV writes a table as RFC 4180 has it, but with plain line ends, so that those
// inside a text stay what they are: a header, a row after the other, null as nothing.
// Spreadsheets run a text that begins like a formula, so such a text gets an apostrophe
// in front; numbers stay numbers. A list is its entries with semicolons between them.
// Parquet and Arrow IPC hold the texts as they are.
func writeCSV(w io.Writer, t Named) error {
	cols, docs := columns(t.table), t.Columns()
	fields := make([]field, len(cols))
	var b []byte
	quotes := newQuoter()
	for i, c := range cols {
		fields[i] = c.field()
		b = append(append(b, quotes.quoted(docs[i].Name)...), ',')
	}
	b[len(b)-1] = '\n'
	for row := range t.Len() {
		if len(b) >= csvBuffer {
			if _, err := w.Write(b); err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
			b = b[:0]
		}
		for _, f := range fields {
			b = append(f(b, row), ',')
		}
		b[len(b)-1] = '\n'
	}
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return nil
}

// csvBuffer is how many bytes of CSV are written in one go.
const csvBuffer = 64 << 10

// field appends the value of a row as it stands in CSV, nothing for null.
type field func(b []byte, row int) []byte

func (c *Int) field() field {
	return func(b []byte, row int) []byte {
		if v, ok := c.Get(row); ok {
			return strconv.AppendInt(b, v, 10)
		}
		return b
	}
}

func (c *Float) field() field {
	return func(b []byte, row int) []byte {
		if v, ok := c.Get(row); ok {
			return strconv.AppendFloat(b, v, 'f', -1, 64)
		}
		return b
	}
}

func (c *Bool) field() field {
	return func(b []byte, row int) []byte {
		if v, ok := c.Get(row); ok {
			return strconv.AppendBool(b, v)
		}
		return b
	}
}

func (c *Time) field() field {
	return func(b []byte, row int) []byte {
		if v, ok := c.Get(row); ok {
			return v.AppendFormat(b, time.RFC3339Nano)
		}
		return b
	}
}

func (c *Bytes) field() field {
	return func(b []byte, row int) []byte { return base64.StdEncoding.AppendEncode(b, c.At(row)) }
}

// field makes what each text of the dictionary is in CSV once, when a row has it.
func (c *String) field() field {
	made := make([]string, len(c.dict))
	quotes := newQuoter()
	return func(b []byte, row int) []byte {
		at, ok := c.get(row)
		if !ok {
			return b
		}
		if made[at] == "" {
			made[at] = quotes.quoted(inert(c.dict[at]))
		}
		return append(b, made[at]...)
	}
}

func (c *Strings) field() field {
	quotes := newQuoter()
	return func(b []byte, row int) []byte {
		return append(b, quotes.quoted(inert(strings.Join(c.At(row), "; ")))...)
	}
}

// quoter quotes texts where CSV has to.
type quoter struct {
	b strings.Builder
	w *csv.Writer
}

func newQuoter() *quoter {
	q := &quoter{}
	q.w = csv.NewWriter(&q.b)
	return q
}

// quoted is the text as a field. Most are plain words, and are what they are.
func (q *quoter) quoted(text string) string {
	if !strings.ContainsFunc(text, mayNeedQuotes) {
		return text
	}
	q.b.Reset()
	_ = q.w.Write([]string{text}) // into memory
	q.w.Flush()
	return strings.TrimSuffix(q.b.String(), "\n")
}

// mayNeedQuotes is false of characters with which no text needs quotes, wherever they stand.
func mayNeedQuotes(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.', r == '/', r == ':':
		return false
	}
	return true
}

// formulaStarts are the characters that a spreadsheet may take for the begin of a
// formula, with the wide and small forms that some fold to the plain ones.
const formulaStarts = "=+-@\t\r\n＝＋－＠﹦﹢﹣﹫"

// inert is a text that no spreadsheet takes for a formula and that a terminal shows as
// it stands. A character that steers a terminal or turns the direction of text is
// written as its code, as "\u001B[2J" for an escape sequence that clears the screen.
// NUL, which many end a text at, becomes U+FFFD. A tab and a line's end stay.
func inert(s string) string {
	if strings.ContainsFunc(s, steers) {
		s = spelled(s)
	}
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune(formulaStarts, first) {
		return "'" + s
	}
	return s
}

// steers reports whether a character does something to the text around it: the control
// characters but tab and line feed, those of direction, and two that end a line.
func steers(r rune) bool {
	switch r {
	case '\t', '\n':
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// spelled writes the codes of what steers. The carriage return of a line's end stays.
func spelled(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == 0:
			b.WriteRune(utf8.RuneError)
		case r == '\r' && strings.HasPrefix(s[i+1:], "\n"), !steers(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\u%04X", r)
		}
	}
	return b.String()
}
