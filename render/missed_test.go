package render

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
)

// The first screen names some of the items that broke and failed on its run date, by their error.
func TestMissedItemsAreNamed(t *testing.T) {
	const date = "2026-05-02"
	var missed []report.MissedItem
	add := func(broken int64, cluster, why string, names ...string) {
		for _, n := range names {
			missed = append(missed, report.MissedItem{Step: n, Item: n + "@1", Date: date, Broken: broken, Failed: 1 - broken, Error: why, Cluster: cluster})
		}
	}
	add(1, "no sandbox N", "no sandbox 7", "a", "b")
	add(0, "", "", "s-1", "s-2", "s-3", "s-4", "s-5")
	add(0, "N is not N", "3 is not 4", "one")
	missed = append(missed, report.MissedItem{Step: "of yesterday", Date: "2026-05-01", Failed: 1})
	d := &report.Data{Items: report.Items{Missed: missed}, Verdict: report.Verdict{About: date}}
	b := NewBrief(d)
	rows := func(d *report.Data) string {
		var reported []string
		for _, r := range newFirst(d, budget{}, func(string) trusted { return "" }).MissedRows {
			reported = append(reported, fmt.Sprint(r.Look, " ", r.Tag, " ", r.Names, ": ", r.Error))
		}
		return strings.Join(reported, "; ")
	}
	if got, want := rows(d), "unknown broken a and b: no sandbox 7; bad failed one: 3 is not 4; bad failed s-1, s-2, s-3 and 2 more: "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	md := tellParts(briefParts(b))
	if want := "Items: Broken|a and b: no sandbox 7, Failed|one: 3 is not 4, Failed|s-1, s-2, s-3 and 2 more"; md != want {
		t.Errorf("%q, want %q", md, want)
	}
	for i := range 5 {
		add(0, fmt.Sprintf("error %c", 'p'+i), "e", fmt.Sprintf("x-%d", i))
	}
	d.Items.Missed = missed
	if got, want := rows(d), "unknown broken a and b: no sandbox 7; bad failed one: 3 is not 4; bad failed x-0: e; bad failed x-1: e; bad failed 8 more items: "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := rows(&report.Data{}); got != "" {
		t.Errorf("without any: %q", got)
	}
}

func tellParts(parts []part) string {
	var reported []string
	for _, p := range withRows(parts) {
		var rows []string
		for _, r := range p.rows {
			rows = append(rows, r[0]+"|"+r[1])
		}
		reported = append(reported, p.title+": "+strings.Join(rows, ", "))
	}
	return strings.Join(reported, "; ")
}

// Naming some of many items takes time in proportion to their number: an eval of 100,000 samples
// of which none passed has one error for all, which is none.
func TestManyMissedItemsAreNamedAtOnce(t *testing.T) {
	const many = 100_000
	d := &report.Data{}
	for i := range many {
		d.Items.Missed = append(d.Items.Missed, report.MissedItem{Step: fmt.Sprintf("a sample with a long name %06d", i), Failed: 1})
	}
	start := time.Now()
	reported := missedItems(d)
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("%d items took %s", many, took)
	}
	if len(reported) != 1 || !strings.HasSuffix(reported[0].Names, " and 99,997 more") {
		t.Errorf("%v", reported)
	}
}

// An item may be named by its whole prompt: the row has the ends of the name.
func TestLongNamesOfMissedItems(t *testing.T) {
	prompt := strings.Repeat("word ", 1000)
	d := &report.Data{Items: report.Items{Missed: []report.MissedItem{{Step: "a" + prompt, Failed: 1}, {Step: "b" + prompt, Failed: 1}}}}
	if reported := missedItems(d); len(reported) != 1 || len(reported[0].Names) > 150 || !strings.Contains(reported[0].Names, " and bword") {
		t.Errorf("%v", reported)
	}
}
