package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// flavour is what the builder of a docs site wants of a Markdown page. Log text is
// escaped in one way for all of them; they differ in where a page lies and in what
// stands around it.
type flavour struct {
	name   string
	page   string // the report's page, in a folder of its own
	nights string // the list of such folders, beside them
	link   string // leads from the list to a page, after the folder's name
	front  bool   // pages begin with front matter
	// constant lines of the front matter, beside title and description
	keys []string
	// untitled pages do not say their title: themes print that of the front matter.
	untitled bool
	split    bool   // what has no place on the first page goes to a page of its own beside it
	fold     string // begins a part that is folded away, around its name
	unfold   string // ends it
	foot     string // ends the list of nights
}

// The ways to fold a part away. A builder that drops HTML or does not read Markdown
// inside of it gets the part unfolded.
const (
	folded   = "<details>\n<summary>%s</summary>"
	marked   = "<details markdown=\"1\">\n<summary>%s</summary>"
	unfolded = "**%s**"
	foldEnd  = "</details>"
)

// flavours lists the builders; the first is for readers that are none.
var flavours = []flavour{
	{name: "none", page: "report.md", nights: "index.md", link: "/report.md", split: true, fold: folded, unfold: foldEnd},
	{name: "mkdocs", page: "report.md", nights: "index.md", link: "/report.md", front: true, fold: unfolded},
	// Docusaurus writes the first heading of a page into a script and escapes only some
	// of it: a backslash at its end is enough to break the build.
	{name: "docusaurus", page: "report.md", nights: "index.md", link: "/report.md", front: true, untitled: true, fold: folded, unfold: foldEnd},
	// A page of Hugo finds the pictures beside it only where it is its folder's index.
	{name: "hugo", page: "index.md", nights: "_index.md", link: "/", front: true, untitled: true, fold: unfolded},
	// The address has to stay beside the pictures, whatever the site's style of
	// permalinks is.
	{name: "jekyll", page: "report.md", nights: "index.md", link: "/report.html", front: true,
		keys: []string{"render_with_liquid: false", "permalink: /:path/:basename:output_ext"}, fold: marked, unfold: foldEnd},
	// A page that no list of nights names yet is no mistake.
	{name: "myst", page: "report.md", nights: "index.md", link: "/report.md", front: true,
		keys: []string{"orphan: true"}, fold: folded, unfold: foldEnd,
		foot: "\n```{toctree}\n:hidden:\n:glob:\n:reversed:\n\n*/report\n```\n"},
}

// FrontMatters lists the builders whose front matter Markdown can be given, and none.
func FrontMatters() []string {
	names := make([]string, len(flavours))
	for i, f := range flavours {
		names[i] = f.name
	}
	return names
}

// flavourOf is the builder of that name; the empty name is none.
func flavourOf(name string) (flavour, error) {
	if name == "" {
		return flavours[0], nil
	}
	i := slices.IndexFunc(flavours, func(f flavour) bool { return f.name == name })
	if i < 0 {
		return flavour{}, fmt.Errorf("unknown front matter %q: known are %s", name, strings.Join(FrontMatters(), ", "))
	}
	return flavours[i], nil
}

// frontMatter is the head of a page, between its lines of dashes; empty where the
// builder wants none.
func (f flavour) frontMatter(title, description string) string {
	if !f.front {
		return ""
	}
	lines := append([]string{"---", "title: " + yamlText(title)}, f.keys...)
	if description != "" {
		lines = append(lines, "description: "+yamlText(description))
	}
	return strings.Join(append(lines, "---", "", ""), "\n")
}

// longest is how much of a text front matter holds, in characters.
const longest = 200

// yamlText is a text as a JSON string, which is YAML too. Themes print titles and
// descriptions as HTML, as Markdown and inside attributes, so that only characters
// without a meaning in any of them stay; the page itself holds the text whole.
func yamlText(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '\'' {
			return '’'
		}
		if unicode.In(r, unicode.L, unicode.M, unicode.N) || strings.ContainsRune(" .,;:()-+%–−…·", r) {
			return r
		}
		return ' '
	}, legible(s))
	return `"` + Cut(strings.Join(strings.Fields(s), " "), longest) + `"`
}
