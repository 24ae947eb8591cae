package config

import (
	"path/filepath"
	"strings"
	"testing"
)

// The cases are those of GitHub's description of CODEOWNERS: a later rule outweighs an earlier
// one, a slash at the front or inside ties a pattern to the root, one at the end means a folder.
func TestOwners(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), Name), `owners: |
  *              @acme/everybody
  *.spec.ts      @acme/web  # and their fixtures
  /kahn/         @acme/builds ops@example.org
  checkout-e2e   @acme/payments
  docs/*         docs@example.org
  /quiet/**
  apps/          @acme/deep/group
`)
	c, err := Load(Sources{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ names, want string }{
		{"anything", "@acme/everybody"},
		{"web/api/cart.spec.ts/pays api/cart.spec.ts", "@acme/web"},
		{"kahn/shop/deploy shop/deploy deploy", "@acme/builds ops@example.org"},
		{"kahn/shop/checkout-e2e checkout-e2e", "@acme/payments"}, // the last rule of any of its names
		{"docs/start.md", "docs@example.org"},
		{"docs/build/start.md", "@acme/everybody"},
		{"quiet/step", ""},
		{"kahn/apps/web/x", "@acme/deep/group"},
	} {
		if got := c.Owners.Of(strings.Fields(x.names)); got != x.want {
			t.Errorf("%s: %q, want %q", x.names, got, x.want)
		}
	}
	if got := (*Owners)(nil).Of([]string{"x"}); got != "" {
		t.Errorf("without rules: %q", got)
	}
}

func TestOwnersOfAFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".github", "CODEOWNERS"), "\ufeff# comment\n\n*.go @acme/go\n")
	c, err := Load(Sources{Path: write(t, filepath.Join(dir, Name), "owners: .github/CODEOWNERS\n")})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Owners.Of([]string{"cmd/main.go"}); got != "@acme/go" {
		t.Errorf("%q", got)
	}
	if !strings.Contains(c.YAML(false), "owners: \".github/CODEOWNERS\"\n") {
		t.Errorf("%s", c.YAML(false))
	}
}

func TestNamesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"title: ''":                                 ":1: title: is empty",
		"noise: loud":                               `:1: noise: saw "loud", expected repeats or across-cycles`,
		"series:\n  by: [runer]":                    `:2: series.by: saw "runer", expected one of variant,`,
		"series:\n  by: [runner, runner]":           `:2: series.by: "runner" stands twice`,
		"series:\n  by: runner":                     ":2: series.by: saw string, expected a list",
		"owners: nowhere/CODEOWNERS":                ":1: owners: ",
		"owners:\n  - '*.go team'":                  ":2: owners: line 1: ",
		"owners:\n  - '*.go @a'\n  - '[Docs] @b'":   ":2: owners: line 2: sections, as GitLab has them, are not read",
		"aliases:\n  step: {a: b}":                  `:2: aliases has no "step"; did you mean "steps"?`,
		"aliases:\n  steps: {a: b, b: a}":           `aliases.steps: "a" leads back to itself`,
		"aliases:\n  steps: {a: ''}":                ":2: aliases.steps.a: is empty",
		"aliases:\n  subjects:\n    a: b\n    a: c": `[4:5] mapping key "a"`,
	} {
		_, err := Load(Sources{Path: write(t, filepath.Join(t.TempDir(), Name), text)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
