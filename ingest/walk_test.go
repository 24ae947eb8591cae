package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"runreport/ingest/naming"
	"runreport/ingest/record"
)

// Patterns see a path below its argument. One without a slash is for the name alone.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		include, exclude, path string
		want                   string // why the file is left out
	}{
		{"", "", "logs/a/x.jsonl", ""},
		{"*.jsonl", "", "logs/a/x.jsonl", ""},
		{"*.log", "", "logs/a/x.jsonl", byInclude},
		{"*.log *.jsonl", "", "logs/a/x.jsonl", ""},
		{"a/*.jsonl", "", "logs/a/x.jsonl", ""},
		{"logs/a/*.jsonl", "", "logs/a/x.jsonl", byInclude},
		{"b/*.jsonl", "", "logs/a/b/x.jsonl", byInclude},
		{"**/b/*.jsonl", "", "logs/a/b/x.jsonl", ""},
		{"", "a/**", "logs/a/b/x.jsonl", byExclude},
		{"*.jsonl", "x.*", "logs/a/x.jsonl", byExclude},
		{"*.log", "x.*", "logs/a/x.jsonl", byExclude},
		{"x.jsonl", "", "x.jsonl", ""}, // the argument is the file
		{"", "logs", "logs/a/x.jsonl", ""},
	} {
		o := Options{Include: strings.Fields(c.include), Exclude: strings.Fields(c.exclude)}
		want := passReason{}
		if c.want != "" {
			want = passReason{record.FolderOf(c.path), c.want}
		}
		if got := o.unwanted(c.path); got != want {
			t.Errorf("%s with --include %q and --exclude %q: %v, want %v", c.path, c.include, c.exclude, got, want)
		}
	}
	for in, want := range map[string]string{"logs/a/x": "a/x", "logs/x": "x", "x": "x", "logs/": "logs/"} {
		if got := below(in); got != want {
			t.Errorf("%s below its argument is %s, want %s", in, got, want)
		}
	}
}

// A link is read where it leads inside the given paths: to a file, or to a folder with files.
func TestFollowInside(t *testing.T) {
	dir := tree(t, map[string]string{"logs/a/x": "", "logs/ab/x": "", "logs/c/x": "", "elsewhere/x": ""})
	if err := os.Mkdir(filepath.Join(dir, "logs", "none"), 0o700); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"file": "logs/c/x", "folder": "logs/a", "outside": "elsewhere/x", "all": "logs", "none-of": "logs/none", "z": "logs/c"}
	for name, to := range links {
		if err := os.Symlink(filepath.Join(dir, to), filepath.Join(dir, "logs", name)); err != nil {
			t.Fatal(err)
		}
	}
	rs, err := naming.Arguments([]string{filepath.Join(dir, "logs")})
	if err != nil {
		t.Fatal(err)
	}
	all := []found{newFound("logs/a/x", "", ""), newFound("logs/ab/x", "", ""), newFound("logs/c/x", "", ""), broken("logs/z", errLink)}
	for name := range links {
		if name != "z" {
			all = append(all, broken("logs/"+name, errLink))
		}
	}
	all = append(all, broken("logs/other", fs.ErrPermission), broken("logs/gone", errLink))
	slices.SortFunc(all, byShown)
	for i := range all {
		all[i].real = filepath.Join(dir, all[i].shown)
	}
	followInside(rs, all)
	want := map[string]string{"logs/file": "logs/c/x", "logs/folder": "logs/a", "logs/all": "logs", "logs/z": "logs/c"}
	for _, f := range all {
		if f.target != want[f.shown] {
			t.Errorf("%s leads to %q, want %q", f.shown, f.target, want[f.shown])
		}
	}
}

// broken is a file that cannot be read.
func broken(shown string, fault error) found {
	f := newFound(shown, "", "")
	f.own().fault = fault
	return f
}

