package recall

import (
	"fmt"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// verdictSentence says whether the numbers support what the log decided, and the
// one reason. It never says what the verdict should be: a council may know what no
// log holds.
func verdictSentence(c *cycle) string {
	v := c.out.Verdict
	points := "the numbers allow " + orList(v.Accepts)
	if len(v.Accepts) == 1 {
		points = "by the cycle's own rule the numbers point to " + v.Accepts[0]
	}
	reason := c.reason()
	switch v.Check {
	case "no_log_verdict":
		return "No verdict yet; " + points + ": " + reason + "." + c.doubts()
	case "unknown_verdict":
		return fmt.Sprintf("Logged: %s, which is none of the rule's verdicts; %s.", v.Logged, reason) + c.doubts()
	case "cannot_check":
		return c.nothingToCheck()
	case "not_supported":
		s := fmt.Sprintf("Logged: %s. But %s: %s.", v.Logged, points, reason)
		if x := c.logDisagrees(); x != "" {
			s += " " + x
		}
		return s + c.doubts()
	case "more_cautious_than_numbers":
		return fmt.Sprintf("Logged: %s, more cautious than the rule asks: %s.", v.Logged, reason) + c.doubts()
	}
	s := fmt.Sprintf("Logged: %s. The numbers agree with the cycle's rule: %s.", v.Logged, reason)
	if len(c.out.Incomplete) > 0 {
		s += " Incomplete: " + words.List(c.out.Incomplete, 4) + " lack" + third(len(c.out.Incomplete)) + " a side."
	}
	return s + c.doubts() + c.luck()
}

// nothingToCheck is the sentence of a cycle without a benchmark measured on both sides.
func (c *cycle) nothingToCheck() string {
	logged := c.out.Verdict.Logged
	switch {
	case logged == "":
		return "No verdict yet, and nothing to compare so far."
	case c.decided() == "":
		return fmt.Sprintf("Logged: %s, which is none of the rule's verdicts; no benchmark was measured on both sides.", logged)
	}
	return fmt.Sprintf("Logged: %s. No benchmark was measured on both sides, so the numbers can neither support nor contradict it.", logged)
}

// doubts says where the recalls that the log states are not those of its bug lists, so
// that nobody takes one answer for the only one: both classes where they differ.
func (c *cycle) doubts() string {
	var s strings.Builder
	var contradicted []string
	for _, b := range c.benchmarks {
		switch {
		case b.classDiffers():
			stated, counted := b.reportedDelta().Value, b.delta.Value
			fmt.Fprintf(&s, " By the recalls that the log states %s %s (%s), by its bug lists it %s (%s).", b.name,
				classVerbs[b.reportedClass], words.Signed(stated), classVerbs[stat.DeltaClass(b.row.Class)], words.Signed(counted))
		case b.contradicted():
			contradicted = append(contradicted, b.name)
		}
	}
	if len(contradicted) > 0 {
		fmt.Fprintf(&s, " The log's own recall of %s contradicts the bug lists.", words.List(contradicted, 4))
	}
	return s.String()
}

var classVerbs = map[stat.DeltaClass]string{stat.DeltaImproved: "improved", stat.DeltaRegressed: "regressed", stat.DeltaWithinNoise: "stays within the floor"}

func third(n int) string {
	if n == 1 {
		return "s"
	}
	return ""
}

func orList(things []string) string {
	if len(things) < 2 {
		return strings.Join(things, "")
	}
	return strings.Join(things[:len(things)-1], ", ") + " or " + things[len(things)-1]
}

// reason is the benchmark that decides: the worst one, else the best one.
func (c *cycle) reason() string {
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
		return "no benchmark was measured on both sides"
	case worst.row.Class == string(stat.DeltaRegressed):
		return words.FallOrRise(worst.row) + edge(worst.row)
	case best.row.Class == string(stat.DeltaImproved):
		return words.FallOrRise(best.row) + edge(best.row)
	}
	return fmt.Sprintf("no benchmark moved by more than the noise floor of %s", words.Short(c.floor))
}

// edge adds that a delta is exactly the floor, which by itself decides nothing.
func edge(b report.Benchmark) string {
	if b.AtFloor {
		return ", exactly the noise floor, which by itself decides nothing"
	}
	return ""
}

// logDisagrees names the logged delta that the bug lists contradict.
func (c *cycle) logDisagrees() string {
	for _, b := range c.benchmarks {
		switch b.row.DeltaCheck {
		case string(stat.LoggedSignConflict), string(stat.LoggedValueConflict):
			return fmt.Sprintf("The log's own delta for %s says %s; the bug lists say %s.", b.name, words.Points(b.row.LoggedDelta.Value), words.Points(b.delta.Value))
		}
	}
	return ""
}

