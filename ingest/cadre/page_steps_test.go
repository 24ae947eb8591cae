package cadre

import (
	"strings"
	"testing"
)

// migrationPage is a progress page of a migration with rows of its phases, and what stands below.
func migrationPage(phases, more string) input {
	return input{"m/reports/progress.md", "# Migration Progress: billing\n\n**Started:** 2026-04-22T10:00:00.000Z\n\n## Phases\n\n" +
		"| Phase | Name | Status | Notes |\n|---|---|---|---|\n" + phases + "\n" + more}
}

// What a page implies of its unit: by its phases, and by a terminal exhaustion on it.
func TestStatusOfAPage(t *testing.T) {
	const done, skipped, open, broken = "| 3 | A | ✅ completed |  |\n", "| 4 | B | skipped |  |\n", "| 5 | C | 🔄 in-progress |  |\n", "| 6 | D | ❌ failed | no disk |\n"
	for _, c := range []struct{ name, phases, more, want string }{
		{"no phase", "", "", "in-progress open - unknown"},
		{"a phase that is done", done, "", "completed passed completed -"},
		{"phases that are done or skipped", done + skipped, "", "completed passed completed -"},
		{"one is open", done + open + skipped, "", "in-progress open - unknown"},
		{"one failed", done + broken + open, "", "failed failed failed unknown"},
		{"a stop", done, "## Terminal Exhaustion\n\n- **reasonCode:** max-retries\n- **wave:** 3\n- **taskId:** t1\n", "failed failed max-retries retries"},
	} {
		r := ingest(t, migrationPage(c.phases, c.more))
		want(t, c.name, r.rows("Runs", "status", "result", "outcome", "cause"), c.want)
		if c.name == "a stop" {
			want(t, c.name, r.rows("Runs", "reason"), "max-retries at wave 3, taskId t1")
		}
	}
}

// Lines of the page's log tell of phases and tasks where no event does.
func TestSentencesOfAPage(t *testing.T) {
	page := func(lines ...string) input {
		log := ""
		for _, l := range lines {
			log += "- [2026-04-22T10:00:0" + l[:1] + ".000Z] " + l[2:] + "\n"
		}
		return migrationPage("", "## Event Log\n\n"+log)
	}
	log := func(line string) input { return input{"m/logs/runtime/migration.log", line} }
	for _, c := range []struct {
		name  string
		files []input
		want  []string // step, name, status, start, end, duration, logged, reason
	}{
		{"a phase", []input{page("1 Phase 12 started: Parity", "5 Phase 12 completed in 4000ms")}, []string{"phase 12 Parity completed 10:00:01.000 10:00:05.000 4 4 -"}},
		{"a phase without its duration", []input{page("1 Phase 3 started: Plan", "5 Phase 3 completed")}, []string{"phase 3 Plan completed 10:00:01.000 10:00:05.000 4 - -"}},
		{"a phase that failed", []input{page("5 Phase 3 failed: no disk")}, []string{"phase 3 - failed - 10:00:05.000 - - no disk"}},
		{"a phase that was skipped", []input{page("5 Phase 3 skipped")}, []string{"phase 3 - skipped - - - - -"}},
		{"a phase without a number", []input{page("5 Phase 99999999999999999999 started: x")}, nil},
		{"a task", []input{page("1 Task t1 started: Port it", "5 Task t1 completed")}, []string{"t1 Port it completed 10:00:01.000 10:00:05.000 4 - -"}},
		{"a task that was blocked", []input{page("5 Task t1 blocked: no tries")}, []string{"t1 - blocked - 10:00:05.000 - - no tries"}},
		{"a task, beside what it is told to do", []input{page("5 Task t1 completed: all of it")}, []string{"t1 - completed - 10:00:05.000 - - -"}},
		{"another sentence", []input{page("1 Wave 1 started: x")}, nil},
		{"phases beside events of phases", []input{page("1 Phase 3 started: Plan", "2 Task t1 started: x"), log(bare("phase-started", `"phase":4`, at(9000)))},
			[]string{"phase 4 - in-progress 10:00:09.000 - - - -", "t1 x in-progress 10:00:02.000 - - - -"}},
		{"tasks beside events of tasks", []input{page("1 Phase 3 started: Plan", "2 Task t1 started: x"), log(bare("task-started", `"taskId":"t2"`, at(9000)))},
			[]string{"phase 3 Plan in-progress 10:00:01.000 - - - -", "t2 - in-progress 10:00:09.000 - - - -"}},
	} {
		r := ingest(t, c.files...)
		want(t, c.name, r.rows("Steps", "step", "name", "status", "started_at", "ended_at", "duration_s", "logged_duration_s", "reason"), c.want...)
	}
}

// A page that still shows a phase as not begun undoes nothing, and says so of one that is told nowhere else.
func TestPhasesThatHaveNotBegun(t *testing.T) {
	log := input{"m/logs/runtime/migration.log", bare("phase-completed", `"phase":3,"name":"Plan","duration":7000`, at(0))}
	for status, want := range map[string]string{"not-started": "completed", "pending": "completed", "failed": "failed", "in-progress": "in-progress"} {
		page := migrationPage("| 3 | Planning | "+status+" | why |\n", "## Event Log\n\n- [2026-04-22T10:00:05.000Z] x\n")
		r := ingest(t, log, page)
		if got := r.rows("Steps", "step", "name", "status", "logged_duration_s", "reason")[0]; got != "phase 3 Plan "+want+" 7 why" {
			t.Errorf("%s: %s, want %s", status, got, want)
		}
		if got := ingest(t, page).rows("Steps", "step", "status")[0]; got != "phase 3 "+status {
			t.Errorf("%s alone: %s", status, got)
		}
	}
}

