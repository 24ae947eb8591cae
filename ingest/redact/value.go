package redact

import "strings"

// maxJudged is how much of a value is looked at to tell whether it is a secret.
const maxJudged = 512

// random reports whether s looks like what a generator of keys makes: letters and
// digits thrown together, unlike words, numbers, versions, dates and identifiers,
// in which a letter mostly follows a letter and a digit a digit.
func random(s string) bool {
	s = s[:min(len(s), maxJudged)]
	if isTimestamp(s) {
		return false
	}
	chars, turns, run, longest := 0, 0, 0, 0
	hasDigit, hasLetter, hasSymbol := false, false, false
	for i := range len(s) {
		c := s[i]
		if !alnum[c] {
			hasSymbol = hasSymbol || i > 0 && strings.IndexByte("!^*&$", c) >= 0
			run = 0
			continue
		}
		chars++
		hasDigit = hasDigit || digits[c]
		hasLetter = hasLetter || letters[c]
		switch {
		case i == 0 || !alnum[s[i-1]]:
			run = 1
		case digits[c] != digits[s[i-1]], lowers[s[i-1]] && uppers[c] && run <= 2:
			turns++
			run = 1
		case lowers[s[i-1]] != lowers[c]:
			run = 1 // a capital begins a word, or a word ends in capitals
		default:
			run++
		}
		longest = max(longest, run)
	}
	switch {
	case !hasLetter:
		return false
	case hasDigit && hasSymbol && chars >= 7:
		return true
	case chars >= 16:
		return turns*6 >= chars || hasDigit && alnum.all(s) && chars >= 32 && turns >= 3 ||
			longest >= 24
	}
	return chars >= 6 && turns >= 3
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
		if len(s) == 1 || s[1] == '{' || s[1] == '(' || letters[s[1]] || s[1] == '_' {
			return true
		}
	case '%':
		if len(s) <= 2 || s[len(s)-1] == '%' || s[1] == '(' {
			return true
		}
	case ':', '&', '@', '#', '-', '=':
		if word.all(s[1:]) && !digits.in(s) {
			return true
		}
	}
	if strings.Contains(s, "${") || strings.Contains(s, "{{") || strings.Contains(s, "…") {
		return true
	}
	return standIns[strings.ToLower(strings.Trim(s, " .,:;!?*_"))] || saysSo(s)
}

// saysSo reports a name that ends in a word for a secret (args.password,
// my-secret-token, DB_PASSWORD) or says that it is a sample (your_key_here).
func saysSo(s string) bool {
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
