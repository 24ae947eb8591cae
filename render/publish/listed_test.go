package publish

import (
	"os"
	"path/filepath"
	"testing"
)

// A reader is shown what the nearest manifest lists, and everything where there is none.
func TestListed(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"damaged/" + ManifestName:       `{"schema": "` + manifestSchema + `", "files": [`,
		"other/" + ManifestName:         `{"schema": "somebody.else/1"}`,
		"folder/" + ManifestName + "/x": "",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, content)
	}
	publish(t, filepath.Join(dir, "report"), file("index.html", "a"), file("runs/1.html", "b"))
	publish(t, filepath.Join(dir, "huge"), file("index.html", "a"))
	if err := os.Truncate(filepath.Join(dir, "huge", ManifestName), maxManifest+1); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, want := range map[string]bool{
		"report/index.html": true, "report/runs/1.html": true, "report/" + ManifestName: true, "report/secret.txt": false, "report/runs/2.html": false,
		"index.html": true, "elsewhere/x": true, "damaged/index.html": false, "other/index.html": false, "folder/index.html": false, "huge/index.html": false,
	} {
		if got := Listed(root, name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
	for _, name := range []string{"damaged", "other", "folder", "huge"} {
		_, err := ReadManifest(root.FS(), name+"/"+ManifestName)
		if err == nil || err.Error() != name+"/"+ManifestName+": not a manifest of runreport" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if m, err := ReadManifest(root.FS(), ManifestName); m != nil || err != nil {
		t.Errorf("no manifest: %v, %v", m, err)
	}
	if m, err := ReadManifest(root.FS(), "../"+ManifestName); m != nil || err == nil {
		t.Errorf("a name that leads out: %v, %v", m, err)
	}
}

// An entry holds a file only where it is a plain one with just that content.
func TestHolds(t *testing.T) {
	dir := t.TempDir()
	entry := describe(file("a.txt", "content"))
	write(t, filepath.Join(dir, "a.txt"), "content")
	write(t, filepath.Join(dir, "other.txt"), "CONTENT")
	write(t, filepath.Join(dir, "longer.txt"), "content and more")
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, want := range map[string]bool{"a.txt": true, "other.txt": false, "longer.txt": false, "folder": false, "none": false, "../a.txt": false} {
		e := entry
		e.Path = name
		if got := e.holds(root); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
