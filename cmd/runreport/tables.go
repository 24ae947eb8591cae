package main

import (
	"context"
	"io"
	"os"

	"runreport/ingest/table"
	"runreport/render"
	"runreport/render/publish"
)

// exportTables writes every table in every encoding, whole or not at all.
func exportTables(ctx context.Context, dir string, s *table.Set) error {
	files := func(yield func(render.File, error) bool) {
		for _, t := range s.Tables() {
			for _, e := range table.Encodings() {
				content, err := encode(e, t)
				if !yield(render.File{Path: t.Name + e.Extension, Content: content}, err) || err != nil {
					return
				}
			}
		}
	}
	return publish.Files(dir, whileWanted(ctx, files), publish.Manifest{Version: version})
}

// encode writes a table to a temporary file: the formats put their index last and
// want to seek.
func encode(e table.Encoding, t table.Named) ([]byte, error) {
	f, err := os.CreateTemp("", "runreport-*"+e.Extension)
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := e.Write(f, t); err != nil {
		return nil, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(f)
}
