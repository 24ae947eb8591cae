package table

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// writeCSV writes a table as RFC 4180 has it, but with plain line ends, so that those
// inside a text stay what they are: a header, a row after the other, null as nothing. Spreadsheets run a text that begins like a formula, so such
// a text gets an apostrophe in front; numbers stay numbers. A list is its entries
// with semicolons between them.
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

// inert is a text that no spreadsheet takes for a formula. NUL, which many end a
// text at, becomes U+FFFD.
func inert(s string) string {
	s = strings.ReplaceAll(s, "\x00", "\uFFFD")
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}
