package companion

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

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
	// sentenceKey is **Key.** at the beginning of a line.
	sentenceKey = regexp.MustCompile(`^\*\*([A-Za-z][\w /-]{0,48})\.\*\*\s*(.*)$`)
	// between parts the fields that share a line.
	between = regexp.MustCompile(`\s+[·|]\s+`)
)

// maxValue is how long a field may grow, in bytes, by the lines below it.
const maxValue = 8 << 10

// appendFields adds the fields of some blocks. A line that begins no field goes on
// with the one before when it belongs to its paragraph, and so does a list below a
// list item, or below a line that ends with the key.
func appendFields(all []field, blocks []markdown.Block) []field {
	reading, depth, lists := false, 0, false
	for i := range blocks {
		b := &blocks[i]
		if b.Kind != markdown.Line {
			reading = false
			continue
		}
		before := len(all)
		all = appendLine(all, b.Text, b.No)
		below := b.Depth > depth && (depth > 0 || lists)
		switch found := len(all) - before; {
		case reading && (below || !b.First && found == 0):
			all = all[:before]
			last, gap := &all[before-1], " "
			if b.First {
				gap = "\n"
			}
			if len(last.value) < maxValue {
				last.value = strings.TrimSpace(last.value + gap + b.Text)
			}
		case found > 0:
			reading, depth, lists = true, b.Depth, all[len(all)-1].value == ""
		default:
			reading = false
		}
	}
	return all
}

// appendLine adds the fields of one line, which has no line feed in it.
func appendLine(all []field, text string, no int64) []field {
	if strings.Contains(text, "**") {
		before := len(all)
		if all = appendBold(all, text, no); len(all) > before {
			return all
		}
	}
	if !strings.Contains(text, ":") {
		return all // without a key
	}
	if !strings.Contains(text, "·") && !strings.Contains(text, "|") {
		if key, value, ok := cutPlainKey(text); ok {
			all = append(all, newField(key, strings.TrimSpace(value), no))
		}
		return all
	}
	for i, part := range between.Split(text, -1) {
		key, value, ok := cutPlainKey(part)
		switch {
		case ok:
			all = append(all, newField(key, strings.TrimSpace(value), no))
		case i == 0:
			return all
		default:
			all[len(all)-1].value += " " + part
		}
	}
	return all
}

// appendBold adds the fields of a line whose keys are bold.
func appendBold(all []field, text string, no int64) []field {
	before, key, rest, ok := cutBoldKey(text)
	if ok && strings.TrimLeft(before, " -") == "" {
		for ok {
			var value, next string
			value, next, rest, ok = cutBoldKey(rest)
			all = append(all, newField(key, strings.Trim(value, " ·|"), no))
			key = next
		}
		return all
	}
	if strings.HasPrefix(text, "**") && strings.Contains(text, ".**") {
		if m := sentenceKey.FindStringSubmatch(text); m != nil {
			all = append(all, newField(m[1], m[2], no))
		}
	}
	return all
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

// saysInAnyCase reports whether strings.ToLower(text) contains words, which must be lower-case ASCII.
func saysInAnyCase(text, words string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return strings.Contains(strings.ToLower(text), words)
		}
	}
	for i := 0; i+len(words) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(words)], words) {
			return true
		}
	}
	return false
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
