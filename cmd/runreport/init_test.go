package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// The configuration that init writes sets nothing, and with every comment taken away sets
// what holds anyway.
func TestInitWritesTheDefaults(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	_, defaults, _ := call(t, "config", "show", "--origin")
	code, stdout, stderr := call(t, "init")
	if code != exitOK || stderr != "" || stdout != "runreport.schema.json\nrunreport.yaml\n" {
		t.Fatalf("exit %d: %s%s", code, stdout, stderr)
	}
	if _, got, _ := call(t, "config", "show", "--origin"); got != defaults || strings.Contains(got, "runreport.yaml:") {
		t.Errorf("with the new file this holds:\n%s", got)
	}
	_, schema, _ := call(t, "config", "schema")
	files := tree(t, dir)
	if files["runreport.schema.json"] != schema {
		t.Error("the schema is not what config schema prints")
	}
	settings, _, _ := strings.Cut(files["runreport.yaml"], "\n# Who is named beside")
	open := regexp.MustCompile(`(?m)^# ( *[a-z_]+(-[a-z]+)*:( .*)?)$`).ReplaceAllString(strings.Replace(settings, "# yaml-language-server", "#yaml", 1), "$1")
	put(t, filepath.Join(dir, "runreport.yaml"), open+"\n")
	_, want, _ := call(t, "config", "show", "--no-config")
	code, got, stderr := call(t, "config", "show", "--origin")
	if code != exitOK || strings.Count(got, "runreport.yaml:") < 20 {
		t.Errorf("exit %d: %s\n%s", code, stderr, got)
	}
	if _, got, _ := call(t, "config", "show"); got != want {
		t.Errorf("opened it sets something else:\n%s", got)
	}
}

// Its examples are read, set what they show, and are the examples of the guide.
func TestInitShowsExamples(t *testing.T) {
	dir := t.TempDir()
	guide, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	call(t, "init")
	written := tree(t, dir)["runreport.yaml"]
	all := ""
	for _, e := range examples {
		if block := "```yaml\n" + e.yaml + "```"; !strings.Contains(string(guide), block) {
			t.Errorf("docs/configuration.md has no block\n%s", block)
		}
		if commented := "# " + strings.ReplaceAll(strings.TrimSpace(e.yaml), "\n", "\n# ") + "\n"; !strings.Contains(written, commented) {
			t.Errorf("init does not write\n%s", commented)
		}
		all += e.yaml
	}
	put(t, filepath.Join(dir, "runreport.yaml"), all)
	code, got, stderr := call(t, "config", "show")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, want := range []string{
		`  - "checkout-e2e    @acme/payments"`, "  subjects:\n    \"old-shop\": \"shop\"", `"shop/pay": "payment"`,
		`by: ["runner", "label:os"]`, `name: "nightly"`, `key: "flake/kahn/shop/checkout-e2e"`, "until: 2027-01-31",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not set %s:\n%s", want, got)
		}
	}
}

func TestInitWritesTheDocumentedWorkflows(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	if code, _, stderr := call(t, "init", dir, "--github", "--gitlab"); code != exitOK {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	files := tree(t, dir)
	for path, documented := range map[string]string{
		".github/workflows/runreport-nightly.yml": "github-nightly.yml", ".github/workflows/runreport-pull-request.yml": "github-pull-request.yml",
		".github/workflows/runreport-comment.yml": "github-comment.yml", ".gitlab-ci.yml": "gitlab-ci.yml",
	} {
		want, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci", documented))
		if err != nil || files[path] != string(want) {
			t.Errorf("%s is not docs/ci/%s (%v)", path, documented, err)
		}
	}
	put(t, filepath.Join(dir, "runreport.yaml"), "mine")
	if err := os.Remove(filepath.Join(dir, "runreport.schema.json")); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := call(t, "init", dir)
	if code != exitOutput || !strings.Contains(stderr, "refusing to overwrite") || !strings.Contains(stdout, "runreport.schema.json") || tree(t, dir)["runreport.yaml"] != "mine" {
		t.Errorf("exit %d: %s%s", code, stdout, stderr)
	}
}

func TestOpenAsksTheBrowser(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the program that shows pages has another name")
	}
	dir := t.TempDir()
	bin, report := filepath.Join(dir, "bin"), filepath.Join(dir, "report")
	put(t, filepath.Join(report, "index.html"), "<!doctype html>")
	put(t, filepath.Join(bin, "xdg-open"), "#!/bin/sh\nprintf %s \"$1\" > \"$ASKED\"\n")
	if err := os.Chmod(filepath.Join(bin, "xdg-open"), 0o700); err != nil {
		t.Fatal(err)
	}
	asked, page := filepath.Join(dir, "asked"), filepath.Join(report, "index.html")
	t.Setenv("ASKED", asked)
	t.Setenv("PATH", bin+":/bin:/usr/bin")
	t.Chdir(dir)
	for _, args := range [][]string{{"open"}, {"open", report}, {"open", page}} {
		_ = os.Remove(asked)
		code, stdout, stderr := call(t, args...)
		if got, _ := os.ReadFile(asked); code != exitOK || string(got) != page || stdout != page+"\n" {
			t.Errorf("%v: exit %d, asked for %q: %s%s", args, code, got, stdout, stderr)
		}
	}
	if code, _, stderr := call(t, "open", filepath.Join(dir, "none")); code != exitInput || !strings.Contains(stderr, "no page at") {
		t.Errorf("of nothing: exit %d, %s", code, stderr)
	}
	t.Setenv("PATH", filepath.Join(dir, "none"))
	if code, stdout, stderr := call(t, "open", report); code != exitOutput || stdout != page+"\n" || !strings.Contains(stderr, "runreport serve") {
		t.Errorf("without a browser: exit %d, %s%s", code, stdout, stderr)
	}
}

func TestMisspeltValues(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"build", demoLogs, "--format", "markdwon"}, "did you mean markdown?"},
		{[]string{"build", demoLogs, "--front-matter", "mkdoc"}, "did you mean mkdocs?"},
		{[]string{"note", demoLogs, "--format", "gitlab-not"}, "did you mean gitlab-note?"},
		{[]string{"build", demoLogs, "--format", "pdf"}, "known are html"},
	} {
		code, _, stderr := call(t, c.args...)
		if code != exitUsage || !strings.Contains(stderr, c.says) || strings.Contains(c.says, "known") && strings.Contains(stderr, "did you mean") {
			t.Errorf("%v: exit %d, %s", c.args, code, stderr)
		}
	}
}
