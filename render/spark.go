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
