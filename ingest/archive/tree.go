package archive

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"time"
)

// The largest archive: how many files and folders, how long their names, in bytes, and
// how long any one of them.
const (
	maxEntries = 1 << 19
	maxNames   = 64 << 20
	maxName    = 4096
)

// tree is the members of an archive by their names.
type tree struct {
	files   map[string]*Member
	folders map[string][]string // names of what lies directly in each, sorted
	taken   map[string]int      // how many members came to a name, while they are added
	names   int                 // bytes of all names
	bytes   int64               // of all files, unpacked
}

// add puts a member under its name. Of two that the archive calls the same the later
// one counts, as when it is unpacked. It is false where the archive has too many.
func (a *Archive) add(raw string, m *Member) bool {
	name, odd := clean(raw)
	if len(a.files) >= maxEntries || a.names+len(name) > maxNames {
		a.note(TooLarge, fmt.Sprintf("%d members with %d bytes of names, and more", len(a.files), a.names), fmt.Sprintf("at most %d members with %d bytes of names", maxEntries, maxNames))
		return false
	}
	if name == "" || len(name) > maxName {
		a.note(TooLarge, fmt.Sprintf("a name of %d bytes", len(name)), fmt.Sprintf("1 to %d bytes", maxName))
		return true
	}
	if m.Size < 0 || m.Size > a.room-a.bytes {
		a.note(TooLarge, "a member that is larger than what may still come out: "+name, fmt.Sprintf("at most %d bytes of all members together", a.room))
		return true
	}
	if odd != "" {
		a.note(OddName, fmt.Sprintf("%s: %.120q", odd, raw), "a name below the archive, as a file in a folder has one")
	}
	m.of, m.raw = a, path.Clean(raw)
	if have := a.files[name]; have != nil && have.raw != m.raw {
		a.taken[name]++
		name = numbered(name, 1+a.taken[name])
	}
	if have := a.files[name]; have != nil {
		a.note(Twice, "a member whose name a later one has too: "+name, "each name once")
		a.bytes -= have.Size
	} else {
		a.names += len(name)
	}
	m.at = name
	a.files[name] = m
	a.bytes += m.Size
	return true
}

// finish makes the folders, when all members are known.
func (a *Archive) finish() {
	a.taken = nil
	a.folders = map[string][]string{".": nil}
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		if len(a.files)+len(a.folders) > maxEntries {
			a.leave(name, TooLarge, "a file beyond all that are read: ", fmt.Sprintf("at most %d files and folders", maxEntries))
			continue
		}
		a.enter(name)
	}
	for dir := range a.folders {
		slices.Sort(a.folders[dir])
		a.folders[dir] = slices.Compact(a.folders[dir])
	}
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		if _, both := a.folders[name]; both {
			a.leave(name, Twice, "a file that has the name of a folder: ", "each name once")
		}
	}
}

// leave leaves out a file.
func (a *Archive) leave(name string, sort Kind, seen, expected string) {
	a.note(sort, seen+name, expected)
	a.bytes -= a.files[name].Size
	delete(a.files, name)
}

// enter lists the name in its folder, and the folder in its own.
func (t *tree) enter(name string) {
	for {
		dir := path.Dir(name)
		_, known := t.folders[dir]
		t.folders[dir] = append(t.folders[dir], path.Base(name))
		if known {
			return
		}
		name = dir
	}
}

// Member is the file of that name; nil where there is none.
func (t *tree) Member(name string) *Member { return t.files[name] }

// Open implements fs.FS.
func (a *Archive) Open(name string) (fs.File, error) {
	info, err := a.Stat(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if info.IsDir() {
		list, _ := a.ReadDir(name) // it was just found
		return &folder{info: info.(entry), rest: list}, nil
	}
	rc, err := a.files[name].Open()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &file{rc, info}, nil
}

// Stat implements fs.StatFS.
func (a *Archive) Stat(name string) (fs.FileInfo, error) {
	e := entry{name: path.Base(name), at: a.Modified}
	if m := a.files[name]; m != nil {
		e.size, e.mode = m.Size, m.mode
		return e, nil
	}
	if _, ok := a.folders[name]; !ok {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	e.mode = fs.ModeDir | 0o555
	return e, nil
}

// ReadDir implements fs.ReadDirFS.
func (a *Archive) ReadDir(name string) ([]fs.DirEntry, error) {
	names, ok := a.folders[name]
	if !ok {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	list := make([]fs.DirEntry, 0, len(names))
	for _, n := range names {
		info, err := a.Stat(path.Join(name, n))
		if err != nil {
			return nil, err
		}
		list = append(list, fs.FileInfoToDirEntry(info))
	}
	return list, nil
}

// entry is a file or a folder of an archive.
type entry struct {
	name string
	size int64
	mode fs.FileMode
	at   time.Time
}

func (e entry) Name() string       { return e.name }
func (e entry) Size() int64        { return e.size }
func (e entry) Mode() fs.FileMode  { return e.mode }
func (e entry) ModTime() time.Time { return e.at }
func (e entry) IsDir() bool        { return e.mode.IsDir() }
func (e entry) Sys() any           { return nil }

// file is an open member.
type file struct {
	io.ReadCloser
	info fs.FileInfo
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }

// folder is an open folder.
type folder struct {
	info entry
	rest []fs.DirEntry
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *folder) Close() error               { return nil }
func (f *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.info.name, Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 || n > len(f.rest) {
		if n > 0 && len(f.rest) == 0 {
			return nil, io.EOF
		}
		n = len(f.rest)
	}
	list := f.rest[:n]
	f.rest = f.rest[n:]
	return list, nil
}
