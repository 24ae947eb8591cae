package redact

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A shape is a secret that a scanner of repositories knows.
type shape struct {
	id, given, form string // given: the name it is given to, "" for one with a mark of its own
}

// shapes reads the list of them, which a test outside this package uses too.
func shapes(t *testing.T) (all []shape) {
	t.Helper()
	f, err := os.Open("testdata/shapes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if c := strings.Split(lines.Text(), "\t"); len(c) == 3 {
			all = append(all, shape{c[0], strings.Trim(c[1], "-"), c[2]})
		}
	}
	if len(all) < 200 {
		t.Fatalf("only %d shapes were read", len(all))
	}
	return all
}

// mentions are how a secret with a mark of its own is met, and assignments how one is
// that has a name only; {n} is its name, {N} the same in capitals.
var (
	mentions = []string{"{s}", "got {s} from the vault", `"{s}"`, `{"note":"{s}"}`, "x={s}&y=1", "'{s}',", `a\n{s}\nb`, "{s}…"}

	assignments = []string{
		"{N}_API_TOKEN={s}", "{N}_TOKEN = {s}", "export {N}_SECRET='{s}'", `{n}_token: "{s}"`, `"{n}Token": "{s}"`, `{n}ApiKey := "{s}"`,
		"{n}_api_key: {s}", `System.setProperty("{N}_TOKEN", "{s}")`, `{"name":"{N}_TOKEN","value":"{s}"}`, "- name: {N}_SECRET\n  value: {s}\n",
		"deploy --{n}-token {s} --now", "<{n}Token>{s}</{n}Token>", "{N}_TOKEN={s}…",
	}
)

// notSecret are shapes that stay, each with its reason.
var notSecret = map[string]string{
	"asana-client-id":        "a number, sent to every visitor",
	"discord-client-id":      "a number, sent to every visitor",
	"flutterwave-public-key": "public, as it says",
}

func TestShapesOfScanners(t *testing.T) {
	r := New()
	missed, checked := map[string]string{}, 0
	for _, sh := range shapes(t) {
		make := rapid.StringMatching(sh.form)
		forms := mentions
		if sh.given != "" {
			forms = assignments
		}
		for seed := range 8 {
			secret := make.Example(seed)
			if !varied(secret) {
				continue // no issuer gives the same sign over and over
			}
			for _, form := range forms {
				text := strings.NewReplacer("{s}", secret, "{n}", sh.given, "{N}", strings.ToUpper(sh.given)).Replace(form)
				out, _ := r.Text(text)
				checked++
				if _, ok := survives(out, secret[len(secret)/2:]); ok {
					missed[sh.id] = text
				}
			}
		}
	}
	for id, text := range missed {
		if notSecret[id] == "" {
			t.Errorf("%s is missed: %s", id, text)
		}
	}
	for id := range notSecret {
		if missed[id] == "" {
			t.Errorf("%s is no exception: it is found", id)
		}
	}
	t.Logf("%d texts", checked)
}

// varied reports a string with many different bytes.
func varied(s string) bool {
	seen := map[byte]bool{}
	for i := range len(s) {
		seen[s[i]] = true
	}
	return len(seen) >= min(8, len(s)/2)
}
