package redact

import (
	"strings"
	"testing"
)

// at splits a text at its first bar, which marks a place in it.
func at(text string) (s string, i int) {
	return strings.Replace(text, "|", "", 1), strings.Index(text, "|")
}

// shown marks a place in a text by a bar.
func shown(s string, i int) string { return s[:i] + "|" + s[i:] }

// A set of characters is written as ranges and single ones; a dash at either end is one of them. What a set
// reaches back over ends at its limit, and letters of ASCII alone are compared in any case.
func TestCharsets(t *testing.T) {
	for spec, want := range map[string]string{
		"a-c": "abc", "a-cx": "abcx", "xa-c": "abcx", "a-": "-a", "0-1_.-": "-.01_", "a-bc-d": "abcd", "": "",
		"-a": "-a",
	} {
		set := charsOf(spec)
		got := ""
		for c := range 256 {
			if set[c] {
				got += string(rune(c))
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
	for _, c := range []struct {
		s              string
		from, i, limit int
		want           int
	}{
		{"abc1", 0, 3, 9, 0}, {"abc1", 1, 3, 9, 1}, {"abc1", 0, 3, 2, 1}, {"a1bc", 0, 4, 9, 2}, {"abc", 0, 0, 9, 0},
		{"abc", 3, 3, 9, 3}, {"abc1", 0, 4, 9, 4}, {"abc", 0, 3, 0, 3},
	} {
		if got := letterChars.back(c.s, c.from, c.i, c.limit); got != c.want {
			t.Errorf("%+v: back to %d", c, got)
		}
	}
	for _, c := range []struct {
		s    string
		i    int
		lit  string
		want bool
	}{
		{"xAb", 1, "ab", true}, {"xab", 1, "ab", true}, {"xa", 1, "ab", false}, {"ab", -1, "ab", false}, {"ab", 0, "", true},
		{"ab", 2, "", true}, {"ab", 0, "ac", false}, {"[b", 0, "{b", false}, {"@b", 0, "`b", false}, {"Zb", 0, "zb", true},
	} {
		if got := hasFold(c.s, c.i, c.lit); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Up to 16 blanks are skipped, all backslashes, and a quote with those before it.
func TestSkipping(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 16: 16, 17: 16} {
		if got := skipBlanks("x"+strings.Repeat(" ", n)+"y", 1); got != 1+want {
			t.Errorf("of %d blanks %d are skipped, want %d", n, got-1, want)
		}
	}
	for text, want := range map[string]string{"|\t x": "\t |x", "a|": "a|", "|\nx": "|\nx"} {
		s, i := at(text)
		if got := shown(s, skipBlanks(s, i)); got != want {
			t.Errorf("blanks of %q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`|"a`: `"|a`, `|'a`: `'|a`, "|`a": "`|a", `|\"a`: `\"|a`, `|\\'a`: `\\'|a`, `|\a`: `|\a`, `|a"`: `|a"`,
		`a|`: `a|`, `a|\`: `a|\`,
	} {
		s, i := at(text)
		next, ok := quoteAt(s, i)
		if got := shown(s, next); got != want || ok != (next > i) {
			t.Errorf("a quote of %s: %s (%v), want %s", text, got, ok, want)
		}
	}
	for text, want := range map[string]bool{
		"a|": true, "|\n": true, "|\r": true, `|\n`: true, `|\\r`: true, `|\t`: false, `|n`: false, `|\`: false,
		"|a": false, "| \n": false,
	} {
		s, i := at(text)
		if got := lineEnds(s, i); got != want {
			t.Errorf("a line ends at %q: %v", text, got)
		}
	}
	for text, want := range map[string]string{
		`\|nab`: `\n|ab`, `%|3Dab`: `%3D|ab`, `\|x1bab`: `\x1b|ab`, `\|u0026ab`: `\u0026|ab`, `\|qab`: `\|qab`,
		`|ab`: `|ab`, `x|ab`: `x|ab`, `%|zzab`: `%|zzab`,
	} {
		s, i := at(text)
		if got := shown(s, behindEscape(s, i, len(s))); got != want {
			t.Errorf("behind the escape of %s: %s, want %s", text, got, want)
		}
		if limit := strings.Index(want, "|") - 1; limit >= i {
			if got := behindEscape(s, i, limit); got != i {
				t.Errorf("an escape of %s ends behind the limit, at %d", text, got)
			}
		}
	}
}

// A value ends at a blank, a bracket that it has not opened, a comma before the next name, and
// before the stop of its sentence.
func TestEndsOfValues(t *testing.T) {
	for text, want := range map[string]string{
		"ab c": "ab", "ab\x7fc": "ab", `ab"c`: "ab", "ab'c": "ab", "ab`c": "ab", "ab<c": "ab", "ab>c": "ab",
		"ab|c": "ab", `ab\c`: "ab", "ab&amp;c": "ab", "ab&c": "ab&c", "ab&c=d": "ab",
		"ab,c": "ab,c", "ab,": "ab", "ab, c": "ab", "ab,c=d": "ab", "ab,c:d": "ab", "ab;c=d": "ab", "ab)": "ab",
		"ab)c": "ab)c", "a(b)c d": "a(b)c", "a(b)": "a(b)", "a(b))": "a(b)", "a[b]": "a[b]", "a{b}": "a{b}",
		"ab]": "ab", "ab}": "ab", "ab%26c": "ab", "ab%22c": "ab", "ab%25c": "ab%25c", "ab.": "ab", "ab.;:,": "ab", "ab.c": "ab.c",
		"": "", ".": "", "ab)\"": "ab", "ab)\\": "ab", "ab,+c": "ab,+c", "ab,`": "ab",
	} {
		if got := text[:bareEnd(text, 0)]; got != want {
			t.Errorf("%q ends as %q, want %q", text, got, want)
		}
	}
	for n, want := range map[int]int{
		maxJudged - 1: maxJudged - 1, maxJudged: maxJudged, maxJudged + 1: maxJudged, 3 * maxJudged: maxJudged,
	} {
		s := strings.Repeat("a", n) + " b"
		if got := bareEnd(s, 0); got != want {
			t.Errorf("%d bytes: looked at %d, want %d", n, got, want)
		}
		if got := wholeValue(s, 0, bareEnd(s, 0)); got != n {
			t.Errorf("%d bytes: the whole value has %d", n, got)
		}
	}
	for text, want := range map[string]string{
		`"a b" c`: "a b true", `'a' c`: "a true", `"a\"b" c`: `a\"b true`, `\"a b\" c`: "a b true", `\"a"b\"`: "a true",
		`"a b`: "a false", `$'a b' c`: "a b true", `$a b`: "$a false", `$"a"`: "a true", "\"a\nb\"": "a false",
		`a"b`: "a false", ``: " false", `""`: " true",
	} {
		start, end, quoted := valueAt(text, 0)
		got := text[start:end] + map[bool]string{true: " true", false: " false"}[quoted]
		if got != want {
			t.Errorf("the value of %s is %q, want %q", text, got, want)
		}
	}
}

// What stands between a name and its value in the forms of assignments.
func TestPartsOfAssignments(t *testing.T) {
	for text, want := range map[string]string{
		"<password|>x": "<password>|x", `\u003cpassword|\u003ex`: `\u003cpassword\u003e|x`,
		"&lt;password|&gt;x": "&lt;password&gt;|x", "<password| x": "", "password|>x": "",
		`\\u003cpassword|\\u003ex`: `\\u003cpassword\\u003e|x`,
	} {
		s, i := at(text)
		next, ok := tagEnd(s, strings.Index(s, "password"), i)
		got := ""
		if ok {
			got = shown(s, next)
		}
		if got != want {
			t.Errorf("the tag of %s: %q, want %q", text, got, want)
		}
	}
	for name, c := range map[string]struct {
		next func(s string, i int) (int, bool)
		want map[string]string
	}{
		"the gap behind a flag": {flagGap, map[string]string{
			"-p| x": "-p |x", "-p|\tx": "-p\t|x", "-p|x": "", "-p|": "",
			`"-p|", "x"`: `"-p", |"x"`, `"-p|","x"`: `"-p",|"x"`, `"-p|" "x"`: "", `"-p|"`: "",
		}},
		"a prompt": {promptEnd, map[string]string{
			"|for ada: x": "for ada: |x", "|FOR a b: x": "FOR a b: |x", "|for ada:x": "", "|for ada\n: x": "", "|of ada: x": "",
			"|for : x": "for : |x",
			"|for " + strings.Repeat("a", 122) + ": x": "for " + strings.Repeat("a", 122) + ": |x",
			"|for " + strings.Repeat("a", 123) + ": x": "",
		}},
		"a comma": {commaAt, map[string]string{
			`|, "x"`: `, |"x"`, `|,'x'`: `,|'x'`, `|, x`: "", `| "x"`: "", `a|`: "", `|,`: "",
		}},
	} {
		for text, want := range c.want {
			s, i := at(text)
			next, ok := c.next(s, i)
			got := ""
			if ok {
				got = shown(s, next)
			}
			if got != want {
				t.Errorf("%s of %q: %q, want %q", name, text, got, want)
			}
		}
	}
	for text, want := range map[string]string{
		"|str = 'x'": "str = |'x'", "|str= 'x'": "|str= 'x'", "|str =  'x'": "str =  |'x'", "|str =": "|str =",
		"|str ='x'": "|str ='x'", "|= 'x'": "|= 'x'", "|str == 'x'": "|str == 'x'", "|a b = c": "|a b = c",
	} {
		s, i := at(text)
		if got := shown(s, skipType(s, i)); got != want {
			t.Errorf("the type of %q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"|a": true, "\n|a": true, "\n - |a": true, "x|a": false, "\t|a": true, "x |a": false, "\r|a": false,
		strings.Repeat(" ", 32) + "|a": true, strings.Repeat(" ", 33) + "|a": false,
	} {
		s, i := at(text)
		if got := startsLine(s, i); got != want {
			t.Errorf("%q starts a line: %v", text, got)
		}
	}
}

// A name stands beside a value under a key that says so.
func TestNamesBeside(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "API_TOKEN", |"value"`: "API_TOKEN", `name: A_B` + "\n  |value": "A_B", `key=a.b-c |value`: "a.b-c",
		`header: X, |value`: "X", `title: A, |value`: "", `"name", "A", |value`: "", `A, |value`: "", `|value`: "",
		`name: |value`: "", `: A |value`: "", "NAME: A |value": "A",
	} {
		s, i := at(text)
		if got := nameBefore(s, i); got != want {
			t.Errorf("before %s: %q, want %q", text, got, want)
		}
	}
	long := strings.Repeat(" ", 4*maxName)
	for text, want := range map[string]string{
		`|", "name": "API_TOKEN"}`: "API_TOKEN", "|\n  key: A_B": "A_B", `| key=a.b-c x`: "a.b-c", `|, title: A`: "",
		`|, name A`: "", `|, name`: "", `|`: "", `|, name:`: "", `|, ID = A`: "A",
		"|" + long[:4*maxName-8] + "name: AB": "AB", "|" + long[:4*maxName-7] + "name: AB": "A",
		"|" + long[:4*maxName-6] + "name: AB": "", "|" + long + "name: AB": "",
	} {
		s, i := at(text)
		if got := nameBehind(s, i); got != want {
			t.Errorf("behind %q: %q, want %q", text, got, want)
		}
	}
}

// A user's name is given on the same line, at most 64 bytes before.
func TestNamesOfUsersBefore(t *testing.T) {
	for text, want := range map[string]bool{
		"user=ada |": true, "USER: ada |": true, `"username": "ada" |`: true, "login=ada |": true, "uid=7 |": true,
		"usr:a |": true, "user ada |": false, "user=ada\n|": false, "users=ada |": false, "|user=ada": false,
		"|": false, "user|": false,
		"user=" + strings.Repeat("a", 59) + "|": true, "user=" + strings.Repeat("a", 60) + "|": false,
	} {
		s, i := at(text)
		if got := namesUser(s, 0, i); got != want {
			t.Errorf("%q names a user: %v", text, got)
		}
	}
}

// A name is cut at its end, however its words are put together.
func TestEndsOfNames(t *testing.T) {
	for _, c := range []struct{ name, end, want string }{
		{"apiKey", "apikey", ""}, {"API_KEY", "apikey", ""}, {"my-api-key", "apikey", "my-"},
		{"xapikey", "key", "xapi"}, {"key", "apikey", "no"}, {"", "key", "no"}, {"api_keys", "key", "no"},
		{"a..k.e.y", "key", "a.."}, {"api_key_", "key", "api_"},
	} {
		rest, ok := cutEnd(c.name, c.end)
		if !ok {
			rest = "no"
		}
		if rest != c.want {
			t.Errorf("%s without %s: %q, want %q", c.name, c.end, rest, c.want)
		}
	}
	for name, want := range map[string]bool{
		"pat": true, "GH_PAT": true, "ghPat": true, "gh-pat": true, "compat": false, "GHPAT": false, "XPat": false,
		"x1Pat": true, "pats": false, "": false,
	} {
		if got := endsInWord(name, "pat"); got != want {
			t.Errorf("%s ends in a word pat: %v", name, got)
		}
	}
}

// The path of a project, and the names of owners, as they are written in paths.
func TestOwnersInPaths(t *testing.T) {
	for text, want := range map[string]string{
		"ada/x": "ada", "ada.": "ada", "a.b..": "a.b", "zoé/x": "zoé", "ada x": "ada", "": "", "\xff": "",
		"a\xffb": "a", "ada“": "ada", ".": "", "e\u0301x": "e\u0301x", "a_b-c/": "a_b-c",
	} {
		if got := text[:ownerEnd(text, 0)]; got != want {
			t.Errorf("the owner of %q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`| Lovelace\x`: ` Lovelace|\x`, `| Lovelace/x`: ` Lovelace|/x`, `| \x`: `| \x`, `|\x`: `|\x`,
		`| b, c\x`: `| b, c\x`, `| b`: `| b`, `| é\x`: ` é|\x`,
		"|" + strings.Repeat(" b", 15) + `c\`: strings.Repeat(" b", 15) + `c|\`,
		"|" + strings.Repeat(" b", 16) + `\`:  "|" + strings.Repeat(" b", 16) + `\`,
	} {
		s, i := at(text)
		if got := shown(s, spacedNameEnd(s, i)); got != want {
			t.Errorf("the name of %q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"|/home": true, " |/home": true, "file://|/home": true, "x|/home": false, ".|/home": false, "/|/home": false,
		"~|/home": false, "]|/home": false, "}|/home": false, ")|/home": false, "$|/home": false, "%|/home": false,
		"*|/home": false, "?|/home": false, "-I|/home": true, "-i|/home": false, "I|/home": false, "=|/home": true,
		`\n|/home`: true,
	} {
		s, i := at(text)
		if got := beginsPath(s, i); got != want {
			t.Errorf("%q begins a path: %v", text, got)
		}
	}
}
