package ingest

import (
	"path/filepath"
	"slices"
	"testing"

	"runreport/ingest/table"
)

// Every number that a system writes is one that it declares, and every declaration says
// what it is.
func TestCountsAreDeclared(t *testing.T) {
	declared := map[[2]string]string{}
	for _, s := range Systems {
		for _, c := range s.Counts {
			if _, twice := declared[[2]string{s.Name, c.Name}]; twice || c.Name == "" || c.Title == "" || c.Doc == "" ||
				!slices.Contains([]string{"", table.LowerIsBetter, table.HigherIsBetter}, c.Better) {
				t.Errorf("%s: %+v", s.Name, c)
			}
			declared[[2]string{s.Name, c.Name}] = c.Title
		}
	}
	c := &read(t, Options{Paths: []string{filepath.Join("..", "testdata", "demo")}}).Tables.Counts
	if c.Len() < 20 {
		t.Errorf("the demo has %d numbers", c.Len())
	}
	for row := range c.Len() {
		if title, ok := declared[[2]string{c.System.At(row), c.Name.At(row)}]; !ok || title != c.Title.At(row) {
			t.Errorf("%s: %s is not declared as %q", c.System.At(row), c.Name.At(row), c.Title.At(row))
		}
	}
}
