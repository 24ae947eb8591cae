package run

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/record"
)

// phaseTimes compares when phases ended by the log and by PROGRESS.md.
func (r *run) phaseTimes() {
	for _, tick := range r.docs.Ticks {
		n, _ := tick.Int("phase")
		p, said := r.byPhase[n], tick.Time("completed")
		if p == nil || p.end == nil || p.end.At.IsZero() || said.IsZero() {
			continue
		}
		if off := p.end.At.Sub(said); off.Abs() > sameMoment {
			r.disagree("end of phase "+fmt.Sprint(n), []side{{"the log", p.end.At.Format(time.RFC3339), p.end},
				{"PROGRESS.md", tick.Value("completed").Text + ", " + timeDifference(off), tick}})
		}
	}
}

// docStates compares whether there were documents to review against. Without an
// event the format means that there were.
func (r *run) docStates() {
	d := r.docs
	if r.abort != nil && d.Progress != nil && !strings.Contains(d.Progress.Str("error"), "aborted_missing_docs") {
		r.disagree("abort", []side{{"the log", "aborted_missing_docs", r.abort}, {"PROGRESS.md", "no ERROR line", d.Progress}})
	}
	said := firstPlain(companion.FieldText(d.Progress, "documentation_state"))
	switch logged := companion.FieldText(r.docState, "state"); {
	case logged == "" && said == "code_only" && r.index != nil:
		r.disagree("documentation state", []side{{"the log", "nothing, so with documents", r.index}, {"PROGRESS.md", said, d.Progress}})
	case logged == "code_only" && d.Progress != nil && said != logged:
		if said == "" {
			said = "nothing"
		}
		r.disagree("documentation state", []side{{"the log", logged, r.docState}, {"PROGRESS.md", said, d.Progress}})
	}
}

// bugCounts compares how many bugs there are by every source that says it.
func (r *run) bugCounts() {
	var said []side
	add := func(by string, at *record.Record, n float64, ok bool) {
		if at != nil && ok {
			said = append(said, side{by, fmt.Sprint(n), at})
		}
	}
	intOf := func(by string, at *record.Record, key string) {
		if at != nil {
			n, ok := at.Int(key)
			add(by, at, float64(n), ok)
		}
	}
	if p := r.byPhase[6]; p != nil && p.end != nil {
		n, ok := countIn(p.end, "bugs_md_count")
		add("phase_end of phase 6", p.end, n, ok)
	}
	d := r.docs
	intOf("BUGS.md", d.List, "bugs")
	if n := len(bugsOnly(d.Tracked)); n > 0 {
		add("the tracker in PROGRESS.md", d.Progress, float64(n), true)
	}
	intOf("run metadata", d.Metadata, "bug_count")
	if d.Manifest != nil {
		add("bugs_manifest.json", d.Manifest, float64(len(companion.BugIDs(d.Manifest.Items("records")))), true)
	}
	if d.Tdd != nil {
		add("tdd-results.json", d.Tdd, float64(len(companion.BugIDs(d.Tdd.Items("bugs")))), true)
	}
	if n := len(r.loggedBugs()); n > 0 {
		add("finding_logged", r.found[0], float64(n), true)
	}
	r.words("number of bugs", func(s string) string { return s }, said)
}

// bugsOnly are the ids of bugs, candidates left out.
func bugsOnly(rows []*record.Record) []string {
	return slices.DeleteFunc(companion.BugIDs(rows), func(id string) bool { return !strings.HasPrefix(id, "BUG-") })
}

// loggedBugs are the bugs that the log names.
func (r *run) loggedBugs() []string {
	var list []string
	seen := map[string]bool{}
	for _, rec := range r.found {
		if id := rec.Str("finding_id"); strings.HasPrefix(id, "BUG-") && !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	return list
}

// compareBugIDs compares the ids in BUGS.md with those of the other documents. Equal
// counts are not enough: one may list BUG-001 and the other BUG-002.
func (r *run) compareBugIDs() {
	d := r.docs
	if d.List == nil {
		return
	}
	order, listed := companion.BugIDs(d.Confirmed()), map[string]bool{}
	for _, id := range order {
		listed[id] = true
	}
	against := func(by string, at *record.Record, others []string) {
		if at == nil || len(others) == 0 {
			return
		}
		have := map[string]bool{}
		var extra, lacking []string
		for _, id := range others {
			have[id] = true
			if !listed[id] {
				extra = append(extra, id)
			}
		}
		for _, id := range order {
			if !have[id] {
				lacking = append(lacking, id)
			}
		}
		if len(extra)+len(lacking) > 0 {
			r.disagree("bugs of "+by, []side{{"BUGS.md alone", listShortened(lacking), d.List}, {by + " alone", listShortened(extra), at}})
		}
	}
	against("the tracker", d.Progress, bugsOnly(d.Tracked))
	if d.Manifest != nil {
		against("bugs_manifest.json", d.Manifest, companion.BugIDs(d.Manifest.Items("records")))
	}
	if d.Tdd != nil {
		against("tdd-results.json", d.Tdd, companion.BugIDs(d.Tdd.Items("bugs")))
	}
}

// listShortened is a list of ids in words: its first eight and how many more there are.
func listShortened(list []string) string {
	const most = 8
	switch {
	case len(list) == 0:
		return "none"
	case len(list) > most:
		return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
	}
	return strings.Join(list, ", ")
}
