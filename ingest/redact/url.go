package redact

import (
	"slices"
	"strings"
)

// maxUserInfo bounds the user part of a URL: a signed token may stand in it.
const maxUserInfo = 4096

// maxSlashed bounds what of a password stands behind a slash in it.
const maxSlashed = 128

// serviceUsers are users that are no person and have no password.
var serviceUsers = []string{"git", "hg", "svn", "anonymous"}

// findURLCredentials takes the user part of a URL, or of user:password@tcp(…).
func findURLCredentials(s string, from, at int) (start, end int, ok bool) {
	if s[at] == '@' {
		return driverCredentials(s, from, at)
	}
	if at == from || !alnumChars[s[at-1]] {
		return 0, 0, false
	}
	start = at + len("://")
	end = -1
	limit := min(len(s), start+maxUserInfo)
	slashed := false
	for i := start; i < limit; i++ {
		c := s[i]
		if c <= ' ' || isQuote(c) || c == '<' || c == '>' || c == '\\' || c == '?' && end >= 0 {
			break
		}
		if c == '/' && !slashed {
			if end >= 0 || !inPassword(s[start:i]) {
				break
			}
			slashed, limit = true, min(limit, i+maxSlashed)
		}
		// The last @ ends the user part; an earlier one belongs to the password.
		if c == '@' {
			end = i
		}
	}
	if end < 0 {
		return 0, 0, false
	}
	if strings.Contains(s[start:end], ";password=") || strings.Contains(s[start:end], ";username=") {
		return 0, 0, false // the list goes on behind the URL
	}
	user, secret, paired := strings.Cut(s[start:end], ":")
	if paired {
		return start, end, !strings.HasPrefix(user, "[") && !isBlank(secret) || isRandom(user)
	}
	return start, end, user != "" && !isStandIn(user) && !slices.Contains(serviceUsers, user)
}

// inPassword reports whether a slash behind the beginning of a URL belongs to a
// password: behind user:pa, which is neither a host alone nor one with a port, as
// host:8080, host:$PORT or host:PORT.
func inPassword(s string) bool {
	user, secret, ok := strings.Cut(s, ":")
	return ok && user != "" && user[0] != '[' && secret != "" && !digitChars.all(secret) && !isBlank(secret) && !upperChars.all(secret)
}

// driverCredentials takes user:password before @tcp( and @unix(.
func driverCredentials(s string, from, at int) (start, end int, ok bool) {
	start = at
	for start > max(from, at-maxJudged) && s[start-1] > ' ' && !isQuote(s[start-1]) && s[start-1] != '=' && s[start-1] != '/' {
		start--
	}
	_, secret, ok := strings.Cut(s[start:at], ":")
	return start, at, ok && !isBlank(secret)
}

// findURLSignature takes random values of a URL's query whose names are too short
// or too common to say anything elsewhere.
func findURLSignature(s string, from, at int) (start, end int, ok bool) {
	first := nameStart(s, from, at)
	if !inQuery(s, first) && !inQuery(s, at) {
		return 0, 0, false
	}
	start = at + strings.IndexByte(s[at:], '=') + 1
	end = bareEnd(s, start)
	v := s[start:min(end, start+maxJudged)]
	return start, end, len(v) >= 16 && !isStandIn(v) && isRandom(v)
}

// inQuery reports whether a ? or & stands before i, as it is or escaped.
func inQuery(s string, i int) bool {
	for _, sign := range []string{"?", "&", "&amp;", `\u0026`, "%26", "%3f"} {
		if hasFold(s, i-len(sign), sign) {
			return true
		}
	}
	return false
}
