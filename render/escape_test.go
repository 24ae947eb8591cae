package render

import (
	"bytes"
	stdhtml "html"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
)

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		// Words of our own stay readable.
		"Recall fell from 0.80 to 0.50 (8 of 10, then 5 of 10); p = 0.03.": "Recall fell from 0.80 to 0.50 (8 of 10, then 5 of 10); p = 0.03.",
		"took 1 h 04 min, −0.30, +0.22, 33 %, 14-61 %, 2026-03-07":         "took 1 h 04 min, −0.30, +0.22, 33 %, 14-61 %, 2026-03-07",
		"the log's verdict: \"ship\"":                                      "the log's verdict: \"ship\"",
		"nights/2026-03-06.jsonl:131":                                      "nights/2026-03-06.jsonl:131",
		"+0.22":                                                            "+0.22",
		"-3 s":                                                             "-3 s",
		"run_state.jsonl":                                                  "run_state.jsonl",
		"/var/log/x":                                                       "/var/log/x",
		"12:30:45":                                                         "12:30:45",
		"important":                                                        "&#105;mportant",
		"imports":                                                          "&#105;mports",
		"the import":                                                       "the import",
		"  folded \n lines ":                                               "folded lines",
		"- item":                                                           "&#45; item",
		"-":                                                                "&#45;",
		"---":                                                              "&#45;&#45;&#45;",
		"1. one":                                                           "1&#46; one",
		"a) b":                                                             "a&#41; b",
		"1.5 s":                                                            "1.5 s",
		"_x_ __init__ a_b":                                                 "&#95;x&#95; &#95;&#95;init&#95;&#95; a_b",
		"a|b`c`<d>{e}[f](g)*h*~i~^j^\\k":                                   "a&#124;b&#96;c&#96;&#60;d&#62;&#123;e&#125;&#91;f&#93;(g)&#42;h&#42;&#126;i&#126;&#94;j&#94;&#92;k",
		"https://a.example www.a.example":                                  "https&#58;\u200B//a.example www\u200B&#46;a.example",
		"@octocat":                                                         "&#64;\u200Boctocat",
		"a #12 b # c":                                                      "a &#35;\u200B12 b &#35; c",
		"GH-12, high-12":                                                   "GH&#45;\u200B12, high-12",
		"x {#id} ::x":                                                      "x &#123;\u200B&#35;id&#125; &#58;&#58;\u200Bx",
		"log.jsonl:131":                                                    "log.jsonl:131",
		":smile: x:30: :100:":                                              "&#58;\u200Bsmile: x:30: &#58;\u200B100:",
		"--8<-- ++x++ ==y==":                                               "&#45;&#45;8&#60;&#45;&#45; &#43;&#43;x&#43;&#43; &#61;&#61;y&#61;&#61;",
		"(target)=":                                                        "(target)&#61;",
		`C:\\x \" \. \x`:                                                   "C&#58;&#92;\u200B&#92;x &#92;\u200B\" &#92;\u200B. &#92;x",
		"a\u202Eb":                                                         "a&#92;u202Eb",
		"":                                                                 "",
	} {
		if got := escape(in); got != want {
			t.Errorf("escape(%q)\n got %s\nwant %s", in, got, want)
		}
	}
}

// reader reads Markdown as the most eager of CommonMark's readers does.
var reader = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList),
	goldmark.WithParserOptions(parser.WithAttribute(), parser.WithAutoHeadingID()),
)

