// Package tie finds out which files of several parts of one reading have to be put together again, because they have something
// in common: a unit, a database, a folder, or a link that their format declares, such as a job. Parts are lots of one reading,
// or datasets that are merged.
package tie
