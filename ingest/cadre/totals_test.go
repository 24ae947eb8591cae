package cadre

import (
	"fmt"
	"strings"
	"testing"
)

// Totals that are written elsewhere are held against the invocations, as far as the two
// were written at one time.
func TestTotals(t *testing.T) {
	calls := func(n int) input {
		text := ""
		for i := range n {
			text += call(fmt.Sprintf("c%d", i), task1, "code-writer", "success", 10000*i, 2000, "")
		}
		return input{"work/issues/7/metrics/invocations.jsonl", text}
	}
	item := func(saved int, tokens, more string) input {
		return input{"work/issues/7/checkpoint.json", strings.Replace(checkpoint(`"workItemId":"7"`, at(saved), more),
			`"tokenUsage":{"total":0,"byPhase":{},"byAgent":{}`, `"tokenUsage":{`+tokens, 1)}
	}
	fleet := func(tokens, parts string) input {
		return input{"work/fleet-checkpoint.json", `{"projectName":"tidepool","version":1,"issues":{"7":{"status":"failed","issueTitle":"x","worktreePath":"","branchName":"b","lastPhase":3,"updatedAt":"` +
			at(60000) + `"}},"tokenUsage":{"total":` + tokens + `,"byWorkItem":{` + parts + `}},"startedAt":"2026-04-22T10:00:00.000Z","lastCheckpoint":"` + at(60000) + `","resumeCount":0}`}
	}
	page := func(tokens string, updated int) input {
		return input{"work/issues/7/progress.md", "# Work Item 7: x\n\n## Pipeline Status\n- **Current Phase**: 3/5\n- **Token Usage**: " + tokens + "\n- **Last Updated**: " + at(updated) + "\n"}
	}
	for _, c := range []struct {
		name     string
		files    []input
		findings string
	}{
		{"all agree", []input{item(60000, `"total":300,"byPhase":{"3":300},"byAgent":{"code-writer":300}`, `"metricsCount":3`), calls(3), page("300", 60000), fleet("300", `"7":300`)}, ""},
		{"one line is missing", []input{item(60000, `"total":300`, `"metricsCount":3`), calls(2)}, "invocation_total=metricsCount: 3 token_total=tokenUsage: 300"},
		{"a line too many", []input{item(60000, `"total":200`, `"metricsCount":2`), calls(3)}, "invocation_total=metricsCount: 2 token_total=tokenUsage: 200"},
		{"lines after the checkpoint", []input{item(15000, `"total":200`, `"metricsCount":2`), calls(3)}, ""},
		{"an invocation that ended with the checkpoint", []input{item(12000, `"total":100`, `"metricsCount":1`), calls(2)}, ""},
		{"nobody counted", []input{item(60000, `"total":0`, `"metricsCount":0`), calls(3)}, ""},
		{"parts that do not add up", []input{item(60000, `"total":300,"byPhase":{"1":100,"3":100},"byAgent":{"code-writer":300}`, "")}, "token_total=byPhase: adds up to 200"},
		{"a page of the same time", []input{item(60000, `"total":300`, ""), page("299", 60200)}, "token_total=Token Usage: 299"},
		{"a later page", []input{item(60000, `"total":300`, ""), page("900", 90000)}, ""},
		{"a later page with fewer", []input{item(60000, `"total":300`, ""), page("200", 90000)}, "token_total=Token Usage: 200"},
		{"an older page", []input{item(60000, `"total":300`, ""), page("200", 30000)}, ""},
		{"the fleet counts otherwise", []input{item(60000, `"total":300`, ""), fleet("250", `"7":250`)}, "token_total=the fleet: 250"},
		{"the fleet's items do not add up", []input{fleet("250", `"7":200`)}, "token_total=byWorkItem: adds up to 200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ingest(t, c.files...)
			want(t, "findings", []string{strings.Join(findingsOf(r), " ")}, c.findings)
		})
	}
}

// findingsOf are the findings with what was seen.
func findingsOf(r *read) (list []string) {
	f := &r.Set.Findings
	for row := range f.Len() {
		list = append(list, f.Code.At(row)+"="+f.Seen.At(row))
	}
	return list
}

