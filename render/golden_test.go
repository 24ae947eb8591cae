package render

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// golden compares got with testdata/golden/name, or writes it under
// UPDATE_GOLDEN=1.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; UPDATE_GOLDEN=1 writes it", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s has changed (-golden +got); UPDATE_GOLDEN=1 takes it over:\n%s", name, diff)
	}
}

// What a golden page leaves out: what other packages make, and test themselves.
var notGolden = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`(?s)<style>.*?</style>`), "<style>…</style>"},
	{regexp.MustCompile(`(?s)(<script[^>]*>).*?</script>`), "$1…</script>"},
	{regexp.MustCompile(`(?s)<svg .*?</svg>\n?`), "<svg>…</svg>"},
	{regexp.MustCompile(`sha256-(?:&#43;|[A-Za-z0-9/=])*`), "sha256-…"},
}

func TestGoldens(t *testing.T) {
	page := rendered(t, fixture(), "html")["index.html"]
	for _, n := range notGolden {
		page = n.pattern.ReplaceAllString(page, n.instead)
	}
	golden(t, "index.html", page)
	golden(t, "report.md", rendered(t, fixture(), "markdown")["report.md"])
}
