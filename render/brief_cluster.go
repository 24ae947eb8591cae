package render

import (
	"slices"
	"strings"

	"runreport/analyze/report"
)

// leastSame is how many failures with one error are shown as one: of two, both are shown.
const leastSame = 3

// FailureGroup is one failure, and the others that have its error.
type FailureGroup struct {
	BriefFailure
	Same []BriefFailure
}

// FailureGroups are what fails, the same error once.
func (b Brief) FailureGroups() []FailureGroup { return groupFailures(b.Failing) }

// groupFailures puts failures of one state together whose error texts are the same once
// numbers, paths, ids and times are taken out. Each group stands where its first one stood.
// Example: 12 tests that fail with "connect ECONNREFUSED 10.0.0.7:5432" are one group.
func groupFailures(list []BriefFailure) []FailureGroup {
	type key struct{ tag, cluster string }
	count := map[key]int{}
	for _, f := range list {
		count[key{f.Tag, f.cluster}]++
	}
	var groups []FailureGroup
	at := map[key]int{}
	for _, f := range list {
		k := key{f.Tag, f.cluster}
		i, begun := at[k]
		if f.cluster != "" && begun && count[k] >= leastSame {
			groups[i].Same = append(groups[i].Same, f)
			continue
		}
		at[k] = len(groups)
		groups = append(groups, FailureGroup{BriefFailure: f})
	}
	return groups
}

// shownSame is how many names of a group a row of text lists before it counts the others.
const shownSame = 3

// Others names the others of the group, each name once, as a text puts them behind the first:
// ", cart, pay and 9 more with this error"; empty where there are none.
func (g FailureGroup) Others() string {
	names := []string{g.Name}
	for _, f := range g.Same {
		if !slices.Contains(names, f.Name) && (len(g.Same) < shownSame || len(names) < shownSame) {
			names = append(names, f.Name)
		}
	}
	out := strings.Join(names, ", ")[len(g.Name):]
	if more := len(g.Same) - (len(names) - 1); more > 0 {
		out += " and " + grouped(int64(more)) + " more with this error"
	}
	return out
}

// countGroups is how many failures the groups hold.
func countGroups(groups []FailureGroup) (n int) {
	for _, g := range groups {
		n += 1 + len(g.Same)
	}
	return n
}

// clusterOf is what tells whether failures have the same error: the text without what
// differs from run to run. An ended or acknowledged failure stands alone.
func clusterOf(f report.Failure) string {
	if f.State == report.FailureEnded || f.State == report.FailureAcknowledged || f.Error == "" {
		return ""
	}
	return f.Cluster
}
