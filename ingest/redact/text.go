package redact

import "strings"

// A charset is a set of bytes.
type charset [256]bool

// charsOf reads a set written as bytes and ranges: "a-zA-Z0-9_". A hyphen at the
// end stands for itself.
func charsOf(spec string) *charset {
	var set charset
	for i := 0; i < len(spec); i++ {
		last := spec[i]
		if i+2 < len(spec) && spec[i+1] == '-' {
			last = spec[i+2]
		}
		for c := int(spec[i]); c <= int(last); c++ {
			set[c] = true
		}
		if last != spec[i] {
			i += 2
		}
	}
	return &set
}

var (
	digitChars  = charsOf("0-9")
	lowerChars  = charsOf("a-z")
	upperChars  = charsOf("A-Z")
	letterChars = charsOf("A-Za-z")
	alnumChars  = charsOf("A-Za-z0-9")
	wordChars   = charsOf("A-Za-z0-9_")
	nameChars   = charsOf("A-Za-z0-9_.-")
	hexChars    = charsOf("0-9a-fA-F")
	base64Chars = charsOf("A-Za-z0-9+/_=-") // both alphabets of base64
)

// run gives the end of the bytes of set that begin at i.
func (set *charset) run(s string, i int) int {
	for i < len(s) && set[s[i]] {
		i++
	}
	return i
}

// all reports whether s is made of the set alone.
func (set *charset) all(s string) bool { return set.run(s, 0) == len(s) }

// in reports whether a byte of the set stands in s.
func (set *charset) in(s string) bool {
	for i := range len(s) {
		if set[s[i]] {
			return true
		}
	}
	return false
}

// back gives the start of the bytes of set that end before i, at most limit of
// them and none before from.
func (set *charset) back(s string, from, i, limit int) int {
	for from = max(from, i-limit); i > from && set[s[i-1]]; {
		i--
	}
	return i
}

func lower(c byte) byte {
	if upperChars[c] {
		c += 'a' - 'A'
	}
	return c
}

// hasFold reports whether s has lit, which is lower case, at i in either case.
func hasFold(s string, i int, lit string) bool {
	if i < 0 || len(s)-i < len(lit) {
		return false
	}
	for j := range len(lit) {
		if lower(s[i+j]) != lit[j] {
			return false
		}
	}
	return true
}

// skipBlanks passes spaces and tabs, at most 16: columns of an environment dump.
func skipBlanks(s string, i int) int {
	for end := min(len(s), i+16); i < end && (s[i] == ' ' || s[i] == '\t'); {
		i++
	}
	return i
}

// skipEscapes passes the backslashes before a quote in text that was quoted
// before, and counts them.
func skipEscapes(s string, i int) (next, n int) {
	for i+n < len(s) && s[i+n] == '\\' {
		n++
	}
	return i + n, n
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// quoteAt passes a quote and its backslashes.
func quoteAt(s string, i int) (next int, ok bool) {
	j, _ := skipEscapes(s, i)
	if j < len(s) && isQuote(s[j]) {
		return j + 1, true
	}
	return i, false
}

// opens reports whether a word may begin at i: at the start of the text, after a
// byte that is not part of a word, or after an escape whose last byte looks like
// part of one (\n, \u0026, \x1b, %3D, a colour of the terminal).
func opens(s string, i int) bool {
	if i == 0 || !wordChars[s[i-1]] {
		return true
	}
	return escapeEnds(s, i)
}

func escapeEnds(s string, i int) bool {
	switch c := s[i-1]; {
	case i >= 2 && s[i-2] == '\\' && strings.IndexByte("abfnrtv0", c) >= 0:
		return true
	case c == 'm': // ESC [ 1 ; 31 m
		j := i - 1
		for j > 0 && i-j < 12 && (digitChars[s[j-1]] || s[j-1] == ';') {
			j--
		}
		return j > 0 && s[j-1] == '['
	case !hexChars[c]:
		return false
	}
	return i >= 3 && s[i-3] == '%' && hexChars[s[i-2]] ||
		i >= 4 && s[i-4] == '\\' && s[i-3] == 'x' && hexChars[s[i-2]] ||
		i >= 6 && s[i-6] == '\\' && s[i-5] == 'u' && hexChars.all(s[i-4:i])
}

// nameStart gives the start of the name around at.
func nameStart(s string, from, at int) int {
	return behindEscape(s, nameChars.back(s, from, at, maxName), at)
}

// behindEscape moves i, the start of a word that goes on to limit, behind the end of
// an escape that looks like part of the word.
func behindEscape(s string, i, limit int) int {
	if i == 0 || s[i-1] != '\\' && s[i-1] != '%' {
		return i
	}
	for _, n := range []int{1, 2, 3, 5} { // \n, %3D, \x1b, \u0026
		if i+n <= limit && escapeEnds(s, i+n) {
			return i + n
		}
	}
	return i
}

// outsideEscape moves i behind the escape of JSON in whose midst it lies: cut there,
// the text would be no JSON any more.
func outsideEscape(s string, i int) int {
	for slash := i - 1; slash >= max(0, i-5); slash-- {
		if s[slash] != '\\' {
			continue
		}
		switch n := slash + len(`\u0026`); {
		case slash == i-1 && i < len(s) && strings.IndexByte("bfnrt", s[i]) >= 0:
			return i + 1
		case s[slash+1] == 'u' && n <= len(s) && hexChars.all(s[slash+2:n]):
			return n
		}
		break
	}
	return i
}

// lineEnds reports whether a line of the original text ends at i: at the end, at a
// line break, or at an escaped one.
func lineEnds(s string, i int) bool {
	if i >= len(s) || s[i] == '\n' || s[i] == '\r' {
		return true
	}
	j, n := skipEscapes(s, i)
	return n > 0 && j < len(s) && (s[j] == 'n' || s[j] == 'r')
}
