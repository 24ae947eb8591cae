package render

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"runreport/analyze/report"
)

// issue is something wrong at a place: what code scanning and code quality list.
type issue struct {
	rule, severity, text string
	at                   []report.Evidence // at least one, all with a line
	key                  string            // the same from report to report; no line and no number of it
}

// maxIssues is how many issues the machines that take them show of one file.
const maxIssues = 5000

// longestMessage is how many characters the formats for machines hold of a text.
const longestMessage = 500

// issues are the problems that nobody has acknowledged and whose evidence is in a file:
// the most urgent first, at most maxIssues. left counts those that are not listed for want
// of room, nowhere those without a file.
func issues(d *report.Data) (list []issue, left, nowhere int) {
	for _, p := range d.Problems {
		if p.Acknowledged != "" {
			continue
		}
		i := issue{rule: ruleOf(p), severity: p.Severity, text: cmp.Or(p.Text, p.Title), key: fingerprint(p.Key)}
		for _, e := range p.Evidence {
			switch {
			case e.File == "":
			case e.Line == nil: // a whole document, which these formats show at its first line
				first := int64(1)
				i.at = append(i.at, report.Evidence{File: e.File, Line: &first})
			case *e.Line > 0:
				i.at = append(i.at, e)
			}
		}
		if len(i.at) == 0 {
			nowhere++
			continue
		}
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(a, b issue) int { return cmp.Compare(urgencyRank(a.severity), urgencyRank(b.severity)) })
	if left = max(0, len(list)-maxIssues); left > 0 {
		list = list[:maxIssues]
	}
	return list, left, nowhere
}

// ruleOf is what a problem breaks: its kind, or, of one that gathers findings, their
// code, which is the first of its names.
func ruleOf(p report.Problem) string {
	if (p.Kind == "finding" || p.Kind == "contradiction") && len(p.Names) > 0 {
		return p.Names[0]
	}
	return p.Kind
}

// urgencyRank orders severities, the most urgent first.
func urgencyRank(severity string) int {
	switch severity {
	case report.SeverityError:
		return 0
	case report.SeverityWarning:
		return 1
	}
	return 2
}

// fingerprint is a key as a short name.
func fingerprint(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

// plain is a text of a report for a format that escapes it itself: legible and cut.
func plain(s string) string { return Cut(legible(s), longestMessage) }
