package ingest

import (
	"runreport/ingest/clean"
	"runreport/ingest/record"
)

// incremental puts units of one file together while the file is read or restored. It does nothing if both fields are nil.
type incremental struct {
	units    *fileSealer
	segments *segmenter
}

// decoding prepares for a file that is about to be decoded. Its secrets are removed by c.
func (o Options) decoding(f *record.File, c *clean.Cleaner) incremental {
	i := incremental{o.sealer.forFile(f, c), o.lots.segments(f, c)}
	i.segments.store()
	return i
}

// restoring prepares for a file that is about to be restored from a history.
func (o Options) restoring(f *record.File) incremental {
	return incremental{o.sealer.forStored(f), o.lots.segments(f, nil)}
}

// giveUp discards all results: the file is read in another way.
func (i incremental) giveUp() {
	i.units.giveUp()
	i.segments.giveUp()
}

// finish puts the rest together after the file was read to its end. If again is true, all results are discarded, and the
// caller has to read the file again and put it together as a whole.
func (i incremental) finish() (again bool) {
	i.units.finish()
	return !i.segments.finish()
}
