// Package likeness tells files that no format claims, but that look like a log: one that is damaged, or
// written by another version of its program.
package likeness

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

// Rules are those by which files are held against the formats of the systems.
type Rules struct {
	systems    []*record.System
	signatures func() []signature
}

// New makes the rules for the formats of these systems.
func New(systems []*record.System) *Rules {
	r := &Rules{systems: systems}
	r.signatures = sync.OnceValue(r.allSignatures)
	return r
}

// Why says why a file that no format claims looks like a log; "" where it does not.
// It looks like a log of one of the systems where
//
//   - its name ends in .jsonl or .ndjson, or is one that a format's writer uses,
//     as fleet-checkpoint.json, and it is not a whole JSON document of another program;
//   - its name is that of a text and there is nothing but NUL bytes in it;
//   - it is compressed in a way that is not read, and the name without the ending of
//     the compression is such a name;
//   - a line of it, or its beginning where the format is a document, names three of the
//     required keys of one kind of record and at least three quarters of them.
//
// Logs that are too damaged to be recognised are found this way.
func (r *Rules) Why(h *source.Head) string {
	if len(h.Bytes) == 0 || h.Database || bytes.HasPrefix(h.Bytes, AppleDouble) || r.IsOwnReport(h) {
		return ""
	}
	name := h.Name()
	if as := compressionOf(h.Bytes); as != "" {
		if inner := strings.TrimSuffix(name, path.Ext(name)); isText(name) || isText(inner) || r.formatByName(inner) != "" {
			return fmt.Sprintf("compressed with %s, which is not read", as)
		}
		return ""
	}
	switch ext := path.Ext(name); {
	case len(bytes.Trim(h.Bytes, "\x00")) == 0:
		if isText(name) {
			return "nothing but NUL bytes at its beginning"
		}
		return ""
	case isForeignDocument(h):
		return ""
	case ext == ".jsonl" || ext == ".ndjson":
		return "none of its first records is one of theirs"
	}
	if format := r.formatByName(name); format != "" {
		return fmt.Sprintf("the name is that of %s, the content is not", format)
	}
	return r.requiredKeys(h.Bytes)
}

// IsOwnReport reports whether this program wrote the file in the form of a format it reads.
func (r *Rules) IsOwnReport(h *source.Head) bool {
	for _, s := range r.systems {
		for _, f := range s.Formats {
			if f.Own != nil && f.Own(h) {
				return true
			}
		}
	}
	return false
}

// AppleDouble begins the files called ._name that a Mac writes beside others.
var AppleDouble = []byte{0, 5, 0x16, 7, 0, 2, 0, 0}

// isText reports whether files of that name hold text that a format may claim.
func isText(name string) bool {
	return slices.Contains([]string{".jsonl", ".ndjson", ".json", ".log", ".md", ".sql"}, path.Ext(name))
}

// isForeignDocument reports whether the file is one JSON document over several lines, whole, and
// so the file of another program.
func isForeignDocument(h *source.Head) bool {
	return h.Whole && (h.Spread() || !h.HasObjects()) && jsontext.Value(bytes.TrimSpace(h.Bytes)).IsValid()
}

// formatByName is the format whose writer gives its files such a name; "" for none.
func (r *Rules) formatByName(name string) string {
	for _, s := range r.systems {
		for _, f := range s.Formats {
			for _, pattern := range f.Names {
				if ok, err := path.Match(pattern, name); ok && err == nil {
					return f.Name
				}
			}
		}
	}
	return ""
}

// otherCompressions are compressions that are not read, by their first bytes.
var otherCompressions = []struct{ magic, name string }{
	{"\xfd7zXZ\x00", "xz"},
	{"BZh", "bzip2"},
	{"\x04\x22\x4d\x18", "lz4"},
	{"7z\xbc\xaf\x27\x1c", "7z"},
	{"\x1f\x9d", "compress"},
	{"Rar!\x1a\x07", "rar"},
}

func compressionOf(b []byte) string {
	for _, p := range otherCompressions {
		if bytes.HasPrefix(b, []byte(p.magic)) {
			return p.name
		}
	}
	return ""
}

// signature is how a kind of record is told by its keys alone.
type signature struct {
	format string
	kind   string // that stands in the record too; "": it does not
	keys   []string
	lines  bool
}

const (
	fewestKeys  = 3        // of a signature that have to be there
	maxKeyBytes = 64 << 10 // bytes in which keys are looked for
)

func (r *Rules) allSignatures() (all []signature) {
	for _, s := range r.systems {
		for _, f := range s.Formats {
			if f.Container != record.Lines && f.Container != record.Document {
				continue
			}
			for _, k := range f.Kinds {
				x := signature{format: f.Name, lines: f.Container == record.Lines}
				for _, field := range k.Fields {
					if field.Required {
						x.keys = append(x.keys, field.Key)
					}
				}
				if x.lines && len(f.Kinds) > 1 {
					x.kind = k.Name
				}
				if len(x.keys) >= fewestKeys {
					all = append(all, x)
				}
			}
		}
	}
	return all
}

var quotedKey = regexp.MustCompile(`"([A-Za-z_]{2,40})"[ \t]*:`)

// requiredKeys looks for the keys of a record in text that is no JSON any more, or begins as
// JSON does. NUL bytes in it are passed over.
func (r *Rules) requiredKeys(b []byte) string {
	b = b[:min(len(b), maxKeyBytes)]
	start := bytes.TrimLeft(b, " \t\r\n\x00")
	damaged := bytes.IndexByte(b, 0) >= 0
	if !damaged && !bytes.HasPrefix(start, []byte("{")) && !bytes.HasPrefix(start, []byte("[")) {
		return ""
	}
	b = bytes.ReplaceAll(b, []byte{0}, nil)
	if said := r.matchSignature(b, false); said != "" {
		return said
	}
	for line := range bytes.Lines(b) {
		if said := r.matchSignature(line, true); said != "" {
			return said
		}
	}
	return ""
}

// matchSignature finds a signature in a line, or in a document.
func (r *Rules) matchSignature(text []byte, lines bool) string {
	keys := map[string]bool{}
	for _, m := range quotedKey.FindAllSubmatch(text, -1) {
		keys[string(m[1])] = true
	}
	if len(keys) < fewestKeys {
		return ""
	}
	for _, x := range r.signatures() {
		if x.lines != lines || x.kind != "" && !bytes.Contains(text, []byte(`"`+x.kind+`"`)) {
			continue
		}
		n := 0
		for _, k := range x.keys {
			if keys[k] {
				n++
			}
		}
		if n >= fewestKeys && 4*n >= 3*len(x.keys) {
			return fmt.Sprintf("no record of it can be read, and it names %d of the %d required keys of %s", n, len(x.keys), x.format)
		}
	}
	return ""
}