// contexts are the places in a report that a text may stand in, as Markdown with
// the text as %%, and the HTML they must give.
var contexts = []struct{ name, source, want string }{
	{"paragraph", "before\n\n%%\n\nafter\n", "<p>before</p>\n<p>%%</p>\n<p>after</p>\n"},
	{"second line", "before\n%%\n", "<p>before\n%%</p>\n"},
	{"item", "- **Error:** x %%\n", "<ul>\n<li><strong>Error:</strong> x %%</li>\n</ul>\n"},
	{"bare item", "- %%\n- y\n", "<ul>\n<li>%%</li>\n<li>y</li>\n</ul>\n"},
	{"heading", "# x %%\n", "<h1>x %%</h1>\n"},
	{"strong", "**%%**\n", "<p><strong>%%</strong></p>\n"},
	{"picture", "![%%](charts/x.svg)\n", "<p><img src=\"charts/x.svg\" alt=\"%%\"></p>\n"},
	{"table", "| a | %% |\n| --- | ---: |\n| %% | b |\n",
		"<table>\n<thead>\n<tr>\n<th>a</th>\n<th style=\"text-align:right\">%%</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>%%</td>\n<td style=\"text-align:right\">b</td>\n</tr>\n</tbody>\n</table>\n"},
}

// checkEscaped holds that an escaped text gives itself in every context: no
// construct, no further cell, no lost character.
func checkEscaped(t *testing.T, s string) {
	t.Helper()
	escaped := escape(s)
	if !utf8.ValidString(escaped) || strings.ContainsAny(escaped, "|`<>{}[]*~^\\@$\n\r\t") || strings.Contains(escaped, "  ") {
		t.Errorf("escape(%q) = %q has what it may never have", s, escaped)
	}
	plain := strings.Join(strings.Fields(legible(s)), " ")
	if got := strings.ReplaceAll(stdhtml.UnescapeString(escaped), zeroWidthSpace, ""); got != plain {
		t.Errorf("escape(%q) reads as %q, want %q", s, got, plain)
	}
	if plain == "" {
		return // nothing stands there
	}
	for _, c := range contexts {
		source := strings.ReplaceAll(c.source, "%%", escaped)
		var b bytes.Buffer
		if err := reader.Convert([]byte(source), &b); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		if i := strings.Index(got, ` id="`); i >= 0 { // a heading's, made of its text
			got = got[:i] + got[i+strings.Index(got[i:], ">"):]
		}
		got = strings.ReplaceAll(stdhtml.UnescapeString(got), zeroWidthSpace, "")
		if want := strings.ReplaceAll(c.want, "%%", plain); got != want {
			t.Errorf("%q in a %s gives\n%s\nwant\n%s", s, c.name, got, want)
		}
	}
}

func TestEscapeHostile(t *testing.T) {
	for _, s := range hostile {
		checkEscaped(t, s)
	}
	// Every character, and every pair of those that mean something, at the start,
	// inside and at the end.
	const marks = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~a1Z9\n\t"
	for _, a := range marks {
		for _, b := range marks {
			pair := string(a) + string(b)
			for _, s := range []string{pair, pair + " x", "x" + pair + "y", "x " + pair + " y", "x " + pair, pair + pair + pair, "1" + pair + " x", pair + "x" + pair} {
				checkEscaped(t, s)
			}
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkEscaped(t, s) })
}

// TestMarkdownOfHostileReport reads a whole report of hostile texts: its
// structure is that of one of harmless texts.
func TestMarkdownOfHostileReport(t *testing.T) {
	want := rendered(t, withoutCharts(poisoned("harmless")), "markdown")
	for _, s := range hostile {
		if strings.TrimSpace(s) == "" {
			continue // an empty text leaves its line out
		}
		pages := rendered(t, withoutCharts(poisoned(s)), "markdown")
		for _, name := range []string{"report.md", "details.md"} {
			if name == "report.md" && len(s) > longestText {
				continue // it leaves out parts for want of room
			}
			if got := structure(pages[name]); got != structure(want[name]) {
				t.Errorf("%q changes the structure of %s:\n%s\nwant\n%s", s, name, got, structure(want[name]))
			}
		}
	}
}

// structure lists the kinds of a document's nodes by depth, text aside.
func structure(source string) string {
	var b strings.Builder
	depth := 0
	doc := reader.Parser().Parse(gmtext.NewReader([]byte(source)))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		if n.Kind() != ast.KindText && n.Kind() != ast.KindString {
			b.WriteString(strings.Repeat(" ", depth) + n.Kind().String() + "\n")
		}
		depth++
		return ast.WalkContinue, nil
	})
	return b.String()
}
