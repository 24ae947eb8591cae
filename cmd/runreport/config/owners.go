package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/hmarr/codeowners"
)

// Owners says who is named beside a failure, in the syntax of CODEOWNERS.
type Owners struct {
	File  string   // the CODEOWNERS file that the rules are from, as written; empty: none
	Lines []string // the rules themselves
	rules codeowners.Ruleset
}

// Of is the owners by the last rule that matches any of the names; "" where none does, or
// where that rule names nobody.
func (o *Owners) Of(names []string) string {
	if o == nil {
		return ""
	}
	for _, r := range slices.Backward(o.rules) {
		for _, name := range names {
			if yes, err := r.Match(name); err != nil || !yes {
				continue
			}
			owners := make([]string, len(r.Owners))
			for i, x := range r.Owners {
				owners[i] = x.Value
			}
			return strings.Join(owners, " ")
		}
	}
	return ""
}

// anyOwner takes every word with an @ as it stands: GitLab has groups in groups, and roles.
var anyOwner = codeowners.OwnerMatchFunc(func(word string) (codeowners.Owner, error) {
	if !strings.Contains(word, "@") {
		return codeowners.Owner{}, codeowners.ErrNoMatch
	}
	return codeowners.Owner{Value: word, Type: codeowners.EmailOwner}, nil
})

// parse reads the rules out of the lines.
func (o *Owners) parse() error {
	for i, line := range o.Lines {
		if strings.HasPrefix(line, "[") || strings.HasPrefix(line, "^[") {
			return fmt.Errorf("line %d: sections, as GitLab has them, are not read", i+1)
		}
	}
	rules, err := codeowners.ParseFile(strings.NewReader(strings.Join(o.Lines, "\n")+"\n"),
		codeowners.WithOwnerMatchers([]codeowners.OwnerMatcher{anyOwner}))
	o.rules = rules
	return err
}

// owners reads the rules themselves, as a text or a list of lines, or the path of a
// CODEOWNERS file.
func (f *file) owners(n ast.Node) error {
	o := &Owners{}
	switch n := n.(type) {
	case *ast.NullNode:
		return nil
	case *ast.SequenceNode:
		for _, v := range n.Values {
			line, err := f.text(v, "owners")
			if err != nil {
				return err
			}
			if strings.Contains(line, "\n") {
				return f.bad(v, "owners: a rule is one line")
			}
			o.Lines = append(o.Lines, line)
		}
	default:
		text, err := f.text(n, "owners")
		if err != nil {
			return err
		}
		if o.Lines = strings.Split(text, "\n"); !strings.ContainsAny(text, " \t\n") {
			if o.File, o.Lines, err = text, nil, o.read(filepath.Join(filepath.Dir(f.c.File), filepath.FromSlash(text))); err != nil {
				return f.bad(n, "owners: %v", err)
			}
		}
	}
	if o.File == "" {
		if err := o.parse(); err != nil {
			return f.bad(n, "owners: %v", err)
		}
	}
	f.c.Owners = o
	return nil
}

// read takes the rules from a CODEOWNERS file.
func (o *Owners) read(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file", path)
	case info.Size() > maxFile:
		return fmt.Errorf("%s is larger than %d bytes", path, maxFile)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	of := &Owners{Lines: strings.Split(strings.TrimPrefix(string(content), "\ufeff"), "\n")}
	if err := of.parse(); err != nil {
		return errors.New(path + ": " + err.Error())
	}
	o.rules = of.rules
	return nil
}

// ownersYAML is the owners as a file could hold them.
func (c *Config) ownersYAML() string {
	switch {
	case c.Owners == nil:
		return "owners: []\n"
	case c.Owners.File != "":
		return "owners: " + strconv.Quote(c.Owners.File) + "\n"
	}
	var b strings.Builder
	b.WriteString("owners:\n")
	for _, line := range c.Owners.Lines {
		fmt.Fprintf(&b, "  - %s\n", strconv.Quote(line))
	}
	return b.String()
}
