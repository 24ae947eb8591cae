package redact

import (
	"sort"
	"strings"
)

// A visible text is what a reader sees of a text: without the colours of a terminal
// and without characters of no width, which can stand in the midst of a secret.
// "ghp_ab\x1b[0mcd" reads "ghp_abcd".
type visible struct {
	text string
	gaps []gap // in their order
}

// gap is a place of the visible text before which something was left out.
type gap struct {
	at      int // in the visible text
	skipped int // bytes left out up to there
}

// span gives the bytes of the whole text from the first to the last of the visible
// bytes start to end.
func (v *visible) span(start, end int) (int, int) {
	return v.in(start), v.in(end-1) + 1
}

// in gives the place of a visible byte in the whole text.
func (v *visible) in(i int) int {
	n := sort.Search(len(v.gaps), func(k int) bool { return v.gaps[k].at > i })
	if n == 0 {
		return i
	}
	return i + v.gaps[n-1].skipped
}

// mayHide reports whether s can have something invisible, at little cost: most texts
// have none of these bytes.
func mayHide(s string) bool {
	return strings.IndexByte(s, esc) >= 0 || strings.IndexByte(s, '\xe2') >= 0 || strings.IndexByte(s, '\xef') >= 0 ||
		strings.IndexByte(s, '\xc2') >= 0 || strings.IndexByte(s, '\\') >= 0
}

const esc = 0x1b

var startsInvisible = charsOf("\x1b\xc2\xe2\xef\\")

// visibleOf gives the visible text of s if it has gaps.
func visibleOf(s string) (v visible) {
	if !mayHide(s) {
		return v
	}
	var out []byte
	done, skipped := 0, 0
	for i := 0; i < len(s); {
		n := 0
		if startsInvisible[s[i]] {
			n = unseen(s, i)
		}
		if n == 0 {
			i++
			continue
		}
		out = append(out, s[done:i]...)
		i += n
		skipped += n
		done = i
		v.gaps = append(v.gaps, gap{at: len(out), skipped: skipped})
	}
	if done > 0 {
		v.text = string(append(out, s[done:]...))
	}
	return v
}

// unseen gives the length of what is invisible at i, 0 if it is visible.
func unseen(s string, i int) int {
	switch s[i] {
	case esc:
		return control(s, i, i+1)
	case '\xc2', '\xe2', '\xef':
		for _, c := range zeroWidth {
			if strings.HasPrefix(s[i:], c) {
				return len(c)
			}
		}
	case '\\':
		j, _ := skipEscapes(s, i)
		for _, e := range []string{"u001b", "x1b", "033", "e"} {
			if hasFold(s, j, e) {
				if n := control(s, i, j+len(e)); n > 0 && s[j+len(e)] == '[' {
					return n
				}
			}
		}
		for _, e := range []string{"u200", "u202", "u206", "ufef", "u00a"} {
			if hasFold(s, j, e) && j+5 <= len(s) && strings.IndexByte(zeroWidthEnds[e], lower(s[j+4])) >= 0 {
				return j + 5 - i
			}
		}
	}
	return 0
}

// control gives the length of the control sequence that begins at start and goes on
// at i: a colour or movement (ESC [ 1 ; 31 m), or a title or link (ESC ] … BEL).
func control(s string, start, i int) int {
	if i >= len(s) {
		return 0
	}
	switch s[i] {
	case '[':
		for i++; i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f; i++ {
			if i-start > 64 {
				return 0
			}
		}
		if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
			return i + 1 - start
		}
	case ']':
		for n := i; n < min(len(s), i+maxUserInfo); n++ {
			if s[n] == 0x07 {
				return n + 1 - start
			}
			if s[n] == esc && n+1 < len(s) && s[n+1] == '\\' {
				return n + 2 - start
			}
		}
	}
	return 0
}

// zeroWidth are the characters that take no room: the soft hyphen, those that join and
// separate, the marks of direction, and the byte order mark.
var zeroWidth = []string{
	"\u00ad", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e",
	"\u2060", "\u2061", "\u2062", "\u2063", "\u2064", "\u2066", "\u2067", "\u2068", "\u2069", "\ufeff",
}

// zeroWidthEnds are the last digits of the same characters as JSON escapes them.
var zeroWidthEnds = map[string]string{
	"u200": "bcdef", "u202": "abcde", "u206": "012346789", "ufef": "f", "u00a": "d",
}
