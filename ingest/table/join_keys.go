package table

import (
	"reflect"
	"slices"

	"runreport/unit/parallel"
)

// trim gives up what only more rows would need, and keeps the bytes of keys once.
func trim(tables [tables]Table) {
	shareKeys(&tables[tableOfRuns].(*Runs).Key, tables)
	for _, t := range tables {
		trimTexts(t)
	}
}

// trimTexts gives up what only more texts would need.
func trimTexts(t Table) {
	for _, c := range ragged(t) {
		if c, ok := c.(*String); ok {
			c.index, c.texts, c.copied = textIndex{}, nil, copies{}
		}
	}
}

// shareKeys has the keys of runs in all tables share the bytes of those in the table of runs:
// a key is a path, and most tables have each of them.
func shareKeys(keys *String, tables [tables]Table) {
	keys.dict, keys.shared = slices.Clip(keys.dict), true
	parallel.Each(len(tables), func(i int) {
		docs := layoutOf(reflect.TypeOf(tables[i]).Elem()).docs
		for n, c := range ragged(tables[i]) {
			if c, ok := c.(*String); ok && docs[n].Name == "run" && c != keys {
				c.share(keys)
			}
		}
	})
}

// share has equal texts of the dictionaries share the bytes of the other's, and equal dictionaries
// their memory.
func (c *String) share(from *String) {
	if slices.Equal(c.dict, from.dict) {
		c.dict, c.shared = slices.Clip(from.dict), true // a text that is added to one goes elsewhere
		return
	}
	if from.index.slots == nil {
		return
	}
	c.own()
	for i, text := range c.dict {
		if at := from.index.find(from.dict, text, hashOf(text)); at >= 0 {
			c.dict[i] = from.dict[at]
		}
	}
}

// nextKey has the dictionary, where it is the first of the keys, go on with the next of them if that is the
// text: what is not among them so far need not be looked for.
func (c *String) nextKey(text string, keys []string) bool {
	n := len(c.dict)
	if c.index.slots != nil || n >= len(keys) || n > 0 && &c.dict[0] != &keys[0] || keys[n] != text {
		return false
	}
	c.dict, c.shared, c.doubled = keys[:n+1:n+1], true, true
	return true
}
