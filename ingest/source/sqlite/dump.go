package sqlite

import (
	"iter"
	"slices"
	"strings"
)

// Fault is something in SQL text that cannot be read as rows.
type Fault struct {
	Line int64
	What string
}

func (f *Fault) Error() string { return f.What }

// dump is SQL text while it is read.
type dump struct {
	*lexer
	tables []*Table
	byName map[string]*Table
	want   func(table string) bool
	yield  func(Row, error) bool
	done   bool  // no more rows are wanted
	open   int   // parentheses that the row is in
	values []any // of the row
}

// Dump hands out the rows that the INSERT statements in the text make, of the tables
// that are wanted, in the order of the text. What is no literal is a *Fault in the
// place of its row, and so is an end in the midst of a statement; the reading goes
// on behind it.
func Dump(text []byte, want func(table string) bool) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		d := newDump(text)
		d.want, d.yield = want, yield
		d.statements()
	}
}

// dumpWords are those with which a dump or an export begins.
var dumpWords = []string{"PRAGMA", "BEGIN", "CREATE", "INSERT", "DROP", "DELETE"}

// DumpTables are the tables that the text makes or fills, as far as it goes, in the
// order in which it names them. nil where it does not begin like a dump or an export.
func DumpTables(text []byte) []*Table {
	first := lexer{text: text, line: 1} // of nearly all files nothing more is asked
	if first.next(); !slices.ContainsFunc(dumpWords, first.isWord) {
		return nil
	}
	d := newDump(text)
	d.want = func(string) bool { return false }
	d.yield = func(Row, error) bool { return true }
	d.statements()
	return d.tables
}

func newDump(text []byte) *dump {
	return &dump{lexer: newLexer(text), byName: map[string]*Table{}}
}

func (d *dump) statements() {
	for d.tok.kind != ending && !d.done {
		switch {
		case d.mark(';'):
		case d.isWord("INSERT") || d.isWord("REPLACE"):
			d.insert()
		case d.word("CREATE"):
			d.create()
		case d.word("ALTER"):
			d.alter()
		case d.isWord("ROLLBACK"):
			d.fault(d.tok.line, "the dump ends in ROLLBACK: its writer met errors and left rows out")
			d.skip()
		default:
			d.skip()
		}
	}
}

// skip moves behind the end of the statement. Of a text that is cut off before it,
// nothing can be said but that.
func (d *dump) skip() {
	line := d.tok.line
	for !d.is(';') {
		if d.tok.kind == ending {
			d.cut(line)
			return
		}
		d.next()
	}
	d.next()
}

func (d *dump) cut(line int64) {
	d.fault(line, "the text ends in the midst of this statement")
}

func (d *dump) fault(line int64, what string) {
	if !d.done && !d.yield(Row{}, &Fault{Line: line, What: what}) {
		d.done = true
	}
}

// table is the table of that name, noted when it is first met.
func (d *dump) table(name string) *Table {
	key := strings.ToLower(name)
	t := d.byName[key]
	if t == nil {
		t = &Table{Name: name}
		d.byName[key] = t
		d.tables = append(d.tables, t)
	}
	return t
}

// create reads the columns of a CREATE TABLE, and passes over everything else that
// is made: of a trigger up to its own END, since there are statements in it.
func (d *dump) create() {
	_ = d.word("TEMP") || d.word("TEMPORARY")
	if d.word("TRIGGER") {
		d.block()
		return
	}
	if !d.word("TABLE") {
		d.skip()
		return
	}
	if d.word("IF") {
		d.next()
		d.next()
	}
	name := d.name()
	if name != "" && d.mark('(') {
		d.table(name).Columns = d.columns()
	}
	d.skip()
}

func (d *dump) block() {
	line, depth, begun := d.tok.line, 0, false
	for d.tok.kind != ending {
		switch {
		case d.isWord("BEGIN"), d.isWord("CASE"):
			depth++
			begun = begun || d.isWord("BEGIN")
		case d.isWord("END"):
			depth--
		case d.is(';') && begun && depth <= 0:
			d.next()
			return
		}
		d.next()
	}
	d.cut(line)
}

// columns reads the names of the columns up to the closing parenthesis. Constraints
// of the table are none, and a dump does not write computed columns.
func (d *dump) columns() (names []string) {
	for d.tok.kind != ending && !d.is(')') {
		constraint := slices.ContainsFunc([]string{"CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"}, d.isWord)
		name, computed := d.name(), false
		for depth := 0; d.tok.kind != ending; d.next() {
			if depth == 0 && (d.is(',') || d.is(')')) {
				break
			}
			if d.is('(') {
				depth++
			} else if d.is(')') {
				depth--
			}
			computed = computed || depth == 0 && d.isWord("AS")
		}
		if name != "" && !constraint && !computed {
			names = append(names, name)
		}
		if !d.mark(',') && !d.is(')') {
			break
		}
	}
	return names
}

// alter notes a column that is added.
func (d *dump) alter() {
	if d.word("TABLE") {
		name := d.name()
		if name != "" && d.word("ADD") {
			_ = d.word("COLUMN")
			if c := d.name(); c != "" {
				t := d.table(name)
				t.Columns = append(t.Columns, c)
			}
		}
	}
	d.skip()
}
