package redact

import "strings"

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
		case digitChars[c]:
			m.digits++
		case letterChars[c]:
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
		case digitChars[c] != digitChars[s[i-1]]:
			m.digitTurns++
			m.turns++
			run = 1
		case lowerChars[s[i-1]] && upperChars[c] && run <= 2:
			m.turns++
			run = 1
		case lowerChars[s[i-1]] != lowerChars[c]:
			run = 1
		default:
			run++
		}
		m.longest = max(m.longest, run)
	}
	return m
}
