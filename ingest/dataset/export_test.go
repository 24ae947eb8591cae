package dataset

import (
	"context"

	"runreport/unit/disk"
)

// OpenFaulty is Open on a disk that fails.
func OpenFaulty(ctx context.Context, dir, name string, fault disk.Fault) (*Dataset, error) {
	return open(ctx, dir, Dataset{table: name}, fault)
}

// IsPart reports whether a path is that of a part.
func IsPart(p string) bool {
	_, err := placeOf(p)
	return err == nil
}
