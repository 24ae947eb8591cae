package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// streams are where a command reads and writes, besides files.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run is the program without its process: arguments in, exit code out.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	// A reader that has seen enough, as `| head`, is no failure.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(stderr, "runreport: internal error: %s\nPlease report this with the command you ran.\n%s", safe(fmt.Sprint(p)), debug.Stack())
			code = exitInternal
		}
	}()
	root := newRoot(streams{stdin, stdout, stderr})
	root.SetArgs(withCommand(root, args))
	command, err := root.ExecuteContextC(ctx)
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return exitOK
	}
	code, err = ended(ctx, fullName(command), err)
	if err.Error() != "" {
		fmt.Fprintf(stderr, "runreport: %s\n", safe(err.Error()))
	}
	if code == exitUsage {
		fmt.Fprintf(stderr, "Run '%s --help' for usage.\n", root.CommandPath())
	}
	return code
}

// fullName is the command as it is called, without the program: "completion bash".
func fullName(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "runreport",
		Short: "Static reports on the logs of agent and CI runs",
		Long: `runreport reads the logs that agent and CI pipelines leave behind and answers:
what got better, what got worse, is it real, what was flaky, what was slow, why
did it stop, and can these logs be trusted?`,
		Example: `  runreport logs/                          read everything below logs/, write the report into report/
  runreport open                           show the report in the browser
  runreport init --github                  write a configuration and workflows to start from
  runreport index docs/reports/            list the reports in the folders of DIR
  runreport gate report/                   pass or fail, every rule with its reason
  runreport serve report/                  show a report or a site on this machine
  runreport check logs/                    only what is wrong with the logs
  runreport selftest logs/                 how far a report on them can be trusted
  runreport plan logs/                     how many runs a change takes to show
  runreport ingest --shard 1/8 logs/ -o p1/  read a share of the logs, for merge
  runreport merge p*/ -o dataset/          put the parts of several machines together
  runreport compact history/               tidy what --history keeps
  runreport upgrade history/               bring a history of an earlier version up to date
  runreport doctor                         what a report of a bug needs
  runreport demo --runs 200 -o made-up/    make logs to try it on
  runreport formats                        what it understands
  runreport metrics                        what it computes`,
		SilenceErrors: true, SilenceUsage: true,
		Version: version,
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return usage(flagError(c, err)) })
	root.SuggestionsMinimumDistance = 2
	root.Args = cobra.ArbitraryArgs
	root.RunE = func(c *cobra.Command, args []string) error { return unknownCommand(c, args) }
	root.AddCommand(doctorCommand(s), upgradeCommand(s), manCommand(s))
	root.AddCommand(buildCommand(s), gateCommand(s), configCommand(s), noteCommand(s), indexCommand(s), serveCommand(s), openCommand(s), initCommand(s), checkCommand(s), ingestCommand(s), mergeCommand(s), sqlCommand(s), selfTestCommand(s), planCommand(s), compactCommand(s), demoCommand(s), formatsCommand(s), metricsCommand(s), versionCommand(s), findingsCommand(s), problemsCommand(s), exitCodesTopic())
	complete(root)
	for _, c := range root.Commands() {
		if args := c.Args; args != nil {
			c.Args = func(cmd *cobra.Command, a []string) error { return usage(args(cmd, a)) }
		}
	}
	return root
}
