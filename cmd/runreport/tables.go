package main

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"slices"
	"strings"

	"runreport/ingest/table"
	"runreport/render"
	"runreport/render/publish"
)

// tableFormats are the names of the encodings of tables on the command line.
func tableFormats() (names []string) {
	for _, e := range table.Encodings() {
		names = append(names, formatOf(e))
	}
	return names
}

func formatOf(e table.Encoding) string { return strings.TrimPrefix(e.Extension, ".") }

// exportTables writes every table in the formats that are named, whole or not at all; no name: in
// every one. At most jobs files are encoded at once, and no more than publish writes at once; jobs 0:
// as many as there are processors. The longest tables come first, so that none of them is left alone
// at the end.
func exportTables(ctx context.Context, dir string, s *table.Set, formats []string, jobs int) error {
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	tables := s.Tables()
	slices.SortStableFunc(tables, func(a, b table.Named) int { return cmp.Compare(b.Len(), a.Len()) })
	slots := make(chan struct{}, jobs)
	files := func(yield func(render.File, error) bool) {
		for _, t := range tables {
			t.Settle() // it is written in several formats at once
			for _, e := range table.Encodings() {
				if len(formats) > 0 && !slices.Contains(formats, formatOf(e)) {
					continue
				}
				write := func(w io.Writer) error {
					slots <- struct{}{}
					defer func() { <-slots }()
					// What is left behind after an interruption can write nothing more.
					_, err := await(ctx, func() (struct{}, error) { return struct{}{}, e.Write(&interruptible{ctx, w}, t) })
					return err
				}
				if !yield(render.File{Path: t.Name + e.Extension, Write: write}, nil) {
					return
				}
			}
		}
	}
	return publish.Files(dir, files, publish.Manifest{Version: version})
}

// interruptible takes what is written until the user interrupts the program.
type interruptible struct {
	ctx context.Context
	io.Writer
}

func (w *interruptible) Write(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Writer.Write(b)
}
