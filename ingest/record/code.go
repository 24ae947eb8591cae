package record

// Severity says what a reader should do about a finding.
type Severity string

// The severities, most urgent first.
const (
	Act  Severity = "act"  // something is lost or contradicts itself
	Look Severity = "look" // a number may mean something else than it seems to
	Know Severity = "know" // a deviation that changes no number
)

// Code is one sort of finding. It is declared once and never renamed.
type Code struct {
	Name     string
	Severity Severity
	Means    string // what it says about the log
	Do       string // what to do about it
}

// The findings that any format can have.
var (
	badLine      = &Code{"bad_line", Act, "a line in the middle of a log that cannot be read", "look at the line; the records around it were read"}
	tornLine     = &Code{"torn_line", Look, "the last line is cut off", "its writer was stopped while it wrote; the lines before it were read"}
	longLine     = &Code{"line_too_long", Act, "a line longer than 64 MiB", "shorten what the writer puts into one record"}
	dupKey       = &Code{"duplicate_key", Act, "an object that gives one key twice, so that readers disagree about its value", "repair the writer; the record was left out"}
	badDoc       = &Code{"broken_document", Act, "a document that cannot be read to its end", "look for an earlier copy or a backup of it"}
	brokenText   = &Code{"invalid_utf8", Know, "bytes that are not UTF-8, shown as replacement characters", "none needed for the numbers"}
	byteMark     = &Code{"byte_order_mark", Know, "a byte order mark before the first line", "none needed"}
	carriage     = &Code{"crlf", Know, "lines that end with a carriage return", "none needed"}
	missingField = &Code{"missing_field", Look, "a field that the format requires is absent", "what depends on it is n/a"}
	badValue     = &Code{"bad_value", Look, "a value of another type or form than the format says", "read as far as it can be without guessing; the value stays in events.extra"}
	unknownValue = &Code{"unknown_value", Look, "a value outside the format's list", "kept as written and counted under its own name"}
	spelling     = &Code{"spelling", Know, "a listed value in another spelling", "counted as the listed one"}
	synonym      = &Code{"synonym", Know, "a field under another name than the documented one", "read as the documented one"}
	unknownKind  = &Code{"unknown_kind", Know, "a kind of record that the format does not define", "kept in events"}
	undocumented = &Code{"undocumented_kind", Know, "a kind of record that real logs have and the format's document does not", "read and counted"}
	repeated     = &Code{"repeated_record", Know, "a record that was written before, word for word", "counted once"}
	diverged     = &Code{"snapshot_diverged", Look, "two snapshots of one log that differ where they should be alike", "the longer one counts; look at both"}
	tooMany      = &Code{"more_findings", Know, "further findings of this file are counted, not listed", "repair the ones that are listed first"}
)

// Codes are the findings that any format can have.
func Codes() []*Code {
	return []*Code{badLine, tornLine, longLine, dupKey, badDoc, brokenText, byteMark, carriage,
		missingField, badValue, unknownValue, spelling, synonym, unknownKind, undocumented,
		repeated, diverged, tooMany}
}
