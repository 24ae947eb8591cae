package redact

import "strings"

// maxJudged is how much of a value is looked at to tell whether it is a secret.
const maxJudged = 512

// isRandom reports whether s looks like what a generator of keys makes: letters and
// digits thrown together, unlike words, numbers, versions, dates and identifiers,
// in which a letter mostly follows a letter and a digit a digit.
func isRandom(s string) bool {
	s = s[:min(len(s), maxJudged)]
	if isTimestamp(s) || isAddress(s) {
		return false
	}
	m := mixOf(s)
	switch {
	case m.letters == 0:
		return false
	case m.digits > 0 && m.symbols > 0 && m.chars() >= 7:
		return true
	case m.chars() >= 16:
		return m.turns*6 >= m.chars() || m.longest >= 24
	}
	return m.chars() >= 6 && m.turns >= 3
}

// isCoded reports a string that has digits among the letters of one long part, or is
// one part of both, a long number or a UUID: not enough for a secret as such, enough
// for the value of an API key.
func isCoded(s string) bool {
	s = s[:min(len(s), maxJudged)]
	if isDigest(s) || len(s) >= 20 && digitChars.all(s) {
		return true
	}
	if isAddress(s) || isTimestamp(s) {
		return false
	}
	if alnumChars.all(s) && len(s) >= 8 {
		return mixOf(s).digitTurns > 0
	}
	for i := 0; i < len(s); i++ {
		end := alnumChars.run(s, i)
		if end-i >= 16 && mixOf(s[i:end]).digitTurns >= 2 {
			return true
		}
		i = end
	}
	return false
}

// isLongWord reports letters of one case in a row, too many for a word.
func isLongWord(s string) bool {
	return len(s) >= 14 && (lowerChars.all(s) || upperChars.all(s))
}

// isWordy reports a name in camelCase, or of one short word.
func isWordy(s string) bool {
	m := mixOf(s[:min(len(s), maxJudged)])
	return m.turns <= 1 && m.longest < 24 && lowerChars.in(s)
}

// isTimestamp reports a date in digits with a T or Z among them, which is the one
// common thing made of digits and single letters that is no secret.
func isTimestamp(s string) bool {
	digits, letters := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case digitChars[c]:
			digits++
		case strings.IndexByte("TZtz", c) >= 0:
			letters++
		case strings.IndexByte(":.-+ ", c) < 0:
			return false
		}
	}
	return digits >= 8 && letters <= 2
}

// isAddress reports a number written in hexadecimal.
func isAddress(s string) bool {
	return len(s) <= len("0x0123456789abcdef_") && strings.HasPrefix(s, "0x") && hexChars.all(strings.ReplaceAll(s[2:], "_", ""))
}

// isRelease reports the version of a package, as in "parse-passwd": "^1.0.0".
func isRelease(s string) bool {
	s = strings.TrimLeft(s, "^~<>=v ")
	return strings.Contains(s, ".") && releaseChars.all(s)
}

var releaseChars = charsOf("0-9.x*")

// isDigest reports the shape of a commit, a digest or a UUID.
func isDigest(s string) bool {
	if rest, ok := strings.CutPrefix(s, "sha"); ok {
		if i := strings.IndexByte(rest, ':'); i > 0 {
			s = rest[i+1:]
		}
	}
	if len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' {
		s = strings.ReplaceAll(s, "-", "")
	}
	switch len(s) {
	case 32, 40, 56, 64, 96, 128:
		return hexChars.all(s)
	}
	return false
}

