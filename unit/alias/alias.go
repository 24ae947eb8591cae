// Package alias gives new names to what was renamed, so that it keeps its history.
package alias

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Names are new names by old name. Keys of Steps are a step's name, or SUBJECT/STEP for the
// steps of one subject alone. Example: Steps{"shop/pay": "payment"} renames the step pay
// of the subject shop to payment.
type Names struct {
	Systems, Subjects, Steps, Benchmarks map[string]string
}

// Empty reports whether nothing was renamed.
func (n *Names) Empty() bool {
	return n == nil || len(n.Systems)+len(n.Subjects)+len(n.Steps)+len(n.Benchmarks) == 0
}

// System is the present name of a system.
func (n *Names) System(name string) string { return follow(n.Systems, "", name) }

// Benchmark is the present name of a benchmark.
func (n *Names) Benchmark(name string) string { return follow(n.Benchmarks, "", name) }

// Subject is the present name of a subject, which may be a benchmark.
func (n *Names) Subject(name string) string {
	if to := follow(n.Subjects, "", name); to != name {
		return to
	}
	return n.Benchmark(name)
}

// Step is the present name of a step; the subject's is its present one.
func (n *Names) Step(subject, name string) string { return follow(n.Steps, subject, name) }

// MayStep reports whether a step of that name has another name in any subject.
func (n *Names) MayStep(name string) bool {
	if _, yes := n.Steps[name]; yes {
		return true
	}
	for key := range n.Steps {
		if strings.HasSuffix(key, "/"+name) {
			return true
		}
	}
	return false
}

// follow looks a name up until it has no newer one; Check has refused circles.
func follow(to map[string]string, subject, name string) string {
	last, _ := settle(to, subject, name)
	return last
}

// settle follows a name; it gives up, and says so, where the names lead round in a circle.
func settle(to map[string]string, subject, name string) (last string, ok bool) {
	for range len(to) + 1 {
		next, yes := to[name]
		if own, given := to[subject+"/"+name]; given && subject != "" {
			next, yes = own, true
		}
		if !yes {
			return name, true
		}
		name = next
	}
	return name, false
}

// Check refuses names that lead back to themselves.
func (n *Names) Check() error {
	for _, x := range []struct {
		what string
		to   map[string]string
	}{{"systems", n.Systems}, {"subjects", n.Subjects}, {"steps", n.Steps}, {"benchmarks", n.Benchmarks}} {
		for _, from := range slices.Sorted(maps.Keys(x.to)) {
			_, ok := settle(x.to, "", from)
			// Names of subjects and of steps may hold slashes: a/b/c is step b/c of a, or step c of a/b.
			for i := range len(from) {
				if x.what == "steps" && from[i] == '/' && ok {
					_, ok = settle(x.to, from[:i], from[i+1:])
				}
			}
			if !ok {
				return fmt.Errorf("%s: %q leads back to itself", x.what, from)
			}
		}
	}
	return nil
}
