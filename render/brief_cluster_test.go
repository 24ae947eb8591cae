package render

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// sameError are n failures with one error but for its numbers, and one with another.
func sameError(n int) (all []report.Failure) {
	for i := range n {
		all = append(all, report.Failure{Run: "r", System: "junit", Subject: "web", Step: fmt.Sprintf("test-%02d", i+1), State: report.FailureNew, Runs: 1,
			Error: fmt.Sprintf("connect ECONNREFUSED 10.0.0.%d", i), Cluster: "connect ECONNREFUSED #"})
	}
	return append(all, report.Failure{Run: "r", System: "junit", Subject: "web", Step: "other", State: report.FailureNew, Error: "3 != 4", Cluster: "# != #", Runs: 1})
}

func TestFailuresWithOneErrorStandTogether(t *testing.T) {
	r := withoutCharts(fixture())
	r.Data.Failures = sameError(12)
	files := rendered(t, r, "html", "markdown", "pr-comment", "email")
	page := files["index.html"]
	for _, want := range []string{
		`Failing now <small>13 new</small>`, `<summary>11 more with this error</summary>`, `id="failure-12"`, `id="failure-13"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	first, rest, _ := strings.Cut(page, "11 more with this error")
	if strings.Contains(first, "test-02") || !strings.Contains(rest, "test-12") || strings.Contains(page, "more</summary>") {
		t.Error("others of the error do not stand in its fold")
	}
	for _, name := range []string{"report.md", "comment.md", "report.eml"} {
		text := strings.NewReplacer("=\r\n", "", `\`, "").Replace(files[name])
		if !strings.Contains(text, "test-01, test-02, test-03 and 9 more with this error") || strings.Contains(text, "test-04") || !strings.Contains(text, "other") {
			t.Errorf("%s does not put them together", name)
		}
	}
}

func TestGroupsOfFailures(t *testing.T) {
	for _, c := range []struct {
		same int
		want string
	}{{2, "test-01; test-02; other"}, {3, "test-01, test-02, test-03; other"}, {4, "test-01, test-02, test-03 and 1 more with this error; other"}} {
		var said []string
		groups := groupFailures(NewBrief(&report.Data{Failures: sameError(c.same)}).Failing)
		for _, g := range groups {
			said = append(said, g.Name+g.Others())
		}
		if got := strings.Join(said, "; "); got != c.want || countGroups(groups) != c.same+1 {
			t.Errorf("%d with one error: %s (%d)", c.same, got, countGroups(groups))
		}
	}
	// What is known to be flaky, or has no error, is not one with what is new.
	mixed := sameError(3)
	mixed[1].State = report.FailureKnownFlaky
	for i := range mixed {
		mixed[i].Step = fmt.Sprint(i)
	}
	silent := append(mixed, report.Failure{Step: "a", State: report.FailureNew}, report.Failure{Step: "b", State: report.FailureNew}, report.Failure{Step: "c", State: report.FailureNew})
	if got := len(groupFailures(NewBrief(&report.Data{Failures: silent}).Failing)); got != 7 {
		t.Errorf("%d groups, want 7", got)
	}
}

// A step that failed in several units with one error is named once.
func TestOthersAreNamedOnce(t *testing.T) {
	for _, c := range []struct {
		same string
		want string
	}{{"a", " and 1 more with this error"}, {"a b", ", b and 1 more with this error"}, {"b c", ", b, c"},
		{"a a b a", ", b and 3 more with this error"}, {"", ""}} {
		g := FailureGroup{BriefFailure: BriefFailure{Name: "a"}}
		for _, name := range strings.Fields(c.same) {
			g.Same = append(g.Same, BriefFailure{Name: name})
		}
		if got := g.Others(); got != c.want {
			t.Errorf("a, then %s: %q, want %q", c.same, got, c.want)
		}
	}
}

// A failure without an error says so in a note too, but where error texts were left out.
func TestFailureWithoutAnError(t *testing.T) {
	for _, c := range []struct {
		public bool
		want   string
	}{{false, "deploy (1 run): the log has no error text"}, {true, "deploy (1 run)"}} {
		d := &report.Data{Public: c.public, Failures: []report.Failure{{Step: "deploy", State: report.FailureNew, Runs: 1}}}
		if got := failureRow(NewBrief(d).FailureGroups()[0])[1]; got != c.want {
			t.Errorf("public %t: %q, want %q", c.public, got, c.want)
		}
	}
}
