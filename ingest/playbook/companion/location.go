package companion

import (
	"regexp"
	"strconv"
	"strings"
)

// location is the first file that a text names, with the lines named there.
type location struct {
	file   string
	lo, hi int64 // 0: no line
}

const lineList = `\d+(?:\s?[-–—]\s?L?\d+)?(?:,\s?\d+(?:\s?[-–—]\s?\d+)?)*`

var (
	// placeIn is a path, in backticks or not, and lines behind a colon, behind #L, or in words.
	placeIn = regexp.MustCompile(`((?:\b[A-Za-z]:)?[^\s:;,|#"'<>` + "`" + `]+)` + "`?" + `(?:[:#]L?(` + lineList + `)|\s+\(?lines?\s+(` + lineList + `))?`)
	// suffixed is a name that ends like a file's.
	suffixed = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,9}$`)
)

// locate reads a field that names files. strict takes only a path with a line, as
// prose is full of words with dots and slashes.
func locate(text string, strict bool) location {
	if path, lines, ok := cutPlace(text); ok {
		at, _ := placeOf(path, lines, strict)
		return at
	}
	for _, m := range placeIn.FindAllStringSubmatch(strings.ReplaceAll(text, "**", ""), -1) {
		if at, ok := placeOf(m[1], m[2]+m[3], strict); ok {
			return at
		}
	}
	return location{}
}

// cutPlace parts a text that is a path with one or two lines and nothing else, as most are. Others
// are left to placeIn.
//
//	`pier/crane.go:10-20`    pier/crane.go    10-20
func cutPlace(text string) (path, lines string, ok bool) {
	path, lines, ok = strings.Cut(strings.Trim(text, "`"), ":")
	if !ok || len(path) < len("C:") || strings.ContainsAny(path, blanks+";,|#\"'<>`*") { // C:1 is on a drive
		return "", "", false
	}
	from, to, two := strings.Cut(lines, "-")
	return path, lines, isNumber(from) && (!two || isNumber(to))
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// placeOf is what a path and lines name; false where they name none.
func placeOf(path, lines string, strict bool) (location, bool) {
	at := location{file: strings.TrimRight(strings.TrimLeft(path, "("), "().")}
	at.lo, at.hi = span(lines)
	if strings.HasPrefix(at.file, "//") { // what follows the colon of a URL
		return location{}, false
	}
	isPath := strings.ContainsAny(at.file, `/\`) ||
		suffixed.MatchString(at.file) && (at.lo > 0 || len(at.file) > len("e.g"))
	if at.file != "" && (isPath && (at.lo > 0 || !strict) || at.lo > 0 && !strict) {
		return at, true
	}
	return location{}, false
}

// firstNumber are the first digits of a text; "" where it has none.
func firstNumber(text string) string {
	text = strings.TrimLeftFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}

// span is the lowest and the highest of the lines in a list such as 38,148-150.
func span(text string) (lo, hi int64) {
	for digits := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n == 0 {
			continue
		}
		if lo == 0 || n < lo {
			lo = n
		}
		hi = max(hi, n)
	}
	return lo, hi
}
