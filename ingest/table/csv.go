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
func writeCSV(w io.WriteSeeker, t Named) error {
	out := csv.NewWriter(w)
	cols, docs := columns(t.table), t.Columns()
	row := make([]string, len(cols))
	for i, d := range docs {
		row[i] = d.Name
	}
	if err := out.Write(row); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	for n := range t.Len() {
		for i, c := range cols {
			row[i] = c.text(n)
		}
		if err := out.Write(row); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return nil
}

func (c *Int) text(row int) string {
	v, ok := c.Get(row)
	return given(ok, strconv.FormatInt(v, 10))
}

func (c *Float) text(row int) string {
	v, ok := c.Get(row)
	return given(ok, strconv.FormatFloat(v, 'f', -1, 64))
}

func (c *Bool) text(row int) string {
	v, ok := c.Get(row)
	return given(ok, strconv.FormatBool(v))
}

func (c *Time) text(row int) string {
	v, ok := c.Get(row)
	return given(ok, v.Format(time.RFC3339Nano))
}

func (c *Bytes) text(row int) string { return base64.StdEncoding.EncodeToString(c.At(row)) }

func (c *String) text(row int) string { return inert(c.At(row)) }

func (c *Strings) text(row int) string { return inert(strings.Join(c.At(row), "; ")) }

func given(ok bool, text string) string {
	if !ok {
		return ""
	}
	return text
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
