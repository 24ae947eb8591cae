// Package unit names the base units that every number of runreport is stored in,
// and writes them for people. It is the one package that every other may import.
//
// Numbers stay in their base unit (seconds, bytes, ratios from 0 to 1) until a
// renderer prints them; the unit travels beside the number.
package unit

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Unit is the base unit of a number.
type Unit string

// The base units. A column name ends with the unit where it has one (_s, _bytes).
const (
	None    Unit = ""
	Count   Unit = "count"
	Ratio   Unit = "ratio"
	Points  Unit = "points" // a difference of two ratios, as in "recall fell by 0.10"
	Seconds Unit = "s"
	Bytes   Unit = "bytes"
	Tokens  Unit = "tokens"
	Dollars Unit = "usd"
)

// NotAvailable is what people read where a number cannot be given.
const NotAvailable = "n/a"

// Format writes v, given in base unit u, for people: durations as "1 h 04 min",
// large counts as "12.4 k", ratios as "8 %". NaN and infinities are n/a.
func (u Unit) Format(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return NotAvailable
	}
	switch u {
	case Seconds:
		return seconds(v)
	case Bytes:
		return scaled(v, 1024, []string{"B", "KiB", "MiB", "GiB", "TiB"})
	case Ratio:
		return percent(v)
	case Points:
		return signed(v)
	case Count, Tokens:
		return Number(v)
	case Dollars:
		return dollars(v)
	default:
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
}

// dollars writes money to the cent, and less than a cent to two digits behind the zeros:
// "$0.71", "$0.0042".
func dollars(v float64) string {
	if a := math.Abs(v); a >= 1e-9 && a < 0.01 {
		digits := 1 - int(math.Floor(math.Log10(a)))
		return "$" + strings.TrimRight(Fixed(v, digits), "0")
	}
	return "$" + Fixed(v, 2)
}

// Exact writes v with every digit that a table or a tooltip should carry.
func (u Unit) Exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return NotAvailable
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if i := strings.IndexByte(s, '.'); i >= 0 && len(s)-i > 7 {
		s = strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 6, 64), "0"), ".")
	}
	switch u {
	case Seconds:
		return s + " s"
	case Bytes:
		return s + " bytes"
	case Dollars:
		return "$" + s
	default:
		return s
	}
}

// Number writes a count: exact up to 9,999, then with three digits and a k or M.
func Number(v float64) string {
	if a := math.Abs(v); a < 10000 {
		if v == math.Trunc(v) {
			return Fixed(v, 0)
		}
		return Fixed(v, 1)
	}
	return scaled(v, 1000, []string{"", "k", "M", "G", "T"})
}

// Grouped writes a whole number with a comma between thousands.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Stamp writes a UTC time as people and tables read it, to the second.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return NotAvailable
	}
	return t.UTC().Format("2006-01-02 15:04:05")
}

func seconds(v float64) string {
	sign := ""
	if v < 0 {
		sign, v = "-", -v
	}
	switch {
	case v == 0:
		return "0 s"
	case v < 0.9995:
		return sign + Fixed(v*1000, 0) + " ms"
	case v < 9.95:
		return sign + Fixed(v, 1) + " s"
	case v < 59.5:
		return sign + Fixed(v, 0) + " s"
	}
	if v >= math.MaxInt64/2 { // no clock counts that far; whole seconds would overflow
		return sign + strconv.FormatFloat(v/86400, 'g', 3, 64) + " d"
	}
	total := int64(math.Round(v))
	d, h, m, s := total/86400, total/3600%24, total/60%60, total%60
	switch {
	case d > 0:
		return fmt.Sprintf("%s%d d %d h", sign, d, h)
	case total >= 3600:
		return fmt.Sprintf("%s%d h %02d min", sign, h, m)
	case s == 0:
		return fmt.Sprintf("%s%d min", sign, m)
	default:
		return fmt.Sprintf("%s%d min %02d s", sign, m, s)
	}
}

func percent(v float64) string {
	p := v * 100
	switch {
	// 0.5 and 99.5 would be rounded to 0 and 100, which are something else: none, and all.
	case p > 0 && p <= 0.5:
		return "<1 %"
	case p >= 99.5 && p < 100:
		return ">99 %"
	default:
		return Fixed(p, 0) + " %"
	}
}

func signed(v float64) string {
	if math.Abs(v) < 5e-10 {
		return "0.00"
	}
	return Signed(v, 2)
}

// Fixed writes v with so many digits behind the point, rounded half away from zero. A tie
// is a tie of the decimal number, not of the binary one next to it: 23/40 − 30/40 is
// −0.175, stored as −0.17500000000000004 or as −0.17499999999999998, and is −0.18 here.
func Fixed(v float64, places int) string {
	scale := math.Pow10(places)
	switch x := v * scale; {
	case math.Abs(x) < 1e6:
		v = math.Round(x+math.Copysign(tie, v)) / scale
	case math.Abs(x) < 1<<52: // above that, no digit is behind the point
		v = math.Round(x) / scale
	}
	return strconv.FormatFloat(v, 'f', places, 64)
}

// tie is how near to a half, in units of the last digit, a number counts as one: more than
// arithmetic is off by, and less than what keeps the difference of two shares of up to
// 10,000 from a half that it does not meet.
const tie = 1e-9

// Decimal is Fixed with a minus sign instead of a hyphen, and without one where no digit but 0 is
// left: "−0.35", "0.00".
func Decimal(v float64, places int) string {
	number, negative := strings.CutPrefix(Fixed(v, places), "-")
	if !negative || strings.Trim(number, "0.") == "" {
		return number
	}
	return "−" + number
}

// Signed is Fixed with a sign, and a minus sign instead of a hyphen: "+0.25", "−0.18".
func Signed(v float64, places int) string {
	s := Fixed(v, places)
	if number, negative := strings.CutPrefix(s, "-"); negative {
		return "−" + number
	}
	return "+" + s
}

func scaled(v, base float64, names []string) string {
	i := 0
	for math.Abs(v) >= base && i < len(names)-1 {
		v /= base
		i++
	}
	digits := 1
	if i == 0 || math.Abs(v) >= 100 {
		digits = 0
	}
	return strings.TrimRight(Fixed(v, digits)+" "+names[i], " ")
}
