package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"runreport/render/publish"
	"runreport/unit/program"
	"runreport/unit/tier"
	"strings"
	"testing"
)

// TestSiteBuiltOverIsBuiltAfresh changes logs and options, one thing after another, and
// builds over what is there: every byte is that of a build into an empty folder.
func TestSiteBuiltOverIsBuiltAfresh(t *testing.T) {
	tier.Slow(t, "builds one site over another")
	tier.Seconds(t)
	t.Parallel()
	dir := t.TempDir()
	logs, out := filepath.Join(dir, "nightly"), filepath.Join(dir, "report")
	if err := os.CopyFS(logs, os.DirFS(demoLogs+"/shop-builds")); err != nil {
		t.Fatal(err)
	}
	const night, oneBuild = "2026-03-12", "2026-03-12T01"
	edit := func(old, new string) func() error {
		return func() error {
			changed := 0
			err := filepath.WalkDir(filepath.Join(logs, oneBuild), func(p string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				content, err := os.ReadFile(p)
				if err != nil || !strings.Contains(string(content), old) {
					return err
				}
				changed++
				return os.WriteFile(p, []byte(strings.ReplaceAll(string(content), old, new)), 0o666)
			})
			if err == nil && changed == 0 {
				t.Errorf("no log of %s says %s", oneBuild, old)
			}
			return err
		}
	}
	move := func(from, to string) func() error {
		return func() error { return os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)) }
	}
	for _, step := range []struct {
		name   string
		change func() error
		flags  []string
	}{
		{name: "the first", change: func() error { return nil }},
		{name: "the same again", change: func() error { return nil }, flags: []string{"--jobs", "7"}},
		{name: "a quoted line", change: edit("pnpm e2e", "pnpm e2f")},
		{name: "a build less", change: move("nightly/"+oneBuild, oneBuild)},
		{name: "the build again", change: move(oneBuild, "nightly/"+oneBuild), flags: []string{"--jobs", "1"}},
		{name: "the name of a step", change: edit("checkout-e2e", "checkout-end")},
		{name: "another title", change: func() error { return nil }, flags: []string{"--title", "Nights"}},
		{name: "a page edited", change: func() error {
			return os.WriteFile(filepath.Join(out, "site", "nights", night+".html"), []byte("mine"), 0o666)
		}},
	} {
		flags := append([]string{logs, "--format", "site"}, step.flags...)
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := call(t, append([]string{"build", "-q", "-o", out}, flags...)...); code != exitOK {
			t.Fatalf("%s: exit %d: %s", step.name, code, stderr)
		}
		over, fresh := tree(t, out), tree(t, build(t, flags...))
		for name := range over {
			if _, there := fresh[name]; !there {
				t.Errorf("%s: %s is left over", step.name, name)
			}
		}
		for name, content := range fresh {
			if over[name] != content {
				t.Errorf("%s: %s has other bytes than that of a fresh build", step.name, name)
			}
		}
		if !strings.Contains(over[publish.ManifestName], `"program": "`+program.SHA256()+`"`) {
			t.Errorf("%s: the manifest does not name the program", step.name)
		}
	}
}
