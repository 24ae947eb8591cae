package redact

import (
	"strings"
	"sync"
	"sync/atomic"
)

// SecretName is the name if it can be that of a secret, by [Names], else "". It remembers what it said of
// the names that it was asked for first: a log has the same keys on all lines. It may be called from
// several goroutines.
func SecretName(name string) string {
	if names.is(name) {
		return name
	}
	return ""
}

// names are keys of any file, and whether they name a secret.
var names nameMemory

// nameMemory remembers what Names says of the names that were asked for first.
type nameMemory struct {
	said sync.Map // name → bool
	n    atomic.Int64
}

// mostRemembered is how many names are remembered. Most logs have about a hundred different names, but a log can
// contain any number. Longer names than maxName are none of secrets, which takes no time to find out.
const mostRemembered = 10_000

func (m *nameMemory) is(name string) bool {
	if named, known := m.said.Load(name); known {
		return named.(bool)
	}
	named := Names(name)
	if m.n.Load() < mostRemembered && len(name) <= maxName {
		m.n.Add(1)
		m.said.Store(strings.Clone(name), named)
	}
	return named
}
