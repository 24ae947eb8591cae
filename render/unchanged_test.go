package render

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/report"
	"runreport/render/publish"
)

// plainSite is the fixture's site with its pages as values that a test can change. Of
// charts only those of the pages are left, which are quick to draw.
type plainSite struct {
	r     *report.Report
	pages []*report.Page
}

func newPlainSite() *plainSite {
	s := &plainSite{r: fixtureSite()}
	onlyTables(s.r.Sections)
	s.r.Data.Labels = []report.Label{{Name: "branch", Value: "main"}}
	for i := range s.r.Pages.Refs {
		made, err := s.r.Pages.Make(i)
		if err != nil {
			panic(err) // the fixture makes every page
		}
		p := mapStrings(*made, func(text string) string { return text }) // they share parts
		p.Quotes = []report.Quote{{File: "nights/2026-03-06.jsonl", Line: 131, Text: "connection refused"}}
		s.pages = append(s.pages, &p)
	}
	s.r.Pages.Make = func(i int) (*report.Page, error) { return s.pages[i], nil }
	return s
}

// page is the page at that path.
func (s *plainSite) page(path string) *report.Page {
	return s.pages[slices.IndexFunc(s.r.Pages.Refs, func(ref report.PageRef) bool { return pagePath(ref) == path })]
}

// build builds the site into dir as a program would, and gives the pages that it made.
func (s *plainSite) build(t *testing.T, dir, program string, jobs int) (made []string) {
	t.Helper()
	files := Render(s.r, []string{"site"}, Options{Jobs: jobs, Unchanged: publish.Unchanged(dir, program)})
	err := publish.Files(dir, func(yield func(File, error) bool) {
		for f, err := range files {
			if path := strings.TrimPrefix(f.Path, siteFolder); !f.Unchanged && strings.HasSuffix(path, ".html") {
				made = append(made, path)
			}
			if !yield(f, err) {
				return
			}
		}
	}, publish.Manifest{Version: s.r.Data.Version, Program: program})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(made)
	return made
}

