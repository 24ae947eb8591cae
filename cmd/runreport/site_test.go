package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/render/pagetest"
	"runreport/unit/tier"
)

// writtenLater lists the files below dir that were written after they got the stamp.
func writtenLater(t *testing.T, dir string, stamp time.Time) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil && !info.ModTime().Equal(stamp) {
			rel, _ := filepath.Rel(dir, p)
			names = append(names, filepath.ToSlash(rel))
			err = os.Chtimes(p, stamp, stamp)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestSiteNightByNight builds a site, builds it again, and builds it with a night more:
// only what that night is about, and what counts all nights, is written.
func TestSiteNightByNight(t *testing.T) {
	tier.Seconds(t)
	t.Parallel()
	const nightly = demoLogs + "/shop-builds"
	dir, stamp := t.TempDir(), time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	logs, out := filepath.Join(dir, "nightly"), filepath.Join(dir, "report")
	if err := os.CopyFS(logs, os.DirFS(nightly)); err != nil {
		t.Fatal(err)
	}
	last := []string{"2026-03-13T01", "2026-03-13T13"} // the builds of the last night
	for _, name := range last {
		if err := os.Rename(filepath.Join(logs, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	written := func() []string {
		if code, _, stderr := call(t, "build", logs, "-o", out, "--format", "site", "-q"); code != exitOK {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		return writtenLater(t, out, stamp)
	}
	if first := written(); len(first) < 40 {
		t.Errorf("only %d files were written: %v", len(first), first)
	}
	if again := written(); len(again) > 0 {
		t.Errorf("building the same again wrote %v", again)
	}
	for _, name := range last {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(logs, name)); err != nil {
			t.Fatal(err)
		}
	}
	may := regexp.MustCompile(`^runreport-manifest\.json$|^site/(?:index|sections/[a-z-]+|nights/(?:index|2026-03-1[23])|runs/(?:index|shop-2026-03-1[23]t[01][13]-[0-9a-v]{16})|steps/(?:index|demo-[a-z0-9-]+|nightly-[a-z0-9-]+))\.html$|^site/assets/(?:index|runs-[0-9a-f]{12})\.js$`)
	more := written()
	for _, name := range more {
		if !may.MatchString(name) {
			t.Errorf("a night more wrote %s", name)
		}
	}
	for _, must := range []string{"site/nights/2026-03-13.html", "site/nights/2026-03-12.html", "site/assets/index.js"} {
		if !strings.Contains(strings.Join(more, "\n"), must) {
			t.Errorf("a night more did not write %s, but %v", must, more)
		}
	}
}

// sharedSite is a site that several tests look at, made by seven workers.
func sharedSite(t *testing.T, logs string) (dir string) {
	t.Helper()
	return sharedReport(t, logs, "--format", "site", "--jobs", "7")
}

// TestSiteIsTheSameFromAnyNumberOfWorkers builds the whole demonstration.
func TestSiteIsTheSameFromAnyNumberOfWorkers(t *testing.T) {
	tier.Slow(t, "builds sites")
	tier.Seconds(t)
	t.Parallel()
	one, many := tree(t, build(t, demoLogs, "--format", "site", "--jobs", "1")), tree(t, sharedSite(t, demoLogs))
	if len(one) != len(many) || len(one) < 80 {
		t.Errorf("%d files and %d", len(one), len(many))
	}
	for name, content := range one {
		if many[name] != content {
			t.Errorf("%s has other bytes", name)
		}
	}
}

var linkTo = regexp.MustCompile(`(?:href|src)="([^"#]+)`)

// TestSiteLeadsEverywhere follows every link from the overview and comes to every page,
// for the demonstration and for hostile logs.
func TestSiteLeadsEverywhere(t *testing.T) {
	tier.Seconds(t)
	t.Parallel()
	for name, logs := range map[string]string{"demo": demoLogs, "hostile": hostileLogs(t)} {
		files := tree(t, sharedSite(t, logs))
		seen, todo := map[string]bool{}, []string{"site/index.html"}
		for len(todo) > 0 {
			page := todo[0]
			todo = todo[1:]
			if seen[page] {
				continue
			}
			seen[page] = true
			content, there := files[page]
			if !there {
				t.Errorf("%s: %s is linked to and not there", name, page)
			}
			if !strings.HasSuffix(page, ".html") {
				continue
			}
			for _, m := range linkTo.FindAllStringSubmatch(content, -1) {
				if strings.ContainsAny(m[1], ":\\") || strings.HasPrefix(m[1], "/") {
					t.Errorf("%s: %s leads to %s", name, page, m[1])
				}
				todo = append(todo, pathFrom(page, m[1]))
			}
		}
		for file := range files {
			if strings.HasSuffix(file, ".html") && !seen[file] {
				t.Errorf("%s: nothing leads to %s", name, file)
			}
		}
	}
}

func pathFrom(page, link string) string {
	return filepath.ToSlash(filepath.Join(filepath.Dir(page), filepath.FromSlash(link)))
}

// TestSitesInABrowser opens pages of real sites.
func TestSitesInABrowser(t *testing.T) {
	tier.Slow(t, "opens sites in a browser")
	browser := pagetest.Start(t)
	v := pagetest.View{Width: 390, Script: true}
	for name, logs := range map[string]string{"demo": demoLogs, "hostile": hostileLogs(t)} {
		dir := sharedSite(t, logs)
		opened := map[string]bool{}
		for file := range tree(t, dir) {
			kind := filepath.Dir(file)
			if !strings.HasSuffix(file, ".html") || opened[kind] || strings.HasSuffix(file, "/index.html") && kind != "site" {
				continue
			}
			opened[kind] = true
			t.Run(name+" "+file, func(t *testing.T) {
				tab := pagetest.OpenSite(t, browser, dir, file, v)
				if wide := pagetest.Ask[int64](t, tab, `document.documentElement.scrollWidth`); wide > v.Width {
					t.Errorf("the page is %d px wide", wide)
				}
				if pagetest.Ask[bool](t, tab, `'__pwned' in window`) {
					t.Error("text of a log ran")
				}
			})
		}
		if len(opened) < 5 {
			t.Errorf("%s: pages of %d kinds", name, len(opened))
		}
	}
}

// Every kind of page of the site, in both themes and by axe-core's rules.
func TestNothingKeepsPeopleOutOfTheSite(t *testing.T) {
	tier.Slow(t, "opens a site in a browser")
	axe := pagetest.Axe(t)
	browser := pagetest.Start(t)
	dir := sharedSite(t, demoLogs)
	kinds := map[string]bool{}
	views := []pagetest.View{
		{Width: 1440, Script: true}, {Width: 1440, Dark: true, Script: true}, {Width: 390, Dark: true, Script: true},
	}
	for _, file := range slices.Sorted(maps.Keys(tree(t, dir))) {
		kind := filepath.Dir(file)
		if strings.HasSuffix(file, "/index.html") && kind != "site" {
			kind += "/index.html"
		}
		if !strings.HasSuffix(file, ".html") || kinds[kind] {
			continue
		}
		for _, v := range pagetest.Views(views, len(kinds)) {
			t.Run(file+" "+v.String(), func(t *testing.T) {
				tab := pagetest.OpenSite(t, browser, dir, file, v)
				for _, b := range pagetest.Barriers(t, tab, axe) {
					t.Error(b)
				}
			})
		}
		kinds[kind] = true
	}
	if len(kinds) < 12 {
		t.Errorf("pages of %d kinds were looked at", len(kinds))
	}
}

// TestSitePagesTell holds pages of the demonstration against its story.
func TestSitePagesTell(t *testing.T) {
	tier.Seconds(t)
	t.Parallel()
	files := tree(t, sharedSite(t, demoLogs))
	for _, tt := range []struct {
		page string // how its path begins
		says []string
	}{
		{"site/runs/shop-2026-03-12t01-", []string{"clean_with_flake", "Needed a retry: checkout-e2e", "the critical path, inferred", `<svg `, "pnpm e2e --project checkout", `href="../nights/2026-03-12.html"`,
			`rel="prev" href="../runs/shop-2026-03-11t13-`, `rel="next" href="../runs/shop-2026-03-12t13-`, "transitions.jsonl:24"}},
		{"site/runs/harbor-queue", []string{"Measured after the lever of 2026-03-09-smaller-budget", "6 of 12 (0.50)", "Bugs it lists"}},
		{"site/runs/kettle-debate-1-", []string{"Verdicts and results, as written.", "Who took part."}},
		{"site/nights/2026-03-11.html", []string{"10 runs started on this date (UTC)", "3 steps needed more than one try, in 3 runs.", `href="../nights/2026-03-10.html"`, `href="../nights/2026-03-12.html"`}},
		{"site/cycles/2026-03-09", []string{"rule gives: revert", "lever-5-model-budget", "its log</a>", "What is wrong with its logs"}},
		{"site/benchmarks/harbor-queue", []string{"Measured in 2 cycles: rose in 1 and fell in 1", "9 of 12 (0.75)", "late-renewal", "Recall went from 0.72 to 0.50 over 2 cycles"}},
		{"site/steps/demo-shop-builds-checkout-e2e-", []string{"in 9 of the 57 times it passed", "It flaked in 9 of 29 run dates", "waited 2.0 s, failed after 3 min 30 s; 3: waited 4.0 s, converged after 5 min 50 s", `href="../runs/shop-2026-03-12t01-`}},
		{"site/runs/index.html", []string{"84 runs, the latest first."}},
		{"site/index.html", []string{"verdict-word", `href="sections/flakes.html"`, `href="runs/`, "All input accounted for"}},
	} {
		found := false
		for name, content := range files {
			if !strings.HasPrefix(name, tt.page) {
				continue
			}
			found = true
			for _, s := range tt.says {
				if !strings.Contains(content, s) {
					t.Errorf("%s does not say %q", name, s)
				}
			}
		}
		if !found {
			t.Errorf("there is no %s…", tt.page)
		}
	}
}
