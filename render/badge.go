package render

import (
	"cmp"
	"fmt"
	"strings"

	"runreport/analyze/report"
)

// badgeData is what an endpoint badge of shields.io reads.
type badgeData struct {
	SchemaVersion int    `json:"schemaVersion"`
	Label         string `json:"label"`
	Message       string `json:"message"`
	Color         string `json:"color"`
	IsError       bool   `json:"isError,omitzero"`
	CacheSeconds  int    `json:"cacheSeconds"`
}

// longestBadge is how many characters people read on a badge.
const longestBadge = 60

// badgeColors are the colours of the verdicts.
var badgeColors = map[string]string{
	report.VerdictPassed: "brightgreen", report.VerdictChanged: "yellow", report.VerdictNothingToCompare: "lightgrey", report.VerdictFailed: "red",
}

// badge writes the verdict as a badge. Its label is the program's name: a badge
// stands on pages where nobody knows the report's title.
func badge(r *report.Report, _ Options) ([]File, error) {
	v := r.Data.Verdict
	text := cmp.Or(words(v.State), "no verdict")
	if len(v.Reasons) > 0 {
		text += ": " + strings.Join(v.Reasons, ", ")
	}
	content, err := indented(badgeData{SchemaVersion: 1, Label: "runreport", Message: cut(legible(text), longestBadge), Color: cmp.Or(badgeColors[v.State], "lightgrey"),
		IsError: v.State == report.VerdictFailed, CacheSeconds: 300})
	if err != nil {
		return nil, fmt.Errorf("badge.json: %w", err)
	}
	return []File{{Path: "badge.json", Content: content}}, nil
}
