package report

// Section is one part of the page, in reading order. A renderer prints its title,
// its conclusion and its blocks, and never reorders them.
type Section struct {
	ID     string // stable anchor, [a-z-]
	Title  string
	Lead   []string // the conclusion, whole sentences
	Blocks []Block
}

// Block is one thing in a section: exactly one field is set.
type Block struct {
	Title string // small heading above it; may be empty
	Text  []string
	Chart *Chart
	Table *Table
	Terms []Term // definitions, folded away
	Fold  bool   // folded away until asked for
}

// Term is a definition: what a number means.
type Term struct {
	Name, Means string
}
