package failure

import (
	"path"
	"slices"
	"strings"
)

// between are what logs put between the names of a test: suites and files.
var between = []string{" › ", " > ", "::"}

// ownedNames are the names that a pattern of owners can match: the step within its subject
// and system, as paths, and every part of the step's name. Example: of the test
// "chromium › api/cart.spec.ts › pays" of the subject web, web/chromium/api/cart.spec.ts/pays
// and api/cart.spec.ts are among them; of tests.api.test_cart also tests/api/test_cart.
func ownedNames(system, subject, step string) []string {
	parts := []string{step}
	for _, sep := range between {
		var more []string
		for _, p := range parts {
			more = append(more, strings.Split(p, sep)...)
		}
		parts = more
	}
	joined := strings.Join(parts, "/")
	names := append([]string{path.Join(system, subject, joined), path.Join(subject, joined), joined, step}, parts...)
	for _, p := range parts {
		if !strings.ContainsAny(p, "/ ") {
			names = append(names, strings.ReplaceAll(p, ".", "/"))
		}
	}
	for i, name := range names {
		names[i] = strings.Trim(strings.ReplaceAll(name, `\`, "/"), "/")
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}
