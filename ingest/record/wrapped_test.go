package record

import (
	"fmt"
	"slices"
	"testing"
)

// What stands around a record comes off with a finding; a line that is broken stays broken, and
// text without a record is ignored only where it says that something printed it.
func TestWrappedLines(t *testing.T) {
	const thing = `{"kind":"thing","n":1}`
	for _, c := range []struct{ line, want string }{
		{thing, "1 0 0 []"},
		{" " + thing + "\t", "1 0 0 []"},
		{thing + ",", "1 0 0 [wrapped_line]"},
		{"[" + thing, "1 0 0 [wrapped_line]"},
		{"web-1 | " + thing, "1 0 0 [wrapped_line]"},
		{"web-1 | started", "0 1 0 []"},
		{"[", "0 1 0 []"},
		{"started", "0 0 1 [bad_line]"},
		{"[1,2]", "0 0 1 [bad_line]"},
		{`{"kind":"thing","n":[1],`, "0 0 1 [torn_line]"},
		{`web-1 | {"kind":"thing",`, "0 0 1 [bad_line]"},
		{thing + thing, "2 0 0 [objects_not_lines]"},
		{thing + "," + thing + ",", "2 0 0 [objects_not_lines]"},
		{"[" + thing + ", " + thing + "]", "2 0 0 [objects_not_lines]"},
		{"web-1 | " + thing + thing, "2 0 0 [objects_not_lines]"},
		{thing + `{"kind":`, "1 0 1 [objects_not_lines torn_line]"},
		{thing + `{"kind":"thing"n":1}` + thing, "2 0 1 [objects_not_lines bad_line]"},
		{thing + " ok", "0 0 1 [bad_line]"},
		{"{\n\"kind\":\"thing\",\n\"n\":1}", "1 2 0 [objects_not_lines]"},
		{"{\n\"kind\":\"thing\",\n\"kind\":1}", "0 2 1 [objects_not_lines]"},
		{"{\n\"kind\":\"thing\"\n}" + thing, "2 1 0 [objects_not_lines]"},
	} {
		f, err := inBlocks(t, c.line+"\n", 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, n := range f.Findings() {
			if slices.Contains([]*Code{badLine, tornLine, wrappedLine, notLines}, n.Code) {
				codes = append(codes, n.Code.Name)
			}
		}
		n := f.Counts()
		if all := int64(len(f.Records)) + n.Ignored + n.Rejected; all != n.Lines {
			t.Errorf("%s: %d of %d lines", c.line, all, n.Lines)
		}
		if got := fmt.Sprintf("%d %d %d %v", len(f.Records), n.Ignored, n.Rejected, codes); got != c.want {
			t.Errorf("%s: records, ignored, rejected, findings are %s, want %s", c.line, got, c.want)
		}
		holdBlocks(t, c.line+"\n", nil)
	}
}
