package main

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"time"

	"gocloud.dev/gcerrors"
)

// attempts is how often a request is sent before its error counts. The clients of the clouds
// send each again too; this is for bodies that are cut off and for stores that throttle.
const attempts = 10

// retryPause is the pause after the first failure; it doubles up to retryLongest.
var (
	retryPause   = 100 * time.Millisecond
	retryLongest = 10 * time.Second
)

// retry does what may fail in passing until it succeeds.
func retry(ctx context.Context, do func() error) error {
	pause := retryPause
	for n := 1; ; n++ {
		err := do()
		if err == nil || n == attempts || !passing(err) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause/2 + rand.N(pause/2)):
		}
		pause = min(2*pause, retryLongest)
	}
}

// passing reports whether an error may be gone the next time.
func passing(err error) bool {
	var ofDisk *fs.PathError
	if errors.As(err, &ofDisk) {
		return false
	}
	switch gcerrors.Code(err) {
	case gcerrors.NotFound, gcerrors.PermissionDenied, gcerrors.InvalidArgument, gcerrors.Unimplemented, gcerrors.Canceled:
		return false
	}
	return true
}
