package render

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

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
	if testing.Short() {
		t.Skip("renders a page for each of its fields")
	}
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
		if shown++; now.Fingerprint == was.Fingerprint {
			t.Errorf("%s: the page is another and its sum is not", l.name)
		}
	}
	if now, err := made(); err != nil || now.Fingerprint != was.Fingerprint || string(now.Content) != string(was.Content) {
		t.Errorf("after all that the page is another (%v)", err)
	}
	if shown < 150 {
		t.Errorf("only %d changes show", shown)
	}
}

// TestBuildingOverIsBuildingAfresh changes a site at random, again and again, and builds
// it over what is there each time.
func TestBuildingOverIsBuildingAfresh(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a site 20 times")
	}
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
