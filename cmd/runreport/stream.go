package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"runreport/ingest"
)

// stream is the path that stands for the standard input or output.
const stream = "-"

// unpackedParts makes folders of the parts that are streams: the standard input, and files.
// remove takes these folders away.
func unpackedParts(in io.Reader, parts []string) (dirs []string, remove func() error, err error) {
	temp, err := os.MkdirTemp("", "runreport-parts-*")
	if err != nil {
		return nil, nil, fail(exitOutput, "%w", err)
	}
	remove = func() error { return os.RemoveAll(temp) }
	for i, part := range parts {
		unpacked, err := unpacked(in, part, filepath.Join(temp, fmt.Sprint(i), filepath.Base(part)))
		if err != nil {
			return nil, nil, errors.Join(fmt.Errorf("%s: %w", part, err), remove())
		}
		dirs = append(dirs, unpacked...)
	}
	return dirs, remove, nil
}

// unpacked is a part that is a folder, or the folders that a stream of parts is unpacked into.
func unpacked(in io.Reader, part, into string) ([]string, error) {
	if part != stream {
		info, err := os.Stat(part)
		if err != nil || !info.Mode().IsRegular() {
			return []string{part}, nil // what is wrong with it is said where it is read
		}
		f, err := os.Open(part)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return ingest.ReadStreams(in, into)
}

// streamed calls write with a folder of its own and prints the dataset that is written there
// as a stream.
func streamed(out io.Writer, write func(dir string) error) error {
	temp, err := os.MkdirTemp("", "runreport-part-*")
	if err != nil {
		return fail(exitOutput, "%w", err)
	}
	dir := filepath.Join(temp, "part")
	if err = write(dir); err == nil {
		err = ingest.WriteStream(out, dir)
	}
	return errors.Join(err, os.RemoveAll(temp))
}
