package ownlog

import (
	"io"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

const system = "own-log"

// System is every log of one's own.
var System = &record.System{
	Name: system, Title: "a log of one's own, by a mapping in runreport.yaml",
	Formats: []*record.Format{format},
	Codes:   []*record.Code{noColumn, badRow, noTime, negative},
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var format = base(func(io.Reader, *record.File) error { return nil })

func base(read func(io.Reader, *record.File) error) *record.Format {
	return &record.Format{
		Name: "own-log", Ledger: "mapped", System: system, Title: "rows of CSV or JSON lines, which a mapping names",
		Container: record.Stream, Kinds: []*record.Kind{row}, TimeKey: "started",
		Is: func(*source.Head) bool { return false }, ReadStream: read,
	}
}

// Format is the format of the files that the mapping is for.
func (m *Mapping) Format() *record.Format { return base(m.read) }

var (
	noColumn = &record.Code{Name: "mapped_column_missing", Severity: record.Error,
		Means: "a column that the mapping names and the file does not have",
		Do:    "correct the mapping in runreport.yaml, or the writer; the rows are read without it"}
	badRow = &record.Code{Name: "bad_mapped_row", Severity: record.Error,
		Means: "a row that cannot be read: quotes that do not match, another number of columns than the header has, or no JSON object",
		Do:    "look at the line; the rows around it were read"}
	noTime = &record.Code{Name: "own_log_without_time", Severity: record.Warning,
		Means: "a run of a log of one's own without any time",
		Do:    "it belongs to no run date; map a column to started"}
	negative = &record.Code{Name: "own_log_negative_duration", Severity: record.Warning,
		Means: "a duration below zero in a log of one's own",
		Do:    "it counts as not stated; look at the clock of the writer"}
)

var row = (&record.Kind{Name: "row", Table: "attempts", Doc: "a row of the log: one attempt at a step, or a run where no column is for the step", Fields: []record.Field{
	{Key: "run", Type: record.String, Doc: "the run; where no column is for it, each file is a run"},
	{Key: "subject", Type: record.String, Doc: "what the run works on; the name of the mapping where no column is for it"},
	{Key: "variant", Type: record.String, Doc: "what tells runs of one subject apart, as a branch"},
	{Key: "version", Type: record.String, Doc: "version or commit of what is run"},
	{Key: "runner", Type: record.String, Doc: "the program that ran it"},
	{Key: "step", Type: record.String, Column: "step", Doc: "the step"},
	{Key: "attempt", Type: record.Int, Range: record.AttemptNumber, Column: "attempt", Doc: "number of the attempt, from 1"},
	{Key: "result", Type: record.String, Column: "status", Doc: "how it ended, in the words of the log"},
	{Key: "word", Type: record.String, Column: "result", Doc: "what that word means; not a column of the log"},
	{Key: "kind", Type: record.String, Doc: "what a step is, as the mapping says; not a column of the log"},
	{Key: "started", Type: record.Time, Column: "started_at", Doc: "when it started"},
	{Key: "ended", Type: record.Time, Column: "ended_at", Doc: "when it ended"},
	{Key: "duration", Type: record.Float, Range: record.Seconds, Column: "duration_s", Doc: "how long it took, in the mapping's unit"},
	{Key: "error", Type: record.String, Column: "error", Doc: "what went wrong"},
	{Key: "model", Type: record.String, Column: "model", Doc: "language model"},
	{Key: "tokens", Type: record.Int, Range: record.Tokens, Column: "tokens", Doc: "tokens used"},
	{Key: "cost", Type: record.Float, Range: record.Dollars, Column: "cost_usd", Doc: "cost, US dollars"},
	{Key: "score", Type: record.Float, Range: record.Score, Doc: "a number that says how good it is; in scores and checks"},
}, Sample: `{"run":"n-17","step":"checkout","result":"ok","started":"2026-05-01T10:00:00Z","duration":12.5}`}).Compile()