// AAMF adds its invocations up itself. After a resume it only knows those since the last
// checkpoint, so that only a total that is too large contradicts the lines.
func TestMetricsSummary(t *testing.T) {
	lines := ""
	for i := range 3 {
		lines += fmt.Sprintf(`{"runId":"r","phase":4,"taskId":"task-021","agentType":"code-migrator","invocationId":"m%d","startTime":"%s","endTime":"%s","durationMs":2000,`+
			`"attemptNumber":%d,"maxAttempts":3,"wasRetry":%v,"status":"success","model":"large-3","tokensPrompt":60,"tokensCompletion":40,"tokensTotal":100,"costUsd":0.5}`+"\n",
			i, at(10000*i), at(10000*i+2000), i+1, i > 0)
	}
	summary := func(n, retries, tokens int) string {
		return fmt.Sprintf(`{"totalInvocations":%d,"invocationsByAgent":{"code-migrator":%d},"totalRetries":%d,"totalTokens":%d,"totalCost":1.5,"peakParallelInvocations":2}`, n, n, retries, tokens)
	}
	for _, c := range []struct{ name, doc, resumes, findings string }{
		{"agrees", summary(3, 2, 300), "0", ""},
		{"within metrics.json", `{"metrics":[],"aggregates":` + summary(3, 2, 300) + `}`, "0", ""},
		{"fewer", summary(2, 1, 200), "0", "invocation_total=totalInvocations: 2 invocation_total=totalRetries: 1 token_total=totalTokens: 200"},
		{"fewer after a resume", summary(2, 1, 200), "2", ""},
		{"fewer after one resume", summary(2, 1, 200), "1", ""},
		{"more after a resume", summary(4, 2, 300), "2", "invocation_total=totalInvocations: 4"},
		{"fewer, and nobody knows of resumes", summary(2, 1, 200), "", ""},
		{"nobody counted", summary(3, 0, 0), "0", ""},
		{"more retries and tokens", summary(3, 3, 301), "0", "invocation_total=totalRetries: 3 token_total=totalTokens: 301"},
		{"more, and nobody knows of resumes", summary(4, 2, 300), "", "invocation_total=totalInvocations: 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := []input{{"migration/billing/metrics/invocations.jsonl", lines}, {"migration/billing/metrics/summary.json", c.doc}}
			if c.resumes != "" {
				doc := strings.Replace(migrationAt(at(60000), `"completedTasks":[]`, ""), `"resumeCount":1`, `"resumeCount":`+c.resumes, 1)
				files = append(files, input{"migration/billing/state/checkpoint.json", doc})
			}
			r := ingest(t, files...)
			want(t, "runs", r.rows("Runs", "id"), "billing")
			want(t, "findings", []string{strings.Join(findingsOf(r), " ")}, c.findings)
			want(t, "claims", r.rows("Claims", "by", "field")[:1], "summary.json totalInvocations")
		})
	}
	path := "migration/billing/metrics/summary.json"
	r := ingest(t, input{path, summary(3, 2, 300)})
	want(t, "all claims", r.rows("Claims", "field", "number"), "totalInvocations 3", "totalRetries 2", "totalTokens 300", "totalCost 1.5", "peakParallelInvocations 2")
	want(t, "without lines", findingsOf(r))
	line, _, _ := strings.Cut(lines, "\n")
	r = ingest(t, input{path, summary(2, 0, 0)}, input{"migration/billing/metrics/invocations.jsonl", line + "\n"})
	want(t, "one line", findingsOf(r), "invocation_total=totalInvocations: 2")
}

