package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/unit/garbage"
)

// ErrParts are parts that do not fit together, or that are missing.
var ErrParts = errors.New("the parts")

// Merged says what Merge put together.
type Merged struct {
	Parts   int
	Logs    int
	Again   int   // logs that were put together again, with those of other parts
	Missing []int // shards that are in no part, where that was allowed
}

// Merge puts the parts that ReadShard wrote together to a dataset in dir, which holds
// nothing else afterwards. The order of the parts never shows; a part, or a log, that is there
// twice counts once. The parts must be of one cut and treat secrets alike, and every shard
// must be there unless missing ones are allowed, which is a finding of its own then.
// The parts are only read. Rows of files that belong together with none of another part are
// copied; only the others are put together again.
func Merge(ctx context.Context, parts []string, dir string, allowMissing bool, program string) (done Merged, err error) {
	return mergeLots(ctx, parts, dir, allowMissing, program, 0)
}

// mergeLots is Merge with lots of at least so many files; 0: a number that suits most inputs.
func mergeLots(ctx context.Context, parts []string, dir string, allowMissing bool, program string, lotFiles int) (done Merged, err error) {
	defer garbage.Percent(copyingPercent)()
	into, err := openShard(ctx, dir)
	if err != nil {
		return done, err
	}
	defer into.Close()
	sum := merger{lotFiles: lotFiles, into: into, have: map[int]bool{}}
	defer func() { err = errors.Join(err, sum.close()) }()
	for _, part := range parts {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		if err := sum.add(ctx, part); err != nil {
			return done, err
		}
		done.Parts++
	}
	done.Missing = sum.missing()
	if len(done.Missing) > 0 && !allowMissing {
		return done, fmt.Errorf("%w: %s of %d missing: %s", ErrParts, shardsWord(len(done.Missing)), sum.of, numbers(done.Missing))
	}
	about := dataset.Shard{Index: 0, Of: sum.of, Cut: cutVersion, Passed: sum.passed, Missing: done.Missing, Merged: true}
	done.Logs, done.Again, err = sum.combine(ctx, about, program)
	return done, err
}

func shardsWord(n int) string {
	if n == 1 {
		return "1 shard"
	}
	return fmt.Sprintf("%d shards", n)
}

func numbers(all []int) string {
	var out []string
	for _, n := range all {
		out = append(out, fmt.Sprint(n))
	}
	return strings.Join(out, ", ")
}

// merger adds part to part.
type merger struct {
	lotFiles int // see mergeLots
	into     *history.History
	of       int // shards of the cut; 0: lists of files
	cut      bool
	redacted bool
	first    string // the part that of and redacted are from
	have     map[int]bool
	passed   []dataset.PassedOver
	parts    []*history.History
	names    []string // of the parts, as they were given
	folders  []os.FileInfo
}

// close closes the parts.
func (m *merger) close() (err error) {
	for _, h := range m.parts {
		err = errors.Join(err, h.Close())
	}
	return err
}

// add adds a part after checking that it fits the others.
func (m *merger) add(ctx context.Context, part string) error {
	if !dataset.Is(os.DirFS(part)) {
		return fmt.Errorf("%w: %s is no part: runreport ingest writes them", ErrParts, part)
	}
	folder, err := os.Stat(part)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(m.folders, func(other os.FileInfo) bool { return os.SameFile(folder, other) }) {
		return nil
	}
	h, err := history.OpenPart(ctx, part, Systems, Codes())
	if err != nil {
		return err
	}
	m.parts, m.names, m.folders = append(m.parts, h), append(m.names, part), append(m.folders, folder)
	if bad := h.About().Damaged; len(bad) > 0 {
		return damagedError(part, bad[0])
	}
	s := h.About().Shard
	switch {
	case s == nil:
		return fmt.Errorf("%w: %s is a history, or the part was not finished", ErrParts, part)
	case s.Cut != cutVersion:
		return fmt.Errorf("%w: %s was cut by another version of runreport: make it again", ErrParts, part)
	case m.cut && s.Of != m.of:
		return fmt.Errorf("%w: %s is of %d shards, %s of %d", ErrParts, part, s.Of, m.first, m.of)
	case m.cut && h.About().Redacted != m.redacted:
		return fmt.Errorf("%w: only one of %s and %s was read with --no-redact", ErrParts, part, m.first)
	}
	if !m.cut {
		m.cut, m.of, m.redacted, m.first = true, s.Of, h.About().Redacted, part
	}
	if s.Merged {
		for i := 1; i <= s.Of; i++ {
			m.have[i] = m.have[i] || !slices.Contains(s.Missing, i)
		}
	} else {
		m.have[s.Index] = true
	}
	for _, p := range s.Passed {
		i := slices.IndexFunc(m.passed, func(q dataset.PassedOver) bool { return q.Folder == p.Folder && q.Why == p.Why })
		switch {
		case i < 0:
			m.passed = append(m.passed, p)
		case p.Files > m.passed[i].Files:
			m.passed[i] = p
		}
	}
	return m.into.Agree(m.redacted)
}

func damagedError(part string, at dataset.Damage) error {
	return fmt.Errorf("%w: %s is damaged, at %s: %w; make it again", ErrParts, part, at.Path, at.Err)
}

// missing are the shards that no part is of.
func (m *merger) missing() (all []int) {
	for i := 1; i <= m.of; i++ {
		if !m.have[i] {
			all = append(all, i)
		}
	}
	return all
}

var shardMissing = &record.Code{
	Name:     "shard_missing",
	Severity: record.Error,
	Means:    "a share of the input that was not merged",
	Do:       "nothing of it is in the numbers; read the shard and merge again",
}

// DatasetTables names the tables of which the dataset in dir has rows. A part that is not
// merged has none that engines could read.
func DatasetTables(dir string) ([]string, error) {
	names, err := dataset.Tables(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrHistory, err)
	}
	if !slices.Contains(names, "sources") {
		return nil, fmt.Errorf("%w: %s is a part: runreport merge makes a dataset of all parts", ErrHistory, dir)
	}
	return names, nil
}
