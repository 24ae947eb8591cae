package present

import (
	"fmt"

	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

// listedChanges is how many changes of a figure a section's lead tells.
const listedChanges = 3

// changeSentences say what changed in a figure by its last run date, or that nothing did
// and what could have been seen.
func changeSentences(d *report.Data, what change.What, verb string) (out []string) {
	t := words.TestOf(d, string(what))
	more, reported := 0, 0
	for _, c := range d.Changes {
		if c.What != string(what) || c.Step == "" {
			continue
		}
		if reported == listedChanges {
			more++
			continue
		}
		out = append(out, c.Text)
		reported++
	}
	switch {
	case more > 0:
		out = append(out, fmt.Sprintf("And %s more that changed.", words.Count(more)))
	case reported == 0 && t.Tested > 0:
		out = append(out, words.Sentence(words.Nothing(t, fmt.Sprintf("%s on %s", verb, t.Last)))+".")
	case reported == 0 && t.Untested > 0:
		out = append(out, fmt.Sprintf("Too few run dates to tell whether %s %s: that needs 11.", words.A(t.Noun), verb))
	}
	return out
}
