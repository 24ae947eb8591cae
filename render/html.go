package render

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"sort"
	"strings"
	"sync"

	"runreport/analyze/report"
	"runreport/render/chart"
	"runreport/render/typed"
	"runreport/templates"
)

// What the page and the site show of a table, and of the places behind a sentence.
var (
	pageRoom     = budget{rows: 1000, short: 10, places: 32, code: 72}
	siteRoom     = budget{rows: 1000, short: 1000, places: 32, code: 72}
	sentenceRoom = budget{places: 64}
)

// pageView is the report in the words of the page.
type pageView struct {
	Version        string
	Head           masthead
	First          firstView
	Attention      []attentionView
	AttentionCount string
	Sections       []sectionView
	LeftOut        *restView
	Absent         string // what was looked for and not found
	Compared       *comparedView
	Policy         string
	Style          template.CSS
	Scripts        []template.JS
	Library        trusted // what draws live charts, packed; empty: there is none
}

type sectionView struct {
	ID     trusted
	More   trusted // where the rest of it is; empty: this is all
	Title  string
	Fold   bool   // folded away but for its title and gist
	Gist   string // the first sentence of the conclusion, where the section is folded
	Lead   []string
	Blocks []blockView
}

// blockView is a block, or several charts in a row.
type blockView struct {
	Title   string
	Text    []string
	Figures []*figureView
	Table   *tableView
	Terms   []report.Term
	Fold    bool
}

type figureView struct {
	ID           trusted
	Title, N     string
	Wide, Narrow template.HTML // the still picture, for a desk and for a phone
	Option       template.JS
	Table        *tableView
}

var pageTemplate = sync.OnceValues(func() (*typed.Page[pageView], error) {
	t, err := template.New("index.html").Parse(templates.Parts + templates.Page)
	if err != nil {
		return nil, err
	}
	return typed.Compile[pageView](t, "index.html", legible)
})

// html writes the one page, in as much detail as fits. It needs nothing beside it
// and asks for nothing.
func html(r *report.Report, o Options) ([]File, error) {
	if err := checkAnchors(r.Sections, r.Quotes); err != nil {
		return nil, err
	}
	page, err := pageTemplate()
	if err != nil {
		return nil, err
	}
	folded := foldedCharts(r.Sections)
	drawn, err := drawAll(charts(r.Sections), o.Jobs, func(c *report.Chart) (figureView, error) {
		v := newFigure(c, pageRoom)
		return v, v.draw(c, pictures{wide: true, narrow: !folded[c]})
	})
	if err != nil {
		return nil, err
	}
	compared, err := newCompared(r)
	if err != nil {
		return nil, err
	}
	room := cmp.Or(o.PageBytes, DefaultPageBytes)
	var b []byte
	fits := func(d detail) bool {
		if err == nil {
			v := newPage(r, drawn, compared, d)
			b, err = page.Append(b[:0], &v)
		}
		return len(b) <= room
	}
	if !fits(details[0]) { // each is shorter than the one before
		fits(details[sort.Search(len(details)-1, func(i int) bool { return fits(details[i]) })])
	}
	if err != nil {
		return nil, err
	}
	return []File{{Path: "index.html", Content: b}}, nil
}

// foldedCharts are the charts that a reader has to unfold. They have one still picture,
// which a phone scales down: two of each would be a twentieth of the page.
func foldedCharts(sections []report.Section) map[*report.Chart]bool {
	folded := map[*report.Chart]bool{}
	for _, s := range sections {
		for _, b := range s.Blocks {
			if b.Fold && b.Chart != nil {
				folded[b.Chart] = true
			}
		}
	}
	return folded
}

// newPage is the page in that much detail.
func newPage(r *report.Report, drawn []figureView, compared *comparedView, d detail) pageView {
	quotes := d.quotes(r)
	lines := newQuoted(quotes)
	room, sentences := d.room(), sentenceRoom
	room.quoted, sentences.quoted = lines, lines
	v := pageView{
		Version: r.Data.Version, Head: newMasthead(&r.Data), First: newFirst(&r.Data, sentences, sectionLinks(r.Sections)),
		Attention: newAttention(r, sentences), AttentionCount: problemCount(&r.Data), Absent: absentLine(r.Absent),
	}
	figures := d.figures(r, drawn, room)
	v.Sections, v.LeftOut = foldAll(newSections(r.Sections, figures, room)), newRest(r, quotes, drawn, figures, d)
	if d.live > 0 {
		v.Compared = compared
	}
	v.Style, v.Scripts = stylesheet(), []template.JS{template.JS(templates.Script)}
	run := v.Scripts
	if len(figures) > 0 {
		v.Scripts = append(v.Scripts, template.JS(chart.Script))
		v.Library = trusted(chart.Library())
		run = append(v.Scripts, template.JS(templates.ECharts))
	}
	v.Policy = policy(v.Style, run)
	return v
}

// sectionLinks gives the anchors of sections, "" for one that is not there.
func sectionLinks(sections []report.Section) func(string) trusted {
	return func(id string) trusted {
		for _, s := range sections {
			if s.ID == id {
				return trusted("#" + id)
			}
		}
		return ""
	}
}

// shortGist is how many bytes a first sentence needs to say what a section holds.
const shortGist = 45

