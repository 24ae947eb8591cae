package naming

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the paths of a command line are called in the report. A path inside another one adds
// nothing, and two of one name are numbered in the order of their full paths.
func TestArguments(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"a/logs/x", "a/logs-2/x", "b/logs/x", "b/run.jsonl"} {
		at := filepath.Join(dir, file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "a", "logs"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ paths, want string }{
		{"a/logs", "logs"},
		{"a/logs a/logs", "logs"},
		{"a a/logs", "a"},
		{"a/logs/x a/logs", "logs"},
		{"a/logs a/logs-2", "logs logs-2"}, // the second is not inside the first
		{"b/logs a/logs", "logs-1 logs-2"},
		{"b/logs a/logs b/run.jsonl", "logs-1 logs-2 run.jsonl"},
		{"b/logs a/logs a/logs-2", "logs-1 logs-2 logs-3"}, // two folders of one shown path would be one
		{"link", "logs"},
		{"link a/logs", "logs"},
		{"/", "root"},
		{"/ b", "root"}, // everything is inside the root
	} {
		var paths, got []string
		for p := range strings.FieldsSeq(c.paths) {
			if p != "/" {
				p = filepath.Join(dir, p)
			}
			paths = append(paths, p)
		}
		all, err := Arguments(paths)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range all {
			got = append(got, a.Shown)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.paths, got, c.want)
		}
	}
	circle := filepath.Join(dir, "circle")
	if err := os.Symlink(circle, circle); err != nil {
		t.Fatal(err)
	}
	if _, err := Arguments([]string{circle}); err == nil || strings.Contains(err.Error(), "%!") || !strings.Contains(err.Error(), "links") {
		t.Errorf("a link to itself: %v", err)
	}
	gone := filepath.Join(dir, "gone")
	if _, err := Arguments([]string{dir, gone}); !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), gone) != 1 {
		t.Errorf("a path that is not there: %v", err)
	}
}

// Where a file or a folder lies below the arguments, which may be files themselves.
func TestShownBelow(t *testing.T) {
	rs := []Argument{{"/data/logs", "logs-1"}, {"/old/logs", "logs-2"}}
	for real, want := range map[string]string{
		"/data/logs": "logs-1", "/data/logs/a/x": "logs-1/a/x", "/old/logs/x": "logs-2/x",
		"/data": "", "/data/logs-2/x": "", "/data/other": "", "/": "",
	} {
		if got := ShownBelow(rs, real); got != want {
			t.Errorf("%s is %q, want %q", real, got, want)
		}
	}
}
