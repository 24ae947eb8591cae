package runreport

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that docs/trust.md names exists.
func TestTrustNamesRealTests(t *testing.T) {
	declared := map[string]bool{}
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, "_test.go") {
			return err
		}
		content, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(string(content), -1) {
			declared[m[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("docs/trust.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(string(doc), -1)
	for _, m := range named {
		if !declared[m[1]] {
			t.Errorf("docs/trust.md names %s, which does not exist", m[1])
		}
	}
	if len(named) < 40 {
		t.Errorf("only %d tests are named", len(named))
	}
	// The tables up to the one of mutants have a test in the last cell of every row.
	tables, _, _ := strings.Cut(string(doc), "## Would the tests notice?")
	for _, line := range strings.Split(tables, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		head := strings.HasPrefix(line, "|---") || cells[len(cells)-1] == "Test"
		if strings.HasPrefix(line, "|") && !head && !strings.HasPrefix(cells[len(cells)-1], "`") {
			t.Errorf("a row without a test: %s", line)
		}
	}
}
