package render

import (
	"fmt"

	"runreport/analyze/report"
)

// summaryName is the file that other programs read.
const summaryName = "summary.json"

// summary writes the report's data as summary.json.
func summary(r *report.Report, _ Options) ([]File, error) {
	content, err := report.WriteSummary(&r.Data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", summaryName, err)
	}
	return []File{{Path: summaryName, Content: content}}, nil
}