// checkFresh says whether dir holds what a build into an empty folder gives, manifest
// included.
func (s *plainSite) checkFresh(t *testing.T, dir, program string) {
	t.Helper()
	fresh := t.TempDir()
	s.build(t, fresh, program, 3)
	if diff := cmp.Diff(tree(t, fresh), tree(t, dir)); diff != "" {
		t.Errorf("it differs from a fresh build:\n%.3000s", diff)
	}
	want, err := os.ReadFile(filepath.Join(fresh, publish.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, publish.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("its manifest differs from that of a fresh build:\n%.3000s", diff)
	}
}

// Pages of the fixture that the tests change.
var (
	aRun   = pagePath(fixtureSite().Pages.Refs[6])
	aNight = pagePath(fixtureSite().Pages.Refs[0])
)

// TestNoStalePageIsKept builds a site, changes one thing and builds again over it. Only
// what shows the change is made again, all of that is, and the folder is that of a fresh
// build.
func TestNoStalePageIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a site for every change")
	}
	const everything = "everything"
	onDisk := func(dir, page string, change func(name string) error) {
		if err := change(filepath.Join(dir, "site", filepath.FromSlash(page))); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name   string
		change func(s *plainSite, dir string)
		made   []string
	}{
		{"nothing", func(*plainSite, string) {}, nil},
		{"a sentence", func(s *plainSite, _ string) { s.page(aRun).Lead[0] += " Really." }, []string{aRun}},
		{"a fact", func(s *plainSite, _ string) { s.page(aRun).Facts[0].Means += "!" }, []string{aRun}},
		{"a cell's role", func(s *plainSite, _ string) {
			s.page(aRun).Sections[1].Blocks[0].Table.Rows[0].Cells[0].Role = report.RoleGood
		}, []string{aRun}},
		{"what a cell sorts by", func(s *plainSite, _ string) {
			for i, row := range s.page(aRun).Sections[1].Blocks[0].Table.Rows {
				row.Cells[1].Sort = number(float64(-i))
			}
		}, []string{aRun}},
		{"a point of a chart", func(s *plainSite, _ string) {
			*s.page(aNight).Sections[0].Blocks[0].Chart.Series[0].Points[0].Hi += 1
		}, []string{aNight}},
		{"a chart's kind of axis", func(s *plainSite, _ string) { s.page(aNight).Sections[0].Blocks[0].Chart.X.Title += "!" }, []string{aNight}},
		{"a quoted line", func(s *plainSite, _ string) { s.page(aRun).Quotes[0].Text = "connection reset" }, []string{aRun}},
		{"the end of a quoted line", func(s *plainSite, _ string) { s.page(aRun).Quotes[0].Cut = true }, []string{aRun}},
		{"a quote that is gone", func(s *plainSite, _ string) { s.page(aRun).Quotes = nil }, []string{aRun}},
		{"the neighbour before", func(s *plainSite, _ string) { s.page(aRun).Previous.Title += "!" }, []string{aRun}},
		{"the neighbour after", func(s *plainSite, _ string) { s.page(aRun).Next = nil }, []string{aRun}},
		{"a page beside it", func(s *plainSite, _ string) { s.page(aRun).Related = s.page(aRun).Related[1:] }, []string{aRun}},
		{"a chart that gets a picture", func(s *plainSite, _ string) {
			s.r.Pages.Refs[7].Role = report.RoleBad // its own list of runs does not show it
		}, []string{pagePath(fixtureSite().Pages.Refs[7])}},
		{"a banner", func(s *plainSite, _ string) { s.r.Data.Attention[0].Text += "!" }, []string{"index.html"}},
		{"a section", func(s *plainSite, _ string) { s.r.Sections[0].Title += "!" }, []string{"index.html", sectionPath(newPlainSite().r.Sections[0].ID)}},
		{"a line that a section quotes", func(s *plainSite, _ string) { s.r.Quotes[1].Text += "!" },
			[]string{"index.html", sectionPath("durations"), sectionPath("flakes")}},
		{"the title", func(s *plainSite, _ string) { s.r.Data.Title += "!" }, []string{everything}},
		{"the version", func(s *plainSite, _ string) { s.r.Data.Version += ".1" }, []string{everything}},
		{"a kind of page that is gone", func(s *plainSite, _ string) {
			s.r.Pages.Refs, s.pages = slices.Delete(s.r.Pages.Refs, 3, 4), slices.Delete(s.pages, 3, 4)
		}, []string{everything}},
		{"a page with a letter more on disk", func(_ *plainSite, dir string) {
			onDisk(dir, aRun, func(name string) error {
				f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
				if err == nil {
					_, err = f.WriteString("x")
					f.Close()
				}
				return err
			})
		}, []string{aRun}},
		{"a page edited to the same length", func(_ *plainSite, dir string) {
			onDisk(dir, aRun, func(name string) error {
				content, err := os.ReadFile(name)
				if err == nil {
					err = os.WriteFile(name, []byte(strings.Replace(string(content), "It ended", "It never", 1)), 0)
				}
				return err
			})
		}, []string{aRun}},
		{"a page cut short", func(_ *plainSite, dir string) {
			onDisk(dir, aRun, func(name string) error { return os.Truncate(name, 100) })
		}, []string{aRun}},
		{"an empty page", func(_ *plainSite, dir string) {
			onDisk(dir, aRun, func(name string) error { return os.Truncate(name, 0) })
		}, []string{aRun}},
		{"a page deleted", func(_ *plainSite, dir string) { onDisk(dir, aRun, os.Remove) }, []string{aRun}},
		{"a folder deleted", func(_ *plainSite, dir string) { onDisk(dir, "cycles", os.RemoveAll) },
			[]string{pagePath(fixtureSite().Pages.Refs[2]), "cycles/index.html"}},
		{"two pages exchanged", func(_ *plainSite, dir string) {
			onDisk(dir, "x", func(x string) error {
				a, b := filepath.Join(filepath.Dir(x), filepath.FromSlash(aRun)), filepath.Join(filepath.Dir(x), filepath.FromSlash(aNight))
				return errorsOf(os.Rename(a, x), os.Rename(b, a), os.Rename(x, b))
			})
		}, []string{aNight, aRun}},
		{"a manifest without sums", func(_ *plainSite, dir string) {
			onDisk(dir, "../"+publish.ManifestName, func(name string) error {
				content, err := os.ReadFile(name)
				if err == nil {
					err = os.WriteFile(name, []byte(strings.ReplaceAll(string(content), `"fingerprint"`, `"fingerprints"`)), 0)
				}
				return err
			})
		}, []string{everything}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, s := t.TempDir(), newPlainSite()
			all := s.build(t, dir, "one", 2)
			tt.change(s, dir)
			want := tt.made
			if len(want) == 1 && want[0] == everything {
				want = slices.DeleteFunc(all, func(path string) bool {
					return !slices.Contains(pagesOf(siteTree(t, s.r)), path)
				})
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, s.build(t, dir, "one", 2)); diff != "" {
				t.Errorf("other pages are made (-want +got):\n%s", diff)
			}
			s.checkFresh(t, dir, "one")
		})
	}
}

func errorsOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// A program whose file is another, or that could not read its own, keeps nothing: its
// templates may be others.
func TestAnotherProgramKeepsNothing(t *testing.T) {
	dir, s := t.TempDir(), newPlainSite()
	all := s.build(t, dir, "one", 2)
	for _, program := range []string{"two", "", "", "three"} {
		if diff := cmp.Diff(all, s.build(t, dir, program, 2)); diff != "" {
			t.Errorf("%q: other pages are made (-want +got):\n%s", program, diff)
		}
		s.checkFresh(t, dir, program)
	}
	if made := s.build(t, dir, "three", 2); made != nil {
		t.Errorf("the same program made %v again", made)
	}
}

// TestSiteOfManyPagesTakesLittleMemory publishes pages of 60 MB together: those that are
// being made or written are in memory, and no others.
func TestSiteOfManyPagesTakesLittleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("renders 60 MB of pages")
	}
	const pages, size = 600, 100_000
	r := &report.Report{}
	for i := range pages {
		r.Pages.Refs = append(r.Pages.Refs, report.PageRef{PageID: report.PageID{Kind: report.PageRun, Key: strconv.Itoa(i)}})
	}
	r.Pages.Make = func(i int) (*report.Page, error) {
		return &report.Page{Ref: r.Pages.Refs[i], Lead: []string{strings.Repeat("long ", size/5)}}, nil
	}
	dir := t.TempDir()
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for _, again := range []bool{false, true} {
		most, n := uint64(0), 0
		files := Render(r, []string{"site"}, Options{Jobs: 2, Unchanged: publish.Unchanged(dir, "one")})
		err := publish.Files(dir, func(yield func(File, error) bool) {
			for f, err := range files {
				if n++; n%20 == 0 {
					runtime.GC()
					runtime.ReadMemStats(&now)
					most = max(most, now.HeapAlloc)
				}
				if f.Unchanged != (again && strings.HasSuffix(f.Path, ".html")) {
					t.Errorf("%s: kept is %v", f.Path, f.Unchanged)
				}
				if !yield(f, err) {
					return
				}
			}
		}, publish.Manifest{Program: "one"})
		if err != nil {
			t.Fatal(err)
		}
		if grown := int64(most) - int64(before.HeapAlloc); n < pages || grown > pages*size/6 {
			t.Errorf("again %v: %d files took %d bytes", again, n, grown)
		}
	}
}
