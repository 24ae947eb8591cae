package run_test

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/playbook/playbooktest"
)

// seenOf are the findings of a code, as "seen; expected".
func seenOf(l *playbooktest.Loaded, code string) string {
	var all []string
	f := &l.Set.Findings
	for row := range f.Len() {
		if f.Code.At(row) == code {
			all = append(all, f.Seen.At(row)+"; "+f.Expected.At(row))
		}
	}
	return strings.Join(all, ", ")
}

// A run_id that is a stamp is the start of the run, give or take a minute. Whole and half hours
// off, up to 14, are as if one of the two were local time.
func TestRunIDAgainstStart(t *testing.T) {
	const local = ", as if one were local time"
	for id, want := range map[string]string{
		"20260302T090000Z": "", "20260302T090100Z": "", "20260302T090101Z": "1m1s apart", "20260302T085859Z": "1m1s apart",
		"20260302T093000Z": "30m0s apart" + local, "20260302T092900Z": "29m0s apart", "20260302T094500Z": "45m0s apart",
		"20260302T070000Z": "2h0m0s apart" + local, "20260302T230000Z": "14h0m0s apart" + local, "20260302T233000Z": "14h30m0s apart", "nightly": "",
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": `{"event":"run_start","ts":"2026-03-02T09:00:00Z","runner":"claude",` +
			`"playbook_version":"1.5.6","target_path":".","run_id":"` + id + `"}` + "\n"})
		got := seenOf(l, "run_id_time_differs")
		if want != "" {
			want = "run_id: " + id + "; 2026-03-02T09:00:00Z, " + want
		}
		if got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// What a log's own counts come to against its events, phase by phase.
func TestStatedCounts(t *testing.T) {
	check := func(phase, verdict string) string {
		return `{"event":"gate_check","ts":"2026-03-02T09:05:00Z","phase":` + phase + `,"gate_name":"g` + verdict + `","verdict":"` + verdict + `"}`
	}
	pass := func(phase string) string {
		return `{"event":"pass_ended","ts":"2026-03-02T09:05:00Z","phase":` + phase + `,"pass":"A","status":"success"}`
	}
	walked := `{"event":"pattern_walked","ts":"2026-03-02T09:05:00Z","phase":1,"pattern":1,"findings_count":0}`
	found := func(id, phase string) string {
		return `{"event":"finding_logged","ts":"2026-03-02T09:05:00Z","phase":` + phase + `,"finding_id":"` + id + `"}`
	}
	for _, c := range []struct {
		phase, counts string
		log           []string
		want          string // what is seen and what was expected
	}{
		{"1", `"patterns_walked":1`, []string{walked}, ""},
		{"1", `"patterns_walked":2`, []string{walked}, "patterns_walked: 2; 1 pattern_walked events"},
		{"1", `"patterns_walked":0`, nil, ""},
		{"2", `"patterns_walked":2`, nil, ""},
		{"3", `"bugs_identified":1`, []string{found("BUG-001", "3"), found("BUG-001", "3"), found("CB-1", "3"), found("BUG-002", "4")}, ""},
		{"3", `"bugs_identified":2`, []string{found("BUG-001", "3")}, "bugs_identified: 2; 1 bugs logged in phase 3"},
		{"4", `"passes_complete":1`, []string{pass("4")}, ""},
		{"4", `"passes_complete":1`, []string{pass("4"), pass("3")}, ""},
		{"4", `"passes_complete":2`, []string{pass("4"), strings.Replace(pass("4"), "05:00", "06:00", 1)}, "passes_complete: 2; 1 pass_ended events in phase 4"},
		{"5", `"gate_checks_total":2,"gate_failures":1`, []string{check("5", "pass"), check("5", "fail"), check("6", "fail")}, ""},
		{"5", `"gate_checks_total":1,"gate_failures":0`, []string{check("5", "pass"), check("5", "fail")},
			"gate_checks_total: 1; 2 gate_check events in phase 5, gate_failures: 0; 1 failing gate_check events in phase 5"},
	} {
		log := append([]string{playbooktest.Head, playbooktest.At("phase_start", c.phase, 1)}, c.log...)
		log = append(log, `{"event":"phase_end","ts":"2026-03-02T09:10:00Z","phase":`+c.phase+`,"key_counts":{`+c.counts+`},"artifacts_produced":[]}`)
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Lines(log...)})
		if got := seenOf(l, "key_count_differs"); got != c.want {
			t.Errorf("phase %s, %s: %q, want %q; all: %q", c.phase, c.counts, got, c.want, l.Findings())
		}
	}
}

