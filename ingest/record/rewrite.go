package record

import "github.com/go-json-experiment/json/jsontext"

// Rewriter is what a file's texts are replaced by.
type Rewriter struct {
	Text func(key, text string) string // a text; key is the field's, "" for none
	JSON func(key, json string) string // JSON that was kept as it is
	Seen func(text string) string      // what a finding quotes
}

// Rewrite replaces every text that was read from the file.
func (f *File) Rewrite(by Rewriter) {
	for _, r := range f.Records {
		r.rewrite(&by)
	}
	findings := f.findings
	f.findings, f.byTopic = nil, nil
	for _, n := range findings {
		n.Seen = by.Seen(n.Seen)
		f.appendFinding(n)
	}
}

func (r *Record) rewrite(by *Rewriter) {
	r.Name, r.Extra = by.Text("", r.Name), by.JSON("", r.Extra)
	for i := range r.vals {
		h := &r.vals[i]
		h.rewrite(r.Kind.Fields[h.field].Key, by)
	}
}

func (h *held) rewrite(key string, by *Rewriter) {
	if h.text != "" && h.form == fraction && h.bits == 0 { // else it is a number's or a time's own text
		h.text = by.Text(key, h.text)
	}
	switch x := h.more.(type) {
	case []string:
		for i := range x {
			x[i] = by.Text(key, x[i])
		}
	case *Record:
		x.rewrite(by)
	case []*Record:
		for _, r := range x {
			r.rewrite(by)
		}
	case jsontext.Value:
		h.more = jsontext.Value(by.JSON(key, string(x)))
	}
}
