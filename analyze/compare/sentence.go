package compare

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// sentence is what a comparison shows: subject and change, then how sure.
func sentence(c report.ItemComparison) string {
	if c.Items == 0 && len(c.Scores) > 0 {
		return scoreSentence(c)
	}
	verb := "no clear difference over"
	switch {
	case c.Evidence == report.ItemsInconclusive || !c.Delta.OK:
	case c.Delta.Value > 0:
		verb = "passes more of"
	case c.Delta.Value < 0:
		verb = "passes fewer of"
	}
	text := fmt.Sprintf("%s against %s: %s the %s that both tried (%s", c.After, c.Before, verb, words.Plural(int(c.Items), "item"), unit.Points.Format(c.Delta.Value))
	if c.Lo.OK && c.Hi.OK && c.Items >= words.LeastForInterval {
		text += fmt.Sprintf(", 95 %% CI %s to %s", unit.Points.Format(c.Lo.Value), unit.Points.Format(c.Hi.Value))
	}
	text += fmt.Sprintf("); %d gained, %d lost. Evidence: %s.", len(c.Gained), len(c.Lost), c.Evidence)
	if c.Settle != nil && c.Settle.Visible.OK {
		text += fmt.Sprintf(" So many items show a change of %s or more.", unit.Ratio.Format(c.Settle.Visible.Value))
	}
	if c.Settle != nil && c.Settle.Needed.OK {
		text += fmt.Sprintf(" One of the size seen takes about %s.", words.Plural(int(c.Settle.Needed.Value), "item"))
	}
	return text
}
