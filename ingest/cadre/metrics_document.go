package cadre

import (
	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

// metricsSummary is what AAMF adds up over its invocations: metrics/summary.json, and the
// member aggregates of reports/observability/metrics.json. Only totals are kept: the rest
// follows from the invocations themselves.
var metricsSummary = (&record.Kind{
	Name:  "metrics summary",
	Table: "claims",
	Doc:   "totals of a migration's invocations, as AAMF adds them up",
	Fields: []record.Field{
		needed(num("totalInvocations", record.Things, "invocations; after a resume those since the last checkpoint")),
		num("totalRetries", record.Things, "invocations that were no first attempt"),
		num("totalTokens", record.Tokens, "all tokens; zero means that nobody counted"),
		{Key: "totalCost", Type: record.Float, Range: record.Dollars, Doc: "cost, US dollars"},
		num("peakParallelInvocations", record.Things, "most invocations at one time"),
		num("completedPhase4Tasks", record.Things, "tasks that were completed"),
		num("escalationCount", record.Things, "invocations of a heavier routing tier"),
		{Key: "invocationsByAgent", Type: record.Object, Doc: "by agent"},
		{Key: "retriesByAgent", Type: record.Object, Doc: "by agent"},
		{Key: "tokensByAgent", Type: record.Object, Doc: "by agent"},
		{Key: "costByAgent", Type: record.Object, Doc: "by agent"},
		{Key: "parallelismOverTime", Type: record.Any, Doc: "invocations in each second; not copied"},
	},
	Sample: `{"totalInvocations":4,"invocationsByAgent":{"code-migrator":4},"totalRetries":1,"retriesByAgent":{"code-migrator":1},"totalTokens":20800,"totalCost":0.21,` +
		`"tokensByAgent":{"code-migrator":20800},"costByAgent":{"code-migrator":0.21},"peakParallelInvocations":2,"parallelismOverTime":[],"escalationCount":0,"completedPhase4Tasks":1}`,
}).Compile()

func isMetrics(h *source.Head) bool {
	return h.Doc.Has("totalInvocations", "invocationsByAgent") || member(h.Doc["aggregates"], "totalInvocations") != nil
}

func readMetrics(doc []byte, f *record.File) {
	if aggregates := member(doc, "aggregates"); aggregates != nil {
		doc = aggregates
	}
	f.AddObject(metricsSummary, jsontext.Value(doc), 0)
}
