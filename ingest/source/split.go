package source

import (
	"bytes"
	"iter"
)

// maxWork is how often a byte may be looked at in search of the objects that it is part of,
// on average. Example: each line of a log that is {"a": begins an object in that of the line
// before, and all of them break off in the last one.
const maxWork = 8

// Split takes a line apart on which several objects stand, as {"a":1}{"a":2} or [{"a":1},{"a":2}],
// and gives each with the place in the text at which it begins. One that breaks off ends where the next whole one begins. There is one part where the line is
// no such line.
func Split(line []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		line = bytes.TrimRight(line, padding)
		padded := len(line) - len(bytes.TrimLeft(line, padding))
		at, work := objectAt(line, padded), 0
		if at < 0 {
			yield(padded, line[padded:])
			return
		}
		for at < len(line) {
			end, next := partEnd(line, at, &work)
			if !yield(at, line[at:end:end]) {
				return
			}
			at = next
		}
	}
}

// partEnd is where the object ends that begins at a place of the line, and where the next begins.
func partEnd(line []byte, at int, work *int) (end, next int) {
	var n nesting
	whole := func(at int) (end, next int, ok bool) {
		n.begin()
		length, how := n.extent(line[at:])
		*work += length
		if how != ended {
			return at + length, 0, false
		}
		next = objectAt(line, at+length)
		return at + length, next, next >= 0
	}
	end, next, ok := whole(at)
	if ok {
		return end, next
	}
	// One that broke off may be followed by a whole one at once: {"a":{"b":1}{"c":2}.
	if end < len(line) && line[end] == '{' {
		if _, _, ok := whole(end); ok {
			return end, end
		}
	}
	// What was written into the object may be followed by whole ones.
	for i := end; *work <= maxWork*len(line); i++ {
		brace := bytes.IndexByte(line[i:], '}')
		if brace < 0 {
			break
		}
		i += brace
		if next = objectAt(line, i+1); next < 0 || next == len(line) {
			continue
		}
		if _, _, ok := whole(next); ok {
			return i + 1, next
		}
	}
	return len(line), len(line)
}
