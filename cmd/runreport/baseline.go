package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"runreport/analyze"
	"runreport/analyze/change"
	"runreport/analyze/problem"
	"runreport/analyze/report"
	"runreport/ingest"
)

// summaryFile is the file of a report that holds its numbers.
const summaryFile = "summary.json"

// baseline is the earlier report to compare with: a report's folder or its
// summary.json, a history, or a folder of logs, which is read; the latter two are
// analysed as this report's logs are.
func (o *inputOptions) baseline(ctx context.Context, s streams, bar *progress, path string) (*change.Baseline, error) {
	d, cut, err := readReport(path)
	if err == nil && o.public && !d.Public {
		return nil, fail(exitUsage, "%s is not public: build the baseline with --public too, or name its logs", path)
	}
	if err == nil {
		if o.naming != nil {
			d.Rename(&o.naming.Aliases)
			problem.Rename(d.Problems, &o.naming.Aliases)
		}
		b := &change.Baseline{Data: d}
		if _, yes := cut["problems"]; yes {
			b.Partial = fmt.Sprintf("it lists only the first %d of its problems", len(d.Problems))
		}
		return b, nil
	}
	if !errors.Is(err, errNoReport) {
		return nil, err
	}
	logs := *o
	// The time of this report and its window are not those of the baseline, and what is
	// compared with is not added to the history.
	logs.asOf, logs.since, logs.history, logs.dataOnly, logs.allDetails = "", "", "", true, true
	if ingest.IsDataset(path) {
		r, err := logs.stored(ctx, path)
		if err != nil {
			return nil, err
		}
		b := &change.Baseline{Data: &r.Data}
		if slices.ContainsFunc(r.Data.Findings, func(f report.Finding) bool { return f.Code == ingest.DamagedPart }) {
			b.Partial = "parts of the history are damaged; the next build with --history sets them aside"
		}
		return b, nil
	}
	_, r, err := logs.read(ctx, s, bar, []string{path}, extras{title: filepath.Base(path)})
	if err != nil {
		return nil, failure{code: codeOf(err), err: fmt.Errorf("the baseline: %w", err)}
	}
	return &change.Baseline{Data: &r.Data}, nil
}

// stored analyses the tables of a dataset as its last build left them.
func (o *inputOptions) stored(ctx context.Context, path string) (*report.Report, error) {
	options, err := o.analysis(extras{title: filepath.Base(path)})
	if err != nil {
		return nil, err
	}
	return await(ctx, func() (*report.Report, error) {
		t, err := ingest.LoadDataset(path)
		if err != nil {
			return nil, fail(exitInput, "the baseline: %w", err)
		}
		o.rename(t)
		if o.public {
			t.Publish()
		}
		return analyze.Build(ctx, t, options)
	})
}

// errNoReport says that a path is there and is no report.
var errNoReport = errors.New("is no report")

// readReport reads the numbers of a report: its folder, or its summary.json itself.
func readReport(path string) (d *report.Data, cut map[string]int64, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fail(exitInput, "cannot read %w", err)
	}
	file := path
	switch {
	case info.IsDir():
		file = filepath.Join(path, summaryFile)
	case filepath.Ext(path) != ".json":
		return nil, nil, errNoReport
	}
	in, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, errNoReport
	}
	if err != nil {
		return nil, nil, fail(exitInput, "cannot read %w", err)
	}
	defer in.Close()
	d, cut, err = report.ReadSummary(in)
	if errors.Is(err, report.ErrVersion) {
		return nil, nil, fail(exitInput, "%s: %w", file, err)
	}
	if err != nil {
		if !info.IsDir() && filepath.Base(path) != summaryFile {
			return nil, nil, errNoReport // a log may end in .json too
		}
		return nil, nil, fail(exitInput, "%s is no summary of a report: %w", file, err)
	}
	return d, cut, nil
}

var labelName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{0,39}$`)

// maxLabel is how long the value of a label is.
const maxLabel = 200

// labels reads --label name=value, sorted by name.
func labels(given []string) ([]report.Label, error) {
	var out []report.Label
	for _, g := range given {
		name, value, ok := strings.Cut(g, "=")
		switch {
		case !ok:
			return nil, fail(exitUsage, "--label %q is not name=value, as branch=main", g)
		case !labelName.MatchString(name):
			return nil, fail(exitUsage, "--label %q: a name is a letter and then up to 39 letters, digits, dots, dashes and underscores", g)
		case value == "" || len(value) > maxLabel:
			return nil, fail(exitUsage, "--label %s: a value has 1 to %d bytes, this one has %d", name, maxLabel, len(value))
		case slices.ContainsFunc(out, func(l report.Label) bool { return l.Name == name }):
			return nil, fail(exitUsage, "--label %s is given twice", name)
		}
		out = append(out, report.Label{Name: name, Value: value})
	}
	slices.SortFunc(out, func(x, y report.Label) int { return strings.Compare(x.Name, y.Name) })
	return out, nil
}
