package render

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"runreport/analyze/report"
	"runreport/render/chart"
	"runreport/templates"
	"runreport/unit"
)

// markdownRoom is what a Markdown report shows of a table: what people scroll
// through in a pull request.
var markdownRoom = budget{rows: 50, short: 50, places: 60, code: 80}

// markdownView is the report in the words of Markdown.
type markdownView struct {
	Front     ours
	Titled    bool
	Head      masthead
	Attention []attentionView
	Sections  []markdownSection
}

type markdownSection struct {
	Title, Lead string
	Blocks      []markdownBlock
}

type markdownBlock struct {
	Title string
	Text  []string
	Chart *markdownChart
	Table *tableView
	Terms []report.Term
	Fold  bool
}

type markdownChart struct {
	ID       ours
	Title, N string
	// Histories are the lines of the chart, in characters, for where no image can go.
	Histories []report.Term
	Table     *tableView
}

// markdownTemplates holds the pages for readers that are no docs site.
var markdownTemplates = sync.OnceValues(func() (*template.Template, error) {
	t, err := template.New("report").Funcs(flavours[0].funcs()).Parse(templates.Markdown)
	if err != nil {
		return nil, err
	}
	return t.New("nights").Parse(templates.Nights)
})

// funcs fold parts of a page away in the builder's way.
func (f flavour) funcs() template.FuncMap {
	return template.FuncMap{
		"fold":   func(name string) string { return fmt.Sprintf(f.fold, name) },
		"unfold": func() string { return f.unfold },
	}
}

// write prints the template of that name in the builder's way. All texts of the
// view are escaped already.
func (f flavour) write(name string, view any) ([]byte, error) {
	shared, err := markdownTemplates()
	if err != nil {
		return nil, err
	}
	own, err := shared.Clone()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = own.Funcs(f.funcs()).ExecuteTemplate(&b, name, view)
	return b.Bytes(), err
}

// markdown writes the report's page and, beside it, a picture for each chart.
func markdown(r *report.Report, o Options) ([]File, error) {
	if err := checkAnchors(r.Sections, r.Quotes); err != nil {
		return nil, err
	}
	f, err := flavourOf(o.FrontMatter)
	if err != nil {
		return nil, err
	}
	page, err := f.write("report", mapStrings(newMarkdown(r, f), escape))
	if err != nil {
		return nil, err
	}
	files := []File{{Path: f.page, Content: page}}
	list := charts(r.Sections)
	pictures, err := drawAll(list, o.Jobs, func(c *report.Chart) ([]byte, error) {
		return chart.File(c, chart.DefaultWidth)
	})
	if err != nil {
		return nil, err
	}
	for i, c := range list {
		files = append(files, File{Path: "charts/" + c.ID + ".svg", Content: pictures[i]})
	}
	return files, nil
}

func newMarkdown(r *report.Report, f flavour) markdownView {
	v := markdownView{Titled: !f.untitled, Head: newMasthead(&r.Data), Attention: newAttention(r, markdownRoom)}
	v.Front = ours(f.frontMatter(dated(v.Head.Title, r.Data.AsOf), verdict(&r.Data)))
	for _, s := range r.Sections {
		section := markdownSection{Title: s.Title, Lead: strings.Join(s.Lead, " ")}
		for _, b := range s.Blocks {
			block := markdownBlock{Title: b.Title, Text: b.Text, Table: newTable(b.Table, markdownRoom), Terms: b.Terms, Fold: b.Fold || b.Terms != nil}
			if c := b.Chart; c != nil {
				block.Chart = &markdownChart{ID: ours(c.ID), Title: c.Title, N: c.N, Histories: histories(c), Table: newTable(c.Table, markdownRoom)}
			}
			section.Blocks = append(section.Blocks, block)
		}
		v.Sections = append(v.Sections, section)
	}
	return v
}

// histories draws what the lines of a chart of shares show, from its first category to
// its last.
func histories(c *report.Chart) []report.Term {
	last := len(c.X.Categories) - 1
	if c.Kind != report.Lines || c.Y.Unit != unit.Ratio || last < 1 {
		return nil
	}
	var list []report.Term
	for _, s := range c.Series {
		values := make([]report.Number, last+1)
		for _, p := range s.Points {
			if x := int(p.X); p.Value != nil && x >= 0 && x <= last {
				values[x] = report.Known(*p.Value)
			}
		}
		list = append(list, report.Term{Name: s.Name, Means: spark(values) + " from " + c.X.Categories[0] + " to " + c.X.Categories[last] + ", on a scale from 0 to 100 %."})
	}
	return list
}
