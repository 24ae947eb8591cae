package publish

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/unit/disk"
)

func file(path, content string) File { return File{Path: path, Content: []byte(content)} }

// long is a file that is written piece by piece.
func long(path, content string) File {
	return File{Path: path, Write: func(w io.Writer) error {
		for _, piece := range content {
			if _, err := io.WriteString(w, string(piece)); err != nil {
				return err
			}
		}
		return nil
	}}
}

// publish must succeed.
func publish(t *testing.T, dir string, files ...File) {
	t.Helper()
	if err := Files(dir, All(files), Manifest{Version: "1"}); err != nil {
		t.Fatal(err)
	}
}

// tree reads every file below dir, the manifest aside.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == ManifestName {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		content, err := os.ReadFile(path)
		if d.Type()&os.ModeSymlink != 0 {
			content, err = []byte("a link"), nil
		}
		found[filepath.ToSlash(rel)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func checkTree(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Errorf("files differ (-want +got):\n%s", diff)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestPublish(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "report")
	publish(t, dir, file("index.html", "1"), file("charts/a.svg", "a"), file("charts/b.svg", "b"))
	checkTree(t, dir, map[string]string{"index.html": "1", "charts/a.svg": "a", "charts/b.svg": "b"})
	if want := []string{ManifestName, "charts/a.svg", "charts/b.svg", "index.html"}; !slices.Equal(Own(os.DirFS(dir)), want) {
		t.Errorf("Own is %v, want %v", Own(os.DirFS(dir)), want)
	}
	manifest, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "golden", "manifest.json")
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		write(t, golden, string(manifest))
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != string(manifest) {
		t.Errorf("the manifest has changed (%v); UPDATE_GOLDEN=1 takes it over:\n%s", err, manifest)
	}

	// What is no longer made goes, with its folder; what someone else put there stays.
	write(t, filepath.Join(dir, "notes.txt"), "mine")
	publish(t, dir, file("index.html", "2"))
	checkTree(t, dir, map[string]string{"index.html": "2", "notes.txt": "mine"})
	if _, err := os.Stat(filepath.Join(dir, "charts")); !errors.Is(err, os.ErrNotExist) {
		t.Error("the empty folder is still there")
	}
}

func TestPublishLeavesUnchangedFilesAlone(t *testing.T) {
	t.Run("held", func(t *testing.T) { leavesUnchangedFilesAlone(t, file) })
	t.Run("written", func(t *testing.T) { leavesUnchangedFilesAlone(t, long) })
}

