package render

import (
	"os"
	"path/filepath"
	"testing"

	"runreport/render/publish"
)

// putInto must succeed.
func putInto(t *testing.T, dir string, files ...File) {
	t.Helper()
	if err := publish.Files(dir, publish.All(files), publish.Manifest{Version: "1"}); err != nil {
		t.Fatal(err)
	}
}

// tree reads every file below dir, the manifest aside.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == publish.ManifestName {
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

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
