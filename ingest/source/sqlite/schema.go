package sqlite

import (
	"errors"
	"strings"
)

// entry is one line of the schema: a table, an index, a view, a trigger.
type entry struct {
	kind, name, sql string
	root            int64 // page where its rows begin; 0: it has none of its own
}

// readTables lists the ordinary tables. An entry only counts as one when its own text
// declares a table of that name, and when nothing else in the schema goes by the
// name: a view in a table's place would run whatever it pleases.
func (db *DB) readTables() error {
	entries, fault := db.schema()
	claims := map[string]int{}
	for _, e := range entries {
		if _, name := declared(e.sql); name != "" {
			claims[strings.ToLower(name)]++
		}
	}
	for _, e := range entries {
		what, name := declared(e.sql)
		if e.kind != "table" || what != "TABLE" || name != e.name || e.root < 2 || claims[strings.ToLower(name)] != 1 {
			continue
		}
		if strings.HasPrefix(name, "sqlite_") {
			continue
		}
		columns, err := db.columns(name)
		if err != nil || len(columns) == 0 {
			fault = errors.Join(fault, err)
			continue
		}
		db.tables = append(db.tables, &Table{Name: name, Columns: columns})
	}
	if len(db.tables) == 0 {
		return errors.Join(fault, db.damage)
	}
	if db.damage == nil {
		db.damage = fault
	}
	return nil
}

func (db *DB) schema() (entries []entry, err error) {
	err = db.ask("SELECT type, name, sql, rootpage FROM main.sqlite_schema NOT INDEXED", 4, func(v []any) error {
		var e entry
		e.kind, _ = v[0].(string)
		e.name, _ = v[1].(string)
		e.sql, _ = v[2].(string)
		e.root, _ = v[3].(int64)
		entries = append(entries, e)
		return nil
	})
	return entries, err
}

// columns are the stored columns of a table, without computed ones.
func (db *DB) columns(table string) (names []string, err error) {
	const name, hidden, all = 1, 6, 7
	err = db.ask("PRAGMA main.table_xinfo("+identifier(table)+")", all, func(v []any) error {
		if n, ok := v[name].(string); ok && v[hidden] == int64(0) {
			names = append(names, n)
		}
		return nil
	})
	return names, err
}

// declared is what a CREATE statement makes, in capitals, and the name that it gives
// it; "" where it is no such statement.
func declared(sql string) (what, name string) {
	l := newLexer([]byte(sql))
	if !l.word("CREATE") {
		return "", ""
	}
	_ = l.word("TEMP") || l.word("TEMPORARY") || l.word("UNIQUE")
	what = strings.ToUpper(string(l.tok.text))
	l.next()
	if what == "VIRTUAL" {
		l.next()
	}
	if l.word("IF") {
		l.next()
		l.next()
	}
	return what, l.name()
}

func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
