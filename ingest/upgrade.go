package ingest

import (
	"context"
	"fmt"

	"runreport/ingest/dataset"
)

// HistorySchema is the shape of a history's manifest.
const HistorySchema = dataset.Schema

// HistoryVersions says which versions a history is of.
type HistoryVersions = dataset.Versions

// VersionsOf reads which versions the history in dir is of. It writes nothing.
func VersionsOf(dir string) (HistoryVersions, error) {
	if !IsDataset(dir) {
		return HistoryVersions{}, fmt.Errorf("%w: %s is none", ErrHistory, dir)
	}
	v, err := dataset.VersionsOf(dir)
	if err != nil {
		return v, fmt.Errorf("%w: %w", ErrHistory, err)
	}
	return v, nil
}

// Upgrade makes the tables of the history in dir anew where another version of the program
// wrote them in another schema. It needs no logs: a history keeps what was read of them.
// Tables of an earlier schema are read as far as nothing of them is needed; every build with
// the history makes them anew as well.
func Upgrade(ctx context.Context, dir, program string) (before HistoryVersions, done Compacted, err error) {
	if before, err = VersionsOf(dir); err != nil || before.Current() {
		return before, done, err
	}
	done, err = Compact(ctx, dir, 0, program)
	return before, done, err
}
