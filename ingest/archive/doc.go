// Package archive reads zips and tars as trees of files.
//
// What an archive is, its first bytes say; its name only that it may be one. A zip and
// a plain tar are read where they lie. A compressed tar cannot be read from its middle:
// those of its members that somebody wants are compressed again, each on its own, into a
// temporary file that has no name, about as large as the archive. Nothing is ever
// unpacked under a name that an archive gives.
//
// An archive is not trusted. How many members it has, how long their names are and how
// much comes out of it are limited; what a limit leaves out is one of its Notes. The
// limit on what comes out is source.Room of the archive's size, for all of its members
// together. A member that is compressed itself has a share of as much again, so that
// what archives in archives hold does not multiply.
package archive
