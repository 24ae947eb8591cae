package publish

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A file is known only from the same program, made of the same, and with the very content that
// the manifest states.
func TestUnchanged(t *testing.T) {
	dir := t.TempDir()
	about := Manifest{Version: "1", Program: "p1"}
	files := []File{{Path: "a", Content: []byte("1"), Fingerprint: "x"}, {Path: "b", Content: []byte("2"), Fingerprint: "y"}, {Path: "c", Content: []byte("3")}}
	if err := Files(dir, All(files), about); err != nil {
		t.Fatal(err)
	}
	unchanged := Unchanged(dir, "p1")
	for _, c := range []struct {
		path, fingerprint string
		want              bool
	}{{"a", "x", true}, {"b", "y", true}, {"a", "y", false}, {"a", "", false}, {"c", "", false}, {"c", "x", false}, {"d", "x", false}, {"d", "", false}} {
		if got := unchanged(c.path, c.fingerprint); got != c.want {
			t.Errorf("%s of %q: %t", c.path, c.fingerprint, got)
		}
	}
	write(t, filepath.Join(dir, "b"), "9")
	if unchanged("b", "y") {
		t.Error("a file of other content is unchanged")
	}
	if err := os.Remove(filepath.Join(dir, "a")); err != nil || unchanged("a", "x") {
		t.Errorf("a file that is not there is unchanged, or %v", err)
	}
	write(t, filepath.Join(dir, "broken", ManifestName), "{")
	for name, f := range map[string]func(string, string) bool{
		"another program": Unchanged(dir, "p2"), "no program": Unchanged(dir, ""), "no folder": Unchanged(filepath.Join(dir, "none"), "p1"), "no manifest": Unchanged(t.TempDir(), "p1"), "no manifest of ours": Unchanged(filepath.Join(dir, "broken"), "p1"),
	} {
		if f != nil {
			t.Errorf("%s: something is known", name)
		}
	}
	if err := os.RemoveAll(dir); err != nil || unchanged("b", "y") {
		t.Errorf("of a folder that is gone, or %v", err)
	}
}

// A file is replaced as a whole, and where that cannot be the one that was there stays.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "list.txt")
	for _, content := range []string{"one", "two, which is longer", ""} {
		if err := Replace(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		checkTree(t, dir, map[string]string{"list.txt": content})
	}
	write(t, filepath.Join(dir, ".list.txt.new"), "left by one that was killed")
	if err := Replace(path, []byte("three")); err != nil {
		t.Fatal(err)
	}
	checkTree(t, dir, map[string]string{"list.txt": "three"})
	if err := Replace(filepath.Join(dir, "none", "x"), nil); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
	if err := os.MkdirAll(filepath.Join(dir, "taken", "by"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Replace(filepath.Join(dir, "taken"), []byte("x")); err == nil {
		t.Error("a folder was replaced")
	}
	checkTree(t, dir, map[string]string{"list.txt": "three"}) // nothing that was staged is left
	if err := os.Mkdir(filepath.Join(dir, ".y.new"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Replace(filepath.Join(dir, "y"), []byte("x")); err == nil {
		t.Error("a file was staged in the place of a folder")
	}
}

// What is no manifest, no lock and no staging folder of the program's own is refused, by name.
func TestThingsInThePlaceOfOurs(t *testing.T) {
	for name, c := range map[string]struct {
		make func(dir string) error
		want string
	}{
		"a folder called as the manifest": {func(dir string) error { return os.Mkdir(filepath.Join(dir, ManifestName), 0o777) }, ManifestName + ": not a manifest of runreport"},
		"another schema": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, ManifestName), []byte(`{"schema":"x"}`), 0o666)
		}, ManifestName + ": not a manifest of runreport"},
		"no JSON":        {func(dir string) error { return os.WriteFile(filepath.Join(dir, ManifestName), []byte(`{`), 0o666) }, ManifestName + ": not a manifest of runreport"},
		"a staging file": {func(dir string) error { return os.WriteFile(filepath.Join(dir, staging), nil, 0o666) }, staging + ": not a folder of runreport"},
		"a file in the staging folder": {func(dir string) error {
			if err := os.Mkdir(filepath.Join(dir, staging), 0o777); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, staging, "x"), nil, 0o666)
		}, staging + "/x: not a file of runreport"},
		"a lock with something in it": {func(dir string) error { return os.WriteFile(filepath.Join(dir, lockName), []byte("x"), 0o666) }, lockName + ": not a file of runreport"},
		"a folder called as the lock": {func(dir string) error { return os.Mkdir(filepath.Join(dir, lockName), 0o777) }, lockName + ": not a file of runreport"},
	} {
		dir := t.TempDir()
		if err := c.make(dir); err != nil {
			t.Fatal(err)
		}
		err := Files(dir, All([]File{file("a", "1")}), Manifest{Version: "1"})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		if _, err := os.Stat(filepath.Join(dir, "a")); err == nil {
			t.Errorf("%s: the file was published", name)
		}
	}
}

// Whoever has a folder keeps others out until it is closed, and then leaves no lock.
func TestFolderIsFreeAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "anew")
	for range 2 {
		f, err := OpenFolder(context.Background(), dir, 0, func() { t.Error("it waits for nobody") })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, lockName)); err != nil {
			t.Error(err)
		}
		if _, err := OpenFolder(context.Background(), dir, time.Millisecond, nil); err == nil || !strings.Contains(err.Error(), "for more than 1ms") {
			t.Errorf("two have the folder: %v", err)
		}
		if err := f.Publish(All([]File{file("a", "1")}), Manifest{Version: "1"}); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		checkTree(t, dir, map[string]string{"a": "1"})
	}
}