// isPath reports a path of the file system, relative or not, that is no accident
// of base64.
func isPath(s string) bool {
	for _, p := range []string{"./", "../", "~/", `.\`, `~\`} {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	if len(s) > 2 && letterChars[s[0]] && s[1] == ':' && (s[2] == '/' || s[2] == '\\') {
		return true
	}
	return strings.HasPrefix(s, "/") && !isRandom(s)
}

// isStandIn reports whether a value stands for another one, or for none: a variable,
// a placeholder, an expression of a program, the name of a type or an outcome.
func isStandIn(s string) bool {
	return isBlank(s) || isPath(s) || isRelease(s) ||
		standIns[strings.ToLower(strings.Trim(s, " .,:;!?*_"))] || namesSecret(s)
}

// isBlank reports a value that is left to be filled in, or was crossed out.
func isBlank(s string) bool {
	if s == "" || masked(s) {
		return true
	}
	switch s[0] {
	case '<', '[', '{', '(', '>', '|', ',', ';', ')', ']', '}', '\\':
		return true
	case '$':
		end := wordChars.run(s, 1)
		if end == len(s) || strings.IndexByte("{(/:.[$-", s[end]) >= 0 {
			return true
		}
	case '&':
		if strings.HasPrefix(s, "&lt;") || strings.HasPrefix(s, "&#") {
			return true
		}
	case '%':
		if len(s) <= 2 || s[len(s)-1] == '%' || s[1] == '(' {
			return true
		}
	case ':', '@', '#', '-', '=':
		if wordChars.all(s[1:]) && !digitChars.in(s) {
			return true
		}
	}
	return isTemplate(s)
}

// isTemplate reports a value that is made of variables, as ${HOST}-${ID}, {{ key }},
// or was left out: "…". A password with such a mark behind it is none of them.
func isTemplate(s string) bool {
	if !strings.Contains(s, "${") && !strings.Contains(s, "{{") && !strings.Contains(s, "…") {
		return false
	}
	fixed := strings.ReplaceAll(s, "…", "")
	if fixed == "" {
		return true
	}
	for _, mark := range [][2]string{{"${", "}"}, {"{{", "}}"}} {
		before, rest, ok := strings.Cut(fixed, mark[0])
		if !ok {
			continue
		}
		_, after, _ := strings.Cut(rest, mark[1])
		fixed = before + after
		return len(fixed) < 6 || !isCoded(fixed) && !isRandom(fixed)
	}
	return false
}

// isStandIn is the function of that name for a value in its place. Example: the bare number
// behind a key of JSON stays one, and "(s3cr3t" in quotes is a password.
func (a *assignment) isStandIn() bool {
	v := a.value
	switch {
	case !a.quoted:
		// A number in JSON has to stay one.
		return a.keyed && digitChars.all(v) || isStandIn(v)
	case v == "" || endsString(v[0]):
		return true
	case strings.IndexByte("([{;)|#&", v[0]) >= 0 && strings.IndexByte(")]}", v[len(v)-1]) < 0:
		// Quoted, a password may begin with any byte: "(s3cr3t" is one, "{password}" is not.
		return false
	}
	return isStandIn(v)
}

// endsString reports a byte that follows a string in JSON: a quote before it closes
// one and opens none.
func endsString(c byte) bool { return strings.IndexByte(",]}:", c) >= 0 }

// namesSecret reports a name that ends in a word for a secret (args.password,
// my-secret-token, DB_PASSWORD) or says that it is a sample (your_key_here).
func namesSecret(s string) bool {
	s = strings.TrimLeft(s, "&*")
	if !nameChars.all(s) || isRandom(s) {
		return false
	}
	last := ""
	for w := range words(s) {
		if sampleWords[w] {
			return true
		}
		last = w
	}
	return secretWords[last]
}

// words gives the words of a name in lower case: those of snake_case, kebab-case,
// dotted.names and camelCase.
func words(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		start := 0
		for i := range len(s) + 1 {
			ends := i == len(s) || !alnumChars[s[i]]
			hump := !ends && i > start && upperChars[s[i]] && !upperChars[s[i-1]]
			if !ends && !hump {
				continue
			}
			if i > start && !yield(strings.ToLower(s[start:i])) {
				return
			}
			start = i
			if ends {
				start++
			}
		}
	}
}
