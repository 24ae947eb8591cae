package record

import "testing"

// A name goes without its first folder, unless two would be one then, also if one of them has no folder.
func TestSubjects(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"a/shop", "a/docs"}, []string{"shop", "docs"}},
		{[]string{"a/shop", "b/shop", "b/docs"}, []string{"a/shop", "b/shop", "docs"}},
		{[]string{"a/shop", "a/shop"}, []string{"shop", "shop"}},
		{[]string{"shop"}, []string{""}},
		{[]string{"shop", "docs"}, []string{"shop", "docs"}},
		{[]string{"a/b/shop", "c/b/shop"}, []string{"a/b/shop", "c/b/shop"}},
	} {
		var all Subjects
		for _, n := range c.names {
			all.Add(n)
		}
		for i, n := range c.names {
			if got := all.Short(n); got != c.want[i] {
				t.Errorf("%v: %s is called %q, want %q", c.names, n, got, c.want[i])
			}
		}
	}
}
