package sqlite

import "fmt"

// insert reads the rows of an INSERT statement.
func (d *dump) insert() {
	d.next()
	if d.word("OR") {
		d.next()
	}
	line := d.tok.line
	if !d.word("INTO") {
		d.skip()
		return
	}
	name := d.name()
	if name == "" {
		d.skip()
		return
	}
	if d.word("AS") {
		d.next()
	}
	t := d.table(name)
	if d.is('(') {
		listed := &Table{Name: t.Name, Columns: d.list()}
		if t.Columns == nil {
			t.Columns = listed.Columns
		}
		t = listed
	}
	if !d.want(t.Name) {
		d.skip()
		return
	}
	if !d.word("VALUES") {
		d.fault(line, "rows of "+t.Name+" that are not written out")
		d.skip()
		return
	}
	for d.is('(') && !d.done {
		d.row(t)
		if !d.mark(',') {
			break
		}
	}
	d.skip()
}

// list reads the column names of an INSERT.
func (d *dump) list() (names []string) {
	d.next()
	for d.tok.kind != ending && !d.mark(')') {
		n := d.name()
		if n == "" {
			d.next()
			continue
		}
		names = append(names, n)
		_ = d.mark(',')
	}
	return names
}

// row reads one row of literals. One that cannot be read is passed over as a whole.
func (d *dump) row(t *Table) {
	line := d.tok.line
	d.next()
	d.open = 1
	d.values = d.values[:0]
	for {
		v, err := d.value(0)
		if d.tok.kind == ending || err != nil && d.torn {
			return // the end of the statement will be missed
		}
		if err == nil && !d.is(',') && !d.is(')') {
			err = errNoLiteral
		}
		if err != nil {
			d.fault(line, fmt.Sprintf("a row of %s: %v", t.Name, err))
			d.leave()
			return
		}
		d.values = append(d.values, v)
		if d.mark(')') {
			break
		}
		d.next()
	}
	switch {
	case len(t.Columns) == 0:
		d.fault(line, "a row of "+t.Name+": nothing in the text names its columns")
	case len(d.values) != len(t.Columns):
		d.fault(line, fmt.Sprintf("a row of %s: %d values for %d columns", t.Name, len(d.values), len(t.Columns)))
	default:
		d.done = !d.yield(Row{Table: t, Line: line, values: d.values}, nil)
	}
}

// leave moves behind the parenthesis that closes the row, or to the end of its
// statement where there is none.
func (d *dump) leave() {
	for d.tok.kind != ending && !d.is(';') {
		if d.is('(') {
			d.open++
		} else if d.is(')') {
			if d.open--; d.open <= 0 {
				d.next()
				return
			}
		}
		d.next()
	}
}
