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

// places are where a text with a secret may stand.
var places = []struct {
	name string
	put  func(text string) string
}{
	{"alone", func(s string) string { return s }},
	{"at the start", func(s string) string { return s + "\nand then the log goes on\n" }},
	{"at the end", func(s string) string { return "the log went on until\n" + s }},
	{"twice", func(s string) string { return s + "\n" + s }},
	{"JSON", func(s string) string { return `{"event":"tool_result","output":` + inJSON(s) + `,"ok":true}` }},
	{"JSON in JSON", func(s string) string { return inJSON(`{"output":` + inJSON(s) + `}`) }},
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
	"$(echo %s)", "--x=%s", "@%s", "#%s", "~%s", "^%s", "https://host.example/%s", "<b>%s</b>",
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

func TestRulesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if r.Name == "" || r.Means == "" || r.Example == "" || r.With == "" || seen[r.Name] {
			t.Errorf("incomplete or repeated: %+v", r)
		}
		seen[r.Name] = true
		if out, hits := New().Text(r.With); out != r.With || hits != nil {
			t.Errorf("the replacement %q becomes %q", r.With, out)
		}
	}
}

// The work is bounded for texts made to be difficult: each costs at most some tens
// of times what ordinary text of its length costs.
func TestHardTexts(t *testing.T) {
	r := New()
	pieces := []string{
		"token", "token=", "token=\"", `token=\"`, "password=", "password='", "key:", "a@", "@", "://", "http://a:", "-----BEGIN PRIVATE KEY-----",
		"-----END PRIVATE KEY-----", "PRIVATE KEY-----\n", "curl -u ", "curl ", "login a password ", "/home/", "eyJ", "sk-", "Authorization: ",
		"Cookie: a=", "$2b$", "xoxb-", "-", "_", "\\", "\\n", "%40", "<password>", "Bearer ", "AKIA", "a.b@c.", "mysql -p", ".atlasv1.", ":AA",
		"password=a,", "password=(", "-home-", `C:\Users\`, "b3BlbnNzaC1rZXktdjE", "LS0tLS1CRUdJTi", "8Q~", "?sig=",
	}
	for _, p := range pieces {
		text := strings.Repeat(p, (1<<18)/len(p))
		out, _ := r.Text(text)
		if again, _ := r.Text(out); again != out {
			t.Errorf("%q: a second time changes the text", p)
		}
	}
}
