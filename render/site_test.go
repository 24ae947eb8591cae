package render

import (
	stdhtml "html"
	"path"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/report"
)

// siteTree renders the site and gives its files by their path below it.
func siteTree(t *testing.T, r *report.Report) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name, content := range rendered(t, r, "site") {
		files[strings.TrimPrefix(name, siteFolder)] = content
	}
	return files
}

// pagesOf are the pages of the site in order of their paths.
func pagesOf(files map[string]string) []string {
	var pages []string
	for name := range files {
		if strings.HasSuffix(name, ".html") {
			pages = append(pages, name)
		}
	}
	slices.Sort(pages)
	return pages
}

func TestSiteHasAPageForEverything(t *testing.T) {
	files := siteTree(t, fixtureSite())
	want := []string{"benchmarks/index.html", "cycles/index.html", "index.html", "nights/2026-03-06.html", "nights/2026-03-07.html", "nights/index.html", "runs/index.html", "steps/index.html",
		"assets/index.js"}
	for _, s := range fixture().Sections {
		want = append(want, "sections/"+s.ID+".html")
	}
	for _, ref := range fixtureSite().Pages.Refs {
		want = append(want, pagePath(ref))
	}
	for _, name := range want {
		if files[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(want)))) - 1; len(pagesOf(files)) != n {
		t.Errorf("%d pages, want %d: %v", len(pagesOf(files)), n, pagesOf(files))
	}
}

var (
	siteAddress = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	siteName    = regexp.MustCompile(`^(?:\.\./)?(?:[a-z]+/)?[a-z0-9-]+\.(?:html|css|js|svg)$`)
)

// Every link and asset is a file of the site, by a relative path, at an anchor that is
// there.
func TestSiteLinksResolve(t *testing.T) {
	for name, r := range map[string]*report.Report{"fixture": fixtureSite(), "hostile": withoutCharts(poisonedSite(strings.Join(hostile, " "))), "empty": {}} {
		files := siteTree(t, r)
		for _, page := range pagesOf(files) {
			linked := 0
			for _, m := range siteAddress.FindAllStringSubmatch(files[page], -1) {
				address, anchor, _ := strings.Cut(stdhtml.UnescapeString(m[1]), "#")
				to := page
				if address != "" {
					if !siteName.MatchString(address) {
						t.Errorf("%s: %s links to %q", name, page, address)
						continue
					}
					to = path.Join(path.Dir(page), address)
					linked++
				}
				if _, there := files[to]; !there {
					t.Errorf("%s: %s links to %s, which is not there", name, page, to)
				}
				if anchor != "" && !strings.Contains(files[to], ` id="`+anchor+`"`) {
					t.Errorf("%s: %s links to #%s of %s, which is not there", name, page, anchor, to)
				}
			}
			if linked < 5 {
				t.Errorf("%s: %s has %d links", name, page, linked)
			}
		}
	}
}

// No page runs, styles or loads anything but the files beside it.
func TestSitePolicy(t *testing.T) {
	files := siteTree(t, fixtureSite())
	for _, page := range pagesOf(files) {
		content := files[page]
		if got := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(content); got == nil || stdhtml.UnescapeString(got[1]) != sitePolicy {
			t.Errorf("%s has the policy %v", page, got)
		}
		for _, m := range regexp.MustCompile(`<script([^>]*)>`).FindAllStringSubmatch(content, -1) {
			if !strings.HasPrefix(m[1], ` src="`) && !strings.HasPrefix(m[1], ` type="application/json"`) {
				t.Errorf("%s has an inline script: %s", page, m[0])
			}
		}
		plain := pageRaw.ReplaceAllString(content, "")
		for _, bad := range []string{"<style", " style=", "<base", "<form action", "<form method=\"post", "<iframe"} {
			if strings.Contains(plain, bad) {
				t.Errorf("%s has %s", page, bad)
			}
		}
		if m := regexp.MustCompile(` on[a-z]+="`).FindString(plain); m != "" {
			t.Errorf("%s has%s", page, m)
		}
	}
	for _, bad := range []string{"unsafe", "http", "*", "data:"} {
		if strings.Contains(sitePolicy, bad) {
			t.Errorf("the policy allows %s", bad)
		}
	}
}

