// Package ingest finds logs below the given paths and in the archives there, recognises
// and decodes them in parallel, puts together what belongs together and writes it into
// the tables.
//
// The order of everything is the order of paths and lines: the number of workers
// and the order of the arguments never show in the result. A file that cannot be
// read, a line that makes no sense and a file that nobody claims are findings;
// none of them stops the others.
package ingest
