package record

import "github.com/go-json-experiment/json/jsontext"

// Rewrite replaces every text that was read from the file by what text makes of it, and
// every piece of JSON that was kept as it is by what raw makes of it.
func (f *File) Rewrite(text, raw func(string) string) {
	for _, r := range f.Records {
		r.rewrite(text, raw)
	}
	findings := f.findings
	f.findings, f.byTopic = nil, nil
	for _, n := range findings {
		n.Seen = text(n.Seen)
		f.keep(n)
	}
}

func (r *Record) rewrite(text, raw func(string) string) {
	r.Name, r.Extra = text(r.Name), raw(r.Extra)
	for i := range r.vals {
		r.vals[i].rewrite(text, raw)
	}
}

func (h *held) rewrite(text, raw func(string) string) {
	if h.text != "" && h.form == fraction && h.bits == 0 { // else it is a number's or a time's own text
		h.text = text(h.text)
	}
	switch x := h.more.(type) {
	case []string:
		for i := range x {
			x[i] = text(x[i])
		}
	case *Record:
		x.rewrite(text, raw)
	case []*Record:
		for _, r := range x {
			r.rewrite(text, raw)
		}
	case jsontext.Value:
		h.more = jsontext.Value(raw(string(x)))
	}
}
