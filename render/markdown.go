package render

import (
	"bytes"
	"cmp"
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
	Front     trusted
	Titled    bool
	Title     string
	Brief     trusted // the first screen, escaped already
	Attention []attentionView
	Count     string // of problems
	Sections  []markdownSection
	Absent    string
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
	ID       trusted
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

// The pages of a report that is no page of a docs site: what people read, and the rest.
const (
	detailsPage = "details.md"
	// maxBrief is how many bytes the first has at most.
	maxBrief  = 10_000
	briefRows = 15 // of one part
)

// markdown writes the report's page and, beside it, a picture for each chart. A docs site
// gets one page; elsewhere all but the first screen stands on a page of its own.
func markdown(r *report.Report, o Options) ([]File, error) {
	if err := checkAnchors(r.Sections, r.Quotes); err != nil {
		return nil, err
	}
	f, err := flavourOf(o.FrontMatter)
	if err != nil {
		return nil, err
	}
	rest := "below"
	if f.split {
		rest = "in [the details](" + detailsPage + ")"
	}
	v := newMarkdown(r, f)
	v.Brief = trusted(briefMarkdown(&r.Data, rest, maxBrief-len("# ")-len(escape(v.Title))))
	var files []File
	if f.split {
		files = append(files, File{Path: f.page, Content: []byte("# " + escape(v.Title) + "\n\n" + string(v.Brief))})
		v.Title, v.Brief = v.Title+": details", trusted("[Back to the report]("+f.page+")\n")
	}
	page, err := f.write("report", mapStrings(v, escape))
	if err != nil {
		return nil, err
	}
	name := f.page
	if f.split {
		name = detailsPage
	}
	files = append(files, File{Path: name, Content: page})
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

// reportMarkdown writes the parts of the first screen.
var reportMarkdown = form{
	print:   markdownPiece("## ", markdownText),
	further: func(n int) string { return "\n" + grouped(int64(n)) + " more in the details.\n" },
	leftOut: func(names string) string { return "\nLeft out for want of room: " + names + ".\n" },
}

// markdownText is a text of a report in the Markdown of a file.
func markdownText(s string, limit int) string { return escape(Cut(s, limit)) }

// briefMarkdown is the first screen in that many bytes: the verdict, what fails, what
// changed, key figures, and where the rest is.
func briefMarkdown(d *report.Data, rest string, room int) string {
	b := NewBrief(d)
	head := "**" + b.Sign + " " + markdownText(b.Line(), longestText) + "**\n\n"
	about := b.Scope
	if b.About != "" {
		about = "run date " + b.About + ", " + about
	}
	if b.Since != "" {
		about += ", against " + b.Since
	}
	for _, l := range d.Labels {
		about += ", " + l.Name + " " + l.Value
	}
	for _, n := range b.Notes {
		about += "; " + n
	}
	head += markdownText(upperFirst(about), longestText) + ".\n"
	if quiet := quietLine(b); quiet != "" {
		head += "\n" + markdownText(quiet, longestText) + "\n"
	}
	foot := "\n" + markdownText(noteFoot(&report.Data{Ledger: d.Ledger}), longestText) + "\n\nMore: " + problemCount(d) + ", every section, chart and table " + rest + "; all numbers in `summary.json`.\n"
	handled := handledPart(b)
	handled.fold = false // builders of docs sites differ in how they fold
	return head + reportMarkdown.fit(withRows(append(briefParts(b), figuresPart(b), handled)), room-len(head)-len(foot), briefRows) + foot
}

func newMarkdown(r *report.Report, f flavour) markdownView {
	v := markdownView{Titled: !f.untitled, Title: cmp.Or(r.Data.Title, "Run report"), Attention: newAttention(r, markdownRoom), Count: problemCount(&r.Data), Absent: absentLine(r.Absent)}
	v.Front = trusted(f.frontMatter(dated(v.Title, r.Data.AsOf), NewBrief(&r.Data).Line()))
	for _, s := range r.Sections {
		section := markdownSection{Title: s.Title, Lead: strings.Join(s.Lead, " ")}
		for _, b := range s.Blocks {
			block := markdownBlock{Title: b.Title, Text: b.Text, Table: newTable(b.Table, markdownRoom), Terms: b.Terms, Fold: b.Fold || b.Terms != nil}
			if c := b.Chart; c != nil {
				block.Chart = &markdownChart{ID: trusted(c.ID), Title: c.Title, N: c.N, Histories: histories(c), Table: newTable(c.Table, markdownRoom)}
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
