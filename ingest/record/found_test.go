package record

import "testing"

// FindIn finds a field only by its documented key. A field that the kind lacks reads as absent.
func TestFieldsThatAKindMayLack(t *testing.T) {
	kind := (&Kind{Name: "k", Fields: []Field{
		{Key: "name", Alias: []string{"alias"}, Also: []string{"also"}, Type: String},
		{Key: "n", Type: Int, None: true},
		{Key: "x", Type: Float},
		{Key: "inner", Type: Object, Of: &Kind{Name: "inner", Fields: []Field{{Key: "name", Type: String}}}},
	}}).Compile()
	f := &File{Format: &Format{Kinds: []*Kind{kind}}}
	r := f.AddObject(kind, []byte(`{"name":"a","n":"n/a","x":0.5,"inner":{"name":"b"}}`), 0)
	for _, c := range []struct {
		of    *Record
		key   string
		given bool
		text  string
	}{
		{r, "name", true, "a"}, {r, "alias", false, ""}, {r, "also", false, ""}, {r, "n", false, "null"}, {r, "x", true, "0.5"},
		{r, "inner", true, ""}, {r, "other", false, ""}, {&Record{}, "name", false, ""}, {FindIn(r, "inner").Item(), "name", true, "b"},
	} {
		got := FindIn(c.of, c.key)
		if v := got.Value(); got.Given() != c.given || got.Str() != c.text || v.Given != c.given || v.Text != c.text {
			t.Errorf("%s: %q, given %v; want %q, %v", c.key, got.Str(), got.Given(), c.text, c.given)
		}
	}
	if x, n := FindIn(r, "x").Float(), FindIn(r, "x").Int(); x != 0.5 || n != 0 {
		t.Errorf("x is %v and %d", x, n)
	}
	if FindIn(r, "name").Item() != nil {
		t.Error("a text is an object")
	}
}
