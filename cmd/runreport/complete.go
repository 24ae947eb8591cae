package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"runreport/analyze/gate"
	"runreport/render"
)

// complete says what shells offer for arguments and for the values of flags.
func complete(root *cobra.Command) {
	// The first argument may be a path: runreport logs/ builds.
	root.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	for _, c := range root.Commands() {
		for name, values := range flagValues {
			if c.Flags().Lookup(name) != nil {
				_ = c.RegisterFlagCompletionFunc(name, values) // the flag is there
			}
		}
		switch c.Name() {
		case "compact", "gate", "index", "note", "serve", "sql", "upgrade":
			c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
				return nil, cobra.ShellCompDirectiveFilterDirs
			}
		}
	}
}

// flagValues are the values of flags that are words of a list.
var flagValues = map[string]cobra.CompletionFunc{
	"format": func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return listed(typed, append(render.Names(), "all")), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	},
	"tables-format": func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return listed(typed, tableFormats()), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	},
	"front-matter": cobra.FixedCompletions(render.FrontMatters(), cobra.ShellCompDirectiveNoFileComp),
	"engine":       cobra.FixedCompletions(engines(), cobra.ShellCompDirectiveNoFileComp),
	"noise":        cobra.FixedCompletions([]string{"repeats", "across-cycles"}, cobra.ShellCompDirectiveNoFileComp),
	"rule": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, r := range gate.Rules {
			names = append(names, r.Name+"=")
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	},
}

// listed are the completions of the last name of a list with commas: those that it does not
// have yet, each with what stands before it.
func listed(typed string, names []string) (out []string) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	has := strings.Split(before, ",")
	for _, n := range names {
		if !slices.Contains(has, n) {
			out = append(out, before+n)
		}
	}
	return out
}
