package sitetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The checks find what they are for.
func TestPageChecks(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "x.svg"), []byte("<svg/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	page := func(content string) Page {
		t.Helper()
		p, err := parse(root, filepath.Join(root, "a", "index.html"), []byte(content))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const source = "---\ntitle: \"x\"\n---\n\n# Title\n\n- one:\n    - &#123;two&#125; \"quoted\" --x\n\n| a |\n| --- |\n| b |\n"
	const good = "<h1>Title<a class='headerlink'>#</a></h1><ul><li>one:<ul><li>{two} “quoted” –x</li></ul></li></ul><table><tr><th>a</th></tr><tr><td>b</td></tr></table>"
	if err := page(good).Says(source); err != nil {
		t.Error(err)
	}
	for _, changed := range []string{"{two}", "quoted", "–x", "<td>b</td>", "Title"} {
		if err := page(strings.Replace(good, changed, "49", 1)).Says(source); err == nil || !strings.Contains(err.Error(), "where is the") {
			t.Errorf("a page without %s: %v", changed, err)
		}
	}
	if err := page(good).Says("---\ntitle: \"x\"\n---\n"); err == nil {
		t.Error("nothing was compared, and nobody minds")
	}
	for content, want := range map[string]string{
		`<p title="alert(1)">alert(1)</p><a href="#alert(1)">x</a><img src="../x.svg"><img src="/x.svg"><script type="application/ld+json">{"a":"alert(1)"}</script>`: "",
		`<script>window.__pwned=1</script>`:       "a script has",
		`<img src="../x.svg" onerror="alert(1)">`: "onerror",
		`<a href="javascript:alert(1)">x</a>`:     "javascript",
		`<img src="https://evil.example/">`:       "not a file of the site",
		`<img src="x.svg">`:                       "not a file of the site",
		`<iframe></iframe>`:                       "there is a <iframe>",
	} {
		wrong, _ := page(content).Live()
		if got := strings.Join(wrong, "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", content, got, want)
		}
	}
	to := Page{root: root, path: filepath.Join(root, "b", "index.html")}
	for address, want := range map[string]bool{"../b/": true, "/b/index.html": true, "../b": true, "b/": false, "https://b.example/b/": false} {
		if got := page(`<a href="` + address + `">x</a>`).LeadsTo(to); got != want {
			t.Errorf("a link to %s leads there: %v", address, got)
		}
	}
}
