package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"runreport/cmd/runreport/config"
	"runreport/docs/ci"
)

// placed is a file that init writes: where, and its content.
type placed struct{ path, content string }

func initCommand(s streams) *cobra.Command {
	github, gitlab := false, false
	c := &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write a commented configuration and, on request, workflows",
		Long: `init writes runreport.yaml, in which every setting stands as a comment with its
default, and its schema for editors. --github and --gitlab add the workflows of
docs/ci, of which the one for pull requests keeps main's summary and compares with
that of the merge base, else with the latest earlier one. Put into them what writes
your logs. A file that is there already is left alone, and init exits with 6.`,
		Example: `  runreport init
  runreport init --github`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("needs one DIR at most, got %d", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			files, err := starting(github, gitlab)
			if err != nil {
				return err
			}
			return place(s, dir, files)
		},
	}
	c.Flags().BoolVar(&github, "github", false, "write the workflows of GitHub Actions too")
	c.Flags().BoolVar(&gitlab, "gitlab", false, "write .gitlab-ci.yml too")
	return c
}

// starting are the files that a repository starts with.
func starting(github, gitlab bool) ([]placed, error) {
	schema, err := config.Schema()
	if err != nil {
		return nil, err
	}
	defaults, err := config.Load(config.Sources{None: true})
	if err != nil {
		return nil, err
	}
	files := []placed{{"runreport.yaml", commented(defaults)}, {"runreport.schema.json", string(schema) + "\n"}}
	from := map[string]string{}
	if github {
		for _, name := range []string{"github-nightly.yml", "github-pull-request.yml", "github-comment.yml"} {
			from[name] = ".github/workflows/" + strings.Replace(name, "github-", "runreport-", 1)
		}
	}
	if gitlab {
		from["gitlab-ci.yml"] = ".gitlab-ci.yml"
	}
	for name, to := range from {
		content, err := ci.Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, placed{to, string(content)})
	}
	slices.SortFunc(files, func(a, b placed) int { return strings.Compare(a.path, b.path) })
	return files, nil
}

// commented is a configuration in which nothing is set yet: every setting with its default,
// and examples of what has none, as comments.
func commented(defaults *config.Config) string {
	var b strings.Builder
	b.WriteString(`# Configuration of runreport. A line that is commented out is a default. To set it, remove
# the comment sign in front of it and of the section that it is in.
# "runreport config show --origin" prints the settings in force,
# "runreport gate report/ --explain" what each rule means.
`)
	for i, line := range strings.Split(strings.TrimSuffix(defaults.YAML(false), "\n"), "\n") {
		switch {
		case i == 0: // names the schema: editors read it in a comment
			b.WriteString(line + "\n")
		case strings.HasSuffix(line, ": []"), strings.HasSuffix(line, ": {}"), line == "series:": // see the examples
		default:
			b.WriteString("# " + line + "\n")
		}
	}
	for _, e := range examples {
		b.WriteByte('\n')
		for _, text := range []string{e.means, e.yaml} {
			for line := range strings.Lines(text) {
				b.WriteString("# " + line)
			}
		}
	}
	return b.String()
}

// examples show the settings that have no default, each by an example.
var examples = []struct{ name, means, yaml string }{
	{"owners", `Who is named beside a failure, in the syntax of CODEOWNERS: the last rule that matches
the system, subject and step, or a file in the name of a test, counts. Or the path of such
a file: owners: .github/CODEOWNERS
`, `owners: |
  *               @acme/everybody
  *.spec.ts       @acme/web
  /kahn/shop/     @acme/builds
  checkout-e2e    @acme/payments
`},
	{"aliases", `What was renamed keeps its history under its present name: old name, then new one.
SUBJECT/STEP renames the step of one subject alone.
`, `aliases:
  subjects:
    old-shop: shop
  steps:
    checkout: checkout-e2e
    shop/pay: payment
  benchmarks:
    harbor-queue: harbor-queue-2.1.0
`},
	{"series", `What is counted as one series: a step by its system, subject and name. by divides it
further, by variant, runner, model, version or a label given with --label.
`, `series:
  by: [runner, "label:os"]
`},
	{"mappings", `Logs of your own, CSV or JSON lines: what their columns are for.
`, `mappings:
  - name: nightly
    files: "**/nightly-*.csv"
    kind: test
    columns:
      step: name
      result: status
      duration: seconds
`},
	{"acknowledge", `Problems that are accepted for a time. "runreport problems" lists the kinds; the keys of a
report stand in its summary.json.
`, `acknowledge:
  - key: flake/kahn/shop/checkout-e2e
    why: waits for the new payment sandbox
    who: checkout team
    until: 2027-01-31
`},
}

// place writes files below dir. One that is there stays as it is; the others are written.
func place(s streams, dir string, files []placed) error {
	var kept []string
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fail(exitOutput, "%w", err)
		}
		err := writeNew(path, f.content)
		switch {
		case errors.Is(err, fs.ErrExist):
			kept = append(kept, path)
		case err != nil:
			return fail(exitOutput, "%w", err)
		default:
			fmt.Fprintln(s.out, safe(path))
		}
	}
	if len(kept) > 0 {
		return fail(exitOutput, "refusing to overwrite %s: there already", strings.Join(kept, ", "))
	}
	return nil
}

// writeNew writes a file that must not be there yet.
func writeNew(path, content string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(content)
	return errors.Join(err, f.Close())
}
