package redact

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

func inJSON(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// asEvent puts s into a record as the logs have them.
func asEvent(s string) string {
	return `{"event":"tool_result","output":` + inJSON(s) + `,"ok":true}`
}

// places are where a text with a secret may stand.
var places = []struct {
	name string
	put  func(text string) string
}{
	{"alone", func(s string) string { return s }},
	{"at the start", func(s string) string { return s + "\nand then the log goes on\n" }},
	{"at the end", func(s string) string { return "the log went on until\n" + s }},
	{"twice", func(s string) string { return s + "\n" + s }},
	{"JSON", asEvent},
	{"JSON in JSON", func(s string) string { return asEvent(asEvent(s)) }},
	{"a shell command", func(s string) string { return "bash -lc 'set -e; cd x && " + s + "\n'" }},
	{"echo", func(s string) string { return "echo \"" + s + "\n\" | tee out.txt" }},
	{"a Markdown block", func(s string) string { return "## Log\n\n```sh\n" + s + "\n```\n" }},
	{"a Markdown list", func(s string) string { return "- first\n- " + s + "\n- last" }},
	{"a quotation", func(s string) string { return "> " + strings.ReplaceAll(s, "\n", "\n> ") }},
	{"a log line", func(s string) string { return "2026-11-20T03:45:32Z INFO  [worker-3] " + s + "\n" }},
	{"CRLF", func(s string) string { return "a\r\n" + s + "\r\nb\r\n" }},
	{"colour", func(s string) string { return "\x1b[1;31m" + s + "\x1b[0m" }},
	{"other scripts", func(s string) string { return "结果：" + s + " ← “fin”" }},
	{"a broken byte", func(s string) string { return "\xff" + s + "\n\xc3" }},
}

// wrappings are put around secrets that need nothing around them to be known.
var wrappings = []string{
	"%s", "(%s)", "[%s]", "{%s}", "<%s>", `"%s"`, "'%s'", "`%s`", "**%s**", "%s,", "%s.", "%s;", "%s:", "%s!", "%s?",
	"x=%s", "x: %s", "x:%s", "/%s/", "|%s|", `\n%s\n`, `\t%s`, `\"%s\"`, `\\\"%s\\\"`, "a %s b", "%%3D%s", "…%s…", "a;%s;b", "a,%s,b",
	"$(echo %s)", "--x=%s", "@%s", "#%s", "~%s", "^%s", "https://h.test/%s", "<b>%s</b>",
}

// standAlone are the rules whose secrets say what they are.
func standAlone(rule string) bool {
	for i := range tokenRules {
		if tokenRules[i].Name == rule {
			return true
		}
	}
	return rule == "private key" || rule == "e-mail"
}

// survives finds a piece of the secret, of eight bytes or all of it, in the output.
func survives(out, secret string) (string, bool) {
	const piece = 8
	for i := 0; i == 0 || i+piece <= len(secret); i++ {
		if p := secret[i:min(len(secret), i+piece)]; strings.Contains(out, p) {
			return p, true
		}
	}
	return "", false
}

func checkGone(t *testing.T, r *Redactor, where, text, secret string) {
	t.Helper()
	out, hits := r.Text(text)
	if p, ok := survives(out, secret); ok {
		t.Errorf("%s: %q survives\n  in %q\n out %q", where, p, text, out)
	}
	if len(hits) == 0 {
		t.Errorf("%s: no hit in %q", where, text)
	}
	if again, more := r.Text(out); again != out || more != nil {
		t.Errorf("%s: a second time changes\n     %q\n  to %q", where, out, again)
	}
	if json.Valid([]byte(text)) && !json.Valid([]byte(out)) {
		t.Errorf("%s: %q\n is not JSON any more: %q", where, text, out)
	}
	if utf8.ValidString(text) && !utf8.ValidString(out) {
		t.Errorf("%s: %q is not valid UTF-8", where, out)
	}
}

func TestNoSecretSurvives(t *testing.T) {
	r := New()
	checked := 0
	for _, c := range secretCases() {
		text, secret := c.plain()
		if c.rule == "home directory" && secret == "/root" {
			continue // all of it is common words
		}
		for _, place := range places {
			checkGone(t, r, place.name, place.put(text), secret)
			checked++
		}
		if !standAlone(c.rule) || len(secret) < 20 || strings.Contains(text, `\n`+secret) {
			continue
		}
		for _, w := range wrappings {
			checkGone(t, r, w, fmt.Sprintf(w, secret), secret)
			checked++
		}
	}
	t.Logf("%d placements checked", checked)
}

func TestTwiceIsOnce(t *testing.T) {
	r := New()
	var all strings.Builder
	for _, c := range secretCases() {
		text, _ := c.plain()
		all.WriteString(text + "\n")
	}
	for _, text := range append(lookAlikes(), all.String()) {
		once, _ := r.Text(text)
		if twice, hits := r.Text(once); twice != once || hits != nil {
			t.Errorf("%q\n becomes %q", once, twice)
		}
	}
}

// A Redactor has no memory: strings before and goroutines beside do not matter.
func TestPure(t *testing.T) {
	shared := New()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, c := range secretCases() {
				text, _ := c.plain()
				want, _ := New().Text(text)
				if got, _ := shared.Text(text); got != want {
					t.Errorf("%q gives %q and %q", text, got, want)
				}
			}
		})
	}
	wg.Wait()
}

