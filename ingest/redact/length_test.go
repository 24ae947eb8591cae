package redact

import (
	"strings"
	"testing"
)

// bodyOf is a body of so many of the characters, as a generator of keys makes them:
// letters of both cases and digits in turn, as far as there are such.
func bodyOf(chars *charset, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		const pool = "a8F3kQ9zLm2Xv7Tb1Rw6Yc4Nd5Hj0Ps8G"
		c := pool[i%len(pool)]
		for _, as := range []byte{c, c | 0x20, c &^ 0x20} {
			if chars[as] {
				b.WriteByte(as)
				break
			}
		}
	}
	return b.String()
}

// A token is taken out from its shortest length on, one that has a length of its own at
// that length alone, and what is one character away from that stays.
func TestEdgesOfTokens(t *testing.T) {
	r := New()
	gone := func(text string) bool { out, _ := r.Text(text); return !strings.Contains(out, text) }
	tried := 0
	for _, rule := range tokenRules {
		for _, tok := range rule.tokens {
			if tok.then != nil || tok.prefix == "sk-" {
				continue // more than its length decides, or a part of what other prefixes begin with
			}
			tried++
			text := func(n int) string { return "saw " + tok.prefix + bodyOf(tok.chars, n) + " here" }
			if !gone(text(tok.min)) {
				t.Errorf("%s and %d characters stay: %s", tok.prefix, tok.min, text(tok.min))
			}
			if tok.exact {
				if gone(text(tok.min - 1)) {
					t.Errorf("%s and %d characters go, though it has %d", tok.prefix, tok.min-1, tok.min)
				}
				if gone(text(tok.min + 1)) {
					t.Errorf("%s and %d characters go, though it has %d", tok.prefix, tok.min+1, tok.min)
				}
				continue
			}
			if !gone(text(4 * tok.min)) {
				t.Errorf("%s and %d characters stay", tok.prefix, 4*tok.min)
			}
			least := tok.min
			if !tok.isWord() { // shorter ones have been cut, down to a quarter
				least = (tok.min + 3) / 4
			}
			if least > 6 && gone(text(least-1)) {
				t.Errorf("%s and %d characters go", tok.prefix, least-1)
			}
		}
	}
	if tried < 120 {
		t.Errorf("%d tokens were tried", tried)
	}
}

// How long tokens are by what their issuers document. None is longer than what is asked
// for, and what is asked for is at least a third of it, so that names with the same beginning stay.
func TestDocumentedLengths(t *testing.T) {
	documented := map[string]int{
		"ghp_": 36, "gho_": 36, "ghu_": 36, "ghr_": 36, "glpat-": 20, "AKIA": 16, "ASIA": 16, "AIza": 35, "npm_": 36,
		"hf_": 34, "dop_v1_": 64, "dckr_pat_": 27, "SK": 32, "key-": 32, "shpat_": 32, "PMAK-": 59, "sbp_": 40, "lin_api_": 40,
		"dapi": 32, "glsa_": 41, "rubygems_": 48, "sk_live_": 24, "SG.": 66, "hvs.": 24, "xkeysib-": 81, "NRAK-": 27,
	}
	for _, rule := range tokenRules {
		for _, tok := range rule.tokens {
			n, known := documented[tok.prefix]
			if !known {
				continue
			}
			delete(documented, tok.prefix)
			if tok.min > n || tok.exact && tok.min != n || 3*tok.min < n {
				t.Errorf("%s has %d characters, asked for are %d", tok.prefix, n, tok.min)
			}
		}
	}
	for prefix := range documented {
		t.Errorf("no rule begins with %s", prefix)
	}
}

// Of a token whose prefix is a word too, the rest is random: words behind it stay.
func TestWordsBehindPrefixesOfTokens(t *testing.T) {
	r := New()
	const dotted = "the.quick.brown.fox.jumps.over.the.lazy.dog.and.then.back.again.over.the.fence"
	for _, prefix := range []string{"SG.", "dp.st.", "pat.", "sat."} {
		if out, _ := r.Text("saw " + prefix + dotted + " here"); !strings.Contains(out, dotted) {
			t.Errorf("words behind %s are taken out: %s", prefix, out)
		}
	}
	for prefix, between := range map[string]string{"glc_": "/", "sgp_": "_", "NRII-": "-"} {
		words := strings.ReplaceAll(dotted, ".", between)
		if out, _ := r.Text("saw " + prefix + words + " here"); !strings.Contains(out, words) {
			t.Errorf("words behind %s are taken out: %s", prefix, out)
		}
	}
}

// The id of a web session has at least 16 characters.
func TestLengthOfSessions(t *testing.T) {
	r := New()
	for _, name := range []string{"sid=", "PHPSESSID=", "sessionid="} {
		for n, gone := range map[int]bool{12: false, 15: false, 16: true, 32: true} {
			id := bodyOf(alnumChars, n)
			if out, _ := r.Text("GET /?" + name + id + "&page=2"); strings.Contains(out, id) == gone {
				t.Errorf("%s and %d characters: %s", name, n, out)
			}
		}
	}
}

// A value without quotes ends before the punctuation around it, also at the end of the text.
func TestEndsOfBareValues(t *testing.T) {
	long := strings.Repeat("a", maxJudged)
	for _, text := range []string{
		"abc| d", "abc|", "abc|.", "abc|.,;:", "abc|. d", "a.b|", "a,b|", "abc|, d", "abc|; d", "abc|)", "abc)|.", "a(b)c|", "a(b)|", "a[b|",
		"abc|\"", "abc|<", "abc|>d", "abc|\\n", "abc|;", "abc|&amp;d", "abc|&d=1", "abc|%26d", "abc|%22", "abc%20d|", "|", "|.", "| abc", long + "|", long + "|b", long[1:] + ".|", long[2:] + "|.", long + "|.",
	} {
		s, want := strings.Replace(text, "|", "", 1), strings.Index(text, "|")
		if got := bareEnd(s, 0); got != want {
			t.Errorf("%.40q of %d bytes: ends at %d, want %d", text, len(s), got, want)
		}
	}
}
