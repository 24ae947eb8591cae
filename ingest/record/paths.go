package record

import "slices"

// Paths is an ordered set of file paths. The zero value is empty. A unit can have thousands of files.
type Paths struct {
	list []string
	has  map[string]bool // nil below fewPaths
}

// fewPaths is up to how many paths a linear search beats a map.
const fewPaths = 8

// Has reports whether the path is in the set.
func (p *Paths) Has(path string) bool {
	if p.has != nil {
		return p.has[path]
	}
	return slices.Contains(p.list, path)
}

// Add appends the path unless it is in the set. Consecutive records mostly have the same file.
func (p *Paths) Add(path string) {
	if n := len(p.list); n > 0 && p.list[n-1] == path || p.Has(path) {
		return
	}
	p.list = append(p.list, path)
	switch {
	case p.has != nil:
		p.has[path] = true
	case len(p.list) == fewPaths:
		p.has = map[string]bool{}
		for _, path := range p.list {
			p.has[path] = true
		}
	}
}

// List returns the paths in the order of Add; nil for an empty set.
func (p *Paths) List() []string { return p.list }

// Without returns the paths that are not in others.
func (p *Paths) Without(others *Paths) []string {
	return slices.DeleteFunc(slices.Clone(p.list), others.Has)
}
