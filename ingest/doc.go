// Package ingest finds logs below the given paths and in the archives there, recognises
// and decodes them in parallel, puts together what belongs together and writes it into
// the tables.
//
// A unit is decoded, sealed and in rows while other files are still being read:
//
//	decode   records of a file                    record.File.Decode, a few thousand at a time
//	seal     units that ended, from these records fileSealer, then the records are let go
//	rows     a batch of tables                    sealer, a record stands in for each unit
//	settle   units that go on elsewhere           unsealed: their lines are read again
//	fill     all units in their order, with names chunks, whose rows are joined
//
// That is for formats that declare how their units are told apart (record.Seal), which seals the
// units of one large log while it is read. Files of all others are put together lot by lot:
//
//	lots     files beside each other, all read    lots, cut in the order of paths
//	seal     their units, their links, the rows   lot, then the records are let go
//	ties     files with links to another lot      tie.Ties, by the links that lots noted
//	rejoin   these files, read again              a lot of their own
//
// Units about which there is anything to decide are put together with all others at the end. Files that merged parts have in
// common are put together in lots too.
//
// A long log of a format that says where such a log may be cut (record.Segmenter) is a lot of its own:
//
//	segments of it follow each other              segmenter, while it is read or restored
//	blocks   of segments: units, links, rows      segmentBlock, then the records are let go
//	whole    if two blocks share a link           the log is read again, as a file of a lot
//
// The order of everything is the order of paths and lines: the number of workers
// and the order of the arguments never show in the result. A file that cannot be
// read, a line that makes no sense and a file that nobody claims are findings;
// none of them stops the others.
package ingest
