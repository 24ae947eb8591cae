package archive

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"

	"runreport/ingest/source"
)

// maxInner is the largest archive inside an archive that is opened, in bytes: it is
// unpacked to be read.
const maxInner = 4 << 30

var (
	// ErrEmpty is a file without content, which is no archive and no damaged one.
	ErrEmpty = errors.New("an empty file")

	errChanged = errors.New("the archive was changed while it was read")
)

// Archive is a zip or a tar. Several goroutines may read its members.
type Archive struct {
	Kind     string    // "zip" or "tar"; "": it is neither, or an empty tar
	Notes    []Note    // what is wrong with it, each once, in the order in which it was met
	Size     int64     // bytes of the file
	Modified time.Time // when the file was changed; of an inner archive, the outer one's

	open       func() (*backing, error)
	outer      *Member // that it is; nil: a file of its own
	room       int64   // bytes that may come out of it
	compressed bool    // as a whole: it is read from its beginning
	tree

	mu     sync.Mutex
	file   *backing  // nil: closed
	packed *backing  // what members were packed into; nil: nothing was
	stream []*Member // of a tar in its order, those that are packed to be read
	held   int       // members that are going to be read
	busy   int       // members that are being read
}

// Open lists the members of the archive at path. The error is about the file;
// what is wrong inside is in Notes. ErrEmpty: there is nothing in it.
func Open(path string) (*Archive, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	a := &Archive{Modified: info.ModTime(), room: max(source.Room(info.Size()), info.Size())}
	a.open = func() (*backing, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		now, err := f.Stat()
		if err == nil && (now.Size() != info.Size() || !now.ModTime().Equal(info.ModTime())) {
			err = errChanged
		}
		if err != nil {
			_ = f.Close() // the fault above is what matters
			return nil, err
		}
		return &backing{File: f}, nil
	}
	return a, a.list()
}

// Archive opens the member as an archive, which is unpacked into a temporary file
// whenever it is read. It is as Open.
func (m *Member) Archive() (*Archive, error) {
	if m.Size > maxInner {
		return nil, fmt.Errorf("an archive of %d bytes in another: at most %d are unpacked", m.Size, int64(maxInner))
	}
	a := &Archive{Modified: m.of.Modified, outer: m, room: max(min(source.Room(m.Size), m.Room()), m.Size)}
	var cut error
	a.open = func() (*backing, error) {
		rc, err := m.Open()
		if err != nil {
			return nil, err
		}
		defer rc.Close()
		f, err := temporary()
		if err != nil {
			return nil, err
		}
		if _, cut = io.Copy(f, rc); ofDisk(cut) {
			_ = f.Close() // the fault above is what matters
			return nil, cut
		}
		return f, nil
	}
	err := a.list()
	if err == nil && cut != nil {
		a.note(Damaged, "in the archive around it: "+cut.Error(), "all of its bytes")
	}
	return a, err
}

// list finds out what the archive is and what it holds.
func (a *Archive) list() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.ensure(); err != nil {
		return err
	}
	defer a.settle()
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	if a.Size = info.Size(); a.Size == 0 {
		return ErrEmpty
	}
	head := make([]byte, 4)
	n, err := a.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	a.files, a.taken = map[string]*Member{}, map[string]int{}
	if IsZip(head[:n]) {
		err = a.listZip()
	} else {
		err = a.listTar()
	}
	a.finish()
	return err
}

// ensure opens the file. The lock is held.
func (a *Archive) ensure() (err error) {
	if a.file == nil {
		a.file, err = a.open()
	}
	return err
}

// settle closes what nobody needs any more. The lock is held.
func (a *Archive) settle() {
	if a.held == 0 {
		a.rest()
	}
}

// rest closes what is not being read. The lock is held.
func (a *Archive) rest() {
	if a.busy > 0 || a.file == nil {
		return
	}
	_ = a.file.Close() // it was only read, or is temporary
	a.file = nil
	if a.packed == nil {
		return
	}
	_ = a.packed.Close() // it is temporary
	a.packed = nil
	for _, m := range a.stream {
		if m != nil {
			m.pack = nil
		}
	}
}

// Rest closes the archive until a member is read again, though members are held.
func (a *Archive) Rest() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rest()
}

// ReadAt reads the file, which somebody keeps open.
func (a *Archive) ReadAt(p []byte, off int64) (int, error) { return a.file.ReadAt(p, off) }

// Kind is what a note is about.
type Kind uint8

// The sorts of notes.
const (
	Damaged  Kind = iota // it could not be read to its end
	TooLarge             // it holds more than is read
	OddName              // a member has a name that no file in a folder has
	Twice                // members share a name; the last of them counts
)

// Note is something that is wrong with an archive.
type Note struct {
	Kind           Kind
	Seen, Expected string
	Count          int64
}

// note notes a deviation, or counts it where the same was noted, which is up to the
// first colon of what was seen.
func (a *Archive) note(sort Kind, seen, expected string) {
	about, _, _ := strings.Cut(seen, ": ")
	for i := range a.Notes {
		if have, _, _ := strings.Cut(a.Notes[i].Seen, ": "); a.Notes[i].Kind == sort && have == about {
			a.Notes[i].Count++
			return
		}
	}
	a.Notes = append(a.Notes, Note{sort, seen, expected, 1})
}

// backing is a file that an archive is read from.
type backing struct {
	*os.File
	named bool // it is temporary and has a name to be removed
}

// temporary makes a file that goes when the program ends, however it ends, or, on
// systems that keep the name of an open file, when it is closed.
func temporary() (*backing, error) {
	f, err := os.CreateTemp("", "runreport-*")
	if err != nil {
		return nil, err
	}
	return &backing{f, os.Remove(f.Name()) != nil}, nil
}

func (b *backing) Close() error {
	err := b.File.Close()
	if b.named {
		err = errors.Join(err, os.Remove(b.Name()))
	}
	return err
}

// IsDamage reports whether an error of reading is about what an archive holds, not about
// the machine.
func IsDamage(err error) bool { return err != nil && !ofDisk(err) }

// ofDisk reports whether an error is of the machine rather than of what is read.
func ofDisk(err error) bool {
	var e *fs.PathError
	return errors.As(err, &e)
}
