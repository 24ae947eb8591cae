package render

import (
	"slices"
	"strings"

	"runreport/analyze/report"
)

// BriefRule is a blocking rule that failed on something that is neither a failure nor a
// change, which the first screen shows anyway.
type BriefRule struct {
	Name    string // "verdict not supported"
	Text    string // title of its first problem, or the reason
	More    int    // problems besides the first
	At      report.Evidence
	Section string // id of the section of its first problem
}

// shownKinds are the problems that stand on the first screen as failures and changes.
var shownKinds = []string{"failure", "recall-regression", "recall-loss-across", "new-flake", "flake", "slower", "common-slow-down"}

// briefRules are the blocking rules that failed on what stands nowhere else on the first
// screen.
func briefRules(d *report.Data) (out []BriefRule) {
	if d.Gate == nil {
		return nil
	}
	problems := map[string]*report.Problem{}
	for i := range d.Problems {
		problems[d.Problems[i].Key] = &d.Problems[i]
	}
	for _, r := range d.Gate.Rules {
		if r.Level != "blocking" || r.Status != "fail" {
			continue
		}
		x := BriefRule{Name: strings.ReplaceAll(r.Name, "-", " "), Text: r.Reason, Section: "gate"}
		reported := 0
		for _, key := range r.Problems {
			p := problems[key]
			switch {
			case p == nil || slices.Contains(shownKinds, p.Kind):
				continue
			case reported == 0:
				x.Text, x.Section = p.Title, p.Section
				if len(p.Evidence) > 0 {
					x.At = p.Evidence[0]
				}
			default:
				x.More++
			}
			reported++
		}
		if reported > 0 || len(r.Problems) == 0 {
			out = append(out, x)
		}
	}
	return out
}
