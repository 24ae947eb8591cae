package redact

import "strings"

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
	end = dashedChars.run(s, at+len(".atlasv1."))
	return start, end, at-start >= 10 && end-at >= 40
}

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