// foldAll folds sections away, each but for its title and its first sentence.
func foldAll(sections []sectionView) []sectionView {
	for i := range sections {
		s := &sections[i]
		s.Fold = true
		if len(s.Lead) == 0 {
			continue
		}
		gist, rest := firstSentence(s.Lead[0])
		if len(gist) < shortGist && rest != "" { // a name alone, as "cycle-03, iteration 1."
			var second string
			second, rest = firstSentence(rest)
			gist += " " + second
		}
		s.Gist, s.Lead = gist, withoutEmpty(append([]string{rest}, s.Lead[1:]...))
	}
	return sections
}

// absentLine names what was looked for and not found.
func absentLine(absent []string) string {
	if len(absent) == 0 {
		return ""
	}
	return "Not in this input: " + strings.ToLower(strings.Join(absent, ", ")) + "."
}

// problemCount counts the problems that nobody has acknowledged, by severity:
// "32 problems: 4 errors, 22 warnings, 6 info".
func problemCount(d *report.Data) string {
	n := count(d.Problems, d.Attention)
	var parts []string
	for _, c := range []struct{ severity, noun string }{{report.SeverityError, "error"}, {report.SeverityWarning, "warning"}} {
		if n[c.severity] > 0 {
			parts = append(parts, counted(n[c.severity], c.noun))
		}
	}
	if n[report.SeverityInfo] > 0 {
		parts = append(parts, grouped(n[report.SeverityInfo])+" info")
	}
	total := n[report.SeverityError] + n[report.SeverityWarning] + n[report.SeverityInfo]
	if total == 0 {
		return "no problem"
	}
	return counted(total, "problem") + ": " + strings.Join(parts, ", ")
}

// A picture for a phone is laid out for the width of its page, in px, and its
// chart's ID gets a suffix.
const (
	narrowWidth  = 358
	narrowSuffix = "-narrow"
)

// pictures are the still pictures of a chart that a page shows. Without any, the chart
// is drawn by the page's script alone, and its numbers are open to be read.
type pictures struct{ wide, narrow bool }

// newFigure is what is around a chart. The chart itself is drawn by draw.
func newFigure(c *report.Chart, room budget) figureView {
	return figureView{ID: trusted(c.ID), Title: c.Title, N: c.N, Table: newTable(c.Table, room)}
}

// draw writes the chart's option and draws the pictures that are wanted.
func (v *figureView) draw(c *report.Chart, wanted pictures) error {
	option, err := chart.Option(c)
	if err != nil {
		return err
	}
	v.Option = template.JS(option) // made by json.Marshal, which escapes < > and &
	narrow := *c
	narrow.ID += narrowSuffix // the ids in a picture begin with that of its chart
	if wanted.wide {
		if v.Wide, err = inlineSVG(c, option, chart.DefaultWidth); err != nil {
			return err
		}
	}
	if wanted.narrow {
		v.Narrow, err = inlineSVG(&narrow, option, narrowWidth)
	}
	return err
}

// inlineSVG is the one place where markup is not html/template's own: a picture
// that render/chart writes element by element from an allow list.
func inlineSVG(c *report.Chart, option []byte, width int) (template.HTML, error) {
	svg, err := chart.SVG(c, option, width)
	return template.HTML(svg), err
}

// newSections sets charts that follow one another side by side. The figures are
// the sections' charts in reading order; they may be drawn afterwards.
func newSections(sections []report.Section, figures []figureView, room budget) []sectionView {
	var list []sectionView
	for _, s := range sections {
		v := sectionView{ID: trusted(s.ID), Title: s.Title, Lead: s.Lead}
		inRow := false
		for _, b := range s.Blocks {
			if b.Terms != nil && room.brief {
				continue
			}
			room.folded = b.Fold
			block := blockView{
				Title: b.Title, Text: b.Text, Table: newTable(b.Table, room), Terms: b.Terms,
				Fold: b.Fold || b.Terms != nil,
			}
			if t := block.Table; t != nil && t.Caption == b.Title+"." && len(t.Rows) > 0 {
				t.Caption, t.Title = "", "title-"+t.ID // the block says it
			}
			plain := b.Chart != nil && b.Title == "" && !block.Fold
			if b.Chart != nil {
				block.Figures, figures = []*figureView{&figures[0]}, figures[1:]
			}
			if last := len(v.Blocks) - 1; plain && inRow {
				v.Blocks[last].Figures = append(v.Blocks[last].Figures, block.Figures...)
			} else {
				v.Blocks = append(v.Blocks, block)
			}
			inRow = plain
		}
		list = append(list, v)
	}
	return list
}

// stylesheet is the page's style: the colours of both themes, then the rules. The
// dark is for screens only; paper is light.
func stylesheet() template.CSS {
	var light, dark strings.Builder
	for _, t := range chart.Tokens {
		fmt.Fprintf(&light, "%s:%s;", t.Name, t.Light)
		fmt.Fprintf(&dark, "%s:%s;", t.Name, t.Dark)
	}
	return template.CSS(":root{" + light.String() + "}\n@media screen and (prefers-color-scheme:dark){:root{" +
		dark.String() + "}}\n" + templates.Lean(templates.Style))
}

// policy is the page's Content-Security-Policy: nothing is loaded from anywhere,
// nothing runs but these very scripts, nothing is styled but by this very sheet.
// Style attributes are refused as well: the pictures have none, and the chart
// scripts go through the style object, which a policy does not bind.
func policy(style template.CSS, scripts []template.JS) string {
	sources := ""
	for _, s := range scripts {
		sources += " " + sourceHash(string(s))
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src" + sources, "style-src " + sourceHash(string(style)),
		"img-src data:", "base-uri 'none'", "form-action 'none'",
	}, "; ")
}

// sourceHash is how a policy names an inline script or style.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
