package sitetest

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
)

// Page is a page as a builder made it.
type Page struct {
	root, path string // of the site, of the page
	doc        *html.Node
}

func parse(root, path string, content []byte) (Page, error) {
	doc, err := html.Parse(bytes.NewReader(content))
	return Page{root, path, doc}, err
}

func (p Page) String() string { return p.path }

// blocks are the elements whose text stands for itself.
var blocks = []string{"p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "summary"}

// Says compares the page with what its Markdown says to a plain reader of CommonMark
// and GFM, block by block in its order. It gives the first block that the page has not.
func (p Page) Says(markdown string) error {
	if front, ok := strings.CutPrefix(markdown, "---\n"); ok {
		_, markdown, _ = strings.Cut(front, "\n---\n")
	}
	var b bytes.Buffer
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(goldmarkhtml.WithUnsafe()))
	if err := reader.Convert([]byte(markdown), &b); err != nil {
		return err
	}
	want, err := html.Parse(&b)
	if err != nil {
		return err
	}
	rest, compared := " "+text(p.doc, "")+" ", 0
	for n := range want.Descendants() {
		block := text(n, "ul")
		if n.Type != html.ElementNode || !slices.Contains(blocks, n.Data) || block == "" {
			continue
		}
		compared++
		i := strings.Index(rest, block)
		if i < 0 {
			return fmt.Errorf("%s: where is the %s %q? After the one before it comes\n%.300s", p.path, n.Data, block, rest)
		}
		rest = rest[i+len(block):]
	}
	if compared == 0 {
		return fmt.Errorf("%s: nothing to compare", p.path)
	}
	return nil
}

// text is the text below a node as people read it, without that of the elements left
// out: white space folded, marks that only typography differs in taken for one.
func text(n *html.Node, without string) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
			return
		case n.Data == without && n.Parent != nil && n.Parent.Data == "li", n.Data == "script" || n.Data == "style" || n.Data == "a" && slices.Contains([]string{"headerlink", "hash-link"}, class(n)):
			return
		}
		inline := slices.Contains([]string{"a", "span", "strong", "em", "code", "g-emoji"}, n.Data)
		if !inline {
			b.WriteByte(' ')
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
		if !inline {
			b.WriteByte(' ')
		}
	}
	walk(n)
	s := typography.Replace(b.String())
	return strings.Join(strings.Fields(hyphens.ReplaceAllString(s, "-")), " ")
}

var (
	typography = strings.NewReplacer("\u200b", "", "“", `"`, "”", `"`, "‘", "'", "’", "'", "–", "-", "—", "-", "…", "...")
	hyphens    = regexp.MustCompile(`--+`)
)

func class(n *html.Node) string {
	first, _, _ := strings.Cut(attribute(n, "class"), " ")
	return first
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// Live lists what became more than text: something of a hostile text in a script, in
// an attribute that runs or leads somewhere, a foreign part of a page, a picture that
// is not the site's own. It counts the pictures.
func (p Page) Live() (wrong []string, pictures int) {
	add := func(format string, args ...any) { wrong = append(wrong, p.path+": "+fmt.Sprintf(format, args...)) }
	for n := range p.doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		// What search engines are told is data, which no browser runs.
		if n.Data == "script" && attribute(n, "type") != "application/ld+json" && n.FirstChild != nil && bad.MatchString(n.FirstChild.Data) {
			add("a script has %q", bad.FindString(n.FirstChild.Data))
		}
		for _, a := range n.Attr {
			acts := strings.HasPrefix(a.Key, "on") || slices.Contains([]string{"href", "src", "srcset", "action", "data", "style"}, a.Key)
			if acts && bad.MatchString(a.Val) && !strings.HasPrefix(a.Val, "#") {
				add("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
		}
		switch n.Data {
		case "iframe", "object", "embed", "base":
			add("there is a <%s>", n.Data)
		case "img":
			pictures++
			src := attribute(n, "src")
			if strings.HasPrefix(src, "data:image/svg+xml;base64,") {
				continue // a small chart, which a bundler put into the page
			}
			file, own := p.file(src)
			if info, err := os.Stat(file); !own || err != nil || info.Size() == 0 {
				add("the picture %q is not a file of the site", src)
			}
		}
	}
	return wrong, pictures
}

// bad is what only a hostile text has.
var bad = regexp.MustCompile(`__pwned|alert\(|evil\.|onclick`)

// file is the file that an address on the page leads to, if that is of the site.
func (p Page) file(address string) (path string, own bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" || u.Host != "" {
		return "", false
	}
	if strings.HasPrefix(u.Path, "/") {
		return filepath.Join(p.root, filepath.FromSlash(u.Path)), true
	}
	return filepath.Join(filepath.Dir(p.path), filepath.FromSlash(u.Path)), true
}

// LeadsTo says that the page has a link to the other.
func (p Page) LeadsTo(other Page) bool {
	for n := range p.doc.Descendants() {
		if n.Data != "a" {
			continue
		}
		if file, own := p.file(attribute(n, "href")); own && (file == other.path || filepath.Join(file, "index.html") == other.path) {
			return true
		}
	}
	return false
}
