package stat

import (
	"math"
	"strconv"
	"strings"
)

// Decimal is a number as somebody wrote it: its value, and how many digits after
// the point the writer committed to. 0.40 has two, 0.4 one, 4e-1 one, 1 none.
type Decimal struct {
	Value  float64
	Places int
}

// ParseDecimal reads a JSON number literal, surrounding space allowed. Anything
// else, such as an empty string, null, n/a, NaN or a hexadecimal number, is not
// ok: it states no number.
func ParseDecimal(literal string) (d Decimal, ok bool) {
	literal = strings.TrimSpace(literal)
	if strings.Trim(literal, "0123456789+-.eE") != "" {
		return Decimal{}, false
	}
	value, err := strconv.ParseFloat(literal, 64)
	if err != nil || !usable(value) {
		return Decimal{}, false
	}
	digits, exponent := literal, 0
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		digits = literal[:i]
		if exponent, err = strconv.Atoi(literal[i+1:]); err != nil {
			return Decimal{}, false
		}
	}
	places := -exponent
	if i := strings.IndexByte(digits, '.'); i >= 0 {
		places += len(digits) - i - 1
	}
	return Decimal{Value: value, Places: max(places, 0)}, true
}

// HalfUnit is half a unit of the last digit written: the most that rounding to
// that digit can move a number.
func (d Decimal) HalfUnit() float64 {
	return 0.5 * math.Pow(10, -float64(d.Places))
}

// rounding is how far the number as written may lie from the number that was rounded. A
// share without a digit after the point says at least as much as one with a single digit:
// writers drop zeros, so that 1.0 becomes 1.
func (d Decimal) rounding() float64 { return min(0.05, d.HalfUnit()) }

// tolerance is how far the written number may lie from a computed one and still
// agree with it: what rounding explains, but never more than half a percentage
// point.
func (d Decimal) tolerance() float64 {
	return min(0.005, d.HalfUnit()) + Eps
}
