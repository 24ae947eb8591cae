package redact

import (
	"math/bits"
	"strings"
)

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
// backslashes before it, or that ends a string around the value.
func closing(s string, i int, quote byte, slashes int) (end int, ok bool) {
	own := quoteDepth(slashes)
	n := 0
	for ; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			n++
			continue
		case quote:
			if depth := quoteDepth(n); depth <= own {
				return i - (1<<depth - 1), true
			}
		}
		n = 0
	}
	return 0, false
}

// quoteDepth tells how many strings are around the one that a quote behind n
// backslashes opens or closes. Each time a text is quoted, n becomes 2n+1 for its
// quotes and 2n for what was a backslash at the end.
func quoteDepth(n int) int { return bits.TrailingZeros(^uint(n)) }

// bareEnd gives the end of a value without quotes, or of the first maxJudged bytes
// of it: a value that is no secret must not be read again and again for each of the
// names in it. wholeValue gives the end of one that is.
func bareEnd(s string, i int) int {
	start := i
	brackets := 0 // opened within the value
	for ; i < len(s) && i-start < maxJudged; i++ {
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
	if i-start == maxJudged {
		return i
	}
	return trimEnd(s, start, i)
}

// wholeValue gives the end of the value of which bareEnd saw the beginning.
func wholeValue(s string, start, end int) int {
	for end-start == maxJudged {
		start, end = end, bareEnd(s, end)
	}
	return end
}

// endsValue reports whether what begins at i, after a comma or a bracket, is no
// part of the value before it: nothing, a blank, more punctuation, the next name.
func endsValue(s string, i int) bool {
	if i >= len(s) || s[i] <= ' ' || strings.IndexByte(`,;&)]}>"'|\`+"`", s[i]) >= 0 {
		return true
	}
	j := nameChars.run(s[:min(len(s), i+maxName)], i)
	return j > i && j < len(s) && (s[j] == '=' || s[j] == ':')
}

// trimEnd leaves off the punctuation of the sentence around a value.
func trimEnd(s string, start, end int) int {
	for end > start && strings.IndexByte(".,;:", s[end-1]) >= 0 {
		end--
	}
	return end
}
