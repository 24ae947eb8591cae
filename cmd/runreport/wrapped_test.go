package main

import (
	"slices"
	"testing"
)

// Lines break at blanks; the last of as many as there may be is cut.
func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		most  int
		want  []string
	}{
		{"", 5, 3, []string{""}},
		{"one", 5, 3, []string{"one"}},
		{"one two", 7, 3, []string{"one two"}},
		{"one two", 6, 3, []string{"one", "two"}},
		{"one two three", 7, 3, []string{"one two", "three"}},
		{"äöü äöü", 3, 3, []string{"äöü", "äöü"}}, // characters, not bytes
		{"one two six ten", 3, 2, []string{"one", "tw…"}},
		{"unbroken text", 4, 3, []string{"unb…"}},
		{"one two", 3, 1, []string{"on…"}},
	} {
		if got := wrapped(c.text, c.width, c.most); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d lines of %d: %q, want %q", c.text, c.most, c.width, got, c.want)
		}
	}
}
