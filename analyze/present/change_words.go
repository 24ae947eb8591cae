package present

import (
	"fmt"

	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

// toldChanges is how many changes of a figure a section's lead tells.
const toldChanges = 3

// changeSentences say what changed in a figure by its last run date, or that nothing did
// and what could have been seen.
func changeSentences(d *report.Data, what change.What, verb string) (out []string) {
	t := words.TestOf(d, string(what))
	more, told := 0, 0
	for _, c := range d.Changes {
		if c.What != string(what) || c.Step == "" {
			continue
		}
		if told == toldChanges {
			more++
			continue
		}
		out = append(out, c.Text)
		told++
	}
	switch {
	case more > 0:
		out = append(out, fmt.Sprintf("And %s more that changed.", words.Count(more)))
	case told == 0 && t.Tested > 0:
		out = append(out, words.Sentence(words.Nothing(t, fmt.Sprintf("%s on %s", verb, t.Last)))+".")
	case told == 0 && t.Untested > 0:
		out = append(out, fmt.Sprintf("Too few run dates to tell whether %s %s: that needs 11.", words.A(t.Noun), verb))
	}
	return out
}
