package render

import (
	"fmt"
	"regexp"

	"runreport/analyze/report"
)

// anchorID is what an anchor may be: safe in HTML, in a URL and as a file name.
var anchorID = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)

// anchors checks IDs. It holds every id that the page will have.
type anchors map[string]bool

// restID is where the page says what it leaves out.
const restID = "left-out"

// pageIDs are those that every page has. Rows have a dot in theirs, as no other ID.
var pageIDs = []string{
	"content", "verdict", "verdict-word", "failing", "failing-title", "changed", "changed-title", "missed", "missed-title", "alike", "alike-title", "figures", "attention", "attention-title", "search", "found", "row-tools", "told", "keys", "keys-title", "letters", "compare", "compare-title", "compare-data", "compared", "packed-echarts",
	"related", "related-title", "find", "finds", "finds-box", "finds-count",
	restID, restID + "-title",
}

// checkAnchors refuses sections with an ID that cannot be an anchor, or two that
// would get in each other's way on the page. IDs are the program's own words: one
// that fails here is a bug in what made the report.
func checkAnchors(sections []report.Section, quotes []report.Quote) error {
	taken := anchors{}
	for _, id := range pageIDs {
		taken[id] = true
	}
	for i := range quotes {
		taken[string(quoteID(i))] = true
	}
	for _, s := range sections {
		if err := taken.take("section", s.ID, s.ID, s.ID+"-title"); err != nil {
			return err
		}
		for _, b := range s.Blocks {
			table := b.Table
			if c := b.Chart; c != nil {
				if err := taken.take("chart", c.ID, "figure-"+c.ID, "chart-"+c.ID, "chart-"+c.ID+narrowSuffix); err != nil {
					return err
				}
				table = c.Table
			}
			if table == nil {
				continue
			}
			if err := taken.take("table", table.ID, "table-"+table.ID, "caption-"+table.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a anchors) take(kind, id string, ids ...string) error {
	if !anchorID.MatchString(id) {
		return fmt.Errorf("%s %q: the ID has to be of a-z, 0-9 and -", kind, id)
	}
	for _, full := range ids {
		if a[full] {
			return fmt.Errorf("%s %q: the ID is taken", kind, id)
		}
		a[full] = true
	}
	return nil
}

// charts lists the charts of sections in reading order.
func charts(sections []report.Section) []*report.Chart {
	var list []*report.Chart
	for _, s := range sections {
		for _, b := range s.Blocks {
			if b.Chart != nil {
				list = append(list, b.Chart)
			}
		}
	}
	return list
}
