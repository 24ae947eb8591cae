package record

// Segmenter cuts a log of many units into segments. It sees one record at a time, in the order of the file. A unit has all
// its records in one segment, unless two segments share a link (see [System.Links]), and the units of a segment
// are the same whether it is stitched alone or with the rest of the log.
type Segmenter interface {
	// Begins reports whether the record begins a segment. The first record of a log does.
	Begins(r *Record) bool
	// End says that no record follows.
	End()
	// Whole reports whether the log cannot be cut, for all that was seen of it.
	Whole() bool
}

// CountFates adds the fates of the records of a view to those of the file.
func CountFates(f, view *File) {
	for fate, n := range fates(view) {
		f.fates[fate] += n
	}
}