// What is held against what, at the edges of time and where one side has no number.
func TestEdgesOfTotals(t *testing.T) {
	calls := func(from, ms int, more ...string) input {
		lines := call("a", task1, "w", "success", from, ms, "")
		for i, tokens := range more {
			lines += strings.Replace(call(fmt.Sprint("m", i), task1, "w", "success", from, ms, ""), `"tokens":100`, `"tokens":`+tokens, 1)
		}
		return input{"work/issues/7/metrics/invocations.jsonl", lines}
	}
	item := func(tokens, more string) input {
		return input{"work/issues/7/checkpoint.json", strings.Replace(checkpoint(`"workItemId":"7"`, at(10000), more),
			`"tokenUsage":{"total":0,"byPhase":{},"byAgent":{}`, `"tokenUsage":{"total":`+tokens, 1)}
	}
	earlier := calls(0, 2000)
	earlier.text = strings.ReplaceAll(earlier.text, "2026-04-22", "2026-04-21")
	count := func(n string) input { return item("0", `"metricsCount":`+n) }
	fleet := func(status string, ms int, tokens string) input {
		doc := fleetOf(fleetEntry("7", status, ms, ""), "")
		return input{doc.path, strings.Replace(doc.text, `"byWorkItem":{}`, `"byWorkItem":{"7":`+tokens+`}`, 1)}
	}
	const counted, tokens = "metricsCount: ", "tokenUsage: "
	for _, c := range []struct {
		name  string
		files []input
		want  string // what is seen
	}{
		{"an invocation of an earlier run", []input{count("1"), earlier}, counted + "1"},
		{"one that began with the checkpoint's run", []input{count("1"), calls(0, 2000)}, ""},
		{"one that ended a second after it", []input{count("1"), calls(0, 11000)}, ""},
		{"one that ended later", []input{count("1"), calls(0, 11001)}, counted + "1"},
		{"one that ended within a second before it", []input{count("2"), calls(0, 9500, "100", "100")}, ""},
		{"more than may be in it", []input{count("4"), calls(0, 9500, "100", "100")}, counted + "4"},
		{"as many as must be in it", []input{count("2"), calls(0, 9000, "100")}, ""},
		{"fewer than must be in it", []input{count("1"), calls(0, 9000, "100")}, counted + "1"},
		{"all their tokens", []input{item("150", ""), calls(0, 2000, "50")}, ""},
		{"a token too many", []input{item("151", ""), calls(0, 2000, "50")}, tokens + "151"},
		{"a token too few", []input{item("149", ""), calls(0, 2000, "50")}, tokens + "149"},
		{"more, and one did not count", []input{item("151", ""), calls(0, 2000, "50", "0")}, ""},
		{"fewer, and one did not count", []input{item("149", ""), calls(0, 2000, "50", "0")}, tokens + "149"},
		{"nobody counted at all", []input{item("0", ""), calls(0, 2000, "50")}, ""},
		{"one token", []input{item("1", ""), calls(0, 2000)}, tokens + "1"},

		{"the fleet says the same", []input{item("50", ""), fleet("completed", 10000, "50")}, ""},
		{"the fleet says more", []input{item("50", ""), fleet("failed", 10000, "51")}, "the fleet: 51"},
		{"the fleet says less", []input{item("50", ""), fleet("failed", 10000, "1")}, "the fleet: 1"},
		{"of an item that is not over", []input{item("50", ""), fleet("in-progress", 10000, "51")}, ""},
		{"a second before the checkpoint", []input{item("50", ""), fleet("failed", 9000, "51")}, "the fleet: 51"},
		{"more than a second before it", []input{item("50", ""), fleet("failed", 8999, "51")}, ""},
		{"the fleet does not count", []input{item("50", ""), fleet("failed", 10000, "0")}, ""},
		{"the item does not count", []input{item("0", ""), fleet("failed", 10000, "51")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, seen := range ingest(t, c.files...).rows("Findings", "seen") {
				if strings.Contains(seen, ": ") {
					got = append(got, seen)
				}
			}
			if got := strings.Join(got, ", "); got != c.want {
				t.Errorf("seen %q, want %q", got, c.want)
			}
		})
	}
}

// The parts of a total are held against it where both are counted, and numbers only add up.
func TestPartsOfTotals(t *testing.T) {
	for _, c := range []struct{ used, want string }{
		{`"total":3,"byPhase":{"1":1,"2":2}`, ""},
		{`"total":3,"byPhase":{"1":1,"2":1}`, "byPhase: adds up to 2"},
		{`"total":3,"byPhase":{"1":4},"byAgent":{"a":1}`, "byPhase: adds up to 4, byAgent: adds up to 1"},
		{`"total":3,"byPhase":{"1":3,"2":"x","3":null}`, ""},
		{`"total":3,"byPhase":{"1":0}`, ""},
		{`"total":0,"byPhase":{"1":4}`, ""},
		{`"byPhase":{"1":4}`, ""},
	} {
		doc := strings.Replace(checkpoint(`"workItemId":"7"`, at(0), ""), `"total":0,"byPhase":{},"byAgent":{}`, c.used, 1)
		r := ingest(t, input{"work/issues/7/checkpoint.json", doc})
		var got []string
		for _, seen := range r.rows("Findings", "seen") {
			if strings.Contains(seen, "adds up") {
				got = append(got, seen)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.used, got, c.want)
		}
	}
}
