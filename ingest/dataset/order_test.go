package dataset

import (
	"fmt"
	"slices"
	"testing"

	"runreport/ingest/table"
)

// Logs are written first, then the table with the most rows; of two with as many rows the first.
func TestTheLongestPartsAreWrittenFirst(t *testing.T) {
	set, logs := &table.Set{}, &table.Logs{}
	logs.Add(table.Place{})
	type adder interface{ Add(table.Place) int }
	for of, rows := range map[adder]int{&set.Runs: 2, &set.Steps: 5, &set.Attempts: 5, &set.Checks: 9} {
		for range rows {
			of.Add(table.Place{})
		}
	}
	all := []table.Partition{{Named: logs.Named()}}
	for _, named := range set.Tables() {
		all = append([]table.Partition{{Named: named}}, all...)
	}
	var got []string
	for _, i := range (&Dataset{table: "logs"}).longestFirst(all) {
		if all[i].Len() > 0 {
			got = append(got, fmt.Sprint(all[i].Name, " ", all[i].Len()))
		}
	}
	if want := []string{"logs 1", "checks 9", "attempts 5", "steps 5", "runs 2"}; !slices.Equal(got, want) {
		t.Errorf("written in the order %q, want %q", got, want)
	}
}
