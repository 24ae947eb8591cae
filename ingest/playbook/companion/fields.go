package companion

import (
	"regexp"
	"strings"
	"time"

	"runreport/ingest/markdown"
	"runreport/ingest/record"
)

// field is a "Key: value" of a Markdown document.
type field struct {
	key     string // lower case, without what stands in parentheses
	written string // lower case, as written
	value   string
	no      int64
}

var (
	// boldKey is **Key:** or **Key**: with a name of a few words; sentenceKey is
	// **Key.** at the beginning of a line.
	boldKey     = regexp.MustCompile(`\*\*([A-Za-z][^*:]{0,48}(?::[A-Za-z]+)?)(?::\*\*|\*\*:)`)
	sentenceKey = regexp.MustCompile(`^\*\*([A-Za-z][\w /-]{0,48})\.\*\*\s*(.*)$`)
	// plainKey is Key: at the beginning of a line, File:line: among them.
	plainKey = regexp.MustCompile(`^([A-Za-z][\w .()/-]{0,48}?(?::[Ll]ines?)?)\s*:(?:\s|$)`)
	// between parts the fields that share a line.
	between = regexp.MustCompile(`\s+[·|]\s+`)
)

// maxValue is how long a field may grow, in bytes, by the lines below it.
const maxValue = 8 << 10

// fieldsOf reads the fields of some blocks. A line that begins no field goes on
// with the one before when it belongs to its paragraph, and so does a list below a
// list item, or below a line that ends with the key.
func fieldsOf(blocks []markdown.Block) []field {
	var all []field
	reading, depth, lists := false, 0, false
	for _, b := range blocks {
		if b.Kind != markdown.Line {
			reading = false
			continue
		}
		found := fieldsIn(b.Text, b.No)
		below := b.Depth > depth && (depth > 0 || lists)
		switch {
		case reading && (below || !b.First && len(found) == 0):
			last, gap := &all[len(all)-1], " "
			if b.First {
				gap = "\n"
			}
			if len(last.value) < maxValue {
				last.value = strings.TrimSpace(last.value + gap + b.Text)
			}
		case len(found) > 0:
			all = append(all, found...)
			reading, depth, lists = true, b.Depth, found[len(found)-1].value == ""
		default:
			reading = false
		}
	}
	return all
}

// fieldsIn reads the fields of one line, which has no line feed in it.
func fieldsIn(text string, no int64) []field {
	if strings.Contains(text, "**") {
		if all := boldFields(text, no); all != nil {
			return all
		}
	}
	if !strings.Contains(text, ":") {
		return nil // no plainKey, for which the expression would try every length
	}
	parts := []string{text}
	if strings.Contains(text, "·") || strings.Contains(text, "|") {
		parts = between.Split(text, -1)
	}
	var all []field
	for i, part := range parts {
		m := plainKey.FindStringSubmatchIndex(part)
		if m == nil {
			if i == 0 {
				return nil
			}
			all[len(all)-1].value += " " + part
			continue
		}
		all = append(all, newField(part[m[2]:m[3]], strings.TrimSpace(part[m[1]:]), no))
	}
	return all
}

// boldFields reads the fields of a line whose keys are bold.
func boldFields(text string, no int64) []field {
	if at := boldKey.FindAllStringSubmatchIndex(text, -1); at != nil && strings.TrimLeft(text[:at[0][0]], " -") == "" {
		var all []field
		for i, m := range at {
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			all = append(all, newField(text[m[2]:m[3]], strings.Trim(text[m[1]:end], " ·|"), no))
		}
		return all
	}
	if m := sentenceKey.FindStringSubmatch(text); m != nil {
		return []field{newField(m[1], m[2], no)}
	}
	return nil
}

func newField(key, value string, no int64) field {
	written := strings.ToLower(strings.TrimSpace(key))
	key, _, _ = strings.Cut(written, " (")
	return field{key: key, written: written, value: value, no: no}
}

// first is the first of the named fields that has a value.
func first(fields []field, keys ...string) (field, bool) {
	for _, key := range keys {
		for _, f := range fields {
			if f.key == key && f.value != "" {
				return f, true
			}
		}
	}
	return field{}, false
}

// bare is a value, up to the list below it, without marks of emphasis and code.
func bare(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if !strings.ContainsAny(text, "*`_") {
		return strings.TrimSpace(text) // as most texts are; Replace would copy it
	}
	return strings.TrimSpace(marks.Replace(text))
}

// marks are those of emphasis and code.
var marks = strings.NewReplacer("**", "", "`", "", "__", "")

// stampIn finds an instant in a text. Seconds may be missing, and the zone may be
// a word; without one it is UTC, as the format wants it.
var stampIn = regexp.MustCompile(`(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?`)

// ParseInstant reads the first instant of a text; the zero time when it holds none.
func ParseInstant(text string) time.Time {
	m := stampIn.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}
	}
	seconds, zone := m[3], m[4]
	if seconds == "" {
		seconds = ":00"
	}
	switch {
	case zone == "" || zone == "UTC":
		zone = "Z"
	case len(zone) == 5:
		zone = zone[:3] + ":" + zone[3:]
	}
	when, _, _ := record.ParseTime(m[1] + "T" + m[2] + seconds + zone)
	return when
}

// timeValue is a stamp as written, with its instant where it gives one.
func timeValue(text string) record.Value { return record.TimeValue(ParseInstant(text), text) }

// FirstWord is the text up to its first space.
func FirstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}
