package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// invocation is one line of AAMF's metrics/invocations.jsonl.
type invocation struct {
	RunID         string  `json:"runId"`
	Phase         int     `json:"phase"`
	TaskID        string  `json:"taskId"`
	AgentType     string  `json:"agentType"`
	InvocationID  string  `json:"invocationId"`
	StartTime     string  `json:"startTime"`
	EndTime       string  `json:"endTime"`
	DurationMs    int64   `json:"durationMs"`
	AttemptNumber int     `json:"attemptNumber"`
	MaxAttempts   int     `json:"maxAttempts"`
	WasRetry      bool    `json:"wasRetry"`
	Status        string  `json:"status"`
	Model         string  `json:"model"`
	TokensTotal   int64   `json:"tokensTotal"`
	CostUSD       float64 `json:"costUsd"`
}

// collector computes what AAMF's own collector does: sums by agent, and the peak of
// a sweep that looks once a second, ends before starts, after each second.
func collector(all []invocation) (byAgent, tokens map[string]int64, cost map[string]float64, peak int64) {
	byAgent, tokens, cost = map[string]int64{}, map[string]int64{}, map[string]float64{}
	change := map[int64]int64{}
	for _, i := range all {
		byAgent[i.AgentType]++
		tokens[i.AgentType] += i.TokensTotal
		cost[i.AgentType] += i.CostUSD
		start, _ := time.Parse(time.RFC3339Nano, i.StartTime)
		end, _ := time.Parse(time.RFC3339Nano, i.EndTime)
		change[start.Unix()]++
		change[end.Unix()]--
	}
	var seconds []int64
	for s := range change {
		seconds = append(seconds, s)
	}
	slices.Sort(seconds)
	running := int64(0)
	for _, s := range seconds {
		running += change[s]
		peak = max(peak, running)
	}
	return byAgent, tokens, cost, peak
}

// What AAMF computes over its invocations comes out the same here; only its peak of
// parallel invocations does not: it looks once a second, so an overlap that begins and
// ends within one second is missed.
func TestWhatTheCollectorComputes(t *testing.T) {
	base := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	var all []invocation
	add := func(agent, task string, attempt int, status string, start, end time.Duration, tokens int64, cost float64) {
		all = append(all, invocation{"m-1", 4, task, agent, fmt.Sprintf("i%d", len(all)), base.Add(start).Format("2006-01-02T15:04:05.000Z"), base.Add(end).Format("2006-01-02T15:04:05.000Z"),
			(end - start).Milliseconds(), attempt, 3, attempt > 1, status, "large-3", tokens, cost})
	}
	add("code-migrator", "task-001", 1, "failed", 0, 4200*time.Millisecond, 1000, 0.01)
	add("code-migrator", "task-001", 2, "success", 5*time.Second, 9*time.Second, 1200, 0.02)
	add("code-migrator", "task-002", 1, "success", 1*time.Second, 8*time.Second, 900, 0.01)
	add("parity-verifier", "task-001", 1, "success", 9500*time.Millisecond, 12*time.Second, 400, 0.005)
	// Three at once, but only for half of one second.
	add("code-migrator", "task-003", 1, "success", 6100*time.Millisecond, 6600*time.Millisecond, 100, 0.001)
	var lines strings.Builder
	for _, i := range all {
		b, err := json.Marshal(i)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(b, '\n'))
	}
	dir := t.TempDir()
	put(t, dir+"/.aamf/migration/shop/metrics/invocations.jsonl", lines.String())
	s := summaryOf(t, build(t, dir))

	byAgent, tokens, cost, peak := collector(all)
	for agent, n := range byAgent {
		got := with(dig(s, "usage", "by_agent"), "name", agent)
		expect(t, agent+" invocations", dig(got, "attempts"), float64(n))
		expect(t, agent+" tokens", dig(got, "tokens"), float64(tokens[agent]))
		expect(t, agent+" cost", dig(got, "cost"), cost[agent])
	}
	retries := 0.0
	for _, c := range dig(s, "usage", "retry_chains").([]any) {
		retries += dig(c, "attempts").(float64) - 1
	}
	expect(t, "retries", retries, 1.0)
	if peak != 2 {
		t.Fatalf("the collector's own peak is %d; the case should be one that it misses", peak)
	}
	expect(t, "peak concurrency", dig(s, "usage", "peak_concurrency"), 3.0)
}
