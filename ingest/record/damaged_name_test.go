package record

import (
	"slices"
	"testing"
)

func TestOneOff(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"variant", "varyant", true}, {"variant", "varant", true}, {"variant", "variaant", true}, {"variant", "Variant", true},
		{"variant", "ariant", true}, {"variant", "varian", true}, {"variant", "variant", false}, {"variant", "varnait", false},
		{"step", "steps", false}, {"steps", "step", false}, {"recall_1", "recall_2", false}, {"recall_1", "recall_11", false},
		{"recall_1", "recall_q", true}, {"abcd", "abc", false}, {"abcd", "abce", true}, {"abc", "abd", false}, {"", "", false},
	} {
		if got := oneOff(c.a, c.b); got != c.want || oneOff(c.b, c.a) != got {
			t.Errorf("%q and %q: %t, want %t both ways", c.a, c.b, got, c.want)
		}
	}
}

// A line whose kind has a damaged name is in no number, and the gate is told.
func TestKindsWithDamagedNames(t *testing.T) {
	format := *lineFormat
	format.KindOf = func(m Members) (string, bool) { return m.Text("kind"), false }
	for kind, want := range map[string][]string{
		"thing": {}, "thong": {"unknown_kind", "damaged_name"}, "thi\uFFFDng": {"unknown_kind", "damaged_name"},
		"things": {"unknown_kind"}, "other": {"unknown_kind"},
	} {
		f := &File{Path: "x", Format: &format}
		f.add(kind, 1, []member{{key: "name", raw: []byte(`"a"`)}}, nil)
		if got := append([]string{}, codesOf(f)...); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", kind, got, want)
		}
	}
}
