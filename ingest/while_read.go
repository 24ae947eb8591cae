package ingest

import "runreport/ingest/record"

// whileRead puts units of a file together while it is read or restored; nothing does where both are nil.
type whileRead struct {
	units    *fileSealer
	segments *segmenter
}

// whileDecoded does so with a file that is decoded from now on.
func (o Options) whileDecoded(f *record.File, c *cleaner) whileRead {
	w := whileRead{o.sealer.forFile(f, c), o.lots.segments(f, c)}
	w.segments.store()
	return w
}

// whileRestored does so with a file that is restored from now on.
func (o Options) whileRestored(f *record.File) whileRead {
	return whileRead{o.sealer.forStored(f), o.lots.segments(f, nil)}
}

// giveUp has nothing of it count: the file is read in another way.
func (w whileRead) giveUp() {
	w.units.giveUp()
	w.segments.giveUp()
}

// finish puts together what is left when the file was read to its end. again says that nothing of it counts, and that
// the file has to be read again to be put together as a whole.
func (w whileRead) finish() (again bool) {
	w.units.finish()
	return !w.segments.finish()
}
