package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// Every output says the same verdict, the page with the sign of the others, and gives the same counts of what fails and changed.
func TestOutputsAgree(t *testing.T) {
	mailed := regexp.MustCompile(`=\r?\n`) // soft line ends of quoted-printable
	for _, state := range []string{report.VerdictPassed, report.VerdictFailed, report.VerdictChanged, report.VerdictNothingToCompare} {
		r := withoutCharts(fixture())
		r.Data.Verdict.State, r.Data.Verdict.Reasons = state, []string{"12 reasons"}
		b := NewBrief(&r.Data)
		files := rendered(t, r, "html", "markdown", "pr-comment", "step-summary", "gitlab-note", "email", "badge", "feed")
		for _, name := range []string{"index.html", "report.md", "comment.md", "step-summary.md", "gitlab-note.md", "report.eml", "badge.json", "feed.atom"} {
			text := strings.ToLower(mailed.ReplaceAllString(files[name], ""))
			for _, l := range verdictLooks {
				said := strings.Contains(text, strings.ToLower(l.word)+": 12 reasons") || name == "index.html" && strings.Contains(text, `data-sign="`+l.sign+`" id="verdict-word">`+strings.ToLower(l.word)+"<")
				if said != (l.state == state) {
					t.Errorf("%s of a report that %s: says %q %v", name, state, l.word, said)
				}
			}
			if name == "badge.json" || name == "feed.atom" {
				continue
			}
			for _, want := range []string{"bundle-size", "412 kb", "cart-unit no longer fails", "514 lines", "2 rejected"} {
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %q", name, want)
				}
			}
		}
		page := files["index.html"]
		for what, want := range map[string]string{"failing": "1 new, 1 infrastructure, 1 known flaky", "changed": "1 new, 1 ended, 1 suspected"} {
			if !strings.Contains(page, "<small>"+want+"</small>") {
				t.Errorf("the page does not count %s as %s", what, want)
			}
		}
		for _, name := range []string{"report.md", "comment.md"} {
			for tag, n := range map[string]int{"- **New:**": 2, "- **Known flaky, 33 %:**": 1, "- **Ended:**": 1, "- **Suspected:**": 1} {
				if got := strings.Count(files[name], tag); got != n {
					t.Errorf("%s has %d rows %s, want %d", name, got, tag, n)
				}
			}
		}
		if len(b.Failing) != 3 || len(b.Changed) != 3 || len(b.Handled) != 1 || len(b.Standing) != 1 {
			t.Errorf("%d failing, %d changed, %d handled, %d standing", len(b.Failing), len(b.Changed), len(b.Handled), len(b.Standing))
		}
	}
}

// report.md stays short, whatever there is to say.
func TestFirstPageOfMarkdownIsShort(t *testing.T) {
	r := withoutCharts(fixture())
	for i := range 500 {
		r.Data.Failures = append(r.Data.Failures, report.Failure{Step: fmt.Sprint("step-", i), Error: strings.Repeat("<*>", 100), State: report.FailureNew})
		r.Data.Changes = append(r.Data.Changes, report.SeriesChange{Text: strings.Repeat("text ", 100), State: report.ChangeNew})
	}
	page := rendered(t, r, "markdown")["report.md"]
	if len(page) > maxBrief || !strings.Contains(page, " more in the details.") || !strings.Contains(page, "](details.md)") {
		t.Errorf("%d bytes", len(page))
	}
}
