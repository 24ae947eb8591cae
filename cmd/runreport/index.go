package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"runreport/render"
	"runreport/render/publish"
)

// indexOptions are the flags of index.
type indexOptions struct {
	title, frontMatter string
}

func indexCommand(s streams) *cobra.Command {
	o := indexOptions{}
	c := &cobra.Command{
		Use:   "index DIR",
		Short: "List the reports in the folders of DIR on one page",
		Long: `index writes DIR/index.md: every report in a folder of DIR, newest first, each with
a link and the most urgent of what it found in a line. A nightly job builds its
report into a new folder, then has the list written anew:

  docs/reports/index.md                 written by index
  docs/reports/2026-04-22/report.md     written by build, with summary.json beside it

A report is listed from its summary.json, so build it with --format markdown,json.
A folder that cannot be listed is named, and the others are. Removing a folder
takes it off the list the next time.`,
		Example: `  runreport build logs/ -o docs/reports/2026-04-22 --format markdown,json --front-matter mkdocs
  runreport index docs/reports --front-matter mkdocs`,
		Args: exactlyOne("DIR"),
		RunE: func(_ *cobra.Command, args []string) error { return o.run(s, args[0]) },
	}
	c.Flags().StringVar(&o.title, "title", "Run reports", "title of the page")
	frontMatterFlag(c.Flags(), &o.frontMatter)
	return c
}

func (o indexOptions) run(s streams, dir string) error {
	if err := knownFrontMatter(o.frontMatter); err != nil {
		return err
	}
	nights, problems, err := render.Nights(dir, o.frontMatter)
	if err != nil {
		return fail(exitInput, "cannot read %w", err)
	}
	for _, p := range problems {
		fmt.Fprintf(s.err, "not listed: %s\n", safe(p.Error()))
	}
	if len(nights) == 0 {
		return fail(exitNothing, "no report was found in the folders of %s", dir)
	}
	files, err := render.NightList(o.title, nights, render.Options{FrontMatter: o.frontMatter})
	if err != nil {
		return fail(exitInternal, "the list could not be drawn: %w", err)
	}
	// What an older list or none left is ours to replace; a report in dir itself is not.
	for _, name := range publish.Own(os.DirFS(dir)) {
		if name != publish.ManifestName && !strings.HasSuffix(name, "index.md") {
			return fail(exitOutput, "%s is a report itself: %s lists %s; name the folder above it", dir, publish.ManifestName, name)
		}
	}
	if err := publish.Files(dir, publish.All(files), publish.Manifest{Version: version}); err != nil {
		return fail(exitOutput, "the list was not written: %w", err)
	}
	fmt.Fprintf(s.err, "listed %d, the newest is %s\n", len(nights), safe(nights[0].Folder))
	return nil
}

// frontMatterFlag is the flag of every command that writes Markdown.
func frontMatterFlag(f *pflag.FlagSet, value *string) {
	f.StringVar(value, "front-matter", "none", "write Markdown for this builder of docs sites: "+strings.Join(render.FrontMatters(), ", "))
}

func knownFrontMatter(name string) error {
	if !slices.Contains(render.FrontMatters(), name) {
		return unknownValue("--front-matter", name, render.FrontMatters())
	}
	return nil
}
