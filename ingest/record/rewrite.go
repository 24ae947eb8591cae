package record

import (
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// Rewriter is what a file's texts are replaced by.
type Rewriter struct {
	Text func(key, text string) string // a text; key is the field's, "" for none
	JSON func(key, json string) string // JSON that was kept as it is
	Seen func(text string) string      // what a finding quotes
	// Quiet reports that Text leaves a text as it is, at little cost; false where that is not known. It
	// is asked of the names of records; fields know it of their texts.
	Quiet  func(text string) bool
	Secret *SecretFields

	kind        *Kind     // of the record before
	fields      []bool    // of that kind
	name, extra rewritten // of the record before
}

// SecretFields are the fields of kinds whose keys name a secret, so that any text under them is one.
// All files share them.
type SecretFields struct {
	Names func(key string) bool // reports whether the key names a secret
	kinds sync.Map              // *Kind → []bool, of its fields
}

func (s *SecretFields) of(k *Kind) []bool {
	if named, known := s.kinds.Load(k); known {
		return named.([]bool)
	}
	named := make([]bool, len(k.Fields))
	for i := range k.Fields {
		named[i] = s.Names(k.Fields[i].Key)
	}
	s.kinds.Store(k, named)
	return named
}

// rewritten is a text and what became of it.
type rewritten struct{ from, to string }

// keys says of the kind's fields whether their keys name secrets.
func (by *Rewriter) keys(k *Kind) []bool {
	if by.kind != k {
		by.kind, by.fields = k, by.Secret.of(k)
	}
	return by.fields
}

// Records replaces every text of the records. Records of one file come in their order.
func (by *Rewriter) Records(records []*Record) {
	for _, r := range records {
		by.record(r)
	}
}

// Rewrite replaces every text that was read from the file.
func (f *File) Rewrite(by *Rewriter) {
	by.Records(f.Records)
	findings := f.all
	f.all, f.byTopic = nil, nil
	for _, n := range findings {
		n.Seen = by.Seen(n.Seen)
		f.list(n)
	}
}

func (by *Rewriter) record(r *Record) {
	// Records in a row mostly have one name, and the same beside what is defined.
	if by.name.from != r.Name {
		by.name = rewritten{r.Name, r.Name}
		if !by.Quiet(r.Name) {
			by.name.to = by.Text("", r.Name)
		}
	}
	if by.extra.from != r.Extra {
		by.extra = rewritten{r.Extra, by.JSON("", r.Extra)}
	}
	r.Name, r.Extra = by.name.to, by.extra.to
	if r.Kind == nil {
		return
	}
	named := by.keys(r.Kind)
	for i := range r.vals {
		h := &r.vals[i]
		if (h.more != nil || h.isText()) && (!h.quiet || named[h.field]) {
			h.rewrite(r.Kind.Fields[h.field].Key, by)
		}
	}
}

// isText reports whether the value has a text that is not a number's or a time's own.
func (h *held) isText() bool { return h.form == fraction && h.bits == 0 && h.text != "" }

func (h *held) rewrite(key string, by *Rewriter) {
	if h.isText() {
		h.text = by.Text(key, h.text)
	}
	switch x := h.more.(type) {
	case []string:
		for i := range x {
			x[i] = by.Text(key, x[i])
		}
	case *Record:
		by.record(x)
	case []*Record:
		for _, r := range x {
			by.record(r)
		}
	case jsontext.Value:
		json := string(x)
		if out := by.JSON(key, json); out != json {
			h.more = jsontext.Value(out)
		}
	}
}
