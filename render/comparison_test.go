package render

import (
	"strings"
	"testing"

	"runreport/analyze/report"
)

// A comparison that shows something is a change of the first screen; one that shows nothing
// is not.
func TestComparisonsAreChanges(t *testing.T) {
	d := &report.Data{Items: report.Items{Comparisons: []report.ItemComparison{
		{After: "b", Text: "b against a: passes more.", Evidence: report.ItemsWeak, Delta: report.Known(0.2)},
		{After: "c", Text: "c against a: passes fewer.", Evidence: report.ItemsStrong, Delta: report.Known(-0.2)},
		{After: "d", Text: "d against a: nothing.", Evidence: report.ItemsInconclusive, Delta: report.Known(0.1)},
	}}}
	var got []string
	for _, c := range NewBrief(d).Changed {
		got = append(got, c.Tag+" "+c.Text)
	}
	if want := "better b against a: passes more., worse c against a: passes fewer."; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", strings.Join(got, ", "), want)
	}
}
