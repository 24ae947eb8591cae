package promptfoo

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/trial"
)

func read(text []byte, f *record.File) {
	rest := trial.Document(text, f, func(_ string, raw jsontext.Value) { addRow(f, raw) }, "results.results")
	if len(rest) == 0 {
		return
	}
	r := f.AddObject(evalKind, rest, 0)
	if r == nil {
		return
	}
	if x := r.Item("results"); x != nil {
		r.At = x.Time("timestamp")
	}
}

// addRow adds a row with two fields of our own, since the prompt and the variables that tell
// it from others are not kept.
func addRow(f *record.File, raw jsontext.Value) {
	if raw.Kind() != '{' {
		f.Reject(noRow, 0, f.Cut(string(raw), 80), "an object")
		return
	}
	own := `"vars_hash":"` + hash(variables(raw)) + `","column":"` + hash(template(raw)) + `"`
	if len(record.Entries(raw)) > 0 {
		own += ","
	}
	f.AddObject(rowKind, append([]byte("{"+own), raw[1:]...), 0)
}

// variables are those of the test, without what promptfoo adds to them.
func variables(raw jsontext.Value) (out []byte) {
	for _, e := range record.Entries(member(raw, "vars")) {
		if e.Key != "_conversation" {
			out = append(append(append(out, e.Key...), 0), canonical(e.Raw)...)
		}
	}
	return out
}

func canonical(raw jsontext.Value) jsontext.Value {
	v := raw.Clone()
	if v.Canonicalize() != nil {
		return raw
	}
	return v
}

// template is the prompt before its variables were put in.
func template(raw jsontext.Value) []byte {
	p := member(raw, "prompt")
	for _, key := range []string{"label", "display", "raw"} {
		if v := member(p, key); len(v) > 0 {
			return v
		}
	}
	return p
}

func member(raw jsontext.Value, key string) jsontext.Value {
	if len(raw) == 0 || raw.Kind() != '{' {
		return nil
	}
	for _, e := range record.Entries(raw) {
		if e.Key == key {
			return e.Raw
		}
	}
	return nil
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:4])
}
