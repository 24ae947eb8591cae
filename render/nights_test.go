package render

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/render/publish"
)

// publishNight writes a report into a folder of dir.
func publishNight(t *testing.T, dir, folder string, r *report.Report, frontMatter string) {
	t.Helper()
	files, err := collected(withoutCharts(r), []string{"markdown", "json"}, Options{FrontMatter: frontMatter})
	if err != nil {
		t.Fatal(err)
	}
	if err := publish.Files(filepath.Join(dir, folder), publish.All(files), publish.Manifest{}); err != nil {
		t.Fatal(err)
	}
}

func TestNights(t *testing.T) {
	dir := t.TempDir()
	older := fixture()
	older.Data.AsOf = older.Data.AsOf.Add(-24 * time.Hour)
	older.Data.Attention = nil
	gated := fixture()
	gated.Data.Gate = &report.Gate{Status: "failed"}
	gated.Data.Problems = []report.Problem{{Severity: "error"}, {Severity: "error", Acknowledged: "flake/*"}, {Severity: "warning"}, {Severity: "warning"}, {Severity: "info"}}
	publishNight(t, dir, "2026-03-06", older, "mkdocs")
	publishNight(t, dir, "2026-03-07", fixture(), "mkdocs")
	publishNight(t, dir, "2026-03-07.2", gated, "mkdocs")
	many := fixture()
	many.Data.AsOf = older.Data.AsOf.Add(-24 * time.Hour)
	many.Data.Runs = slices.Repeat(many.Data.Runs[:1], report.MaxList+1)
	publishNight(t, dir, "2026-03-05", many, "mkdocs") // its summary does not hold all runs
	publishNight(t, dir, "a b", fixture(), "mkdocs")
	publishNight(t, dir, "bundle", fixture(), "hugo")
	publishNight(t, dir, "silent", fixture(), "mkdocs")
	other := fixture()
	other.Data.Schema = "runreport.summary/9"
	publishNight(t, dir, "tomorrow", other, "mkdocs")
	for _, err := range []error{
		os.Remove(filepath.Join(dir, "silent", "summary.json")),
		os.Mkdir(filepath.Join(dir, "assets"), 0o777),
		os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o666),
		os.Symlink("2026-03-07", filepath.Join(dir, "latest")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}

	nights, problems, err := Nights(dir, "mkdocs")
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, p := range problems {
		said = append(said, p.Error())
	}
	if got, want := strings.Join(said, "\n"), strings.Join([]string{
		`"a b": a report's folder is named with letters, digits, dots, _ and - only`,
		`bundle: it has no report.md; build it with --format markdown,json --front-matter mkdocs`,
		`silent: it has no summary.json; build it with --format markdown,json`,
		`tomorrow/summary.json: its schema is "runreport.summary/9", expected runreport.summary/2: ` + report.ErrVersion.Error(),
	}, "\n"); got != want {
		t.Errorf("problems\n%s\nwant\n%s", got, want)
	}
	files, err := NightList("Every <night>", nights, Options{FrontMatter: "mkdocs"})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "nights.md", string(files[0].Content))
}

func TestNightListOfEachBuilder(t *testing.T) {
	nights := []Night{{Folder: "2026-03-07"}}
	for name, want := range map[string]struct{ file, says string }{
		"none":       {"index.md", "# Nights\n\n1 report, newest first, each with its verdict."},
		"mkdocs":     {"index.md", "[2026-03-07](2026-03-07/report.md)"},
		"docusaurus": {"index.md", "---\ntitle: \"Nights\"\n---\n\n1 report, newest first, each with its verdict."},
		"hugo":       {"_index.md", "---\ntitle: \"Nights\"\n---\n\n1 report, newest first, each with its verdict."},
		"jekyll":     {"index.md", "[2026-03-07](2026-03-07/report.html)"},
		"myst":       {"index.md", "\n\n```{toctree}\n:hidden:\n:glob:\n:reversed:\n\n*/report\n```\n"},
	} {
		files, err := NightList("Nights", nights, Options{FrontMatter: name})
		if err != nil {
			t.Fatal(err)
		}
		if len(files) != 1 || files[0].Path != want.file || !strings.Contains(string(files[0].Content), want.says) {
			t.Errorf("%s: %s says\n%s\nwant %s with %q", name, files[0].Path, files[0].Content, want.file, want.says)
		}
	}
}

// A summary is read as untrusted: its texts are escaped like those of a log.
func TestNightListOfHostileSummaries(t *testing.T) {
	for _, s := range hostile {
		said := NewBrief(&report.Data{Verdict: report.Verdict{State: report.VerdictFailed, Reasons: []string{s}}}).Line()
		files, err := NightList(s, []Night{{Folder: "n", Verdict: said}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		page := string(files[0].Content)
		if !strings.Contains(page, escape("Failed: "+s)+" |") || strings.ContainsAny(page, "<>{}`\x00\x1b") {
			t.Errorf("%q is not shown as text:\n%s", s, page)
		}
	}
}