func leavesUnchangedFilesAlone(t *testing.T, file func(path, content string) File) {
	dir := t.TempDir()
	publish(t, dir, file("a", "1"), file("b", "1"))
	old := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range []string{"a", "b", ManifestName} {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	untouched := func(name string) bool {
		info, err := os.Stat(filepath.Join(dir, name))
		return err == nil && info.ModTime().Equal(old)
	}
	publish(t, dir, file("b", "1"), file("a", "1"))
	if !untouched("a") || !untouched("b") || !untouched(ManifestName) {
		t.Error("publishing the same again wrote something")
	}
	publish(t, dir, file("a", "1"), file("b", "2"))
	if !untouched("a") || untouched("b") {
		t.Error("only b had changed")
	}
	checkTree(t, dir, map[string]string{"a": "1", "b": "2"})
}

// A file that is written has the entry that one of the same content has that is held, and many of
// them are written beside each other.
func TestPublishFilesThatAreWritten(t *testing.T) {
	held, written := t.TempDir(), t.TempDir()
	var files, pieces []File
	for i := range 3 * writers {
		name, content := fmt.Sprintf("%02d/x", i), strings.Repeat(fmt.Sprint(i, " ünd "), 40*i)
		files, pieces = append(files, file(name, content)), append(pieces, long(name, content))
	}
	publish(t, held, files...)
	publish(t, written, pieces...)
	checkTree(t, written, tree(t, held))
	for _, dir := range []string{held, written} {
		if _, err := os.Stat(filepath.Join(dir, staging)); !errors.Is(err, os.ErrNotExist) {
			t.Error("what was staged is still there")
		}
	}
	want, err := os.ReadFile(filepath.Join(held, ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(written, ManifestName)); err != nil || string(got) != string(want) {
		t.Errorf("the manifest is %.300s, want %.300s (%v)", got, want, err)
	}
}

// Where a file cannot be written to its end, none is there.
func TestPublishWhereWritingEnds(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, file("a", "1"))
	broken := errors.New("no more")
	err := Files(dir, All([]File{long("a", "2"), {Path: "b", Write: func(w io.Writer) error {
		_, _ = io.WriteString(w, strings.Repeat("x", 2*longBuffer))
		return broken
	}}, long("c", "3")}), Manifest{Version: "1"})
	if !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	checkTree(t, dir, map[string]string{"a": "1"})
}

func TestPublishKeepsWhatIsNotOurs(t *testing.T) {
	tests := []struct {
		name    string
		prepare func(dir string)
		want    string
	}{
		{"a file", func(dir string) { write(t, filepath.Join(dir, "index.html"), "theirs") },
			"index.html: in the way, and not written by runreport: runreport-manifest.json does not list it"},
		{"a folder", func(dir string) { write(t, filepath.Join(dir, "index.html", "x"), "theirs") }, "index.html: in the way, and not a plain file"},
		{"a file for a folder", func(dir string) { write(t, filepath.Join(dir, "charts"), "theirs") }, "charts: in the way, and not a folder"},
		{"a link", func(dir string) { link(t, "elsewhere", filepath.Join(dir, "index.html")) }, "index.html: in the way, and not a plain file"},
		{"a link to a folder", func(dir string) {
			write(t, filepath.Join(dir, "real", "x"), "theirs")
			link(t, "real", filepath.Join(dir, "charts"))
		}, "charts: in the way, and not a folder"},
		{"a link out", func(dir string) { link(t, t.TempDir(), filepath.Join(dir, "charts")) }, "charts: in the way, and not a folder"},
		{"a manifest of another", func(dir string) { write(t, filepath.Join(dir, ManifestName), `{"schema":"other/1"}`) }, "runreport-manifest.json: not a manifest of runreport"},
		{"a broken manifest", func(dir string) { write(t, filepath.Join(dir, ManifestName), `{`) }, "runreport-manifest.json: not a manifest of runreport"},
		{"a manifest with a name twice", func(dir string) {
			write(t, filepath.Join(dir, ManifestName), `{"schema":"x","schema":"runreport.manifest/1"}`)
		}, "runreport-manifest.json: not a manifest of runreport"},
		{"a staging file", func(dir string) { write(t, filepath.Join(dir, staging), "theirs") }, ".runreport-staging: not a folder of runreport"},
		{"a full staging folder", func(dir string) { write(t, filepath.Join(dir, staging, "diary.txt"), "theirs") }, ".runreport-staging/diary.txt: not a file of runreport"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			tt.prepare(dir)
			before := tree(t, dir)
			err := Files(dir, All([]File{file("index.html", "ours"), file("charts/a.svg", "ours")}), Manifest{})
			if err == nil || err.Error() != "publish to "+dir+": "+tt.want {
				t.Errorf("error %v, want …%s", err, tt.want)
			}
			checkTree(t, dir, before)
		})
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	switch err := os.Symlink(to, at); {
	case err != nil && runtime.GOOS == "windows":
		t.Skip("a user may not make links here")
	case err != nil:
		t.Fatal(err)
	}
}

func TestPublishRefusesNames(t *testing.T) {
	for _, name := range []string{"", ".", "..", "../x", "/x", "a/../b", "a//b", "./a", `a\b`, "c:x", "a\x00", ManifestName, staging, staging + "/0", lockName} {
		if err := Files(t.TempDir(), All([]File{file(name, "")}), Manifest{}); err == nil || !strings.Contains(err.Error(), "not a name for an output file") {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, files := range [][]File{{file("a", "1"), file("a", "2")}, {file("a", "1"), file("a/b", "2")}} {
		if err := Files(t.TempDir(), All(files), Manifest{}); err == nil {
			t.Errorf("%s and %s go together", files[0].Path, files[1].Path)
		}
	}
}

func TestPublishAfterSomeoneChangedAFile(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, file("a", "1"), file("b", "1"))
	write(t, filepath.Join(dir, "a"), "edited")
	write(t, filepath.Join(dir, "b"), "edited")
	publish(t, dir, file("a", "2"))
	checkTree(t, dir, map[string]string{"a": "2", "b": "edited"}) // b is no longer ours
}

// TestPublishAfterACrash stops a publication at every step and lets another one
// finish: no half file is ever in place, and nothing is in the way.
func TestPublishAfterACrash(t *testing.T) {
	older := []File{file("a", "old a"), file("charts/x", "old x"), file("gone", "old")}
	newer := []File{file("a", "new a"), file("b", "new b"), file("charts/x", "new x")}
	last := []File{file("a", "last a"), file("b", "last b")}
	for steps := range 8 {
		dir := t.TempDir()
		publish(t, dir, older...)
		crash(t, dir, newer, steps)
		for path, content := range tree(t, dir) {
			if !strings.HasPrefix(path, staging) && !strings.HasPrefix(content, "old") && !strings.HasPrefix(content, "new") {
				t.Errorf("after %d steps %s holds %q", steps, path, content)
			}
		}
		publish(t, dir, last...)
		checkTree(t, dir, map[string]string{"a": "last a", "b": "last b"})
	}
}

// crash does what Publish does up to a number of steps: begin, stage half a file, half
// a manifest, all; then move the files one by one.
func crash(t *testing.T, dir string, files []File, steps int) {
	t.Helper()
	root, err := disk.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p := newPublication(root)
	if err := p.takeOver(); err != nil {
		t.Fatal(err)
	}
	switch steps {
	case 0:
		err = root.Mkdir(staging, 0o777)
	case 1:
		write(t, filepath.Join(dir, staging, "0"), "ne")
	case 2:
		write(t, filepath.Join(dir, staging, "0"), "new a")
		write(t, filepath.Join(dir, staging, ManifestName), `{"schema"`)
	default:
		var staged []stagedFile
		if staged, err = p.stage(All(files), &Manifest{Version: "1"}); err != nil {
			t.Fatal(err)
		}
		for _, s := range staged[:min(steps-3, len(staged))] {
			if err := p.move(s.from, s.to); err != nil {
				t.Fatal(err)
			}
		}
		if steps == 7 {
			err = p.move(staging+"/"+ManifestName, ManifestName)
			// By then the older manifest's file has been removed.
			os.Remove(filepath.Join(dir, "gone"))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestOwn(t *testing.T) {
	dir := t.TempDir()
	if got := Own(os.DirFS(dir)); got != nil {
		t.Errorf("no manifest: %v", got)
	}
	if got := Own(os.DirFS(filepath.Join(dir, "none"))); got != nil {
		t.Errorf("no folder: %v", got)
	}
	entries := ""
	for _, path := range []string{"../../etc/passwd", "/etc/passwd", "a/../../b", "", "ok/file", ManifestName} {
		entries += `{"path":"` + path + `","sha256":"` + strings.Repeat("0", 64) + `"},`
	}
	write(t, filepath.Join(dir, ManifestName), `{"schema":"runreport.manifest/1","version":"1","files":[`+entries+`{"path":"no/hash"}]}`)
	if got, want := Own(os.DirFS(dir)), []string{ManifestName, "ok/file"}; !slices.Equal(got, want) {
		t.Errorf("hostile manifest: %v, want %v", got, want)
	}
	write(t, filepath.Join(dir, ManifestName), `[]`)
	if got := Own(os.DirFS(dir)); got != nil {
		t.Errorf("not ours: %v", got)
	}
}

// A manifest that lists what it never wrote does not get it removed.
func TestPublishDoesNotTrustAManifest(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "thesis.tex"), "years of work")
	write(t, filepath.Join(dir, ManifestName), `{"schema":"runreport.manifest/1","version":"1","files":[{"path":"thesis.tex","sha256":"`+strings.Repeat("0", 64)+`","bytes":13}]}`)
	publish(t, dir, file("index.html", "1"))
	checkTree(t, dir, map[string]string{"thesis.tex": "years of work", "index.html": "1"})
}

// What is unchanged has to be what the manifest lists: Publish does not take it from the one
// who asks.
func TestPublishKeepsOnlyWhatItKnows(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, File{Path: "a", Content: []byte("1"), Fingerprint: "x"}, file("b", "1"))
	before := tree(t, dir)
	for _, f := range []File{{Path: "a", Fingerprint: "y", Unchanged: true}, {Path: "b", Fingerprint: "x", Unchanged: true}, {Path: "c", Fingerprint: "x", Unchanged: true}} {
		err := Files(dir, All([]File{f}), Manifest{Version: "1"})
		if err == nil || !strings.Contains(err.Error(), f.Path+": said to be unchanged, and runreport-manifest.json does not list it so") {
			t.Errorf("%s of %s: %v", f.Path, f.Fingerprint, err)
		}
		checkTree(t, dir, before)
	}
	publish(t, dir, File{Path: "a", Fingerprint: "x", Unchanged: true}, file("b", "2"))
	checkTree(t, dir, map[string]string{"a": "1", "b": "2"})
}

// What writing a file panics with reaches the caller of Files, as that of any other work does.
func TestPublishWhereWritingPanics(t *testing.T) {
	dir := t.TempDir()
	publish(t, dir, file("a", "1"))
	defer func() {
		if p := recover(); p != "odd" {
			t.Errorf("it panicked with %v", p)
		}
		publish(t, dir, file("a", "2")) // what was left is taken over
		checkTree(t, dir, map[string]string{"a": "2"})
	}()
	_ = Files(dir, All([]File{long("b", "2"), {Path: "c", Write: func(io.Writer) error { panic("odd") }}}), Manifest{Version: "1"})
}
