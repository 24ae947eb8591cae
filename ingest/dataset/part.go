package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"syscall"

	"runreport/ingest/table"
	"runreport/unit/disk"
)

// Damage is a part that could not be read.
type Damage struct {
	Path string // below the dataset
	Err  error
}

// maxPart is the largest part that is read or written, in bytes.
const maxPart = 1 << 30

// allColumns is what readPart reads of most parts.
func allColumns(string) bool { return true }

// readPart reads columns of a part after checking that it is the file that was written.
func readPart(root *os.Root, p Part, of func(column string) bool) (table.Partition, error) {
	b, err := p.bytes(root, ".")
	if err != nil {
		return table.Partition{}, err
	}
	return decodePart(p.place(), b, of)
}

// bytes is the part's file, when it is the one that was written. root is the dataset's folder,
// or the one in it that is told.
func (p Part) bytes(root *os.Root, folder string) ([]byte, error) {
	b, err := readFile(root, strings.TrimPrefix(p.Path, folder+"/"), maxPart)
	if err != nil {
		return nil, withoutPath(err)
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != p.SHA256 {
		return nil, fmt.Errorf("its SHA-256 is %x, the manifest says %s", sum, p.SHA256)
	}
	return b, nil
}

func decodePart(at Place, b []byte, of func(column string) bool) (table.Partition, error) {
	named, ok := table.Empty(at.Table)
	if !ok {
		return table.Partition{}, fmt.Errorf("this program knows no table %q", at.Table)
	}
	if err := named.ReadColumns(b, of); err != nil {
		return table.Partition{}, err
	}
	return table.Partition{Named: named, System: at.System, Month: at.Month}, nil
}

// readFile reads a plain file of at most so many bytes; anything else could hang, also when it is
// opened, unless that does not wait.
func readFile(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a plain file", path.Base(name))
	}
	if info.Size() > most {
		return nil, fmt.Errorf("%s: %d bytes, at most %d are read", path.Base(name), info.Size(), most)
	}
	b := make([]byte, info.Size())
	_, err = io.ReadFull(f, b)
	return b, err
}

// write stores a partition and describes it. What can be made again from the rest is
// not waited for until it is on the disk: should the power fail, its hash tells.
func (d *Dataset) write(p table.Partition, content, program string) (Part, error) {
	b, err := p.Encode()
	if err != nil {
		return Part{}, err
	}
	if len(b) > maxPart {
		return Part{}, fmt.Errorf("%d bytes of one table, system and month: at most %d are stored", len(b), maxPart)
	}
	first, last := p.Span()
	return d.writeFile(d.root, ".", PlaceOf(p), b, Part{Schema: table.VersionOf(p.Name), Program: program, Rows: p.Len(),
		First: first, Last: last, Content: content})
}

// writeFile stores the file of a part of which all is known that does not follow from its bytes.
// in is the dataset's folder, or the one in it that is told.
func (d *Dataset) writeFile(in *disk.Folder, folder string, at Place, b []byte, of Part) (Part, error) {
	sum := sha256.Sum256(b)
	name, err := at.path(sum)
	if err != nil {
		return Part{}, err
	}
	dir := strings.TrimPrefix(path.Dir(name), folder+"/")
	if err := in.MkdirAll(dir, 0o777); err != nil {
		return Part{}, err
	}
	month, err := in.Within(dir)
	if err != nil {
		return Part{}, err
	}
	defer month.Close()
	of.Path, of.Bytes, of.SHA256 = name, len(b), hex.EncodeToString(sum[:])
	return of, writeWhole(month, path.Base(name), b, at.Table == d.table)
}

// writeWhole writes a file aside and puts it into its place; to the disk, where it has
// to last.
func writeWhole(root *disk.Folder, name string, content []byte, durable bool) error {
	aside := path.Join(path.Dir(name), unfinished+path.Base(name))
	f, err := root.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if durable {
		err = errors.Join(err, f.Sync())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := root.Rename(aside, name); err != nil || !durable {
		return err
	}
	root.SyncNames(path.Dir(name))
	return nil
}

// unfinished is how the names of files begin that are being written.
const unfinished = ".unfinished-"

// describe says what a part holds by the part alone.
func describe(root *os.Root, name string) (Part, error) {
	at, err := placeOf(name)
	if err != nil {
		return Part{}, err
	}
	b, err := readFile(root, name, maxPart)
	if err != nil {
		return Part{}, err
	}
	sum := sha256.Sum256(b)
	p, err := decodePart(at, b, allColumns)
	if err != nil {
		return Part{}, err
	}
	if own, err := at.path(sum); err != nil || own != name {
		return Part{}, errors.New("its content is not what its name says")
	}
	first, last := p.Span()
	content := p.Digest()
	return Part{Path: name, Schema: table.VersionOf(p.Name), Rows: p.Len(), Bytes: len(b), First: first, Last: last,
		SHA256: hex.EncodeToString(sum[:]), Content: hex.EncodeToString(content[:])}, nil
}
