package redact

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf8"
)

// schemes are the words before the credentials in an Authorization header. Those
// of manyParts are followed by several.
var (
	schemes   = []string{"bearer", "basic", "token", "apikey", "api-key", "key", "negotiate", "ntlm", "ssws", "jwt"}
	manyParts = []string{"digest", "aws4-hmac-sha256", "hawk", "oauth", "signature", "sharedkey"}
)

// findAuthorization takes the credentials behind "Authorization:" or "Bearer ".
func findAuthorization(s string, from, at int) (start, end int, ok bool) {
	if !hasFold(s, at, "authorization") {
		return bareCredentials(s, at)
	}
	i, closed := quoteAt(s, at+len("authorization"))
	if closed && i < len(s) && s[i] == ']' {
		i++
	}
	i, ok = signAt(s, skipBlanks(s, i))
	if !ok {
		return 0, 0, false
	}
	i, _ = quoteAt(s, skipBlanks(s, i))
	scheme := nameChars.run(s, i)
	said := strings.ToLower(s[i:scheme])
	switch {
	case slices.Contains(manyParts, said) && scheme < len(s) && s[scheme] == ' ':
		start, end = scheme+1, lineOrQuote(s, scheme+1)
		return start, end, strings.Contains(s[start:end], "=") && !stands(s[start:end])
	case slices.Contains(schemes, said) && scheme < len(s) && (s[scheme] == ' ' || s[scheme] == '\t'):
		start = skipBlanks(s, scheme)
		end = bareEnd(s, start)
		// "Authorization: Basic authentication is required" is a sentence.
		prose := !lineEnds(s, end) && lowerChars.all(s[start:end])
		return start, end, !prose && !stands(s[start:end])
	}
	end = bareEnd(s, i)
	return i, end, !stands(s[i:end]) && random(s[i:end])
}

// bareCredentials takes what follows the word Bearer or Basic outside a header.
func bareCredentials(s string, at int) (start, end int, ok bool) {
	if !opens(s, at) {
		return 0, 0, false
	}
	word := letterChars.run(s, at)
	start = word
	if next, signed := signAt(s, skipBlanks(s, word)); signed {
		start = next
	}
	start = skipBlanks(s, start)
	start, _ = quoteAt(s, start)
	if start == word {
		return 0, 0, false
	}
	end = bareEnd(s, start)
	v := s[start:end]
	if hasFold(s, at, "basic") {
		return start, end, isPair(v)
	}
	return start, end, len(v) >= 8 && !stands(v) && random(v)
}

// lineOrQuote gives the end of a header: of its line, or the quote around it, which
// is not that of a part of it, as in username="ada".
func lineOrQuote(s string, i int) int {
	for i < len(s) && !lineEnds(s, i) {
		next, slashes := skipEscapes(s, i)
		if next == len(s) {
			return i
		}
		if !isQuote(s[next]) {
			i = next + 1
			continue
		}
		if s[i-1] != '=' || next+1 == len(s) || endsString(s[next+1]) {
			return i
		}
		end, ok := closing(s, next+1, s[next], slashes)
		if !ok {
			return i
		}
		if _, n := skipEscapes(s, end); quoteDepth(n) < quoteDepth(slashes) {
			return end
		}
		i, _ = quoteAt(s, end)
	}
	return i
}

// isPair reports whether v is the base64 of user:password.
func isPair(v string) bool {
	if len(v) < 8 || len(v) > maxJudged {
		return false
	}
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(v, "="))
	if err != nil || !utf8.Valid(b) {
		return false
	}
	user, secret, ok := strings.Cut(string(b), ":")
	for _, c := range user + secret {
		if c < ' ' {
			return false
		}
	}
	return ok && user+secret != ""
}

// findEncodedAuth takes the value of "auth" or "_auth" if it is such a pair.
func findEncodedAuth(s string, from, at int) (start, end int, ok bool) {
	a, ok := assignmentAt(s, from, at)
	if !ok || !endsIn(a.name, []string{"auth"}) {
		return 0, 0, false
	}
	return a.start, a.end, isPair(a.value)
}

// findCookie takes the value of a cookie header.
func findCookie(s string, _, at int) (start, end int, ok bool) {
	i, _ := quoteAt(s, at+len("cookie"))
	if i >= len(s) || s[i] != ':' {
		return 0, 0, false
	}
	start, _ = quoteAt(s, skipBlanks(s, i+1))
	end = lineOrQuote(s, start)
	n := nameChars.run(s, start)
	return start, end, n > start && n+1 < end && s[n] == '=' && !stands(s[n+1:end])
}
