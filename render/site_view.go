package render

import (
	"slices"

	"runreport/analyze/report"
	"runreport/unit"
)

// sitePolicy is the Content-Security-Policy of every page of the site: nothing but the
// files beside it is loaded, nothing inline is run or styled. A server may send a
// stricter one, without scripts; then the pages work without scripts.
const sitePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

// siteView is a page of the site in the words of its template.
type siteView struct {
	Version, Policy string
	Site            string // the report's title
	Title           string
	Kind            string // what sort of page it is
	Root            trusted
	Style, Icon     trusted
	Scripts         []trusted
	Menu            []siteLink

	Head           *masthead // of the overview
	First          firstView // as above
	Attention      []attentionView
	AttentionCount string
	Note           string // how it ended
	Role           trusted
	Lead           []string
	Facts          []report.Term
	Sections       []sectionView
	Previous       *siteLink
	Next           *siteLink
	Related        []siteGroup

	Lone bool // one section, which the title of the page names
	path string
}

// root is the way from the page up to the site's folder.
func (v siteView) root() string { return string(v.Root) }

// siteLink is a link to a page. Text may come out of a log; Href never does.
type siteLink struct {
	Text, Note string
	Href       trusted
	Role       trusted
	Here       bool // it is the page itself
}

// siteGroup is links to pages of one kind.
type siteGroup struct {
	Title string
	Links []siteLink
}

// kinds says what one page of a kind is called, and all of them. Where a kind has a list
// of its pages, it is in the menu.
var kinds = []struct {
	kind      report.PageKind
	one, many string
	about     string // what its list of pages says
	name      string // of the first column of that list; empty: it has none
}{
	{report.PageNight, "Run date", "Run dates", "Every UTC date on which a run started, the latest first.", "Run date"},
	{report.PageCycle, "Calibration cycle", "Cycles", "Every calibration cycle, the latest first.", "Cycle"},
	{report.PageBenchmark, "Benchmark", "Benchmarks", "Every benchmark, by name, with what the last lever did to it.", "Benchmark"},
	{report.PageStep, "Flaky step", "Flaky steps", "Every step that needed a retry and passed then, the flakiest first.", "Step"},
	{report.PageList, "Runs", "Runs", "", ""},
	{report.PageRun, "Run", "Runs", "", ""},
}

// shownRelated is how many pages of one kind a page leads to.
const shownRelated = 40

// newSiteView is what all pages have in common.
func (s *website) newSiteView(path, title, kind string) siteView {
	v := siteView{Version: s.r.Data.Version, Policy: sitePolicy, Site: s.head.Title, Title: title, Kind: kind, Root: trusted(root(path)), path: path}
	for _, m := range s.menu {
		m.Here = string(m.Href) == path
		m.Href = v.Root + m.Href
		v.Menu = append(v.Menu, m)
	}
	return v
}

// newPage is a page of the report, but for its sections.
func (s *website) newPage(p *report.Page) siteView {
	v := s.newSiteView(s.paths[p.Ref.PageID], p.Ref.Title, "")
	v.Note, v.Role, v.Lead, v.Facts = p.Ref.Note, role(p.Ref.Role), p.Lead, p.Facts
	v.Previous, v.Next = s.link(v.root(), p.Previous), s.link(v.root(), p.Next)
	for _, k := range kinds {
		if k.kind == p.Ref.Kind {
			v.Kind = k.one
		}
		group := siteGroup{Title: k.many}
		for i := range p.Related {
			if l := s.link(v.root(), &p.Related[i]); l != nil && p.Related[i].Kind == k.kind && len(group.Links) < shownRelated {
				group.Links = append(group.Links, *l)
			}
		}
		if len(group.Links) > 0 {
			v.Related = append(v.Related, group)
		}
	}
	return v
}

// link is nil for a page that the site does not have.
func (s *website) link(root string, ref *report.PageRef) *siteLink {
	if ref == nil {
		return nil
	}
	href := s.linker(root)(ref.PageID)
	if href == "" {
		return nil
	}
	return &siteLink{Text: ref.Title, Note: ref.Note, Href: href, Role: role(ref.Role)}
}

// newMenu is what every page leads to: the overview, and a list of each kind of page.
func (s *website) newMenu() []siteLink {
	menu := []siteLink{{Text: "Overview", Href: "index.html"}}
	for _, k := range kinds {
		first := slices.IndexFunc(s.r.Pages.Refs, func(ref report.PageRef) bool { return ref.Kind == k.kind })
		switch {
		case first < 0 || k.kind == report.PageRun:
		case k.kind == report.PageList:
			menu = append(menu, siteLink{Text: k.many, Href: trusted(s.paths[s.r.Pages.Refs[first].PageID])})
		default:
			menu = append(menu, siteLink{Text: k.many, Href: trusted(folders[k.kind] + "/index.html")})
		}
	}
	return menu
}

// lists are the pages that list all pages of a kind.
func (s *website) lists() []listing {
	var all []listing
	for _, k := range kinds {
		if k.name == "" {
			continue
		}
		t := &report.Table{ID: "pages", Caption: k.about, Columns: []report.Column{
			{Title: k.name, Align: report.Left}, {Title: "Result", Align: report.Left}}}
		dated := slices.ContainsFunc(s.r.Pages.Refs, func(ref report.PageRef) bool { return ref.Kind == k.kind && hasTime(ref) })
		if dated {
			t.Columns = append(t.Columns, report.Column{Title: "When", Align: report.Right})
		}
		for _, ref := range s.r.Pages.Refs {
			if ref.Kind != k.kind {
				continue
			}
			row := report.Row{Role: ref.Role, Cells: []report.Cell{{Text: ref.Title, Page: ref.PageID}, {Text: ref.Note}}}
			if dated && hasTime(ref) {
				row.Cells = append(row.Cells, report.Cell{Text: unit.Stamp(ref.At)})
			}
			t.Rows = append(t.Rows, row)
		}
		if len(t.Rows) > 0 {
			all = append(all, listing{folders[k.kind] + "/index.html", k.many, t})
		}
	}
	return all
}

// hasTime reports whether a page has a time that its name does not tell already.
func hasTime(ref report.PageRef) bool { return !ref.At.IsZero() && ref.Kind != report.PageNight }

// listing is a page that lists pages.
type listing struct {
	path, title string
	table       *report.Table
}
