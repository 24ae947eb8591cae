package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"runreport/analyze/gate"
	"runreport/analyze/report"
)

// Name is what the file is called.
const Name = "runreport.yaml"

// maxFile is how large the file may be.
const maxFile = 1 << 20

// find looks for the file from the folder upward to the root of its repository, which
// is where .git is; outside of a repository in the folder alone.
func find(dir string) (path string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	found := ""
	for at := dir; ; {
		path := filepath.Join(at, Name)
		_, err := os.Stat(path)
		switch {
		case err == nil && found == "":
			found = path
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return found, nil
		}
		up := filepath.Dir(at)
		if up == at {
			break
		}
		at = up
	}
	if found == filepath.Join(dir, Name) {
		return found, nil
	}
	return "", nil
}

// file is runreport.yaml while it is read.
type file struct {
	name string // as errors and origins call it
	c    *Config
}

// read takes over what the file says.
func (c *Config) read(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("the configuration cannot be read: %w", err)
	}
	if info.Size() > maxFile {
		return fmt.Errorf("%s is larger than %d bytes", path, maxFile)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("the configuration cannot be read: %w", err)
	}
	c.File, c.Given = path, true
	return (&file{printable(filepath.Base(path)), c}).parse(content)
}

// printable is a file's name in Go's quotes where it holds what steers a terminal or
// ends a comment of YAML.
func printable(name string) string {
	if quoted := strconv.Quote(name); quoted[1:len(quoted)-1] != name {
		return quoted
	}
	return name
}

// parse takes over what the text of a file says. It never panics, whatever the text.
func (f *file) parse(content []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: cannot be read as YAML", f.name)
		}
	}()
	if err := f.bounded(content); err != nil {
		return err
	}
	doc, err := parser.ParseBytes(content, 0)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return fmt.Errorf("%s: %s", f.name, first)
	}
	if len(doc.Docs) > 1 {
		return fmt.Errorf("%s: holds %d documents, expected one", f.name, len(doc.Docs))
	}
	if len(doc.Docs) == 0 || doc.Docs[0].Body == nil {
		return nil
	}
	return f.each(doc.Docs[0].Body, "the file", map[string]func(ast.Node) error{
		"title": f.title, "gate": f.gate, "noise": f.noise, "series": f.series, "owners": f.owners, "aliases": f.aliases,
		"acknowledge": f.acknowledge, "durations": f.durations, "mappings": f.mappings,
	})
}

// How long a line of the file may be, in bytes, and how deep brackets may nest. Each
// level takes the parser as much again as all before it: 800 kB of "- - - …" on a line
// took 24 GB.
const (
	maxLine   = 4 << 10
	maxNested = 100
)

// bounded refuses what would take the parser too long.
func (f *file) bounded(content []byte) error {
	depth, no := 0, 0
	for line := range bytes.Lines(content) {
		no++
		if len(line) > maxLine {
			return fmt.Errorf("%s:%d: a line of %d bytes, at most %d are read", f.name, no, len(line), maxLine)
		}
		indent := len(line) - len(bytes.TrimLeft(line, " "))
		for _, c := range line {
			switch c {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(0, depth-1)
			}
		}
		if depth > maxNested || indent > maxNested*2 {
			return fmt.Errorf("%s:%d: nested deeper than %d", f.name, no, maxNested)
		}
	}
	return nil
}

// bad is an error at a node.
func (f *file) bad(n ast.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", f.name, line(n), fmt.Sprintf(format, args...))
}

func line(n ast.Node) int {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line
	}
	return 1
}

// pairs are the members of a mapping.
func (f *file) pairs(n ast.Node, what string) ([]*ast.MappingValueNode, error) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, nil
	case *ast.NullNode:
		return nil, nil
	}
	return nil, f.bad(n, "%s: saw %s, expected names with values", what, strings.ToLower(n.Type().String()))
}

// each hands every member of a mapping to what is known of its name.
func (f *file) each(n ast.Node, what string, known map[string]func(ast.Node) error) error {
	pairs, err := f.pairs(n, what)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		name, err := f.text(p.Key, "a name in "+what)
		if err != nil {
			return err
		}
		take, ok := known[name]
		if !ok {
			return f.bad(p.Key, "%s has no %q%s", what, name, meant(name, known))
		}
		if err := take(p.Value); err != nil {
			return err
		}
	}
	return nil
}

// text is a plain value as it is written.
func (f *file) text(n ast.Node, what string) (string, error) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	}
	return "", f.bad(n, "%s: saw %s, expected one value", what, strings.ToLower(n.Type().String()))
}

