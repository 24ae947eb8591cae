package record

import "runreport/ingest/table"

// Code is one sort of finding.
type Code = table.Code

// The severities, most urgent first.
const (
	Error   = table.Error
	Warning = table.Warning
	Info    = table.Info
)

// The findings that any format can have.
var (
	badLine = &Code{
		Name:     "bad_line",
		Severity: Error,
		Means:    "a line in the middle of a log that cannot be read",
		Do:       "look at the line; the records around it were read",
	}
	tornLine = &Code{
		Name:     "torn_line",
		Severity: Warning,
		Means:    "the last line is cut off, or the last object of several lines",
		Do:       "its writer was stopped while it wrote; the lines before it were read",
	}
	otherFormat = &Code{
		Name:     "other_format",
		Severity: Warning,
		Means:    "a line of another format in a log",
		Do:       "it is in no number; give each program a log of its own",
	}
	wrappedLine = &Code{
		Name:     "wrapped_line",
		Severity: Info,
		Means:    "a record with something around it on its line, as the prefix of a container's log or the comma of an array",
		Do:       "none needed; the record was read without it",
	}
	notLines = &Code{
		Name:     "objects_not_lines",
		Severity: Info,
		Means:    "objects that do not stand one a line: several on a line, or one on several lines",
		Do:       "none needed; each was read as a record. Of several on a line each counts as a line; of one on several lines the first counts, and the others are ignored",
	}
	longLine = &Code{
		Name:     "line_too_long",
		Severity: Error,
		Means:    "a line longer than 64 MiB",
		Do:       "shorten what the writer puts into one record",
	}
	dupKey = &Code{
		Name:     "duplicate_key",
		Severity: Error,
		Means:    "an object that gives one key twice, so that readers disagree about its value",
		Do:       "repair the writer; the record was left out",
	}
	badDoc = &Code{
		Name:     "broken_document",
		Severity: Error,
		Means:    "a document that cannot be read to its end",
		Do:       "look for an earlier copy or a backup of it",
	}
	badRow = &Code{
		Name:     "bad_row",
		Severity: Error,
		Means:    "a row of SQL text that cannot be read",
		Do:       "look at the statement; the rows around it were read",
	}
	dbChanged = &Code{
		Name:     "changed_while_read",
		Severity: Error,
		Means:    "a database that somebody wrote to while it was read",
		Do:       "read a copy of it; some rows may be of before and some of after",
	}
	tablesLeft = &Code{
		Name:     "tables_not_read",
		Severity: Info,
		Means:    "tables of a database that hold nothing about runs",
		Do:       "none needed; they are excluded from all numbers",
	}
	brokenText = &Code{
		Name:     "invalid_utf8",
		Severity: Info,
		Means:    "bytes that are not UTF-8, shown as replacement characters",
		Do:       "none needed where they stand in a text; a key or a kind with such bytes is a damaged_name",
	}
	byteMark = &Code{
		Name:     "byte_order_mark",
		Severity: Info,
		Means:    "a byte order mark before the first line",
		Do:       "none needed",
	}
	otherCoding = &Code{
		Name:     "text_encoding",
		Severity: Info,
		Means:    "text in another encoding than UTF-8, as UTF-16, read as UTF-8",
		Do:       "none needed; a redirect of Windows PowerShell writes UTF-16",
	}
	bareReturn = &Code{
		Name:     "bare_carriage_return",
		Severity: Info,
		Means:    "lines that end with a carriage return alone",
		Do:       "none needed; they count as lines",
	}
	nulBytes = &Code{
		Name:     "nul_bytes",
		Severity: Error,
		Means:    "NUL bytes where text should be",
		Do:       "a power cut or a full disk leaves them; what they replaced is lost, so run it again",
	}
	noNumber = &Code{
		Name:     "not_a_number",
		Severity: Info,
		Means:    "NaN or Infinity, which JSON does not have",
		Do:       "none needed; the value counts as absent",
	}
	carriage = &Code{
		Name:     "crlf",
		Severity: Info,
		Means:    "lines that end with a carriage return",
		Do:       "none needed",
	}
	missingField = &Code{
		Name:     "missing_field",
		Severity: Warning,
		Means:    "a field that the format requires is absent",
		Do:       "what depends on it is n/a",
	}
	badValue = &Code{
		Name:     "bad_value",
		Severity: Warning,
		Means:    "a value of another type or form than the format says",
		Do:       "read as far as it can be without guessing; the value stays in events.extra",
	}
	unknownValue = &Code{
		Name:     "unknown_value",
		Severity: Warning,
		Means:    "a value outside the format's list",
		Do:       "kept as written and counted under its own name; where it says how something ended, the result is unknown",
	}
	spelling = &Code{
		Name:     "spelling",
		Severity: Info,
		Means:    "a listed value in another spelling",
		Do:       "counted as the listed one",
	}
	synonym = &Code{
		Name:     "synonym",
		Severity: Info,
		Means:    "a field under another name than the documented one",
		Do:       "read as the documented one",
	}
	unknownKind = &Code{
		Name:     "unknown_kind",
		Severity: Info,
		Means:    "a kind of record that the format does not define",
		Do:       "kept in events",
	}
	undocumented = &Code{
		Name:     "undocumented_kind",
		Severity: Info,
		Means:    "a kind of record that real logs have and the format's document does not",
		Do:       "read and counted",
	}
	repeated = &Code{
		Name:     "repeated_record",
		Severity: Info,
		Means:    "a record that was written before, word for word",
		Do:       "counted once",
	}
	diverged = &Code{
		Name:     "snapshot_diverged",
		Severity: Warning,
		Means:    "two snapshots of one log that differ where they should be alike",
		Do:       "the longer one counts; look at both",
	}
	outOfRange = &Code{
		Name:     "out_of_range",
		Severity: Warning,
		Means:    "a number beyond what its field can mean",
		Do:       "not used, as if it were absent; it stays in events.extra; repair the writer",
	}
	badTime = &Code{
		Name:     "implausible_time",
		Severity: Warning,
		Means:    "a time at which the log cannot have been written: before 2000, after 2199, or more than 366 days from the other times of its unit, or later than all other files",
		Do:       "not used: it is in no duration and is no one's latest event; look at the clock of the machine",
	}
	// NoZone is shared by the formats whose writers leave out the zone of a time.
	NoZone = &Code{
		Name:     "time_without_zone",
		Severity: Info,
		Means:    "a time without a zone, read as UTC",
		Do:       "have the writer state the zone; the run may belong to the run date before or after",
	}
	// OutOfOrder is shared by the systems whose records carry times.
	OutOfOrder = &Code{
		Name:     "out_of_order_ts",
		Severity: Warning,
		Means:    "time that goes back from one record to the next",
		Do:       "file order counts; durations across the step are left out where they are negative",
	}
	tooMany = &Code{
		Name:     "more_findings",
		Severity: Info,
		Means:    "further findings of this file are counted, not listed",
		Do:       "repair the ones that are listed first",
	}
)

// Codes are the findings that any format can have.
func Codes() []*Code {
	return []*Code{badLine, tornLine, otherFormat, wrappedLine, notLines, longLine, dupKey, badDoc, badRow, dbChanged, tablesLeft, brokenText, byteMark,
		otherCoding, bareReturn, nulBytes, noNumber, carriage,
		missingField, badValue, unknownValue, unknownWord, spelling, synonym, damagedName, unknownKind, undocumented,
		repeated, diverged, outOfRange, badTime, NoZone, LongDuration, OutOfOrder, tooMany}
}
