package sqlite

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxValue is the longest value that is read, in bytes. A longer one is replaced by
// words that give its length.
const MaxValue = 64 << 20

// Table is a table with its columns in order.
type Table struct {
	Name    string
	Columns []string
}

// Has reports whether the table has all the columns.
func (t *Table) Has(columns ...string) bool {
	for _, c := range columns {
		if !slices.Contains(t.Columns, c) {
			return false
		}
	}
	return true
}

// Row is one row of a table. It is only valid until the next one is read.
type Row struct {
	Table  *Table
	Line   int64 // where it begins in SQL text; 0 in a file
	values []any // nil, int64, float64, string or []byte
}

// Text is the text in the column; "" where it is no text or absent.
func (r Row) Text(column string) string {
	s, _ := r.value(column).(string)
	return s
}

// Int is the whole number in the column; false where it is none or absent.
func (r Row) Int(column string) (int64, bool) {
	n, ok := r.value(column).(int64)
	return n, ok
}

func (r Row) value(column string) any {
	if i := slices.Index(r.Table.Columns, column); i >= 0 {
		return r.values[i]
	}
	return nil
}

// Object is the row as a JSON object, column name to value, without the columns that
// are left out. Text stands in it as it was stored, even where it is not UTF-8.
func (r Row) Object(leftOut ...string) jsontext.Value {
	b := []byte{'{'}
	for i, c := range r.Table.Columns {
		if slices.Contains(leftOut, c) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(appendText(b, c), ':')
		b = appendValue(b, r.values[i])
	}
	return append(b, '}')
}

func appendValue(b []byte, v any) []byte {
	switch x := v.(type) {
	case int64:
		return strconv.AppendInt(b, x, 10)
	case float64:
		if math.IsInf(x, 0) || math.IsNaN(x) { // JSON has no number for it
			return appendText(b, fmt.Sprint(x))
		}
		return jsontext.AppendFloat(b, x, 64)
	case string:
		return appendText(b, x)
	case []byte:
		return appendText(b, blobText(x))
	}
	return append(b, "null"...)
}

// blobText is a blob in words: its text where it is one, else its length.
func blobText(b []byte) string {
	if utf8.Valid(b) && !slices.Contains(b, 0) {
		return string(b)
	}
	return fmt.Sprintf("(%d bytes)", len(b))
}

// shortEscapes are the characters that JSON writes with one letter behind a backslash.
var shortEscapes = map[byte]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// appendText quotes a text. Unlike the encoder of the library it leaves broken
// UTF-8 alone, which the reader of the object then finds.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		if short, ok := shortEscapes[c]; ok {
			b = append(b, '\\', short)
		} else {
			b = fmt.Appendf(b, `\u%04x`, c)
		}
		from = i + 1
	}
	return append(append(b, s[from:]...), '"')
}
