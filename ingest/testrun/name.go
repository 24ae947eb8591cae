package testrun

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxName is how long the name of a test may be, in bytes: parameters can be whole texts.
const maxName = 400

// Join puts the parts of a test's name together, outermost first. A part that the next one
// repeats at its beginning says nothing more and is left out, and so is an empty one.
// Example: the suite com.acme.CartTest, the class com.acme.CartTest and the name adds become
// "com.acme.CartTest › adds".
func Join(parts ...string) string {
	kept := make([]string, 0, 8)
	for i, p := range parts {
		p = spaced(p)
		if p == "" || i+1 < len(parts) && repeats(p, parts[i+1:]) {
			continue
		}
		kept = append(kept, p)
	}
	name := strings.Join(kept, " › ")
	if len(name) <= maxName {
		return name
	}
	n := maxName
	for n > 0 && !utf8.RuneStart(name[n]) {
		n--
	}
	return name[:n] + "…"
}

// repeats reports whether the first part that follows begins with the part as a whole word.
func repeats(part string, following []string) bool {
	for _, next := range following {
		next = spaced(next)
		if next == "" {
			continue
		}
		rest, ok := strings.CutPrefix(next, part)
		if !ok || rest == "" {
			return ok
		}
		first, _ := utf8.DecodeRuneInString(rest)
		return strings.ContainsRune("./:$# ›", first)
	}
	return false
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
	taken := make(map[string]bool, len(r.Groups)+len(r.Tests))
	last := map[string]int{} // number that was given to a name last
	free := func(name string) string {
		if name == "" {
			name = "(no name)"
		}
		next, n := name, max(1, last[name])
		for taken[next] {
			n++
			next = name + " #" + strconv.Itoa(n)
		}
		taken[next], last[name] = true, n
		return next
	}
	for _, g := range r.Groups {
		g.Name = free(g.Name)
	}
	for _, x := range r.Tests {
		x.Name = free(x.Name)
	}
}
