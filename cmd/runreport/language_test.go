package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// unwanted are phrases that the program's own text does not use, with what it says
// instead. A phrase matches whole words, in any case.
var unwanted = []struct{ phrase, instead string }{
	{"ended well", "passed"},
	{"ended badly", "failed"},
	{"in part", "open, stalled, blocked or canceled"},
	{"anything from", "95 % CI 30–95 %"},
	{"all together", "Total"},
	{"turns in the middle", "median 2 turns (n = 4)"},
	{"cannot tell", "inconclusive"},
	{"inside measured noise", "within run-to-run noise (±0.11)"},
	{"adds up", "All input accounted for"},
	{"by chance alone", "expected by chance in 1 of 16 comparisons"},
	{"bends the rules", "format warning"},
	{"keeps its own rules", "format warning"},
	{"keep their own rules", "Validate logs"},
	{"say different things", "log and companion file disagree"},
	{"says different things", "log and companion file disagree"},
	{"events behind", "events after run_end"},
	{"nothing of them is in the numbers", "could not be parsed and was excluded"},
	{"fell silent", "no heartbeat for 45 min"},
	{"points to", "The cycle's rule gives: revert"},
	{"numbers point to", "The cycle's rule gives: revert"},
	{"do not support it", "The cycle's rule gives: revert"},
	{"less than one bug", "one bug = 0.08 recall, above the 0.05 noise floor"},
	{"19 times in 20", "run-to-run noise (95 %): ±0.09"},
	{"towards the mean", "ranked by empirical-Bayes rate"},
	{"half end within", "median 18 min (Kaplan–Meier, 6 censored)"},
	{"would resuming help", "a retry will not help without a change"},
	{"not without a change", "a retry will not help without a change"},
	{"could not have failed", "not evaluated: no baseline"},
	{"is in the way", "refusing to overwrite"},
	{"what the configuration comes to", "Show effective configuration"},
	{"traded", "lost and gained items are listed as lost and gained"},
	{"logged: ", "Logged verdict: ship"},
}

// notText is what of a page is no text of the program.
var notText = regexp.MustCompile(`(?s)<(script|style|svg|code)\b.*?</(script|style|svg|code)>|<[^>]*>`)

// saidText is everything that the program says over the demonstration, by the file or
// command that says it, with the documents.
func saidText(t *testing.T) map[string]string {
	t.Helper()
	said := map[string]string{}
	dir := sharedReport(t, demoLogs, "--format", "all", "--baseline", demoLogs)
	files := tree(t, dir)
	for _, name := range saidFiles(files) {
		said[name] = files[name]
		if strings.HasSuffix(name, ".html") {
			said[name] = notText.ReplaceAllString(said[name], " ")
		}
	}
	docs, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(docs, filepath.Join("..", "..", "README.md")) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		said[filepath.Base(path)] = string(content)
	}
	for _, c := range newRoot(streams{}).Commands() {
		_, stdout, _ := call(t, c.Name(), "--help")
		said["help "+c.Name()] = stdout
	}
	_, said["help"], _ = call(t, "help")
	_, said["build -v"], _ = call(t, "build", demoLogs, "-v", "-o", filepath.Join(t.TempDir(), "r"))
	return said
}

func TestNoUnwantedPhrases(t *testing.T) {
	tier.Seconds(t)
	said := saidText(t)
	for _, u := range unwanted {
		pattern := regexp.MustCompile(`(?i)\b` + strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(u.phrase)), " ", `\s+`) + map[bool]string{true: " ", false: `\b`}[strings.HasSuffix(u.phrase, " ")])
		for name, text := range said {
			if at := pattern.FindStringIndex(text); at != nil {
				t.Errorf("%s says %q: …%q…; say %q", name, u.phrase, text[max(0, at[0]-60):min(len(text), at[1]+40)], u.instead)
			}
		}
	}
}
