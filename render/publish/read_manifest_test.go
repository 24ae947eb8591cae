package publish

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
)

// odd is a file system of one file that says of itself what it is told to say.
type odd struct {
	fstest.MapFS
	size          int64
	statErr, read error
}

// oddInfo has a size of its own.
type oddInfo struct {
	fs.FileInfo
	size int64
}

func (i oddInfo) Size() int64 { return i.size }

func (o odd) Lstat(name string) (fs.FileInfo, error) {
	info, err := o.MapFS.Lstat(name)
	return oddInfo{info, o.size}, errors.Join(err, o.statErr)
}

func (o odd) ReadFile(name string) ([]byte, error) {
	content, err := o.MapFS.ReadFile(name)
	return content, errors.Join(err, o.read)
}

// A manifest is read up to its largest size, and what cannot be read is an error, and no folder without
// a manifest.
func TestManifestsThatCannotBeRead(t *testing.T) {
	full := errors.New("input/output error")
	for _, c := range []struct {
		name string
		size int64
		mode fs.FileMode
		stat error
		read error
		ok   bool
	}{
		{"a small one", 10, 0, nil, nil, true},
		{"the largest", maxManifest, 0, nil, nil, true},
		{"a byte more", maxManifest + 1, 0, nil, nil, false},
		{"a pipe", 10, fs.ModeNamedPipe, nil, nil, false},
		{"one that cannot be looked at", 10, 0, full, nil, false},
		{"one that cannot be read", 10, 0, nil, full, false},
	} {
		files := fstest.MapFS{ManifestName: {Data: []byte(`{"schema":"` + manifestSchema + `","files":[]}`), Mode: c.mode}}
		m, err := ReadManifest(odd{files, c.size, c.stat, c.read}, ManifestName)
		if (err == nil) != c.ok || (m != nil) != c.ok {
			t.Errorf("%s: %v, %v", c.name, m, err)
		}
		if (c.stat != nil || c.read != nil) && !errors.Is(err, full) {
			t.Errorf("%s: %v does not say why", c.name, err)
		}
	}
}
