package record

import "testing"

func TestSame(t *testing.T) {
	inner := &Kind{Name: "inner", Fields: []Field{{Key: "a", Type: Bool}}}
	kind := (&Kind{Name: "outer", Fields: []Field{
		{Key: "fullName", Alias: []string{"full_name"}, Type: String}, {Key: "n", Type: Float}, {Key: "at", Type: Time},
		{Key: "list", Type: Strings}, {Key: "one", Type: Object, Of: inner}, {Key: "many", Type: List, Of: inner}, {Key: "raw", Type: Any},
	}}).Compile()
	const whole = `{"fullName":"é","n":1.50,"at":"2026-05-01T10:00:00Z","list":["x"],"one":{"a":true},"many":[{"a":false}],"raw":{"p":1,"q":2},"more":"é"}`
	tests := []struct {
		name, text string
		want       bool
	}{
		{"itself", whole, true},
		{"other spellings", `{"more":"\u00e9","raw":{"q":2.0,"p":1},"many":[ {"a":false} ],"one":{"a":true},"list":["x"],"at":"2026-05-01T12:00:00+02:00","n":1.5,"full_name":"\u00e9"}`, true},
		{"an object as a string", `{"fullName":"é","n":1.5,"at":"2026-05-01T10:00:00Z","list":["x"],"one":"{\"a\":true}","many":[{"a":false}],"raw":{"p":1,"q":2},"more":"é"}`, true},
		{"a null less", `{"fullName":null,"n":1.5,"at":"2026-05-01T10:00:00Z","list":["x"],"one":{"a":true},"many":[{"a":false}],"raw":{"p":1,"q":2},"more":"é"}`, false},
		{"another number", `{"fullName":"é","n":1.6,"at":"2026-05-01T10:00:00Z","list":["x"],"one":{"a":true},"many":[{"a":false}],"raw":{"p":1,"q":2},"more":"é"}`, false},
		{"deep inside", `{"fullName":"é","n":1.5,"at":"2026-05-01T10:00:00Z","list":["x"],"one":{"a":true},"many":[{"a":true}],"raw":{"p":1,"q":2},"more":"é"}`, false},
		{"a list", `{"fullName":"é","n":1.5,"at":"2026-05-01T10:00:00Z","list":["y"],"one":{"a":true},"many":[{"a":false}],"raw":{"p":1,"q":2},"more":"é"}`, false},
		{"raw", `{"fullName":"é","n":1.5,"at":"2026-05-01T10:00:00Z","list":["x"],"one":{"a":true},"many":[{"a":false}],"raw":{"p":1,"q":3},"more":"é"}`, false},
		{"an unknown field", `{"fullName":"é","n":1.5,"at":"2026-05-01T10:00:00Z","list":["x"],"one":{"a":true},"many":[{"a":false}],"raw":{"p":1,"q":2}}`, false},
	}
	f := &File{Format: &Format{}}
	a := f.AddObject(kind, []byte(whole), 0)
	for _, test := range tests {
		b := f.AddObject(kind, []byte(test.text), 0)
		if a.Same(b) != test.want || b.Same(a) != test.want {
			t.Errorf("%s: same %v, want %v", test.name, a.Same(b), test.want)
		}
	}
}

// An alias is as good as the name: it is no finding, and where both are given the
// first one read does not get lost.
func TestAlias(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{{Key: "cardId", Alias: []string{"card_id"}, Type: String, Required: true}}}).Compile()
	f := &File{Format: &Format{}}
	r := f.AddObject(kind, []byte(`{"card_id":"x"}`), 0)
	if r.Str("cardId") != "x" || len(f.Findings()) > 0 {
		t.Errorf("%q, %d findings", r.Str("cardId"), len(f.Findings()))
	}
	r = f.AddObject(kind, []byte(`{"cardId":"x","card_id":"y"}`), 0)
	if r.Str("cardId") != "x" || r.Extra != `{"card_id":"y"}` {
		t.Errorf("%q beside %s", r.Str("cardId"), r.Extra)
	}
}
