package redact

import (
	"encoding/base64"
	"strings"
)

// The secrets here are known by something in their midst.

// findEntraSecret takes a client secret: three characters, a digit, "Q~", and 31
// to 34 more.
func findEntraSecret(s string, from, at int) (start, end int, ok bool) {
	chars := entraChars
	start = at - 4
	if start < from || s[at] != 'Q' || !digitChars[s[at-1]] || !chars.all(s[start:at]) {
		return 0, 0, false
	}
	end = chars.run(s, at+2)
	return start, end, end-at-2 >= 28
}

var entraChars = charsOf("A-Za-z0-9_.~-")

// findTelegramToken takes the number of a bot, ":AA" and 33 characters.
func findTelegramToken(s string, from, at int) (start, end int, ok bool) {
	start = digitChars.back(s, from, at, 12)
	end = dashedChars.run(s, at+1)
	return start, end, at-start >= 8 && end-at-1 >= 33 && s[at+1] == 'A'
}

// findTerraformToken takes the 14 characters before ".atlasv1." and those after.
func findTerraformToken(s string, from, at int) (start, end int, ok bool) {
	start = alnumChars.back(s, from, at, 20)
	end = terraformChars.run(s, at+len(".atlasv1."))
	return start, end, at-start >= 10 && end-at >= 40
}

var terraformChars = charsOf("A-Za-z0-9_=-")

// isJWT judges what follows "eyJ": three parts, or two of which both are JSON, as
// far as they go.
func isJWT(body string) bool {
	head, rest, _ := strings.Cut(body, ".")
	if len(head) < 8 || len(rest) < 4 {
		return false
	}
	payload, signature, _ := strings.Cut(rest, ".")
	if signature != "" && len(payload) >= 8 {
		return true
	}
	for _, begin := range []string{"hbGciOi", "0eXAiOi", "raWQiOi", "lbmMiOi"} { // alg, typ, kid, enc
		if strings.HasPrefix(head, begin) {
			return true
		}
	}
	return strings.HasPrefix(payload, "eyJ")
}

// isEncodedJWT judges what follows "ZXlK", which is base64 of "eyJ".
func isEncodedJWT(body string) bool {
	body = strings.TrimRight(body[:min(len(body), maxJudged)], "=")
	b, _ := base64.RawStdEncoding.DecodeString("ZXlK" + body[:len(body)/4*4])
	rest, ok := strings.CutPrefix(string(b), "eyJ")
	return ok && isJWT(rest)
}

// findMailchimpKey takes 32 digits of hexadecimal before "-us" and one or two digits.
func findMailchimpKey(s string, from, at int) (start, end int, ok bool) {
	start = at - 32
	if start < from || !hexChars.all(s[start:at]) || !opens(s, start) {
		return 0, 0, false
	}
	end = digitChars.run(s[:min(len(s), at+6)], at+len("-us"))
	n := end - at - len("-us")
	return start, end, n >= 1 && n <= 2 && (end == len(s) || !wordChars[s[end]])
}

// findPlatformToken takes what has a mark in its midst.
func findPlatformToken(s string, from, at int) (start, end int, ok bool) {
	switch s[at] {
	case '%':
		next := at + 1
		if hasFold(s, at, "%7c") {
			next = at + len("%7c")
		}
		return facebookApp(s, from, at, next)
	case '_': // six characters, 29 more, _mmk
		start, end = at-36, at+len("_mmk")
		return start, end, start >= from && s[start+6] == '_' && wordChars.all(s[start:at]) && opens(s, start) && (end == len(s) || !wordChars[s[end]])
	case '.': // the access key of a service: name.id.acc_owner.key
		start = dottedChars.back(s, from, at, 48)
		end = authressChars.run(s, at+len(".acc_"))
		return start, end, strings.Count(s[start:at], ".") == 1 && end-at >= 40 && isRandom(s[at+len(".acc_"):end])
	}
	near := s[:min(len(s), at+96)]
	if i := strings.IndexByte(near[at:], '|'); i > 0 {
		return facebookApp(s, max(from, at), at+i, at+i+1)
	}
	return 0, 0, false
}

var authressChars = charsOf("A-Za-z0-9_.+/=-")

// facebookApp takes the number of an application and its secret to either side of a bar.
func facebookApp(s string, from, bar, next int) (start, end int, ok bool) {
	start = digitChars.back(s, from, bar, 17)
	end = dashedChars.run(s, next)
	n := bar - start
	return start, end, (n == 15 || n == 16) && end-next >= 27 && end-next <= 40 && isRandom(s[next:end])
}

func notHex(body string) bool { return !hexChars.all(body) }

func atMost60(body string) bool { return len(body) <= 60 }

// isHarness judges 22, 24 and 20 characters with dots between them.
func isHarness(body string) bool {
	return len(body) >= 68 && body[22] == '.' && body[47] == '.'
}

// isOldVault judges the 24 letters and digits behind "s.": a name of a method has no
// digits thrown among its letters.
func isOldVault(body string) bool {
	return digitChars.in(body) && upperChars.in(body) && lowerChars.in(body) && mixOf(body).digitTurns >= 3
}

// isOnePassword judges the groups of a secret key: six characters, eleven or six and
// five, and three times five.
func isOnePassword(body string) bool {
	return len(body) <= 37 && body[6] == '-' && strings.Count(body, "-") >= 4 && digitChars.in(body)
}
