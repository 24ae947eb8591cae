package change

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// changedRuns tells of runs that had ended in the baseline and differ in a fact. A run
// that went on, or of which another file was found since, has not changed in this sense;
// and another version of this program may read the same log otherwise.
func changedRuns(e *Earlier, d *report.Data) (out []report.Finding) {
	if e.Data.Version != d.Version {
		return nil
	}
	runs, cycles := runsByKey(d), cyclesByKey(d)
	for i := range e.Data.Runs {
		old := &e.Data.Runs[i]
		r := runs[old.Key]
		if r == nil || old.EndedAt.IsZero() || r.EndedAt.After(old.EndedAt) || len(r.Files) > len(old.Files) {
			continue
		}
		if name, was, is := firstDifference(statedOfRun(old), statedOfRun(r)); name != "" {
			out = append(out, recall.AboutFile(recall.CodeRewritten, r.Evidence.File, r.Subject, fmt.Sprintf("%s, %s: %s", r.Unit, name, is), "as in the baseline: "+was))
		}
	}
	for i := range e.Data.Cycles {
		old := &e.Data.Cycles[i]
		c := cycles[old.Key]
		if c == nil || old.EndedAt.IsZero() || c.EndedAt.After(old.EndedAt) {
			continue
		}
		if name, was, is := firstDifference(statedOfCycle(old), statedOfCycle(c)); name != "" {
			out = append(out, recall.AboutFile(recall.CodeRewritten, c.Evidence.File, c.Cycle, fmt.Sprintf("%s, %s: %s", words.CycleTitle(c), name, is), "as in the baseline: "+was))
		}
	}
	return out
}

// stated is one thing that a report says of a run.
type stated struct{ name, value string }

func statedOfRun(r *report.Run) []stated {
	facts := []stated{{"start", unit.Stamp(r.StartedAt)}, {"end", unit.Stamp(r.EndedAt)}, {"status", r.Status}, {"outcome", r.Outcome},
		{"cause", r.Cause}, {"runner", r.Runner}, {"model", r.Model}, {"version", r.Version},
		{"duration", inMillis(r.DurationS)}, {"active time", inMillis(r.ActiveS)}, {"attempts", inWhole(r.Attempts)}, {"retries", inWhole(r.RetriesAll)},
		{"done", inWhole(r.Done)}, {"failed", inWhole(r.Failed)}, {"blocked", inWhole(r.Blocked)}, {"flaky steps", strings.Join(r.Flaked, ", ")}}
	var checks []string
	for _, c := range r.Checks {
		checks = append(checks, strings.Join([]string{c.Name, c.Step, c.Verdict}, " "))
	}
	facts = append(facts, stated{"checks", strings.Join(checks, ", ")})
	// Of a run whose list of bugs is cut off nothing else tells.
	var counts []string
	for _, c := range r.Counts {
		counts = append(counts, fmt.Sprintf("%s %g", strings.TrimSpace(strings.Join([]string{c.Name, c.By, c.Part}, " ")), c.Value))
	}
	return append(facts, stated{"counts", strings.Join(counts, ", ")})
}

func statedOfCycle(c *report.Cycle) []stated {
	facts := []stated{{"start", unit.Stamp(c.StartedAt)}, {"end", unit.Stamp(c.EndedAt)}, {"lever", c.Lever}, {"verdict", c.Verdict.Logged}, {"noise floor", inMillis(c.NoiseFloor)}}
	for _, b := range c.Benchmarks {
		facts = append(facts, stated{b.Benchmark, fmt.Sprintf("recall %s of %d, %s of %d", inMillis(b.RecallPre.Value), b.RunsPre, inMillis(b.RecallPost.Value), b.RunsPost)})
		facts = append(facts, stated{b.Benchmark + ", lost and gained", strings.Join(slices.Concat(b.Lost, []string{"/"}, b.Gained), " ")})
	}
	return facts
}

// inMillis is a number to three decimals: what a report reads back may differ beyond.
func inMillis(n report.Number) string {
	if !n.OK {
		return unit.NotAvailable
	}
	return fmt.Sprint(math.Round(n.Value*1000) / 1000)
}

func inWhole(n report.Whole) string {
	if !n.OK {
		return unit.NotAvailable
	}
	return fmt.Sprint(n.Value)
}

// firstDifference is the first fact in which two lists differ.
func firstDifference(before, now []stated) (name, was, is string) {
	for i := range max(len(before), len(now)) {
		switch {
		case i >= len(now):
			return before[i].name, before[i].value, "nothing"
		case i >= len(before):
			return now[i].name, "nothing", now[i].value
		case before[i] != now[i]:
			return before[i].name, before[i].value, now[i].value
		}
	}
	return "", "", ""
}

func runsByKey(d *report.Data) map[string]*report.Run {
	out := make(map[string]*report.Run, len(d.Runs))
	for i := range d.Runs {
		out[d.Runs[i].Key] = &d.Runs[i]
	}
	return out
}

func cyclesByKey(d *report.Data) map[string]*report.Cycle {
	out := make(map[string]*report.Cycle, len(d.Cycles))
	for i := range d.Cycles {
		out[d.Cycles[i].Key] = &d.Cycles[i]
	}
	return out
}
