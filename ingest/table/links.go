package table

// Links is what the merging of parts has to know about the files of a part: what became of
// each, by what it may belong together with files of other parts, and which units begin in it. A
// file has one row with its path, one for each of its names, and one for each key of its units.
type Links struct {
	Rows
	Path    String  `col:"path" doc:"path below the argument it was found under"`
	Bytes   Int     `col:"bytes" doc:"size of the file, bytes"`
	Link    String  `col:"link" doc:"of a link, the path that is read in its place; null: it is none"`
	Stored  String  `col:"stored" doc:"system and month of its row in the table logs, as kahn/2026-04"`
	Content Int     `col:"content" doc:"hash of what was read of the file"`
	Below   String  `col:"below" doc:"folder in whose listing its units look for other files"`
	Places  Strings `col:"places" doc:"systems and months of rows that are from the file, as kahn/2026-04"`
	Last    Int     `col:"last_ns" doc:"latest time of its units of three times or more, nanoseconds since 1970"`
	First   Int     `col:"first_ns" doc:"earliest time of its units of one or two times, nanoseconds since 1970"`
	Lone    Int     `col:"lone_ns" doc:"latest time of its units of one or two times, nanoseconds since 1970"`
	Name    Int     `col:"name" doc:"hash of a name that ties files together"`
	Value   Int     `col:"value" doc:"hash of its value: files of one name and different values are tied"`
	Unit    String  `col:"unit" doc:"key of a unit, or of one of its cycles, that begins in the file"`
	System  String  `col:"unit_system" doc:"the unit's system"`
	Order   Int     `col:"unit_order" doc:"number of the unit among those of its system, in the order in which they are put together"`
}

// LinksName is the name of the table of links.
const LinksName = "links"

// Named is the table with its name.
func (l *Links) Named() Named {
	return Named{LinksName, "one row per log file, per name that may tie it to files of other parts, and per key of its units", l}
}
