package table

// Logs is one row per log file, or per piece of a long one or by which one has grown, with everything
// that was read from it: what a later build needs to put logs together again without
// reading them. It is stored beside the tables of a Set and is none of them.
type Logs struct {
	Rows
	Path        String  `col:"path" doc:"path below the argument it was found under"`
	Format      String  `col:"format" doc:"the format that claimed it; null: nobody did"`
	Group       String  `col:"group" doc:"the folder whose latest event is the cut-off time of its open work"`
	Compression String  `col:"compression" doc:"gzip or zstd; null: none"`
	Link        String  `col:"link" doc:"of a link, the path that is read in its place; null: it is none"`
	Build       Int     `col:"build" doc:"number of the build that read it; a later row of the same path goes on where the earlier one stops, or replaces it"`
	From        Int     `col:"from_byte" doc:"where the piece begins, bytes; with 0 all rows of earlier builds are replaced"`
	Bytes       Int     `col:"bytes" doc:"size of the file, bytes, up to the end of the piece; of a compressed one about that"`
	SHA256      String  `col:"sha256" doc:"SHA-256 of the file up to the end of the piece, hexadecimal; goes on: the same build read on behind it"`
	Modified    Int     `col:"modified_ns" doc:"time of change, nanoseconds since 1970; null where it was too fresh to tell a later change by"`
	Whole       Bool    `col:"whole_lines" doc:"the piece ends with a line's end, so that the file can be read on behind its last piece"`
	Lines       Int     `col:"lines" doc:"lines of the piece"`
	Blank       Int     `col:"blank" doc:"empty lines of the piece"`
	Ignored     Int     `col:"ignored" doc:"ordinary log lines between events of the piece, and lines on which an object goes on"`
	Rejected    Int     `col:"rejected" doc:"lines or records of the piece that could not be read"`
	LastAt      Time    `col:"last_at" doc:"latest time of its records"`
	Labels      Strings `col:"labels" doc:"labels of the build that read it, as name=value; null: none were given"`
	Redacted    Bool    `col:"redacted" doc:"secrets were taken out"`
	Dropped     Bool    `col:"dropped" doc:"retention has taken its records out; the row is there so that it is not read again"`
	Records     Bytes   `col:"records" doc:"the records, as this program alone reads them"`
	Findings    Bytes   `col:"findings" doc:"the deviations that were met while reading, as this program alone reads them"`
}

// LogsName is the name of the table of logs.
const LogsName = "logs"

// Named is the table with its name.
func (l *Logs) Named() Named {
	return Named{LogsName, "one row per log file, or per piece of a long one or by which one has grown, with what was read from it", l}
}
