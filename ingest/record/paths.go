package record

import "slices"

// Paths are paths of files, each once, in the order in which they were added. A unit may have thousands of files.
type Paths struct {
	list []string
	has  map[string]bool // made where there are many
}

// fewPaths are found sooner by looking than in a map.
const fewPaths = 8

// Has reports whether the path was added.
func (p *Paths) Has(path string) bool {
	if p.has != nil {
		return p.has[path]
	}
	return slices.Contains(p.list, path)
}

// Add adds the path, unless it is there. Records in a row mostly are of one file.
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

// List is all of them; nil where there is none.
func (p *Paths) List() []string { return p.list }

// Without is those that the others have not.
func (p *Paths) Without(others *Paths) []string { return slices.DeleteFunc(p.list, others.Has) }
