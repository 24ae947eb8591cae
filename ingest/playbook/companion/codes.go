package companion

import "runreport/ingest/record"

// What the documents beside a log say.
var (
	companionCut = &record.Code{
		Name:     "companion_cut",
		Severity: record.Warning,
		Means:    "a part of a document that was not read for its size or shape",
		Do:       "shorten the document",
	}
	companionFailed = &record.Code{
		Name:     "companion_unparsed",
		Severity: record.Error,
		Means:    "a document that could not be parsed",
		Do:       "look at the document; the log beside it was read",
	}
	bugTwice = &record.Code{
		Name:     "bug_listed_twice",
		Severity: record.Warning,
		Means:    "a bug with two headings in BUGS.md",
		Do:       "it is counted once",
	}
)

// Codes are the findings about companion documents.
var Codes = []*record.Code{
	companionCut,
	companionFailed,
	bugTwice,
}
