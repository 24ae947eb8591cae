package redact

import "strings"

// maxJudged is how much of a value is looked at to tell whether it is a secret.
const maxJudged = 512

// random reports whether s looks like what a generator of keys makes: letters and
// digits thrown together, unlike words, numbers, versions, dates and identifiers,
// in which a letter mostly follows a letter and a digit a digit.
func random(s string) bool {
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

// coded reports a string that has digits among the letters of one long part, or is
// a long number or a UUID: not enough for a secret as such, enough for the value of
// an API key.
func coded(s string) bool {
	s = s[:min(len(s), maxJudged)]
	if isAddress(s) {
		return false
	}
	if isDigest(s) || len(s) >= 20 && digits.all(s) {
		return true
	}
	for i := 0; i < len(s); i++ {
		end := alnum.run(s, i)
		enough := 16
		if end-i == len(s) {
			enough = 10
		}
		if m := mixOf(s[i:end]); end-i >= enough && m.digitTurns >= 2 && !isTimestamp(s[i:end]) {
			return true
		}
		i = end
	}
	return false
}

// isWordy reports a name in camelCase, or of one short word.
func isWordy(s string) bool {
	m := mixOf(s[:min(len(s), maxJudged)])
	return m.turns == 0 && m.longest < 24 && lowers.in(s)
}

// A mix counts what a string is made of.
type mix struct {
	letters, digits, symbols int

	// turns are the places where a letter meets a digit, or where a small letter
	// meets a capital after at most two of its kind: userId has none, aB3xQ has four.
	// digitTurns are those of them at a digit.
	turns, digitTurns int

	longest int // most letters of one case, or digits, in a row
}

func (m *mix) chars() int { return m.letters + m.digits }

func mixOf(s string) (m mix) {
	run := 0 // bytes of one kind up to here
	for i := range len(s) {
		c := s[i]
		switch {
		case digits[c]:
			m.digits++
		case letters[c]:
			m.letters++
		default:
			if i > 0 && strings.IndexByte("!^*&$", c) >= 0 {
				m.symbols++
			}
			run = 0
			continue
		}
		switch {
		case run == 0:
			run = 1
		case digits[c] != digits[s[i-1]]:
			m.digitTurns++
			m.turns++
			run = 1
		case lowers[s[i-1]] && uppers[c] && run <= 2:
			m.turns++
			run = 1
		case lowers[s[i-1]] != lowers[c]:
			run = 1
		default:
			run++
		}
		m.longest = max(m.longest, run)
	}
	return m
}

// isTimestamp reports a date in digits with a T or Z among them, which is the one
// common thing made of digits and single letters that is no secret.
func isTimestamp(s string) bool {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case digits[c]:
			n++
		case strings.IndexByte("TZtz:.-+ ", c) < 0:
			return false
		}
	}
	return n >= 8
}

// isAddress reports a number written in hexadecimal.
func isAddress(s string) bool {
	return len(s) <= len("0x0123456789abcdef_") && strings.HasPrefix(s, "0x") && hex.all(strings.ReplaceAll(s[2:], "_", ""))
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
		return hex.all(s)
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
	if len(s) > 2 && letters[s[0]] && s[1] == ':' && (s[2] == '/' || s[2] == '\\') {
		return true
	}
	return strings.HasPrefix(s, "/") && !random(s)
}

// stands reports whether a value stands for another one, or for none: a variable,
// a placeholder, an expression of a program, the name of a type or an outcome.
func stands(s string) bool {
	if s == "" || masked(s) || isPath(s) {
		return true
	}
	switch s[0] {
	case '<', '[', '{', '(', '>', '|', ',', ';', ')', ']', '}', '\\':
		return true
	case '$':
		if len(s) == 1 || digits.all(s[1:]) || s[1] == '{' || s[1] == '(' || letters[s[1]] || s[1] == '_' {
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
		if word.all(s[1:]) && !digits.in(s) {
			return true
		}
	}
	if isRelease(s) {
		return true
	}
	if strings.Contains(s, "${") || strings.Contains(s, "{{") || strings.Contains(s, "…") {
		return true
	}
	return standIns[strings.ToLower(strings.Trim(s, " .,:;!?*_"))] || saysSo(s)
}

// saysSo reports a name that ends in a word for a secret (args.password,
// my-secret-token, DB_PASSWORD) or says that it is a sample (your_key_here).
func saysSo(s string) bool {
	s = strings.TrimLeft(s, "&*")
	if !name.all(s) || random(s) {
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
			ends := i == len(s) || !alnum[s[i]]
			hump := !ends && i > start && uppers[s[i]] && lowers[s[i-1]]
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
