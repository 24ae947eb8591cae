package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	const text = "# Bugs\r\n" +
		"\n" +
		"**Runner:** claude\n" +
		"on two lines\n" +
		"---\n" +
		"- item\n" +
		"  goes on\n" +
		"\n" +
		"  second paragraph\n" +
		"  - nested\n" +
		"\n" +
		"| ID | Title |\n" +
		"|---|---|\n" +
		"| 1 | a \\| b |\n" +
		"\n" +
		"```json\n" +
		"{\"a\": 1}\n" +
		"```\n"
	want := []Block{
		{Kind: Heading, No: 1, Level: 1, Text: "Bugs"},
		{Kind: Line, No: 3, First: true, Text: "**Runner:** claude"},
		{Kind: Line, No: 4, Text: "on two lines"},
		{Kind: Line, No: 6, Depth: 1, First: true, Item: true, Text: "item"},
		{Kind: Line, No: 7, Depth: 1, Text: "goes on"},
		{Kind: Line, No: 9, Depth: 1, First: true, Text: "second paragraph"},
		{Kind: Line, No: 10, Depth: 2, First: true, Item: true, Text: "nested"},
		{Kind: Row, No: 14, Cells: []string{"1", "a | b"}, Head: []string{"ID", "Title"}},
		{Kind: Fence, No: 17, Text: "{\"a\": 1}\n"},
	}
	got, ok := Read([]byte(text))
	if got.Cut != "" || !ok {
		t.Errorf("cut %q, ok %v", got.Cut, ok)
	}
	if diff := cmp.Diff(want, got.Blocks); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// The numbers of lists are marks, whatever their digits.
func TestMarksOfNumbers(t *testing.T) {
	for _, mark := range []string{"0. ", "9) ", "12345. "} {
		if got := marks([]byte(strings.Repeat(mark, 7) + "x")); got != 7 {
			t.Errorf("%q: %d marks, want 7", mark, got)
		}
	}
}

// A mark counts where a blank or nothing follows, as Markdown has it.
func TestMarks(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "-": 1, "- x": 1, "- - x": 2, "-x": 0, "> > - x": 3, ">>x": 2, "1. x": 1, "1.x": 0, "1) * x": 2, "+\tx": 1, "x - y": 0,
	} {
		if got := marks([]byte(text)); got != want {
			t.Errorf("marks(%q) = %d, want %d", text, got, want)
		}
	}
}

// Headings and fences without a text are none, but an empty cell keeps its place in its row.
func TestElementsWithoutText(t *testing.T) {
	for text, want := range map[string][]Block{
		"#\n\nx\n":                             {{Kind: Line, No: 3, First: true, Text: "x"}},
		"```\n```\nx\n":                        {{Kind: Line, No: 3, First: true, Text: "x"}},
		"| a | b |\n|---|---|\n|  | 1 |\n":     {{Kind: Row, No: 3, Cells: []string{"", "1"}, Head: []string{"a", "b"}}},
		"| a | b |\n|---|---|\n| 1 |\n":        {{Kind: Row, No: 3, Cells: []string{"1", ""}, Head: []string{"a", "b"}}},
		"| a | b |\n|---|---|\n| | |\nx\n":     {{Kind: Row, No: 3, Cells: []string{"", ""}, Head: []string{"a", "b"}}, {Kind: Row, No: 4, Cells: []string{"x", ""}, Head: []string{"a", "b"}}},
		"<p>\n\nx\n":                           {{Kind: Line, No: 3, First: true, Text: "x"}},
		"> - a\n>   - b\n":                     {{Kind: Line, No: 1, Depth: 1, First: true, Item: true, Text: "a"}, {Kind: Line, No: 2, Depth: 2, First: true, Item: true, Text: "b"}},
		"| a | b |\n|---|---|\n|\n| 1 | 2 |\n": {{Kind: Row, No: 4, Cells: []string{"1", "2"}, Head: []string{"a", "b"}}},
		"a\nb\n":                               {{Kind: Line, No: 1, First: true, Text: "a"}, {Kind: Line, No: 2, Text: "b"}},
		"    a\n    b\n":                       {{Kind: Line, No: 1, First: true, Text: "a"}, {Kind: Line, No: 2, First: true, Text: "b"}},
		"- a\n\n  b\n  c\n":                    {{Kind: Line, No: 1, Depth: 1, First: true, Item: true, Text: "a"}, {Kind: Line, No: 3, Depth: 1, First: true, Text: "b"}, {Kind: Line, No: 4, Depth: 1, Text: "c"}},
		"```\na\nb\n":                          {{Kind: Fence, No: 2, Text: "a\nb\n"}},
	} {
		got, ok := Read([]byte(text))
		if got.Cut != "" || !ok {
			t.Errorf("%q: cut %q, ok %v", text, got.Cut, ok)
		}
		if diff := cmp.Diff(want, got.Blocks); diff != "" {
			t.Errorf("%q: want (-), got (+):\n%s", text, diff)
		}
	}
}
