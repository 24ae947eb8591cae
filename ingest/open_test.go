package ingest

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"runreport/ingest/table"
)

// openFolders are the folders of the shared samples of open formats that are held against
// the counts of testdata/open_counts.py, with the system that reads them.
var openFolders = map[string]string{
	"junit": "junit", "gotest": "gotest", "ctrf": "ctrf", "playwright-json": "playwright", "allure": "allure",
}

// Every report has as many tests of each result as a script that knows nothing of this
// program counts in it. testdata/open_counts.py says how to run it.
func TestCountsOfOpenFormats(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all samples of open formats")
	}
	top := filepath.Join("..", "..", "shared", "corpus", "open")
	if _, err := os.Stat(top); err != nil {
		t.Skip("the logs are not here")
	}
	text, err := os.ReadFile(filepath.Join("testdata", "open_counts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want map[string][6]int
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for folder, system := range openFolders {
		s := read(t, Options{Paths: []string{filepath.Join(top, folder)}}).Tables
		checkLedger(t, s)
		got := map[string][6]int{}
		for row := range s.Sources.Len() {
			p := s.Sources.Path.At(row)
			key := p
			if system == "allure" {
				key = path.Dir(p)
			}
			switch claimed := s.Sources.System.At(row); {
			case claimed == system:
				got[key] = [6]int{}
			case want[key] != [6]int{} || claimed != "":
				t.Errorf("%s is read by %q, not by %s", p, claimed, system)
			}
		}
		column := map[string]int{}
		for i, r := range []table.Result{table.Passed, table.Failed, table.Flaky, table.Skipped, table.Open, table.Unknown} {
			column[string(r)] = i
		}
		for row := range s.Steps.Len() {
			if s.Steps.Kind.At(row) != table.KindTest {
				continue
			}
			p := s.Sources.Path.At(s.Steps.Place(row).Source)
			if system == "allure" {
				p = path.Dir(p)
			}
			c := got[p]
			c[column[s.Steps.Result.At(row)]]++
			got[p] = c
		}
		for p, n := range want {
			if strings.HasPrefix(p, folder+"/") {
				if have, read := got[p]; !read || have != n {
					t.Errorf("%s: %v (read: %v), want %v: passed, failed, flaky, skipped, open, unknown", p, have, read, n)
				}
			}
		}
	}
}
