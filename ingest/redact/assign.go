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

	quoted bool
	// tight: nothing but the value can be meant. It is quoted, or follows "=" at once,
	// or is all that stands behind a colon that follows the first word of the line.
	tight bool
	flag  bool // --name value
	bare  bool // name value, name is value, "name", "value": hardly an assignment at all
}

// maxName bounds a name to either side of the cue found in it.
const maxName = 64

// assignmentAt reads the assignment to the name around at.
func assignmentAt(s string, from, at int) (a assignment, ok bool) {
	first := name.back(s, from, at, maxName)
	last := name.run(s[:min(len(s), at+maxName)], at)
	for last > at && (s[last-1] == '.' || s[last-1] == '-') {
		last--
	}
	a.name = s[first:last]
	a.flag = s[first] == '-' && last-first > 2
	i := last
	switch {
	case first > 0 && s[first-1] == '<' && i < len(s) && s[i] == '>':
		return a.element(s, i+1)
	case a.flag && i < len(s) && s[i] != '=':
		i, ok = flagGap(s, i)
	default:
		i, ok = a.gap(s, first, i)
	}
	if !ok {
		return a, false
	}
	return a, a.read(s, i)
}

// element reads the text of <name>…</name>.
func (a *assignment) element(s string, i int) (assignment, bool) {
	end := strings.IndexByte(s[i:min(len(s), i+maxJudged)], '<')
	if end <= 0 || !strings.HasPrefix(s[i+end:], "</") {
		return *a, false
	}
	for end += i; i < end && s[i] <= ' '; {
		i++
	}
	for end > i && s[end-1] <= ' ' {
		end--
	}
	a.start, a.end, a.value = i, end, s[i:end]
	a.quoted, a.tight = true, true
	return *a, end > i
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
		if hasFold(s, sign, "is ") {
			return sign + len("is "), true
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
	j := name.run(s[:min(len(s), i+maxName)], i)
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
	}
	return a.end > a.start
}

// valueAt gives the bytes of the value that begins at i: up to the closing quote
// if there is one on the line, else up to where a value without quotes ends.
func valueAt(s string, i int) (start, end int, quoted bool) {
	start = i
	if i < len(s) && s[i] == '$' && i+1 < len(s) && isQuote(s[i+1]) {
		i++ // $'…' of the shell
	}
	open, slashes := skipEscapes(s, i)
	if open < len(s) && isQuote(s[open]) {
		if end, ok := closing(s, open+1, s[open], slashes); ok {
			return open + 1, end, true
		}
		// Cut before its end: what there is of it.
		return open + 1, bareEnd(s, open+1), false
	}
	return start, bareEnd(s, start), false
}

// closing finds the quote that ends a value whose opening quote had so many
// backslashes before it. A quote within the value has more of them.
func closing(s string, i int, quote byte, slashes int) (end int, ok bool) {
	n := 0
	for ; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			n++
			continue
		case quote:
			if n <= slashes || slashes == 0 && n%2 == 0 {
				return i - min(n, slashes), true
			}
		}
		n = 0
	}
	return 0, false
}

// bareEnd gives the end of a value without quotes.
func bareEnd(s string, i int) int {
	start := i
	brackets := 0 // opened within the value
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '(' || c == '[' || c == '{':
			brackets++
		case brackets > 0 && (c == ')' || c == ']' || c == '}'):
			brackets--
		case c <= ' ' || c == 0x7f, isQuote(c), c == '<', c == '>', c == '|', c == '\\':
			return trimEnd(s, start, i)
		case c == '&' && hasFold(s, i, "&amp;"):
			return trimEnd(s, start, i)
		case c == ',' || c == ';' || c == '&' || c == ')' || c == ']' || c == '}':
			if endsValue(s, i+1) {
				return trimEnd(s, start, i)
			}
		case c == '%' && (hasFold(s, i, "%26") || hasFold(s, i, "%22")):
			return trimEnd(s, start, i)
		}
	}
	return trimEnd(s, start, i)
}

// endsValue reports whether what begins at i, after a comma or a bracket, is no
// part of the value before it: nothing, a blank, more punctuation, the next name.
func endsValue(s string, i int) bool {
	if i >= len(s) || s[i] <= ' ' || strings.IndexByte(`,;&)]}>"'|\`+"`", s[i]) >= 0 {
		return true
	}
	j := name.run(s[:min(len(s), i+maxName)], i)
	return j > i && j < len(s) && (s[j] == '=' || s[j] == ':')
}

// trimEnd leaves off the punctuation of the sentence around a value.
func trimEnd(s string, start, end int) int {
	for end > start && strings.IndexByte(".,;:", s[end-1]) >= 0 {
		end--
	}
	return end
}
