package table

import (
	"encoding/binary"
	"errors"
	"slices"
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
		text  = "\x02\x00\x00\x00\x02\x00" + "\x02\x00\x00\x00\x02\x03" // a list begins, with a text
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
		{"a list", "cycles.benchmarks", sized(data, 1, plain, text+word), 1, ""},
		{"a list by a dictionary", "cycles.benchmarks",
			words + sized(data, 1, runDictionary, text+"\x01\x02\x00"), 1, ""},
		{"an empty list of an encoding that nobody knows", "cycles.benchmarks",
			sized(data, 1, 5, text[:10]+"\x02\x01"), 1, ""},
		{"a truth value", "attempts.converged", sized(data, 1, plain, given+"\x01"), 1, ""},

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
		{"a length that is cut", "runs.reason", sized(data, 1, plain, given+word[:3]), 1, "ends too soon"},
		{"a dictionary of words that is cut", "runs.reason",
			sized(dict, 1, plain, word[:6]) + sized(data, 1, runDictionary, first), 1, "ends too soon"},
		{"a dictionary of numbers that is cut", "attempts.duration_s",
			sized(dict, 1, plain, one[:7]) + sized(data, 1, runDictionary, first), 1, "ends too soon"},
		{"a dictionary of bytes that is cut", "logs.records",
			sized(dict, 1, plain, word[:6]) + sized(data, 1, runDictionary, first), 1, "ends too soon"},
		{"a dictionary of lists that is cut", "cycles.benchmarks",
			sized(dict, 1, plain, word[:6]) + sized(data, 1, runDictionary, text+"\x01\x02\x00"), 1, "ends too soon"},
		{"a dictionary of truth values", "attempts.converged",
			words + sized(data, 1, runDictionary, first), 1, "a dictionary of truth values"},
		{"places of truth values", "attempts.converged", sized(data, 1, runDictionary, first), 1, "ends too soon"},
		{"fewer levels than values", "attempts.duration_s",
			sized(data, 2, plain, given+one+one), 2, "a run that does not end"},
		{"a list of levels of another encoding", "cycles.benchmarks",
			forgedPage(data, int64(len(text+word)), int64(len(text+word)), 1, plain, 4, text+word), 1, "levels of encoding 4"},
		{"no truth value", "attempts.converged", sized(data, 1, plain, given), 1, "ends too soon"},
		{"a list that begins nowhere", "cycles.benchmarks",
			sized(data, 1, plain, "\x02\x00\x00\x00\x02\x01"+text[6:]+word), 1, "a list without a beginning"},
		{"a list of levels that are cut", "cycles.benchmarks",
			sized(data, 1, plain, "\x01\x00\x00\x00\x02"+text[6:]+word), 1, "a run that does not end"},
		{"a list of an encoding that nobody writes", "cycles.benchmarks",
			sized(data, 1, 5, text+word), 1, "values of encoding 5"},
		{"a list beyond the dictionary", "cycles.benchmarks",
			words + sized(data, 1, runDictionary, text+"\x01\x02\x01"), 1, "value 1 of a dictionary of 1"},
		{"a list of a text that is cut", "cycles.benchmarks",
			sized(data, 1, plain, text+word[:6]), 1, "ends too soon"},
		{"two lists in one row", "cycles.benchmarks",
			sized(data, 2, plain, "\x02\x00\x00\x00\x03\x02"+"\x02\x00\x00\x00\x04\x03"+word+word), 2, "1 rows, not 2"},
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

// What is no number in a part is null when it is read, and so are infinities; its neighbors stay.
func TestPagesOfNoNumbers(t *testing.T) {
	body := "\x02\x00\x00\x00\x08\x01" + // four values
		"\x00\x00\x00\x00\x00\x00\xf0\x3f" + "\x00\x00\x00\x00\x00\x00\xf8\x7f" + // 1, NaN
		"\x00\x00\x00\x00\x00\x00\xf0\xff" + "\x00\x00\x00\x00\x00\x00\x00\x40" // minus infinity, 2
	page := forgedPage(dataPage, int64(len(body)), int64(len(body)), 4, plain, runLengths, body)
	var a Attempts
	part := forgeGroups(t, "attempts", "duration_s", []byte(page), []forgedGroup{{4, 0, len(page)}})
	if err := (Named{"attempts", "", &a}).Read(part); err != nil {
		t.Fatal(err)
	}
	for row, want := range []float64{1, 0, 0, 2} {
		if got, ok := a.DurationS.Get(row); got != want || ok != (want > 0) || a.DurationS.vals[row] != want {
			t.Errorf("row %d is %v, %v, want %v", row, a.DurationS.vals[row], ok, want)
		}
	}
}

// What a part says of its groups of rows is held against its length before anything is read: a
// part of some hundred bytes has room for a mebibyte and 64 times its length.
func TestGroupsThatLie(t *testing.T) {
	given := "\x02\x00\x00\x00\x02\x01" + "\x00\x00\x00\x00\x00\x00\xf0\x3f"
	size := int64(len(given))
	page := func(holds int64) string { return forgedPage(dataPage, holds, size, 1, plain, runLengths, given) }
	good := page(size)
	large := page(600_000)
	all := func(pages string, rows ...int) (groups []forgedGroup) {
		for _, n := range rows {
			groups = append(groups, forgedGroup{n, 0, len(pages)})
		}
		return groups
	}
	for _, c := range []struct {
		name, pages string
		groups      []forgedGroup
		want        string // of the error; "": it is read
	}{
		{"two groups", good, all(good, 1, 1), ""},
		{"more rows than there is room for", good, all(good, 200_000), "200000 rows in "},
		{"less than no rows", good, all(good, -1), "-1 rows in "},
		{"a group of less than no rows", good, all(good, -1, 2), "a group of -1 rows and 1 columns of 1"},
		{"columns too large together", large, all(large, 1, 1), "more than"},
		{"one column too large", large + large, all(large+large, 2), "a column of more than"},
		{"a column behind the end", good,
			[]forgedGroup{{1, 0, len(good) + 4000}}, "a column beyond the end of the file"},
		{"a column that begins behind the end", good,
			[]forgedGroup{{1, 4000, 4000 + len(good)}}, "a column beyond the end of the file"},
		{"a column before the beginning", good,
			[]forgedGroup{{1, -9, len(good) - 9}}, "a column beyond the end of the file"},
		{"a column of less than nothing", good, []forgedGroup{{1, 9, 0}}, "a column beyond the end of the file"},
		{"very many groups", "", make([]forgedGroup, 1<<15+1), "32769 groups of rows, at most 32768"},
	} {
		n, _ := Empty("attempts")
		err := n.Read(forgeGroups(t, "attempts", "duration_s", []byte(c.pages), c.groups))
		switch {
		case c.want == "" && (err != nil || n.Len() != len(c.groups)):
			t.Errorf("%s: %d rows, %v", c.name, n.Len(), err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || n.Len() != 0):
			t.Errorf("%s: %d rows, %v, want %s", c.name, n.Len(), err, c.want)
		}
	}
}

// Pages may hold as much as there is room for, to the byte, in one column and in all of them: a value
// costs eight bytes besides its own.
func TestTheEdgeOfTheRoom(t *testing.T) {
	given := "\x02\x00\x00\x00\x02\x01" + "\x00\x00\x00\x00\x00\x00\xf0\x3f"
	forge := func(groups int, holds int64) []byte {
		page := forgedPage(dataPage, holds, int64(len(given)), 1, plain, runLengths, given)
		return forgeGroups(t, "attempts", "duration_s", []byte(page), slices.Repeat([]forgedGroup{{1, 0, len(page)}}, groups))
	}
	for groups, refused := range map[int]string{1: "a column of more than ", 2: "more than "} {
		size := int64(len(forge(groups, 1_060_000/int64(groups)))) // as is that of all parts of about that room
		edge := (1<<20+64*size)/int64(groups) - 8
		for more, want := range map[int64]string{0: "its header says", 1: refused} {
			err := (Named{"attempts", "", &Attempts{}}).Read(forge(groups, edge+more))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%d groups of %d bytes: %v, want %s", groups, edge+more, err, want)
			}
			if errors.Is(err, ErrTooLarge) != (more > 0) {
				t.Errorf("%d groups of %d bytes are too large: %v", groups, edge+more, err)
			}
		}
	}
}
