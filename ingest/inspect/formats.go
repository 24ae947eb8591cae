package inspect

import (
	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

const system = "inspect"

// System is Inspect AI.
var System = &record.System{
	Name: system, Title: "Inspect AI, evals of language models",
	Formats: []*record.Format{logFormat, sampleFormat, summariesFormat, reductionsFormat},
	Codes:   []*record.Code{totals, metricDiffers, notAnElement},
	Bundles: []string{".eval"},
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var logFormat = &record.Format{
	Name: "inspect-log", Ledger: "inspect", System: system, Title: "a log as JSON, or the header of an .eval file",
	Container: record.Document, Kinds: []*record.Kind{logKind, sampleKind}, Private: true, NaN: true,
	Is: func(h *source.Head) bool {
		return h.Doc.Has("eval") && h.Doc.HasAny("status", "plan", "version") && !h.Doc.Has("evalId")
	},
	Read: readLog,
}

var sampleFormat = &record.Format{
	Name: "inspect-sample", Ledger: "inspect", System: system, Title: "a sample in an .eval file",
	Container: record.Document, Kinds: []*record.Kind{sampleKind}, Private: true, NaN: true,
	Is: func(h *source.Head) bool {
		return h.Doc.Has("id", "epoch") && h.Doc.HasAny("input", "target", "messages", "scores")
	},
	Read: readSample,
}

var summariesFormat = &record.Format{
	Name: "inspect-summaries", Ledger: "inspect", System: system, Title: "summaries of samples in an .eval file",
	Container: record.Document, Kinds: []*record.Kind{summaryKind}, Private: true, NaN: true,
	Is: func(h *source.Head) bool {
		return len(h.Doc) == 0 && h.Items.Has("id", "epoch") && h.Items.HasAny("input", "target", "scores")
	},
	Read: readList(summaryKind),
}

var reductionsFormat = &record.Format{
	Name: "inspect-reductions", Ledger: "inspect", System: system, Title: "scores reduced over epochs, in an .eval file",
	Container: record.Document, Kinds: []*record.Kind{reductionKind}, Private: true, NaN: true,
	Is: func(h *source.Head) bool {
		return len(h.Doc) == 0 && h.Items.Has("scorer") && h.Items.HasAny("samples", "reducer")
	},
	Read: readList(reductionKind),
}

// statusWords are how a log says that its eval ended.
var statusWords = record.Vocabulary{
	"success":   {Result: table.Passed},
	"cancelled": {Result: table.Canceled, Cause: table.CauseCanceled},
	"error":     {Result: table.Failed, Cause: table.CauseCritical},
	"started":   {Result: table.Open},
}

// scoreWords are the values of scores that are yes or no.
var scoreWords = record.Vocabulary{
	"C":     {Result: table.Passed},
	"I":     {Result: table.Failed},
	"P":     {Result: table.Failed},
	"N":     {Result: table.Failed},
	"true":  {Result: table.Passed},
	"false": {Result: table.Failed},
}

// limitWords are the limits that can end a sample, its cause.
var limitWords = record.Vocabulary{
	"time":     {Result: table.Unknown, Cause: table.CauseTimeLimit},
	"working":  {Result: table.Unknown, Cause: table.CauseTimeLimit},
	"token":    {Result: table.Unknown, Cause: table.CauseBudget},
	"message":  {Result: table.Unknown, Cause: table.CauseBudget},
	"cost":     {Result: table.Unknown, Cause: table.CauseBudget},
	"turn":     {Result: table.Unknown, Cause: table.CauseBudget},
	"context":  {Result: table.Unknown, Cause: table.CauseBudget},
	"operator": {Result: table.Unknown, Cause: table.CauseCanceled},
	"custom":   {Result: table.Unknown, Cause: table.CauseOther},
}

var vocabulary = []record.WordTable{
	{Where: "status of a log", Means: statusWords},
	{Where: "value of a score", Means: scoreWords},
	{Where: "type of a sample's limit, its cause", Means: limitWords},
}

var (
	totals = &record.Code{
		Name:     "eval_totals",
		Severity: record.Info,
		Means:    "an eval that states another number of samples than there are records",
		Do:       "the records count; a log may hold a part of the samples, or none",
	}
	metricDiffers = &record.Code{
		Name:     "eval_metric",
		Severity: record.Warning,
		Means:    "a metric of an eval that its samples do not come to",
		Do:       "look at how the scores were reduced; the samples count",
	}
	notAnElement = &record.Code{
		Name:     "eval_element",
		Severity: record.Warning,
		Means:    "an element of a list of samples that is none",
		Do:       "look at the file; the other samples were read",
	}
)
