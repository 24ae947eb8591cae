package recall

import (
	"slices"
	"strings"
	"unicode"
)

// When two titles are alike: they share at least two words and half of all their
// words, or three words that are two thirds of the shorter title. The words of the
// file's own name do not count, since every bug of the file may use them.
const (
	alikeOfAll     = 0.5
	alikeOfShorter = 2.0 / 3
	alikeWords     = 2
	alikeManyWords = 3
)

// emptyWords say nothing about which bug a title means; most titles deny something.
var emptyWords = wordSet("a an and are as at be been being but by can cannot do does for from has have if in into is it its may no not never of on or so than that the then this to was were when where which while will with without")

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// titleWords are the different words of a title, in lower case, without endings and
// without empty words, sorted. Names are taken apart where their case changes.
func titleWords(title string) []string {
	out := make([]string, 0, strings.Count(title, " ")+1)
	var word []rune
	flush := func() {
		if w := strings.ToLower(string(word)); w != "" && !emptyWords[w] {
			out = append(out, stem(w))
		}
		word = word[:0]
	}
	var before rune
	for _, r := range title {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r)
		if !letter && r != '\'' && r != '’' || unicode.IsUpper(r) && unicode.IsLower(before) {
			flush()
		}
		if letter {
			word = append(word, r)
		}
		before = r
	}
	flush()
	slices.Sort(out)
	return slices.Compact(out)
}

// stem takes the commonest English endings off, so that "drops" and "dropped" are
// one word. What it leaves need not be a word.
func stem(w string) string {
	cut := func(end, instead string, left int) bool { // left: bytes that must be left of a word
		rest, ok := strings.CutSuffix(w, end)
		if ok = ok && len(rest)+len(instead) >= left; ok {
			w = rest + instead
		}
		return ok
	}
	switch {
	case cut("ies", "y", 4), cut("sses", "ss", 4), cut("shes", "sh", 4), cut("ches", "ch", 4), cut("xes", "x", 3):
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
	default:
		cut("s", "", 3)
	}
	if cut("ing", "", 4) || cut("ed", "", 4) {
		if n := len(w); w[n-1] == w[n-2] && !strings.ContainsRune("lsz", rune(w[n-1])) {
			w = w[:n-1] // dropped, dropping
		}
	}
	cut("e", "", 4)
	return w
}

// similarity compares two sets of sorted words: the mean of what they share of all
// and of the shorter one, and whether that makes them alike.
func similarity(a, b []string) (score float64, alike bool) {
	if len(a) == 0 || len(b) == 0 {
		return 0, false
	}
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := strings.Compare(a[i], b[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			shared, i, j = shared+1, i+1, j+1
		}
	}
	ofAll := float64(shared) / float64(len(a)+len(b)-shared)
	ofShorter := float64(shared) / float64(min(len(a), len(b)))
	alike = shared >= alikeWords && ofAll >= alikeOfAll-1e-9 || shared >= alikeManyWords && ofShorter >= alikeOfShorter-1e-9
	return (ofAll + ofShorter) / 2, alike
}
