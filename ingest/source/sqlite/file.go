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

	"modernc.org/sqlite"
)

const magic = "SQLite format 3\x00"

// Is reports whether a file that begins with these bytes is a database.
func Is(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// DB is an open database file.
type DB struct {
	path    string    // of the file that was named
	copied  string    // folder of the private copy, "" where the file itself is read
	at      footprint // of the file when it was opened
	size    int64     // bytes of everything that is read
	damage  error
	conn    driver.QueryerContext
	closing io.Closer
	tables  []*Table
}

// Open opens the database file at path and reads what tables it has. A file that is
// no database, or whose list of tables cannot be read, is an error; a file that is
// only damaged further on is not, and Damage tells of it.
func Open(path string) (*DB, error) {
	db := &DB{path: path}
	if err := db.open(); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// OpenPrivate is Open for a file in a folder that the database owns from then on and
// removes when it is closed, also where it cannot be opened.
func OpenPrivate(path string) (*DB, error) {
	db := &DB{path: path, copied: filepath.Dir(path)}
	if err := db.open(); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

func (db *DB) open() (err error) {
	// The library works on memory of its own. Should a hostile file lead it astray,
	// that is a fault of this file and no end of the program.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if db.path, err = filepath.Abs(db.path); err != nil {
		return err
	}
	real := db.path
	how := "mode=ro&immutable=1"
	if db.copied == "" {
		if db.at, err = footprintOf(db.path); err != nil {
			return err
		}
		beside, err := besideOf(db.path)
		if err != nil {
			return err
		}
		if len(beside) > 0 {
			if err := db.copy(beside); err != nil {
				return err
			}
			// The copy is ours: its log and journal may be worked in.
			real, how = filepath.Join(db.copied, copyName), "mode=rw&_pragma=locking_mode(exclusive)"
		}
	}
	if db.size, db.damage, err = measure(real); err != nil {
		return err
	}
	if db.copied != "" && how != "mode=ro&immutable=1" {
		db.damage = nil // the header is older than the log
		for _, ending := range endings {
			if info, err := os.Stat(real + ending); err == nil {
				db.size += info.Size()
			}
		}
	}
	if err := db.connect(real, how); err != nil {
		return err
	}
	return db.readTables()
}

// connect opens the one connection. The schema is never trusted, and errors in it do
// not hide the tables that it describes well: writable_schema stands for that, and
// nothing is written all the same.
func (db *DB) connect(real, how string) error {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(real), RawQuery: how +
		"&_dqs=0&_error_rc=1&_pragma=query_only(1)&_pragma=trusted_schema(0)&_pragma=writable_schema(1)" +
		"&_pragma=cell_size_check(1)&_pragma=mmap_size(0)&_pragma=temp_store(memory)"}
	c, err := sqlite.NewConnector(u.String())
	if err != nil {
		return errors.New("it cannot be opened") // the library's words name the path
	}
	conn, err := c.Connect(context.Background())
	if err != nil {
		return plain(err)
	}
	db.closing = conn
	q, ok := conn.(driver.QueryerContext)
	if !ok {
		return errors.New("the library cannot be asked")
	}
	db.conn = q
	return nil
}

// Close gives the file back and removes what was copied. It may be called more than
// once.
func (db *DB) Close() {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	if db.closing != nil {
		_ = db.closing.Close() // nothing was written
		db.closing, db.conn = nil, nil
	}
	if db.copied != "" {
		_ = os.RemoveAll(db.copied) // what is left of it lies where temporary files do
		db.copied = ""
	}
}

// Tables are the ordinary tables of the database, in the order in which they were
// made.
func (db *DB) Tables() []*Table { return db.tables }

// Damage says that the file is shorter than it says itself; nil where it is whole.
func (db *DB) Damage() error { return db.damage }

// Changed reports whether the file is another one than when it was opened, so that
// its rows may be of two minds.
func (db *DB) Changed() bool {
	if db.at == (footprint{}) || db.copied != "" {
		return false
	}
	now, err := footprintOf(db.path)
	return err != nil || now != db.at
}

// measure reads the header: how long the file is and whether that is all of it.
func measure(path string) (size int64, damage, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, nil, err
	}
	size = info.Size()
	var head [100]byte
	if n, err := io.ReadFull(f, head[:]); err != nil {
		return size, nil, fmt.Errorf("cut off in its header, after %d bytes", n)
	}
	if !Is(head[:]) {
		return size, nil, errors.New("not a database")
	}
	page := int64(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 65536
	}
	pages := int64(binary.BigEndian.Uint32(head[28:]))
	// The number of pages is only good where the last writer kept it.
	kept := binary.BigEndian.Uint32(head[24:]) == binary.BigEndian.Uint32(head[92:])
	if kept && page > 0 && pages*page > size {
		damage = fmt.Errorf("cut off: %d of %d bytes", size, pages*page)
	}
	return size, damage, nil
}

// plain is an error of the library without the system's own words, which may name a
// path.
func plain(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	if words := sqlite.ErrorCodeString[e.Code()&0xff]; words != "" {
		return fmt.Errorf("%s (%d)", words, e.Code())
	}
	return fmt.Errorf("SQLite error %d", e.Code())
}
