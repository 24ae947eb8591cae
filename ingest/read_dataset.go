package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"runreport/ingest/clean"
	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/table"
)

// readDataset reads what Merge, or builds with a history, left in o.Dataset, as if its logs
// had been read now.
func readDataset(ctx context.Context, o Options) (*Result, error) {
	if !dataset.Is(os.DirFS(o.Dataset)) {
		return nil, fmt.Errorf("%w: %s is no dataset", ErrHistory, o.Dataset)
	}
	if _, err := os.Stat(filepath.Join(o.Dataset, dataset.ManifestName)); err != nil {
		return nil, fmt.Errorf("%w: %s was not finished: write it again", ErrHistory, o.Dataset)
	}
	h, err := history.Open(ctx, o.Dataset, Systems, Codes())
	if err != nil {
		return nil, err
	}
	defer h.Close()
	about := h.About()
	if s := about.Shard; s != nil && !s.Merged {
		return nil, fmt.Errorf("%w: %s is a part: runreport merge makes a dataset of all parts", ErrHistory, o.Dataset)
	}
	res := &Result{Tables: &table.Set{}}
	if about.Redacted {
		res.redactor = redact.New()
	}
	files, err := res.gather(h, o)
	if errors.Is(err, errAnew) {
		files, err = res.assemble(ctx, h, o)
	}
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if f.Format != nil {
			res.Claimed++
		}
		if fault := wasFaulty(f); fault != nil {
			res.Problems = append(res.Problems, Problem{f.Path, fault})
		}
	}
	if s := about.Shard; s != nil {
		for _, p := range s.Passed {
			res.Passed = append(res.Passed, Passed(p))
		}
		sortPassed(res.Passed)
		if len(s.Missing) > 0 {
			record.Finding{
				Code:  shardMissing,
				Seen:  fmt.Sprintf("%s of %d: %s", shardsWord(len(s.Missing)), s.Of, numbers(s.Missing)),
				Count: int64(len(s.Missing)),
			}.Fill(&res.Tables.Findings, 0, "")
		}
	}
	res.addDamage(about.Damaged)
	if len(o.Paths) > 0 {
		list, _, err := walk(ctx, o)
		if err != nil {
			return nil, err
		}
		res.locate(list, files)
	}
	return res, nil
}

// gather takes the tables over as Merge left them, and returns the files without their records.
// The error is errAnew where the tables are not what this very program would make of the records
// now: another one made them, a part is damaged, or this build leaves units out or counts other
// durations.
func (res *Result) gather(h *history.History, o Options) ([]*record.File, error) {
	about := h.About()
	switch {
	case about.Shard == nil, about.Maker == "", about.Maker != shardMaker(), len(about.Damaged) > 0:
		return nil, errAnew
	case !o.Since.IsZero(), o.longest() != LongestDuration:
		return nil, errAnew
	}
	files, err := storedFiles(h, h.RestoreWithout)
	if err != nil {
		return nil, err
	}
	systems := make([]string, len(Systems))
	for i, s := range Systems {
		systems[i] = s.Name
	}
	if res.Tables, err = history.Gather(h, systems, o.Events); err != nil {
		return nil, fmt.Errorf("%w: %w", errAnew, err)
	}
	return files, nil
}

// assemble puts all stored records together anew, and returns their files.
func (res *Result) assemble(ctx context.Context, h *history.History, o Options) ([]*record.File, error) {
	all, err := restoreAll(ctx, h, o, nil, false)
	if err != nil {
		return nil, err
	}
	o.History = ""
	res.Tables = &table.Set{Room: o.room()}
	if _, err := res.fill(ctx, o, all.files, all.sealed, all.lots.whole()...); err != nil {
		return nil, err
	}
	if res.redactor != nil {
		clean.Tables(res.redactor, res.Tables)
	}
	return all.files, nil
}
