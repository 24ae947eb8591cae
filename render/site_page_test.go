package render

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/render/pagetest"
	"runreport/render/publish"
)

// siteOnDisk writes a site into a folder and gives that folder.
func siteOnDisk(t *testing.T, r *report.Report) string {
	t.Helper()
	dir := t.TempDir()
	if err := publish.Files(dir, Render(r, []string{"site"}, Options{}), publish.Manifest{Version: "1"}); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "site")
}

// onePageOfEachKind are the overview, a section, a list, and a page of every kind.
func onePageOfEachKind(r *report.Report) []string {
	paths := []string{"index.html", sectionPath("flakes"), "nights/index.html"}
	seen := map[report.PageKind]bool{}
	for _, ref := range r.Pages.Refs {
		if !seen[ref.Kind] {
			seen[ref.Kind] = true
			paths = append(paths, pagePath(ref))
		}
	}
	return paths
}

// checkSitePage looks at what holds for every page of a site: it is styled, no wider
// than its window, its charts can be seen, and no text of a log ran.
func checkSitePage(t *testing.T, tab context.Context, v pagetest.View) {
	t.Helper()
	if family := pagetest.Ask[string](t, tab, `getComputedStyle(document.body).fontFamily`); !strings.Contains(family, "system-ui") {
		t.Errorf("the page is set in %s", family)
	}
	if wide := pagetest.Ask[int64](t, tab, `document.documentElement.scrollWidth`); wide > v.Width {
		t.Errorf("the page is %d px wide", wide)
	}
	if hidden := pagetest.Ask[int](t, tab, `Array.from(document.querySelectorAll('figure')).filter(function (f) {
		return !Array.from(f.querySelectorAll('svg, .data[open] table')).some(function (s) { var r = s.getBoundingClientRect(); return r.width > 40 && r.height > 20; });
	}).length`); hidden > 0 {
		t.Errorf("of %d charts neither a picture nor the numbers can be seen", hidden)
	}
	if pagetest.Ask[bool](t, tab, `'__pwned' in window`) {
		t.Error("text of a log ran")
	}
}

func TestSiteInABrowser(t *testing.T) {
	browser := pagetest.Start(t)
	for _, site := range []struct {
		name string
		make func() *report.Report
	}{{"fixture", fixtureSite}, {"hostile", func() *report.Report { return poisonedSite(strings.Join(hostile, " ")) }}} {
		r := site.make()
		folder := siteOnDisk(t, r)
		for i, path := range onePageOfEachKind(r) {
			v := views[i%len(views)] // every page in one view, and every view of some page
			t.Run(fmt.Sprint(site.name, " ", path, " ", v), func(t *testing.T) {
				tab := pagetest.OpenSite(t, browser, folder, path, v)
				if v.Script {
					pagetest.Unfold(t, tab)
					pagetest.WaitForCharts(t, tab)
				}
				checkSitePage(t, tab, v)
			})
		}
	}
}

// The policy that Jenkins sends with files unless it is told otherwise: no script, no
// inline style, no image but from the same place.
const jenkins = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';"

func TestSiteUnderTheStrictestPolicy(t *testing.T) {
	browser := pagetest.Start(t)
	r := fixtureSite()
	files := http.FileServer(http.Dir(siteOnDisk(t, r)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		w.Header().Set("Content-Security-Policy", jenkins)
		files.ServeHTTP(w, q)
	}))
	defer server.Close()
	for i, path := range onePageOfEachKind(r) {
		path = strings.TrimSuffix(path, "index.html") // the server's own name for it
		t.Run(path, func(t *testing.T) {
			v := pagetest.View{Width: []int64{390, 1440}[i%2], Script: true} // which the policy refuses
			tab := pagetest.OpenServed(t, browser, server.URL, path, "script", v)
			checkSitePage(t, tab, v)
			if pagetest.Ask[bool](t, tab, `'runreportCharts' in window || 'runreportSite' in window`) {
				t.Error("a script ran")
			}
			if links := pagetest.Ask[int](t, tab, `document.querySelectorAll('.menu a, .turn a').length`); links < 5 {
				t.Errorf("%d links lead on", links)
			}
		})
	}
}

// The search finds runs and pages from a disk, sets what it finds as text, and leads there.
func TestSiteSearch(t *testing.T) {
	browser := pagetest.Start(t)
	r := fixtureSite()
	r.Data.Runs[0].Unit = `<img src=x onerror="window.__pwned=1"> 2026-03-07`
	folder := siteOnDisk(t, r)
	v := pagetest.View{Width: 1440, Script: true}
	for _, tt := range []struct{ query, count, first, href string }{
		{"kahn 2026-03-06", "1 hit", "2026-03-06", pagePath(r.Pages.Refs[7])},
		{"ONERROR", "1 hit", `<img src=x onerror="window.__pwned=1"> 2026-03-07`, pagePath(r.Pages.Refs[6])},
		{"flaky integration", "1 hit", "release: integration-tests", pagePath(r.Pages.Refs[4])},
		{"cycle-03", "2 hits", "", ""},
		{"no such thing", "0 hits", "", ""},
	} {
		tab := pagetest.OpenSite(t, browser, folder, "nights/2026-03-06.html", v)
		pagetest.Ask[bool](t, tab, `document.getElementById('find').focus(), true`)
		pagetest.Press(t, tab, tt.query)
		pagetest.WaitFor(t, tab, fmt.Sprintf(`document.getElementById('finds-count').textContent === %q`, tt.count))
		if tt.first == "" {
			continue
		}
		if got := pagetest.Ask[string](t, tab, `document.querySelector('#finds b').textContent`); got != tt.first {
			t.Errorf("%q finds %q, want %q", tt.query, got, tt.first)
		}
		pagetest.Press(t, tab, "\r")
		pagetest.WaitFor(t, tab, fmt.Sprintf(`location.pathname.endsWith(%q)`, tt.href))
		if pagetest.Ask[bool](t, tab, `'__pwned' in window`) {
			t.Error("text of a log ran")
		}
	}
}

// The results of the search over the site lie on the page only while it is used, and the
// search of the page is another; Enter on a row goes to the page that it is about.
func TestSiteSearchGivesWay(t *testing.T) {
	browser := pagetest.Start(t)
	tab := pagetest.OpenSite(t, browser, siteOnDisk(t, fixtureSite()), "nights/index.html", pagetest.View{Width: 1440, Script: true})
	pagetest.Ask[int](t, tab, `window.box = document.getElementById('finds-box'), window.search = document.getElementById('search'), 0`)
	pagetest.Press(t, tab, "/2026")
	pagetest.WaitFor(t, tab, `document.querySelectorAll('.hit').length > 0`)
	pagetest.Ask[bool](t, tab, `document.getElementById('find').focus(), true`)
	pagetest.Press(t, tab, "kahn")
	pagetest.WaitFor(t, tab, `!box.hidden`)
	pagetest.Ask[bool](t, tab, `search.focus(), true`)
	pagetest.WaitFor(t, tab, `box.hidden`)
	pagetest.Ask[bool](t, tab, `document.getElementById('find').focus(), true`)
	pagetest.WaitFor(t, tab, `!box.hidden`)
	pagetest.Press(t, tab, "\x1b")
	pagetest.WaitFor(t, tab, `box.hidden && document.getElementById('find').value === '' && search.value === '2026' && document.querySelectorAll('.hit').length > 0`)
	pagetest.Ask[bool](t, tab, `document.querySelector('main tbody tr').focus(), true`)
	pagetest.Press(t, tab, "\r")
	pagetest.WaitFor(t, tab, `/nights\/2026-.*html/.test(location.pathname)`)
}
