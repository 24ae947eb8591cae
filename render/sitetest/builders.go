// Package sitetest builds docs sites of Markdown pages with the builders that people
// use, for tests, and reads what was built.
package sitetest

import (
	"os"
	"slices"
	"strings"
)

// Builder is one builder of docs sites, set up as its users would, with what reads
// more into a text than plain Markdown switched on.
type Builder struct {
	Name    string // of the test
	Flavour string // as --front-matter spells it
	program string // its name on PATH and in the folder of tools
	args    []string
	site    map[string]string // the files around the reports
	reports string            // the folder of reports
	out     string            // the folder of the built site
	list    string            // the built list of reports, below the built folder of reports
	page    string            // a built report, below its own folder
	edit    func(page string) string
	// heavy says that installing the builder and building with it takes minutes of the processor:
	// .ci/nightly tries it, not every change.
	heavy bool
}

// Builders lists those that are tried: all with RUNREPORT_LONG, else those that are not heavy.
func Builders() []Builder {
	if os.Getenv("RUNREPORT_LONG") != "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(b Builder) bool { return b.heavy })
}

// all lists every builder.
var all = []Builder{
	{Name: "MkDocs", Flavour: "mkdocs", program: "mkdocs", args: []string{"build", "--strict", "--quiet"},
		site:    map[string]string{"mkdocs.yml": "site_name: Site\n", "docs/index.md": "# Home\n"},
		reports: "docs/reports", out: "site/reports", list: "index.html", page: "report/index.html"},
	{Name: "Material for MkDocs with extensions", Flavour: "mkdocs", program: "mkdocs", args: []string{"build", "--strict", "--quiet"},
		site:    map[string]string{"mkdocs.yml": material, "docs/index.md": "# Home\n", "docs/secret.md": "# Included from elsewhere\n"},
		reports: "docs/reports", out: "site/reports", list: "index.html", page: "report/index.html"},
	{Name: "Sphinx with MyST", Flavour: "myst", program: "sphinx-build", args: []string{"-W", "-q", "-b", "html", ".", "_build"},
		site:    map[string]string{"conf.py": sphinx, "index.md": "# Home\n\n```{toctree}\nreports/index\n```\n"},
		reports: "reports", out: "_build/reports", list: "index.html", page: "report.html"},
	{Name: "Hugo", Flavour: "hugo", program: "hugo", args: []string{"--quiet", "--panicOnWarning"},
		site:    map[string]string{"hugo.toml": hugo, "layouts/_default/single.html": hugoPage, "layouts/_default/list.html": hugoPage},
		reports: "content/reports", out: "public/reports", list: "index.html", page: "index.html"},
	{Name: "Hugo of Debian with raw HTML", Flavour: "hugo", program: "/usr/bin/hugo", args: []string{"--quiet", "--panicOnWarning", "--config", "hugo.toml"},
		site:    map[string]string{"hugo.toml": hugo + hugoUnsafe, "layouts/_default/single.html": hugoPage, "layouts/_default/list.html": hugoPage},
		reports: "content/reports", out: "public/reports", list: "index.html", page: "index.html"},
	{Name: "Jekyll", Flavour: "jekyll", program: "jekyll", args: []string{"build", "--quiet"},
		site:    map[string]string{"_config.yml": "title: Site\npermalink: pretty\n", "index.md": "---\ntitle: Home\n---\n# Home\n"},
		reports: "reports", out: "_site/reports", list: "index.html", page: "report.html"},
	// Jekyll 3, which GitHub Pages builds with, does not know the key that keeps
	// Liquid off a page.
	{Name: "Jekyll with Liquid", Flavour: "jekyll", program: "jekyll", args: []string{"build", "--quiet"},
		site:    map[string]string{"_config.yml": "title: Site\nliquid:\n  error_mode: strict\n", "index.md": "---\ntitle: Home\n---\n# Home\n"},
		reports: "reports", out: "_site/reports", list: "index.html", page: "report.html",
		edit: func(page string) string { return strings.Replace(page, "render_with_liquid: false\n", "", 1) }},
	{Name: "Docusaurus", Flavour: "docusaurus", program: "docusaurus", args: []string{"build", "--no-minify"},
		site:    map[string]string{"docusaurus.config.js": docusaurus, "docs/index.md": "# Home\n", "package.json": "{}"},
		reports: "docs/reports", out: "build/reports", list: "index.html", page: "report/index.html", heavy: true},
}

const material = `site_name: Site
theme:
  name: material
plugins:
  - search
  - macros
markdown_extensions:
  - abbr
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - toc:
      permalink: true
  - pymdownx.arithmatex
  - pymdownx.betterem
  - pymdownx.caret
  - pymdownx.critic
  - pymdownx.details
  - pymdownx.emoji
  - pymdownx.inlinehilite
  - pymdownx.keys
  - pymdownx.magiclink
  - pymdownx.mark
  - pymdownx.snippets:
      base_path: docs
  - pymdownx.superfences
  - pymdownx.tasklist
  - pymdownx.tilde
`

const sphinx = `project = "Site"
extensions = ["myst_parser"]
myst_enable_extensions = ["amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath",
    "fieldlist", "html_admonition", "html_image", "linkify", "strikethrough", "substitution", "tasklist"]
myst_substitutions = {"secret": "Included from elsewhere"}
`

const hugo = `baseURL = "https://docs.example/site/"
title = "Site"
enableEmoji = true
disableKinds = ["taxonomy", "term", "RSS", "sitemap", "home"]
`

const hugoUnsafe = `[markup.goldmark.renderer]
unsafe = true
[markup.goldmark.parser.attribute]
block = true
`

const hugoPage = "<!doctype html><html><head><title>{{ .Title }}</title></head><body><main><h1>{{ .Title }}</h1>{{ .Content }}</main></body></html>\n"

const docusaurus = `module.exports = {
  title: 'Site', url: 'https://docs.example', baseUrl: '/', onBrokenLinks: 'throw', onBrokenAnchors: 'throw',
  plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/' }]],
  themes: ['@docusaurus/theme-classic'],
};
`
