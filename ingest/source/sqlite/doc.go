// Package sqlite reads the rows of an SQLite database, from the file itself or from
// the SQL text that a dump or an export of it is. Both give the same rows.
//
// Neither is trusted. A file is opened for reading only and as one that does not
// change, so that nothing is written to it or beside it; one with a write-ahead log
// or a rollback journal is copied with it into a private folder, which is removed
// again. Only ordinary columns of ordinary tables are asked for, by their names and
// past every index: no view, trigger, virtual table or computed column of the file
// is ever run. How much comes out of a file is bounded by its size.
//
// SQL text is never run: the literals of its INSERT statements are read, in one
// pass, and everything else in it is passed over.
package sqlite
