package runreport

import (
	"os"
	"strings"
	"testing"
)

// Every module that the code imports has its reason and licence in the docs.
func TestEveryDependencyHasItsReason(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	direct := 0
	for _, line := range strings.Split(string(mod), "\n") {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || !strings.HasPrefix(rest, "v") || strings.Contains(rest, "// indirect") {
			continue
		}
		direct++
		if !strings.Contains(string(doc), name) {
			t.Errorf("docs/dependencies.md does not say why %s is there", name)
		}
	}
	if direct < 10 {
		t.Errorf("only %d direct dependencies were found", direct)
	}
}