// What a log says never becomes markup, a path or a script on any page.
func TestSiteHostileTextStaysText(t *testing.T) {
	if testing.Short() {
		t.Skip("renders a site for every hostile text")
	}
	shape := func(text string) (string, map[string]string) {
		files := siteTree(t, withoutCharts(poisonedSite(text)))
		var all strings.Builder
		for _, page := range pagesOf(files) {
			kind := path.Dir(page)
			if kind == "." || kind == "sections" || path.Base(page) == "index.html" {
				kind = page
			}
			all.WriteString(kind + ": " + strings.Join(markup(files[page]), " ") + "\n")
		}
		return all.String(), files
	}
	one, _ := shape("harmless")
	two, _ := shape("harmless. text")
	for _, s := range hostile {
		want := one
		if strings.Contains(s, ". ") {
			want = two
		}
		got, files := shape(s)
		if diff := cmp.Diff(sortedLines(want), sortedLines(got)); diff != "" {
			t.Errorf("%q: the markup differs:\n%.1500s", s, diff)
		}
		named := map[string]string{}
		for name, content := range files {
			named[siteFolder+name] = content
			if !siteName.MatchString(name) {
				t.Errorf("%q: a file is called %q", s, name)
			}
		}
		checkQuiet(t, s, named)
	}
}

func sortedLines(s string) []string { return slices.Sorted(strings.Lines(s)) }

func TestPagePath(t *testing.T) {
	ref := func(kind report.PageKind, key, title string) report.PageRef {
		return report.PageRef{PageID: report.PageID{Kind: kind, Key: key}, Title: title}
	}
	for _, tt := range []struct {
		ref  report.PageRef
		want string
	}{
		{ref(report.PageNight, "2026-03-07", "x"), "nights/2026-03-07.html"},
		{ref(report.PageNight, "../../etc", "x"), "nights/x-ej6f7hdko6d82pvp.html"},
		{ref(report.PageList, "index", "All runs"), "runs/index.html"},
		{ref(report.PageList, "list-001", "Runs"), "runs/list-001.html"},
		{ref(report.PageRun, "index", "index"), "runs/index-3f04mkkho9l4dm8o.html"},
		{ref(report.PageBenchmark, "chi-1.0", "chi-1.0"), "benchmarks/chi-1-0-48e8vv0emj5366c4.html"},
		{ref(report.PageStep, "k", "../../CON: e2e"), "steps/con-e2e-g9ac6ad9518fdl9p.html"},
		{ref(report.PageRun, "k", "\u202E<script>"), "runs/script-g9ac6ad9518fdl9p.html"},
		{ref(report.PageRun, "k", "日本"), "runs/g9ac6ad9518fdl9p.html"},
		{ref(report.PageRun, "k", strings.Repeat("long-", 50)), "runs/long-long-long-long-long-long-long-long-g9ac6ad9518fdl9p.html"},
	} {
		if got := pagePath(tt.ref); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.ref, got, tt.want)
		}
	}
	seen := map[string]string{}
	for _, s := range hostile {
		for _, key := range []string{s, s + " ", strings.ToUpper(s) + "x"} {
			p := pagePath(ref(report.PageRun, key, s))
			if before, taken := seen[p]; taken && before != key {
				t.Errorf("%q and %q have the path %s", before, key, p)
			}
			seen[p] = key
			if !siteName.MatchString(p) || len(p) > 80 {
				t.Errorf("%q has the path %q", key, p)
			}
		}
	}
}

func TestSiteIsTheSameWhateverTheJobs(t *testing.T) {
	first, err := collected(fixtureSite(), []string{"site"}, Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	second, err := collected(fixtureSite(), []string{"site"}, Options{Jobs: 7})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, second) { // faster than a difference of 5 MB
		t.Errorf("two renderings differ:\n%.2000s", cmp.Diff(first, second))
	}
}

// A page of a run that went well has no picture, and then its numbers are open.
func TestSiteDrawsPicturesWhereTheyAreLookedFor(t *testing.T) {
	r := fixtureSite()
	files := siteTree(t, r)
	for _, ref := range r.Pages.Refs {
		page := files[pagePath(ref)]
		still := strings.Contains(page, "<svg ")
		if want := ref.Kind != report.PageRun || ref.Role == report.RoleWarn; still != want {
			t.Errorf("%s: a still picture: %v, want %v", pagePath(ref), still, want)
		}
		if !still && (!strings.Contains(page, `class="needs-script"`) || !strings.Contains(page, `<details class="data" open>`)) {
			t.Errorf("%s has neither a picture nor its numbers", pagePath(ref))
		}
	}
}

// More garbage may gather while a site is made, and no longer, also where its reader stops early.
func TestSiteLeavesTheCollectorAsItWas(t *testing.T) {
	t.Setenv("GOGC", "")
	const own = 123
	defer debug.SetGCPercent(debug.SetGCPercent(own))
	current := func() int {
		now := debug.SetGCPercent(own)
		debug.SetGCPercent(now)
		return now
	}
	for range site(fixtureSite(), Options{Jobs: 1}) {
		if current() == own {
			t.Error("while the site is made the collector has its own target")
		}
		break
	}
	if got := current(); got != own {
		t.Errorf("then %d %% may become garbage, want %d %%", got, own)
	}
}
