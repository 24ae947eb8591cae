package render

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	stdhtml "html"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"runreport/analyze/report"
	"runreport/render/chart"
	"runreport/render/pagetest"
	"runreport/templates"
)

// views are how every page is looked at.
var views = []pagetest.View{
	{Width: 320, Dark: false, Script: true}, {Width: 390, Dark: true, Script: true}, {Width: 768, Dark: false, Script: true}, {Width: 1440, Dark: true, Script: true}, {Width: 2560, Dark: false, Script: true},
	{Width: 320, Dark: true, Script: false}, {Width: 1440, Dark: false, Script: false},
}

// pages are the reports whose pages are looked at.
var pages = []struct {
	name string
	make func() *report.Report
}{
	{"fixture", fixture},
	{"hostile", func() *report.Report { return poisoned(strings.Join(hostile, " ")) }},
}

func TestPageInABrowser(t *testing.T) {
	browser := pagetest.Start(t)
	for i, p := range pages {
		path := filepath.Join(t.TempDir(), "index.html")
		write(t, path, rendered(t, p.make(), "html")["index.html"])
		figures := len(charts(p.make().Sections))
		for _, v := range pagetest.Views(views, i) {
			t.Run(p.name+" "+v.String(), func(t *testing.T) {
				pagetest.Look(t, browser, path, figures, v)
			})
		}
	}
}

// papers are what people print on, in inches, and how a PDF says so, in points.
var papers = []struct {
	name          string
	width, height float64
	box           string
}{
	{"A4", 8.27, 11.69, "/MediaBox [0 0 595"},
	{"Letter", 8.5, 11, "/MediaBox [0 0 612 792]"},
}

// margin is what the style sheet leaves free around a sheet, in px.
const margin = 57

func TestPageOnPaper(t *testing.T) {
	browser := pagetest.Start(t)
	path := filepath.Join(t.TempDir(), "index.html")
	write(t, path, rendered(t, fixture(), "html")["index.html"])
	for _, script := range []bool{true, false} {
		tab := pagetest.Open(t, browser, path, pagetest.View{Width: 1440, Dark: true, Script: script})
		pagetest.Call(t, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
		if paper := pagetest.Ask[string](t, tab, `getComputedStyle(document.body).backgroundColor`); paper != "rgb(255, 255, 255)" {
			t.Errorf("paper is %s", paper)
		}
		if folded := pagetest.Ask[int](t, tab, `Array.from(document.querySelectorAll('details > :not(summary)')).filter(function (e) { return !e.checkVisibility({contentVisibilityAuto: true}); }).length`); folded > 0 {
			t.Errorf("%d parts are folded away", folded)
		}
		for _, p := range papers {
			pagetest.Must(t, chromedp.Do(tab, chromedp.EmulateViewport(int64(p.width*96-2*margin), int64(p.height*96-2*margin))))
			if wide := pagetest.Ask[int](t, tab, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				t.Errorf("%s: the page is %d px too wide", p.name, wide)
			}
			if cut := pagetest.Ask[[]string](t, tab, `Array.from(document.querySelectorAll('.chart-static'))
				.filter((c) => getComputedStyle(c).breakInside !== 'avoid' || c.offsetHeight === 0 || c.offsetHeight + c.previousElementSibling.offsetHeight > innerHeight)
				.map((c) => c.parentElement.id)`); len(cut) > 0 {
				t.Errorf("%s: charts are cut: %q", p.name, cut)
			}
			pdf, err := chromedp.Run(tab, chromedp.PrintToPDF(func(o *page.PrintToPDFParams) { o.PaperWidth, o.PaperHeight = p.width, p.height }))
			pagetest.Must(t, err)
			if n := bytes.Count(pdf, []byte(p.box)); n < 4 {
				t.Errorf("%s: %d bytes with %d sheets of %s", p.name, len(pdf), n, p.box)
			}
		}
	}
}

func TestLinkUnfolds(t *testing.T) {
	browser := pagetest.Start(t)
	path := filepath.Join(t.TempDir(), "index.html")
	write(t, path, rendered(t, fixture(), "html")["index.html"])
	tab := pagetest.Open(t, browser, path, pagetest.View{Width: 1440, Dark: false, Script: true})
	const isOpen = `document.getElementById('table-ledger').closest('details').open`
	if pagetest.Ask[bool](t, tab, isOpen) {
		t.Error("the ledger is open from the start")
	}
	pagetest.Ask[string](t, tab, `location.hash = 'table-ledger'`)
	pagetest.WaitFor(t, tab, isOpen)
}

// The policy names exactly the scripts and the style that the page has.
func TestPolicyFitsThePage(t *testing.T) {
	page := rendered(t, fixture(), "html")["index.html"]
	policy := stdhtml.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
	count := 0
	for _, m := range regexp.MustCompile(`(?s)<(script|style)>(.*?)</(?:script|style)>`).FindAllStringSubmatch(page, -1) {
		sum := sha256.Sum256([]byte(m[2]))
		if hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, hash) {
			t.Errorf("the policy does not name the %s that begins %.40q", m[1], m[2])
		}
		if strings.Contains(m[2], "\r") || strings.Contains(m[2], "<!--") {
			t.Errorf("the %s that begins %.40q is read otherwise than written", m[1], m[2])
		}
		count++
	}
	packed := regexp.MustCompile(`<script type="text/plain" id="packed-echarts">([^<]*)</script>`).FindStringSubmatch(page)
	if packed == nil || packed[1] != chart.Library() || !strings.Contains(policy, sourceHash(templates.ECharts)) {
		t.Error("the policy does not name the library that the page unpacks")
	}
	if got := strings.Count(policy, "sha256-"); got != count+1 || count != 3 {
		t.Errorf("the policy names %d parts, the page has %d and a packed one", got, count)
	}
	for _, bad := range []string{"unsafe", "http", "*", "'self'"} {
		if strings.Contains(policy, bad) {
			t.Errorf("the policy allows %s: %s", bad, policy)
		}
	}
	for _, bad := range []string{" style=", " onclick=", " onload="} {
		if strings.Contains(page[:strings.Index(page, "<script>")], bad) {
			t.Errorf("the page has%s", bad)
		}
	}
}

