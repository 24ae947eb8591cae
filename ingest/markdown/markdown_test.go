package markdown

import (
	"strings"
	"testing"
	"time"

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
	got, cut, ok := Read([]byte(text))
	if cut != "" || !ok {
		t.Errorf("cut %q, ok %v", cut, ok)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// Each limit cuts, says so, and leaves the numbers of later lines as they are.
func TestLimits(t *testing.T) {
	for name, text := range map[string]string{
		"text beyond 1 MiB":        strings.Repeat("x\n", MaxBytes/2+1),
		"the end of a long line":   strings.Repeat("x", maxLineBytes+1),
		"a line nested too deeply": strings.Repeat("> ", maxMarks+1) + "x",
		"rows of a large table":    "|" + strings.Repeat("a|", 500) + "\n|" + strings.Repeat("-|", 500) + "\n" + strings.Repeat("|x\n", 500),
	} {
		began := time.Now()
		list, cut, ok := Read([]byte(text + "\n\n# End\n"))
		if cut != name || !ok {
			t.Errorf("%s: cut %q, ok %v", name, cut, ok)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		if strings.HasPrefix(name, "text") {
			continue // the heading is what was cut
		}
		last := list[len(list)-1]
		if want := int64(strings.Count(text, "\n") + 3); last.Kind != Heading || last.No != want {
			t.Errorf("%s: the last block is %+v, want a heading on line %d", name, last, want)
		}
	}
}

// What is as long as a limit allows is kept whole, and what was cut is told with the numbers
// of the lines after it.
func TestUpToTheLimits(t *testing.T) {
	table := func(rows int) string {
		const columns = 499
		return "|" + strings.Repeat("a|", columns) + "\n|" + strings.Repeat("-|", columns) + "\n" + strings.Repeat("|x\n", rows)
	}
	for name, text := range map[string]string{
		"a long line":           strings.Repeat("x", maxLineBytes),
		"many marks":            strings.Repeat("> ", maxMarks) + "x",
		"far to the right":      strings.Repeat(" ", maxIndent) + "x",
		"blank lines":           "a\n\n\r\n \t\nb",
		"two tables of a kind":  table(199) + "\n" + table(198),
		"bars that are no head": strings.Repeat("| x | y |\n", 1000),
	} {
		if out, cut := limit([]byte(text)); cut != "" || strings.Count(string(out), "\n") != strings.Count(strings.TrimSuffix(text, "\n"), "\n")+1 {
			t.Errorf("%s: cut %q, %d lines", name, cut, strings.Count(string(out), "\n"))
		}
	}
	for name, text := range map[string]string{
		"the end of a long line":   strings.Repeat("x", maxLineBytes+1),
		"a line nested too deeply": strings.Repeat(" ", maxIndent+1) + "x",
		"rows of a large table":    table(399), // 400 rows of 501 cells with the head's
	} {
		if out, cut := limit([]byte(text + "\nlast")); cut != name || !strings.HasSuffix(string(out), "\nlast\n") || strings.Count(string(out), "\n") != strings.Count(text, "\n")+2 {
			t.Errorf("%s: cut %q, %d lines", name, cut, strings.Count(string(out), "\n"))
		}
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
