package redact

// A token is the shape of a secret that says itself what it is.
type token struct {
	prefix string   // in its own case
	chars  *charset // of what follows
	min    int      // the fewest of them
	exact  bool     // no more than min of them

	// word: the prefix also occurs at the beginning of ordinary names (sk-learn,
	// npm_config), or within them (task-). Then it must begin a word, what follows
	// must look random, and it is never taken for a token that was cut short.
	word bool

	// then, if given, is what must hold for the bytes after the prefix.
	then func(body string) bool
}

// match gives the end of the token whose prefix stands at i.
func (t *token) match(s string, i int) (end int, ok bool) {
	body := i + len(t.prefix)
	end = t.chars.run(s, body)
	n := end - body
	switch {
	case t.word && !opens(s, i):
		return 0, false
	case n < t.min:
		// The tail of a log is cut anywhere; so is a token at its end.
		if t.word || t.exact || end < len(s) || n < (t.min+3)/4 {
			return 0, false
		}
	case t.exact && n > t.min:
		return 0, false
	case t.word && !random(s[body:end]):
		return 0, false
	}
	if masked(s[body:end]) || t.then != nil && !t.then(s[body:end]) {
		return 0, false
	}
	return end, true
}

// masked reports whether a secret was crossed out already: xxxx, ****, 0000, ….
func masked(body string) bool {
	for i := range len(body) {
		switch body[i] {
		case 'x', 'X', '*', '.', '-', '_', '0', '#':
		default:
			return false
		}
	}
	return true
}
