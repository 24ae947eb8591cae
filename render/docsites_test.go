package render

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/render/sitetest"
	"runreport/unit/tier"
)

// siteTexts are texts that builders of docs sites read more into than Markdown says.
var siteTexts = []string{
	`{% include secret.md %} {% assign x = 1 %}{{ x }} {{ site.title }}`, `{% unclosed`, `{{ unclosed`, `{# comment #} {% raw %}x{% endraw %}`,
	`{{ config.site_name }} {{ secret }} {{ 7 * 7 }}`, `{{< ref "nowhere" >}} {{</* x */>}} {{% details %}}`,
	`{process.exit(1)} {globalThis.__pwned = 1} {/* x */}`, `<Component prop={x} /> </Unopened> <Unclosed> <>`,
	`export default () => null`, `import('x')`, `exports`,
	"{py:func}`x` {math}`1` {abbr}`a (b)` {doc}`/secret`", "```{include} /etc/hostname\n```", "```{eval-rst}\n.. raw:: html\n```", ".. include:: /etc/hostname",
	`--8<-- "secret.md"`, `;--8<-- "secret.md"`, `-8<- "secret.md"`,
	`{: onclick="alert(1)" .x #y } {:toc} {::options auto_ids="false" /}`, `{ #id .class onclick=alert(1) }`,
	`*[HTML]: Hyper`, `[TOC]`, `[[toc]] [[wiki link]]`, `\(x\) \[y\] $z$ $$w$$`, `++ctrl+alt+del++ ^^ins^^ {++add++} {--del--} {~~a~>b~~} {==h==}{>>c<<}`,
	`!!! danger "x"`, `??? note`, `=== "Tab"`, `:::danger x`, `:::{note}`, `::directive{x=1}`, `:role[x]{y=1} :fa-x: :material-x:`, `> [!NOTE] x`,
	`[x]: y`, `[^x]`, `![x][y]`, `- [ ] task`, `Term : definition`, `: definition`, `| just | a | row |`, `+---+`, "---\ntitle: x\n---", `+++ x = 1 +++`,
	`<?php echo 1 ?>`, `<!-- comment`, `<![CDATA[x]]>`, `<!doctype x>`, `<%= 1 %>`, `&copy; &#x3c;script&#x3e;`, `"quotes" 'single' -- --- ...`,
}

// Every builder builds a page of each hostile text in every field of a report, shows
// it as it is and does nothing that it says.
func TestDocsSitesShowTextAsText(t *testing.T) {
	tier.Slow(t, "builds docs sites with their own programs")
	pages := map[string][][]byte{} // by flavour
	// An empty text leaves its line out, and with it the page's order.
	texts := slices.DeleteFunc(append(slices.Clone(hostile), siteTexts...), func(s string) bool { return strings.TrimSpace(s) == "" })
	for _, b := range sitetest.Builders() {
		t.Run(b.Name, func(t *testing.T) {
			site := sitetest.New(t, b)
			f, err := flavourOf(b.Flavour)
			if err != nil {
				t.Fatal(err)
			}
			if pages[b.Flavour] == nil {
				pages[b.Flavour] = hostilePages(t, texts, b.Flavour)
			}
			var nights []Night
			for i, page := range pages[b.Flavour] {
				n := Night{Folder: fmt.Sprintf("text-%03d", i), Verdict: "Error: " + texts[i]}
				nights = append(nights, n)
				putInto(t, filepath.Join(site.Reports(), n.Folder), File{Path: f.page, Content: page})
			}
			whole, err := collected(fixture(), []string{"markdown", "json"}, Options{FrontMatter: b.Flavour})
			if err != nil {
				t.Fatal(err)
			}
			putInto(t, filepath.Join(site.Reports(), "whole"), whole...)
			list, err := NightList("Nights", append(nights, Night{Folder: "whole"}), Options{FrontMatter: b.Flavour})
			if err != nil {
				t.Fatal(err)
			}
			putInto(t, site.Reports(), list...)

			site.Build(t)

			built := []sitetest.Page{checkBuilt(t, site.Page(t, "whole"), whole[0].Content, len(charts(fixture().Sections)))}
			for i, source := range pages[b.Flavour] {
				built = append(built, checkBuilt(t, site.Page(t, nights[i].Folder), source, 0))
			}
			index := checkBuilt(t, site.List(t), []byte(strings.TrimSuffix(string(list[0].Content), f.foot)), 0)
			for _, page := range built {
				if !index.LeadsTo(page) {
					t.Errorf("the list does not lead to %s", page)
				}
			}
		})
	}
}

// checkBuilt checks that a page says what its source does, and does nothing.
func checkBuilt(t *testing.T, page sitetest.Page, source []byte, pictures int) sitetest.Page {
	t.Helper()
	if err := page.Says(string(source)); err != nil {
		t.Error(err)
	}
	wrong, n := page.Live()
	for _, w := range wrong {
		t.Error(w)
	}
	if n != pictures {
		t.Errorf("%s has %d pictures, want %d", page, n, pictures)
	}
	return page
}

// hostilePages are reports with each of the texts everywhere.
func hostilePages(t *testing.T, texts []string, flavour string) [][]byte {
	t.Helper()
	pages := make([][]byte, len(texts))
	for i, s := range texts {
		files, err := collected(withoutCharts(poisoned(s)), []string{"markdown"}, Options{FrontMatter: flavour})
		if err != nil {
			t.Fatal(err)
		}
		pages[i] = files[0].Content
	}
	return pages
}
