package main

import (
	"mime"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"runreport/unit/tier"
)

// screensFile holds what a reader sees first of every input, in every output of text.
const screensFile = "first-screens.md"

// The first screens are as they were looked at: RUNREPORT_SCREENS=DIR writes the inputs and
// their reports into DIR, to look at the pages: bench/page/screens.mjs photographs them.
// RUNREPORT_SCREEN=NAME writes that of one input.
func TestFirstScreens(t *testing.T) {
	tier.Seconds(t)
	dir := os.Getenv("RUNREPORT_SCREENS")
	kept := dir != ""
	if !kept {
		dir = t.TempDir()
	}
	goldens, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	var b strings.Builder
	b.WriteString("# What is seen first\n\nWritten by TestFirstScreens from made-up logs.\n")
	for _, in := range screenInputs {
		if only := os.Getenv("RUNREPORT_SCREEN"); only != "" && in.name != only || in.name == "many-runs" && !kept && !long() {
			continue
		}
		logs, out := filepath.Join(in.name, "logs"), filepath.Join(in.name, "report")
		in.make(t, logs)
		code, terminal, stderr := call(t, "build", logs, "-o", out, "--format", "html,markdown,json,pr-comment,email")
		if code != exitOK || stderr != "" {
			t.Fatalf("%s: exit %d: %s", in.name, code, stderr)
		}
		b.WriteString("\n## " + in.name + "\n\nTerminal:\n\n" + fenced(terminal))
		b.WriteString("\nMail: " + mailSubject(t, filepath.Join(out, "report.eml")) + "\n")
		note, err := os.ReadFile(filepath.Join(out, "comment.md"))
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(note), "<details>")
		b.WriteString("\nNote:\n\n" + fenced(first))
	}
	if long() || kept {
		return // with the input of 10,000 runs, which is made in long runs only
	}
	screens := filepath.Join(goldens, screensFile)
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		put(t, screens, b.String())
		return
	}
	if want, err := os.ReadFile(screens); err != nil || string(want) != b.String() {
		t.Errorf("%s: %v: what is seen first has changed; look at it, then UPDATE_GOLDEN=1 go test ./cmd/runreport -run FirstScreens\n%s",
			screens, err, firstDifference(b.String(), string(want)))
	}
}

// fenced is a text as a block of code.
func fenced(text string) string { return "```\n" + strings.TrimSpace(text) + "\n```\n" }

var subjectLine = regexp.MustCompile(`(?m)^Subject: (.*(?:\r?\n[ \t].*)*)`)

func mailSubject(t *testing.T, path string) string {
	t.Helper()
	mail, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := subjectLine.FindSubmatch(mail)
	if m == nil {
		t.Fatal("the mail has no subject")
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(strings.ReplaceAll(strings.ReplaceAll(string(m[1]), "\r\n", ""), "\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	return subject
}
