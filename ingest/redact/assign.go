package redact

import "strings"

// An assignment is a name and the value given to it, however it is written:
// NAME=value, name: "value", {"name": "value"}, --name value, ["--name", "value"],
// name => 'value', ENV NAME value, <name>value</name>, config['name'] = "value",
// name: str = "value", ?name=value&…, with quotes escaped or not.
type assignment struct {
	name       string
	start, end int    // the value, without its quotes
	value      string // what is looked at to judge it: at most maxJudged bytes

	keyed  bool // the name is quoted, as a key in JSON is
	quoted bool // the value is
	// tight: nothing but the value can be meant. It is quoted, or follows "=" at once,
	// or is all that stands behind a colon that follows the first word of the line.
	tight bool
	flag  bool // --name value
	bare  bool // name value, name is value, "name", "value": hardly an assignment at all
	says  bool // name is value

	asked      bool // name for something: value
	last       bool // the value is the last word of its line or string
	besideUser bool // a user's name is given close before
}

// maxName bounds a name to either side of the cue found in it.
const maxName = 64

// assignmentAt reads the assignment to the name around at.
func assignmentAt(s string, from, at int) (a assignment, ok bool) {
	first := nameStart(s, from, at)
	last := nameChars.run(s[:min(len(s), at+maxName)], at)
	for last > at && (s[last-1] == '.' || s[last-1] == '-') {
		last--
	}
	a.name = s[first:last]
	a.flag = s[first] == '-' && last-first > 2
	i, ok := tagEnd(s, first, last)
	switch {
	case ok:
		return a, a.element(s, i)
	case a.flag && i < len(s) && s[i] != '=':
		i, ok = flagGap(s, last)
	default:
		i, ok = a.gap(s, first, last)
	}
	if !ok {
		return a, false
	}
	return a, a.read(s, i)
}

// tagEnd passes the bracket that makes a name a tag, <name>, which may be escaped
// for JSON or HTML.
func tagEnd(s string, first, last int) (next int, ok bool) {
	for _, b := range [][2]string{{"<", ">"}, {`\u003c`, `\u003e`}, {"&lt;", "&gt;"}} {
		if hasFold(s, first-len(b[0]), b[0]) {
			// Escaped twice, the bracket has more backslashes.
			i, n := skipEscapes(s, last)
			next := i - min(n, 1) + len(b[1])
			return next, hasFold(s, next-len(b[1]), b[1])
		}
	}
	return last, false
}

// element reads the text of <name>…</name>.
func (a *assignment) element(s string, i int) bool {
	near := s[i:min(len(s), i+maxJudged)]
	end := -1
	for _, tag := range []string{"</", `\u003c/`, "&lt;/"} {
		if n := strings.Index(near, tag); n > 0 && (end < 0 || n < end) {
			end = n
		}
	}
	if end < 0 || strings.Contains(near[:end], "<") {
		return false
	}
	a.start = skipBreaks(s, i, aroundText)
	a.end = breaksBefore(s, a.start, i+end, aroundText)
	a.value = s[a.start:a.end]
	a.quoted, a.tight = true, true
	return a.end > a.start
}

// flagGap passes what stands between a flag and its value: blanks, or the quotes
// and the comma of a list of arguments.
func flagGap(s string, i int) (int, bool) {
	j, closed := quoteAt(s, i)
	j = skipBlanks(s, j)
	if closed {
		if j >= len(s) || s[j] != ',' {
			return i, false
		}
		j = skipBlanks(s, j+1)
	}
	return j, j > i
}

// gap passes what stands between a name and its value, and notes how tight it is.
func (a *assignment) gap(s string, first, i int) (int, bool) {
	j, closed := quoteAt(s, i)
	a.keyed = closed
	if closed && j < len(s) && s[j] == ']' {
		j++ // config['name'] = …
	}
	sign := skipBlanks(s, j)
	next, ok := signAt(s, sign)
	if !ok {
		a.bare = true
		if closed {
			return commaAt(s, j)
		}
		if sign == i {
			return i, false
		}
		if a.says = hasFold(s, sign, "is "); a.says {
			return sign + len("is "), true
		}
		if value, ok := promptEnd(s, sign); ok {
			a.bare, a.asked = false, true
			return value, true
		}
		value := skipType(s, sign)
		a.bare = value == sign
		return value, true
	}
	value := skipBlanks(s, next)
	if !closed && first > 0 && value < len(s) && isQuote(s[value]) && s[first-1] == s[value] {
		return value, false // "NAME=" + value
	}
	a.tight = value == next && sign == j && s[next-1] != ':' ||
		s[next-1] == ':' && startsLine(s, first)
	if s[next-1] == ':' {
		value = skipType(s, value)
	}
	return value, true
}

// promptEnd passes the rest of "Password for https://ada@host.example: ".
func promptEnd(s string, i int) (int, bool) {
	if !hasFold(s, i, "for ") {
		return i, false
	}
	line := s[i:min(len(s), i+128)]
	if n := strings.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	n := strings.Index(line, ": ")
	return i + n + len(": "), n > 0
}

// commaAt passes the comma between two strings, as in setenv("NAME", "value").
func commaAt(s string, i int) (int, bool) {
	if i >= len(s) || s[i] != ',' {
		return i, false
	}
	i = skipBlanks(s, i+1)
	_, ok := quoteAt(s, i)
	return i, ok
}

// signAt passes what stands for "is": = : => := == ?= += .= ::= and, escaped, %3D
// %3A \u003d.
func signAt(s string, i int) (next int, ok bool) {
	for _, sign := range []string{"%3d", "%3a", `\u003d`} {
		if hasFold(s, i, sign) {
			return i + len(sign), true
		}
	}
	j := operatorChars.run(s[:min(len(s), i+3)], i)
	for end := min(len(s), j+3); j < end && s[j] == '='; j++ {
		next = j + 1
	}
	switch {
	case next > 0 && next < len(s) && s[next] == '>':
		return next + 1, true
	case next > 0:
		return next, true
	case i < len(s) && s[i] == ':':
		return i + 1, true
	}
	return i, false
}

// operatorChars may stand before the = of an assignment.
var operatorChars = charsOf(":?.+|~")

// skipType passes the type in "name: str = value" and "name string = value".
func skipType(s string, i int) int {
	j := nameChars.run(s[:min(len(s), i+maxName)], i)
	k := skipBlanks(s, j)
	if j > i && k > j && k+1 < len(s) && s[k] == '=' && s[k+1] == ' ' {
		return skipBlanks(s, k+1)
	}
	return i
}

// startsLine reports whether only blanks or the hyphen of a list stand before i.
func startsLine(s string, i int) bool {
	for n := 0; i > 0 && n < 32 && (s[i-1] == ' ' || s[i-1] == '\t' || s[i-1] == '-'); n++ {
		i--
	}
	return i == 0 || s[i-1] == '\n'
}

// read finds the value that begins at i and its end.
func (a *assignment) read(s string, i int) bool {
	a.start, a.end, a.quoted = valueAt(s, i)
	a.value = s[a.start:min(a.end, a.start+maxJudged)]
	switch {
	case a.quoted:
		a.tight = true
	case a.tight && a.end > i && s[i-1] != '=' && !a.flag:
		// name: value, first on its line, has to be the last on it too.
		a.tight = lineEnds(s, skipBlanks(s, a.end))
	case a.asked:
		rest := skipBlanks(s, a.end)
		_, closed := quoteAt(s, rest)
		a.last = closed || lineEnds(s, rest)
	}
	return a.end > a.start
}