// What is neither a file nor a folder is not opened, and neither is a link.
func TestUnreadable(t *testing.T) {
	dir := tree(t, map[string]string{"x": "text"})
	for name, to := range map[string]string{"link": "x", "dangling": "gone"} {
		if err := os.Symlink(filepath.Join(dir, to), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	entry := func(name string) fs.DirEntry {
		info, err := os.Lstat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return fs.FileInfoToDirEntry(info)
	}
	if err := unreadable(filepath.Join(dir, "x"), entry("x")); err != nil {
		t.Errorf("a file: %v", err)
	}
	if err := unreadable(filepath.Join(dir, "link"), entry("link")); !errors.Is(err, errLink) {
		t.Errorf("a link: %v", err)
	}
	err := unreadable(filepath.Join(dir, "dangling"), entry("dangling"))
	if !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "dangling") {
		t.Errorf("a link to nothing: %v", err)
	}
	pipe, err := fs.Stat(fstest.MapFS{"pipe": {Mode: fs.ModeNamedPipe}}, "pipe")
	if err != nil {
		t.Fatal(err)
	}
	if err := unreadable("pipe", fs.FileInfoToDirEntry(pipe)); !errors.Is(err, errOdd) {
		t.Errorf("a pipe: %v", err)
	}
}

// A folder that is not entered is told with all that lies in it, once, by its own path.
func TestFoldersThatAreNotEntered(t *testing.T) {
	var p passReason
	for _, c := range []struct{ folder, name, want string }{
		{"logs/a", "a", ""},
		{"logs/node_modules", "node_modules", "logs/node_modules"},
		{"logs/node_modules/p", "p", "logs/node_modules"},
		{"logs/node_modules/p/.git", ".git", "logs/node_modules"}, // it is inside already
		{"logs/node_modules-2", "node_modules-2", ""},             // its name only begins so
		{"logs/z/.git", ".git", "logs/z/.git"},
		{"logs/z/__MACOSX", "__MACOSX", "logs/z/__MACOSX"},
		{"logs/zz", "zz", ""},
	} {
		p.enter(c.folder, c.name)
		if got := p.at(c.folder + "/x"); got.folder != c.want {
			t.Errorf("in %s files are passed over for %q, want %q", c.folder, got.folder, c.want)
		}
	}
	p = passReason{"logs/.git", ".git"}
	for shown, want := range map[string]bool{"logs/.git": true, "logs/.git/x": true, "logs/.github/x": false, "logs/x": false} {
		if got := p.at(shown) != (passReason{}); got != want {
			t.Errorf("%s is passed over with .git: %v", shown, got)
		}
	}
}

// Findings about a file as a whole have no line.
func TestFindingsOfWholeFilesHaveNoLine(t *testing.T) {
	dir := tree(t, map[string]string{
		"empty.jsonl": "", "odd.jsonl": "{{{{", "torn.log": kahnLog[:strings.Index(kahnLog, "\n")-3], "bad.zip": "PK\x03\x04 no archive", "good.jsonl": kahnLog,
	})
	if err := os.Symlink(dir+"-gone", filepath.Join(dir, "dangling.jsonl")); err != nil {
		t.Fatal(err)
	}
	outside := tree(t, map[string]string{"x": ""})
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	o := Options{Paths: []string{dir}, History: filepath.Join(t.TempDir(), "history"), Since: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}
	read(t, o)
	if err := os.WriteFile(filepath.Join(dir, "good.jsonl"), []byte(strings.ReplaceAll(kahnLog, "n1", "m1")), 0o600); err != nil {
		t.Fatal(err)
	}
	res := read(t, o)
	whole := []*record.Code{emptyFile, noFormat, noRecord, cannotRead, linkLeft, leftOut, replaced}
	seen := map[string]bool{}
	f := &res.Tables.Findings
	for row := range f.Len() {
		code := f.Code.At(row)
		seen[code] = true
		if slices.ContainsFunc(whole, func(c *record.Code) bool { return c.Name == code }) && f.Place(row).Line != 0 {
			t.Errorf("%s is said of line %d", code, f.Place(row).Line)
		}
	}
	for _, c := range whole {
		if !seen[c.Name] {
			t.Errorf("no finding %s; there are %v", c.Name, seen)
		}
	}
}

// The files of a tree are found in the order of their paths, however many look for them, and what
// is passed over is told by the folder that it lies in.
func TestWalk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"logs/b.jsonl", "logs/a-b/x.jsonl", "logs/a/x.jsonl", "logs/a/deep/er/x.jsonl", "logs/a/node_modules/p/.git/x.jsonl",
		"logs/.git/x.jsonl", "logs/a.jsonl", "other/logs/x.jsonl", "single.jsonl",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 300 {
		if err := os.MkdirAll(filepath.Join(dir, "logs", "many", fmt.Sprint(i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	paths := []string{filepath.Join(dir, "logs"), filepath.Join(dir, "other", "logs"), filepath.Join(dir, "single.jsonl")}
	if link := filepath.Join(dir, "link"); os.Symlink(paths[1], link) == nil {
		paths[1] = link // a path of the command line is followed
	}
	want := []string{"logs-1/a-b/x.jsonl", "logs-1/a.jsonl", "logs-1/a/deep/er/x.jsonl", "logs-1/a/x.jsonl", "logs-1/b.jsonl", "logs-2/x.jsonl", "single.jsonl"}
	wantPassed := []string{"logs-1/.git/x.jsonl in logs-1/.git", "logs-1/a/node_modules/p/.git/x.jsonl in logs-1/a/node_modules"}
	for _, jobs := range []int{1, 8} {
		all, passed, err := walk(context.Background(), Options{Paths: paths, Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		var got, gotPassed []string
		for _, f := range all {
			got = append(got, f.shown)
		}
		for _, f := range passed {
			gotPassed = append(gotPassed, f.shown+" in "+f.passing.folder)
		}
		if !slices.Equal(got, want) || !slices.Equal(gotPassed, wantPassed) {
			t.Errorf("%d jobs: %q, passed over %q", jobs, got, gotPassed)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := walk(ctx, Options{Paths: paths, Jobs: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	gone := folder{shown: "logs/gone", root: "logs", real: filepath.Join(dir, "gone")}
	if in := gone.list(Options{}, nil); len(in.files.all) != 1 || in.files.all[0].fault == nil || in.files.all[0].shown != "logs/gone" {
		t.Errorf("a folder that is gone: %+v", in)
	}
	gone.passing = passReason{"logs", ".git"}
	if in := gone.list(Options{}, nil); len(in.files.all) != 0 {
		t.Errorf("a folder that is gone and passed over: %+v", in)
	}
}

// What is special of one file is not said of others that share it, and files that are passed over for one reason
// share that.
func TestWhatIsSpecialOfAFile(t *testing.T) {
	a, b := newFound("logs/a", "logs", "/x/a"), newFound("logs/b", "logs", "/x/b")
	a.own().fault = errLink
	if b.fault != nil || nothing != (special{}) {
		t.Error("what is said of one file is said of all")
	}
	why := passReason{"logs", byExclude}
	b.pass(passReason{}, nil)
	if b.special != &nothing {
		t.Error("a file that is read has something of its own")
	}
	b.pass(why, nil)
	c := newFound("logs/c", "logs", "/x/c")
	c.pass(why, b.special)
	if c.special != b.special || c.passing != why {
		t.Errorf("the second is passed over for %+v, and has its own reason: %v", c.passing, c.special != b.special)
	}
	d := c // as a list is copied
	d.own().fault = errLink
	if c.fault != nil || d.passing != why {
		t.Errorf("of a copy: %v, %+v", c.fault, d.passing)
	}
	a.pass(why, b.special)
	if a.fault != errLink || a.passing != why || b.fault != nil {
		t.Errorf("a file that cannot be read: %v, %+v", a.fault, a.passing)
	}
	e := newFound("logs/e", "logs", "/x/e")
	e.pass(passReason{"logs", byInclude}, b.special)
	if e.passing.rule != byInclude || b.passing != why {
		t.Errorf("another reason: %+v, %+v", e.passing, b.passing)
	}
}
