package record

import "strings"

// Subjects are the names of what units are about, as their system gives them: a folder, and what lies below
// it. The folder at the top is the argument of the command, so a name goes without it, and survives that
// the logs are put elsewhere, unless two names would then be one.
//
//	nightly-07/shop, nightly-07/docs → shop, docs
//	a/shop, b/shop                   → a/shop, b/shop
type Subjects struct {
	meant map[string]string // which name is left as that without its first part
	both  map[string]bool   // where two are
}

// Add says that a unit is about what has that name.
func (s *Subjects) Add(name string) {
	below := withoutTop(name)
	if have, known := s.meant[below]; known {
		if have != name {
			s.both[below] = true
		}
		return
	}
	if s.meant == nil {
		s.meant, s.both = map[string]string{}, map[string]bool{}
	}
	s.meant[below] = name
}

// Short is what an added name is called among all of them.
func (s *Subjects) Short(name string) string {
	if below := withoutTop(name); !s.both[below] {
		return below
	}
	return name
}

func withoutTop(name string) string {
	_, below, _ := strings.Cut(name, "/")
	return below
}
