package runreport

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// direct are the modules that go.mod requires directly, with their versions.
func direct(t *testing.T) map[string]string {
	t.Helper()
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, line := range strings.Split(string(mod), "\n") {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), " ")
		if ok && strings.HasPrefix(rest, "v") && !strings.Contains(rest, "// indirect") {
			versions[name] = rest
		}
	}
	if len(versions) < 10 {
		t.Fatalf("only %d direct dependencies were found", len(versions))
	}
	return versions
}

// Every module that the code imports has a row in the docs with its version and its reason.
func TestEveryDependencyHasItsRow(t *testing.T) {
	doc, err := os.ReadFile("docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, line := range strings.Split(string(doc), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if strings.HasPrefix(line, "| ") && strings.Contains(cells[0], "/") {
			rows[cells[0]] = cells
		}
	}
	versions := direct(t)
	for name, version := range versions {
		cells := rows[name]
		if len(cells) < 4 || slices.Contains(cells, "") {
			t.Errorf("docs/dependencies.md has no row that says why %s is there", name)
			continue
		}
		if cells[1] != version {
			t.Errorf("docs/dependencies.md says %s %s, go.mod %s", name, cells[1], version)
		}
		checkLicence(t, name, cells[2])
	}
	for name := range rows {
		if versions[name] == "" {
			t.Errorf("docs/dependencies.md has %s, which go.mod does not require", name)
		}
	}
}

// licences are words of the texts of licences, the first that fits.
var licences = []struct{ name, words string }{
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MIT", "Permission is hereby granted free of charge"},
	{"BSD-3-Clause", "specific prior written permission"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
}

// checkLicence holds what the docs say against the text in the module.
func checkLicence(t *testing.T, name, said string) {
	t.Helper()
	if out, err := exec.Command("go", "mod", "download", name).CombinedOutput(); err != nil { // only tests of a package may need it
		t.Fatalf("%s: %v: %s", name, err, out)
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", name).Output()
	if err != nil || len(bytes.TrimSpace(dir)) == 0 {
		t.Fatalf("%s has no folder: %v", name, err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s has no licence: %v", name, err)
		return
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	words := regexp.MustCompile(`[\s,#*/"]+`).ReplaceAllString(string(text), " ")
	for _, l := range licences {
		if strings.Contains(words, l.words) {
			if !slices.Contains(strings.Split(said, ", "), l.name) {
				t.Errorf("docs/dependencies.md says %s is under %s, its text is %s", name, said, l.name)
			}
			return
		}
	}
	t.Errorf("%s: the licence is none of the known ones: %.80q", name, words)
}

// The vendored build of ECharts is the one whose hash is on file; .ci/echarts makes it anew.
func TestVendoredBuildHasItsHash(t *testing.T) {
	list, err := os.ReadFile("templates/echarts/build.sha256")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		want, name, _ := strings.Cut(line, "  ")
		content, err := os.ReadFile(filepath.Join("templates", "echarts", name))
		if err != nil {
			t.Fatal(err)
		}
		files++
		if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s has SHA-256 %x, build.sha256 says %s", name, sum, want)
		}
	}
	if files < 2 {
		t.Errorf("only %d files are listed", files)
	}
}
