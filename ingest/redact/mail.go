package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxLocal  = 64  // RFC 5321, 4.5.3.1.1
	maxDomain = 255 // RFC 5321, 4.5.3.1.2
)

var (
	localChars  = charsOf("A-Za-z0-9._%+-")
	domainChars = charsOf("A-Za-z0-9.-")
)

// notMail are words before an @ that are no mailbox: the user of git over SSH, and
// the labels of Kotlin.
var notMail = []string{"git", "this", "super", "return"}

// findMail takes the e-mail address around the @ at that place.
func findMail(s string, from, at int) (start, end int, ok bool) {
	after := at + 1
	if s[at] == '%' {
		after = at + len("%40")
	}
	start = localStart(s, from, at)
	if start == at || s[at-1] == '.' || start > from && s[start-1] == '$' || slices.Contains(notMail, s[start:at]) {
		return 0, 0, false
	}
	end = after + domainLen(s[after:min(len(s), after+maxDomain)])
	if end == after || end < len(s) && s[end] == '(' {
		return 0, 0, false
	}
	return start, end, true
}

// localStart gives the start of the mailbox name that ends before at.
func localStart(s string, from, at int) int {
	i := at
	for limit := max(from, at-maxLocal); i > limit; {
		c, n := utf8.DecodeLastRuneInString(s[limit:i])
		if c < utf8.RuneSelf && !localChars[byte(c)] || c >= utf8.RuneSelf && !isNameLetter(c) {
			break
		}
		i -= n
	}
	for i < at && strings.IndexByte(".-+%", s[i]) >= 0 {
		i++
	}
	if i > from {
		i = behindEscape(s, i, at)
	}
	return i
}

// isNameLetter reports letters outside ASCII in the scripts that put blanks between
// words; in others the words of the sentence before the address would be part of it.
func isNameLetter(c rune) bool {
	return c != utf8.RuneError && unicode.In(c, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Mn)
}

// domainLen gives the length of the host name that s begins with: two labels or
// more, of which the last is a top-level domain; 0 if there is none.
func domainLen(s string) int {
	n := 0
	for n < len(s) {
		c, size := utf8.DecodeRuneInString(s[n:])
		if c < utf8.RuneSelf && !domainChars[byte(c)] || c >= utf8.RuneSelf && !isNameLetter(c) {
			break
		}
		n += size
	}
	host := strings.TrimRight(s[:n], ".-")
	if isVersion(host) {
		return 0
	}
	for {
		dot := strings.LastIndexByte(host, '.')
		if dot <= 0 {
			return 0
		}
		if top := host[dot+1:]; isTopLevel(top) {
			if fileEndings[strings.ToLower(top)] {
				return 0
			}
			return len(host)
		}
		host = strings.TrimRight(host[:dot], ".-")
	}
}

func isTopLevel(label string) bool {
	if strings.HasPrefix(label, "xn--") {
		return true
	}
	for _, c := range label {
		if !unicode.IsLetter(c) {
			return false
		}
	}
	return len(label) >= 2
}

// isVersion reports 1.2, v1.2.3-beta.rc, 2x.name: what follows the @ of a package.
func isVersion(host string) bool {
	first, rest, _ := strings.Cut(strings.TrimPrefix(host, "v"), ".")
	if first == "" || !digitChars[first[0]] {
		return false
	}
	return rest == "" || digitChars.all(first) && (digitChars[rest[0]] || strings.HasPrefix(rest, "x")) ||
		strings.HasSuffix(first, "x") && digitChars.all(first[:len(first)-1])
}

// fileEndings end the names of files and units and are no top-level domains.
var fileEndings = setOf(`png jpg jpeg gif svg webp avif ico pdf js jsx mjs cjs ts tsx json jsonl ndjson
	yml yaml toml css scss less html htm xml txt log lock vue svelte exe dll jar java class php swift
	kt rb sql csv tar gz tgz zip bak tmp go patch diff service socket timer target mount slice scope`)
