package redact

import (
	"slices"
	"strings"
)

// trimTails leaves off what only says which of several secrets it is.
func trimTails(name string) string {
	for {
		short := name
		for short != "" && digitChars[short[len(short)-1]] {
			short = short[:len(short)-1]
		}
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

// Names reports whether a name can be that of a secret, so that what is given to it
// has to be looked at with it.
func Names(name string) bool {
	if len(name) > maxName || name == "PWD" || name == "OLDPWD" {
		return false
	}
	n := trimTails(name)
	if endsIn(n, passwordNames) || endsIn(n, secretNames) {
		return true
	}
	if _, ok := cutEnd(n, "key"); ok {
		return !endsIn(n, openKeyNames)
	}
	return endsInWord(n, "pass") || endsInWord(n, "pat") || endsInWord(n, "signature") ||
		endsIn(name, connectionNames) || endsIn(n, sessionNames)
}

// endsInWord reports whether the word stands at the end of a name as a word of its own:
// "pat" does in GH_PAT, ghPat and gh-pat. A compass is no pass, and a compat no pat.
func endsInWord(name, word string) bool {
	rest, ok := cutEnd(name, word)
	if !ok || rest == "" || !alnumChars[rest[len(rest)-1]] {
		return ok
	}
	return upperChars[name[len(rest)]] && !upperChars[rest[len(rest)-1]]
}

var passwordCues = []string{
	"passw", "passphrase", "pwd", "_pass", "login ", "pass=", `pass"`, "pass'", `pass\`, "contribsys",
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
	if !ok {
		return 0, 0, false
	}
	if endsInWord(trimTails(a.name), "pass") {
		a.besideUser = namesUser(s, from, at)
	}
	return a.start, a.end, a.isPasswordOf()
}

// isPasswordOf reports whether the value is a password by the name it is given to.
func (a *assignment) isPasswordOf() bool {
	if a.name == "PWD" || a.name == "OLDPWD" {
		return false
	}
	n := trimTails(a.name)
	if endsIn(n, passwordNames) {
		return !a.isStandIn() && a.isPassword()
	}
	return endsInWord(n, "pass") && !a.bare && !a.isStandIn() && a.isPass()
}

// isPass judges what is given to "pass", which mostly is a round of something, or how
// many have passed: pass=12, "pass": "naming-2", pass=phase3.
func (a *assignment) isPass() bool {
	v := a.value
	if len(v) < 6 || !letterChars.in(v) || strings.ContainsAny(v, " \t/") || isTimestamp(v) || isAddress(v) {
		return a.besideUser && len(v) >= 4 && !strings.ContainsAny(v, " \t")
	}
	m := mixOf(v)
	switch {
	case a.besideUser, isRandom(v), m.digits > 0 && m.symbols > 0:
		return true
	case alnumChars.all(v):
		return m.digits > 0 && !rounds[strings.ToLower(strings.TrimRight(v, "0123456789"))]
	}
	return false
}

// rounds are what a pass, numbered, is called.
var rounds = setOf(`phase pass round step run review stage part try attempt test case level iteration
	iter cycle batch job node task build worker shard group take version rev check gate lint draft`)

// namesUser reports whether a user's name is given on the same line, close before.
func namesUser(s string, from, at int) bool {
	near := s[max(from, at-64):at]
	if i := strings.LastIndexByte(near, '\n'); i >= 0 {
		near = near[i:]
	}
	for _, name := range []string{"user", "username", "usr", "login", "uid"} {
		for i := 0; i < len(near); i++ {
			if hasFold(near, i, name) {
				if next, _ := quoteAt(near, i+len(name)); next < len(near) && (near[next] == '=' || near[next] == ':') {
					return true
				}
			}
		}
	}
	return false
}

func (a *assignment) isPassword() bool {
	v := a.value
	switch {
	case a.bare:
		return len(v) >= 16 && isRandom(v) || a.says && len(v) >= 6 && hasInnerDigits(v)
	case strings.ContainsAny(v, " \t"):
		// A sentence about passwords, unless the name asks for several words or one
		// of them is written like a password.
		return a.quoted && (endsIn(a.name, []string{"passphrase"}) || anyField(v, hasInnerDigits))
	case len(v) < 3 || isTimestamp(v) && !digitChars.all(v):
		return false
	case !a.quoted && isExpression(v):
		return false
	case a.tight && (a.quoted || !a.flag):
		return true
	case a.asked && a.last && len(v) >= 6:
		return true
	}
	// What follows may as well be the next word of a sentence.
	return hasInnerSymbols(v) || digitChars.all(v) && len(v) >= 6 || a.flag && len(v) >= 5
}

func anyField(s string, is func(string) bool) bool {
	for f := range strings.FieldsSeq(s) {
		if is(f) {
			return true
		}
	}
	return false
}

// hasInnerDigits reports a word that has digits within. Example: pa55word, k3y5.
func hasInnerDigits(s string) bool { return mixOf(s).digitTurns >= 2 }

// hasInnerSymbols reports a word that has digits or symbols between its letters.
func hasInnerSymbols(s string) bool {
	s = strings.Trim(s, ".,:;!?()")
	if !letterChars.in(s) || len(s) < 5 {
		return false
	}
	return digitChars.in(s) || strings.ContainsAny(s, "!$%^&*+=~") || base64Chars.all(s) && isRandom(s)
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

var secretCues = []string{
	"token", "secret", "key", "cred", "auth", `bearer"`, "bearer'", `bearer\`, "pat=", "pat:", `pat"`, "pat'", `pat\`,
	`signature"`, "signature'", `signature\`, "dsn", "connectionstring", "connection_string", "connection-string",
	"connstr", "conn_str", "value",
}

// findSecret takes what is given to the name of a token, a secret or a key, if it
// looks random: these names are also those of words in a parser, of numbers on a
// bill, of roles in a game and of entries in a map.
func findSecret(s string, from, at int) (start, end int, ok bool) {
	a, ok := assignmentAt(s, from, at)
	if !ok {
		return 0, 0, false
	}
	if hasFold(a.name, 0, "value") && len(a.name) == len("value") {
		return a.namedBeside(s, at)
	}
	return a.start, a.end, a.isSecretOf()
}

// isSecretOf reports whether the value is a secret by the name it is given to.
func (a *assignment) isSecretOf() bool {
	n := trimTails(a.name)
	which, key := cutEnd(n, "key")
	word := endsIn(n, secretNames) || endsInWord(n, "pat")
	signed, connects := endsInWord(n, "signature"), endsIn(a.name, connectionNames)
	switch {
	case !key && !word && !signed && !connects, a.isStandIn(), strings.ContainsAny(a.value, " \t"):
		return false
	case connects:
		return a.isConnection()
	case a.bare && (len(a.value) < 16 && !a.isSetting() || endsIn(n, []string{"auth"})),
		!a.quoted && strings.ContainsAny(a.value, "()[]"):
		return false
	case word, key && endsIn(n, keyNames):
		return isRandom(a.value) || (!a.bare || a.isSetting()) && a.isGiven(n)
	case signed:
		return a.quoted && len(a.value) >= 20 && base64Chars.all(a.value) && isRandom(a.value) && !isDigest(a.value)
	}
	if !alnumChars.in(which) || a.bare || endsIn(n, openKeyNames) {
		return false
	}
	// Any other key is a secret only if it cannot be a digest.
	return a.tight && len(a.value) >= 20 && isRandom(a.value) && !isDigest(a.value)
}

// isSetting reports "NAME", "value", as in setenv("DEPLOY_TOKEN", "…"): a name in
// capitals is that of a setting and no word.
func (a *assignment) isSetting() bool {
	return a.bare && a.keyed && len(a.value) >= 8 && !lowerChars.in(a.name)
}

// isConnection judges a connection string that is no URL: user:password@host, a list
// of settings with a key or password among them, or nothing but a code.
func (a *assignment) isConnection() bool {
	v := a.value
	if strings.Contains(v, "://") || a.bare || strings.Contains(v, marker) {
		return false
	}
	user, _, ok := strings.Cut(v, "@")
	if _, secret, paired := strings.Cut(user, ":"); ok && paired {
		return !isStandIn(secret)
	}
	for i := range len(v) {
		if hasFold(v, i, "key=") || hasFold(v, i, "pass=") || hasFold(v, i, "pwd=") {
			return true
		}
	}
	return a.tight && len(v) >= 16 && alnumChars.all(v) && isRandom(v)
}

// isGiven reports a value that is no random string by itself, but is plainly given
// to a secret's name. A name of one word asks for more: in a game a secret is a word,
// and in a parser a token is one.
func (a *assignment) isGiven(name string) bool {
	v := a.value
	if !a.tight {
		return len(v) >= 24 && isCoded(v)
	}
	compound := !slices.Contains(secretNames, strings.ToLower(strings.Trim(name, "-_.")))
	return isCoded(v) || compound && (isLongWord(v) || len(v) >= 6 && alnumChars.all(v) && mixOf(v).digitTurns > 0)
}
