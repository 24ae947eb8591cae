package promptfoo

import (
	"bytes"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

const system = "promptfoo"

// System is promptfoo.
var System = &record.System{
	Name: system, Title: "promptfoo, tests of prompts",
	Formats: []*record.Format{format},
	Codes:   []*record.Code{sums, noRow},
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var format = &record.Format{
	Name: "promptfoo-results", Ledger: "promptfoo", System: system, Title: "results of an eval",
	Container: record.Document, Kinds: []*record.Kind{evalKind, rowKind}, Private: true, NaN: true,
	Is: isResults, Read: read,
}

// isResults goes by the id of the eval, else by what stands in a row of results.
func isResults(h *source.Head) bool {
	raw := bytes.TrimLeft(h.Doc["results"], " \t\r\n")
	if !bytes.HasPrefix(raw, []byte("{")) {
		return false
	}
	if h.Doc.Has("evalId") {
		return true
	}
	return bytes.Contains(raw, []byte(`"results"`)) && (bytes.Contains(raw, []byte(`"gradingResult"`)) ||
		bytes.Contains(raw, []byte(`"success"`)) && bytes.Contains(raw, []byte(`"provider"`)))
}

// reasonWords are failureReason.
var reasonWords = record.Vocabulary{
	"0": {Result: table.Passed},
	"1": {Result: table.Failed},
	"2": {Result: table.Failed, Cause: table.CauseInfrastructure},
}

// successWords are success.
var successWords = record.Vocabulary{
	"true":  {Result: table.Passed},
	"false": {Result: table.Failed},
	"null":  {Result: table.Unknown},
}

var vocabulary = []record.WordTable{
	{Where: "success of a row", Means: successWords},
	{Where: "failureReason of a row", Means: reasonWords},
}

var (
	sums = &record.Code{
		Name:     "prompt_sums",
		Severity: record.Warning,
		Means:    "sums of an eval of prompts that its rows do not come to",
		Do:       "the rows count; look at how the file was made",
	}
	noRow = &record.Code{
		Name:     "prompt_element",
		Severity: record.Warning,
		Means:    "an element of a list of rows that is none",
		Do:       "look at the file; the other rows were read",
	}
)
