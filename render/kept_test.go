package render

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/report"
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
		p := mapStrings(*s.r.Pages.Make(i), func(text string) string { return text }) // they share parts
		p.Quotes = []report.Quote{{File: "nights/2026-03-06.jsonl", Line: 131, Text: "connection refused"}}
		s.pages = append(s.pages, &p)
	}
	s.r.Pages.Make = func(i int) *report.Page { return s.pages[i] }
	return s
}

// page is the page at that path.
func (s *plainSite) page(path string) *report.Page {
	return s.pages[slices.IndexFunc(s.r.Pages.Refs, func(ref report.PageRef) bool { return pagePath(ref) == path })]
}

// build builds the site into dir as a program would, and gives the pages that it made.
func (s *plainSite) build(t *testing.T, dir, program string, jobs int) (made []string) {
	t.Helper()
	files := Render(s.r, []string{"site"}, Options{Jobs: jobs, Keep: Kept(dir, program)})
	err := Publish(dir, func(yield func(File, error) bool) {
		for f, err := range files {
			if path := strings.TrimPrefix(f.Path, siteFolder); !f.Kept && strings.HasSuffix(path, ".html") {
				made = append(made, path)
			}
			if !yield(f, err) {
				return
			}
		}
	}, Manifest{Version: s.r.Data.Version, Program: program})
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
	want, err := os.ReadFile(filepath.Join(fresh, ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, ManifestName))
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
		{"a line that a section quotes", func(s *plainSite, _ string) { s.r.Quotes[1].Text += "!" }, nil},
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
			onDisk(dir, "../"+ManifestName, func(name string) error {
				content, err := os.ReadFile(name)
				if err == nil {
					err = os.WriteFile(name, []byte(strings.ReplaceAll(string(content), `"of"`, `"off"`)), 0)
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

// What is kept has to be what the manifest lists: Publish does not take it from the one
// who asks.
func TestPublishKeepsOnlyWhatItKnows(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, File{Path: "a", Content: []byte("1"), Of: "x"}, file("b", "1"))
	before := tree(t, dir)
	for _, f := range []File{{Path: "a", Of: "y", Kept: true}, {Path: "b", Of: "x", Kept: true}, {Path: "c", Of: "x", Kept: true}} {
		err := Publish(dir, All([]File{f}), Manifest{Version: "1"})
		if err == nil || !strings.Contains(err.Error(), f.Path+": to be kept as it is, and runreport-manifest.json does not list it so") {
			t.Errorf("%s of %s: %v", f.Path, f.Of, err)
		}
		checkTree(t, dir, before)
	}
	publish(t, dir, File{Path: "a", Of: "x", Kept: true}, file("b", "2"))
	checkTree(t, dir, map[string]string{"a": "1", "b": "2"})
}

// leaf is one thing of a value that can be changed alone.
type leaf struct {
	name   string
	change func() (undo func())
}

// leaves are everything below v that a report can differ in, but for names that the
// program itself gives.
func leaves(v reflect.Value, name string) (list []leaf) {
	set := func(what string, to reflect.Value) {
		list = append(list, leaf{name + what, func() func() {
			was := reflect.New(v.Type()).Elem()
			was.Set(v)
			v.Set(to)
			return func() { v.Set(was) }
		}})
	}
	switch v.Kind() {
	case reflect.String:
		set("", reflect.ValueOf(v.String()+"x").Convert(v.Type()))
	case reflect.Bool:
		set("", reflect.ValueOf(!v.Bool()))
	case reflect.Int, reflect.Int64:
		set("", reflect.ValueOf(v.Int()+1).Convert(v.Type()))
	case reflect.Float64:
		set("", reflect.ValueOf(v.Float()+0.5))
	case reflect.Pointer:
		if !v.IsNil() {
			set(" is gone", reflect.Zero(v.Type()))
			list = append(list, leaves(v.Elem(), name)...)
		}
	case reflect.Slice:
		if n := v.Len(); n > 0 {
			set(" is shorter", v.Slice(0, n-1))
		}
		for i := range v.Len() {
			list = append(list, leaves(v.Index(i), name)...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Name != "ID" && f.Name != "At" {
				list = append(list, leaves(v.Field(i), name+"."+f.Name)...)
			}
		}
	}
	return list
}

// TestWhateverShowsIsSummedUp changes every part of a page, one after another: where the
// page's bytes are others, so is the sum of what it was made of.
func TestWhateverShowsIsSummedUp(t *testing.T) {
	plain := newPlainSite()
	s, err := newWebsite(plain.r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := plain.page(aNight)
	made := func() (File, error) {
		return s.file(s.newPage(p), p.Sections, pictures{wide: true}, p.Quotes)
	}
	was, err := made()
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for _, l := range leaves(reflect.ValueOf(p).Elem(), "Page") {
		undo := l.change()
		now, err := made()
		undo()
		if err != nil {
			continue // it is no page that a site can have
		}
		if string(now.Content) == string(was.Content) {
			continue
		}
		if shown++; now.Of == was.Of {
			t.Errorf("%s: the page is another and its sum is not", l.name)
		}
	}
	if now, err := made(); err != nil || now.Of != was.Of || string(now.Content) != string(was.Content) {
		t.Errorf("after all that the page is another (%v)", err)
	}
	if shown < 150 {
		t.Errorf("only %d changes show", shown)
	}
}

// TestBuildingOverIsBuildingAfresh changes a site at random, again and again, and builds
// it over what is there each time.
func TestBuildingOverIsBuildingAfresh(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	dir, s := t.TempDir(), newPlainSite()
	s.build(t, dir, "one", 2)
	made, pages := 0, 0
	for round := range 20 {
		var all []leaf
		for _, part := range []any{s.pages[rnd.IntN(len(s.pages))], s.pages[rnd.IntN(len(s.pages))], &s.r.Sections, &s.r.Quotes, &s.r.Data.Attention, &s.r.Data.Labels, &s.r.Pages.Refs, &s.r.Data.Title} {
			part := slices.DeleteFunc(leaves(reflect.ValueOf(part).Elem(), ""), func(l leaf) bool {
				return strings.HasSuffix(l.name, ".Key") || strings.HasSuffix(l.name, ".Kind") // of a page in two places
			})
			if len(part) > 0 {
				all = append(all, part[rnd.IntN(len(part))])
			}
		}
		for range 1 + rnd.IntN(3) {
			l := all[rnd.IntN(len(all))]
			undo := l.change()
			if _, err := collected(s.r, []string{"site"}, Options{}); err != nil {
				undo() // no site can be like that
			}
		}
		if round%4 == 3 {
			some := filepath.Join(dir, "site", filepath.FromSlash(pagePath(s.r.Pages.Refs[rnd.IntN(len(s.r.Pages.Refs))])))
			if err := os.WriteFile(some, []byte("edited"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		made += len(s.build(t, dir, "one", 1+rnd.IntN(5)))
		pages += len(pagesOf(siteTree(t, s.r)))
		s.checkFresh(t, dir, "one")
	}
	if made == 0 || made > pages/2 {
		t.Errorf("%d of %d pages were made again", made, pages)
	}
}
