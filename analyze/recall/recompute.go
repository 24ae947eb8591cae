package recall

import (
	"fmt"
	"math"
	"path"
	"strings"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// How a recall from the bug lists stands to the one that the log reports.
const (
	RecallAgrees    = "agree"
	RecallExplained = "explained_by_missing_data"
	RecallDiffers   = "differ"
	RecallUnchecked = "cannot_check"
)

// recomputer works recalls out from the lists of bugs among the input.
type recomputer struct {
	t     *table.Set
	lists *bugFilesByPath
	own   map[string]*bugFile  // the list that stands for a run, by its key
	began map[string]time.Time // its start
}

func newRecomputer(t *table.Set, units []*metric.Unit) *recomputer {
	r := &recomputer{t: t, lists: byPath(bugFiles(t)), own: map[string]*bugFile{}, began: map[string]time.Time{}}
	for _, f := range r.lists.all { // the list in a run's last folder counts, as its other documents there do
		if o := r.own[f.run]; o == nil || path.Dir(f.path) != path.Dir(o.path) || f.kind == table.ListDocument {
			r.own[f.run] = f
		}
	}
	for _, u := range units {
		if len(r.own) == 0 {
			break
		}
		if r.own[u.Key] == nil { // no list is of it
			continue
		}
		r.began[u.Key] = t.Runs.StartedAt.At(u.Row)
	}
	return r
}

// recompute works the recall of a linked measurement out from the list that its
// reference path names and the list of its run.
func (a *recomputer) recompute(row int, run *metric.Unit, found *findings) *report.Recomputed {
	t := &a.t.Measurements
	out := &report.Recomputed{Check: RecallUnchecked, ByKey: []report.MatchKey{}, Matches: []report.BugMatch{}, Unmatched: []report.UnmatchedBug{}}
	var reference, own []*listedBug
	ownFile := a.own[run.Key]
	named, why := a.lists.named(t.Baseline.At(row), a.t.Sources.Path.At(t.Place(row).Source))
	if named != nil {
		why = a.unusable(row, named, ownFile)
		named, reference = named.list()
		out.Reference = named.listed(reference)
	}
	if ownFile != nil {
		ownFile, own = ownFile.list()
		out.Own = ownFile.listed(own)
	}
	switch {
	case why != "":
	case len(reference) == 0:
		why = ReferenceEmpty
	case ownFile == nil:
		why = NoOwnList
	case descriptions(reference) > maxDescriptions || descriptions(own) > maxDescriptions:
		why = ListTooLong
	}
	if why != "" {
		missing := report.Missing(why)
		out.Rate = report.Rate{Den: int64(len(reference)), Value: missing, Lo: missing, Hi: missing}
		return out
	}
	matched(a.t, out, row, reference, own, matchBugs(reference, own, named.run == run.Key))
	checkRecomputed(a.t, out, row, found)
	return out
}

// unusable says why a list that was found is no reference list: recall is defined against
// a list that was made before. own is the list of the run that was measured.
func (a *recomputer) unusable(row int, f, own *bugFile) string {
	if own != nil && f.run == own.run {
		if path.Dir(f.path) == path.Dir(own.path) {
			return ReferenceIsOwn
		}
		return "" // an older snapshot of the run
	}
	began := a.began[f.run]
	if !began.IsZero() && !began.Before(a.t.Measurements.StartedAt.At(row)) {
		return ReferenceLater
	}
	return ""
}

func (f *bugFile) listed(bugs []*listedBug) report.BugList {
	return report.BugList{File: f.path, List: f.name, Bugs: int64(len(bugs))}
}

func descriptions(bugs []*listedBug) int {
	n := 0
	for _, b := range bugs {
		n += len(b.said)
	}
	return n
}

// matched writes down what became of each bug of the reference list.
func matched(t *table.Set, out *report.Recomputed, row int, reference, own []*listedBug, pairs []bugPair) {
	logged := loggedResult(&t.Measurements, row)
	byReference, taken := map[int]bugPair{}, map[int]bool{}
	byKey := make([]int64, len(MatchKeys))
	for _, p := range pairs {
		byReference[p.reference], taken[p.own] = p, true
		byKey[p.key]++
	}
	var unsure []*listedBug
	for i, b := range reference {
		p, ok := byReference[i]
		if !ok {
			why := whyUnmatched(b, own, taken)
			if lacking[why] {
				unsure = append(unsure, b)
			}
			out.Unmatched = append(out.Unmatched, report.UnmatchedBug{Bug: b.id, Title: b.title, Reason: why, Logged: logged[b.id], Reference: metric.Cite(t, b.place)})
			continue
		}
		o := own[p.own]
		m := report.BugMatch{Bug: b.id, Title: b.title, RunBug: o.id, RunTitle: o.title, Key: MatchKeys[p.key], Logged: logged[b.id],
			Reference: metric.Cite(t, b.place), Run: metric.Cite(t, o.place), LinesApart: metric.None(stat.ReasonNotReported), Similarity: report.Missing(string(stat.ReasonNotReported))}
		if p.lineGap >= 0 {
			m.LinesApart = report.Count(p.lineGap)
		}
		if p.similar >= 0 {
			m.Similarity = report.Known(p.similar)
		}
		out.Matches = append(out.Matches, m)
	}
	for key, n := range byKey {
		if n > 0 {
			out.ByKey = append(out.ByKey, report.MatchKey{Key: MatchKeys[key], Count: n})
		}
	}
	out.Rate = metric.RateOf(len(pairs), len(reference))
	out.CouldMatch = int64(couldMatch(unsure, own, taken))
}

// loggedResult is what the measurement's own lists call each bug; a bug in both is
// neither.
func loggedResult(t *table.Measurements, row int) map[string]string {
	logged := map[string]string{}
	for _, id := range t.Found.At(row) {
		logged[strings.TrimSpace(id)] = "found"
	}
	for _, id := range t.Missed.At(row) {
		switch id = strings.TrimSpace(id); logged[id] {
		case "found":
			logged[id] = "" // in both
		case "":
			if _, both := logged[id]; !both {
				logged[id] = "missed"
			}
		}
	}
	return logged
}

// checkRecomputed holds the reported recall against the recomputed one, in bugs of
// this reference list. They agree when no whole bug lies between them, or when the bugs
// about which too little is said can make up the difference.
func checkRecomputed(all *table.Set, out *report.Recomputed, row int, found *findings) {
	t := &all.Measurements
	reported, ok := stat.ParseDecimal(t.Literal.At(row))
	if !ok || reported.Value < -stat.Eps || reported.Value > 1+stat.Eps {
		return
	}
	n := float64(out.Den)
	bugs, slack := reported.Value*n, max(0.5-stat.Eps, 0.005*n)
	switch listed := float64(out.Num); {
	case math.Abs(bugs-listed) <= slack:
		out.Check = RecallAgrees
	case bugs > listed && bugs <= listed+float64(out.CouldMatch)+slack:
		out.Check = RecallExplained
	default:
		out.Check = RecallDiffers
		by := fmt.Sprintf("%d of %d by the bug lists", out.Num, out.Den)
		if out.CouldMatch > 0 {
			by += fmt.Sprintf(", %d at most", out.Num+out.CouldMatch)
		}
		found.add(CodeRecomputed, t.Place(row), t.Cycle.At(row), t.Benchmark.At(row), by, "%s %s: recall %s", t.Benchmark.At(row), t.LeverState.At(row), t.Literal.At(row))
	}
}
