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
		return start, end, strings.Contains(s[start:end], "=") && !isStandIn(s[start:end])
	case slices.Contains(schemes, said) && scheme < len(s) && (s[scheme] == ' ' || s[scheme] == '\t'):
		start = skipBlanks(s, scheme)
		end = bareEnd(s, start)
		// "Authorization: Basic authentication is required" is a sentence.
		prose := !lineEnds(s, end) && lowerChars.all(s[start:end])
		return start, end, !prose && !isStandIn(s[start:end])
	}
	end = bareEnd(s, i)
	return i, end, !isStandIn(s[i:end]) && isRandom(s[i:end])
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
	return start, end, len(v) >= 8 && !isStandIn(v) && isRandom(v)
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

var sessionCues = []string{"cookie", "sessionid=", "session_id=", "sessid=", "_session=", "sid=", "jsessionid", "phpsessid"}

// findCookie takes the value of a cookie header, and the id of a web session.
func findCookie(s string, from, at int) (start, end int, ok bool) {
	if !hasFold(s, at, "cookie") {
		a, ok := assignmentAt(s, from, at)
		return a.start, a.end, ok && a.isSession()
	}
	i, keyed := quoteAt(s, at+len("cookie"))
	i, ok = signAt(s, i)
	if !ok {
		return 0, 0, false
	}
	start, _ = quoteAt(s, skipBlanks(s, i))
	end = lineOrQuote(s, start)
	n := nameChars.run(s, start)
	if n > start && n+1 < end && s[n] == '=' {
		return start, end, s[i-1] == ':' && !isStandIn(s[n+1:end])
	}
	end = min(end, bareEnd(s, start))
	v := s[start:min(end, start+maxJudged)]
	return start, end, (keyed || s[i-1] == '=') && len(v) >= 16 && !isStandIn(v) && isRandom(v)
}

// isSession judges the id of a session. The runs of agents have sessions too, whose
// ids are names in a report: UUIDs, ids with a date, and whatever is given with a colon.
func (a *assignment) isSession() bool {
	v := a.value
	if a.isStandIn() || a.bare || len(v) < 16 || strings.ContainsAny(v, " \t") {
		return false
	}
	if endsIn(a.name, sessionNames) {
		return isCoded(v) || isRandom(v)
	}
	named := endsIn(a.name, []string{"sessionid", "sessid"}) || endsInWord(a.name, "session") || endsInWord(a.name, "sid")
	if !named || a.keyed || !a.tight || hasDate(v) || len(v) == 36 && isDigest(v) {
		return false
	}
	return isRandom(v) || isDigest(v)
}

// hasDate reports a date of this century in digits: 20261120, 2026-11-20.
func hasDate(s string) bool {
	for i := range len(s) {
		if !strings.HasPrefix(s[i:], "20") || i > 0 && digitChars[s[i-1]] {
			continue
		}
		if n := digitChars.run(s, i) - i; n == 8 || n == 14 || n == 4 && len(s)-i >= 10 && s[i+4] == s[i+7] && s[i+4] == '-' {
			return true
		}
	}
	return false
}
