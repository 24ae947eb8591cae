package run

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// phaseTimes compares when phases ended by the log and by PROGRESS.md.
func (c comparison) phaseTimes() {
	for _, tick := range c.docs.Ticks {
		n, _ := tick.Int("phase")
		end, said := c.log.phases.ended(n), tick.Time("completed")
		if end == nil || end.At.IsZero() || said.IsZero() {
			continue
		}
		if off := end.At.Sub(said); off.Abs() > sameMoment {
			c.disagree("end of phase "+fmt.Sprint(n), []side{{"the log", end.At.Format(time.RFC3339), end},
				{"PROGRESS.md", tick.Value("completed").Text + ", " + timeDifference(off), tick}})
		}
	}
}

// docStates compares whether there were documents to review against. Without an
// event the format means that there were. "With docs: no" is an answer too, under the name
// that the field had before.
func (c comparison) docStates() {
	d := c.docs
	if c.log.abort != nil && d.Progress != nil && !strings.Contains(d.Progress.Str("error"), "aborted_missing_docs") {
		c.disagree("abort", []side{{"the log", "aborted_missing_docs", c.log.abort}, {"PROGRESS.md", "no ERROR line", d.Progress}})
	}
	said := firstPlain(companion.FieldText(d.Progress, "documentation_state"))
	withDocs := map[string]string{
		"no": "code_only", "false": "code_only", "none": "code_only",
		"yes": "with_docs", "true": "with_docs",
	}
	switch logged := companion.FieldText(c.log.docState, "state"); {
	case logged == "" && said == "code_only" && c.log.index != nil:
		c.disagree("documentation state", []side{{"the log", "nothing, so with documents", c.log.index}, {"PROGRESS.md", said, d.Progress}})
	case logged == "code_only" && d.Progress != nil && said != logged:
		said = cmp.Or(said, withDocs[firstPlain(companion.FieldText(d.Progress, "with_docs"))], "nothing")
		if said == logged {
			return
		}
		c.disagree("documentation state", []side{{"the log", logged, c.log.docState}, {"PROGRESS.md", said, d.Progress}})
	}
}

// bugCounts compares how many bugs there are by every source that says it. Rounds of
// exploration behind run_end add bugs to the documents: what the run stated before is then
// no other number, but an earlier one.
func (c comparison) bugCounts() {
	type number struct {
		by string
		n  float64
		at *record.Record
	}
	var buffer [7]number // as many as there are sources
	numbers := buffer[:0]
	add := func(by string, at *record.Record, n float64, ok bool) {
		if at != nil && ok {
			numbers = append(numbers, number{by, n, at})
		}
	}
	intOf := func(by string, at *record.Record, key string) {
		if at != nil {
			n, ok := at.Int(key)
			add(by, at, float64(n), ok)
		}
	}
	d, grown := c.docs, c.log.inner.iterations > 0
	if end := c.log.phases.ended(sheet.LastPhase); end != nil && !grown {
		n, ok := c.log.phases.count(sheet.LastPhase, "bugs_md_count")
		add("phase_end of phase 6", end, n, ok)
	}
	intOf("BUGS.md", d.List, "bugs")
	if n := len(bugsOnly(d.Tracked)); n > 0 {
		add("the tracker in PROGRESS.md", d.Progress, float64(n), true)
	}
	if !grown {
		intOf("run metadata", d.Metadata, "bug_count")
	}
	if d.Manifest != nil {
		add("bugs_manifest.json", d.Manifest, float64(len(realBugs(d.Listed(), "status", "disposition"))), true)
	}
	if d.Tdd != nil {
		add("tdd-results.json", d.Tdd, float64(len(realBugs(d.Tdd.Items("bugs"), "verdict"))), true)
	}
	if n := len(c.loggedBugs()); n > 0 && !grown {
		add("finding_logged", c.log.found[0], float64(n), true)
	}
	if !slices.ContainsFunc(numbers, func(x number) bool {
		return math.Float64bits(x.n) != math.Float64bits(numbers[0].n)
	}) {
		return // as they are written: -0 and 0 are two
	}
	var said []side
	for _, x := range numbers {
		said = append(said, side{x.by, fmt.Sprint(x.n), x.at})
	}
	c.disagree("number of bugs", said)
}

// realBugs are the ids of the entries that are bugs: a list may keep what was retracted, a
// false positive or a duplicate, and say so in a field.
func realBugs(rows []*record.Record, status ...string) []string {
	var ids sheet.Places[string]
	for _, r := range rows {
		if id := r.Str("id"); id != "" && sheet.StateOf(texts(r, status), r.Str("severity")).IsBug() {
			ids.Place(id)
		}
	}
	return ids.Order
}

// bugsOnly are the ids of bugs, candidates left out.
func bugsOnly(rows []*record.Record) []string {
	return slices.DeleteFunc(realBugs(rows, "status"), func(id string) bool { return !strings.HasPrefix(id, "BUG-") })
}

// loggedBugs are the bugs that the log names.
func (c comparison) loggedBugs() []string {
	var ids sheet.Places[string]
	for _, rec := range c.log.found {
		if id := rec.Str("finding_id"); strings.HasPrefix(id, "BUG-") {
			ids.Place(id)
		}
	}
	return ids.Order
}

// compareBugIDs compares the ids in BUGS.md with those of the other documents. Equal
// counts are not enough: one may list BUG-001 and the other BUG-002.
func (c comparison) compareBugIDs() {
	d := c.docs
	if d.List == nil {
		return
	}
	order := companion.BugIDs(d.Confirmed())
	against := func(by string, at *record.Record, others []string) {
		if at == nil || len(others) == 0 || slices.Equal(others, order) {
			return
		}
		listed, have := map[string]bool{}, map[string]bool{}
		for _, id := range order {
			listed[id] = true
		}
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
			c.disagree("bugs of "+by, []side{{"BUGS.md alone", listShortened(lacking), d.List}, {by + " alone", listShortened(extra), at}})
		}
	}
	against("the tracker", d.Progress, bugsOnly(d.Tracked))
	if d.Manifest != nil {
		against("bugs_manifest.json", d.Manifest, realBugs(d.Listed(), "status", "disposition"))
	}
	if d.Tdd != nil {
		against("tdd-results.json", d.Tdd, realBugs(d.Tdd.Items("bugs"), "verdict"))
	}
}

// testEvidence compares what tdd-results.json says of the bugs' tests with the logs of the
// tests, whose first line is their result.
func (c comparison) testEvidence() {
	for _, phase := range []string{"red", "green"} {
		logs := c.docs.TestLogsOf(phase)
		for _, b := range items(c.docs.Tdd, "bugs") {
			says, log := testResult(b, phase), logs[b.Str("id")]
			if log == nil {
				continue
			}
			want := map[string]string{"fail": "RED", "pass": "GREEN"}[says]
			if tag := log.Str("tag"); want != "" && (tag == "RED" || tag == "GREEN") && tag != want {
				c.disagree("test of "+b.Str("id")+", "+phase+" phase",
					[]side{{"tdd-results.json", says, c.docs.Tdd}, {path.Base(log.File.Path), tag, log}})
			}
		}
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
