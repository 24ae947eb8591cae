package testrun

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
)

// Files of which each begins at most six hours after the one before are parts of one run, however
// long that takes in all. One without a time goes with the first.
func TestFilesThatLieTogether(t *testing.T) {
	for hours, want := range map[string]string{ // of the start of each file; -: none
		"":             "",
		"0":            "a",
		"-":            "a",
		"- -":          "a b",
		"0 6":          "a b",
		"0 6.001":      "a | b",
		"6.001 0":      "b | a",
		"0 5 10 15 20": "a b c d e",
		"20 0 10 5":    "b c d | a",
		"0 - 7":        "a b | c",
		"7 - 0":        "b c | a",
		"3 3 3":        "a b c",
	} {
		var files []*record.File
		for i, h := range strings.Fields(hours) {
			f := &record.File{Path: string(rune('a' + i))}
			r := &record.Record{File: f}
			var after float64
			if n, _ := fmt.Sscan(h, &after); n == 1 && h != "-" {
				r.At = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(after * float64(time.Hour)))
			}
			f.Records = []*record.Record{r}
			files = append(files, f)
		}
		var groups []string
		for _, g := range ByTime(files) {
			var names []string
			for _, f := range g {
				names = append(names, f.Path)
			}
			groups = append(groups, strings.Join(names, " "))
		}
		if got := strings.Join(groups, " | "); got != want {
			t.Errorf("%q: %s, want %s", hours, got, want)
		}
	}
}
