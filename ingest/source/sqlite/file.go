package sqlite

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"modernc.org/sqlite"
)

const magic = "SQLite format 3\x00"

// Is reports whether a file that begins with these bytes is a database.
func Is(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// The parameters with which a database is opened. The user's own file is only read, and no
// lock of another process is waited for. A private copy may be written to: what its journal
// or write-ahead log holds has to be merged into it.
const (
	readOnly  = "mode=ro&immutable=1"
	exclusive = "mode=rw&_pragma=locking_mode(exclusive)"
)

// DB is an open database file. It is for one goroutine.
type DB struct {
	private string     // folder of a private copy, "" where the file itself is read
	path    string     // of the file, where it is read itself
	at      footprints // of the file when it was opened
	size    int64      // bytes of everything that is read
	damage  error
	conn    driver.Conn
	tables  []*Table
}

// Open opens the database file at path and reads what tables it has. A file that is
// no database, or whose list of tables cannot be read, is an error; of one that is
// only cut off further on, Damage tells.
func Open(path string) (*DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	at, err := footprintsOf(path)
	if err != nil {
		return nil, err
	}
	h, err := headerOf(path)
	if err != nil {
		return nil, err
	}
	if !at.unfinished() && (!h.cut() || h.rest() == 0) {
		db := &DB{path: path, at: at}
		return db.open(path, readOnly)
	}
	dir, err := privateCopy(path)
	if err != nil {
		return nil, err
	}
	db := &DB{private: dir}
	if at.unfinished() {
		return db.open(filepath.Join(dir, copyName), exclusive)
	}
	return db.open(filepath.Join(dir, copyName), readOnly)
}

// Spool opens the database that the stream holds, from a private copy. beside opens
// what lies beside it under the same name with that ending; a nil reader where there is
// nothing. beside may be nil.
func Spool(r io.Reader, beside func(ending string) (io.ReadCloser, error)) (*DB, error) {
	dir, err := os.MkdirTemp("", tempPattern)
	if err != nil {
		return nil, err
	}
	db := &DB{private: dir}
	file := filepath.Join(dir, copyName)
	how, err := spool(file, r, beside)
	if err != nil {
		db.Close()
		return nil, err
	}
	return db.open(file, how)
}

func (db *DB) open(file, how string) (*DB, error) {
	// The library works on memory of its own. Should a hostile file lead it astray,
	// that is a fault of this one file and not the end of the program.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	err := db.measure(file)
	if err == nil {
		err = db.connect(file, how)
	}
	if err == nil {
		err = db.readTables()
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// connect opens the one connection. Nothing in the schema is trusted. Errors in it
// must not hide the tables that it describes well, which is all that writable_schema
// stands for: the connection only asks.
func (db *DB) connect(file, how string) error {
	c, err := sqlite.NewConnector(address(filepath.ToSlash(file), how+
		"&_dqs=0&_error_rc=1&_pragma=trusted_schema(0)&_pragma=writable_schema(1)&_pragma=cell_size_check(1)"+
		"&_pragma=mmap_size(0)&_pragma=temp_store(memory)&_pragma=query_only(1)"))
	if err != nil {
		return errors.New("its path cannot be written as an address") // the library's words name it
	}
	db.conn, err = c.Connect(context.Background())
	return plain(err)
}

// address is a path with slashes as the library wants it. Without a slash before it, it would take
// the drive of Windows for the name of a host, and open nothing.
//
//	C:/logs/state.db  file:///C:/logs/state.db?mode=ro
func address(path, parameters string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: parameters}
	return u.String()
}

// Close gives the file back and removes what was copied. It may be called more than
// once.
func (db *DB) Close() {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if db.conn != nil {
		_ = db.conn.Close() // nothing was written
		db.conn = nil
	}
	if db.private != "" {
		_ = os.RemoveAll(db.private) // what were left would lie among temporary files
		db.private = ""
	}
}

// Tables are the ordinary tables of the database, in the order in which they were
// made.
func (db *DB) Tables() []*Table { return db.tables }

// Damage says that the file is shorter than its own header says; nil where it is not.
func (db *DB) Damage() error { return db.damage }

// Changed reports whether somebody wrote to the file since it was opened, so that
// its rows may contradict each other.
func (db *DB) Changed() bool {
	if db.path == "" {
		return false
	}
	now, err := footprintsOf(db.path)
	return err != nil || now != db.at
}

// header is what a file says about its own length, and how long it is.
type header struct {
	size, page int64 // bytes of the file and of a page
	pages      int64 // 0 where it is not kept up to date
}

// rest is how much there is of a page that is not whole.
func (h header) rest() int64 { return h.size % max(1, h.page) }

// cut reports whether the file is shorter than it was.
func (h header) cut() bool {
	if h.pages > 0 {
		return h.pages*h.page > h.size
	}
	return h.rest() > 0
}

func headerOf(file string) (h header, err error) {
	f, err := os.Open(file)
	if err != nil {
		return h, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return h, err
	}
	var b [100]byte
	if n, err := io.ReadFull(f, b[:]); err != nil {
		return h, fmt.Errorf("a database that is cut off in its header, after %d bytes", n)
	}
	h = header{size: info.Size(), page: int64(binary.BigEndian.Uint16(b[16:]))}
	if h.page == 1 {
		h.page = 65536
	}
	if bytes.Equal(b[24:28], b[92:96]) { // the last writer counted the pages
		h.pages = int64(binary.BigEndian.Uint32(b[28:]))
	}
	return h, nil
}

// measure notes how much there is to read, and what is missing. What there is of a
// page that is not whole is cut off a private copy: the library would take what is
// missing for zeros, and make rows of them.
func (db *DB) measure(file string) error {
	h, err := headerOf(file)
	if err != nil {
		return err
	}
	db.size = h.size
	if beside, err := footprintsOf(file); err == nil && beside.unfinished() {
		db.size += beside[1].size + beside[2].size
		return nil // the header is older than what lies beside it
	}
	if !h.cut() {
		return nil
	}
	db.damage = fmt.Errorf("a database that is cut off after %d bytes", h.size)
	if db.private != "" && h.rest() > 0 {
		return os.Truncate(file, h.size-h.rest())
	}
	return nil
}

// plain is an error of the library without the system's own words, which may name a
// path of this machine.
func plain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	return fmt.Errorf("%s", sqlite.ErrorCodeString[e.Code()&0xff])
}
