package main

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/ingest/ingesttest/toy"
	"runreport/unit/tier"
)

// toyReport builds every output over the toy's sample, with the toy as one more line of
// the list of systems.
func toyReport(t *testing.T, more ...string) map[string]string {
	t.Helper()
	list := ingest.Systems
	ingest.Systems = append(slices.Clip(list), toy.System)
	t.Cleanup(func() { ingest.Systems = list })
	logs := filepath.Join(t.TempDir(), "mills")
	if err := os.CopyFS(logs, toy.Sample()); err != nil {
		t.Fatal(err)
	}
	if len(more) > 0 {
		write(t, filepath.Join(logs, "more.jsonl"), strings.Join(more, "\n")+"\n")
	}
	return tree(t, build(t, logs, "--format", "all"))
}

// saidFiles are the files of all outputs that say something in words, by name: all but data,
// pictures and the pages of the site.
func saidFiles(files map[string]string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name != "summary.json" && name != "runreport-manifest.json" && !strings.Contains(name, "/") && path.Ext(name) != ".svg" {
			names = append(names, name)
		}
	}
	return names
}

// A new system is a folder and a line: the toy, of which nothing else knows a word, is in
// every section of every output with its own nouns. The numbers are counted by hand from
// its sample: five shifts, of which one passed (s-01), one passed after a retry (s-02), one
// failed (s-03), one was canceled (s-04) and one is open (s-05). Six stations passed, the
// saw of s-02 and that of s-04 after an attempt that failed or stalled.
func TestANewSystemIsInEverySection(t *testing.T) {
	files := toyReport(t)
	var site strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "site/") && path.Ext(name) == ".html" {
			site.WriteString(files[name])
		}
	}
	shown := map[string]string{"index.html": files["index.html"], "details.md": files["details.md"], "site": site.String()}
	for where, text := range shown {
		for what, says := range map[string]string{
			"flakes":        "2 of 6 (33 %, 95 % CI 10–70 %) steps that passed needed more than one attempt.",
			"the flakiest":  "Flakiest: saw needed a retry in 2 of the 3 times it passed (67 %, 95 % CI 21–94 %), costing 13 min 20 s.",
			"cost of them":  "Flakes cost 13 min 20 s of machine time",
			"first passes":  "4 of 7 (57 %)",
			"recovery":      "2 of 3 (67 %)",
			"failures":      "4 attempts failed, 19 min 50 s in total",
			"survival":      "Stations, 12 attempts: median 3 min 50 s",
			"its drawing":   "Attempts of stations: median 3 min 50 s (Kaplan–Meier, ",
			"open":          "4 runs ended; 1 has no end record",
			"stalls":        "1 of 11 (9 %, 95 % CI 2–38 %) of those with heartbeats",
			"bad ends":      "1 of 4 failed, all of toy",
			"a cause":       "Most time was lost to failure: 1 h 00 min of the 1 h 55 min that went into what stopped",
			"gates":         "1 of 3 (33 %, 95 % CI 6–79 %) gate checks failed.",
			"usage":         "The logs state 8550 tokens and a cost of",
			"benchmark":     "oak: recall 2 → 3 of 4 (+0.25",
			"verdict":       "The cycle's rule gives: ship.",
			"an item found": "Gained: k3.",
			"a timeline":    "shift s-03: saw failed in the end",
		} {
			if !strings.Contains(plainText(text), says) {
				t.Errorf("%s, %s: it does not say %q", where, what, says)
			}
		}
		for _, wrong := range []string{"nothing can have flaked", "No attempt and no phase", "No run was found", "No gate", "none of the rule's verdicts", "No cycle"} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s: it says %q", where, wrong)
			}
		}
	}
	others := regexp.MustCompile(`(?i)\b(?:kahn|playbook|crabyard|cadre|aamf|fishbowl|nodes?|cards?|work items?|fleets?|migrations?)\b`)
	for _, name := range saidFiles(files) {
		if name == "index.html" { // names of formats are in what it says of itself
			continue
		}
		if at := others.FindStringIndex(files[name]); at != nil {
			t.Errorf("%s: a word of another system: …%s…", name, files[name][max(0, at[0]-60):min(len(files[name]), at[1]+60)])
		}
	}
	for _, says := range []string{"saw needed a retry in 2 of the 3 times it passed", "1 attempt lost the heartbeat", "2 → 3 of 4"} {
		if !strings.Contains(files["comment.md"], says) {
			t.Errorf("the note does not say %q", says)
		}
	}
	toySummary(t, files["summary.json"])
}

