package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
)

// viewers are the programs that show a file in the browser, by system: the first that is
// there is asked.
var viewers = map[string][][]string{
	"darwin":  {{"open"}},
	"windows": {{"rundll32", "url.dll,FileProtocolHandler"}},
	"":        {{"xdg-open"}, {"wslview"}, {"sensible-browser"}},
}

func openCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "open [DIR]",
		Short: "Show a report in the browser",
		Long: `open shows DIR/index.html, of report/ where no DIR is given, in the browser of this
machine, and prints the path. A site that searches over all runs opens from disk as well.
Where there is no browser, as over SSH, use serve and forward its port.`,
		Example: `  runreport open
  runreport open last-week/`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("needs one DIR at most, got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "report"
			if len(args) > 0 {
				dir = args[0]
			}
			return openReport(cmd.Context(), s, dir)
		},
	}
}

// openReport asks the machine to show the page of a report.
func openReport(ctx context.Context, s streams, dir string) error {
	page, err := filepath.Abs(dir)
	if err != nil {
		return fail(exitInput, "%w", err)
	}
	if info, err := os.Stat(page); err != nil || info.IsDir() {
		page = filepath.Join(page, "index.html")
	}
	if info, err := os.Stat(page); err != nil || !info.Mode().IsRegular() {
		return fail(exitInput, "no page at %s: build a report with --format html or site first", page)
	}
	fmt.Fprintln(s.out, safe(page))
	list, known := viewers[runtime.GOOS]
	if !known {
		list = viewers[""]
	}
	for _, viewer := range list {
		program, err := exec.LookPath(viewer[0])
		if err != nil {
			continue
		}
		if err := exec.CommandContext(ctx, program, append(viewer[1:], page)...).Run(); err != nil {
			return fail(exitOutput, "%s did not show the page: %w", viewer[0], err)
		}
		return nil
	}
	return fail(exitOutput, "no program here shows pages; open the file by hand, or use runreport serve")
}
