package redact

import "strings"

// A Redactor redacts texts. It holds nothing but its rules: what comes out depends
// on the text alone, and goroutines may share it.
type Redactor struct {
	rules []rule
	cues  *cueIndex
}

// A Hit says how often a rule has replaced something in one text.
type Hit struct {
	Rule  string // Rule.Name
	Count int
}

// New returns a Redactor with all rules.
func New() *Redactor {
	list := rules()
	return &Redactor{rules: list, cues: indexCues(list)}
}

// maxPasses bounds the work for a text made to be difficult. Text found in logs
// needs two passes if it needs any: one that replaces, one that finds nothing.
const maxPasses = 8

// Text returns s without what the rules find, and the hits by rule in the order
// of [Rules]. A text without hits comes back as it is, and hits is nil.
// Text(Text(s)) equals Text(s).
func (r *Redactor) Text(s string) (out string, hits []Hit) {
	c := counter{rules: r.rules}
	return r.text(s, &c), c.hits()
}

// Clean reports whether no rule finds anything in the text, so that Text leaves it as it is. The rules are applied
// where Quiet does not know it.
func (r *Redactor) Clean(s string) bool {
	if r.Quiet(s) {
		return true
	}
	_, hits := r.Text(s)
	return len(hits) == 0
}

// Quiet reports that no rule finds anything in the text, whatever stands around it in
// other texts. It is quick and knows only the texts that have nothing to look at closer:
// of another text it does not say that a rule finds something.
func (r *Redactor) Quiet(s string) bool {
	window := emptyWindow
	for i := range len(s) {
		if startsInvisible[s[i]] && unseen(s, i) > 0 {
			return false
		}
		window = window.with(s[i])
		bucket := r.cues.bucket[window]
		if bucket == 0 {
			continue
		}
		for n := range r.cues.cues[bucket] {
			c := &r.cues.cues[bucket][n]
			if at := i + 1 - min(len(c.text), windowLen); at >= 0 && c.in(s, at) {
				return false
			}
		}
	}
	return true
}

// counter counts the hits of one text by rule.
type counter struct {
	rules []rule
	n     []int // one for each rule; nil: none was hit
}

func (c *counter) add(rule int) {
	if c.n == nil {
		c.n = make([]int, len(c.rules))
	}
	c.n[rule]++
}

func (c *counter) hits() (hits []Hit) {
	for i, n := range c.n {
		if n > 0 {
			hits = append(hits, Hit{Rule: c.rules[i].Name, Count: n})
		}
	}
	return hits
}

func (r *Redactor) text(s string, c *counter) string {
	// A replacement can bring to light what stood beside it: a path becomes shorter,
	// a value gets another neighbour. So the passes go on until nothing changes.
	for range maxPasses {
		// What a reader sees comes first: of a token with a colour in its midst the text
		// as it is has only the first half.
		v, changed, again := visibleOf(s), false, s
		if len(v.gaps) > 0 {
			again, changed = r.pass(s, v, c)
		}
		if !changed {
			again, changed = r.pass(s, visible{text: s}, c)
		}
		if !changed {
			break
		}
		s = again
	}
	return s
}

// pass replaces in s, from left to right, what the rules find in its visible text.
func (r *Redactor) pass(s string, v visible, c *counter) (string, bool) {
	var out []byte
	written := 0 // everything of s before it is in out
	for done := 0; ; {
		m, ok := r.next(v.text, done)
		if !ok {
			break
		}
		c.add(m.rule)
		start, end := v.span(m.start, m.end)
		out = append(out, s[written:start]...)
		out = append(out, r.rules[m.rule].With...)
		written, done = end, m.end
	}
	if out == nil {
		return s, false
	}
	return string(append(out, s[written:]...)), true
}

// next gives the first match in s that does not begin before from.
func (r *Redactor) next(s string, from int) (match, bool) {
	window := emptyWindow
	for i := from; i < len(s); i++ {
		window = window.with(s[i])
		bucket := r.cues.bucket[window]
		if bucket == 0 {
			continue
		}
		if m, ok := r.match(s, from, i, r.cues.cues[bucket]); ok {
			return m, true
		}
	}
	return match{}, false
}

// match is what the rule with that index replaces.
type match struct {
	rule, start, end int
}

// match tries the cues whose first bytes end at i.
func (r *Redactor) match(s string, from, i int, cues []cue) (match, bool) {
	for n := range cues {
		c := &cues[n]
		at := i + 1 - min(len(c.text), windowLen)
		if at < from || !c.in(s, at) {
			continue
		}
		if c.token != nil {
			if end, ok := c.token.match(s, at); ok {
				return match{c.rule, outsideEscape(s, at), end}, true
			}
			continue
		}
		start, end, ok := r.rules[c.rule].find(s, from, at)
		if !ok || strings.HasPrefix(s[start:end], marker) {
			continue
		}
		m := match{c.rule, outsideEscape(s, start), end}
		if r.rules[c.rule].named {
			m.end = wholeValue(s, start, end)
			m = r.byShape(s, m)
		}
		return m, true
	}
	return match{}, false
}

// byShape gives the match of a named rule to the rule of the token that begins
// where it begins, if there is one.
func (r *Redactor) byShape(s string, m match) match {
	if m.end-m.start < windowLen {
		return m
	}
	window := emptyWindow.with(s[m.start]).with(s[m.start+1]).with(s[m.start+2])
	cues := r.cues.cues[r.cues.bucket[window]]
	for n := range cues {
		c := &cues[n]
		if c.token == nil || !c.in(s, m.start) {
			continue
		}
		if end, ok := c.token.match(s, m.start); ok {
			return match{c.rule, m.start, max(end, m.end)}
		}
	}
	return m
}
