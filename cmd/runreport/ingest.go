package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"runreport/ingest"
	"runreport/unit"
)

// ingestOptions are the flags of ingest.
type ingestOptions struct {
	inputOptions
	shard string
	root  string
	out   string
	label []string
	quiet bool

	profile profile
}

func ingestCommand(s streams) *cobra.Command {
	o := &ingestOptions{}
	c := &cobra.Command{
		Use:   "ingest PATH...",
		Short: "Read a share of the logs into a part, for merge",
		Long: `ingest reads logs and stores what was read in the folder DIR, without a report. Parts
that several machines have written are put together with "runreport merge", and
"runreport build --dataset" writes the report: the same bytes as a build of all logs on
one machine.

With --shard 2/8, every machine is given the same paths and reads one of eight shares. The
files of one folder are in one share. With - as the only PATH, the files to read are
listed on the standard input, one a line, and shown in the report as they lie below --root.
With "-o -" the part is written to the standard output as lines of text, which merge reads from
a file or its standard input: what an engine's pipe operator carries.`,
		Example: `  runreport ingest --shard 2/8 logs/ -o part-2/
  find logs/ -name '*.jsonl' | runreport ingest - --root . -o part/
  runreport merge part-*/ -o dataset/
  runreport build --dataset dataset/ -o report/`,
		Args: atLeastOne("PATH"),
		RunE: func(cmd *cobra.Command, paths []string) error {
			return o.profile.during(s.err, func() error { return o.run(cmd.Context(), s, paths) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.shard, "shard", "", "which share to read, as 2/8: the second of eight (default: all of it)")
	f.StringVar(&o.root, "root", ".", "folder that listed files are below")
	f.StringVarP(&o.out, "output", "o", "", "folder to write the part into; - for the standard output")
	f.StringSliceVar(&o.include, "include", nil, "read only files that match, as **/run_state.jsonl; a pattern without a slash is for names")
	f.StringSliceVar(&o.exclude, "exclude", nil, "do not read files that match")
	f.BoolVar(&o.keepSecrets, "no-redact", false, "leave keys, tokens, passwords, e-mail addresses and home folders as they stand in the logs")
	f.IntVar(&o.jobs, "jobs", 0, "files to read at once (default: one for each processor)")
	f.StringArrayVar(&o.label, "label", nil, "name=value of what no log carries, as branch=main; again for more")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print nothing but errors")
	o.profile.flags(f)
	_ = c.MarkFlagRequired("output") // the flag is there
	_ = c.MarkFlagDirname("output")  // as above
	return c
}

// shards reads the value of --shard, as 2/8.
func shards(text string) (ingest.Shards, error) {
	if text == "" {
		return ingest.Shards{Index: 1, Of: 1}, nil
	}
	k, n, ok := strings.Cut(text, "/")
	index, err1 := strconv.Atoi(k)
	of, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || of < 1 || of > 100_000 || index < 1 || index > of {
		return ingest.Shards{}, fail(exitUsage, "--shard %q is no share, as 2/8: the second of eight", text)
	}
	return ingest.Shards{Index: index, Of: of}, nil
}

func (o *ingestOptions) run(ctx context.Context, s streams, paths []string) error {
	share, err := shards(o.shard)
	if err != nil {
		return err
	}
	root := ""
	if len(paths) == 1 && paths[0] == "-" {
		if o.shard != "" {
			return fail(exitUsage, "--shard is for folders: a list of files is a share already")
		}
		share, root = ingest.Shards{}, o.root
		if paths, err = listedPaths(s.in); err != nil {
			return err
		}
	}
	if o.out == stream {
		o.quiet = true // the standard output is the part
		return streamed(s.out, func(dir string) error { return o.read(ctx, s, paths, share, root, dir) })
	}
	return o.read(ctx, s, paths, share, root, o.out)
}

// read reads the share into the folder out.
func (o *ingestOptions) read(ctx context.Context, s streams, paths []string, share ingest.Shards, root, out string) error {
	given, err := labels(o.label)
	if err != nil {
		return err
	}
	if err := o.configure(); err != nil {
		return err
	}
	bar := newProgress(s.err)
	bar.stages = &o.profile.stages
	defer bar.clear()
	done, err := await(ctx, func() (ingest.Sharded, error) {
		return ingest.ReadShard(ctx, ingest.Options{Paths: paths, Mappings: o.mappings, Root: root, Include: o.include, Exclude: o.exclude, Jobs: o.jobs,
			KeepSecrets: o.keepSecrets, Version: version, Progress: bar.step, Labels: labelTexts(given)}, share, out)
	})
	bar.clear()
	if err := storeError(ctx, err); err != nil {
		return err
	}
	if !o.quiet {
		fmt.Fprintf(s.out, "%d files, %d of them logs, %s: %s\n", done.Files, done.Claimed, unit.Bytes.Format(float64(done.Bytes)), safe(out))
	}
	return incomplete(s, &ingest.Result{Problems: done.Problems})
}

// listedPaths reads the files to read, one a line.
func listedPaths(in io.Reader) (paths []string, err error) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if p := strings.TrimRight(lines.Text(), "\r"); p != "" {
			paths = append(paths, p)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fail(exitInput, "cannot read the list of files: %w", err)
	}
	if len(paths) == 0 {
		return nil, fail(exitUsage, "the list of files on the standard input is empty")
	}
	return paths, nil
}

// storeError gives the error of a command that writes a dataset its exit code.
func storeError(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ingest.ErrNotStored):
		return fail(exitOutput, "%w", err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return fail(exitInput, "cannot read %w", err)
	}
	return usage(err)
}
