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
	"sync"
	"syscall"

	"github.com/zeebo/xxh3"

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
func readPart(root *os.Root, p Part, of func(column string) bool) (part table.Partition, err error) {
	err = p.borrow(root, func(b []byte) error {
		part, err = decodePart(p.place(), b, of)
		return err
	})
	return part, err
}

// borrow calls do with the part's file, whose bytes are those of another one after it. root is the
// dataset's folder.
func (p Part) borrow(root *os.Root, do func(b []byte) error) error {
	room := fileRooms.Get().(*[]byte)
	defer fileRooms.Put(room)
	b, err := p.read(root, p.Path, room)
	if err != nil {
		return err
	}
	return do(b)
}

// fileRooms are memory for one file after the other: a history has several times as many bytes of logs,
// which are only checked, as of tables.
var fileRooms = sync.Pool{New: func() any { return new([]byte) }}

// bytes is the part's file. root is the folder in the dataset that is told.
func (p Part) bytes(root *os.Root, folder string) ([]byte, error) {
	return p.read(root, strings.TrimPrefix(p.Path, folder+"/"), new([]byte))
}

// read is the part's file, which lies there in the folder, when it is the one that was written.
func (p Part) read(root *os.Root, name string, room *[]byte) ([]byte, error) {
	b, err := readFile(root, name, maxPart, room)
	if err != nil {
		return nil, withoutPath(err)
	}
	return b, p.verify(b)
}

// verify finds damage in the part's file. XXH3 finds it as surely as SHA-256, and ten times as fast: neither
// protects against somebody who changes the manifest with it.
func (p Part) verify(b []byte) error {
	if p.XXH3 != "" {
		if sum := xxh3.Hash128(b).Bytes(); hex.EncodeToString(sum[:]) != p.XXH3 {
			return fmt.Errorf("its XXH3 is %x, the manifest says %s", sum, p.XXH3)
		}
		return nil
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != p.SHA256 { // an earlier program wrote it
		return fmt.Errorf("its SHA-256 is %x, the manifest says %s", sum, p.SHA256)
	}
	return nil
}

// hold says that the part's file has these bytes, whose SHA-256 is given.
func (p *Part) hold(b []byte, sum [sha256.Size]byte) {
	other := xxh3.Hash128(b).Bytes()
	p.Bytes, p.SHA256, p.XXH3 = len(b), hex.EncodeToString(sum[:]), hex.EncodeToString(other[:])
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

// readFile reads a plain file of at most so many bytes into the room, or a larger one; anything else could
// hang, also when it is opened, unless that does not wait.
func readFile(root *os.Root, name string, most int64, room *[]byte) ([]byte, error) {
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
	size := int(info.Size())
	if cap(*room) < size { // files of a kind are of about one size: the next may be a little longer
		*room = make([]byte, 0, size+size/16)
	}
	*room = (*room)[:size]
	_, err = io.ReadFull(f, *room)
	return *room, err
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
	of.Path = name
	of.hold(b, sum)
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
	b, err := readFile(root, name, maxPart, new([]byte))
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
	part := Part{Path: name, Schema: table.VersionOf(p.Name), Rows: p.Len(), First: first, Last: last, Content: hex.EncodeToString(content[:])}
	part.hold(b, sum)
	return part, nil
}
