package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"
)

// partSize is how large the pieces are that a file is sent in, where the store takes pieces.
const partSize = 8 << 20

// lists are the files that say which others count. They are sent last, so that a reader that
// finds one finds all.
var lists = map[string]bool{
	"manifest.json":           true,
	"runreport-manifest.json": true,
	"summary.json":            true,
	"index.html":              true,
}

// errEnd ends a listing early.
var errEnd = errors.New("enough was listed")

// checkFree refuses a URL under which something lies: afterwards nobody could say which
// objects belong together, and an engine would read the parts of two datasets.
func (s store) checkFree(ctx context.Context) error {
	b, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	first := ""
	err = s.list(ctx, b, func(o *blob.ListObject) error {
		first = o.Key
		return errEnd
	})
	if err != nil && !errors.Is(err, errEnd) {
		return err
	}
	if first != "" {
		return fmt.Errorf("%s: there is %.200q already; name a URL that holds nothing", s, first)
	}
	return nil
}

// send stores the files of a folder under a URL.
func send(ctx context.Context, dir string, to store) error {
	b, err := to.open(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	var last []string
	g, each := errgroup.WithContext(ctx)
	g.SetLimit(atOnce / 4)
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name() == ".lock" {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return err
		}
		if lists[rel] {
			last = append(last, rel)
			return nil
		}
		g.Go(func() error { return sendFile(each, b, dir, rel, to) })
		return each.Err()
	})
	if err := errors.Join(g.Wait(), err); err != nil {
		return err
	}
	for _, rel := range last {
		if err := sendFile(ctx, b, dir, rel, to); err != nil {
			return err
		}
	}
	return nil
}

func sendFile(ctx context.Context, b *blob.Bucket, dir, rel string, to store) error {
	key := filepath.ToSlash(rel)
	err := retry(ctx, func() error {
		f, err := os.Open(filepath.Join(dir, rel))
		if err != nil {
			return err
		}
		defer f.Close()
		given, cancel := context.WithCancel(ctx)
		defer cancel() // before Close it discards what was sent
		options := blob.WriterOptions{BufferSize: partSize, MaxConcurrency: 2, ContentType: contentType(key)}
		w, err := b.NewWriter(given, key, &options)
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, f); err != nil {
			cancel()
			return errors.Join(err, w.Close())
		}
		return w.Close()
	})
	if err != nil {
		return fmt.Errorf("%s: %.200q: %w", to, key, err)
	}
	return nil
}

// contentType is what a browser is told of a file of a report; "" for the others, of which the
// store finds it out.
func contentType(key string) string {
	switch path.Ext(key) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".md":
		return "text/markdown; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json":
		return "application/json"
	case ".parquet":
		return "application/vnd.apache.parquet"
	}
	return ""
}
