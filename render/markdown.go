package render

import (
	"bytes"
	"strings"
	"sync"
	"text/template"

	"runreport/analyze/report"
	"runreport/render/chart"
	"runreport/templates"
)

// markdownRoom is what a Markdown report shows of a table: what people scroll
// through in a pull request.
var markdownRoom = budget{rows: 50, places: 60, code: 80}

// markdownView is the report in the words of Markdown.
type markdownView struct {
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
	Table    *tableView
}

var markdownTemplate = sync.OnceValues(func() (*template.Template, error) {
	return template.New("report.md").Parse(templates.Markdown)
})

// markdown writes report.md and, beside it, a picture for each chart.
func markdown(r *report.Report, o Options) ([]File, error) {
	if err := checkAnchors(r); err != nil {
		return nil, err
	}
	page, err := markdownTemplate()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, mapStrings(newMarkdown(r), escape)); err != nil {
		return nil, err
	}
	files := []File{{Path: "report.md", Content: b.Bytes()}}
	list := charts(r)
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

func newMarkdown(r *report.Report) markdownView {
	v := markdownView{Head: newMasthead(&r.Data), Attention: newAttention(r, markdownRoom)}
	for _, s := range r.Sections {
		section := markdownSection{Title: s.Title, Lead: strings.Join(s.Lead, " ")}
		for _, b := range s.Blocks {
			block := markdownBlock{Title: b.Title, Text: b.Text, Table: newTable(b.Table, markdownRoom), Terms: b.Terms, Fold: b.Fold || b.Terms != nil}
			if c := b.Chart; c != nil {
				block.Chart = &markdownChart{ID: ours(c.ID), Title: c.Title, N: c.N, Table: newTable(c.Table, markdownRoom)}
			}
			section.Blocks = append(section.Blocks, block)
		}
		v.Sections = append(v.Sections, section)
	}
	return v
}
