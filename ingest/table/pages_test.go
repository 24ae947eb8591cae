package table

import (
	"encoding/binary"
	"strings"
	"testing"
)

// forgedPage is the header of a page as parquet.thrift writes it, in the compact protocol, and
// the bytes behind it.
func forgedPage(kind, holds, packed, values, encoding, levels int64, body string) string {
	number := func(v int64) string { return "\x15" + string(binary.AppendVarint(nil, v)) }
	header := number(kind) + number(holds) + number(packed)
	if kind == dictionaryPage {
		header += "\x4c" + number(values) + number(encoding)
	} else {
		header += "\x2c" + number(values) + number(encoding) + number(levels) + number(levels)
	}
	return header + "\x00\x00" + body
}

// Pages that contradict themselves, their column or their dictionary are refused, each for what
// is wrong with it, and no byte behind the column is read.
func TestPagesThatLie(t *testing.T) {
	const (
		data  = dataPage
		dict  = dictionaryPage
		given = "\x02\x00\x00\x00\x02\x01" // levels: one value, which is given
		none  = "\x02\x00\x00\x00\x02\x00" // one value, which is null
		word  = "\x03\x00\x00\x00one"
		one   = "\x00\x00\x00\x00\x00\x00\xf0\x3f" // the float 1
		first = given + "\x01\x02\x00"             // the first word of the dictionary, in a place of one bit
		count = given + one
	)
	sized := func(kind, values, encoding int64, body string) string {
		return forgedPage(kind, int64(len(body)), int64(len(body)), values, encoding, runLengths, body)
	}
	words, numbers := sized(dict, 1, plain, word), sized(data, 1, plain, count)
	for _, c := range []struct {
		name, column, pages string
		rows                int
		want                string // of the error; "": it is read
	}{
		{"a word", "runs.reason", sized(data, 1, plain, given+word), 1, ""},
		{"a word of a dictionary", "runs.reason", words + sized(data, 1, runDictionary, first), 1, ""},
		{"a word of a dictionary of the old kind", "runs.reason", sized(dict, 1, plainDictionary, word) + sized(data, 1, plainDictionary, first), 1, ""},
		{"a number", "attempts.duration_s", numbers, 1, ""},
		{"a null", "attempts.duration_s", sized(data, 1, plain, none), 1, ""},
		{"a null of an encoding that nobody knows", "attempts.duration_s", sized(data, 1, 5, none), 1, ""},
		{"two pages", "attempts.duration_s", numbers + numbers, 2, ""},
		{"places of no bits", "runs.reason", words + sized(data, 1, runDictionary, given+"\x00\x02"), 1, ""},

		{"a page that holds less than nothing", "attempts.duration_s", forgedPage(data, -1, 14, 1, plain, runLengths, count), 1, "a page beyond the end of its column"},
		{"a page of less than nothing", "attempts.duration_s", forgedPage(data, 14, -1, 1, plain, runLengths, count), 1, "a page beyond the end of its column"},
		{"a page longer than its column", "attempts.duration_s", forgedPage(data, 14, 15, 1, plain, runLengths, count), 1, "a page beyond the end of its column"},
		{"less than no values", "attempts.duration_s", sized(data, -1, plain, count), 1, "a page beyond the end of its column"},
		{"a page of another size than its header says", "attempts.duration_s", forgedPage(data, 15, 14, 1, plain, runLengths, count), 1, "a page of 14 bytes, its header says 15"},
		{"words of another size than their header says", "logs.records", forgedPage(data, 12, 13, 1, plain, runLengths, given+word), 1, "a page of 13 bytes, its header says 12"},
		{"an index", "attempts.duration_s", sized(1, 1, plain, count), 1, "a page of kind 1"},
		{"more values than rows", "attempts.duration_s", numbers + sized(data, 2, plain, count), 2, "3 values in the pages of a column, 2 in all"},
		{"levels of another encoding", "attempts.duration_s", forgedPage(data, 14, 14, 1, plain, 4, count), 1, "levels of encoding 4"},
		{"levels that are cut", "attempts.duration_s", sized(data, 1, plain, "\x02\x00\x00"), 1, "ends too soon"},
		{"levels beyond the page", "attempts.duration_s", sized(data, 1, plain, "\x03\x00\x00\x00\x02\x01"), 1, "ends too soon"},
		{"a number that is cut", "attempts.duration_s", sized(data, 1, plain, given+one[:7]), 1, "ends too soon"},
		{"a word that is cut", "runs.reason", sized(data, 1, plain, given+word[:6]), 1, "ends too soon"},
		{"bytes that are cut", "logs.records", sized(data, 1, plain, given+word[:6]), 1, "ends too soon"},
		{"values of an encoding that nobody writes", "attempts.duration_s", sized(data, 1, 5, count), 1, "values of encoding 5"},
		{"a dictionary of more words than bytes for them", "runs.reason", sized(dict, 2, plain, word), 1, "a dictionary of 2 values in 7 bytes"},
		{"a dictionary of another encoding", "runs.reason", sized(dict, 1, runLengths, word) + sized(data, 1, runDictionary, first), 1, "a dictionary of encoding 3"},
		{"a dictionary behind values", "runs.reason", sized(data, 1, plain, given+word) + words + sized(data, 1, runDictionary, first), 2, "a dictionary behind values"},
		{"a word beyond the dictionary", "runs.reason", words + sized(data, 1, runDictionary, given+"\x01\x02\x01"), 1, "value 1 of a dictionary of 1"},
		{"bytes beyond the dictionary", "logs.records", words + sized(data, 1, runDictionary, given+"\x01\x02\x01"), 1, "value 1 of a dictionary of 1"},
		{"a number beyond the dictionary", "attempts.duration_s", sized(dict, 1, plain, one) + sized(data, 1, runDictionary, given+"\x01\x02\x01"), 1, "value 1 of a dictionary of 1"},
		{"no places", "runs.reason", words + sized(data, 1, runDictionary, given), 1, "ends too soon"},
		{"places of too many bits", "runs.reason", words + sized(data, 1, runDictionary, given+"\x21\x02\x00"), 1, "places of 33 bits"},
	} {
		table, column, _ := strings.Cut(c.column, ".")
		part := forgeGroups(t, table, column, []byte(c.pages), []forgedGroup{{c.rows, 0, len(c.pages)}})
		n, _ := Empty(table)
		err := n.Read(part)
		switch {
		case c.want == "" && (err != nil || n.Len() != c.rows):
			t.Errorf("%s: %d rows, %v", c.name, n.Len(), err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || n.Len() != 0):
			t.Errorf("%s: %d rows, %v, want %s", c.name, n.Len(), err, c.want)
		}
	}
}