func TestHits(t *testing.T) {
	text := "/home/ada/x and /home/ada/y by ada" + "@engine.example, ghp_" + madeUp(1, 36, mixedCase)
	_, hits := New().Text(text)
	want := []Hit{{"github token", 1}, {"home directory", 2}, {"e-mail", 1}}
	if fmt.Sprint(hits) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", hits, want)
	}
	out, hits := New().Text("nothing here")
	if out != "nothing here" || hits != nil {
		t.Errorf("got %q %v", out, hits)
	}
}

func isCued(r *rule, text string) bool {
	for _, t := range r.tokens {
		if strings.Contains(text, t.prefix) {
			return true
		}
	}
	for _, c := range r.cues {
		if strings.Contains(strings.ToLower(text), c) {
			return true
		}
	}
	return false
}

func TestRulesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for i, r := range Rules() {
		if !isCued(&rules()[i], r.Example) {
			t.Errorf("the rule %q is never asked at its own example %q", r.Name, r.Example)
		}
		if r.Name == "" || r.Means == "" || r.Example == "" || r.With == "" || seen[r.Name] {
			t.Errorf("incomplete or repeated: %+v", r)
		}
		seen[r.Name] = true
		if out, hits := New().Text(r.With); out != r.With || hits != nil {
			t.Errorf("the replacement %q becomes %q", r.With, out)
		}
	}
}

var hardPieces = []string{
	"token", "token=", "token=\"", `token=\"`, "password=", "password='", "key:", "a@", "@", "://", "http://a:", "-----BEGIN PRIVATE KEY-----",
	"-----END PRIVATE KEY-----", "PRIVATE KEY-----\n", "curl -u ", "curl ", "login a password ", "/home/", "eyJ", "sk-", "Authorization: ",
	"Cookie: a=", "$2b$", "xoxb-", "-", "_", "\\", "\\n", "%40", "<password>", "Bearer ", "AKIA", "a.b@c.", "mysql -p", ".atlasv1.", ":AA",
	"password=a,", "password=(", "-home-", `C:\Users\`, "b3BlbnNzaC1rZXktdjE", "LS0tLS1CRUdJTi", "8Q~", "?sig=", "value=", "name:a,value:b,",
	"http://a:b/", "\x1b[1m", "\u200b", `\u001b[`, "Password for ", "Cookie=", "%", "facebook", ".acc-a", "_mmk", "-us1", "dsn=a:", "pass=", "s.",
}

// Texts of nothing but cues, to which no rule may do more than it does to others;
// BenchmarkHardTexts says what they cost.
func TestHardTexts(t *testing.T) {
	r := New()
	for _, p := range hardPieces {
		out, _ := r.Text(strings.Repeat(p, (1<<14)/len(p)))
		if again, _ := r.Text(out); again != out {
			t.Errorf("%q: a second time changes the text", p)
		}
	}
}

// A secret is taken whole, however long it is.
func TestLongSecrets(t *testing.T) {
	r := New()
	const n = 1 << 20
	long := madeUp(7, n, mixedCase)
	for text, want := range map[string]string{
		"TOKEN=" + long + " x":                                  "TOKEN=[redacted: secret] x",
		`"apiKey": "` + long + `", "n": 1`:                      `"apiKey": "[redacted: secret]", "n": 1`,
		"ghp_" + long + ".":                                     "[redacted: github token].",
		"Authorization: Bearer " + long:                         "Authorization: Bearer [redacted: authorization]",
		keyBlock("PRIVATE KEY", "\n", 400):                      "[redacted: private key]",
		keyBlock("PRIVATE KEY", "\n", 4000):                     "[redacted: private key]",
		"--password " + long[:513] + "!":                        "--password [redacted: password]",
		strings.Repeat("ordinary text. ", n/15) + "/home/ada/x": strings.Repeat("ordinary text. ", n/15) + "~/x",
	} {
		if got, _ := r.Text(text); got != want {
			t.Errorf("%.40q… of %d bytes gives %.80q… of %d, want %.80q", text, len(text), got, len(got), want)
		}
	}
}
