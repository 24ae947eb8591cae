package source

import "testing"

func TestWithoutNaN(t *testing.T) {
	for _, c := range []struct {
		text, want string
		n          int
	}{
		{`{"a":NaN,"b":[Infinity,-Infinity,1]}`, `{"a":null,"b":[null,null,1]}`, 3},
		{`{"a":"NaN \" Infinity","b":-1}`, `{"a":"NaN \" Infinity","b":-1}`, 0},
		{`{"Infinity":"NaN"`, `{"Infinity":"NaN"`, 0},
		{`NaN`, `null`, 1},
		{`[-1,-Inf,Na,Infinite,1]`, `[-1,-Inf,Na,Infinite,1]`, 0},
		{`[NaNNaN]`, `[nullnull]`, 2},
		{`["\\",NaN,"\\\"NaN"]`, `["\\",null,"\\\"NaN"]`, 1},
		{`[-Infinity`, `[null`, 1},
		{`"NaN \`, `"NaN \`, 0},
		{`{"a":1}`, `{"a":1}`, 0},
		{``, ``, 0},
	} {
		if got, n := WithoutNaN([]byte(c.text), "null"); string(got) != c.want || n != c.n {
			t.Errorf("%s: %s with %d, want %s", c.text, got, n, c.want)
		}
	}
}
