package problem

import (
	"cmp"
	"strings"

	"runreport/analyze/report"
	"runreport/unit/alias"
)

// Rename gives the problems of an earlier report the keys that they have by the present
// names of what they are about. Example: after checkout became checkout-e2e,
// flake/kahn/shop/checkout is flake/kahn/shop/checkout-e2e.
func Rename(problems []report.Problem, names *alias.Names) {
	if names.Empty() {
		return
	}
	kinds := map[string]*Kind{}
	for _, k := range Kinds {
		kinds[k.Name] = k
	}
	for i := range problems {
		p := &problems[i]
		if k := kinds[p.Kind]; k != nil {
			renameKey(p, k, names)
		}
	}
}

func renameKey(p *report.Problem, k *Kind, names *alias.Names) {
	roles := strings.Split(k.Names, "/")
	if len(roles) != len(p.Names) {
		return // of another version, or a list of names
	}
	now, subject := make([]string, len(roles)), ""
	for i, role := range roles {
		name := p.Names[i]
		switch {
		case strings.HasPrefix(role, "system"):
			name = names.System(name)
		case strings.HasPrefix(role, "subject"):
			name = names.Subject(name)
			subject = name
		case role == "step":
			name = names.Step(subject, name)
		case role == "benchmark":
			name = names.Benchmark(name)
		}
		now[i] = name
	}
	p.Names, p.Key = now, Key(cmp.Or(k.Key, k.Name), now...)
}
