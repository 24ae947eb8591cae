package publish

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"runreport/unit/disk"
)

// What is written may be read and is no program; folders may be entered.
func TestModesOfFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such modes there")
	}
	dir := filepath.Join(t.TempDir(), "report")
	publish(t, dir, file("index.html", "1"), file("charts/deep/a.svg", "a"))
	if err := Replace(filepath.Join(dir, "list.txt"), []byte("one")); err != nil {
		t.Fatal(err)
	}
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch mode := info.Mode(); {
		case d.IsDir():
			if mode.Perm()&0o700 != 0o700 {
				t.Errorf("%s is a folder of mode %v", path, mode)
			}
		case !mode.IsRegular() || mode.Perm()&0o111 != 0 || mode.Perm()&0o600 != 0o600:
			t.Errorf("%s is a file of mode %v", path, mode)
		default:
			files++
		}
		return nil
	})
	if err != nil || files != 4 { // with the manifest
		t.Errorf("%d files, %v", files, err)
	}
}

// Files that a Publish left that did not end are listed, and may be kept where both programs are
// the same.
func TestAdoptedFilesOfAnotherProgram(t *testing.T) {
	for program, want := range map[string]bool{"p1": true, "p2": false} {
		dir := t.TempDir()
		made := func(content string) []File {
			return []File{{Path: "a", Content: []byte(content), Fingerprint: "x"}, {Path: "b", Content: []byte("b"), Fingerprint: "y"}}
		}
		if err := Files(dir, All(made("old")), Manifest{Version: "1", Program: "p1"}); err != nil {
			t.Fatal(err)
		}
		root, err := disk.Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := newPublication(root)
		if err := p.takeOver(); err != nil {
			t.Fatal(err)
		}
		staged, err := p.stage(All(made("new")), &Manifest{Version: "2", Program: program})
		if err != nil || len(staged) != 1 {
			t.Fatal(staged, err)
		}
		if err := p.move(staged[0].from, staged[0].to); err != nil { // and then it was killed
			t.Fatal(err)
		}
		next := newPublication(root)
		if err := next.takeOver(); err != nil {
			t.Fatal(err)
		}
		if err := root.Close(); err != nil {
			t.Fatal(err)
		}
		m, err := ReadManifest(os.DirFS(dir), ManifestName)
		if err != nil || len(m.Files) != 2 || m.Version != "2" || m.Files[0].Path != "a" || m.Files[1].Path != "b" {
			t.Errorf("%s: %+v, %v", program, m, err)
			continue
		}
		known := Unchanged(dir, "p1")
		for _, f := range []struct{ path, fingerprint string }{{"a", "x"}, {"b", "y"}} {
			if got := known != nil && known(f.path, f.fingerprint); got != want {
				t.Errorf("after %s did not end, %s may be kept: %v", program, f.path, got)
			}
		}
	}
}

// What is no manifest is refused, whatever of it can be read.
func TestBrokenManifests(t *testing.T) {
	const entry = `{"path":"a","sha256":"0000000000000000000000000000000000000000000000000000000000000000","bytes":1}`
	for text, want := range map[string]int{ // entries; -1: refused
		`{"schema":"runreport.manifest/1","files":[]}`: 0, `{"schema":"runreport.manifest/1"}`: 0, `{"schema":"runreport.manifest/1","files":[` + entry + `,` + entry + `]}`: 2,
		`{"schema":"runreport.manifest/1","files":[` + entry + `,7]}`: -1, `{"schema":"runreport.manifest/1","files":[` + entry: -1, `{"schema":"runreport.manifest/1","files":{}}`: -1,
		`{"schema":"runreport.manifest/1","files":null}`: -1, `{"schema":"runreport.manifest/2","files":[]}`: -1, `{}`: -1, ``: -1,
		`{"schema":"runreport.manifest/1","files":[` + strings.Replace(entry, "00", "0", 1) + `]}`: 0, // no SHA-256
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, ManifestName), text)
		m, err := ReadManifest(os.DirFS(dir), ManifestName)
		got := -1
		if err == nil {
			got = len(m.Files)
		}
		if got != want {
			t.Errorf("%s: %d entries, want %d; %v", text, got, want, err)
		}
	}
	if m, err := ReadManifest(os.DirFS(t.TempDir()), ManifestName); m != nil || err != nil {
		t.Errorf("of an empty folder: %v, %v", m, err)
	}
}
