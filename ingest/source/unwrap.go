package source

import (
	"bytes"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"
)

// collected is the prefix that a collector of logs writes before each line of a program.
var collected = regexp.MustCompile(`^(?:` +
	`[\w.-]+ *\| *(?:` + instant + ` )?` + // docker compose: "web-1  | "
	`|` + instant + ` [^\s{]+ [^\s:{]+: ` + // journalctl -o short-iso
	`|` + instant + ` (?:std(?:out|err) [FP] )?` + // docker logs -t, containers of Kubernetes, jobs of GitHub
	`|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? [^\s{]+ [^\s:{]+: ` + // journalctl, syslog
	`)`)

const instant = `\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)`

// Unwrap returns what a program wrote on a line that another program has put something
// around: the prefix of a collector of logs, the object of Docker's json-file driver, or the
// brackets and commas of an array with one object a line. false: the line is as it was written.
//
//	2026-04-22T10:00:00.123Z stdout F {"ts":…}              {"ts":…}
//	Apr 22 10:00:00 host kahn[7]: {"ts":…}                  {"ts":…}
//	{"log":"{\"ts\":…}\n","stream":"stdout","time":"…"}     {"ts":…}
//	[{"ts":…},                                              {"ts":…}
func Unwrap(line []byte) (inner []byte, wrapped bool) {
	text := bytes.Trim(line, padding)
	switch {
	case len(text) == 0:
		return line, false
	case bytes.HasPrefix(text, []byte(`{"log":"`)):
		return fromDocker(text)
	case text[0] == '{' || text[0] == '[' || text[0] == ']' || text[0] == ',':
		return fromArray(text)
	}
	if !mayBeCollected(text) {
		return line, false
	}
	at := collected.FindIndex(text)
	if at == nil {
		return line, false
	}
	return bytes.Trim(text[at[1]:], padding), true
}

// mayBeCollected reports false where the text cannot begin with the prefix of a collector, as nearly all lines of XML,
// Markdown and other logs do not. It takes a fraction of the time of the expression.
func mayBeCollected(text []byte) bool {
	name := 0
	for name < len(text) && nameByte(text[name]) {
		name++
	}
	if name == 0 {
		return false
	}
	if rest := bytes.TrimLeft(text[name:], " "); len(rest) > 0 && rest[0] == '|' { // "web-1  | "
		return true
	}
	if name >= len("2026-04-22T10") {
		return text[4] == '-' && text[10] == 'T'
	}
	return name == len("Apr") && len(text) > len("Apr 22 10:00:00 ") && text[6] == ' ' && text[9] == ':'
}

// nameByte reports whether the name of a container can have the byte.
func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '.' || c == '-'
}

// fromDocker is the line that Docker's json-file driver wrapped, which knows three keys.
func fromDocker(text []byte) ([]byte, bool) {
	var own *headRoom // each object has its own
	o, whole := own.topLevel(text, false)
	if !whole || !o.Has("stream", "time") || len(o) > 4 {
		return text, false
	}
	inner, err := jsontext.AppendUnquote(nil, o["log"])
	if err != nil {
		return text, false
	}
	return bytes.Trim(inner, padding), true
}

// fromArray takes off what stands between the objects of an array; nothing is left of a line
// that holds a bracket alone.
func fromArray(text []byte) ([]byte, bool) {
	inner := bytes.TrimLeft(text, "[, \t")
	if len(inner) > 0 && inner[0] != '{' && inner[0] != ']' {
		return text, false // an array of other things
	}
	inner = bytes.TrimRight(inner, "], \t")
	if len(inner) > 0 && inner[len(inner)-1] != '}' {
		return text, false
	}
	return inner, len(inner) < len(text)
}
