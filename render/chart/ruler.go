package chart

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// ruler measures texts as ECharts does where there is no browser: by a table of the widths of
// the characters of one sans-serif font. A picture takes hundreds of measurements, which a
// tenth of its time went into before they were done here.
type ruler struct {
	widths [128]float64       // of characters, in sizes of the font
	sizes  map[string]float64 // of fonts, px
}

// charWidths is a program that gives the table of ECharts, from the character 0 on.
const charWidths = `Array.from({ length: 128 },
	(_, c) => echarts.format.getTextRect(String.fromCharCode(c), '1px sans-serif').width)`

// newRuler takes the table from the engine, into which ECharts has been loaded.
func newRuler(vm *goja.Runtime) (*ruler, error) {
	value, err := vm.RunString(charWidths)
	if err != nil {
		return nil, fmt.Errorf("widths of characters: %w", err)
	}
	var widths []float64
	if err := vm.ExportTo(value, &widths); err != nil {
		return nil, fmt.Errorf("widths of characters: %w", err)
	}
	r := &ruler{sizes: map[string]float64{}}
	if copy(r.widths[:], widths) != len(r.widths) {
		return nil, fmt.Errorf("widths of characters: %d of %d", len(widths), len(r.widths))
	}
	return r, nil
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
