package chart

import (
	"regexp"
	"strconv"
	"strings"
)

// ruler measures texts as ECharts does where there is no browser: by a table of the widths of
// the characters of one sans-serif font.
type ruler struct {
	widths [128]float64       // of characters, in sizes of the font
	sizes  map[string]float64 // of fonts, px
}

// tableOfWidths is the table of ECharts (zrender/src/core/platform.ts, BSD-3-Clause): a character for
// each from the space on, whose code less 20 is the width in hundredths of the size.
const tableOfWidths = `007LLmW'55;N0500LLLLLLLLLL00NNNLzWW\\WQb\0FWLg\bWb\WQ\WrWWQ000CL5LLFLL0LL**F*gLLLL5F0LF\FFF5.5N`

func newRuler() *ruler {
	r := &ruler{sizes: map[string]float64{}}
	for c := range r.widths {
		r.widths[c] = 1
		if i := c - ' '; i >= 0 && i < len(tableOfWidths) {
			r.widths[c] = (float64(tableOfWidths[i]) - 20) / 100
		}
	}
	return r
}

const usualSize = 12 // px, of a font that states none

var fontSize = regexp.MustCompile(`(\d*\.?\d*)px`)

// size is how large the letters of a font are, as "bold 14px sans-serif", in px.
func (r *ruler) size(font string) float64 {
	size, known := r.sizes[font]
	if !known {
		size = usualSize
		if m := fontSize.FindStringSubmatch(font); m != nil {
			if n, err := strconv.ParseFloat(m[1], 64); err == nil && n != 0 {
				size = n
			}
		}
		r.sizes[font] = size
	}
	return size
}

// width is how wide the widest line of a text is, in px. A character that the table does not
// have is as wide as the font is large, one beyond the 65,536 of UTF-16's units twice that.
func (r *ruler) width(text, font string) float64 {
	size, widest := r.size(font), 0.0
	for line := range strings.SplitSeq(text, "\n") {
		width := 0.0
		for _, c := range line {
			switch {
			case c < 128:
				width += float64(r.widths[c] * size) // rounded before it is added, as in JavaScript
			case c > 0xFFFF:
				width += size
				width += size
			default:
				width += size
			}
		}
		widest = max(widest, width)
	}
	return widest
}
