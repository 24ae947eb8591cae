package publish

import (
	"io"
	"iter"
)

// File is one file to publish. Path is relative, with slashes.
type File struct {
	Path    string
	Content []byte
	// Write writes the content, where it is too long to be held; nil: it is Content. It is called at
	// most once, on a goroutine of its own, while other files are made and written. Content and
	// Unchanged say nothing then.
	Write func(io.Writer) error
	// Fingerprint sums up all that the content is made from, but for the program; empty for a file
	// that is made every time.
	Fingerprint string
	// Unchanged says that the content was not made, since the folder holds the file already.
	Unchanged bool
}

// All is a sequence of files that are made already.
func All(files []File) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		for _, f := range files {
			if !yield(f, nil) {
				return
			}
		}
	}
}
