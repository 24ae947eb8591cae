package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// atLeastOne checks that a command is given one thing or more.
func atLeastOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("needs at least one %s", what)
		}
		return nil
	}
}

// exactlyOne checks that a command is given one thing.
func exactlyOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("needs one %s, got %d", what, len(args))
		}
		return nil
	}
}

// nothing checks that a command is given nothing but flags.
func nothing(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("takes flags only, got %q", args[0])
	}
	return nil
}

// flagError says in the program's own words what is wrong with a flag.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return fmt.Errorf("unknown flag -%s", name)
		}
		text := "unknown flag --" + name
		if near := nearestFlag(c, name); near != "" {
			text += "; did you mean --" + near + "?"
		}
		return errors.New(text)
	case errors.As(err, &empty):
		return fmt.Errorf("--%s needs a value", empty.GetFlag().Name)
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s %q: expected a %s", invalid.GetFlag().Name, invalid.GetValue(), valueNames[invalid.GetFlag().Value.Type()])
	}
	return err
}

// valueNames say what the value of a flag is, by its type.
var valueNames = map[string]string{
	"int": "whole number", "uint16": "whole number up to 65535", "uint64": "whole number", "float64": "number", "bool": "true or false", "duration": "duration, as 90s or 1h30m", "string": "text", "stringArray": "text", "stringSlice": "list",
}

// unknownValue is the error of a value that is none of the known ones, with the one that a
// misspelt value most likely stands for.
func unknownValue(what, value string, known []string) error {
	text := fmt.Sprintf("unknown %s %q: known are %s", what, value, strings.Join(known, ", "))
	if near := nearest(value, known); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return fail(exitUsage, "%s", text)
}

// nearestFlag is the flag of the command that a misspelt name most likely stands for: at
// most a third of it is wrong. It is empty where none is near.
func nearestFlag(c *cobra.Command, name string) string {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return nearest(name, names)
}

// nearest is the first of the names with the fewest edits, at most a third of its letters.
func nearest(name string, names []string) string {
	best, least := "", len([]rune(name))/3+1
	for _, n := range names {
		if d := edits(name, n); d < least {
			best, least = n, d
		}
	}
	return best
}

// edits is how many characters have to be added, removed or replaced to make b of a
// (the Levenshtein distance).
func edits(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			replace := diagonal
			if x[i] != y[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}

// withCommand puts build before arguments that begin with a file or folder instead of a
// command. Example: "runreport logs/" is "runreport build logs/".
func withCommand(root *cobra.Command, args []string) []string {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return args
	}
	for _, c := range root.Commands() {
		if c.Name() == args[0] || c.HasAlias(args[0]) {
			return args
		}
	}
	if _, err := os.Stat(args[0]); err != nil {
		return args
	}
	return append([]string{"build"}, args...)
}

// unknownCommand is the error of a first argument that is neither a command nor a path.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return root.Help()
	}
	text := fmt.Sprintf("%q is neither a command nor a file or folder", args[0])
	if near := root.SuggestionsFor(args[0]); len(near) > 0 {
		text += fmt.Sprintf("; did you mean %q?", near[0])
	}
	return usage(errors.New(text))
}
