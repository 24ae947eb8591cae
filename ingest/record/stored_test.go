package record

import (
	"reflect"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A value is stored in a byte that says what it has, and what it has: numbers of up to 63 in a
// byte and of up to 8191 in two, a fraction in eight, a text behind its length.
func TestStoredValues(t *testing.T) {
	for name, c := range map[string]struct {
		value Value
		bytes int
	}{
		"nothing":                    {Value{}, 1},
		"a text":                     {TextValue("a"), 1 + 2},
		"a text that is not given":   {Value{Text: "a"}, 1 + 2},
		"a number, as in JSON":       {Value{Given: true, Text: "7", Int: 7, Num: 7}, 1 + 1},
		"zero, as in JSON":           {Value{Given: true, Text: "0"}, 1},
		"a number, spelled oddly":    {Value{Given: true, Text: "07", Int: 7, Num: 7}, 1 + 1 + 3},
		"a number without a text":    {IntValue(63), 1 + 1},
		"a larger number":            {IntValue(64), 1 + 2},
		"a negative number":          {IntValue(-64), 1 + 1},
		"a fraction":                 {NumberValue(0.5), 1 + 8},
		"a fraction, as in JSON":     {Value{Given: true, Text: "0.5", Num: 0.5}, 1 + 8 + 4},
		"true":                       {BoolValue(true), 1 + 1 + 8 + 5},
		"false":                      {BoolValue(false), 1 + 6},
		"a time":                     {TimeValue(time.Unix(63, 1).UTC(), ""), 1 + 1 + 1},
		"a time as written":          {TimeValue(time.Unix(64, 0).UTC(), "then"), 1 + 2 + 1 + 5},
		"a list":                     {ListValue([]string{"a", "bc"}), 1 + 1 + 1 + 2 + 3},
		"a list of nothing":          {ListValue([]string{}), 1 + 1 + 1},
		"other JSON":                 {Value{Given: true, more: jsontext.Value(`{}`)}, 1 + 1 + 3},
		"a number that is imprecise": {Value{Given: true, Int: 1, Num: 1.5}, 1 + 1 + 8},
	} {
		e := encoder{}
		e.value(c.value)
		if len(e.b) != c.bytes {
			t.Errorf("%s: %d bytes, want %d", name, len(e.b), c.bytes)
		}
		d := decoder{b: string(e.b)}
		if got := d.value(nil); !reflect.DeepEqual(got, c.value) || d.b != "" {
			t.Errorf("%s: %#v became %#v, %d bytes are left", name, c.value, got, len(d.b))
		}
	}
}
