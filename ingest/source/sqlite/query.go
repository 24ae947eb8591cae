package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime/debug"
	"strings"
	"time"
)

// maxTime is how long the rows of one table may take. A file that was made to be
// slow is not read to its end.
const maxTime = 10 * time.Minute

var (
	errTooMuch = errors.New("more comes out of the database than a file of its size can hold")
	errTooSlow = fmt.Errorf("a table that takes longer than %s to read", maxTime)
	errText    = errors.New("a name that holds a NUL")
)

// Rows hands out the rows of one of the database's tables in the order in which they
// are stored, which is that of the row ids where the table has them. An error ends
// it; the rows before it are good.
func (db *DB) Rows(t *Table) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		err := db.ask(selection(t), len(t.Columns), func(values []any) error {
			if !yield(Row{Table: t, values: values}, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(Row{}, fmt.Errorf("table %s: %w", t.Name, err))
		}
	}
}

var errStop = errors.New("no more rows are wanted")

// selection asks for the columns by name. An index is not looked at, since it may
// say something else than the table. As an expression a value comes as it is
// stored, whatever the type of its column makes the library take it for, and one
// that is too long never reaches the memory.
func selection(t *Table) string {
	var b strings.Builder
	b.WriteString("SELECT ")
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteString(", ")
		}
		id := identifier(c)
		fmt.Fprintf(&b, "CASE WHEN octet_length(%s) > %d THEN '(' || octet_length(%s) || ' bytes left out)' ELSE %s END", id, MaxValue, id, id)
	}
	b.WriteString(" FROM main." + identifier(t.Name) + " NOT INDEXED")
	return b.String()
}

// ask runs a query of this package and hands out its rows, until yield returns an error. The
// values are only valid until the next row.
func (db *DB) ask(query string, columns int, yield func([]any) error) error {
	if strings.ContainsRune(query, 0) {
		return errText
	}
	q, ok := db.conn.(driver.QueryerContext)
	if !ok {
		return errors.New("the library takes no questions")
	}
	rows, err := q.QueryContext(context.Background(), query, nil)
	if err != nil {
		return plain(err)
	}
	defer rows.Close()
	// Pages that are cut to point at each other give the same rows over and over. A
	// row takes four bytes and more, and content stands in the file once, but for
	// the defaults of columns that came later.
	left, content := db.size/4+1000, 16*db.size+MaxValue
	deadline := time.Now().Add(maxTime)
	dest, values := make([]driver.Value, columns), make([]any, columns)
	for {
		err := rows.Next(dest)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return plain(err)
		}
		for i, v := range dest {
			values[i] = v
			content -= length(v)
		}
		if left--; left < 0 || content < 0 {
			return errTooMuch
		}
		if left%1024 == 0 && time.Now().After(deadline) {
			return errTooSlow
		}
		if err := yield(values); err != nil {
			return err
		}
	}
}

func length(v any) int64 {
	switch x := v.(type) {
	case string:
		return int64(len(x))
	case []byte:
		return int64(len(x))
	}
	return 8
}
