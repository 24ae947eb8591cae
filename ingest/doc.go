// Package ingest finds logs below the given paths and in the archives there, recognises
// and decodes them in parallel, puts together what belongs together and writes it into
// the tables.
//
// A unit is decoded, sealed and in rows while other files are still being read:
//
//	decode   records of a file                    record.File.Decode, a few thousand at a time
//	seal     units that ended, from these records fileSealer, then the records are let go
//	rows     a batch of tables                    sealer, a record stands in for each unit
//	settle   units that go on elsewhere           unsealed: their files are read again
//	fill     all units in their order, with names chunks, whose rows are joined
//
// Only formats that declare how their units are told apart are sealed (record.Seal); of the
// others, and of units about which there is anything to decide, records are kept to the end.
//
// The order of everything is the order of paths and lines: the number of workers
// and the order of the arguments never show in the result. A file that cannot be
// read, a line that makes no sense and a file that nobody claims are findings;
// none of them stops the others.
package ingest
