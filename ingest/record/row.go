package record

import (
	"errors"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
)

// readTables reads a database into the file's records.
func readTables(f *File, in *source.Input) error {
	db, err := in.Database()
	if err != nil {
		f.Broken(0, err)
		return err
	}
	if err := db.Damage(); err != nil {
		f.Broken(0, err)
	}
	f.Format.ReadTables(db, f)
	if db.Changed() {
		f.Finding(dbChanged, 0, "", "the same size and time of change")
	}
	return nil
}

// AddRow adds a record of the named kind from a row of a database, as an object of
// column name to value. What a column cannot hold as it is, is taken for what it
// stands for: text for the object or array that it holds, 0 and 1 for truth values,
// and a time without a zone for UTC.
func (f *File) AddRow(name string, row jsontext.Value, line int64) *Record {
	members, broken, err := object(row)
	if err != nil {
		f.Broken(line, err)
		return nil
	}
	if broken {
		f.Finding(brokenText, line, "", "")
	}
	kind := Find(f.Format.Kinds, name)
	if kind == nil {
		kind = f.Format.Other
	}
	if kind != nil {
		for i, m := range members {
			at, _, ok := kind.keys.find(m.key)
			if !ok {
				continue
			}
			members[i].raw = fromColumn(kind.Fields[at].Type, m.raw)
			if !members[i].raw.IsValid(jsontext.AllowInvalidUTF8(true)) {
				f.Reject(dupKey, line, m.key+": "+f.Cut(unquote(m.raw), 80), "")
				return nil
			}
		}
	}
	return f.add(name, line, members, nil)
}

// fromColumn is what a column's value stands for.
func fromColumn(t Type, raw jsontext.Value) jsontext.Value {
	switch t {
	case Object, List, Strings, Any:
		if raw.Kind() != '"' {
			return raw
		}
		inner := jsontext.Value(unquote(raw))
		if k := inner.Kind(); (k == '{' || k == '[') && inner.IsValid(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) {
			return inner
		}
	case Bool:
		switch string(raw) {
		case "0":
			return jsontext.Value("false")
		case "1":
			return jsontext.Value("true")
		}
	case Time:
		if raw.Kind() != '"' {
			return raw
		}
		if at, _, ok := ParseTime(unquote(raw)); ok {
			return jsontext.Value(at.Format(`"` + time.RFC3339Nano + `"`))
		}
	}
	return raw
}

// BrokenRow rejects a row of a database that could not be read, or all that follow
// where the database is damaged.
func BrokenRow(f *File, err error) {
	var fault *sqlite.Fault
	if errors.As(err, &fault) {
		f.Reject(badRow, fault.Line, fault.What, "literals, one for each column")
		return
	}
	f.Broken(0, err)
}

// LeftTables says which tables of a database were not read.
func LeftTables(f *File, names []string) {
	if len(names) > 0 {
		f.Finding(tablesLeft, 0, f.Cut(strings.Join(names, ", "), 200), "")
	}
}
