package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
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
	room := fileRooms.Get().(*[]byte)
	defer fileRooms.Put(room)
	b, err := p.read(root, p.Path, room)
	if err != nil {
		return part, err
	}
	return decodePart(p.place(), b, of)
}

// fileRooms are memory for one file after the other.
var fileRooms = sync.Pool{New: func() any { return new([]byte) }}

// check finds damage in the part's file without having all of it in memory: a history has several times as many
// bytes of logs, which are only checked, as of tables. root is the dataset's folder.
func (p Part) check(root *os.Root) error {
	f, _, err := openFile(root, p.Path, maxPart)
	if err != nil {
		return withoutPath(err)
	}
	defer f.Close()
	room := checkRooms.Get().(*[checkedAtOnce]byte)
	defer checkRooms.Put(room)
	sum, told := p.hash()
	for in := io.LimitReader(f, maxPart); ; { // it may grow meanwhile
		n, err := in.Read(room[:])
		sum.Write(room[:n]) // a hash takes all
		if err == io.EOF {
			return told(sum)
		}
		if err != nil {
			return withoutPath(err)
		}
	}
}

// checkRooms are memory for a piece of a file, which is still near the processor when it is hashed.
var checkRooms = sync.Pool{New: func() any { return new([checkedAtOnce]byte) }}

const checkedAtOnce = 256 << 10

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

// verify finds damage in the part's file.
func (p Part) verify(b []byte) error {
	sum, told := p.hash()
	sum.Write(b) // a hash takes all
	return told(sum)
}

// hash is a hash for the bytes of the part's file, and told what says whether it is the one in the manifest then. XXH3
// finds damage as surely as SHA-256, and ten times as fast: neither protects against somebody who changes
// the manifest with it.
func (p Part) hash() (sum hash.Hash, told func(hash.Hash) error) {
	name, want := "XXH3", p.XXH3
	if want == "" { // an earlier program wrote it
		name, want, sum = "SHA-256", p.SHA256, sha256.New()
	} else {
		sum = xxh3.New128()
	}
	return sum, func(sum hash.Hash) error {
		if got := hex.EncodeToString(sum.Sum(nil)); got != want {
			return fmt.Errorf("its %s is %s, the manifest says %s", name, got, want)
		}
		return nil
	}
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

// openFile opens a plain file of at most so many bytes, and says how many it has; anything else could hang, also
// when it is opened, unless that does not wait.
func openFile(root *os.Root, name string, most int64) (f *os.File, size int, err error) {
	f, err = root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s: not a plain file", path.Base(name))
	case info.Size() > most:
		err = fmt.Errorf("%s: %d bytes, at most %d are read", path.Base(name), info.Size(), most)
	default:
		return f, int(info.Size()), nil
	}
	return nil, 0, errors.Join(err, f.Close())
}

// readFile reads a plain file of at most so many bytes into the room, or a larger one.
func readFile(root *os.Root, name string, most int64, room *[]byte) ([]byte, error) {
	f, size, err := openFile(root, name, most)
	if err != nil {
		return nil, err
	}
	defer f.Close()
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
