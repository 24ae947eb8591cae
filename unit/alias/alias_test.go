package alias

import "testing"

func TestNames(t *testing.T) {
	n := &Names{
		Systems:    map[string]string{"ctrf": "junit"},
		Subjects:   map[string]string{"old-shop": "shop"},
		Steps:      map[string]string{"checkout": "checkout-e2e", "checkout-e2e": "checkout-ui", "shop/pay": "payment", "a/b/c": "d"},
		Benchmarks: map[string]string{"harbor": "harbor-2"},
	}
	if err := n.Check(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want string }{
		{n.System("ctrf"), "junit"},
		{n.Subject("old-shop"), "shop"},
		{n.Subject("harbor"), "harbor-2"}, // a run of a benchmark has it as its subject
		{n.Benchmark("harbor"), "harbor-2"},
		{n.Benchmark("old-shop"), "old-shop"},
		{n.System("old-shop"), "old-shop"}, // of another list
		{n.Subject("ctrf"), "ctrf"},
		{n.Step("shop", "checkout"), "checkout-ui"}, // over two renames
		{n.Step("shop", "pay"), "payment"},
		{n.Step("books", "pay"), "pay"},
		{n.Step("a", "b/c"), "d"}, // names may hold slashes
		{n.Step("", "pay"), "pay"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	for name, want := range map[string]bool{"pay": true, "checkout": true, "b/c": true, "payment": false} {
		if n.MayStep(name) != want {
			t.Errorf("MayStep(%q) = %t", name, !want)
		}
	}
}

func TestCircles(t *testing.T) {
	for _, n := range []*Names{
		{Subjects: map[string]string{"a": "a"}},
		{Subjects: map[string]string{"a": "b", "b": "a"}},
		{Steps: map[string]string{"a": "b", "b": "c", "c": "b"}},
		{Steps: map[string]string{"shop/a": "b", "shop/b": "a"}},
		{Steps: map[string]string{"/a": "/a"}},
		{Steps: map[string]string{"a/b/c": "b/c"}}, // subject a, step b/c
		{Steps: map[string]string{"a/b/c": "c"}},   // subject a/b, step c
		{Subjects: map[string]string{"team/a": "team/a"}},
	} {
		if err := n.Check(); err == nil {
			t.Errorf("%+v is taken", n)
		}
	}
}

// A subject and a step may be called what another one was called.
func TestNoCircles(t *testing.T) {
	for _, n := range []*Names{
		{},
		{Subjects: map[string]string{"a": "b"}, Steps: map[string]string{"b": "a"}},
		{Subjects: map[string]string{"team/a": "a"}},
		{Steps: map[string]string{"shop/a": "b", "books/b": "a"}},
		{Steps: map[string]string{"a": "b", "shop/b": "c"}},
		{Steps: map[string]string{"a/b/c": "d", "a/d": "e"}},
		{Steps: map[string]string{"/a": "a"}},
	} {
		if err := n.Check(); err != nil {
			t.Errorf("%+v: %v", n, err)
		}
	}
}

func TestEmpty(t *testing.T) {
	if !(*Names)(nil).Empty() || !(&Names{}).Empty() {
		t.Error("no names are some")
	}
	one := map[string]string{"a": "b"}
	for _, n := range []*Names{
		{Systems: one}, {Subjects: one}, {Steps: one}, {Benchmarks: one},
		{Systems: one, Subjects: one}, {Systems: one, Steps: one}, {Systems: one, Benchmarks: one},
		{Subjects: one, Steps: one}, {Subjects: one, Benchmarks: one}, {Steps: one, Benchmarks: one},
	} {
		if n.Empty() {
			t.Errorf("%+v is empty", n)
		}
	}
	n := &Names{Steps: map[string]string{"/a": "b", "a": "c"}}
	if err := n.Check(); err != nil || n.Step("", "a") != "c" {
		t.Errorf("a name without a subject: %v, %q", err, n.Step("", "a"))
	}
}
