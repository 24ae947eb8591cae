package lmeval

import (
	"bytes"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

const system = "lm-eval"

// System is lm-evaluation-harness.
var System = &record.System{
	Name: system, Title: "lm-evaluation-harness, language models on tasks",
	Formats: []*record.Format{resultsFormat, samplesFormat},
	Codes:   []*record.Code{metricDiffers},
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var resultsFormat = &record.Format{
	Name: "lm-eval-results", Ledger: "lm-eval", System: system, Title: "results of a model on tasks",
	Container: record.Document, Kinds: []*record.Kind{resultsKind}, Private: true, NaN: true,
	Is: isResults, Read: readResults,
}

var samplesFormat = &record.Format{
	Name: "lm-eval-samples", Ledger: "lm-eval", System: system, Title: "samples of a task, one JSON object a line",
	Container: record.Lines, Kinds: []*record.Kind{sampleKind}, Private: true, NaN: true, Pick: pick,
	Is: func(h *source.Head) bool {
		return h.AnyLine(func(o source.Object) bool {
			return o.Has("doc_id", "doc") && o.HasAny("resps", "filtered_resps", "doc_hash", "target")
		})
	},
	KindOf: func(record.Members) (string, bool) { return sampleKind.Name, false },
}

// isResults goes by the results, an object of objects, and what stands beside them.
func isResults(h *source.Head) bool {
	raw := bytes.TrimLeft(h.Doc["results"], " \t\r\n")
	if !bytes.HasPrefix(raw, []byte("{")) || h.Doc.HasAny("evalId", "eval") {
		return false
	}
	if h.Doc.HasAny("versions", "n-shot", "configs", "higher_is_better") {
		return true
	}
	return bytes.Contains(raw, []byte(`_stderr"`)) || bytes.Contains(raw, []byte(`_stderr,`))
}

// metricWords are the values of a metric that is yes or no.
var metricWords = record.Vocabulary{
	"1":     {Result: table.Passed},
	"0":     {Result: table.Failed},
	"true":  {Result: table.Passed},
	"false": {Result: table.Failed},
}

var vocabulary = []record.WordTable{{Where: "first metric of a sample", Means: metricWords}}

var metricDiffers = &record.Code{
	Name:     "task_metric",
	Severity: record.Warning,
	Means:    "a metric of a task that its samples do not come to",
	Do:       "look whether the samples are of the same run; the samples count",
}
