package render

import (
	"math"
	"strings"

	"runreport/analyze/report"
)

// The pictures of places where no image can go: one character for a number.
const (
	sparkSteps = "▁▂▃▄▅▆▇█"
	sparkGap   = "·" // a number that is missing
)

// spark draws a history of shares, oldest first, on a scale from 0 to 1.
func spark(history []report.Number) string {
	steps := []rune(sparkSteps)
	var b strings.Builder
	for _, n := range history {
		if !n.OK {
			b.WriteString(sparkGap)
			continue
		}
		at := int(math.Round(n.Value * float64(len(steps)-1)))
		b.WriteRune(steps[min(max(at, 0), len(steps)-1)])
	}
	return b.String()
}

// barWidth is the length of a whole bar.
const barWidth = 10

// bar draws a share as a part of a whole bar. What is there is never drawn as
// nothing, and what is not whole never as whole.
func bar(share report.Number) string {
	if !share.OK {
		return ""
	}
	n := int(math.Round(share.Value * barWidth))
	if share.Value > 0 {
		n = max(n, 1)
	}
	if share.Value < 1 {
		n = min(n, barWidth-1)
	}
	n = min(max(n, 0), barWidth)
	return strings.Repeat("█", n) + strings.Repeat("░", barWidth-n)
}