// Tables of a page: their rows, and rows that are no phase and no retry.
func TestTablesOfAPage(t *testing.T) {
	r := ingest(t, migrationPage("| 12 | Plan | done | 1.5s |\n| x | none |  |  |\n| 4 | Port | ✅ | — |\n", "## Retry Targets\n\n"+
		"| Scope | Attempt | Task | Wave | Check | Summary |\n|---|---|---|---|---|---|\n| wave | 10/12 | t1 | 2 | lint | again |\n| wave | x | t1 |  |  |  |\n\n"+
		"## Other\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n### Below\n\n- item\n"))
	want(t, "phases", r.rows("Steps", "step", "name", "status", "logged_duration_s", "reason"), "phase 4 Port completed - -", "phase 12 Plan done 1.5 -")
	var rest []string
	for _, row := range r.rows("Events", "kind", "step", "attempt", "text") {
		if strings.HasPrefix(row, "progress retry") || strings.HasPrefix(row, "progress line") {
			rest = append(rest, row)
		}
	}
	want(t, "other rows", rest, "progress line - - x | none |  | ", "progress retry t1 10 again: lint", "progress line - - wave | x | t1 |  |  | ",
		"progress line - - 1 | 2", "progress line - - item")
	last := r.Files[0].Records
	if got := last[len(last)-1].Str("section") + ", " + last[len(last)-2].Str("section"); got != "Below, Other" {
		t.Errorf("the sections are %s", got)
	}
	r = ingest(t, input{"work/progress.md", "# CADRE Progress\n\n## Fleet Status\n- **Last Updated**: 2026-04-22T10:00:00.000Z\n\n## Issues\n\n" +
		"| Issue | Title | Status | Phase | PR |\n|---|---|---|---|---|\n| #42 | Cache | ✅ completed | 5/5 | #101 |\n"})
	item := r.Files[0].Records[1]
	want(t, "item", []string{item.Str("item"), item.Str("title"), item.Str("status"), item.Str("phase")}, "42", "Cache", "completed", "5/5")
}

// The days of a log go back from the last update: a time of day that is more than a minute later
// than the one after it is of the day before.
func TestDaysOfALog(t *testing.T) {
	for _, c := range []struct {
		name, updated string
		clocks, want  []string
	}{
		{"one day", "2026-04-22T10:00:00Z", []string{"09:00:00", "09:30:00"}, []string{"22 09:00:00", "22 09:30:00"}},
		{"over midnight", "2026-04-22T00:10:00Z", []string{"23:00:00", "00:05:00"}, []string{"21 23:00:00", "22 00:05:00"}},
		{"over two midnights", "2026-04-22T00:10:00Z", []string{"23:30:00", "12:00:00", "23:00:00", "00:05:00"}, []string{"20 23:30:00", "21 12:00:00", "21 23:00:00", "22 00:05:00"}},
		{"a minute out of order", "2026-04-22T10:00:00Z", []string{"09:01:00", "09:00:00"}, []string{"22 09:01:00", "22 09:00:00"}},
		{"more than a minute", "2026-04-22T10:00:00Z", []string{"09:01:01", "09:00:00"}, []string{"21 09:01:01", "22 09:00:00"}},
		{"a minute out of order, and behind it", "2026-04-22T10:00:00Z", []string{"09:02:00", "09:01:20", "09:00:40"}, []string{"21 09:02:00", "22 09:01:20", "22 09:00:40"}},
		{"a minute behind the last update", "2026-04-22T10:00:00Z", []string{"10:01:00"}, []string{"22 10:01:00"}},
		{"no time", "2026-04-22T10:00:00Z", []string{"09:00:00", "99:00:00", "09:30:00"}, []string{"22 09:00:00", "01 00:00:00", "22 09:30:00"}},
	} {
		text := "# Issue #31: x\n\n## Pipeline Status\n- **Last Updated**: " + c.updated + "\n\n## Event Log\n\n"
		for _, clock := range c.clocks {
			text += "- `" + clock + "` x\n"
		}
		var got []string
		for _, rec := range ingest(t, input{"work/issues/31/progress.md", text}).Files[0].Records {
			if rec.Is(progressEvent.Name) {
				got = append(got, rec.Time("at").Format("02 15:04:05"))
			}
		}
		want(t, c.name, got, c.want...)
	}
}

// Numbers are written in the way of any country.
func TestNumbersOfAPage(t *testing.T) {
	for text, want := range map[string]int64{"3/5": 3, "1,234": 1234, "1.234.567 / 2": 1234567, "1 234": 1234, "1’234 tokens": 1234, " 7": 7, "109": 109} {
		if n, ok := leadingNumber(text); n != want || !ok {
			t.Errorf("%q: %d, want %d", text, n, want)
		}
	}
	for _, text := range []string{"", "-", "x 5", "99999999999999999999"} {
		if _, ok := leadingNumber(text); ok {
			t.Errorf("%q is taken for a number", text)
		}
	}
}
