package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsouza/fake-gcs-server/fakestorage"
)

// bucket is a store that a test looks into without the program's own way to it.
type bucket struct {
	at    func(prefix string) string // URL
	put   func(t *testing.T, key, content string)
	files func(t *testing.T, prefix string) map[string]string // content by key below the prefix
}

// filesOf are the files below a folder.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		all[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// folderStore is a bucket of file://.
func folderStore(t *testing.T) bucket {
	root := t.TempDir()
	return bucket{
		at: func(prefix string) string { return "file://" + filepath.ToSlash(filepath.Join(root, prefix)) },
		put: func(t *testing.T, key, content string) {
			path := filepath.Join(root, filepath.FromSlash(key))
			if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		files: func(t *testing.T, prefix string) map[string]string { return filesOf(t, filepath.Join(root, prefix)) },
	}
}

// googleStore is a bucket of gs:// on a server that imitates Google Cloud Storage.
func googleStore(t *testing.T) bucket {
	const host = "127.0.0.1"
	server, err := fakestorage.NewServerWithOptions(fakestorage.Options{Scheme: "http", Host: host, PublicHost: host})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	server.CreateBucketWithOpts(fakestorage.CreateBucketOpts{Name: "bucket"})
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(server.URL(), "http://"))
	return bucket{
		at: func(prefix string) string { return "gs://bucket/" + prefix },
		put: func(t *testing.T, key, content string) {
			attributes := fakestorage.ObjectAttrs{BucketName: "bucket", Name: key}
			server.CreateObject(fakestorage.Object{ObjectAttrs: attributes, Content: []byte(content)})
		},
		files: func(t *testing.T, prefix string) map[string]string {
			listed, err := server.ListObjectsWithOptionsPaginated("bucket", fakestorage.ListOptions{Prefix: prefix + "/"})
			if err != nil {
				t.Fatal(err)
			}
			all := map[string]string{}
			for _, o := range listed.Objects {
				object, err := server.GetObject("bucket", o.Name)
				if err != nil {
					t.Fatal(err)
				}
				all[strings.TrimPrefix(o.Name, prefix+"/")] = string(object.Content)
			}
			return all
		},
	}
}

// Parts, a dataset and a report that are read and written in a store are those of local
// folders, file by file and byte for byte.
func TestStoresGiveTheBytesOfFolders(t *testing.T) {
	if testing.Short() {
		t.Skip("-short leaves out what takes seconds")
	}
	t.Setenv("RUNREPORT", built)
	logs, local := filepath.Join("..", "..", "testdata", "demo"), t.TempDir()
	// way takes logs to a report; at names what lies under a prefix.
	way := func(t *testing.T, logs string, at func(prefix string) string) {
		t.Helper()
		merge := []string{"merge", "-o", at("dataset")}
		calls := [][]string{}
		for k := 1; k <= 2; k++ {
			part := at(fmt.Sprint("parts/", k))
			calls = append(calls, []string{"ingest", "--shard", fmt.Sprintf("%d/2", k), logs, "-o", part})
			merge = append(merge, part)
		}
		calls = append(calls, merge, []string{"build", "--format", "json", "--dataset", at("dataset"), "-o", at("report")})
		for _, args := range calls {
			if code, said := call(args...); code != 0 {
				t.Fatalf("%q: exit %d: %s", args, code, said)
			}
		}
	}
	way(t, logs, func(prefix string) string { return filepath.Join(local, filepath.FromSlash(prefix)) })
	for name, open := range map[string]func(*testing.T) bucket{"file": folderStore, "gs": googleStore} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			for key, content := range filesOf(t, logs) {
				b.put(t, "nightly/demo/"+key, content)
			}
			way(t, b.at("nightly/demo"), b.at)
			for _, prefix := range []string{"parts/1", "parts/2", "dataset", "report"} {
				want, got := filesOf(t, filepath.Join(local, filepath.FromSlash(prefix))), b.files(t, prefix)
				delete(want, ".lock")
				if len(want) == 0 {
					t.Errorf("%s: nothing was written locally", prefix)
				}
				for key, content := range want {
					if got[key] != content {
						t.Errorf("%s/%s: %d bytes, locally %d", prefix, key, len(got[key]), len(content))
					}
					delete(got, key)
				}
				for key := range got {
					t.Errorf("%s/%s is not there locally", prefix, key)
				}
			}
		})
	}
}
