package source

import "bytes"

// headLines are the objects at the beginning of a log, read one by one.
type headLines struct {
	all    []Object // at most headObjects
	spread bool     // none of them stands on a line of its own
	cut    []Object // what could be read of records that are cut off, or go on behind the head
	room   *headRoom
	gather *gatherer // nil: all were read
	rest   []byte    // that was not looked at yet
	no     int64     // of its first line

	doc     Object // of Head, where it is a plain object; most logs begin with such a one
	docText []byte // of it
}

// begin has the objects of the text read when they are asked for.
func (x *headLines) begin(room *headRoom, text []byte) {
	*x = headLines{spread: true, room: room, rest: text, no: 1}
	x.gather = room.gatherer(len(text), func(l Line) bool {
		x.take(l)
		return len(x.all) < headObjects
	})
}

// readOn reads on until there are more objects; false: there are no more.
func (x *headLines) readOn() bool {
	for before := len(x.all); x.gather != nil; {
		if g := x.gather; len(x.rest) > 0 && !g.stopped {
			var line []byte
			line, x.rest, _ = bytes.Cut(x.rest, []byte("\n"))
			g.stopped = !g.line(Line{No: x.no, Text: line})
			x.no++
		} else {
			g.finish(true)
			x.gather = nil
			x.spread = x.spread && len(x.all) > 0
			if len(x.all) == 0 {
				x.all = x.cut // which tell the format too
			}
		}
		if len(x.all) > before {
			return true
		}
	}
	return false
}

// take takes the objects of a line.
func (x *headLines) take(l Line) {
	text := bytes.Trim(l.Text, padding)
	alone := l.Further == 0 && len(text) > 0 && text[0] != '['
	outermost := bytes.HasPrefix(bytes.TrimLeft(l.Text, "\x00"), []byte("{")) // not inside a document
	text, _ = Unwrap(text)
	if len(text) > 0 && len(text) == len(x.docText) && &text[0] == &x.docText[0] { // it was read as the document
		x.all, x.spread = append(x.all, x.doc), x.spread && !alone
		return
	}
	members, end := x.room.plain(text)
	if end > 0 && end == len(text) { // it stands alone, as most do
		x.all, x.spread = append(x.all, x.room.made(x.room.keep(text), members)), x.spread && !alone
		return
	}
	for at, part := range Split(text) {
		if len(part) == 0 || part[0] != '{' {
			break
		}
		if o, ok := x.room.topLevel(part, at == 0 && end == 0); ok {
			x.all = append(x.all, o)
			x.spread = x.spread && !alone
		} else if outermost && len(o) > 1 && len(x.cut) < headObjects {
			x.cut = append(x.cut, o)
		}
		if len(x.all) == headObjects {
			break
		}
	}
}
