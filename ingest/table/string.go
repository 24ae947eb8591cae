package table

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// String is a nullable column of strings, each distinct one stored once. All are valid
// UTF-8: Arrow and Parquet demand it, and other readers refuse a file that breaks it.
type String struct {
	numbers // places in dict
	dict    []string
	shared  bool // another column may have the same dictionary
	index   textIndex
	last    int32            // of dict: what was set last, which is often set again
	doubled bool             // a text may be in dict twice: some were added unsearched, or changed
	moved   []int32          // while it is joined: where its texts are in the other column
	stay    int              // and how many of them are known to have the same place there
	texts   *strings.Builder // the latest texts of a large dictionary, side by side; nil: none
	copied  copies           // by SetFrom
}

// copies are texts that a column took over from another one.
type copies struct {
	from   *String
	places []int32 // where the texts of the other are in this one, from 1; 0: not known
	n      int     // how many of this one's texts are from there
}

// Set gives the row a value. An empty string is a value; see SetText.
func (c *String) Set(row int, v string) { c.put(row, int64(c.intern(v, true))) }

// SetText gives the row a value unless it is empty, which leaves it null.
func (c *String) SetText(row int, v string) {
	if v != "" {
		c.put(row, int64(c.intern(v, true)))
	}
}

// SetFrom gives the row the value that a row of another column has. It is Set for long texts
// that stand in several columns, which then share their bytes.
func (c *String) SetFrom(row int, from *String, at int) {
	if place, ok := from.get(at); ok {
		c.put(row, int64(c.copy(from, int(place))))
	}
}

// copy is the index of another column's text, which is not looked up where all texts come from
// there: then it is the same as before, or new.
func (c *String) copy(from *String, place int) int32 {
	x := &c.copied
	if x.from != from || len(x.places) > len(from.dict) {
		*x = copies{from: from}
	}
	v := from.dict[place]
	if place < len(x.places) {
		if known := int(x.places[place]) - 1; known >= 0 && known < len(c.dict) && c.dict[known] == v {
			return int32(known)
		}
	}
	i := int32(len(c.dict))
	if x.n == len(c.dict) && c.index.slots == nil {
		c.dict, c.doubled = append(c.dict, v), true
		x.n++
	} else {
		i = c.intern(v, false)
	}
	for len(x.places) <= place {
		x.places = append(x.places, 0)
	}
	x.places[place] = i + 1
	return i
}

// Get is the row's value; false where it is null.
func (c *String) Get(row int) (string, bool) {
	i, ok := c.get(row)
	if !ok {
		return "", false
	}
	return c.dict[i], true
}

// At is the row's value, "" where it is null.
func (c *String) At(row int) string { v, _ := c.Get(row); return v }

// Entry is the number of the row's string among the distinct ones, -1 where it is null: rows with the
// same one have the same string.
func (c *String) Entry(row int) int {
	i, ok := c.get(row)
	if !ok {
		return -1
	}
	return int(i)
}

// Distinct is how many strings the column has room for: its distinct values, and those that
// rows had before they were given others.
func (c *String) Distinct() int { return len(c.dict) }

// own makes the dictionary the column's own, whose texts are changed then.
func (c *String) own() {
	c.doubled = true
	if c.shared {
		c.dict, c.shared = slices.Clone(c.dict), false
	}
}

// intern is the index of the string in the dictionary, where it is put if it is not there.
// shared says that it may be a part of something larger, which is not to be kept with it.
//
// It is often the one that was set last, and else in three of five cases the one that stands behind that: the steps of
// a workflow come in the same order in each run. In a dictionary with a text twice, the first of them is found.
func (c *String) intern(v string, shared bool) int32 {
	switch last := int(c.last); {
	case last < len(c.dict) && c.dict[last] == v:
	case last+1 < len(c.dict) && c.dict[last+1] == v && !c.doubled:
		c.last++
	default:
		c.last = c.find(v, shared)
	}
	return c.last
}

func (c *String) find(v string, shared bool) int32 {
	// A handful of strings is found sooner by looking than by hashing, and most
	// builders hold one unit with a handful.
	hash := uint32(0)
	if len(c.dict) < 8 {
		for i, s := range c.dict {
			if s == v {
				return int32(i)
			}
		}
	} else {
		if c.index.slots == nil {
			c.index = indexOf(c.dict)
		}
		hash = hashOf(v)
		if i := c.index.find(c.dict, v, hash); i >= 0 {
			return i
		}
	}
	if !utf8.ValidString(v) {
		return c.find(validText(v), false)
	}
	i := int32(len(c.dict))
	if shared {
		v = c.keep(v)
	}
	c.dict = append(c.dict, v)
	if c.index.slots != nil {
		c.index.add(hash, i)
	}
	return i
}

// Texts of a dictionary that has more than fewTexts lie side by side, textsAtOnce bytes at a
// time: keys of a hundred thousand runs in ten tables are a million pieces of memory otherwise,
// which the collector of garbage looks at one by one.
const (
	fewTexts    = 64
	textsAtOnce = 4 << 10
)

// keep is a copy of the text.
func (c *String) keep(v string) string {
	if len(c.dict) < fewTexts || len(v) > textsAtOnce/8 {
		return strings.Clone(v)
	}
	if c.texts == nil || c.texts.Cap()-c.texts.Len() < len(v) {
		c.texts = &strings.Builder{}
		c.texts.Grow(textsAtOnce)
	}
	from := c.texts.Len()
	c.texts.WriteString(v)
	return c.texts.String()[from:]
}

// validText replaces each run of bytes that are no UTF-8 by U+FFFD.
func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// validTexts is the list with valid strings. The list itself is not changed.
func validTexts(list []string) []string {
	broken := func(s string) bool { return !utf8.ValidString(s) }
	if !slices.ContainsFunc(list, broken) {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i] = validText(list[i])
	}
	return list
}
