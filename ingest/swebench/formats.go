package swebench

import (
	"bytes"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

const system = "swe-bench"

// System is SWE-bench.
var System = &record.System{
	Name: system, Title: "SWE-bench, agents that mend repositories",
	Formats: []*record.Format{instanceFormat, runFormat},
	Codes:   []*record.Code{sums, missing, resolvedDiffers},
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links, Below: below,
}

var instanceFormat = &record.Format{
	Name: "swe-bench-instance", Ledger: "swe-bench", System: system, Title: "report.json of instances",
	Container: record.Document, Kinds: []*record.Kind{instanceKind}, Private: true, NaN: true,
	Is: isInstance, Read: readInstances,
}

var runFormat = &record.Format{
	Name: "swe-bench-run", Ledger: "swe-bench", System: system, Title: "report of a run",
	Container: record.Document, Kinds: []*record.Kind{runKind}, Private: true, NaN: true,
	Is: func(h *source.Head) bool {
		switch {
		case h.Doc.HasAny("results", "runs"):
			return false
		case h.Doc.Has("total_instances"):
			return h.Doc.HasAny("resolved_ids", "resolved_instances", "submitted_instances")
		}
		return h.Doc.Has("resolved") && h.Doc.HasAny("no_generation", "no_logs") || h.Doc.Has("resolvedIds") && h.Doc.HasAny("score", "system")
	},
	Read: readRun,
}

// isInstance reports whether every member of the document is the report of an instance.
func isInstance(h *source.Head) bool {
	if len(h.Doc) == 0 {
		return false
	}
	for _, raw := range h.Doc {
		begin := raw[:min(len(raw), 2000)]
		if !bytes.HasPrefix(begin, []byte("{")) || !bytes.Contains(begin, []byte(`"patch_`)) {
			return false
		}
	}
	return true
}

// fateWords are the lists of a run's report.
var fateWords = record.Vocabulary{
	"resolved":    {Result: table.Passed},
	"unresolved":  {Result: table.Failed},
	"empty patch": {Result: table.Failed, Cause: table.CauseFailure},
	"error":       {Result: table.Failed, Cause: table.CauseInfrastructure},
	"failed":      {Result: table.Failed, Cause: table.CauseInfrastructure},
	"pending":     {Result: table.Open},
	"submitted":   {Result: table.Unknown},
	"no patch":    {Result: table.Failed, Cause: table.CauseFailure},
}

var vocabulary = []record.WordTable{{Where: "what became of an instance", Means: fateWords}}

var (
	sums = &record.Code{
		Name:     "instance_sums",
		Severity: record.Warning,
		Means:    "a number of a run's report that its lists, or the reports of its instances, do not come to",
		Do:       "the lists and reports count; look whether some are missing",
	}
	missing = &record.Code{
		Name:     "instance_missing",
		Severity: record.Info,
		Means:    "a run's report that states more judged instances than there are reports of them",
		Do:       "none needed; the others are told by the run's report alone",
	}
	resolvedDiffers = &record.Code{
		Name:     "instance_resolved",
		Severity: record.Warning,
		Means:    "an instance that is called resolved though a test of it failed, or the reverse",
		Do:       "what the report says counts; look at the tests",
	}
)
