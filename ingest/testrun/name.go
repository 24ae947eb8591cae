package testrun

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// maxName is how long the name of a test may be, in bytes: parameters can be whole texts.
const maxName = 400

// Join puts the parts of a test's name together, outermost first. A part that the next one
// repeats at its beginning says nothing more and is left out, and so is an empty one.
// Example: the suite com.acme.CartTest, the class com.acme.CartTest and the name adds become
// "com.acme.CartTest › adds".
func Join(parts ...string) string {
	switch n := len(parts); n {
	case 0:
		return ""
	case 1:
		return cut(spaced(parts[0]))
	default:
		p := NewPrefix(parts[:n-1]...)
		return p.Join(parts[n-1])
	}
}

// Prefix is the first parts of names that differ in their last one alone.
type Prefix struct {
	full, short string // with what stands between it and the last part; short without the part before that
	last        string // that part
}

const between = " › "

// NewPrefix is a prefix of those parts.
func NewPrefix(parts ...string) Prefix {
	var p Prefix
	for _, next := range parts {
		if next = spaced(next); next == "" {
			continue
		}
		if !repeats(p.last, next) {
			p.short = p.full
		}
		p.full, p.last = p.short+next+between, next
	}
	return p
}

// Join is the function Join of the prefix's parts and one more.
func (p *Prefix) Join(name string) string {
	switch name = spaced(name); {
	case name == "":
		return cut(strings.TrimSuffix(p.full, between))
	case repeats(p.last, name):
		if p.short == "" {
			return cut(name)
		}
		return cut(p.short + name)
	}
	return cut(p.full + name)
}

// AppendJoin appends what Join returns.
func (p *Prefix) AppendJoin(b []byte, name string) []byte {
	from, before := len(b), p.full
	switch name = spaced(name); {
	case name == "":
		before = strings.TrimSuffix(before, between)
	case repeats(p.last, name):
		before = p.short
	}
	if b = append(append(b, before...), name...); len(b)-from > maxName {
		name = cut(string(b[from:]))
		b = append(b[:from], name...)
	}
	return b
}

// cut shortens a name that is too long.
func cut(name string) string {
	if len(name) <= maxName {
		return name
	}
	n := maxName
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n] + "…"
}

// repeats reports whether the part that follows, which is not empty, begins with the part as a
// whole word.
func repeats(part, next string) bool {
	rest, ok := strings.CutPrefix(next, part)
	if !ok || part == "" || rest == "" {
		return ok
	}
	first, _ := utf8.DecodeRuneInString(rest)
	return strings.ContainsRune("./:$# ›", first)
}

// spaced is the text with single spaces between its words. Most texts are so already.
func spaced(text string) string {
	before := byte(' ')
	for i := range len(text) {
		switch c := text[i]; {
		case c >= utf8.RuneSelf, c < ' ', c == ' ' && before == ' ': // there are other white spaces
			return strings.Join(strings.Fields(text), " ")
		default:
			before = c
		}
	}
	return strings.TrimSuffix(text, " ")
}

// numberNames makes the names of a run's steps different from each other: the second test
// of a name becomes "name #2". Groups keep their names where they can.
func (r *Run) numberNames() {
	taken := record.NewSums(len(r.Groups)+len(r.Tests), nil)
	last := map[string]int{} // number that was given to a name last, where that was more than once
	free := func(name string) string {
		if name == "" {
			name = "(no name)"
		}
		if taken.Add(xxh3.HashString128(name)) {
			return name
		}
		n := max(1, last[name])
		for {
			n++
			if next := name + " #" + strconv.Itoa(n); taken.Add(xxh3.HashString128(next)) {
				last[name] = n
				return next
			}
		}
	}
	for _, g := range r.Groups {
		g.Name = free(g.Name)
	}
	for _, x := range r.Tests {
		x.Name = free(x.Name)
	}
}
