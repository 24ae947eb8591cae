package record

import "github.com/go-json-experiment/json/jsontext"

// Rewriter is what a file's texts are replaced by.
type Rewriter struct {
	Text func(key, text string) string // a text; key is the field's, "" for none
	JSON func(key, json string) string // JSON that was kept as it is
	Seen func(text string) string      // what a finding quotes
	// Names reports whether a key names a secret, so that any text under it is one.
	Names func(key string) bool

	named       map[*Kind][]bool // of the fields of kinds, what Names says of their keys
	kind        *Kind            // of the record before
	fields      []bool           // of that kind
	name, extra rewritten        // of the record before
}

// rewritten is a text and what became of it.
type rewritten struct{ from, to string }

// keys says of the kind's fields whether their keys name secrets.
func (by *Rewriter) keys(k *Kind) []bool {
	if by.kind == k {
		return by.fields
	}
	named, ok := by.named[k]
	if !ok {
		named = make([]bool, len(k.Fields))
		for i := range k.Fields {
			named[i] = by.Names(k.Fields[i].Key)
		}
		if by.named == nil {
			by.named = map[*Kind][]bool{}
		}
		by.named[k] = named
	}
	by.kind, by.fields = k, named
	return named
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
		by.name = rewritten{r.Name, by.Text("", r.Name)}
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
		if h.more != nil || h.isText() && (!h.quiet || named[h.field]) {
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
		h.more = jsontext.Value(by.JSON(key, string(x)))
	}
}
