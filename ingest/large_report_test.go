package ingest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// largeReport is a JUnit report of so many cases: in suites of 50, some failed, some tried again,
// some of one name in two files.
func largeReport(cases int) string {
	var b strings.Builder
	b.WriteString("<testsuites>\n")
	for i := range cases {
		if i%50 == 0 {
			if i > 0 {
				b.WriteString("</testsuite>\n")
			}
			fmt.Fprintf(&b, "<testsuite name=\"shop.Suite%d\" timestamp=\"2026-03-12T10:00:00Z\">\n", i/50)
		}
		fmt.Fprintf(&b, "<testcase classname=\"shop.Suite%d\" name=\"case %d\" time=\"0.%03d\"", i/50, i%50-i%50/49, i%1000)
		switch {
		case i%97 == 0:
			b.WriteString("><failure message=\"ask ada@shop.example\">at line 3</failure></testcase>\n")
		case i%89 == 0:
			b.WriteString("><flakyFailure message=\"timed out\"/></testcase>\n")
		case i%50 > 47:
			fmt.Fprintf(&b, " file=\"f%d.py\"/>\n", i%3)
		default:
			b.WriteString("/>\n")
		}
	}
	b.WriteString("</testsuite>\n</testsuites>\n")
	return b.String()
}

// A large report is put together on all processors. How many there are does not show.
func TestProcessorsOfALargeReport(t *testing.T) {
	dir := tree(t, map[string]string{"a/report.xml": largeReport(2400), "b/report.xml": largeReport(30)})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := read(t, Options{Paths: []string{dir}, Jobs: 1})
	if n := want.Tables.Attempts.Len(); n < 2430 {
		t.Fatalf("%d attempts at 2,430 tests", n)
	}
	runtime.GOMAXPROCS(4)
	got := read(t, Options{Paths: []string{dir}, Jobs: 4})
	if diff := cmp.Diff(allTables(want), allTables(got)); diff != "" {
		t.Errorf("on four processors:\n%s", diff)
	}
}
