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

	recent      [4]kindSecrets // of kinds of the records before
	next        int            // index in recent that is overwritten next
	name, extra rewritten      // of the record before
}

// kindSecrets says which fields of a kind have keys that name secrets, and whether any has.
type kindSecrets struct {
	kind  *Kind
	named []bool
	any   bool
	quiet bool // the name of the kind is quiet by the Rewriter that remembers this
}

// SecretFields are the fields of kinds whose keys name a secret, so that any text under them is one.
// All files share them.
type SecretFields struct {
	Names func(key string) bool // reports whether the key names a secret
	kinds sync.Map              // *Kind → kindSecrets
}

func (s *SecretFields) of(k *Kind) kindSecrets {
	if known, ok := s.kinds.Load(k); ok {
		return known.(kindSecrets)
	}
	of := kindSecrets{kind: k, named: make([]bool, len(k.Fields))}
	for i := range k.Fields {
		of.named[i] = s.Names(k.Fields[i].Key)
		of.any = of.any || of.named[i]
	}
	s.kinds.Store(k, of)
	return of
}

// rewritten is a text and what became of it.
type rewritten struct{ from, to string }

// keys says of the kind's fields whether their keys name secrets. It is valid until the next call.
func (by *Rewriter) keys(k *Kind) *kindSecrets {
	for i := range by.recent {
		if by.recent[i].kind == k {
			return &by.recent[i]
		}
	}
	of := &by.recent[by.next]
	*of = by.Secret.of(k)
	of.quiet = by.Quiet(k.Name)
	by.next = (by.next + 1) % len(by.recent)
	return of
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
	var keys *kindSecrets
	if r.Kind != nil {
		keys = by.keys(r.Kind)
	}
	if keys == nil || !keys.quiet || r.Name != r.Kind.Name {
		r.Name = by.named(r.Name)
	}
	// Records in a row mostly have the same beside what is defined.
	if by.extra.from != r.Extra {
		by.extra = rewritten{r.Extra, by.JSON("", r.Extra)}
	}
	r.Extra = by.extra.to
	if keys == nil || r.quiet && !keys.any {
		return
	}
	named := keys.named // of an inner record there are others
	for i := range r.vals {
		h := &r.vals[i]
		if (h.more != nil || h.isText()) && (!h.quiet || named[h.field]) {
			h.rewrite(r.Kind.Fields[h.field].Key, by)
		}
	}
}

// named is what becomes of a record's name. Records in a row mostly have one name.
func (by *Rewriter) named(name string) string {
	if by.name.from != name {
		by.name = rewritten{name, name}
		if !by.Quiet(name) {
			by.name.to = by.Text("", name)
		}
	}
	return by.name.to
}

// isText reports whether the value has a text that is not a number's or a time's own.
func (h *held) isText() bool { return isText(h.form, h.bits, h.text) }

func isText(f form, bits uint64, text string) bool { return f == fraction && bits == 0 && text != "" }

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
