package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that would take the parser too long is refused, at both sides of the edges.
func TestNestedFilesAreRefused(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"dashes on a line", strings.Repeat("- ", maxLine), "runreport.yaml:1: a line of 8192 bytes, at most 4096 are read"},
		{"the longest line", "# " + strings.Repeat("x", maxLine-3) + "\n", ""},
		{"a byte more", "# " + strings.Repeat("x", maxLine-2) + "\n", "runreport.yaml:1: a line of 4097 bytes"},
		{"brackets on lines", "gate: " + strings.Repeat("[\n", maxNested+1), "runreport.yaml:101: nested deeper than 100"},
		{"as deep as may be", "# " + strings.Repeat("[", maxNested) + "\n", ""},
		{"indented", "gate:\n" + strings.Repeat(" ", 2*maxNested+1) + "x: 1\n", "runreport.yaml:2: nested deeper than 100"},
	} {
		path := filepath.Join(t.TempDir(), Name)
		if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Load(Sources{Path: path})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}
