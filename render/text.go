package render

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"runreport/analyze/report"
)

// legible makes a text safe to be read: line breaks and tabs become spaces, and
// every character that is invisible, or that makes its neighbours read as
// something else, becomes its escape (a right-to-left override reads \u202E).
// Bytes that are not UTF-8 become U+FFFD.
func legible(s string) string {
	from := odd(s)
	if from < 0 {
		return s
	}
	var b strings.Builder
	b.WriteString(s[:from])
	for _, r := range strings.ToValidUTF8(s[from:], "\uFFFD") {
		switch {
		case r == '\u0085' || r == '\u2028' || r == '\u2029' || r >= '\t' && r <= '\r':
			b.WriteByte(' ')
		case !report.Unseen(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	return b.String()
}

// odd is where the first character stands that is not shown as it is; -1: none is such.
func odd(s string) int {
	for i := 0; i < len(s); {
		if s[i] >= ' ' && s[i] <= '~' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || report.Unseen(r) { // lines end with what is unseen
			return i
		}
		i += n
	}
	return -1
}

// middle cuts s in the middle to at most limit characters.
func middle(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	head, tail := limit/2, limit-limit/2-1
	if ascii(s) { // as nearly all paths are
		return s[:head] + "…" + s[len(s)-tail:]
	}
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	return string(r[:head]) + "…" + string(r[len(r)-tail:])
}

// Cut shortens s to at most limit characters, the last of them an ellipsis. It cuts behind a
// whole word, or within one that is long, but never within a number: "−0.27" does not become
// "−0.2…".
func Cut(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		return s
	}
	if limit < 3 {
		return string(r[:limit-1]) + "…"
	}
	blank := limit - 2 // behind the last whole word, so that a blank and the ellipsis have room
	for blank > 0 && r[blank] != ' ' {
		blank--
	}
	if 3*blank >= 2*limit {
		return strings.TrimRight(string(r[:blank]), " ") + " …"
	}
	end := limit - 1
	for end > 0 && ofNumber(r[end-1]) && (ofNumber(r[end]) || r[end] == ' ') {
		end--
	}
	if end == 0 { // a number alone
		end = limit - 1
	}
	return string(r[:end]) + "…"
}

// ofNumber reports whether a character can be part of a number.
func ofNumber(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune("−-+.,", r) }

// upperFirst is a sentence with a capital first letter.
func upperFirst(s string) string {
	r := []rune(s)
	if len(r) == 0 {
		return s
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// mapStrings returns a deep copy of v in which every string is f of what it was.
// Types that only have string underneath, such as a role or a unit, are names of
// ours and stay. v is left alone.
func mapStrings[T any](v T, f func(string) string) T {
	mapIn(reflect.ValueOf(&v).Elem(), f)
	return v
}

// mapIn does that to v, whose own memory is the copy's; what it refers to is the
// original's still.
func mapIn(v reflect.Value, f func(string) string) {
	switch v.Kind() {
	case reflect.String:
		if v.Type() == stringType {
			v.SetString(f(v.String()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Field(i); field.CanSet() { // it is exported
				mapIn(field, f)
			}
		}
	case reflect.Slice:
		if v.Len() == 0 {
			return
		}
		copied := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(copied, v)
		for i := range copied.Len() {
			mapIn(copied.Index(i), f)
		}
		v.Set(copied)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		copied := reflect.New(v.Type().Elem())
		copied.Elem().Set(v.Elem())
		mapIn(copied.Elem(), f)
		v.Set(copied)
	}
}

var stringType = reflect.TypeFor[string]()
