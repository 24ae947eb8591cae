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
	if !nameByte(text[0]) { // as of XML, whose lines are many
		return line, false
	}
	at := collected.FindIndex(text)
	if at == nil {
		return line, false
	}
	return bytes.Trim(text[at[1]:], padding), true
}

// nameByte reports whether one of the prefixes of a collector can begin so.
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