// luck says how much of a result can be chance.
func (c *cycle) luck() string {
	once := false
	for _, b := range c.benchmarks {
		once = once || b.delta.OK && b.row.RunsPre == 1 && b.row.RunsPost == 1
	}
	switch n := c.out.Noise; {
	case n.Status == string(stat.NoiseMeasured):
		s := fmt.Sprintf(" %s of one setup differ by less than %.2f here, 19 times in 20.", compares(c), n.Band95.Value)
		if c.floor < n.Band95.Value {
			s += fmt.Sprintf(" The noise floor of %s is smaller than that.", words.Short(c.floor))
		}
		return s
	case n.Status == string(stat.NoiseRough):
		return fmt.Sprintf(" Run-to-run noise was measured only roughly, from %s.", words.Plural(int(n.DF), "repeated run"))
	case n.Status == string(stat.NoiseNoVariation):
		return " Runs of one setup gave exactly the same recall: look whether logs were copied."
	case once:
		return " One run each side, so part of this can be luck; run-to-run noise was not measured."
	}
	return " Run-to-run noise was not measured."
}

// compares names what the band of the cycle's noise is of: single runs, or the means of
// as many as were measured, which differ less.
func compares(c *cycle) string {
	pre, post := c.usableRuns()
	switch {
	case pre == 1 && post == 1:
		return "Two runs"
	case pre == post:
		return fmt.Sprintf("Means of %d runs", pre)
	}
	return fmt.Sprintf("Means of %s and of %d", words.Plural(pre, "run"), post)
}

// benchmarkSentence is one benchmark's story in one or two sentences.
func benchmarkSentence(b *compared, c *cycle, earlier []*cycle) string {
	r := b.row
	if !b.delta.OK {
		return fmt.Sprintf("%s: no comparison, %s.", b.name, words.NoDelta(r))
	}
	var s strings.Builder
	s.WriteString(words.FallOrRise(r))
	if r.DeltaLo.OK {
		fmt.Fprintf(&s, "; anything from %s to %s fits", words.Points(r.DeltaLo.Value), words.Points(r.DeltaHi.Value))
	}
	s.WriteString(".")
	switch {
	case r.Displacement:
		fmt.Fprintf(&s, " The lever traded %s for %s.", words.List(r.Lost, 3), words.List(r.Gained, 3))
	case len(r.Lost) > 0:
		fmt.Fprintf(&s, " Missed now: %s.", words.List(r.Lost, 3))
	case len(r.Gained) > 0:
		fmt.Fprintf(&s, " Found now: %s.", words.List(r.Gained, 3))
	}
	s.WriteString(c.lossSentences(b, earlier))
	if r.OneBug.OK && c.floor < r.OneBug.Value-1e-9 && r.Class != string(stat.DeltaWithinNoise) {
		fmt.Fprintf(&s, " One bug is %.2f here; the floor of %s is less than one bug.", r.OneBug.Value, words.Short(c.floor))
	}
	s.WriteString(gradeSentence(r))
	return s.String()
}

// lossSentences says how unusual it is that these bugs are missed. Bugs with the
// same record share a sentence.
func (c *cycle) lossSentences(b *compared, earlier []*cycle) string {
	type record struct {
		rank      stat.LossRank
		found, of int
	}
	byRecord := map[record][]string{}
	var order []record
	chance := map[record]float64{}
	for _, bug := range b.row.Lost {
		before := c.foundBefore(b.name, bug, earlier)
		k := record{before.Loss(), before.Found, before.Of}
		if k.rank != stat.LossRealCandidate && k.rank != stat.LossUnsteady {
			continue
		}
		if byRecord[k] == nil {
			order = append(order, k)
		}
		byRecord[k] = append(byRecord[k], bug)
		chance[k] = before.PredictedMiss.Value
	}
	var s strings.Builder
	for _, k := range order[:min(len(order), 3)] {
		bugs := byRecord[k]
		was, it := "was", "it"
		if len(bugs) > 1 {
			was, it = "were", "each"
		}
		if k.rank == stat.LossRealCandidate {
			often := fmt.Sprintf("in %d of %d earlier runs", k.found, k.of)
			if k.found == k.of {
				often = fmt.Sprintf("in all %d earlier runs", k.of)
			}
			fmt.Fprintf(&s, " %s %s found %s; by chance alone %s would be missed about 1 time in %.0f.", words.List(bugs, 3), was, often, it, 1/chance[k])
		} else {
			fmt.Fprintf(&s, " %s %s known to be unsteady: found in %d of %d earlier runs.", words.List(bugs, 3), was, k.found, k.of)
		}
	}
	return s.String()
}

func gradeSentence(r report.Benchmark) string {
	switch r.Grade {
	case string(stat.GradeStrong):
		return fmt.Sprintf(" Larger than the run-to-run noise measured here (%.2f).", r.Band.Value)
	case string(stat.GradeInsideNoise):
		return fmt.Sprintf(" Inside the run-to-run noise measured here (%.2f): do not act on this alone.", r.Band.Value)
	case string(stat.GradeWeak):
		if r.MinAttainableP.OK && r.MinAttainableP.Value > stat.Alpha {
			return " Too few bugs changed for any test to call it: cannot tell."
		}
		return " The evidence is weak."
	case string(stat.GradeModerate):
		return " So many bugs moving one way is unlikely by chance."
	}
	return ""
}
