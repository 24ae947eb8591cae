package render

import (
	"bytes"
	"html/template"
	"iter"
	"sync"

	"runreport/analyze/report"
	"runreport/render/publish"
	"runreport/render/typed"
	"runreport/templates"
	"runreport/unit/garbage"
)

// siteFolder is the folder of the site below the output, so that it can stand beside
// the one page.
const siteFolder = "site/"

// siteGarbage is how much garbage may gather while pages are made. Little of what a page is made of lives: of 10,000
// runs 100 MB are in use, and 3 GB are made. Collecting after 96 MiB took a tenth of the site's processor time; this
// takes 150 MB more memory.
const siteGarbage = 256 << 20

// maxStill is how many pages of a kind have still pictures: the first ones, and of runs
// those that ended badly or flaked. A picture takes some 2 ms, as long as three pages without
// one; those have the live chart, and the numbers of the chart as a table.
const maxStill = 100

var siteTemplate = sync.OnceValues(func() (*typed.Page[siteView], error) {
	t, err := template.New("site").Parse(templates.Parts + templates.Site)
	if err != nil {
		return nil, err
	}
	return typed.Compile[siteView](t, "site", legible)
})

// website is a site in the making. It is not changed once it is made, so pages can be
// made in parallel.
type website struct {
	r      *report.Report
	o      Options
	page   *typed.Page[siteView]
	paths  map[report.PageID]string // of every page, below the site
	still  map[report.PageID]bool   // pages that have still pictures
	quotes map[placeKey]report.Quote
	assets assets
	head   masthead
	menu   []siteLink
	room   sync.Pool // of *[]byte, to print pages in
}

// site makes the site: the overview, a page for each section, lists of pages, the pages
// of the report, and what they share. Pages link to each other by relative paths, so
// that the site works from a disk and below any address.
func site(r *report.Report, o Options) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		defer garbage.AtLeast(siteGarbage)()
		s, err := newWebsite(r, o)
		if err != nil {
			yield(File{}, err)
			return
		}
		for _, part := range []iter.Seq2[File, error]{publish.All(s.assets.files()), s.search(), s.overviews(), s.pages()} {
			for f, err := range part {
				f.Path = siteFolder + f.Path
				if !yield(f, err) || err != nil {
					return
				}
			}
		}
	}
}

func newWebsite(r *report.Report, o Options) (*website, error) {
	page, err := siteTemplate()
	if err != nil {
		return nil, err
	}
	s := &website{r: r, o: o, page: page, paths: make(map[report.PageID]string, len(r.Pages.Refs)), still: map[report.PageID]bool{},
		quotes: make(map[placeKey]report.Quote, len(r.Quotes)), assets: newAssets(), head: newMasthead(&r.Data)}
	still := map[report.PageKind]int{}
	for _, ref := range r.Pages.Refs {
		s.paths[ref.PageID] = pagePath(ref)
		if wanted := ref.Kind != report.PageRun || ref.Role == report.RoleBad || ref.Role == report.RoleWarn; wanted && still[ref.Kind] < maxStill {
			still[ref.Kind]++
			s.still[ref.PageID] = true
		}
	}
	for _, q := range r.Quotes {
		s.quotes[placeKey{q.File, q.Line}] = q
	}
	s.menu = s.newMenu()
	return s, nil
}

// pages makes the pages of the report.
func (s *website) pages() iter.Seq2[File, error] {
	return inOrder(len(s.r.Pages.Refs), s.o.Jobs, func(i int) (File, error) {
		p, err := s.r.Pages.Make(i)
		if err != nil {
			return File{}, err
		}
		quotes := p.Quotes
		if s.o.QuotePage != nil {
			quotes = s.o.QuotePage(citedOn(p))
		}
		return s.file(s.newPage(p), p.Sections, pictures{wide: s.still[p.Ref.PageID]}, quotes)
	})
}

// file completes the view of a page and prints it, unless the output holds that page
// already. The view knows its path.
func (s *website) file(v siteView, sections []report.Section, draw pictures, quotes []report.Quote) (File, error) {
	if err := checkAnchors(sections, quotes); err != nil {
		return File{}, err
	}
	drawn, figures := charts(sections), s.fill(&v, sections, quotes)
	sum, err := contentFingerprint(v, drawn, draw) // from here on, nothing else is used
	if err != nil {
		return File{}, err
	}
	if s.o.Unchanged != nil && s.o.Unchanged(siteFolder+v.path, sum) {
		return File{Path: v.path, Fingerprint: sum, Unchanged: true}, nil
	}
	for i, c := range drawn {
		if err := figures[i].draw(c, draw); err != nil {
			return File{}, err
		}
	}
	room, _ := s.room.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	defer s.room.Put(room)
	if *room, err = s.page.Append((*room)[:0], &v); err != nil {
		return File{}, err
	}
	return File{Path: v.path, Content: bytes.Clone(*room), Fingerprint: sum}, nil
}

// fill puts sections, quotes and assets into a view. It gives the figures of the sections'
// charts, which the view refers to and which are still to be drawn.
func (s *website) fill(v *siteView, sections []report.Section, quotes []report.Quote) []figureView {
	lines := newQuoted(quotes)
	room := siteRoom
	room.quoted, room.link = lines, s.linker(v.root())
	if v.Head != nil {
		sentences := sentenceRoom
		sentences.quoted, sentences.link = lines, room.link
		v.First = newFirst(&s.r.Data, sentences, sectionLinks(s.r.Sections))
		v.Attention, v.AttentionCount = newAttention(s.r, sentences), problemCount(&s.r.Data)
	}
	var figures []figureView
	for _, c := range charts(sections) {
		figures = append(figures, newFigure(c, room))
	}
	v.Sections = newSections(sections, figures, room)
	if v.Head != nil {
		v.Sections = foldAll(v.Sections)
		for i := range v.Sections {
			v.Sections[i].More = trusted(sectionPath(string(v.Sections[i].ID)))
		}
	}
	v.Style, v.Scripts, v.Icon = s.assets.style.in(v.root()), s.assets.scripts(v.root(), len(figures) > 0), s.assets.icon.in(v.root())
	return figures
}

// cited are the quotes of the places that the tables of sections name, and, on the
// overview, the banner.
func (s *website) cited(sections []report.Section, banner bool) []report.Quote {
	c := cited{most: maxCitedOn}
	if banner {
		for _, a := range s.r.Data.Attention {
			c.add(a.Evidence...)
		}
	}
	for _, t := range shownTables(sections) {
		for _, row := range t.Rows {
			c.add(row.Evidence...)
		}
	}
	var list []report.Quote
	for _, e := range c.list {
		if q, quoted := s.quotes[placeKey{e.File, *e.Line}]; quoted {
			list = append(list, q)
		}
	}
	return list
}
