package render

import (
	"strings"
	"unicode/utf8"
)

// sigils begin what GitHub or GitLab looks for in a conversation when a name or a
// number follows: mentions and teams, issues, merge requests, snippets, labels,
// milestones, epics, alerts and the long forms in brackets.
const sigils = "@#!$~%&^["

// shortestSHA is how many hex digits a host takes for a commit.
const shortestSHA = 7

// escapeNote is escape for a text in a conversation. There hosts look for more than
// in a file, and what they find has effects: it notifies people, links commits,
// closes issues. A zero width space goes behind each of the sigils that a name or a
// number follows, and into what may be the name of a commit. "Fixes #3" closes
// nothing as soon as #3 is no reference.
func escapeNote(s string) string { return escaped(s, foundInNote) }

func foundInNote(s string, i int) bool {
	c, after := s[i], at(s, i+1)
	switch {
	case found(s, i):
		return true
	case strings.IndexByte(sigils, c) >= 0:
		return alphanumeric(after) || after == '"' || after == '_' || after == '*' || after >= utf8.RuneSelf
	case c == ':': // an emoji, should a colon of ours follow
		return alphanumeric(after) && !digit(after)
	case hexDigit(c):
		return inSHA(s, i)
	}
	return false
}

// inSHA says that s[i] is a digit of what may be a commit, behind which it is to
// be broken: every six digits, so that no part is long enough.
func inSHA(s string, i int) bool {
	from, to := i, i
	for hexDigit(at(s, from-1)) {
		from--
	}
	for hexDigit(at(s, to)) {
		to++
	}
	word := alphanumeric(at(s, from-1)) || alphanumeric(at(s, to))
	return !word && to-from >= shortestSHA && (i-from)%(shortestSHA-1) == shortestSHA-2 && i+1 < to
}

func hexDigit(c byte) bool { return digit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
