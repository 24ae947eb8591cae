package source

import (
	"bufio"
	"bytes"
	"io"
)

// Objects is Lines for a log of JSON objects, which need not stand one a line. An object over
// several lines is one Line, with what stands before or behind it on its first and last line as
// Lines of their own. A line on which all of its objects end is handed out as it is: [Split]
// takes it apart.
//
//	{             lines 1 and 2: {"a": 1}
//	 "a": 1}{     lines 2 to 4, but for the object before: {"a": 2}
//	 "a": 2
//	}
//
// Of an object that breaks off the first line is handed out, as one that cannot be read. Lines
// behind it are looked at anew, so that no object is lost, but for those that are indented deeper
// than its beginning: they are its own.
//
// An object that begins with a list of objects on lines of their own is no record, and those of
// the list are handed out: {"events":[ before {"a":1}, and {"a":2}
func (in *Input) Objects(yield func(Line) bool) error {
	g := &gatherer{yield: yield}
	err := in.Lines(g.line)
	g.finish(true)
	return err
}

// Objects is [Input.Objects] for text that follows so many lines of an input.
func Objects(text io.Reader, after int64, yield func(Line) bool) error {
	in := &Input{r: bufio.NewReaderSize(text, peekSize), passed: after}
	return in.Objects(yield)
}

// gatherer puts objects together that stand on several lines. Lines on which one object begins
// and ends pass through it untouched.
type gatherer struct {
	yield   func(Line) bool
	stopped bool // yield wants no more

	text []byte // what was not handed out yet: lines, each with a newline behind it
	room []byte // that the text was made in
	at   int    // how much of the text was looked at
	no   int64  // number of the line with which the text begins
	last Line   // the last line that came, without its text

	rest   bool  // the text begins within its line
	column int   // at this place of it, where an object that was handed out is before it
	indent int   // of the line
	inside bool  // the text begins with an object that goes on at least up to at
	more   int64 // whole lines behind its first one that are parts of it
	nest   nesting

	lost *Line // the first line of an object that broke off, until it is known what else is its own

	came, work int // bytes of the lines, and bytes of them that were looked at
}

// line takes the next line.
func (g *gatherer) line(l Line) bool {
	if len(g.text) == 0 && g.lost == nil && !mayGoOn(l.Text) {
		return g.yield(l)
	}
	if l.TooLong || bytes.IndexByte(l.Text, '\n') >= 0 { // a log of carriage returns may have one
		g.finish(false)
		return !g.stopped && g.yield(l)
	}
	for g.inside && len(g.text)+len(l.Text) >= MaxLine {
		g.breakOff(false)
		g.look()
	}
	if len(g.text) == 0 {
		g.no, g.text = l.No, g.room[:0]
	}
	g.came += len(l.Text) + 1
	g.text = append(append(g.text, l.Text...), '\n')
	if !g.inside {
		g.room = g.text
	}
	g.last = l
	g.look()
	return !g.stopped
}

// mayGoOn reports whether an object may begin on the line that does not end there. None does
// where the line ends with a brace, as nearly all lines of logs do.
func mayGoOn(line []byte) bool {
	if n := len(line); n == 0 || line[n-1] == '}' {
		return false
	}
	line = bytes.Trim(line, padding)
	if n := len(line); n == 0 || line[n-1] == '}' {
		return false
	}
	line = bytes.TrimLeft(line, separators)
	return len(line) > 0 && line[0] == '{'
}

// finish hands out what is left. cut says that the input ends here.
func (g *gatherer) finish(cut bool) {
	for g.inside && !g.stopped {
		g.breakOff(cut)
		g.look()
	}
	g.giveUp()
	g.text = nil
}

// look reads the text up to its end: all of it is handed out, or an object goes on.
func (g *gatherer) look() {
	for g.at < len(g.text) && !g.stopped {
		line := g.text[g.at:][:bytes.IndexByte(g.text[g.at:], '\n')]
		switch {
		case g.lost != nil:
			g.passOver(line)
		case g.inside:
			g.goOn(line)
		default:
			g.begin(line)
		}
	}
}

