package redact

import (
	"slices"
	"strings"
	"testing"
)

// TestValues tells values apart: each list has texts of the kind, and texts one step beside it.
func TestValues(t *testing.T) {
	hex := func(n int) string { return strings.Repeat("0123456789abcdef", 9)[:n] }
	for name, c := range map[string]struct {
		is      func(string) bool
		yes, no []string
	}{
		"timestamp": {
			isTimestamp,
			[]string{"2026-03-02T09:00:00Z", "20260302T090000Z", "20260302", "2026-03-02 09:00:00.123+01:00", "t12345678z"},
			[]string{"2026030", "2026-03-02T09:00:00ZZ", "2026-03-02x", "T2026-Z", "a20260302"},
		},
		"address": {
			isAddress,
			[]string{"0x0", "0xdead_beef", "0x0123456789abcdef", "0x0123456789abcdef_", "0xFF"},
			[]string{"0x0123456789abcdef0_", "0xg1", "00ff", "x0ff"},
		},
		"release": {
			isRelease,
			[]string{"^1.0.0", "~2.x", ">= 1.2", "v1.2.3", "1.*"},
			[]string{"1", "x", "1.0.0-rc", "1,0", ""},
		},
		"digest": {
			isDigest,
			[]string{hex(32), hex(40), hex(56), hex(64), hex(96), hex(128), "sha256:" + hex(64), "01234567-89ab-4def-8123-456789abcdef"},
			[]string{hex(31), hex(33), hex(36), hex(48), "md5:" + hex(32), "sha:" + hex(32), "sha256" + hex(64), hex(31) + "g", "01234567-89ab-4def-8123-456789abcdeg",
				"012345678-9ab-4def-8123-456789abcdef", "01234567-89ab4-def-8123-456789abcdef", "01234567-89ab-4def8-123-456789abcdef", "01234567-89ab-4def-81234-56789abcdef"},
		},
		"path": {
			isPath,
			[]string{"./a", "../a", "~/a", `.\a`, `~\a`, "C:/a", `c:\a`, "/usr/bin", "/"},
			[]string{"a/b", "C:", "C:a", "1:/a", "~a", "", "/a1B2c3D4e5F6g7H8i9"},
		},
		"long word": {
			isLongWord,
			[]string{"abcdefghijklmn", "ABCDEFGHIJKLMN"},
			[]string{"abcdefghijklm", "Abcdefghijklmn", "abcdefghijklm1"},
		},
		"coded": {
			isCoded,
			[]string{hex(32), "12345678901234567890", "abcd1234", "key-abcdefg1hijk2mnop-x", "-abcd1efgh2ijkl34"},
			[]string{"1234567890123456789", "abcd123", "abcdefgh", "0xabcd1234", "20260302T090000Z", "abcd1efgh2ijkl3-x", "12345678", ""},
		},
		"left out": {
			isBlank,
			[]string{"", "****", "<key>", "[key]", "{key}", "(key)", ">", "|", ",", ";", ")", "]", "}", `\`, "$KEY", "${KEY}", "$(key)", "$a/b", "$a:b", "$a.b", "$a[0]", "$a$b", "$a-b",
				"&lt;key&gt;", "&#60;", "%", "%s", "%KEY%", "%(key)s", ":symbol", "@name", "#part", "-flag", "=x", "${HOST}-${ID}", "{{ key }}", "…", "a{{ key }}"},
			[]string{"key", "$a+b", "&amp;", "%sx", "%s1", ":s1", "@n-m", "a{{ key }}bc1d2e3f4", "a…", "!"},
		},
		"made of variables": {
			isTemplate,
			[]string{"…", "……", "${A}", "x${A}yz", "{{ a }}", "abcde{{ a }}", "abcdefgh{{ a }}", "${A}words", "{{ a", "${"},
			[]string{"", "plain", "a…", "{{ a }}c1d2e3f4", "c1d2${A}e3f4"},
		},
		"name of a secret": {
			namesSecret,
			[]string{"args.password", "my-secret-token", "DB_PASSWORD", "*token", "&&secret", "your_key_here", "dbPassword"},
			[]string{"password.length", "pass word", "harbor", ""},
		},
		"wordy": {
			isWordy,
			[]string{"config", "packageLock", "word1"},
			[]string{"CONFIG", "a1b2c3", "abcdefghijklmnopqrstuvwx", "1234"},
		},
		"web token": {
			isJWT,
			[]string{"hbGciOix.abcd", "0eXAiOix.abcd", "raWQiOix.abcd", "lbmMiOix.abcd", "abcdefgh.abcdefgh.s", "abcdefgh.eyJx", "abcdefgh.eyJx."},
			[]string{"hbGciOi.abcd", "hbGciOix.abc", "abcdefgh.abcdefg.s", "abcdefgh.abcdefgh.", "abcdefgh.abcdefgh", "hbGciOix", ""},
		},
		"web token in base64": {
			isEncodedJWT,
			[]string{encoded("eyJhbGciOix.abcdef")[4:], encoded("eyJabcdefgh.eyJxyz")[4:]},
			[]string{encoded("eyJabcdefgh.abcdef")[4:], encoded("eyJhbGciOix.abc")[4:], "", "!!!!"},
		},
		"token of Harness": {
			isHarness,
			[]string{strings.Repeat("a", 22) + "." + strings.Repeat("a", 24) + "." + strings.Repeat("a", 20)},
			[]string{strings.Repeat("a", 22) + "." + strings.Repeat("a", 24) + "." + strings.Repeat("a", 19), strings.Repeat("a", 21) + "." + strings.Repeat("a", 25) + "." + strings.Repeat("a", 20),
				strings.Repeat("a", 22) + "." + strings.Repeat("a", 23) + "." + strings.Repeat("a", 21)},
		},
		"early token of Vault": {
			isOldVault,
			[]string{"Ab1c2", "aB1cd2"},
			[]string{"ab1c2", "AB1C2", "Abcd", "Abc12", "1aB2"},
		},
		"secret key of 1Password": {
			isOnePassword,
			[]string{"ABCDE1-ABCDEF-ABCDE-ABCDE-ABCDE-ABCDE", "ABCDE1-ABCDEFGHIJK-ABCDE-ABCDE-ABCDE"},
			[]string{"ABCDEF-ABCDEF-ABCDE-ABCDE-ABCDE-ABCDE", "ABCDE1-ABCDEF-ABCDE-ABCDE-ABCDE-ABCDEF", "ABCDE1X-ABCDE-ABCDE-ABCDE-ABCDE-ABCDE", "ABCDE1-ABCDEFGHIJK-ABCDE-ABCDEABCDE"},
		},
		"date": {
			hasDate,
			[]string{"20261120", "x20261120y", "20261120034532", "2026-11-20", "run-2026-11-20-x", "12-20261120"},
			[]string{"2026112", "202611200", "120261120", "2026-1120xx", "2026-11", "2026.11.20", "1926-11-20", "2026-11:20", ""},
		},
		"user and password": {
			isPair,
			[]string{encoded("ada:word"), encoded("ada:wo"), encoded(":password"), encoded("password:"), "YWRhOndvcmQ"},
			[]string{encoded("a:b"), encoded("adaword"), encoded("ada:wo\x01rd"), encoded("ada:w\xff\xfe"), "no base64!", "", encoded("ada:" + strings.Repeat("x", maxJudged))},
		},
		"top-level domain": {
			isTopLevel,
			[]string{"com", "de", "xn--p1ai", "рф"},
			[]string{"c", "c0m", "c-m", ""},
		},
		"version": {
			isVersion,
			[]string{"1", "v1", "1.2", "v1.2.3-beta", "2x", "2x.png", "1.x", "1.2.x"},
			[]string{"x", "v", "", "1and1.com", "163.com", "a.1", "2xy.png"},
		},
		"expression": {
			isExpression,
			[]string{"f(x)", "os.environ[x]", "a.b.c(", "std::string", "a[", "f(x]", "::x"},
			[]string{"f", "f(x", "1f(x)", "(x)", "f x()", "f)", ""},
		},
		"word with digits within": {
			hasInnerDigits,
			[]string{"pa55word", "k3y5", "a1b"},
			[]string{"word1", "1word", "word", "12", ""},
		},
		"word with digits or symbols": {
			hasInnerSymbols,
			[]string{"word1", "wor1d", "wo$rd", "wo+rd", "(word1)", "word1."},
			[]string{"words", "12345", "wor1", "word!!", "(wor1)", "wo rd", "wo-rd", ""},
		},
		"random": {
			isRandom,
			[]string{"aB3xQ9", "ab1!cd23", "a1b2c3", "abcdefghijklmnopqrstuvwx", "abcdefg1hijklmn2", "Ab1Cd2Ef3Gh4Ij5K"},
			[]string{"ab1c2", "abcdef", "a1b2!", "12345!67", "123456789012345678901234", "abcdefghijklmnopqrstuvw", "abcdefghijklmno1p", "userIdentifier", "20260302T090000Z", "0xa1b2c3d4e5"},
		},
		"crossed out": {
			masked,
			[]string{"****", "xxxxxxxx", "XX-XX", "abc******", ""},
			[]string{"abcd*****", "abcdef", "x1", "abc*****"},
		},
	} {
		for _, s := range c.yes {
			if !c.is(s) {
				t.Errorf("%s: %q is none", name, s)
			}
		}
		for _, s := range c.no {
			if c.is(s) {
				t.Errorf("%s: %q is one", name, s)
			}
		}
	}
}

func TestWords(t *testing.T) {
	for s, want := range map[string]string{
		"snake_case": "snake case", "kebab-case": "kebab case", "dotted.names": "dotted names", "camelCase": "camel case",
		"DBPassword": "dbpassword", "dbPASSWORD": "db password", "__a__": "a", "": "", "x1Y2": "x1 y2",
	} {
		if got := strings.Join(slices.Collect(words(s)), " "); got != want {
			t.Errorf("%s: %q, want %q", s, got, want)
		}
	}
	for range words("a-b") {
		break // an iterator that is left does not go on
	}
}

// TestVisible leaves out what no reader sees, and finds the places of the rest.
func TestVisible(t *testing.T) {
	long := strings.Repeat("1", 64)
	for _, c := range []struct{ text, want string }{
		{"a\x1b[0mb", "ab"},
		{"a\x1b[1;31mb\x1b[0mc", "abc"},
		{"a\x1b[@b", "ab"},
		{"a\x1b[~b", "ab"},
		{"a\x1b[\x7fb", ""},
		{"a\x1b[", ""},
		{"a\x1b", ""},
		{"a\x1b[" + long[:63] + "mb", "ab"},
		{"a\x1b[" + long + "mb", ""},
		{"a\x1b]0;title\x07b", "ab"},
		{"a\x1b]8;;x\x1b\\b", "ab"},
		{"a\x1b]no end", ""},
		{"a\x1b]x\x1b", ""},
		{"a\u200bb\u00adc", "abc"},
		{"\ufeffa", "a"},
		{"a\u2061\u2064b", "ab"},
		{"aéb", ""},
		{"a→b", ""},
		{`a\u001b[0mb`, "ab"},
		{`a\x1b[0mb`, "ab"},
		{`a\033[0mb`, "ab"},
		{`a\e[0mb`, "ab"},
		{`a\e]0;t` + "\x07b", ""},
		{`a\u200bb`, "ab"},
		{`a\u200Bb`, "ab"},
		{`a\u2005b`, ""},
		{`a\u202eb\ufeffc\u00add`, "abcd"},
		{`a\u2065b`, ""},
		{`a\u200`, ""},
		{"plain", ""},
	} {
		v := visibleOf(c.text)
		if v.text != c.want {
			t.Errorf("%q: visible is %q, want %q", c.text, v.text, c.want)
		}
		for i := range len(v.text) {
			if at := v.in(i); c.text[at] != v.text[i] {
				t.Errorf("%q: byte %d of %q is said to be at %d", c.text, i, v.text, at)
			}
		}
		if v.text == "abc" {
			if from, to := v.span(1, 3); c.text[from] != 'b' || c.text[to-1] != 'c' || to-1 != v.in(2) {
				t.Errorf("%q: span %d–%d", c.text, from, to)
			}
		}
	}
}

// TestStringsOfJSON reads strings of JSON, whole or cut.
func TestStringsOfJSON(t *testing.T) {
	for _, c := range []struct {
		text string
		end  int
	}{{`ab"c`, 2}, {`a\"b"c`, 4}, {`a\\"b`, 3}, {`a\\\"b"`, 6}, {`ab`, 2}, {``, 0}} {
		if got := stringEnd(c.text, 0); got != c.end {
			t.Errorf("%s ends at %d, want %d", c.text, got, c.end)
		}
	}
	for s, want := range map[string]string{`\u0067hp`: "ghp", `a\nb`: "a\nb", `cut\`: "cut", `cut\u00`: "cut", `no\q`: "no", `a\tb\q`: "a\tb"} {
		if got := unescape(s); got != want {
			t.Errorf("%s reads %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]bool{`"a":1`: true, `"a" : 1`: true, `"a"`: false, `"a",1`: false, `"a`: false} {
		if got := isKey(s, 2); got != want {
			t.Errorf("isKey of %s: %v", s, got)
		}
	}
	for s, want := range map[string]bool{`,"b":1`: true, `,"b"`: false, ` , "b", "c"`: false, `,1`: true, `]`: true, ``: true, `,`: true} {
		if got := endsMember(s, 0); got != want {
			t.Errorf("endsMember of %s: %v", s, got)
		}
	}
	r := New()
	id := madeUp(331, 24, mixedCase)
	for s, want := range map[string]string{
		`{"connect.sid":"` + id + `"}`:                   `{"connect.sid":"[redacted: cookie]"}`,
		`{"PHPSESSID":"` + id + `"}`:                     `{"PHPSESSID":"[redacted: cookie]"}`,
		`{"session":"` + id + `"}`:                       `{"session":"` + id + `"}`,
		`{"db_password":"hunter2","note":"hunter2"}`:     `{"db_password":"[redacted: password]","note":"hunter2"}`,
		`{"db_password":["hunter2","hunter3"],"n":"h4"}`: `{"db_password":["[redacted: password]","[redacted: password]"],"n":"h4"}`,
		`{"db_password":{"a":"hunter2"}}`:                `{"db_password":{"a":"hunter2"}}`,
		`{"db_password":"hunt\u0065r2"}`:                 `{"db_password":"[redacted: password]"}`,
	} {
		if got, _ := r.JSON(s); got != want {
			t.Errorf("JSON %s:\n got %s\nwant %s", s, got, want)
		}
	}
}

// What a string is made of, counted by hand.
func TestMix(t *testing.T) {
	for s, want := range map[string]mix{
		"":        {},
		"userId":  {letters: 6, longest: 4}, // a capital behind four small letters begins a word
		"aB3xQ":   {letters: 4, digits: 1, turns: 4, digitTurns: 2, longest: 1},
		"abC":     {letters: 3, turns: 1, longest: 2},
		"abcD":    {letters: 4, longest: 3},
		"ABc":     {letters: 3, longest: 2}, // no small letter meets a capital
		"pa55wd":  {letters: 4, digits: 2, turns: 2, digitTurns: 2, longest: 2},
		"abc1234": {letters: 3, digits: 4, turns: 1, digitTurns: 1, longest: 4},
		"1-a":     {letters: 1, digits: 1, longest: 1}, // what stands between them is no turn
		"ab-cd":   {letters: 4, longest: 2},
		"a!b$":    {letters: 2, symbols: 2, longest: 1},
		"!a":      {letters: 1, longest: 1}, // the first byte may be a mark of the text
		"a%b":     {letters: 2, longest: 1},
	} {
		if got := mixOf(s); got != want {
			t.Errorf("%s: %+v, want %+v", s, got, want)
		}
	}
}

// Names that can be those of secrets, and names that only remind of them.
func TestNames(t *testing.T) {
	for _, name := range []string{
		"password", "DB_PASSWORD", "dbPassword", "password_2", "PASSWORD_PROD", "passwd", "passphrase", "MYSQL_PWD", "rootpass", "ROOT_PASS",
		"token", "apiToken", "TOKEN_OLD_2", "client-secret", "credentials", "creds", "_auth", "bearer", "api_key", "key", "aKey", "GH_PAT", "ghPat", "pat",
		"signature", "X-Amz-Signature", "pass", "smtpPass", "dsn", "connectionString", "CONN_STR", "jsessionid", "connect.sid", "cache_keys_key",
		strings.Repeat("x", maxName-6) + "_token",
	} {
		if !Names(name) {
			t.Errorf("%s is no name of a secret", name)
		}
	}
	for _, name := range []string{
		"", "PWD", "OLDPWD", "compass", "bypass", "compat", "format", "tokens", "passwords", "author", "keyboard", "monkeys", "publicKey", "cache_key", "primary-key", "CACHE_KEY_2",
		"connection", "session", "note", "2", "_", strings.Repeat("x", maxName-5) + "_token",
	} {
		if Names(name) {
			t.Errorf("%s is a name of a secret", name)
		}
	}
	for name, want := range map[string]string{
		"DB_PASSWORD_PROD": "DB_PASSWORD_", "token2": "token", "TOKEN_OLD_2": "TOKEN_", "secretValue": "secret", "keyBase64": "key", "token": "token", "12": "", "test": "",
	} {
		if got := trimTails(name); strings.Trim(got, "_") != strings.Trim(want, "_") {
			t.Errorf("%s without what tells secrets apart: %s, want %s", name, got, want)
		}
	}
}
