package render

import (
	"bytes"
	"encoding/xml"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// indented is v as JSON for people and machines; it can stand inside HTML.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := json.MarshalWrite(&b, v, jsontext.WithIndent("  "), jsontext.EscapeForHTML(true), json.Deterministic(true)); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// indentedXML is v as an XML document.
func indentedXML(v any) ([]byte, error) {
	b := bytes.NewBufferString(xml.Header)
	e := xml.NewEncoder(b)
	e.Indent("", "  ")
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
