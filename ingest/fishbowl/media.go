package fishbowl

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// maxText is how many bytes of a free text go into a column.
const maxText = 400

// hidden are the keys whose values are not copied, wherever they stand.
var hidden = map[string]bool{"thought": true, "secret": true, "reveal": true}

// shown is a text as it may stand in a table: cut, and sound and pictures replaced
// by their size.
func shown(text string) string {
	if media(text) {
		return fmt.Sprintf("(%d bytes left out)", len(text))
	}
	return record.Cut(text, maxText)
}

// media reports whether a text is sound or a picture: a data: address, or base64
// as long as no word is.
func media(text string) bool {
	s := strings.TrimSpace(text)
	if len(s) > 5 && strings.EqualFold(s[:5], "data:") {
		return true
	}
	return len(s) >= 200 && strings.IndexFunc(s, notBase64) < 0
}

func notBase64(r rune) bool {
	switch {
	case r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("+/=-_\r\n", r)
}

// extras are the undeclared fields of an event and of its payload, as they may
// stand in a table; "" when there is none.
func extras(event, payload string) string {
	var fields []string
	if event = cleaned(event); event != "" {
		fields = append(fields, event[1:len(event)-1])
	}
	if payload = cleaned(payload); payload != "" {
		fields = append(fields, `"payload":`+payload)
	}
	if len(fields) == 0 {
		return ""
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// cleaned is a JSON object without what is hidden and without media; "" when
// nothing is left of it.
func cleaned(object string) string {
	if object == "" {
		return ""
	}
	d := jsontext.NewDecoder(strings.NewReader(object), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var out bytes.Buffer
	e := jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		if kind, length := d.StackIndex(d.StackDepth()); kind == '{' && length%2 == 0 && d.PeekKind() == '"' {
			name, err := d.ReadToken()
			if err != nil {
				return ""
			}
			if hidden[name.String()] {
				if d.SkipValue() != nil {
					return ""
				}
				continue
			}
			if e.WriteToken(jsontext.String(record.Cut(name.String(), maxText))) != nil {
				return ""
			}
			continue
		}
		token, err := d.ReadToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return ""
		}
		if token.Kind() == '"' {
			token = jsontext.String(shown(token.String()))
		}
		if e.WriteToken(token) != nil {
			return ""
		}
	}
	text := strings.TrimSpace(out.String())
	if text == "{}" {
		return ""
	}
	return text
}
