package junit

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"runreport/ingest/record"
)

var declared = regexp.MustCompile(`^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

// usual is how most reports begin.
var usual = []byte(`<?xml version="1.0" encoding="UTF-8"`)

// decoded is the text as UTF-8, from the encoding that its XML declaration names. UTF-16 was
// decoded where the file was opened.
func decoded(text io.Reader, f *record.File) io.Reader {
	const longest = 256 // of a declaration
	head := make([]byte, longest)
	n, err := io.ReadFull(text, head)
	head = head[:n]
	text = io.MultiReader(bytes.NewReader(head), text)
	if err != nil && n == 0 {
		return text
	}
	if bytes.HasPrefix(head, usual) {
		return text
	}
	m := declared.FindSubmatch(head)
	if m == nil {
		return text
	}
	name := strings.ToLower(string(m[1]))
	if strings.HasPrefix(name, "utf") || strings.HasPrefix(name, "ucs") || name == "us-ascii" || name == "ascii" {
		return text
	}
	encoding, err := htmlindex.Get(name)
	if err != nil {
		f.Finding(notWellFormed, 1, "an encoding that is not known: "+f.Cut(name, 40), "UTF-8")
		return text
	}
	f.Recoded(string(m[1]))
	return encoding.NewDecoder().Reader(text)
}
