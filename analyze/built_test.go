package analyze

import (
	"context"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// built is the report of tables that a test has filled.
func built(t *table.Set, o Options) *report.Report {
	r, err := Build(context.Background(), t, o)
	if err != nil {
		panic(err) // only a context that has ended makes one
	}
	return r
}
