package render

import (
	"hash/fnv"
	"strconv"
	"strings"
	"unicode"

	"runreport/analyze/report/slug"
)

// nameRows gives every row an ID that lasts: made of the row's own names, so that a
// link to it holds when rows come before it or go. It is the table's ID, a dot, which
// no other ID has, and the name in the first cell. Rows that share one are told apart
// by the names in further columns, one after another, and those that share all of
// them by their number.
func nameRows(t *tableView) {
	names := make([]string, len(t.Rows))
	open := make([]int, len(t.Rows)) // rows whose name is still another's too
	for i := range open {
		open[i] = i
	}
	for column, h := range t.Heads {
		if h.Right || len(open) == 0 {
			continue
		}
		count := map[string]int{}
		for _, i := range open {
			if column < len(t.Rows[i].Cells) {
				names[i] = strings.TrimPrefix(names[i]+"-"+asciiName(whole(t.Rows[i].Cells[column])), "-")
			}
			count[names[i]]++
		}
		var shared []int
		for _, i := range open {
			if count[names[i]] > 1 {
				shared = append(shared, i)
			}
		}
		open = shared
	}
	taken := map[string]bool{}
	for i := range t.Rows {
		name := names[i]
		for n := 2; name == "" || taken[name]; n++ {
			name = strings.TrimPrefix(names[i]+"-"+strconv.Itoa(n), "-")
		}
		taken[name] = true
		t.Rows[i].ID = t.ID + "." + trusted(name)
	}
}

// whole is a cell's text before it was cut.
func whole(c cellView) string {
	if c.Code && c.Title != "" {
		return c.Title
	}
	return c.Text
}

// maxName bounds a name in an ID, in bytes.
const maxName = 48

// asciiName writes a text as a name. One that says less than the text, which is longer
// or in another script, ends in a sum of all of it.
func asciiName(s string) string {
	name := slug.Of(s, len(s))
	if len(name) <= maxName && (name != "" || s == "") && strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return name
	}
	sum := fnv.New32a()
	sum.Write([]byte(s))
	return strings.TrimPrefix(slug.Of(s, maxName)+"-"+strconv.FormatUint(uint64(sum.Sum32()), 36), "-")
}
