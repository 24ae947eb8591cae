package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Noises are what run-to-run noise can be measured from.
var Noises = []string{"repeats", "across-cycles"}

// seriesBy are what a series can be divided by, besides label:NAME.
var seriesBy = []string{"variant", "runner", "model", "version"}

var labelBy = regexp.MustCompile(`^label:[A-Za-z][A-Za-z0-9_.-]{0,39}$`)

// title reads the title of reports.
func (f *file) title(n ast.Node) (err error) {
	if f.c.Title, err = f.text(n, "title"); err == nil && strings.TrimSpace(f.c.Title) == "" {
		err = f.bad(n, "title: is empty")
	}
	return err
}

// noise reads what run-to-run noise is measured from.
func (f *file) noise(n ast.Node) (err error) {
	if f.c.Noise, err = f.text(n, "noise"); err == nil && !slices.Contains(Noises, f.c.Noise) {
		err = f.bad(n, "noise: saw %q, expected %s", f.c.Noise, strings.Join(Noises, " or "))
	}
	return err
}

// series reads what else than its names tells one series from another.
func (f *file) series(n ast.Node) error {
	return f.each(n, "series", map[string]func(ast.Node) error{"by": func(n ast.Node) error {
		list, ok := n.(*ast.SequenceNode)
		if !ok {
			return f.bad(n, "series.by: saw %s, expected a list", strings.ToLower(n.Type().String()))
		}
		for _, v := range list.Values {
			by, err := f.text(v, "series.by")
			if err != nil {
				return err
			}
			if !slices.Contains(seriesBy, by) && !labelBy.MatchString(by) {
				return f.bad(v, "series.by: saw %q, expected one of %s, label:NAME", by, strings.Join(seriesBy, ", "))
			}
			if slices.Contains(f.c.SeriesBy, by) {
				return f.bad(v, "series.by: %q stands twice", by)
			}
			f.c.SeriesBy = append(f.c.SeriesBy, by)
		}
		return nil
	}})
}

// aliases reads the new names of what was renamed.
func (f *file) aliases(n ast.Node) error {
	a := &f.c.Aliases
	known := map[string]func(ast.Node) error{}
	for name, into := range map[string]*map[string]string{
		"systems": &a.Systems, "subjects": &a.Subjects, "steps": &a.Steps, "benchmarks": &a.Benchmarks,
	} {
		known[name] = func(n ast.Node) error { return f.words(into, "aliases."+name, n) }
	}
	if err := f.each(n, "aliases", known); err != nil {
		return err
	}
	if err := a.Check(); err != nil {
		return f.bad(n, "aliases.%v", err)
	}
	return nil
}

// namesYAML is what things are called, and who has them, as a file could hold it.
func (c *Config) namesYAML() string {
	var b strings.Builder
	if len(c.SeriesBy) == 0 {
		b.WriteString("series:\n  by: []\n")
	} else {
		fmt.Fprintf(&b, "series:\n  by: [%s]\n", strings.Join(quotedAll(c.SeriesBy), ", "))
	}
	b.WriteString(c.ownersYAML())
	if c.Aliases.Empty() {
		b.WriteString("aliases: {}\n")
		return b.String()
	}
	b.WriteString("aliases:\n")
	for _, x := range []struct {
		name string
		to   map[string]string
	}{{"systems", c.Aliases.Systems}, {"subjects", c.Aliases.Subjects}, {"steps", c.Aliases.Steps}, {"benchmarks", c.Aliases.Benchmarks}} {
		if len(x.to) == 0 {
			continue
		}
		fmt.Fprintf(&b, "  %s:\n", x.name)
		for _, from := range slices.Sorted(maps.Keys(x.to)) {
			fmt.Fprintf(&b, "    %s: %s\n", strconv.Quote(from), strconv.Quote(x.to[from]))
		}
	}
	return b.String()
}

func quotedAll(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strconv.Quote(w)
	}
	return out
}

// namesSchema is the JSON Schema of these settings.
func namesSchema() map[string]any {
	type object = map[string]any
	text := func(means string) object { return object{"type": "string", "minLength": 1, "description": means} }
	renames := func(means string) object {
		return object{"type": "object", "description": means, "additionalProperties": object{"type": "string", "minLength": 1}}
	}
	return object{
		"title": text("the title of reports (" + DefaultTitle + " unless set); --title outweighs it"),
		"noise": object{"enum": Noises, "description": "what run-to-run noise is measured from: repeats of one benchmark, side and cycle (unless set), or also across cycles; --noise outweighs it"},
		"series": object{"type": "object", "additionalProperties": false, "description": "what counts as one series", "properties": object{
			"by": object{"type": "array", "description": "what divides a series, besides the names of system, subject and step",
				"items": object{"anyOf": []object{{"enum": seriesBy}, {"type": "string", "pattern": labelBy.String()}}}}}},
		"owners": object{"description": "who is named beside a failure, in the syntax of CODEOWNERS, of which the last rule that matches counts; or the path of such a file",
			"anyOf": []object{text("the path of a CODEOWNERS file, or its rules, one a line"), {"type": "array", "items": text("a pattern and its owners, as *.spec.ts @acme/web")}}},
		"aliases": object{"type": "object", "additionalProperties": false, "description": "present names of what was renamed, by old name", "properties": object{
			"systems":    renames("systems, as junit: ctrf after a change of the format"),
			"subjects":   renames("subjects: workflows, repositories, suites, scenarios"),
			"steps":      renames("steps and tests; SUBJECT/STEP as the old name renames those of one subject alone"),
			"benchmarks": renames("benchmarks"),
		}},
	}
}
