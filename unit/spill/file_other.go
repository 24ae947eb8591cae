//go:build !linux

package spill

import "errors"

// mapFile is for Linux alone: elsewhere a file can be mapped too, but not given its place on the
// disk before.
func mapFile(int64, ...[]byte) ([]byte, error) { return nil, errors.ErrUnsupported }

func rest([]byte) {}

func unmap([]byte) {}
