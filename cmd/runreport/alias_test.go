package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/cmd/runreport/config"
	"runreport/unit/tier"
)

// renamedShop is a made-up fortnight of a workflow, a cycle, and the same logs with the names
// that they had before: all of the subject mart, and its step deploy, called launch now, in
// the first nine nights; the benchmark chi was called phi. The names are of the same length,
// so that the logs are too.
func renamedShop(t *testing.T) (now, before string) {
	t.Helper()
	now, before = filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "logs")
	for day := 1; day <= 14; day++ {
		slow := map[bool]float64{true: 60}[day > 10]
		writeNight(t, now, day, step{"build", 10 + float64(day%3), 0}, step{"launch", 30 + slow + float64(day%4), day % 5 / 4})
	}
	bugs := measuredBugs{"chi", 10, []string{"1"}, []string{"1,2"}}
	writeCycle(t, now, "one", "revert", bugs, measuredBugs{"gin", 8, []string{"1"}, []string{"1"}})
	writeCycle(t, now, "two", "revert", bugs, measuredBugs{"gin", 8, []string{"1"}, []string{"1"}})
	for path, content := range tree(t, now) {
		switch night := strings.HasPrefix(path, "shop/"); {
		case night && path < "shop/shop-2026-04-10":
			path = strings.ReplaceAll(path, "shop", "mart")
			content = strings.NewReplacer("shop", "mart", "launch", "deploy").Replace(content)
		case strings.Contains(path, "one"):
			content = strings.ReplaceAll(content, "chi", "phi")
		}
		write(t, filepath.Join(before, filepath.FromSlash(path)), content)
	}
	return now, before
}

const shopAliases = "aliases:\n  subjects: {mart: shop}\n  steps: {deploy: launch}\n  benchmarks: {phi: chi}\n"

// summaryText is a summary with the paths of the old names as the new ones.
func summaryText(t *testing.T, dir string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, summaryFile))
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("mart/mart", "shop/shop", "mart-20", "shop-20").Replace(string(content))
}

// Logs of before and after a rename give the numbers of logs that had the present names all
// along: read at once, added to a history, and against a baseline of before.
func TestAliasesKeepTheHistory(t *testing.T) {
	tier.Seconds(t)
	now, before := renamedShop(t)
	aliases := filepath.Join(t.TempDir(), config.Name)
	write(t, aliases, shopAliases)
	want := summaryText(t, build(t, now, "--format", "json"))
	if got := summaryText(t, build(t, before, "--format", "json")); got == want {
		t.Fatal("the rename changes nothing without aliases")
	}
	if got := summaryText(t, build(t, before, "--format", "json", "--config", aliases)); got != want {
		t.Errorf("read at once: %s", firstDifference(got, want))
	}

	store := filepath.Join(t.TempDir(), "store")
	nights, _ := filepath.Glob(filepath.Join(before, "mart", "*"))
	if len(nights) != 9 {
		t.Fatalf("%d nights of the old name", len(nights))
	}
	build(t, before, "--format", "json", "--include", "**/mart/**", "--history", store) // before anybody knew of the rename
	if got := summaryText(t, build(t, before, "--format", "json", "--config", aliases, "--history", store)); got != want {
		t.Errorf("with a history: %s", firstDifference(got, want))
	}

	old := build(t, before, "--format", "json", "--exclude", "**/shop/**", "--exclude", "**/two/**")
	same := build(t, now, "--format", "json", "--exclude", "**/shop-2026-04-1*/**", "--exclude", "**/two/**")
	compared := func(logs, baseline string, more ...string) string {
		s := summaryOf(t, build(t, append([]string{logs, "--format", "json", "--baseline", baseline}, more...)...))
		return strings.ReplaceAll(fmt.Sprint(dig(s, "baseline"), dig(s, "changes"), dig(s, "failures")), "mart/mart", "shop/shop")
	}
	if got, want := compared(before, old, "--config", aliases), compared(now, same); got != want {
		t.Errorf("against a baseline: %s", firstDifference(got, want))
	}
}

// firstDifference shows two texts from shortly before they part.
func firstDifference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	part := func(s string) string { return s[max(0, i-200):min(len(s), i+200)] }
	return fmt.Sprintf("got\n%s\nwant\n%s", part(got), part(want))
}

// A series that is divided by a label is judged within each of its values.
func TestSeriesByALabel(t *testing.T) {
	store, file := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), config.Name)
	write(t, file, "series: {by: ['label:os']}\ntitle: Shop on two machines\n")
	var dir string
	for day := 1; day <= 4; day++ {
		logs := filepath.Join(t.TempDir(), "logs")
		writeNight(t, logs, day, step{"build", float64(10 + 50*(day%2)), 0})
		dir = build(t, logs, "--format", "json", "--config", file, "--history", store, "--label", "os="+[]string{"linux", "macos"}[day%2])
	}
	s := summaryOf(t, dir)
	if dig(s, "title") != "Shop on two machines" {
		t.Errorf("the title is %v", dig(s, "title"))
	}
	for subject, want := range map[string]float64{"logs/shop (linux)": 10, "logs/shop (macos)": 60} {
		if got := dig(with(dig(s, "durations", "attempts"), "subject", subject), "p50_s"); got != want {
			t.Errorf("%s: median %v, want %v", subject, got, want)
		}
	}
}

// Who owns a failed test is named beside it in every output that tells of the failure.
func TestOwnersAreNamed(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "logs", "web.xml"), `<testsuite name="web" timestamp="2026-05-01T02:00:00">`+
		`<testcase classname="tests.api.test_cart" name="test_pays"><failure message="AssertionError: 3 != 4"/></testcase>`+
		`<testcase classname="tests.ui.test_menu" name="test_opens"/></testsuite>`)
	write(t, filepath.Join(dir, config.Name), "owners: |\n  * @acme/everybody\n  tests/api/ @acme/api\n")
	files := tree(t, build(t, filepath.Join(dir, "logs"), "--config", filepath.Join(dir, config.Name), "--format", "html,markdown,json,pr-comment,email"))
	for _, name := range []string{"index.html", "report.md", "summary.json", "comment.md", "report.eml"} {
		if !strings.Contains(files[name], "acme/api") || strings.Contains(files[name], "acme/everybody") {
			t.Errorf("%s does not name the owner", name)
		}
	}
	s := numbers(t, filepath.Join(dir, "logs"), "--config", filepath.Join(dir, config.Name))
	if got := dig(s["failures"].([]any)[0], "owner"); got != "@acme/api" {
		t.Errorf("the owner is %v", got)
	}
}

// A failure names its subject as it lasts, like changes do, not by the folder of the log.
func TestFailuresHaveLastingSubjects(t *testing.T) {
	s := numbers(t, demoLogs)
	folders := 0
	for _, f := range s["failures"].([]any) {
		run := with(s["runs"], "key", dig(f, "run").(string))
		stable, _ := dig(run, "stable_subject").(string)
		if dig(f, "subject") != stable {
			t.Errorf("%v: the subject is %v, want %s", dig(f, "problem"), dig(f, "subject"), stable)
		}
		if dig(run, "subject") != stable {
			folders++
		}
	}
	if folders == 0 {
		t.Error("no failure is of a subject with a folder")
	}
}
