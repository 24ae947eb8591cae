package problem

import (
	"fmt"
	"slices"
	"time"

	"runreport/analyze/gate"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

// Acknowledge marks what somebody has accepted, and adds as problems what of that is
// over or covers nothing. A report that was acknowledged before forgets that.
func Acknowledge(d *report.Data, given []report.Acknowledgement) {
	d.Problems = slices.DeleteFunc(d.Problems, func(p report.Problem) bool { return p.Kind == problemAcknowledgement.Name })
	gate.Acknowledge(d, given)
	d.Problems = append(d.Problems, staleAcknowledgements(d.Acknowledged)...)
	slices.SortStableFunc(d.Problems, byUrgency)
}

var problemAcknowledgement = &Kind{
	Name: "acknowledgement", Names: "key or pattern", Section: "acknowledged", Urgency: "warning where its time is over, info where it covers nothing",
	Means: "An entry of acknowledge in runreport.yaml that is expired or covers no problem.",
	Do:    "Repair the problem, extend the entry with a reason, or remove it.",
	seen:  func(*Input, []string) string { return "it is valid, or was removed" },
}

// staleAcknowledgements are the problems with acknowledgements themselves.
func staleAcknowledgements(all []report.Acknowledgement) (out []report.Problem) {
	k, seen := problemAcknowledgement, map[string]bool{}
	for _, x := range all {
		p := report.Problem{Kind: k.Name, Section: k.Section, Names: []string{x.Key}, Key: Key(k.Name, x.Key), Evidence: []report.Evidence{}}
		switch {
		case seen[p.Key]:
			continue
		case x.Status == gate.Expired:
			p.Severity, p.Title = report.SeverityWarning, "An acknowledgement is expired: "+x.Key
			p.Text = fmt.Sprintf("%s was acknowledged until %s by %s (%s) and is expired. It covers %s.", x.Key, x.Until.Format(time.DateOnly), x.Who, x.Why, words.Plural(int(x.Covers), "problem"))
		case x.Status == gate.Unused:
			p.Severity, p.Title = report.SeverityInfo, "An acknowledgement covers nothing: "+x.Key
			p.Text = fmt.Sprintf("%s is acknowledged by %s (%s), but no problem of this report has such a key.", x.Key, x.Who, x.Why)
		default:
			continue
		}
		seen[p.Key] = true
		out = append(out, p)
	}
	return out
}
