package main

import (
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/render"
	"runreport/unit/tier"
)

func TestNoteIsTheOneThatBuildWrites(t *testing.T) {
	tier.Seconds(t)
	for _, logs := range []string{demoLogs, hostileLogs(t)} {
		dir := build(t, logs, "--format", "json,pr-comment,step-summary,gitlab-note", "--report-url", "https://example.org/r/")
		files := tree(t, dir)
		for format, file := range map[string]string{"pr-comment": "comment.md", "step-summary": "step-summary.md", "gitlab-note": "gitlab-note.md"} {
			for _, path := range []string{dir, filepath.Join(dir, "summary.json")} {
				code, stdout, stderr := call(t, "note", path, "--format", format, "--report-url", "https://example.org/r/")
				if code != exitOK || stdout != files[file] || len(stdout) < 1000 {
					t.Errorf("note %s of %s: exit %d, %d bytes, build wrote %d: %s", format, path, code, len(stdout), len(files[file]), stderr)
				}
			}
		}
	}
}

func TestNoteRefuses(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "broken", "summary.json"), `{"schema": "runreport.summary/2", "title": `)
	put(t, filepath.Join(dir, "other", "summary.json"), `{"schema": "somebody.else/1"}`)
	put(t, filepath.Join(dir, "none", "notes.txt"), "x")
	good := sharedReport(t, demoLogs, "--format", "json")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no folder", nil, exitUsage, "needs one DIR, got 0"},
		{"not a note", []string{good, "--format", "html"}, exitUsage, "known are pr-comment"},
		{"not https", []string{good, "--report-url", "http://example.org"}, exitUsage, "is not a plain https"},
		{"not there", []string{filepath.Join(dir, "nowhere")}, exitInput, "no such file"},
		{"no report", []string{filepath.Join(dir, "none")}, exitInput, "is no report: it has no summary.json"},
		{"cut off", []string{filepath.Join(dir, "broken")}, exitInput, "is no summary of a report"},
		{"another program's", []string{filepath.Join(dir, "other")}, exitInput, "is no summary of a report"},
	} {
		code, stdout, stderr := call(t, append([]string{"note"}, c.args...)...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit %d, want %d; stderr must say %q:\n%s%s", c.name, code, c.code, c.says, stdout, stderr)
		}
	}
}

func TestNoteFormatsAreOutputs(t *testing.T) {
	known := map[string]bool{}
	for _, name := range render.Names() {
		known[name] = true
	}
	for _, name := range noteFormats {
		if !known[name] {
			t.Errorf("no output is called %s", name)
		}
	}
}

// Texts that hosts of notes act on, besides those of hostile.
var hostileInNotes = []string{
	"@everyone and @octo/team, mail@evil.invalid", "#1, octo/repo#2, GH-3, Fixes #4, closes octo/repo#5", "!6 $7 ~8 ~bug %9 &10 ^alert#11 [vulnerability:12]",
	"da39a3ee5e6b4b0d3255bfef95601890afd80709", "octo/repo@da39a3e", "https://evil.invalid www.evil.invalid", "/close", "@dependabot merge", ":tada:",
	"<!-- runreport:run-report-6b5c209e -->", "</details><h1>x</h1>", "| a |\n| - |", "> [!CAUTION]", "[x]: https://evil.invalid",
}

// What may stand in a note as it is: our own elements and the link to the report.
var (
	noteMarkup = regexp.MustCompile(`</?details>|</?summary>|<!-- runreport:[a-z0-9-]+ -->\n$`)
	noteLink   = "[Full report](https://example.org/r/)"
	liveText   = regexp.MustCompile(`[@#!$~%&^]\w|\[\w|(?i:\bGH-\d)|://|www\.|\b[0-9a-f]{7,}\b|:[a-z]+:`)
	liveSource = regexp.MustCompile("[<>`\\\\@]|\\]\\(|(?m:^/)")
)

func TestNotesOfHostileLogsAreInert(t *testing.T) {
	logs, _ := hostileTree(t, append(slices.Clone(hostile), hostileInNotes...))
	dir := build(t, logs, "--format", "pr-comment,step-summary,gitlab-note", "--report-url", "https://example.org/r/")
	for name, note := range tree(t, dir) {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		for _, seen := range []string{"everyone", "evil.invalid"} {
			if name != "comment.md" && !strings.Contains(note, seen) { // a comment has less room
				t.Errorf("%s does not show %s: the texts are not in it", name, seen)
			}
		}
		source := strings.Replace(noteMarkup.ReplaceAllString(note, ""), noteLink, "", 1)
		source = regexp.MustCompile(`(?m)^> `).ReplaceAllString(source, "")
		if found := liveSource.FindString(source); found != "" {
			t.Errorf("%s holds %q", name, found)
		}
		text := html.UnescapeString(regexp.MustCompile(`(?m)^#+ `).ReplaceAllString(source, ""))
		if found := liveText.FindString(text); found != "" {
			t.Errorf("%s reads %q, which a host acts on", name, found)
		}
	}
}
