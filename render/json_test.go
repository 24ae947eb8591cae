package render

import (
	"encoding/json"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
)

func TestSummaryCutsLists(t *testing.T) {
	r := &report.Report{}
	r.Data.Runs = reporttest.Runs(report.MaxList + 3)
	var s struct {
		Runs  []json.RawMessage `json:"runs"`
		Total int               `json:"runs_total"`
	}
	if err := json.Unmarshal([]byte(rendered(t, r, "json")["summary.json"]), &s); err != nil {
		t.Fatal(err)
	}
	if len(s.Runs) != report.MaxList || s.Total != report.MaxList+3 {
		t.Errorf("%d runs of %d", len(s.Runs), s.Total)
	}
}

func TestSummaryIsWhatSummaryReaderReads(t *testing.T) {
	text := rendered(t, fixture(), "json")["summary.json"]
	if !strings.HasPrefix(text, "{\n  \"schema\": \"runreport.summary/2\",\n  \"version\": \"0.1.0\",") || !strings.HasSuffix(text, "}\n") {
		t.Errorf("begins %.80q and ends %q", text, text[len(text)-10:])
	}
	var data map[string]any
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	get := func(path ...any) any {
		var v any = data
		for _, p := range path {
			switch p := p.(type) {
			case string:
				v = v.(map[string]any)[p]
			case int:
				v = v.([]any)[p]
			}
		}
		return v
	}
	for _, tt := range []struct {
		path []any
		want any
	}{
		{[]any{"generated_at"}, "2026-03-07T06:00:00.25Z"},
		{[]any{"selftest"}, nil},
		{[]any{"selftest_reason"}, "not_computed"},
		{[]any{"ledger", "total", "kept"}, 510.0},
		{[]any{"ledger", "files", 3, "lines"}, nil},
		{[]any{"cycles", 0, "benchmarks", 0, "recall_pre", "value"}, 0.8},
		{[]any{"cycles", 0, "benchmarks", 0, "q_bh_reason"}, "n_too_small"},
		{[]any{"cycles", 0, "cross_benchmark", "logged_clean"}, false},
		{[]any{"durations", "survival", 0, "curve", 1, 1}, 0.75},
		{[]any{"metrics", 0, "systems", 0, "spread", "p50"}, 412.5},
	} {
		if got := get(tt.path...); got != tt.want {
			t.Errorf("%v is %v, want %v", tt.path, got, tt.want)
		}
	}
	if _, there := get("metrics", 0, "systems", 0).(map[string]any)["rate"]; there {
		t.Error("a group of a spread has no rate")
	}
}
