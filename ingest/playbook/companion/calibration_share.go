package companion

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	fractionIn = regexp.MustCompile(`(\d+)\s*/\s*(\d+)`)
	decimalIn  = regexp.MustCompile(`([+\-−]?)((\d*)\.\d+)(\s?%)?`)
	percentIn  = regexp.MustCompile(`([+\-−]?\d+(?:\.\d+)?)\s?%`)
	noneIn     = regexp.MustCompile(`(?i)(?:^|[\s*=:])(?:n/a|not computable)\b`)
	countIn    = regexp.MustCompile(`(?i)\bbug count (\d+)|\b(\d+) bugs\b`)
	bugIn      = regexp.MustCompile(`\bBUG-[A-Za-z]*-?\d+\b`)
	listIn     = regexp.MustCompile(`(?i)\b(recovered|missed):\s*\[([^\]]*)\]`)
	previousIn = regexp.MustCompile(`(?i)\bprevious (\d+)\b`)
)

// share is a recall as a phrase states it: "recall = 4/10 = 40%", "0.50 (5/10 by file)".
type share struct {
	literal   string // as JSON would write it: 0.40; null where it cannot be computed
	value     float64
	known     bool
	found, of int64 // bugs; of is 0 where no fraction is written
}

// boldAndCode are the marks that a figure may stand in.
var boldAndCode = strings.NewReplacer("**", "", "`", "")

// shareOf reads a recall, or where change says so its change. A fraction tells most; the
// digits are those of the decimal, of the percentage, or of the fraction.
func shareOf(text string, change bool) share {
	var s share
	text = boldAndCode.Replace(text)
	if noneIn.MatchString(text) {
		s.literal = "null"
		if m := countIn.FindStringSubmatch(text); m != nil {
			s.found, _ = strconv.ParseInt(m[1]+m[2], 10, 32)
		}
		return s
	}
	s.literal = decimalOf(text)
	if !change {
		if m := fractionIn.FindStringSubmatch(text); m != nil {
			found, err1 := strconv.ParseInt(m[1], 10, 32)
			of, err2 := strconv.ParseInt(m[2], 10, 32)
			if err1 == nil && err2 == nil && of > 0 && found <= of {
				s.found, s.of = found, of
				s.value, s.known = float64(found)/float64(of), true
			}
		}
	}
	if m := percentIn.FindStringSubmatch(text); s.literal == "" && m != nil {
		s.literal = ofPercent(strings.Replace(m[1], "−", "-", 1))
	}
	if s.literal == "" && s.known {
		s.literal = strconv.FormatFloat(s.value, 'f', 4, 64)
	}
	if x, err := strconv.ParseFloat(s.literal, 64); err == nil && !s.known {
		s.value, s.known = x, true
	}
	return s
}

// decimalOf is the first number of a text that is a share as it stands, as 0.40 is. 12.5 and
// 1.5 % are none.
func decimalOf(text string) string {
	for _, m := range decimalIn.FindAllStringSubmatch(text, -1) {
		if sign, number, whole, percent := m[1], m[2], m[3], m[4]; percent == "" && (whole == "" || whole == "0" || whole == "1") {
			return strings.Replace(sign, "−", "-", 1) + number
		}
	}
	return ""
}

// ofPercent writes a percentage as a share with as many digits: 40 is 0.40, 12.5 is 0.125.
func ofPercent(percent string) string {
	x, err := strconv.ParseFloat(percent, 64)
	if err != nil {
		return ""
	}
	_, fraction, _ := strings.Cut(percent, ".")
	return strconv.FormatFloat(x/100, 'f', 2+len(fraction), 64)
}

// recovered are the bugs that a phrase lists by id.
type recovered struct{ found, missed []string }

// recoveredIn reads "Recovered: [BUG-001 …, BUG-005 …]. Missed: […]", also without brackets.
// "previous 4" stands for the bugs of the list before, if it has as many.
func recoveredIn(text string, before recovered) recovered {
	var r recovered
	for _, m := range listIn.FindAllStringSubmatch(text, -1) {
		r.add(strings.ToLower(m[1]), bugIn.FindAllString(m[2], -1))
	}
	if r.found == nil {
		_, rest, ok := strings.Cut(strings.ToLower(text), "recovered:")
		if ok {
			rest = text[len(text)-len(rest):]
			part, _, _ := strings.Cut(rest, "Missed:")
			if m := previousIn.FindStringSubmatch(part); m != nil && m[1] == strconv.Itoa(len(before.found)) {
				r.add("recovered", before.found)
			}
			r.add("recovered", bugIn.FindAllString(part, -1))
		}
	}
	return r
}

func (r *recovered) add(list string, ids []string) {
	to := &r.found
	if list == "missed" {
		to = &r.missed
	}
	for _, id := range ids {
		if !slices.Contains(*to, id) {
			*to = append(*to, id)
		}
	}
}

// fits reports whether the lists are those of the fraction: as many found, and all of them.
func (r recovered) fits(s share) bool {
	return s.of > 0 && int64(len(r.found)) == s.found && int64(len(r.found)+len(r.missed)) == s.of
}
