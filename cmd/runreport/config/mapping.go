package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/goccy/go-yaml/ast"

	"runreport/ingest"
)

// mappings reads how logs of one's own are to be read.
func (f *file) mappings(n ast.Node) error {
	if _, none := n.(*ast.NullNode); none {
		return nil
	}
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return f.bad(n, "mappings: saw %s, expected a list", strings.ToLower(n.Type().String()))
	}
	for _, entry := range list.Values {
		m := &ingest.Mapping{}
		word := func(into *string, name string) func(ast.Node) error {
			return func(n ast.Node) (err error) {
				*into, err = f.text(n, "mappings."+name)
				return err
			}
		}
		err := f.each(entry, "mappings", map[string]func(ast.Node) error{
			"name": word(&m.Name, "name"), "kind": word(&m.Kind, "kind"), "duration-unit": word(&m.Unit, "duration-unit"),
			"delimiter": word(&m.Comma, "delimiter"),
			"files":     func(n ast.Node) error { return f.patterns(&m.Files, n) },
			"columns":   func(n ast.Node) error { return f.words(&m.Columns, "mappings.columns", n) },
			"results":   func(n ast.Node) error { return f.words(&m.Results, "mappings.results", n) },
		})
		if err != nil {
			return err
		}
		if err := m.Check(); err != nil {
			return f.bad(entry, "mappings.%s", err)
		}
		if slices.ContainsFunc(f.c.Mappings, func(x *ingest.Mapping) bool { return x.Name == m.Name }) {
			return f.bad(entry, "mappings.name: %q stands twice", m.Name)
		}
		f.c.Mappings = append(f.c.Mappings, m)
	}
	return nil
}

// patterns reads one pattern of paths, or a list of them.
func (f *file) patterns(into *[]string, n ast.Node) error {
	nodes := []ast.Node{n}
	if list, ok := n.(*ast.SequenceNode); ok {
		nodes = list.Values
	}
	for _, n := range nodes {
		pattern, err := f.text(n, "mappings.files")
		if err != nil {
			return err
		}
		if pattern == "" || !doublestar.ValidatePattern(pattern) {
			return f.bad(n, "mappings.files: %q is no pattern", pattern)
		}
		*into = append(*into, pattern)
	}
	return nil
}

// words reads names with a word each.
func (f *file) words(into *map[string]string, what string, n ast.Node) error {
	pairs, err := f.pairs(n, what)
	if err != nil {
		return err
	}
	*into = map[string]string{}
	for _, p := range pairs {
		name, err := f.text(p.Key, "a name in "+what)
		if err != nil {
			return err
		}
		if _, twice := (*into)[name]; twice {
			return f.bad(p.Key, "%s: %q stands twice", what, name)
		}
		if (*into)[name], err = f.text(p.Value, what+"."+name); err != nil {
			return err
		}
		if (*into)[name] == "" {
			return f.bad(p.Value, "%s.%s: is empty", what, name)
		}
	}
	return nil
}

// mappingsYAML is the mappings as a file could hold them.
func (c *Config) mappingsYAML() string {
	if len(c.Mappings) == 0 {
		return "mappings: []\n"
	}
	var b strings.Builder
	b.WriteString("mappings:\n")
	for _, m := range c.Mappings {
		fmt.Fprintf(&b, "  - name: %s\n    files: [", strconv.Quote(m.Name))
		for i, p := range m.Files {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(strconv.Quote(p))
		}
		b.WriteString("]\n")
		for _, x := range []struct{ name, value string }{{"kind", m.Kind}, {"duration-unit", m.Unit}, {"delimiter", m.Comma}} {
			if x.value != "" {
				fmt.Fprintf(&b, "    %s: %s\n", x.name, strconv.Quote(x.value))
			}
		}
		for _, x := range []struct {
			name  string
			words map[string]string
		}{{"columns", m.Columns}, {"results", m.Results}} {
			if len(x.words) > 0 {
				fmt.Fprintf(&b, "    %s:\n", x.name)
			}
			for _, name := range slices.Sorted(maps.Keys(x.words)) {
				fmt.Fprintf(&b, "      %s: %s\n", strconv.Quote(name), strconv.Quote(x.words[name]))
			}
		}
	}
	return b.String()
}

// mappingSchema is the JSON Schema of one mapping.
func mappingSchema() map[string]any {
	type object = map[string]any
	text := func(means string) object { return object{"type": "string", "minLength": 1, "description": means} }
	columns := object{}
	names, docs := ingest.MappingRoles()
	for i, name := range names {
		columns[name] = text("column, or key of JSON lines: " + docs[i])
	}
	pattern := text("a pattern of paths, as **/nightly-*.csv; one without a slash is for names")
	return object{"type": "object", "additionalProperties": false, "required": []string{"name", "files", "columns"}, "properties": object{
		"name":          text("what the log is called; the subject of its runs where no column is"),
		"files":         object{"description": "the files that it is for", "anyOf": []object{pattern, {"type": "array", "minItems": 1, "items": pattern}}},
		"kind":          text("what a step is, a noun as test or task (step unless set)"),
		"columns":       object{"type": "object", "additionalProperties": false, "properties": columns, "description": "what columns are for; result or duration has to be among them"},
		"results":       object{"type": "object", "additionalProperties": object{"enum": ingest.MappingResults()}, "description": "words of the column result and what they mean; common words need no entry"},
		"duration-unit": object{"enum": ingest.MappingUnits(), "description": "the unit of the column duration (s unless set)"},
		"delimiter":     text("what separates the columns of CSV (a comma unless set)"),
	}}
}
