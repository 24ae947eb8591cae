package render

import (
	"fmt"

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

// badge writes the verdict as a badge. Its label is the program's name: a badge
// stands on pages where nobody knows the report's title.
func badge(r *report.Report, _ Options) ([]File, error) {
	b := NewBrief(&r.Data)
	color := map[report.Role]string{report.RoleGood: "brightgreen", report.RoleWarn: "yellow", report.RoleBad: "red", report.RoleUnknown: "lightgrey"}[b.Role]
	content, err := indented(badgeData{SchemaVersion: 1, Label: "runreport", Message: Cut(legible(b.Line()), longestBadge), Color: color, IsError: b.Role == report.RoleBad, CacheSeconds: 300})
	if err != nil {
		return nil, fmt.Errorf("badge.json: %w", err)
	}
	return []File{{Path: "badge.json", Content: content}}, nil
}
