package ownlog

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

// maxRow is how long a row may be, in bytes: a quote that is never closed takes no more.
const maxRow = 16 << 20

var errLong = fmt.Errorf("a row longer than %d bytes", maxRow)

// read reads a file by what it begins with: JSON lines with a brace, or with the bracket of an
// array of objects, else CSV.
func (m *Mapping) read(text io.Reader, f *record.File) error {
	in := bufio.NewReader(text)
	lines := int64(0)
	for {
		b, err := in.Peek(1)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case b[0] == '{' || b[0] == '[' && beginsArray(in):
			return m.readLines(in, lines, f)
		case strings.IndexByte(" \t\r\n", b[0]) < 0:
			return m.readCSV(in, lines, f)
		}
		if b[0] == '\n' {
			lines++
		}
		_, _ = in.Discard(1) // it was just seen
	}
}

// beginsArray reports whether an object is the first thing in what begins with a bracket.
func beginsArray(in *bufio.Reader) bool {
	head, _ := in.Peek(256) // a fault comes up again when the text is read
	head = bytes.TrimLeft(head, "[ \t\r\n")
	return len(head) > 0 && head[0] == '{'
}

// rowReader ends a text in which a row does not end.
type rowReader struct {
	io.Reader
	left int
}

func (r *rowReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errLong
	}
	n, err := r.Reader.Read(p[:min(len(p), r.left)])
	r.left -= n
	return n, err
}

// readCSV reads rows below a header. after is how many lines are before the text.
func (m *Mapping) readCSV(text io.Reader, after int64, f *record.File) error {
	bounded := &rowReader{text, maxRow}
	in := csv.NewReader(bounded)
	in.FieldsPerRecord, in.ReuseRecord, in.TrimLeadingSpace = -1, true, true
	if m.Comma != "" {
		in.Comma, _ = utf8.DecodeRuneInString(m.Comma)
	}
	var columns []column
	width := 0
	for {
		fields, err := in.Read()
		bounded.left = maxRow
		var wrong *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errLong):
			f.Reject(badRow, 0, errLong.Error(), "")
			return nil
		case errors.As(err, &wrong):
			f.Reject(badRow, after+int64(wrong.StartLine), wrong.Err.Error(), "quotes that match")
			continue
		case err != nil:
			return err
		}
		row, _ := in.FieldPos(0)
		line := after + int64(row)
		if columns == nil {
			if columns, width = m.header(fields, line, f), len(fields); columns == nil {
				return nil
			}
			continue
		}
		if len(fields) != width {
			f.Reject(badRow, line, fmt.Sprintf("columns: %d", len(fields)), fmt.Sprint(width))
			continue
		}
		m.add(f, line, func(yield func(*record.Field, jsontext.Value)) {
			for _, c := range columns {
				yield(c.of, cell(c.of, fields[c.at]))
			}
		})
	}
}

// column is where the value of a field stands in a row.
type column struct {
	of *record.Field
	at int
}

// header finds the columns that the mapping names; none where it finds none of them.
func (m *Mapping) header(names []string, line int64, f *record.File) (columns []column) {
	at := map[string]int{}
	for i, name := range names {
		name = strings.TrimSpace(name)
		if _, twice := at[name]; !twice {
			at[name] = i
		}
	}
	for i := range row.Fields {
		field := &row.Fields[i]
		name := m.Columns[field.Key]
		if name == "" {
			continue
		}
		if i, ok := at[name]; ok {
			columns = append(columns, column{field, i})
		} else {
			f.Finding(noColumn, line, field.Key+": "+name, "a column of that name")
		}
	}
	if len(columns) == 0 {
		f.Reject(noColumn, line, "the header has none of the columns", "")
	}
	return columns
}

// cell is the text of a column as the JSON that its field takes: a number without quotes.
func cell(of *record.Field, text string) jsontext.Value {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	if of.Type == record.Int || of.Type == record.Float {
		if raw := jsontext.Value(text); raw.IsValid() && raw.Kind() == '0' {
			return raw
		}
	}
	return quote(text)
}

func quote(text string) jsontext.Value {
	b, _ := jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD"))
	return b
}

// readLines reads objects, one a line or not. after is how many lines are before the text.
func (m *Mapping) readLines(text io.Reader, after int64, f *record.File) error {
	return source.Objects(text, after, func(l source.Line) bool {
		switch inner, _ := source.Unwrap(l.Text); {
		case l.TooLong || len(inner) > maxRow:
			f.Reject(badRow, l.No, errLong.Error(), "")
		case len(bytes.TrimSpace(inner)) > 0:
			m.line(f, l, inner)
		}
		return true
	})
}

// line reads the objects of a line, or the one that goes on behind it.
func (m *Mapping) line(f *record.File, l source.Line, text jsontext.Value) {
	if l.Column > 0 || l.Further > 0 {
		f.NotLines(l.No)
	}
	if isObject(text) {
		m.object(f, l.No, text)
		return
	}
	for at, part := range source.Split(text) {
		if at > 0 {
			f.NotLines(l.No)
		}
		if isObject(part) {
			m.object(f, l.No, part)
		} else {
			f.Reject(badRow, l.No, f.Cut(string(part), 80), "a JSON object")
		}
	}
}

func isObject(text jsontext.Value) bool {
	return text.IsValid(jsontext.AllowInvalidUTF8(true)) && text.Kind() == '{'
}

func (m *Mapping) object(f *record.File, no int64, text jsontext.Value) {
	o := record.MembersOf(text)
	m.add(f, no, func(yield func(*record.Field, jsontext.Value)) {
		for i := range row.Fields {
			field := &row.Fields[i]
			if name := m.Columns[field.Key]; name != "" {
				yield(field, value(field, at(o, name)))
			}
		}
	})
}

// at is the value of a key, or of a path of keys.
func at(o record.Members, name string) jsontext.Value {
	for {
		if v := o.Raw(name); len(v) > 0 {
			return v
		}
		first, rest, below := strings.Cut(name, ".")
		if !below {
			return nil
		}
		o, name = record.MembersOf(o.Raw(first)), rest
	}
}

// value is a JSON value as its field takes it: a number or a truth value is a word where a
// word belongs.
func value(of *record.Field, v jsontext.Value) jsontext.Value {
	if of.Type == record.String && len(v) > 0 && v.Kind() != '"' && v.Kind() != 'n' {
		return quote(string(v))
	}
	return v
}

// add adds a row. Durations become seconds, and the word of the result gets its meaning.
func (m *Mapping) add(f *record.File, line int64, each func(func(*record.Field, jsontext.Value))) {
	b := []byte{'{'}
	put := func(key string, v jsontext.Value) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, quote(key)...), ':'), v...)
	}
	each(func(of *record.Field, v jsontext.Value) {
		if len(v) == 0 {
			return
		}
		switch of.Key {
		case "duration":
			x, ok := record.Number(v)
			if ok && x < 0 {
				f.Finding(negative, line, record.Words(v), "a duration of zero or more")
				return
			}
			if ok && m.Unit != "" {
				v = jsontext.Value(strconv.FormatFloat(x*Units[m.Unit], 'g', -1, 64))
			}
		case "result":
			word := record.Words(v)
			if meant, ok := m.result(word); ok {
				put("word", quote(string(meant)))
			}
		}
		put(of.Key, v)
	})
	if m.Columns["subject"] == "" {
		put("subject", quote(m.Name))
	}
	if m.Kind != "" {
		put("kind", quote(m.Kind))
	}
	f.AddObject(row, append(b, '}'), line)
}
