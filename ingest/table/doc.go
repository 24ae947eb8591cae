// Package table is the first waist of runreport: every fact that was read from a
// log, as typed columns that Apache Arrow arrays wrap. It is the only package
// that imports Arrow.
//
// A column is stated once: a struct field whose tag gives its name and meaning.
// Joining, sealing, the Arrow schema, the exports and the printed reference all
// follow from the field.
//
//	DurationS Float `col:"duration_s" doc:"wall time of the attempt, seconds"`
//
// Rows are added in file order by one builder per goroutine and builders are
// joined in path order, so the number of workers never shows in the result.
// A value that a log does not give is null, never zero.
package table
