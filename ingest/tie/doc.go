// Package tie finds out which files of several parts of one reading have to be put together again, because they have something
// in common: a unit, a database, a folder. Parts are lots of one reading, or datasets that are merged.
package tie