// begin looks at a line, or at the rest of one, on which an object may begin that goes on.
func (g *gatherer) begin(line []byte) {
	if !g.rest {
		g.indent = indentOf(line)
	}
	at := -1
	if mayGoOn(line) && g.work <= maxWork*g.came {
		at = objectAt(line, 0)
	}
	for first := at; at >= 0 && at < len(line); {
		g.nest.begin()
		length, how := g.nest.extent(line[at:])
		g.work += length
		switch how {
		case goesOn:
			if at > first {
				g.handOut(at, 0, at)
				g.rest, g.column = true, g.column+at
				line = line[at:]
			}
			g.inside, g.more, g.at = true, 0, len(line)+1
			return
		case ended:
			at = objectAt(line, at+length)
		case brokeOff:
			at = -1
		}
	}
	g.handOut(len(line), 0, len(line)+1)
}

// goOn looks at a line behind the first one of an object.
func (g *gatherer) goOn(line []byte) {
	if g.more == 0 && opensList(g.text[:g.at]) && bytes.HasPrefix(bytes.TrimLeft(line, padding), []byte("{")) {
		g.breakOff(false)
		return
	}
	length, how := g.nest.extent(line)
	g.work += length
	next := -1
	switch how {
	case goesOn:
		g.more++
		g.at += len(line) + 1
		return
	case ended:
		next = objectAt(line, length)
	}
	switch end := g.at + length; next {
	case -1:
		g.breakOff(false)
	case len(line):
		g.handOut(end, g.more+1, g.at+len(line)+1)
	default: // another one begins on the line, which is that one's
		indent := indentOf(line)
		g.handOut(end, g.more, g.at+next)
		g.rest, g.column, g.indent = true, next, indent
	}
}

// breakOff takes what the text begins with for an object that is no longer read.
func (g *gatherer) breakOff(cut bool) {
	first := bytes.IndexByte(g.text, '\n')
	l := g.part(first, 0, first+1)
	l.Torn = l.Torn || cut
	if g.more > 0 {
		l.Text = bytes.Clone(l.Text)
		g.lost = &l
	} else {
		g.stopped = !g.yield(l)
	}
}

// passOver looks at a line behind those of an object that broke off.
func (g *gatherer) passOver(line []byte) {
	inner := bytes.TrimLeft(line, padding)
	closed := bytes.TrimLeft(inner, "}"+separators+padding)
	switch {
	case len(inner) == 0 || indentOf(line) > g.indent:
		g.lost.Further++
		g.drop(len(line) + 1)
		return
	case len(closed) == 0:
		g.lost.Further++
		g.drop(len(line) + 1)
	case len(closed) < len(inner) && closed[0] == '{' && inner[0] == '}':
		g.indent = indentOf(line)
		g.drop(len(line) - len(closed))
		g.rest = true
	}
	g.giveUp()
}

// giveUp hands out the first line of an object that broke off.
func (g *gatherer) giveUp() {
	if l := g.lost; l != nil && !g.stopped {
		g.lost = nil
		g.stopped = !g.yield(*l)
	}
}

// handOut hands out the beginning of the text, and drops it with what is behind it. further is
// how many lines are of the object alone behind its first one.
func (g *gatherer) handOut(length int, further int64, drop int) {
	g.stopped = !g.yield(g.part(length, further, drop))
}

// part takes a line off the text.
func (g *gatherer) part(length int, further int64, drop int) Line {
	l := g.last
	l.No, l.Text, l.Column, l.Further = g.no, g.text[:length:length], g.column, further
	l.Torn = l.Torn && drop == len(g.text)
	g.drop(drop)
	if bytes.IndexByte(l.Text, '\n') >= 0 {
		l.Text = tight(l.Text)
	}
	return l
}

func (g *gatherer) drop(n int) {
	if lines := bytes.Count(g.text[:n], []byte{'\n'}); lines > 0 {
		g.no += int64(lines)
		g.rest, g.column = false, 0
	}
	g.text, g.at, g.inside = g.text[n:], 0, false
}

// tight is the text of an object without white space between its parts, in the same memory: as
// most programs write it on one line.
func tight(text []byte) []byte {
	out := text[:0]
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ' ', '\t', '\n', '\r':
			continue
		case '"':
			n := stringLength(text[i:]) // it was read as one a moment ago
			out = append(out, text[i:i+n]...)
			i += n - 1
			continue
		}
		out = append(out, text[i])
	}
	return out
}

// indentOf is the column at which a line begins, behind the bracket and the comma of an array.
func indentOf(line []byte) int { return len(line) - len(bytes.TrimLeft(line, "[, \t\x00")) }
