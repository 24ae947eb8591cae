package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A nightly job: a report into a folder of its own, then the list; twice over.
func TestIndexListsTheNights(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "reports")
	logs := filepath.Join(t.TempDir(), "transitions.jsonl")
	put(t, logs, kahnNight)
	night := func(name string) {
		t.Helper()
		if code, _, stderr := call(t, "build", logs, "-q", "-o", filepath.Join(dir, name), "--format", "markdown,json", "--front-matter", "jekyll"); code != exitOK {
			t.Fatal(stderr)
		}
	}
	index := func() (int, string) {
		code, _, stderr := call(t, "index", dir, "--front-matter", "jekyll", "--title", "Nights")
		return code, stderr
	}
	night("2026-03-12")
	if code, says := index(); code != exitOK || says != "listed 1, the newest is 2026-03-12\n" {
		t.Errorf("exit %d: %s", code, says)
	}
	night("2026-03-13")
	if code, says := index(); code != exitOK || says != "listed 2, the newest is 2026-03-13\n" {
		t.Errorf("exit %d: %s", code, says)
	}
	page, err := os.ReadFile(filepath.Join(dir, "index.md"))
	if err != nil {
		t.Fatal(err)
	}
	first, second := strings.Index(string(page), "(2026-03-13/report.html)"), strings.Index(string(page), "(2026-03-12/report.html)")
	if first < 0 || second < first {
		t.Errorf("the nights are not listed newest first:\n%s", page)
	}
	if err := os.RemoveAll(filepath.Join(dir, "2026-03-13")); err != nil {
		t.Fatal(err)
	}
	if code, says := index(); code != exitOK || says != "listed 1, the newest is 2026-03-12\n" {
		t.Errorf("after a night was removed: exit %d: %s", code, says)
	}
}

func TestIndexRefuses(t *testing.T) {
	dir := t.TempDir()
	logs := filepath.Join(t.TempDir(), "transitions.jsonl")
	put(t, logs, kahnNight)
	put(t, filepath.Join(dir, "broken", "runreport-manifest.json"), "{}")
	put(t, filepath.Join(dir, "taken", "index.md"), "somebody's page")
	for _, out := range []string{"report", "report/night", "taken/night"} {
		if code, _, stderr := call(t, "build", logs, "-q", "-o", filepath.Join(dir, filepath.FromSlash(out)), "--format", "markdown,json"); code != exitOK {
			t.Fatal(stderr)
		}
	}
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no folder", []string{"index"}, exitUsage, "needs one DIR, got 0"},
		{"no such folder", []string{"index", filepath.Join(dir, "none")}, exitInput, "no such file"},
		{"no report", []string{"index", filepath.Join(dir, "taken", "night")}, exitNothing, "no report was found"},
		{"a manifest of somebody else", []string{"index", dir}, exitOK, "not listed: broken/runreport-manifest.json: not a manifest"},
		{"a report itself", []string{"index", filepath.Join(dir, "report")}, exitOutput, "is a report itself"},
		{"somebody's page", []string{"index", filepath.Join(dir, "taken")}, exitOutput, "index.md: in the way"},
		{"unknown builder", []string{"index", dir, "--front-matter", "sphinx"}, exitUsage, "known are none, mkdocs, docusaurus, hugo, jekyll, myst"},
		{"unknown builder of a report", []string{"build", logs, "-o", filepath.Join(dir, "x"), "--front-matter", "sphinx"}, exitUsage, "known are none, mkdocs"},
		{"two indexes for Hugo", []string{"build", logs, "-o", filepath.Join(dir, "x"), "--front-matter", "hugo"}, exitUsage, "add --format markdown,json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if code, _, stderr := call(t, c.args...); code != c.code || !strings.Contains(stderr, c.says) {
				t.Errorf("exit %d, want %d; stderr must say %q:\n%s", code, c.code, c.says, stderr)
			}
		})
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "taken", "index.md")); string(b) != "somebody's page" {
		t.Error("somebody else's page was overwritten")
	}
}
