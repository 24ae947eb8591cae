package cadre

import (
	"fmt"
	"slices"
	"testing"

	"runreport/ingest/markdown"
)

// What a page is made of, and what goes with the item before it.
func TestBlocksOfAPage(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // line, level, "plain" or cells, text
	}{
		{"headings", "# A\n\n### B\n", []string{"1 1 [] A", "3 3 [] B"}},
		{"lines of text", "one\n\ntwo\n", []string{"1 plain [] one", "3 plain [] two"}},
		{"items", "- one\n- two\n", []string{"1 0 [] one", "2 0 [] two"}},
		{"an item of two lines", "- one\n  more\n- two\n", []string{"1 0 [] one more", "3 0 [] two"}},
		{"a paragraph in an item", "- one\n\n  other\n- two\n", []string{"1 0 [] one", "4 0 [] two"}},
		{"a list in an item", "- one\n  - nested\n    more\n- two\n", []string{"1 0 [] one", "4 0 [] two"}},
		{"a line behind a nested list", "- one\n  - nested\n\n  behind\n", []string{"1 0 [] one"}},
		{"text behind a list", "- one\n\nbehind\n", []string{"1 0 [] one", "3 plain [] behind"}},
		{"a table, but for its head", "| a | b |\n|---|---|\n| 1 | 2 |\n", []string{"3 0 [1 2] "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, _ := markdown.Read([]byte(c.text))
			var got []string
			for _, b := range page(p.Blocks) {
				level := fmt.Sprint(b.level)
				if b.plain {
					level = "plain"
				}
				got = append(got, fmt.Sprint(b.line, " ", level, " ", b.cells, " ", b.text))
			}
			want(t, "blocks", got, c.want...)
		})
	}
	row := block{cells: []string{"a", "b"}}
	if got := []string{row.cell(0), row.cell(1), row.cell(2)}; !slices.Equal(got, []string{"a", "b", ""}) {
		t.Errorf("the cells of a row of two are %q", got)
	}
}
