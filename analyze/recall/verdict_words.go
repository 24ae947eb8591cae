package recall

import (
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/ingest/table"
	"runreport/unit"
)

// sentences says in words what a cycle came to.
type sentences struct{ *cycle }

// verdictSentence says what the log decided, what the cycle's rule gives for the numbers,
// and the one reason. It never says what the verdict should be: a council may know what no
// log holds.
func verdictSentence(of *cycle) string {
	c := sentences{of}
	v := c.out.Verdict
	gives := "The cycle's rule gives: " + orList(v.Accepts)
	reason := c.reason()
	switch v.Check {
	case "no_log_verdict":
		return fmt.Sprintf("No verdict yet. %s. %s.", gives, reason) + c.doubts()
	case "unknown_verdict":
		return fmt.Sprintf("Logged verdict: %s, %s. %s. %s.", v.Logged, c.meaning(), gives, reason) + c.doubts()
	case "cannot_check":
		return c.nothingToCheck()
	case "not_supported":
		s := fmt.Sprintf("Logged verdict: %s. %s. %s.", v.Logged, gives, reason)
		if x := c.logDisagrees(); x != "" {
			s += " " + x
		}
		return s + c.doubts()
	case "more_cautious_than_numbers":
		return fmt.Sprintf("Logged verdict: %s, more cautious than the numbers. %s. %s.", v.Logged, gives, reason) + c.doubts()
	}
	if c.byRounding {
		gives += fmt.Sprintf(" by the bug lists, %s by the numbers as the log rounds them", v.Logged)
	}
	s := fmt.Sprintf("Logged verdict: %s. %s. %s.", v.Logged, gives, reason)
	if len(c.out.Incomplete) > 0 {
		s += " No recall on both sides: " + words.List(c.out.Incomplete, 4) + "."
	}
	return s + c.doubts() + c.noiseSentence()
}

// meaning says what a verdict stands for that the rule does not give.
func (c sentences) meaning() string {
	switch c.decided() {
	case table.PreflightFailed:
		return "stopped: the checks before the cycle failed"
	case table.Hang:
		return "stopped: a run of the program under test hung"
	}
	return "which the rule does not know"
}

// nothingToCheck is the sentence of a cycle without a benchmark measured on both sides.
func (c sentences) nothingToCheck() string {
	const none = "no benchmark has a recall on both sides of the lever"
	switch logged := c.out.Verdict.Logged; {
	case logged == "":
		return "No verdict yet: " + none + "."
	case !slices.Contains(ruled, c.decided()):
		return fmt.Sprintf("Logged verdict: %s, %s. Not checked: %s.", logged, c.meaning(), none)
	default:
		return fmt.Sprintf("Logged verdict: %s. Not checked: %s.", logged, none)
	}
}

// ruled are the decisions that the cycle's rule gives.
var ruled = []table.Decision{table.Ship, table.Revert, table.Iterate, table.Halt}

// doubts says where the recalls that the log states are not those of its bug lists, so
// that nobody takes one answer for the only one: both classes where they differ.
func (c sentences) doubts() string {
	var s strings.Builder
	var contradicted []string
	for _, b := range c.benchmarks {
		if b.row.Basis != "" && b.delta.OK {
			fmt.Fprintf(&s, " %s was not measured on both sides (%s).", b.name, b.row.Basis)
		}
		switch {
		case b.classDiffers():
			stated, counted := b.reportedDelta().Value, b.delta.Value
			fmt.Fprintf(&s, " %s: %s (%s) by the recalls as logged, %s (%s) by the bug lists.", b.name,
				classWords[b.reportedClass], words.Signed(stated), classWords[stat.DeltaClass(b.row.Class)], words.Signed(counted))
		case b.contradicted():
			contradicted = append(contradicted, b.name)
		}
	}
	if len(contradicted) > 0 {
		fmt.Fprintf(&s, " The logged recall of %s contradicts the bug lists.", words.List(contradicted, 4))
	}
	return s.String()
}

var classWords = map[stat.DeltaClass]string{stat.DeltaImproved: "improved", stat.DeltaRegressed: "regressed", stat.DeltaWithinNoise: "within the noise floor"}

func orList(things []string) string {
	if len(things) < 2 {
		return strings.Join(things, "")
	}
	return strings.Join(things[:len(things)-1], ", ") + " or " + things[len(things)-1]
}

// reason is the benchmark that decides: the worst one, else the best one.
func (c sentences) reason() string {
	var worst, best *compared
	for _, b := range c.benchmarks {
		if !b.delta.OK {
			continue
		}
		if worst == nil || b.delta.Value < worst.delta.Value {
			worst = b
		}
		if best == nil || b.delta.Value > best.delta.Value {
			best = b
		}
	}
	switch {
	case worst == nil:
		return "No benchmark has a recall on both sides of the lever"
	case worst.row.Class == string(stat.DeltaRegressed):
		return words.RecallMove(worst.row) + edge(worst.row)
	case best.row.Class == string(stat.DeltaImproved):
		return words.RecallMove(best.row) + edge(best.row)
	}
	return fmt.Sprintf("No benchmark moved by more than the noise floor of %s", words.Short(c.floor))
}

// edge adds that a delta is exactly the floor, which by itself decides nothing.
func edge(b report.Benchmark) string {
	if b.AtFloor {
		return ", exactly the noise floor, which by itself decides nothing"
	}
	return ""
}

// logDisagrees names the logged delta that the bug lists contradict.
func (c sentences) logDisagrees() string {
	for _, b := range c.benchmarks {
		switch b.row.DeltaCheck {
		case string(stat.LoggedSignConflict), string(stat.LoggedValueConflict):
			return fmt.Sprintf("Logged delta of %s: %s; by the bug lists: %s.", b.name, words.Points(b.row.LoggedDelta.Value), words.Points(b.delta.Value))
		}
	}
	return ""
}

// noiseSentence says how far two runs of one setup differ.
func (c sentences) noiseSentence() string {
	once := false
	for _, b := range c.benchmarks {
		once = once || b.delta.OK && b.row.RunsPre == 1 && b.row.RunsPost == 1
	}
	switch n := c.out.Noise; {
	case n.Status == string(stat.NoiseMeasured):
		s := fmt.Sprintf(" Run-to-run noise (95 %%): ±%s%s, from %s.", unit.Fixed(n.Band95.Value, 2), c.ofMeans(), words.Plural(int(n.DF), "repeat"))
		if c.floor < n.Band95.Value {
			s += fmt.Sprintf(" The noise floor of %s is smaller.", words.Short(c.floor))
		}
		return s
	case n.Status == string(stat.NoiseRough):
		return fmt.Sprintf(" Run-to-run noise is known only roughly, from %s.", words.Plural(int(n.DF), "repeat"))
	case n.Status == string(stat.NoiseNoVariation):
		return " Repeats of one setup gave exactly the same recall: check whether logs were copied."
	case once:
		return " One run each side; run-to-run noise was not measured."
	}
	return " Run-to-run noise was not measured."
}

// ofMeans names what the band of the cycle's noise is of where it is not of single runs:
// means of several differ less.
func (c sentences) ofMeans() string {
	pre, post := c.usableRuns()
	switch {
	case pre == 1 && post == 1:
		return ""
	case pre == post:
		return fmt.Sprintf(" for means of %d runs", pre)
	}
	return fmt.Sprintf(" for means of %s and of %d", words.Plural(pre, "run"), post)
}