// gate reads the rules: a level alone, or a mapping of settings.
func (f *file) gate(n ast.Node) error {
	known := map[string]func(ast.Node) error{}
	for _, r := range gate.Rules {
		known[r.Name] = func(n ast.Node) error { return f.rule(r, n) }
	}
	return f.each(n, "gate", known)
}

func (f *file) rule(r *gate.Rule, n ast.Node) error {
	if _, alone := n.(*ast.StringNode); alone {
		return f.set(r.Name, r.Level(), n)
	}
	known := map[string]func(ast.Node) error{}
	for _, s := range r.All() {
		known[s.Name] = func(n ast.Node) error { return f.set(r.Name, s, n) }
	}
	return f.each(n, r.Name, known)
}

func (f *file) set(rule string, s gate.Setting, n ast.Node) error {
	what := rule + "." + s.Name
	var value string
	if list, ok := n.(*ast.SequenceNode); ok && s.Kind == gate.Words {
		var words []string
		for _, v := range list.Values {
			word, err := f.text(v, what)
			if err != nil {
				return err
			}
			if word == "" || strings.ContainsAny(word, " \t\n") || !doublestar.ValidatePattern(word) {
				return f.bad(v, "%s: saw %q, expected a word or a pattern", what, word)
			}
			words = append(words, word)
		}
		value = strings.Join(words, " ")
	} else {
		var err error
		if value, err = f.text(n, what); err != nil {
			return err
		}
		if s.Kind == gate.Words {
			return f.bad(n, "%s: saw one value, expected a list", what)
		}
	}
	if err := s.Check(value); err != nil {
		return f.bad(n, "%s: %s", what, err)
	}
	f.c.Rules[what] = gate.Value{Text: value, Origin: fmt.Sprintf("%s:%d", f.name, line(n))}
	return nil
}

// durations reads what a duration can be.
func (f *file) durations(n ast.Node) error {
	return f.each(n, "durations", map[string]func(ast.Node) error{"longest-days": func(n ast.Node) error {
		value, err := f.text(n, "durations.longest-days")
		if err != nil {
			return err
		}
		days, err := strconv.ParseFloat(value, 64)
		if err != nil || !(days > 0 && days <= maxLongestDays) {
			return f.bad(n, "durations.longest-days: saw %q, expected a number above 0, at most %d", value, maxLongestDays)
		}
		f.c.LongestDays, f.c.longestFrom = days, fmt.Sprintf("%s:%d", f.name, line(n))
		return nil
	}})
}

func (f *file) acknowledge(n ast.Node) error {
	if _, none := n.(*ast.NullNode); none {
		return nil
	}
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return f.bad(n, "acknowledge: saw %s, expected a list", strings.ToLower(n.Type().String()))
	}
	for _, entry := range list.Values {
		if err := f.entry(entry); err != nil {
			return err
		}
	}
	return nil
}

// entry reads one acknowledgement.
func (f *file) entry(n ast.Node) error {
	var a report.Acknowledgement
	word := func(into *string, name string) func(ast.Node) error {
		return func(n ast.Node) (err error) {
			*into, err = f.text(n, "acknowledge."+name)
			if err == nil && strings.TrimSpace(*into) == "" {
				err = f.bad(n, "acknowledge.%s: is empty", name)
			}
			return err
		}
	}
	err := f.each(n, "acknowledge", map[string]func(ast.Node) error{
		"key": word(&a.Key, "key"), "why": word(&a.Why, "why"), "who": word(&a.Who, "who"),
		"until": func(n ast.Node) error {
			value, err := f.text(n, "acknowledge.until")
			if err != nil {
				return err
			}
			day, err := time.Parse(time.DateOnly, value)
			if err != nil {
				return f.bad(n, "acknowledge.until: saw %q, expected a date as 2026-05-01", value)
			}
			a.Until = day.Add(24*time.Hour - time.Second)
			return nil
		},
	})
	if err != nil {
		return err
	}
	for _, x := range []struct{ name, value string }{{"key", a.Key}, {"why", a.Why}, {"who", a.Who}} {
		if x.value == "" {
			return f.bad(n, "acknowledge: an entry has no %s", x.name)
		}
	}
	kind, _, below := strings.Cut(a.Key, "/")
	switch {
	case !below || strings.ContainsAny(kind, `*?[{\`):
		return f.bad(n, "acknowledge.key: %q covers every kind of problem; begin with a kind, as flake/**", a.Key)
	case !doublestar.ValidatePattern(a.Key):
		return f.bad(n, "acknowledge.key: %q is no pattern", a.Key)
	case slices.ContainsFunc(f.c.Acknowledged, func(x report.Acknowledgement) bool { return x.Key == a.Key }):
		return f.bad(n, "acknowledge.key: %q stands twice", a.Key)
	}
	f.c.Acknowledged = append(f.c.Acknowledged, a)
	return nil
}
