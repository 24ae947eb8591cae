package redact

import (
	"slices"
	"strings"
)

// trimTails leaves off what only says which of several secrets it is.
func trimTails(name string) string {
	for {
		short := strings.TrimRight(name, "0123456789")
		for _, t := range tails {
			if rest, ok := cutEnd(short, t); ok {
				short = rest
			}
		}
		if short == name {
			return name
		}
		name = short
	}
}

// cutEnd gives what stands in a name before the word or words at its end, however
// the name is written: apiKey, API_KEY and api-key all end in "apikey".
func cutEnd(name, end string) (rest string, ok bool) {
	i := len(name)
	for j := len(end); j > 0; i-- {
		switch {
		case i == 0:
			return name, false
		case !alnumChars[name[i-1]]:
		case lower(name[i-1]) == end[j-1]:
			j--
		default:
			return name, false
		}
	}
	return name[:i], true
}

func endsIn(name string, ends []string) bool {
	for _, e := range ends {
		if _, ok := cutEnd(name, e); ok {
			return true
		}
	}
	return false
}

// findPassword takes what is given to the name of a password. A password may look
// like anything, so what counts is how plainly it is given.
func findPassword(s string, from, at int) (start, end int, ok bool) {
	if start, end, ok = findProgramPassword(s, at); ok {
		return start, end, ok
	}
	if hasFold(s, at, "login ") {
		return findNetrcPassword(s, at)
	}
	a, ok := assignmentAt(s, from, at)
	if !ok || a.name == "PWD" || a.name == "OLDPWD" || !endsIn(trimTails(a.name), passwordNames) || a.stands() {
		return 0, 0, false
	}
	return a.start, a.end, a.isPassword()
}

func (a *assignment) isPassword() bool {
	v := a.value
	switch {
	case a.bare:
		return len(v) >= 16 && random(v) || a.says && len(v) >= 6 && leet(v)
	case strings.ContainsAny(v, " \t"):
		// A sentence about passwords, unless the name asks for several words or one
		// of them is written like a password.
		return a.quoted && (endsIn(a.name, []string{"passphrase"}) || anyField(v, leet))
	case len(v) < 3 || isTimestamp(v) && !digitChars.all(v):
		return false
	case !a.quoted && isExpression(v):
		return false
	case a.tight && (a.quoted || !a.flag):
		return true
	}
	// What follows may as well be the next word of a sentence.
	return mixed(v) || digitChars.all(v) && len(v) >= 6 || a.flag && len(v) >= 5
}

func anyField(s string, is func(string) bool) bool {
	for f := range strings.FieldsSeq(s) {
		if is(f) {
			return true
		}
	}
	return false
}

// leet reports a word that has digits within.
func leet(s string) bool { return mixOf(s).digitTurns >= 2 }

// mixed reports a word that has digits or symbols between its letters.
func mixed(s string) bool {
	s = strings.Trim(s, ".,:;!?()")
	if !letterChars.in(s) || len(s) < 5 {
		return false
	}
	return digitChars.in(s) || strings.ContainsAny(s, "!$%^&*+=~") || base64Chars.all(s) && random(s)
}

// isExpression reports a piece of a program: f(x), os.environ["X"], a.b.c().
func isExpression(s string) bool {
	i := nameChars.run(s, 0)
	if strings.HasPrefix(s[i:], "::") {
		return true
	}
	return i > 0 && i < len(s) && letterChars[s[0]] && (s[i] == '(' || s[i] == '[') &&
		(strings.HasSuffix(s, ")") || strings.HasSuffix(s, "]") || strings.HasSuffix(s, "(") || strings.HasSuffix(s, "["))
}

// findSecret takes what is given to the name of a token, a secret or a key, if it
// looks random: these names are also those of words in a parser, of numbers on a
// bill, of roles in a game and of entries in a map.
func findSecret(s string, from, at int) (start, end int, ok bool) {
	a, ok := assignmentAt(s, from, at)
	if !ok || a.stands() || strings.ContainsAny(a.value, " \t") {
		return 0, 0, false
	}
	n := trimTails(a.name)
	switch {
	case a.bare && (len(a.value) < 16 || endsIn(n, []string{"auth"})),
		!a.quoted && strings.ContainsAny(a.value, "()[]"):
		return 0, 0, false
	case endsIn(n, secretNames), endsIn(n, keyNames):
		return a.start, a.end, random(a.value) || !a.bare && a.isGiven(n)
	}
	which, ok := cutEnd(n, "key")
	if !ok || !alnumChars.in(which) || a.bare || endsIn(n, openKeyNames) {
		return 0, 0, false
	}
	// Any other key is a secret only if it cannot be a digest.
	return a.start, a.end, a.tight && len(a.value) >= 20 && random(a.value) && !isDigest(a.value)
}

// isGiven reports a value that is no random string by itself, but is plainly given
// to a secret's name. A name of one word asks for more: in a game a secret is a word,
// and in a parser a token is one.
func (a *assignment) isGiven(name string) bool {
	v := a.value
	if !a.tight {
		return len(v) >= 24 && coded(v)
	}
	compound := !slices.Contains(secretNames, strings.ToLower(strings.Trim(name, "-_.")))
	return coded(v) || compound && (isLongWord(v) || len(v) >= 6 && alnumChars.all(v) && mixOf(v).digitTurns > 0)
}
