package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"runreport/render/sitetest"
	"runreport/unit/tier"
)

// A nightly job as docs/docs-site.md tells it, for every builder: a night of logs with
// hostile texts in every field and a night of the demonstration logs, then the list.
func TestHostileLogsOnDocsSites(t *testing.T) {
	tier.Seconds(t)
	logs := hostileLogs(t)
	for _, b := range sitetest.Builders() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			site := sitetest.New(t, b)
			nights := map[string]string{"2026-03-12": logs, "2026-03-13": demoLogs}
			for name, from := range nights {
				if code, _, stderr := call(t, "build", from, "-q", "-o", filepath.Join(site.Reports(), name), "--format", "markdown,json", "--front-matter", b.Flavour); code != exitOK {
					t.Fatal(stderr)
				}
			}
			if code, _, stderr := call(t, "index", site.Reports(), "--front-matter", b.Flavour); code != exitOK || !strings.Contains(stderr, "listed 2,") {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			site.Build(t)
			for name := range nights {
				page := site.Page(t, name)
				if !site.List(t).LeadsTo(page) {
					t.Errorf("the list does not lead to %s", page)
				}
				if err := page.Says(markdownOf(t, filepath.Join(site.Reports(), name))); err != nil {
					t.Error(err)
				}
				wrong, pictures := page.Live()
				for _, w := range wrong {
					t.Error(w)
				}
				charts, err := filepath.Glob(filepath.Join(site.Reports(), name, "charts", "*.svg"))
				if err != nil || pictures != len(charts) || pictures == 0 {
					t.Errorf("%s shows %d pictures of %d: %v", page, pictures, len(charts), err)
				}
			}
		})
	}
}

// The documentation of the project is a site by itself: .ci/docs builds it with warnings as
// errors, so that a link to a page, a folder or a heading that is not there fails this test.
func TestOwnDocsAreASite(t *testing.T) {
	tier.Seconds(t)
	mkdocs := sitetest.Program(t, "mkdocs")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join("..", "..")
	site := filepath.Join(t.TempDir(), "site")
	build := exec.Command(filepath.Join(root, ".ci", "docs"), site, self)
	build.Env = append(os.Environ(), asProgram+"=1", "PATH="+filepath.Dir(mkdocs)+":"+os.Getenv("PATH"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(docs) == 0 {
		t.Fatalf("pages %v: %v", docs, err)
	}
	pages := []string{"index.html", "docs/formats/index.html", "reports/demo/report.html", "reports/small/report.html"}
	for _, doc := range docs {
		pages = append(pages, "docs/"+strings.TrimSuffix(filepath.Base(doc), ".md")+".html")
	}
	for _, page := range pages {
		if _, err := os.Stat(filepath.Join(site, filepath.FromSlash(page))); err != nil {
			t.Error(err)
		}
	}
	list, err := os.ReadFile(filepath.Join(site, "reports", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, report := range []string{"demo", "small"} {
		if !strings.Contains(string(list), `href="`+report+`/report.html"`) {
			t.Errorf("the list of reports does not lead to %s", report)
		}
	}
}

// markdownOf is the one page of a report's folder.
func markdownOf(t *testing.T, dir string) string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil || len(pages) != 1 {
		t.Fatalf("pages %v: %v", pages, err)
	}
	content, err := os.ReadFile(pages[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
