package ingest

import (
	"errors"
	"fmt"
	"io"

	"runreport/ingest/dataset"
)

// WriteStream writes the dataset in dir as lines of text, for what carries only these.
func WriteStream(w io.Writer, dir string) error { return dataset.WriteStream(w, dir) }

// ReadStreams makes a folder below dir of every stream that WriteStream wrote to what r reads.
// The error is ErrParts where one was cut off or is none.
func ReadStreams(r io.Reader, dir string) ([]string, error) {
	dirs, err := dataset.ReadStreams(r, dir)
	if errors.Is(err, dataset.ErrStream) {
		return nil, fmt.Errorf("%w: %w", ErrParts, err)
	}
	return dirs, err
}
