package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"gocloud.dev/blob"
)

// schemes are the stores that are known.
var schemes = []string{"s3", "gs", "azblob", "file"}

// store is a bucket and what the keys in it begin with.
type store struct {
	bucket string // URL of the bucket, with the settings of the driver
	prefix string // "" or ends with a slash
	shown  string // without settings, which may hold what nobody else should see
}

func isStore(arg string) bool {
	scheme, _, ok := strings.Cut(arg, "://")
	return ok && slices.Contains(schemes, scheme)
}

// parseStore reads a URL, as s3://bucket/nightly/logs?region=eu-west-1. A file:// URL is a
// folder, which is made where it is written.
func parseStore(text string) (store, error) {
	u, err := url.Parse(text)
	if err != nil {
		return store{}, errors.New("a URL that cannot be read") // the text may hold a key
	}
	shown := u.Scheme + "://" + u.Host + u.Path
	if u.Scheme == "file" {
		q := u.Query()
		q.Set("create_dir", "true")
		q.Set("no_tmp_dir", "true")
		q.Set("metadata", "skip")
		u.RawQuery = q.Encode()
		return store{bucket: u.String(), shown: strings.TrimSuffix(shown, "/")}, nil
	}
	if u.Host == "" {
		return store{}, fmt.Errorf("%s names no bucket", shown)
	}
	prefix := strings.Trim(u.Path, "/")
	if prefix != "" {
		prefix += "/"
	}
	u.Path = ""
	return store{bucket: u.String(), prefix: prefix, shown: strings.TrimSuffix(shown, "/")}, nil
}

func (s store) String() string { return s.shown }

// name is the last name of the URL.
func (s store) name() string { return path.Base(strings.ReplaceAll(s.shown, "://", "/")) }

// open opens the bucket. Credentials come from the standard chain of each cloud.
func (s store) open(ctx context.Context) (*blob.Bucket, error) {
	b, err := blob.OpenBucket(ctx, s.bucket)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s, err)
	}
	if s.prefix != "" {
		b = blob.PrefixedBucket(b, s.prefix)
	}
	return b, nil
}

// listPage is how many keys one request lists.
const listPage = 1000

// list calls do for every object, a page at a time, so that memory does not grow with them.
func (s store) list(ctx context.Context, b *blob.Bucket, do func(*blob.ListObject) error) error {
	for token := blob.FirstPageToken; token != nil; {
		var page []*blob.ListObject
		var next []byte
		err := retry(ctx, func() (err error) {
			page, next, err = b.ListPage(ctx, token, listPage, nil)
			return err
		})
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: listing: %w", s, err)
		}
		for _, o := range page {
			if err := do(o); err != nil {
				return err
			}
		}
		token = next
		if len(token) == 0 {
			return nil
		}
	}
	return nil
}
