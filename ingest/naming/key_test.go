package naming

import "testing"

// A key gets a number where it is taken, also where a number makes it one that is taken.
func TestKeysAreNumbered(t *testing.T) {
	taken := map[string]int{}
	for i, plain := range []string{"y", "y", "y#2", "y", "y#3", "y"} {
		want := []string{"y", "y#2", "y#2#2", "y#3", "y#3#2", "y#4"}[i]
		if got := Key(plain, taken); got != want {
			t.Errorf("%d. %s is called %s, want %s", i+1, plain, got, want)
		}
	}
}

// A key may be numbered from another one if a number stands behind the last #.
func TestKeysWithoutTheirNumber(t *testing.T) {
	for key, want := range map[string]string{"x#2": "x", "x#2#10": "x#2", "x": "", "x#": "", "x#a": "", "x2": "", "#2": "", "x#2a": ""} {
		got, ok := WithoutNumber(key)
		if !ok {
			got = ""
		}
		if got != want || ok != (want != "" || key == "#2") {
			t.Errorf("%s: %q, %t", key, got, ok)
		}
	}
}
