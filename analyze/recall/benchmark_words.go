package recall

import (
	"fmt"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// benchmarkSentence says how one benchmark moved, which bugs it lost and gained, and how
// strong the evidence is.
func benchmarkSentence(b *compared, c *cycle, earlier records) string {
	r := b.row
	if !b.delta.OK {
		return fmt.Sprintf("%s: no comparison, %s.", b.name, words.NoDelta(r))
	}
	var s strings.Builder
	s.WriteString(words.RecallMoveCI(r) + ".")
	all, losses := lossSentences(b, earlier)
	if len(r.Lost) > 0 {
		fmt.Fprintf(&s, " Lost: %s%s.", words.List(r.Lost, 3), all)
	}
	if len(r.Gained) > 0 {
		fmt.Fprintf(&s, " Gained: %s.", words.List(r.Gained, 3))
	}
	if r.Basis == "" && r.Displacement && r.RunsPre == 1 && r.RunsPost == 1 {
		s.WriteString(" With one run each side, bugs are lost and gained by chance too.")
	}
	s.WriteString(losses)
	if r.OneBug.OK && c.floor < r.OneBug.Value-1e-9 && r.Class != string(stat.DeltaWithinNoise) {
		fmt.Fprintf(&s, " One bug = %s recall, above the %s noise floor.", unit.Fixed(r.OneBug.Value, 2), words.Short(c.floor))
	}
	s.WriteString(gradeSentence(r))
	return s.String()
}

// lossSentences says how the lost bugs fared before. Bugs with the same record share a
// sentence; where all have it, all is the end of the sentence that lists them: ", each found
// in all 7 earlier runs".
func lossSentences(b *compared, earlier records) (all, sentences string) {
	type record struct {
		rank      stat.LossRank
		found, of int
	}
	byRecord := map[record][]string{}
	var order []record
	for _, bug := range b.row.Lost {
		before := earlier.before(b, bug)
		k := record{stat.LossOf(before), before.Num, before.Den}
		if k.rank != stat.LossRealCandidate && k.rank != stat.LossUnsteady {
			continue
		}
		if byRecord[k] == nil {
			order = append(order, k)
		}
		byRecord[k] = append(byRecord[k], bug)
	}
	var s strings.Builder
	for _, k := range order[:min(len(order), 3)] {
		bugs, was := byRecord[k], "was"
		if len(bugs) > 1 {
			was = "were"
		}
		often := fmt.Sprintf("in %d of %d earlier runs", k.found, k.of)
		if k.found == k.of {
			often = fmt.Sprintf("in all %d earlier runs", k.of)
		}
		switch {
		case len(bugs) < len(b.row.Lost):
			fmt.Fprintf(&s, " %s %s found %s.", words.List(bugs, 3), was, often)
		case len(bugs) == 1:
			return ", found " + often, ""
		default:
			return ", each found " + often, ""
		}
	}
	return "", s.String()
}

// confirmingRuns is how many runs of each side confirm a change whose evidence is weak.
const confirmingRuns = 3

// gradeSentence says how strong the evidence is, and what would settle it.
func gradeSentence(r report.Benchmark) string {
	if r.Basis != "" {
		return fmt.Sprintf(" Not measured on both sides (%s), so there is no evidence grade.", r.Basis)
	}
	switch r.Grade {
	case string(stat.GradeStrong):
		return fmt.Sprintf(" Evidence: strong, larger than run-to-run noise (±%s).", unit.Fixed(r.Band.Value, 2))
	case string(stat.GradeInsideNoise):
		return fmt.Sprintf(" Within run-to-run noise (±%s).", unit.Fixed(r.Band.Value, 2))
	case string(stat.GradeModerate):
		return " Evidence: moderate, by the exact paired test; run-to-run noise was not measured."
	case string(stat.GradeWeak):
		s := " Evidence: weak"
		if r.RunsPre == 1 && r.RunsPost == 1 {
			s += ", one run each side"
		}
		if r.MinAttainableP.OK && r.MinAttainableP.Value > stat.Alpha {
			s += "; too few bugs changed for the exact test"
		}
		if min(r.RunsPre, r.RunsPost) >= confirmingRuns {
			return s + "."
		}
		return s + fmt.Sprintf(". To confirm a change of this size, run both sides %d times.", confirmingRuns)
	}
	return ""
}