// The keys that the format lists for key_counts of each phase.
func TestKeysOfCounts(t *testing.T) {
	for phase, want := range map[int]string{
		1: "phase 1: no findings_total, patterns_walked", 2: "phase 2: no findings_promoted, findings_dropped", 3: "phase 3: no bugs_identified, bug_writeups",
		4: "phase 4: no req_count, uc_count, passes_complete", 5: "phase 5: no gate_checks_total, gate_failures", 6: "phase 6: no bugs_md_count, gate_verdict", 7: "",
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" +
			playbooktest.Lines(playbooktest.At("phase_start", fmt.Sprint(phase), 1), playbooktest.At("phase_end", fmt.Sprint(phase), 2))})
		got, _, _ := strings.Cut(seenOf(l, "key_counts_dialect"), ";")
		if got != want {
			t.Errorf("phase %d: %q, want %q; all: %q", phase, got, want, l.Findings())
		}
	}
}

// A list of more than eight names is shortened.
func TestShortenedLists(t *testing.T) {
	for n, more := range map[int]string{8: "", 9: " and 1 more", 11: " and 3 more"} {
		list, first := "# Bugs\n", []string{}
		for i := range n {
			id := fmt.Sprintf("BUG-%03d", i+1)
			list += "\n### " + id + ": a\n"
			first = append(first, id)
		}
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n", "harbor/quality/BUGS.md": list,
			"harbor/quality/results/tdd-results.json": `{"schema_version":"1.1","skill_version":"1.5.6","bugs":[` +
				`{"id":"BUG-099","red_phase":"fail","green_phase":"pass","verdict":"TDD verified"}],"summary":{}}`})
		l.Want(t, "companion_disagrees|bugs of tdd-results.json: BUGS.md alone says "+strings.Join(first[:8], ", ")+more+"; tdd-results.json alone says BUG-099")
	}
}

// A duration that phase_end states is held against the stamps: more than a second and 1 % apart is
// a finding. The phase takes 500 s.
func TestStatedDurations(t *testing.T) {
	for stated, want := range map[string]string{"500": "", "505": "", "505.1": "phase 1: 505.1 s in the log; 500 s by its stamps", "495": "", "494.9": "phase 1: 494.9 s in the log; 500 s by its stamps", "0": "phase 1: 0 s in the log; 500 s by its stamps"} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "1", 1),
			`{"event":"phase_end","ts":"2026-03-02T09:09:20Z","phase":1,"key_counts":{},"artifacts_produced":[],"duration_seconds":`+stated+`}`)})
		if got := seenOf(l, "logged_duration_differs"); got != want {
			t.Errorf("%s: %q, want %q", stated, got, want)
		}
		if logged, ok := l.Set.Steps.LoggedS.Get(0); !ok || fmt.Sprint(logged) != stated {
			t.Errorf("%s: stated %v", stated, logged)
		}
	}
}

// How many bugs phase 6 counts is held against BUGS.md, unless a round of exploration added some.
func TestBugsThatPhase6Counts(t *testing.T) {
	round := `{"event":"iteration_end","ts":"2026-03-02T11:30:00Z","strategy":"gap","status":"success"}`
	for _, c := range []struct{ counted, more, want string }{
		{"2", "", ""}, {"3", "", "bugs_md_count: 3; 2 bugs in BUGS.md"}, {"3", round + "\n", ""}, {"2", round + "\n", ""},
	} {
		l := playbooktest.Load(t, map[string]string{"harbor/quality/BUGS.md": "# Bugs\n\n### BUG-001: a\n\n### BUG-002: b\n",
			"harbor/quality/run_state.jsonl": playbooktest.Head + "\n" + playbooktest.Lines(playbooktest.At("phase_start", "6", 1),
				`{"event":"phase_end","ts":"2026-03-02T09:10:00Z","phase":6,"key_counts":{"bugs_md_count":`+c.counted+`},"artifacts_produced":[]}`) + c.more})
		if got := seenOf(l, "bugs_md_count_differs"); got != c.want {
			t.Errorf("%s counted, then %q: %q, want %q", c.counted, c.more, got, c.want)
		}
	}
}
