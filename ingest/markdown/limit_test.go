package markdown

import (
	"strings"
	"testing"
	"time"
)

// What the limits are, apart from the code.
const (
	mebibyte = 1_048_576
	longLine = 16_384
	nested   = 64
	indented = 400
)

// table is a table of 500 columns with so many rows below its head, which count with the line
// between the head and them: 399 rows are 200 000 cells.
func table(rows int) string { return tableOf(500, rows) }

func tableOf(columns, rows int) string {
	bars := columns - 1
	return "|" + strings.Repeat("a|", bars-1) + "\n|" + strings.Repeat("-|", bars-1) + "\n" + strings.Repeat("|x\n", rows)
}

// Each limit cuts, says so, and leaves the numbers of later lines as they are.
func TestLimits(t *testing.T) {
	for name, text := range map[string]string{
		"text beyond 1 MiB":        strings.Repeat("x\n", mebibyte/2+1),
		"the end of a long line":   strings.Repeat("x", longLine+1),
		"a line nested too deeply": strings.Repeat("> ", nested+1) + "x",
		"rows of a large table":    table(400),
	} {
		began := time.Now()
		p, ok := Read([]byte(text + "\n\n# End\n"))
		if p.Cut != name || !ok {
			t.Errorf("%s: cut %q, ok %v", name, p.Cut, ok)
		}
		if took := time.Since(began); took > 5*time.Minute { // a hang, whatever machine it is
			t.Errorf("%s: took %v", name, took)
		}
		if strings.HasPrefix(name, "text") {
			continue // the heading is what was cut
		}
		last := p.Blocks[len(p.Blocks)-1]
		if want := int64(strings.Count(text, "\n") + 3); last.Kind != Heading || last.No != want {
			t.Errorf("%s: the last block is %+v, want a heading on line %d", name, last, want)
		}
	}
}

// What is as long as a limit allows is kept whole, and what was cut is told with the numbers
// of the lines after it.
func TestUpToTheLimits(t *testing.T) {
	for name, text := range map[string]string{
		"a long text":           strings.Repeat("x\n", mebibyte/2),
		"a long line":           strings.Repeat("x", longLine),
		"many marks":            strings.Repeat("> ", nested) + "x",
		"far to the right":      strings.Repeat(" ", indented) + "x",
		"far by tabs":           strings.Repeat("\t", indented) + "x",
		"blank lines":           "a\n\n\r\n \t\nb",
		"a large table":         table(399),
		"two tables of a kind":  table(199) + "\n" + table(198) + "\n",
		"text below a table":    table(399) + "\n" + strings.Repeat("x\n", 10),
		"bars that are no head": strings.Repeat("| x | y |\n", 1000),
	} {
		out, cut := limit(nil, []byte(text))
		want := strings.TrimSuffix(strings.ReplaceAll(text, "\r", ""), "\n") + "\n"
		if cut != "" || string(out) != want {
			t.Errorf("%s: cut %q, %d bytes, want %d", name, cut, len(out), len(want))
		}
	}
	for _, c := range []struct{ name, text, kept string }{
		{"the end of a long line", strings.Repeat("x", longLine+1), strings.Repeat("x", longLine)},
		{"a line nested too deeply", strings.Repeat("- ", nested+1) + "x", ""},
		{"a line nested too deeply", strings.Repeat(" ", indented+1) + "x", ""},
		{"rows of a large table", table(400), strings.TrimSuffix(table(399), "\n")},
		{"rows of a large table", tableOf(3*163, 408), strings.TrimSuffix(tableOf(3*163, 407), "\n")}, // 200 001 cells
		{"rows of a large table", table(399) + "\n---\nx", strings.TrimSuffix(table(399), "\n")},
	} {
		out, cut := limit(nil, []byte(c.text+"\nlast"))
		kept, _ := strings.CutSuffix(string(out), "\nlast\n")
		if cut != c.name || strings.TrimRight(kept, "\n") != c.kept || strings.Count(string(out), "\n") != strings.Count(c.text, "\n")+2 {
			t.Errorf("%s: cut %q, %d bytes, %d lines", c.name, cut, len(out), strings.Count(string(out), "\n"))
		}
	}
	if out, cut := limit(nil, []byte(strings.Repeat("x\n", mebibyte/2)+"y")); len(out) != mebibyte || cut != "text beyond 1 MiB" {
		t.Errorf("a text that is too long: %d bytes, cut %q", len(out), cut)
	}
}

// A line that only holds marks of a table begins one, and a blank line ends it.
func TestDelimits(t *testing.T) {
	for text, want := range map[string]bool{
		"|---|:-:|": true, "> | - |": true, "* + -\t|": true, "---": true, "||": false, "": false, "|-|x": false, "|_|": false,
	} {
		if got := delimits([]byte(text)); got != want {
			t.Errorf("delimits(%q) = %v", text, got)
		}
	}
}
