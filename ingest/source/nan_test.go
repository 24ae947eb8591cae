package source

import "testing"

func TestWithoutNaN(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":NaN,"b":[Infinity,-Infinity,1]}`: `{"a":null,"b":[null,null,1]}`,
		`{"a":"NaN \" Infinity","b":-1}`:       `{"a":"NaN \" Infinity","b":-1}`,
		`{"Infinity":"NaN"`:                    `{"Infinity":"NaN"`,
		`NaN`:                                  `null`,
		`"NaN \`:                               `"NaN \`,
	} {
		if got, _ := WithoutNaN([]byte(text), "null"); string(got) != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
