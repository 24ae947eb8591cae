package table

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"runreport/unit/parallel"
)

// Rewrite replaces every distinct string of the tables by what f makes of it, in the
// order of tables, columns and first appearance. A column of keys, by which rows find
// each other, stays one to one: where two of its strings become the same, the later
// one is told apart.
func (s *Set) Rewrite(f func(string) string, distinguish func(text string, n int) string) {
	RewriteLoud(s, func(string) bool { return false }, f, distinguish)
}

// RewriteLoud is Rewrite of the set where quiet says of nearly all strings that f leaves them as they are. It may be
// asked by several goroutines, which f is not. Where it says so of all keys no two of them can become the same.
func RewriteLoud(s *Set, quiet func(string) bool, f func(string) string, distinguish func(text string, n int) string) {
	keys := oneToOne{f: f, distinguish: distinguish, count: map[string]int{}}
	allQuiet := allKeysQuiet(s, quiet)
	var before heard // the most of one column
	for _, t := range s.Tables() {
		docs := t.Columns()
		for i, c := range ragged(t.table) {
			switch c := c.(type) {
			case *String:
				if isKey[docs[i].Name] {
					if !allQuiet {
						c.rewrite(nil, keys.change)
					}
					continue
				}
				now := before.loud(c.dict, quiet)
				if len(now.all) >= len(before.all) {
					before = now
				}
				c.rewrite(now.isLoud, f)
			case *Strings:
				for _, list := range c.lists {
					for j, text := range list {
						if !quiet(text) {
							list[j] = validText(f(text))
						}
					}
				}
			}
		}
	}
}

// allKeysQuiet reports whether all keys of the set are quiet: then none becomes like another one.
func allKeysQuiet(s *Set, quiet func(string) bool) bool {
	var asked []string // most tables have the same dictionary of keys
	var loud atomic.Bool
	for _, t := range s.Tables() {
		docs := t.Columns()
		for i, c := range ragged(t.table) {
			c, ok := c.(*String)
			if !ok || !isKey[docs[i].Name] || len(c.dict) <= len(asked) && unsafe.SliceData(c.dict) == unsafe.SliceData(asked) {
				continue
			}
			asked = c.dict
			parallel.Ranges(len(asked), func(from, to int) {
				if !loud.Load() && slices.ContainsFunc(asked[from:to], func(text string) bool { return !quiet(text) }) {
					loud.Store(true)
				}
			})
		}
	}
	return !loud.Load()
}

// rewrite replaces the texts of the dictionary, or those of them that are loud.
func (c *String) rewrite(loud []bool, f func(string) string) {
	for j, text := range c.dict {
		if loud != nil && !loud[j] {
			continue
		}
		if out := f(text); out != text {
			c.own()
			c.dict[j] = validText(out)
			c.index, c.copied = textIndex{}, copies{}
		}
	}
}

// heard are the texts of a dictionary, and which of them are not quiet.
type heard struct {
	all    []string
	isLoud []bool
}

// loud finds out which texts are not quiet. Several columns have the names of tests, in one
// order: of a text that stands there too it is known.
func (t *heard) loud(dict []string, quiet func(string) bool) heard {
	now := heard{dict, make([]bool, len(dict))}
	var asked []int32
	next := 0 // of t
	for i, text := range dict {
		at := next
		for at < min(len(t.all), next+ahead) && t.all[at] != text {
			at++
		}
		if at == min(len(t.all), next+ahead) {
			asked = append(asked, int32(i))
			continue
		}
		now.isLoud[i] = t.isLoud[at]
		next = at + 1
	}
	parallel.Ranges(len(asked), func(from, to int) {
		for _, i := range asked[from:to] {
			now.isLoud[i] = !quiet(dict[i])
		}
	})
	return now
}

// isKey names the columns by which rows of one table find those of another.
var isKey = map[string]bool{"run": true, "cycle_key": true, "path": true}

// oneToOne makes different strings of different strings.
type oneToOne struct {
	f           func(string) string
	distinguish func(string, int) string
	originals   orderedTexts
	made        []string       // what became of each original
	count       map[string]int // how many originals became the same
}

func (o *oneToOne) change(text string) string {
	if i := o.originals.find(text); i >= 0 {
		return o.made[i]
	}
	out := o.f(text)
	o.count[out]++ // also where it stays: another one may become the same
	if n := o.count[out]; n > 1 {
		out = o.distinguish(out, n)
	}
	o.originals.add(text)
	o.made = append(o.made, out)
	return out
}
