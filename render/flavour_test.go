package render

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

func TestFrontMatter(t *testing.T) {
	for name, want := range map[string]struct{ file, begins string }{
		"":           {"report.md", "# Nightly calibration, week 10\n\n**✕ Failed: 1 recall regression, 1 new failure**"},
		"none":       {"report.md", "# Nightly calibration, week 10\n\n**✕ Failed: 1 recall regression, 1 new failure**"},
		"mkdocs":     {"report.md", "---\ntitle: \"Nightly calibration, week 10, 2026-03-07\"\ndescription: \"Failed: 1 recall regression, 1 new failure\"\n---\n\n# Nightly"},
		"docusaurus": {"report.md", "---\ntitle: \"Nightly"},
		"hugo":       {"index.md", "---\ntitle: \"Nightly"},
		"jekyll":     {"report.md", "---\ntitle: \"Nightly calibration, week 10, 2026-03-07\"\nrender_with_liquid: false\npermalink: /:path/:basename:output_ext\ndescription: "},
		"myst":       {"report.md", "---\ntitle: \"Nightly calibration, week 10, 2026-03-07\"\norphan: true\ndescription: "},
	} {
		files, err := collected(withoutCharts(fixture()), []string{"markdown"}, Options{FrontMatter: name})
		if err != nil {
			t.Fatal(err)
		}
		if files[0].Path != want.file || !strings.HasPrefix(string(files[0].Content), want.begins) {
			t.Errorf("%q: %s begins\n%.300s\nwant %s with\n%s", name, files[0].Path, files[0].Content, want.file, want.begins)
		}
	}
	if _, err := collected(fixture(), []string{"markdown"}, Options{FrontMatter: "sphinx"}); err == nil || !strings.Contains(err.Error(), `unknown front matter "sphinx": known are none, mkdocs`) {
		t.Errorf("an unknown builder: %v", err)
	}
}

// A text in front matter is a string of one line, of characters that no theme takes
// for anything but themselves.
func TestFrontMatterOfHostileText(t *testing.T) {
	line := regexp.MustCompile(`^[a-z_]+: ("[^"\\<>{}\[\]&|*_$#@~^!` + "`" + `\x00-\x1f]*"|false|true|/:path/:basename:output_ext)$`)
	for _, f := range flavours[1:] {
		for _, s := range hostile {
			lines := strings.Split(f.frontMatter(s, s), "\n")
			last := len(lines) - 1
			if lines[0] != "---" || lines[last-2] != "---" || lines[last-1]+lines[last] != "" {
				t.Errorf("%s: %q is not between dashes: %q", f.name, s, lines)
			}
			for _, l := range lines[1 : last-2] {
				if !line.MatchString(l) {
					t.Errorf("%s: %q gives the line %q", f.name, s, l)
				}
				var value any
				if _, v, _ := strings.Cut(l, ": "); strings.HasPrefix(v, `"`) && json.Unmarshal([]byte(v), &value) != nil {
					t.Errorf("%s: %q gives %s, which is no JSON string", f.name, s, v)
				}
			}
		}
	}
}

// What is folded away for one builder is there for all, under the same name.
func TestFoldedPartsAreInEveryFlavour(t *testing.T) {
	words := func(name string) []string {
		files, err := collected(withoutCharts(fixture()), []string{"markdown"}, Options{FrontMatter: name})
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, f := range files {
			text += string(f.Content)
		}
		text = text[strings.Index(text, "## Top problems"):]
		return strings.Fields(regexp.MustCompile(`</?(details|summary)[^>]*>`).ReplaceAllString(strings.ReplaceAll(text, "**", ""), " "))
	}
	want := words("none")
	for _, name := range FrontMatters() {
		if got := words(name); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s says other words than none", name)
		}
	}
}
