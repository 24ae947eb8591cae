package ingest

import (
	"runreport/ingest/clean"
	"runreport/ingest/record"
)

// The findings about whole files.
var (
	cannotRead = &record.Code{
		Name:     "unreadable",
		Severity: record.Error,
		Means:    "a file that could not be read, or not to its end",
		Do:       "repair or remove it; nothing of what is missing is in the numbers",
	}
	linkLeft = &record.Code{
		Name:     "link_not_followed",
		Severity: record.Warning,
		Means:    "a link was left alone",
		Do:       "name its target on the command line to have it read; the target of a link in an archive is read where it lies",
	}
	emptyFile = &record.Code{
		Name:     "empty_file",
		Severity: record.Info,
		Means:    "a file without content",
		Do:       "its writer may have been stopped at once",
	}
	noFormat = &record.Code{
		Name:     "unknown_format",
		Severity: record.Warning,
		Means:    "a file that looks like a log and that no format claims",
		Do:       "if it is a log of one of the systems, its first lines may be damaged; nothing of it is in the numbers",
	}
	ownReport = &record.Code{
		Name:     "own_report",
		Severity: record.Info,
		Means:    "a report that this program wrote, which lies among the logs",
		Do:       "none needed; it is excluded from all numbers",
	}
	noRecord = &record.Code{
		Name:     "log_without_records",
		Severity: record.Error,
		Means:    "a log of which nothing could be read",
		Do:       "repair or remove it; nothing of it is in the numbers",
	}
	foreignDatabase = &record.Code{
		Name:     "foreign_database",
		Severity: record.Info,
		Means:    "an SQLite database that no format claims",
		Do:       "none needed; if it is one of the systems', look at what became of its tables",
	}
	decoder = &record.Code{
		Name:     "decoder_failed",
		Severity: record.Error,
		Means:    "this program failed on the file",
		Do:       "report it with the file; nothing of it is in the numbers",
	}
	oddName = &record.Code{
		Name:     "odd_file_name",
		Severity: record.Info,
		Means:    "a file whose name is not UTF-8",
		Do:       "none needed; it was read, and is shown under a name in which %XX stands for each such byte",
	}
	leftOut = &record.Code{
		Name:     "older_than_since",
		Severity: record.Info,
		Means:    "units that ended before --since",
		Do:       "none needed; they are in the table events only",
	}

	ownCodes = []*record.Code{cannotRead, linkLeft, emptyFile, noFormat, ownReport, noRecord, foreignDatabase, oddName, decoder, archiveDamaged, archiveLimit, archiveNested, archiveTwice, archiveName, leftOut, clean.Redacted, damagedPart, replaced, outdated, pastRetention, shardMissing}
)
