package failure

import (
	"slices"
	"testing"
)

func TestOwnedNames(t *testing.T) {
	for _, c := range []struct {
		system, subject, step string
		want                  []string
	}{
		{"kahn", "shop", "deploy", []string{"kahn/shop/deploy", "shop/deploy", "deploy"}},
		{"kahn", "shop", "", []string{"kahn/shop", "shop"}},
		{"playwright", "web", "chromium › api/cart.spec.ts › pays by card",
			[]string{"playwright/web/chromium/api/cart.spec.ts/pays by card", "api/cart.spec.ts", "pays by card"}},
		{"junit", "", "tests.api.test_cart › test_pays", []string{"junit/tests.api.test_cart/test_pays", "tests/api/test_cart"}},
		{"ctrf", "x", "tests/test_a.py::test_b", []string{"tests/test_a.py", "ctrf/x/tests/test_a.py/test_b"}},
		{"gotest", "x", `C:\repo\a_test.go`, []string{"C:/repo/a_test.go"}},
	} {
		got := ownedNames(c.system, c.subject, c.step)
		for _, name := range c.want {
			if !slices.Contains(got, name) {
				t.Errorf("%s %s %q: %q are without %q", c.system, c.subject, c.step, got, name)
			}
		}
		if slices.Contains(got, "") {
			t.Errorf("%q holds an empty name", got)
		}
	}
}
