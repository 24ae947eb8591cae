package present

import (
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// runSection is every run, step and benchmark, and what ran when.
func runSection(v *View) (report.Section, error) {
	s := report.Section{ID: "runs", Title: "Runs"}
	all := v.Data.Runs
	if len(all) == 0 {
		s.Lead = []string{"No run was found."}
		return s, nil
	}
	s.Lead = append([]string{countBySystem(all)}, change.MissingDates(all)...)
	for _, r := range v.Renames {
		s.Lead = append(s.Lead, r.Sentence())
	}
	drawn, err := timelines(v)
	s.Blocks = append(append(s.Blocks, tableBlock(generalTable(v.Data))), drawn...)
	s.Blocks = append(s.Blocks, outcomeBlocks(v.Data)...)
	return s, err
}

// countBySystem counts runs: "64 runs: 60 of a and 4 of b."
func countBySystem(all []report.Run) string {
	count := map[string]int{}
	var systems []string
	for _, r := range all {
		if count[r.System] == 0 {
			systems = append(systems, r.System)
		}
		count[r.System]++
	}
	if len(systems) == 1 {
		return fmt.Sprintf("%s of %s.", words.Plural(len(all), "run"), systems[0])
	}
	slices.Sort(systems)
	var parts []string
	for _, x := range systems {
		parts = append(parts, fmt.Sprintf("%s of %s", words.Count(count[x]), x))
	}
	return fmt.Sprintf("%s: %s.", words.Plural(len(all), "run"), words.List(parts, 6))
}

func endedAs(r report.Run) string {
	if r.Outcome != "" {
		return r.Outcome
	}
	return r.Status
}

// runError is why a run failed, with the step that failed; empty where it did not.
func runError(r *report.Run) string {
	if r.ErrorStep == "" || r.Error == "" {
		return r.Error
	}
	return r.ErrorStep + ": " + r.Error
}

// longestOnPath names the steps that take a tenth of the critical path and more.
// Example: "lint 12 % → build 80 %, and 2 shorter steps".
func longestOnPath(path []report.PathStep) string {
	var steps []string
	for _, p := range path {
		if p.Share.Value >= 0.1 {
			steps = append(steps, p.Step+" "+num(p.Share, unit.Ratio).Text)
		}
	}
	text := strings.Join(steps, " → ")
	if n := len(path) - len(steps); n > 0 {
		text = strings.TrimPrefix(text+", and "+words.Plural(n, "shorter step"), ", and ")
	}
	return text
}

// runDetail is what a reader may want to know of one run.
func runDetail(r report.Run) []string {
	var d []string
	if s := causeSentence(r); s != "" {
		d = append(d, s)
	}
	if len(r.CriticalPath) > 0 {
		d = append(d, "Critical path ("+r.PathLabel+"): "+longestOnPath(r.CriticalPath)+".")
	}
	if len(r.Flaked) > 0 && r.WithoutFlakesS.OK && r.WithoutFlakesS.Value < r.DurationS.Value {
		d = append(d, fmt.Sprintf("Without its flakes it would have taken %s at best instead of %s.", unit.Seconds.Format(r.WithoutFlakesS.Value), unit.Seconds.Format(r.DurationS.Value)))
	}
	for _, c := range r.Checks {
		if c.Verdict == "fail" || c.Verdict == "warn" {
			d = append(d, strings.TrimSuffix(fmt.Sprintf("Gate %s: %s. %s", c.Name, c.Verdict, c.Reason), " "))
		}
	}
	if len(r.Files) > 1 {
		d = append(d, fmt.Sprintf("Assembled from %s, by %s: %s.", words.Plural(len(r.Files), "file"), words.OrNot(r.StitchedBy), words.List(r.Files, 2)))
	}
	if len(r.SupersededFiles) > 0 {
		d = append(d, fmt.Sprintf("Older snapshots, not counted: %s.", words.List(r.SupersededFiles, 2)))
	}
	return d
}
