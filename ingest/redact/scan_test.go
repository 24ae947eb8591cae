package redact

import (
	"encoding/base64"
	"strings"
	"testing"
)

// An escape ends before the bar where its last byte looks like part of a word.
func TestEndsOfEscapes(t *testing.T) {
	for text, want := range map[string]bool{
		`\n|x`: true, `\0|x`: true, `\a|`: true, `\v|`: true, `\q|x`: false, `n|x`: false, `\nn|x`: false,
		`%3D|x`: true, `%3d|x`: true, `%G1|x`: false, `3D|x`: false, `%3G|`: false, `x%00|`: true,
		`\x1b|x`: true, `\xg1|x`: false, `x1b|`: false, `\x1|`: false,
		`\u0026|x`: true, `\u00g6|x`: false, `u0026|`: false, `\u026|`: false, `\U0026|`: false,
		"\x1b[m|x": true, "\x1b[31m|x": true, "\x1b[1;31m|x": true, "\x1b[31n|x": false, "31m|x": false, "m|x": false, "[m|": true,
		"[01234567890m|": true, "[012345678901m|": false,
	} {
		s, i := strings.Replace(text, "|", "", 1), strings.Index(text, "|")
		if got := escapeEnds(s, i); got != want {
			t.Errorf("%q: an escape ends there: %v", text, got)
		}
	}
}

// No cut is made within an escape of JSON: the bar at which a text is to be cut moves behind it.
func TestCutsMoveBehindEscapes(t *testing.T) {
	for _, c := range []struct {
		text  string
		moved int
	}{
		{`ab|cd`, 0}, {`|ab`, 0}, {`ab|`, 0}, {`a\|nb`, 1}, {`a\|tb`, 1}, {`a\|qb`, 0}, {`a\n|b`, 0},
		{`a|\u0026b`, 0}, {`a\|u0026b`, 5}, {`a\u|0026b`, 4}, {`a\u0|026b`, 3}, {`a\u00|26b`, 2}, {`a\u002|6b`, 1}, {`a\u0026|b`, 0},
		{`a\u00|2`, 0}, {`a\u00|g6`, 0}, {`a\u00|26`, 2}, {`\n\u0|026`, 3}, {`a\n12|34`, 0},
	} {
		s, i := strings.Replace(c.text, "|", "", 1), strings.Index(c.text, "|")
		if got := outsideEscape(s, i); got != i+c.moved {
			t.Errorf("%s: moved by %d, want %d", c.text, got-i, c.moved)
		}
	}
}

// What stands between a name and its value is passed up to the bar.
func TestSignsOfAssignments(t *testing.T) {
	for _, text := range []string{
		"=|b", "==|b", "===|b", "===|=b", ":=|b", "::=|b", "?=|b", "+=|b", ".=|b", "~=|b", "||=b", "=>|b", ":|b", ":|", "=|", "=|>", "%3D|b", "%3d|b", "%3A|b", `\u003d|b`, `\u003D|b`,
		"| b", "|b=", "|", "|->b", "|?b", "|%3", "|%20b", ":| =",
	} {
		s, want := strings.Replace(text, "|", "", 1), strings.Index(text, "|")
		if text == "||=b" {
			s, want = "|=b", 2
		}
		if text == "=|>" { // nothing stands behind the sign
			s, want = "=>", 2
		}
		next, ok := signAt("a"+s, 1)
		if next != 1+want || ok != (want > 0) {
			t.Errorf("%q: passed %d bytes, a sign: %v; want %d", text, next-1, ok, want)
		}
	}
}

// A slash behind user:pa is part of a password, and one behind a host is not.
func TestSlashesInPasswords(t *testing.T) {
	for text, want := range map[string]bool{
		"user:pa": true, "user:8a": true, "user:Pa": true, "u:p": true, "user:p:w": true,
		"": false, "user": false, "user:": false, ":pa": false, "host:8080": false, "host:PORT": false, "host:$PORT": false, "host:<port>": false, "[::1": false, "[fe80:1a": false,
	} {
		if got := inPassword(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// A pair is the base64 of user:password in words that can be read.
func TestPairsInBase64(t *testing.T) {
	of := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	long := strings.Repeat("p", maxJudged/4*3-2)
	for text, want := range map[string]bool{
		of("ada:love"): true, of("a:love1"): true, of("ada:lo\nve"): false, of("adalove1"): false, of("a:b"): false, of("\xff\xfe:love"): false,
		of("a:" + long): true, of("a:" + long + "p"): false, of("ada:love") + "!": false, strings.TrimRight(of("ada:love"), "="): true,
	} {
		if got := isPair(text); got != want {
			t.Errorf("%.20q of %d bytes: %v", text, len(text), got)
		}
	}
}

// The lines of a key before its end are those of base64. The last of them may be short, and the first too
// where the text begins with it.
func TestLinesOfKeysBeforeTheirEnd(t *testing.T) {
	line := func(n int) string { return strings.Repeat("Ab1/", n/4+1)[:n] }
	for _, text := range []string{
		"|" + line(64) + "\n" + line(64) + "\n",
		"|" + line(64) + "\n" + line(20) + "\n",
		"|" + line(64) + "\n" + line(5) + "\n",
		"word:\n|" + line(64) + "\n" + line(64) + "\n",
		"word:\n|" + line(16) + "\n" + line(64) + "\n",
		"word:\n" + line(15) + "\n|" + line(64) + "\n",
		"|" + line(15) + "\n" + line(64) + "\n",
		"word:\n|" + line(64) + "\n" + line(12) + "\n",
		"word:\n|" + line(16) + "\n" + line(12) + "\n",
		"word:\n" + line(15) + "\n" + line(12) + "\n|",
		"word:\n" + line(64) + "\n" + line(12) + "\n|" + line(64) + "\n",
		"|" + line(7) + "=\n",
		"word: |" + line(15) + "=\n",
		"word: " + line(15) + "\n|",
		"|" + line(15) + "\n",
		`"|` + line(64) + `\n` + line(64) + `\n`,
	} {
		s, want := strings.Replace(text, "|", "", 1), strings.Index(text, "|")
		if got := keyLinesBefore(s, 0, len(s)); got != want {
			t.Errorf("%q: from %d, want %d", text, got, want)
		}
	}
}
