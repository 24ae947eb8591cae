package render

import (
	"fmt"

	"runreport/analyze/report"
)

// qualityIssue is one entry of a GitLab code quality report.
type qualityIssue struct {
	Description string          `json:"description"`
	CheckName   string          `json:"check_name"`
	Fingerprint string          `json:"fingerprint"`
	Severity    string          `json:"severity"`
	Location    qualityLocation `json:"location"`
}

type qualityLocation struct {
	Path  string       `json:"path"`
	Lines qualityLines `json:"lines"`
}

type qualityLines struct {
	Begin int64 `json:"begin"`
}

// codeQuality writes the issues for a merge request on GitLab.
func codeQuality(r *report.Report, _ Options) ([]File, error) {
	severities := map[int]string{0: "critical", 1: "minor", 2: "info"}
	list, _, _ := issues(&r.Data)
	entries := make([]qualityIssue, len(list))
	for n, i := range list {
		entries[n] = qualityIssue{Description: plain(i.text), CheckName: plain(i.rule), Fingerprint: i.key, Severity: severities[urgencyRank(i.severity)],
			Location: qualityLocation{Path: legible(i.at[0].File), Lines: qualityLines{*i.at[0].Line}}}
	}
	content, err := indented(entries)
	if err != nil {
		return nil, fmt.Errorf("codequality.json: %w", err)
	}
	return []File{{Path: "codequality.json", Content: content}}, nil
}
