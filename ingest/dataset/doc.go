// Package dataset stores tables as Parquet in a folder that engines read as they are:
//
//	manifest.json
//	table=runs/system=kahn/month=2026-04/part-9f2c….parquet
//	set-aside/part-41d0….parquet
//
// A part never changes: its name is the hash of its content. What is in the dataset
// is what manifest.json lists, which appears whole or not at all; so a writer that is
// killed leaves nothing but parts that nobody lists, and the next one sweeps them
// away. Writers wait for each other at a lock; readers need none.
//
// A part is read only after its hash was checked, since a flipped bit can read as
// another number. What is damaged is reported, and set aside by the next writer.
package dataset
