package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"

	"runreport/ingest/table"
)

// Damage is a part that could not be read.
type Damage struct {
	Path string // below the dataset
	Err  error
}

// maxPart is the largest part that is read, in bytes.
const maxPart = 4 << 30

// readPart reads a part after checking that it is the file that was written.
func readPart(root *os.Root, p Part) (table.Partition, error) {
	at, err := placeOf(p.Path)
	if err != nil {
		return table.Partition{}, err
	}
	b, err := readFile(root, p.Path)
	if err != nil {
		return table.Partition{}, err
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != p.SHA256 {
		return table.Partition{}, fmt.Errorf("its SHA-256 is %x, the manifest says %s", sum, p.SHA256)
	}
	return decodePart(at, b)
}

func decodePart(at place, b []byte) (table.Partition, error) {
	named, ok := table.Empty(at.table)
	if !ok {
		return table.Partition{}, fmt.Errorf("this program knows no table %q", at.table)
	}
	if err := named.Read(b); err != nil {
		return table.Partition{}, err
	}
	return table.Partition{Named: named, System: at.system, Month: at.month}, nil
}

// readFile reads a plain file; anything else could hang.
func readFile(root *os.Root, name string) ([]byte, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxPart {
		return nil, errors.New("not a plain file that can be read")
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, info.Size())
	_, err = io.ReadFull(f, b)
	return b, err
}

// writePart stores a partition and describes it.
func writePart(root *os.Root, p table.Partition, content, program string) (Part, error) {
	b, err := p.Encode()
	if err != nil {
		return Part{}, err
	}
	sum := sha256.Sum256(b)
	name, err := place{p.Name, p.System, p.Month}.path(sum)
	if err != nil {
		return Part{}, err
	}
	if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return Part{}, err
	}
	first, last := p.Span()
	return Part{Path: name, Schema: table.SchemaVersion, Program: program, Rows: p.Len(), Bytes: len(b),
		First: first, Last: last, SHA256: hex.EncodeToString(sum[:]), Content: content}, writeWhole(root, name, b)
}

// writeWhole writes a file aside, syncs it and puts it into its place.
func writeWhole(root *os.Root, name string, content []byte) error {
	aside := path.Join(path.Dir(name), unfinished+path.Base(name))
	f, err := root.Create(aside)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	if err := root.Rename(aside, name); err != nil {
		return err
	}
	return syncDir(root, path.Dir(name))
}

// unfinished is how the names of files begin that are being written.
const unfinished = ".unfinished-"

// syncDir makes a name last that was put into the folder.
func syncDir(root *os.Root, dir string) error {
	d, err := root.Open(dir)
	if err != nil {
		return err
	}
	// Some systems cannot sync a folder; the file itself is safe.
	_ = d.Sync()
	return d.Close()
}

// describe says what a part holds by the part alone.
func describe(root *os.Root, name string) (Part, error) {
	at, err := placeOf(name)
	if err != nil {
		return Part{}, err
	}
	b, err := readFile(root, name)
	if err != nil {
		return Part{}, err
	}
	sum := sha256.Sum256(b)
	p, err := decodePart(at, b)
	if err != nil {
		return Part{}, err
	}
	if own, err := at.path(sum); err != nil || own != name {
		return Part{}, errors.New("its content is not what its name says")
	}
	first, last := p.Span()
	content := p.Digest()
	return Part{Path: name, Schema: table.SchemaVersion, Rows: p.Len(), Bytes: len(b), First: first, Last: last,
		SHA256: hex.EncodeToString(sum[:]), Content: hex.EncodeToString(content[:])}, nil
}