// A failure of a new system is one in every output, with the line that tells why.
func TestANewSystemFails(t *testing.T) {
	tier.Seconds(t)
	files := toyReport(t,
		`{"toy":"shift","id":"s-06","at":"2026-05-03T16:00:00Z","mill":"west"}`,
		`{"toy":"job","id":"s-06","at":"2026-05-03T16:05:00Z","station":"drill","no":1,"went":"crooked","secs":120,"why":"starting\nerror: bit 7 is broken\nexit status 1"}`,
		`{"toy":"bell","id":"s-06","at":"2026-05-03T16:30:00Z","went":"crooked"}`)
	for _, name := range saidFiles(files) {
		if name == "badge.json" { // one line about all
			continue
		}
		if !strings.Contains(strings.ReplaceAll(files[name], "=\n", ""), "bit 7 is broken") {
			t.Errorf("%s does not tell the error", name)
		}
	}
	if !strings.Contains(files["badge.json"], "Failed: 1 new failure") {
		t.Errorf("the badge says %s", files["badge.json"])
	}
	d, _, err := report.ReadSummary(strings.NewReader(files["summary.json"]))
	if err != nil {
		t.Fatal(err)
	}
	var failures []string
	for _, f := range d.Failures {
		failures = append(failures, fmt.Sprintf("%s %s: %s, %s, %s", f.State, f.Problem, f.Error, f.Cluster, f.Date))
	}
	equalLists(t, "failures", failures, "new failure/toy/west/drill: error: bit 7 is broken, error: bit # is broken, 2026-05-03",
		"ended failure/toy/south/saw: a nail in the log, a nail in the log, 2026-05-02")
	var clusters []string
	for _, c := range d.Clusters {
		clusters = append(clusters, fmt.Sprintf("%d %s %v", c.Count, c.Text, c.Steps))
	}
	equalLists(t, "clusters", clusters, "2 a nail in the log [south/saw]", "1 error: bit # is broken [west/drill]", "1 no sign of life [north/saw]", "1 the blade is blunt [north/saw]")
	equalLists(t, "verdict", []string{d.Verdict.State, d.Verdict.About, strings.Join(d.Verdict.Reasons, ", ")}, "failed", "2026-05-03", "1 new failure")
	for _, r := range d.Runs {
		if want := map[string]string{"s-03": "a nail in the log", "s-06": "error: bit 7 is broken"}[r.Unit]; r.Error != want {
			t.Errorf("%s: error %q, want %q", r.Unit, r.Error, want)
		}
	}
}

// toySummary holds the summary against what was counted by hand.
func toySummary(t *testing.T, text string) {
	t.Helper()
	d, _, err := report.ReadSummary(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var runs []string
	for _, r := range d.Runs {
		runs = append(runs, fmt.Sprintf("%s %s of %s: %s %s", r.Kind, r.Unit, *r.StableSubject, r.Result, r.Cause))
	}
	equalLists(t, "runs", runs, "shift s-01 of north: passed ", "shift s-02 of north: flaky ", "shift s-03 of south: failed failure",
		"shift s-04 of north: canceled canceled", "shift s-05 of south: open ")
	var nodes []string
	for _, n := range d.Flakes.ByNode {
		nodes = append(nodes, fmt.Sprintf("%s of %s: %d of %d", n.Node, n.Subject, n.Rate.Num, n.Rate.Den))
	}
	equalLists(t, "flakes", nodes, "saw of north: 2 of 3", "saw of south: 0 of 1", "plane of north: 0 of 2")
	var nights []string
	for _, n := range d.Flakes.ByNight {
		nights = append(nights, fmt.Sprintf("%s %s: %d of %d, runs %d of %d", n.System, n.Night, n.Rate.Num, n.Rate.Den, n.Runs.Num, n.Runs.Den))
	}
	equalLists(t, "nights", nights, "toy 2026-05-01: 0 of 2, runs 0 of 1", "toy 2026-05-02: 1 of 2, runs 1 of 1", "toy 2026-05-03: 1 of 2, runs 0 of 0")
	var bugs []string
	for _, b := range d.Cycles[0].Benchmarks {
		bugs = append(bugs, fmt.Sprintf("%s %d of %d, then %d of %d, gained %v, lost %v", b.Benchmark, b.RecallPre.Num.Value, b.RecallPre.Den.Value,
			b.RecallPost.Num.Value, b.RecallPost.Den.Value, b.Gained, b.Lost))
	}
	equalLists(t, "benchmarks", bugs, "oak 2 of 4, then 3 of 4, gained [k3], lost []")
	c := d.Cycles[0]
	equalLists(t, "cycle", []string{c.System, c.Verdict.Logged, c.Verdict.Decision, c.Verdict.Check}, "toy", "keep", "ship", "supported")
	equalLists(t, "usage", []string{fmt.Sprint(d.Usage.Tokens.Value), fmt.Sprintf("%.2f", d.Usage.CostUSD.Value), fmt.Sprint(d.Usage.PeakConcurrency.Value)}, "8550", "0.22", "1")
	equalLists(t, "stops", []string{fmt.Sprint(d.Stops.Open), fmt.Sprintf("%d of %d", d.Stops.StallRate.Num, d.Stops.StallRate.Den)}, "1", "1 of 11")
}

func equalLists(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// plainText is a page without its tags, and with the characters that it escapes.
func plainText(page string) string {
	return strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(markup.ReplaceAllString(page, ""))
}

var markup = regexp.MustCompile(`</?(?:span|code|b|strong|a|em)\b[^>]*>`)
