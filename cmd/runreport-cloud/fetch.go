package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"

	"runreport/ingest"
)

// atOnce is how many objects are on their way at once.
const atOnce = 16

// fetch stores the objects of a URL in a folder; of shards, only what the shard needs. A URL
// without objects is an error: an empty report would be taken for a good one.
func fetch(ctx context.Context, from store, dir string, shards ingest.Shards) error {
	b, err := from.open(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	g, each := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	seen := 0
	err = from.list(each, b, func(o *blob.ListObject) error {
		if strings.HasSuffix(o.Key, "/") && o.Size == 0 {
			return nil // what consoles make for a folder
		}
		seen++
		if !filepath.IsLocal(filepath.FromSlash(o.Key)) || path.Clean(o.Key) != o.Key {
			return fmt.Errorf("%s: the key %.200q is no path of a file", from, o.Key)
		}
		if shards.Of > 1 && !shards.Needs(path.Join(from.name(), o.Key)) {
			return nil
		}
		g.Go(func() error {
			if err := fetchObject(each, b, o, root); err != nil {
				return fmt.Errorf("%s: %.200q: %w", from, o.Key, err)
			}
			return nil
		})
		return nil
	})
	if err := errors.Join(g.Wait(), err); err != nil {
		return err
	}
	if seen == 0 {
		return fmt.Errorf("%s: no objects", from)
	}
	return nil
}

// fetchObject stores an object, and does so again where its body was cut off.
func fetchObject(ctx context.Context, b *blob.Bucket, o *blob.ListObject, root *os.Root) error {
	name := filepath.FromSlash(o.Key)
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return retry(ctx, func() error {
		r, err := b.NewReader(ctx, o.Key, nil)
		if err != nil {
			return err
		}
		defer r.Close()
		f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return err
		}
		n, err := io.Copy(f, r)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		// An ETag tells nothing: of what is encrypted with a key of one's own it is no MD5.
		if n != r.Size() {
			return fmt.Errorf("%d of %d bytes came", n, r.Size())
		}
		return os.Chtimes(filepath.Join(root.Name(), name), o.ModTime, o.ModTime)
	})
}
