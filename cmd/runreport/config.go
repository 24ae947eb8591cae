package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"runreport/cmd/runreport/config"
)

func configCommand(s streams) *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "Show effective configuration, and its schema", Args: nothing,
		RunE: func(*cobra.Command, []string) error { return fail(exitUsage, "config needs show or schema") }}
	c.AddCommand(configShowCommand(s), configSchemaCommand(s))
	return c
}

func configShowCommand(s streams) *cobra.Command {
	o, origins, asJSON := &configOptions{}, false, false
	c := &cobra.Command{
		Use:   "show",
		Short: "Print the configuration that holds",
		Long: `show prints what flags, environment, file and defaults come to, in this order of
precedence, as a file that could be saved as runreport.yaml. Variables are named
after their setting: RUNREPORT_GATE_FLAKE_RATE_ALLOWED is flake-rate.allowed.`,
		Example: `  runreport config show --origin
  runreport config show > runreport.yaml`,
		Args: nothing,
		RunE: func(*cobra.Command, []string) error {
			c, err := o.load()
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(s.out, c.Entries(), "  ")
			}
			_, err = fmt.Fprint(s.out, c.YAML(origins))
			return err
		},
	}
	o.flags(c.Flags())
	c.Flags().BoolVar(&origins, "origin", false, "say where each value comes from")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON, with origins")
	return c
}

func configSchemaCommand(s streams) *cobra.Command {
	return &cobra.Command{Use: "schema", Short: "Print the JSON Schema of runreport.yaml, for editors", Args: nothing,
		RunE: func(*cobra.Command, []string) error {
			content, err := config.Schema()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(s.out, string(content))
			return err
		}}
}