// Text of twice the size still fits: enlarged with the whole page, which leaves half
// the width, or by itself.
func TestPageEnlarged(t *testing.T) {
	browser := pagetest.Start(t)
	path := filepath.Join(t.TempDir(), "index.html")
	write(t, path, rendered(t, fixture(), "html")["index.html"])
	for _, v := range []pagetest.View{{Width: 1440, Script: true}, {Width: 720, Script: true}, {Width: 390, Script: true}, {Width: 720}} {
		for _, size := range []string{"100%", "200%"} {
			t.Run(v.String()+" "+size, func(t *testing.T) {
				tab := pagetest.Open(t, browser, path, v)
				pagetest.OpenChapters(t, tab)
				pagetest.Ask[string](t, tab, `document.documentElement.style.fontSize = '`+size+`'`)
				if wide := pagetest.Ask[int64](t, tab, `document.documentElement.scrollWidth`); wide > v.Width {
					t.Errorf("the page is %d px wide", wide)
				}
				over := pagetest.Ask[[]string](t, tab, `Array.from(document.querySelectorAll('h1, h2, h3, .verdict, .items > li, .tiles > li, .attention > li, search, figcaption, .filter'))
					.filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'visible' && getComputedStyle(e).display !== 'inline').map((e) => e.outerHTML.slice(0, 80))`)
				if len(over) > 0 {
					t.Errorf("too wide for their place: %q", over)
				}
			})
		}
	}
}

// The live charts take the place of the pictures out of the reader's sight: nothing
// that is being read moves.
func TestNothingJumps(t *testing.T) {
	browser := pagetest.Start(t)
	path := filepath.Join(t.TempDir(), "index.html")
	write(t, path, rendered(t, fixture(), "html")["index.html"])
	tab := pagetest.Open(t, browser, path, pagetest.View{Width: 1440, Script: true})
	pagetest.Must(t, chromedp.Do(tab, chromedp.EmulateViewport(1440, 900), chromedp.Reload()))
	pagetest.OpenChapters(t, tab) // which the reader does: what moves by it is meant to
	pagetest.Ask[float64](t, tab, `window.opened = performance.now() + 100`)
	moved, err := chromedp.Run(tab, chromedp.Evaluate[float64](`(async () => {
		let moved = 0;
		const near = () => Array.from(document.querySelectorAll('figure[data-chart]')).filter((f) => {
			const box = f.getBoundingClientRect();
			return box.width > 0 && box.bottom > -600 && box.top < innerHeight + 600;
		});
		new PerformanceObserver((list) => list.getEntries().filter((e) => e.startTime > opened).forEach((e) => { moved += e.value; })).observe({ type: 'layout-shift', buffered: true });
		for (let y = 0; y < document.documentElement.scrollHeight; y += 450) {
			scrollTo({ top: y, behavior: 'instant' });
			await new Promise((done) => setTimeout(done, 150));
			// A busy machine draws later than people scroll: what comes near has to be drawn.
			for (let wait = 0; wait < 100 && near().some((f) => !f.matches('.chart-drawn')); wait++) await new Promise((done) => setTimeout(done, 50));
		}
		return moved;
	})()`, chromedp.EvalAwaitPromise))
	pagetest.Must(t, err)
	if moved > 0.02 {
		t.Errorf("the page moved by %v of a window", moved)
	}
	if drawn := pagetest.Ask[int](t, tab, `document.querySelectorAll('.chart-drawn').length`); drawn != len(charts(fixture().Sections)) {
		t.Errorf("%d charts were drawn on the way", drawn)
	}
}

func TestIDsAreUnique(t *testing.T) {
	for _, p := range pages {
		page := pageRaw.ReplaceAllString(rendered(t, p.make(), "html")["index.html"], "$1</$2>")
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(`<[^>]* id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if seen[m[1]] {
				t.Errorf("%s: two parts are called %q", p.name, m[1])
			}
			seen[m[1]] = true
		}
		if len(seen) < 60 {
			t.Errorf("%s: only %d parts have a name", p.name, len(seen))
		}
	}
}
