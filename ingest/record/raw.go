package record

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"
)

// Elements are the raw elements of a JSON array; nil when it is none.
func Elements(raw jsontext.Value) []jsontext.Value {
	s := scanners.Get().(*scanner)
	defer s.release()
	if out, ok := s.elements(raw); ok {
		return out
	}
	return strictElements(raw)
}

// strictElements is Elements without the scanner.
func strictElements(raw jsontext.Value) []jsontext.Value {
	d := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '[' {
		return nil
	}
	var out []jsontext.Value
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			return out
		}
		out = append(out, v.Clone())
	}
	return out
}

// Entry is one key of a JSON object with its raw value.
type Entry struct {
	Key string
	Raw jsontext.Value
}

// Entries are the members of a JSON object in their order; nil when it is none.
func Entries(raw jsontext.Value) []Entry {
	if len(raw) == 0 {
		return nil // of a field that is not there
	}
	s := scanners.Get().(*scanner)
	defer s.release()
	members, _, err := s.read(raw, false)
	if err != nil {
		return nil
	}
	out := make([]Entry, len(members))
	for i, m := range members {
		out[i] = Entry{m.key, m.raw}
	}
	return out
}

// Words is a raw value as words: a string without its quotes, anything else as written.
func Words(raw jsontext.Value) string {
	switch {
	case raw.Kind() == '"':
		return unquote(raw)
	case len(raw) == 1 && isDigit(raw[0]): // as most numbers of patterns and phases
		return digits[raw[0]-'0':][:1]
	}
	return string(raw)
}

const digits = "0123456789"

// Number is a raw value as a number; false when it is none.
func Number(raw jsontext.Value) (float64, bool) {
	if n, plain := plainInt(raw); plain && n != 0 { // -0 is another number than 0
		return float64(n), true
	}
	v, _ := readNumber(Float, raw, raw.Kind())
	return v.Num, v.Given
}

// unquote returns the text of a JSON string.
func unquote(raw jsontext.Value) string {
	if inner, ok := plainText(raw); ok {
		return string(inner)
	}
	return strictText(raw)
}

func strictText(raw jsontext.Value) string {
	b, _ := jsontext.AppendUnquote(nil, raw) // broken text becomes replacement characters
	return string(b)
}

// Cut shortens text to at most n bytes at a rune's boundary, and says that it did. It is
// for texts without secrets, as records have them once their file was read; until then
// [File.Cut] takes them out first.
func Cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	return text[:n] + "…"
}

// CutName shortens a name to about n bytes as Cut does, with a hash of all of it behind, so that
// two names that begin alike stay two.
func CutName(name string, n int) string {
	if len(name) <= n {
		return name
	}
	return fmt.Sprintf("%s #%08x", Cut(name, n), uint32(xxh3.HashString(name)))
}
