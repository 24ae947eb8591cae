package cycle_test

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/playbook/playbooktest"
)

// ended ends a cycle with a verdict; minute counts from 04:00.
func ended(minute int, verdict, rest string) string {
	return fmt.Sprintf(`{"event":"cycle_end","ts":"2026-03-05T%02d:%02d:00Z","verdict":%q,"recall_before":{},"recall_after":{},"recall_delta":{},"cross_benchmark_check":{}%s}`, 4+minute/60, minute%60, verdict, rest)
}

const reverted = `{"event":"lever_change_reverted","ts":"2026-03-05T06:00:00Z","files_changed":["a.md"],"commit_sha":"def5678"}`

// cellOf is a cell of a day and hour of March 2026.
func cellOf(benchmark, at, recall, found, missed, rest string) string {
	return fmt.Sprintf(`{"benchmark":%q,"timestamp":%q,"historical_bug_id":"all","recall_against_historical":%s,"recovered_bug_ids":[%s],"missed_bug_ids":[%s]%s}`, benchmark, at, recall, found, missed, rest)
}

// TestCases holds the rows of small cycles, and of what documents and cells tell of them, against
// testdata/cases.txtar.
func TestCases(t *testing.T) {
	const log, reported = "cycles/x/run_state.jsonl", "docs/Lever_Calibration_Log.md"
	pre := []string{begun("harbor-2.1", "pre-lever", 0), over("harbor-2.1", "pre-lever", 10, "0.50", `"A"`, `"B"`)}
	post := []string{begun("harbor-2.1", "post-lever", 70), over("harbor-2.1", "post-lever", 80, "1.0", `"A","B"`, "")}
	of := func(lines ...[]string) map[string]string {
		all := []string{cycleHead(1)}
		for _, l := range lines {
			all = append(all, l...)
		}
		return map[string]string{log: playbooktest.Lines(all...)}
	}
	with := func(files map[string]string, more ...string) map[string]string {
		for i := 0; i < len(more); i += 2 {
			files[more[i]] = more[i+1]
		}
		return files
	}
	entry := func(title, before, after, rest string) string {
		return "# Lever Calibration Log\n\n## Cycle: " + title + "\n\n**Lever pulled:** lever-1 (breadth). Commit `abc1234`.\n\n**Before:** " + before + "\n\n**After:** " + after + "\n\n" + rest
	}
	long := strings.Repeat("x", 600)
	var got []ingesttest.File
	for _, c := range []struct {
		name  string
		files map[string]string
	}{
		{"shipped", of(pre, []string{applied}, post, []string{ended(90, "ship", "")})},
		{"shipped and reverted", of(pre, []string{applied}, post, []string{reverted, ended(130, "ship", "")})},
		{"shipped, reverted and applied again", of(pre, []string{applied, reverted, strings.Replace(applied, "05:00:00", "06:10:00", 1)}, post, []string{ended(140, "ship", "")})},
		{"reverted", of(pre, []string{applied}, post, []string{reverted, ended(130, "revert", "")})},
		{"reverted without a revert", of(pre, []string{applied}, post, []string{ended(130, "revert", "")})},
		{"reverted, and applied again", of(pre, []string{applied, reverted, strings.Replace(applied, "05:00:00", "06:10:00", 1)}, post, []string{ended(140, "revert", "")})},
		{"two verdicts", of(pre, []string{ended(20, "ship", ""), ended(21, "iterate", "")})},
		{"an unknown verdict", of(pre, []string{ended(20, "shrug", "")})},
		{"numbers of the end", of(pre, []string{applied}, post, []string{strings.NewReplacer(`"recall_before":{}`, `"recall_before":{"harbor-2.1":0.5}`, `"recall_after":{}`, `"recall_after":{"harbor-2.1":0.9}`,
			`"recall_delta":{}`, `"recall_delta":{"harbor-2.1":0.4,"pier-1.0":null}`, `"cross_benchmark_check":{}`, `"cross_benchmark_check":{"status":"ok","worst":-0.1}`).Replace(ended(90, "ship", ""))})},
		{"behind the end", of(pre, []string{ended(20, "ship", "")}, post)},
		{"an error that ends it", of(pre, []string{`{"event":"error","ts":"2026-03-05T05:31:00Z","message":"` + long + `","recoverable":false,"benchmark":"harbor-2.1"}`, `{"event":"error","ts":"2026-03-05T05:32:00Z","message":"again","recoverable":false}`})},
		{"time that goes back", of(pre, []string{begun("pier-1.0", "pre-lever", 5)})},
		{"no cycle_start", map[string]string{log: strings.Split(cycleHead(1), "\n")[0] + "\n" + playbooktest.Lines(pre...)}},
		{"events above the index", map[string]string{log: playbooktest.Lines(pre...) + cycleHead(1) + "\n"}},
		{"no index", map[string]string{log: strings.Split(cycleHead(1), "\n")[1] + "\n" + playbooktest.Lines(pre...)}},
		{"no index and no start", map[string]string{log: playbooktest.Lines(pre...)}},
		{"two iterations", of(pre, []string{strings.ReplaceAll(cycleHead(2), "T02", "T08")}, []string{begun("harbor-2.1", "pre-lever", 300), over("harbor-2.1", "pre-lever", 310, "0.75", `"A"`, "")})},
		{"an index without an iteration", map[string]string{log: strings.Replace(cycleHead(1), `,"iteration":1`, "", 1) + "\n" + playbooktest.Lines(pre...)}},
		{"the index again, changed", of(pre, []string{strings.NewReplacer("T01:00:00", "T05:00:00", `"pier-1.0"`, `"pier-1.1"`).Replace(strings.Split(cycleHead(1), "\n")[0])})},
		{"the index again, alike", of(pre, []string{strings.NewReplacer("T01:00:00", "T05:00:00", `["harbor-2.1","pier-1.0"]`, `["pier-1.0","harbor-2.1"]`, "1.5.6", "1.5.7").Replace(strings.Split(cycleHead(1), "\n")[0])})},
		{"long names", of([]string{begun(long, long, 0), over(long, long, 10, "0.50", `"`+long+`"`, `"B"`), over(long, long, 20, "0.60", `"`+long+`"`, `"B"`)})},
		{"bugs in both lists", of([]string{begun("harbor-2.1", "pre-lever", 0), over("harbor-2.1", "pre-lever", 10, "0.50", `"A"," B ","A"`, `"B","C",""`)})},
		{"a recall that its lists do not come to", of([]string{begun("harbor-2.1", "pre-lever", 0), over("harbor-2.1", "pre-lever", 10, "0.75", `"A"`, `"B"`)})},
		{"a recall that its lists nearly come to", of([]string{begun("harbor-2.1", "pre-lever", 0), over("harbor-2.1", "pre-lever", 10, "0.505", `"A"`, `"B"`)})},
		{"two measured at once", of([]string{begun("harbor-2.1", "pre-lever", 0), begun("pier-1.0", "pre-lever", 1), `{"event":"error","ts":"2026-03-05T04:05:00Z","message":"hung","recoverable":true,"benchmark":"harbor-2.1","lever_state":"post-lever"}`,
			begun("harbor-2.1", "pre-lever", 6), over("harbor-2.1", "pre-lever", 10, "0.50", `"A"`, `"B"`), over("pier-1.0", "pre-lever", 11, "0.50", `"A"`, `"B"`)})},
		{"two states that nobody knows", of([]string{begun("harbor-2.1", "during", 0), begun("harbor-2.1", "later", 1), over("harbor-2.1", "later", 10, "0.50", `"A"`, `"B"`), over("harbor-2.1", "during", 11, "0.50", `"A"`, `"B"`)})},
		{"a cell without lists", map[string]string{"metrics/a.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", "", "", "")}},
		{"a cell with a bug in both lists", map[string]string{"metrics/a.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"A","C"`, `"A","B"`, `,"historical_bug_count":4`)}},
		{"a cell with a long name in both lists", map[string]string{"metrics/a.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"`+long+`"`, `"`+long+`"`, `,"historical_bug_count":2`)}},
		{"an entry that names its cycle by its audit", with(of(pre, []string{ended(90, "ship", "")}), reported, entry("something else", "- harbor-2.1: 0.50", "- harbor-2.1: 0.75", "**Audit:** audits/2026-03-05-harbor/notes.md\n"))},
		{"an audit that is no path", with(of(pre, []string{ended(90, "ship", "")}), reported, entry("something else", "- harbor-2.1: 0.50", "- harbor-2.1: 0.75", "**Audit:** harbor\n"))},
		{"an entry of several days", with(of(pre, []string{ended(90, "ship", "")}), reported, entry("2026-03-05 to 2026-03-07 harbor", "- harbor-2.1: 0.50", "- harbor-2.1: 0.75", ""))},
		{"an entry of another day", with(of(pre, []string{ended(90, "ship", "")}), reported, entry("2026-03-06 harbor", "- harbor-2.1: 0.50", "- harbor-2.1: 0.75", ""))},
		{"an entry whose name begins with to", with(of(pre, []string{ended(90, "ship", "")}), reported, entry("2026-03-05 to harbor", "- harbor-2.1: 0.50", "- harbor-2.1: 0.75", ""))},
		{"regressions of every form", of(pre, []string{strings.Replace(ended(20, "revert", ""), `"cross_benchmark_check":{}`, `"cross_benchmark_check":{"status":"regressed","regressions":["harbor-2.1/A"," pier-1.0/B ","C",["tide-3","D"],["E"],{"benchmark":"harbor-2.1","bug":"F"},{"bench":"b","bug_id":"G"},{"benchmark":"b"},{"id":"H"},7]}`, 1)})},
		{"regressions by their benchmark", of(pre, []string{strings.Replace(ended(20, "revert", ""), `"cross_benchmark_check":{}`, `"cross_benchmark_check":{"regressions":{"harbor-2.1":["A"," B "],"pier-1.0":[]}}`, 1)})},
		{"deltas of every form", of(pre, []string{strings.NewReplacer(`"recall_delta":{}`, `"delta":{"harbor-2.1":0.25,"pier-1.0":null,"tide-3":"n/a","deep":{"a":1}}`).Replace(ended(20, "iterate", ""))})},
		{"cells of single bugs", map[string]string{"metrics/a.json": strings.Replace(cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "1.0", `"A"`, "", ""), `"all"`, `"A"`, 1), "metrics/b.json": strings.Replace(cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.0", "", `"B"`, ""), `"all"`, `"B"`, 1),
			"metrics/c.json": strings.Replace(cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.5", `"A"`, `"B"`, ""), `"all"`, `""`, 1)}},
		{"two logs of a folder without a name", map[string]string{"cycles/x/run_state.jsonl": playbooktest.Lines(pre...), "cycles/x/run_state-2.jsonl": playbooktest.Lines(post...)}},
		{"cells that name each other", map[string]string{"metrics/1/a.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"A"`, `"B"`, `,"after_lever":"metrics/2/b.json"`), "metrics/2/b.json": cellOf("harbor-2.1", "2026-03-05T05:10:00Z", "1.0", `"A","B"`, "", `,"lever_under_test":"lever-1"`),
			"metrics/3/c.json": cellOf("harbor-2.1", "2026-03-05T06:10:00Z", "1.0", `"A","B"`, "", `,"before_lever":"somewhere/1/a.json"`), "metrics/4/d.json": cellOf("pier-1.0", "2026-03-05T06:10:00Z", "1.0", `"A","B"`, "", `,"before_lever":"metrics/1/a.json"`),
			"metrics/5/e.json": cellOf("pier-1.0", "2026-03-05T07:10:00Z", "1.0", `"A","B"`, "", `,"before_lever":"metrics/5/e.json","after_lever":"metrics/9/none.json"`)}},
		{"an entry that is argued and its log", with(of(pre, []string{ended(90, "ship", "")}), reported, entry("2026-03-05 harbor", "- harbor-2.1: 0.50", "- harbor-2.1: 0.75", ""), "metrics/a.json", cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.75", "", "", `,"lever_under_test":"lever-1"`))},
		{"an argued recall that differs", with(of(pre, []string{ended(90, "ship", "")}), reported, "# Lever Calibration Log\n\n## Cycle: 2026-03-05 harbor\n\n**Lever pulled:** L.\n\n**Before (projected):** harbor-2.1: 0.90\n\n**After (empirical):** harbor-2.1: 0.75\n")},
		{"a cell", map[string]string{"metrics/a.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"A"`, `"B"`, `,"historical_bug_count":2,"current_bug_count":3,"notes":"n"`)}},
		{"a cell whose numbers differ", map[string]string{"metrics/a.json": cellOf("harbor", "2026-03-05T04:10:00Z", "0.75", `"A",""," A "`, `"B"`, `,"historical_bug_count":3,"historical_qpb_version":"2.1","lever_under_test":"lever-1","lever_change_summary":"`+long+`","regression_check":{"status":"ok","noise_floor_threshold":0.05},"apparatus":{"runner":"claude","wall_clock_seconds":7}`)}},
		{"cells of one benchmark", map[string]string{"metrics/1/a.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"A"`, `"B"`, ""), "metrics/1/b.json": cellOf("harbor-2.1", "2026-03-05T05:10:00Z", "1.0", `"A","B"`, "", `,"lever_under_test":"lever-1"`),
			"metrics/2/copy.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"A"`, `"B"`, "")}},
		{"cells of no time", map[string]string{"metrics/a.json": strings.Replace(cellOf("harbor-2.1", "x", "0.50", `"A"`, `"B"`, ""), `"timestamp":"x",`, "", 1), "metrics/b.json": cellOf("harbor-2.1", "2026-03-05T05:10:00Z", "null", "", "", "")}},
		{"cells and a log", with(of(pre, []string{applied}, post, []string{ended(90, "ship", "")}), "metrics/a.json", cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"A"`, `"B"`, `,"lever_under_test":"lever-1"`),
			"metrics/b.json", cellOf("harbor-2.1", "2026-03-05T05:20:00Z", "0.99", `"A"`, `"B"`, `,"lever_under_test":"lever-1"`))},
		{"a cell a day behind a log", with(of(pre, []string{ended(20, "ship", "")}), "metrics/a.json", cellOf("harbor-2.1", "2026-03-06T04:20:00Z", "0.50", `"A"`, `"B"`, `,"lever_under_test":"lever-1"`))},
		{"a cell more than a day behind a log", with(of(pre, []string{ended(20, "ship", "")}), "metrics/a.json", cellOf("harbor-2.1", "2026-03-06T04:20:01Z", "0.50", `"A"`, `"B"`, `,"lever_under_test":"lever-1"`))},
		{"a cell before a log", with(of(pre, []string{ended(20, "ship", "")}), "metrics/a.json", cellOf("harbor-2.1", "2026-03-05T00:59:59Z", "0.50", `"A"`, `"B"`, `,"lever_under_test":"lever-1"`))},
		{"an entry", map[string]string{reported: entry("2026-03-05 — harbor-2.1", "recall = 1/2 = 50%. Recovered: [BUG-1]. Missed: [BUG-2].", "0.75", "**Recall delta:** +0.25 (noise_floor = 0.05)\n\n**Verdict:** Ship.\n\n**Symptom:** s\n")}},
		{"an entry and its log", with(of(pre, []string{applied}, post, []string{ended(90, "ship", "")}), reported, entry("2026-03-05 — harbor", "- harbor-2.1: 0.50", "\n- harbor-2.1: 0.75", "**Verdict:** Revert.\n"))},
		{"an entry that agrees with its log", with(of(pre, []string{applied}, post, []string{ended(90, "ship", "")}), reported, entry("2026-03-05 — harbor", "\n- harbor-2.1: 0.505", "\n- harbor-2.1: 1/1", "**Verdict:** Ship.\n"))},
		{"an entry and its cell", map[string]string{reported: entry("2026-03-05 — harbor-2.1", "1/2", "2/2", "**Cell:** `./metrics/b.json`\n"), "metrics/a.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"A"`, `"B"`, `,"lever_under_test":"lever-1"`),
			"metrics/b.json": cellOf("harbor-2.1", "2026-04-05T04:10:00Z", "1.0", `"A","B"`, "", `,"lever_under_test":"lever-1"`)}},
		{"a cell in the days of an entry", map[string]string{reported: entry("2026-03-05 to 2026-03-06 — harbor-2.1", "1/2", "2/2", ""), "metrics/a.json": cellOf("harbor-2.1", "2026-03-06T23:59:59Z", "0.75", `"A"`, `"B"`, `,"lever_under_test":"lever-1"`)}},
		{"a cell behind the days of an entry", map[string]string{reported: entry("2026-03-05 to 2026-03-06 — harbor-2.1", "1/2", "2/2", ""), "metrics/a.json": cellOf("harbor-2.1", "2026-03-07T00:00:00Z", "0.75", `"A"`, `"B"`, `,"lever_under_test":"lever-1"`)}},
		{"a cell of another lever", map[string]string{reported: entry("2026-03-05 — harbor-2.1", "1/2", "2/2", ""), "metrics/a.json": cellOf("harbor-2.1", "2026-03-05T04:10:00Z", "0.50", `"A"`, `"B"`, `,"lever_under_test":"lever-2"`)}},
		{"two copies of a document", map[string]string{reported: entry("2026-03-05 — harbor-2.1", "1/2", "2/2", ""), "old/Lever_Calibration_Log.md": entry("2026-03-05 — harbor-2.1", "1/2", "1/2", "")}},
		{"an entry that is argued", map[string]string{reported: "# Lever Calibration Log\n\n## Cycle: 2026-03-05 — harbor-2.1\n\n**Lever pulled:** L.\n\n**Before:** bug count 7, n/a\n\n**After (projected):** 2/2\n\n**Recall delta:** n/a\n\n**Verdict:** Ship. More.\n"}},
	} {
		text := strings.ReplaceAll(playbooktest.Load(t, c.files).Brief(), long[:30], "30x")
		got = append(got, ingesttest.File{Path: c.name, Text: text})
	}
	ingesttest.Texts(t, "cases.txtar", got)
}
