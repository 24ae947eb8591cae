package redact

import "strings"

// A token is the shape of a secret that says itself what it is.
type token struct {
	prefix string   // in its own case
	chars  *charset // of what follows
	min    int      // the fewest of them
	exact  bool     // no more than min of them

	// word: the prefix also occurs at the beginning of ordinary names (npm_config),
	// or within them (task-). Then the token must be a word by itself, and what is
	// shorter is not taken for a token that was cut.
	word bool

	// random: what follows must look random, since names go on like that too
	// (sk-learn-pipeline-for-text). Includes word.
	random bool

	// then, if given, is what must hold for the bytes after the prefix.
	then func(body string) bool
}

func (t *token) isWord() bool { return t.word || t.random }

// match gives the end of the token whose prefix stands at i.
func (t *token) match(s string, i int) (end int, ok bool) {
	body := i + len(t.prefix)
	near := s[:min(len(s), body+maxJudged)]
	end = t.chars.run(near, body)
	cut := end == len(near) && end < len(s)
	for end > body && s[end-1] == '.' {
		end-- // of the sentence
	}
	n := end - body
	switch {
	case t.isWord() && (!opens(s, i) || !cut && end < len(s) && wordChars[s[end]]):
		return 0, false
	case n < t.min:
		// The tail of a log is cut anywhere, and messages shorten what they quote.
		if t.isWord() || t.exact || n < (t.min+3)/4 || end < len(s) && !isRandom(s[body:end]) {
			return 0, false
		}
	case t.exact && n > t.min:
		return 0, false
	case t.random && !isRandom(s[body:end]), t.word && isWordy(s[body:end]):
		return 0, false
	}
	if masked(s[body:end]) || t.then != nil && !t.then(s[body:end]) {
		return 0, false
	}
	if cut {
		end = t.chars.run(s, end)
	}
	return end, true
}

// masked reports whether a secret was crossed out already, all of it or what
// follows its prefix: ****, xxxx, fo1_ and then only x.
func masked(body string) bool {
	if maskChars.all(body) {
		return true
	}
	crossed := 0
	for i := range len(body) {
		if strings.IndexByte("xX*#", body[i]) >= 0 {
			crossed++
		}
	}
	return crossed >= 6 && crossed*3 >= len(body)*2
}

var maskChars = charsOf("xX*.#_-")
