package cycle

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// verdict writes what cycle_end says: the cross-benchmark check beside the cycle,
// recalls and deltas as statements to be held against the measurements.
func (it *iteration) verdict(row int) {
	t := &it.Set.Cycles
	t.Decision.SetText(row, string(decisionOf(it.end.Str("verdict"))))
	if check := it.end.Item("cross_benchmark_check"); check != nil {
		check.Fill(t, row)
		if check.Has("regressions") {
			t.LoggedLost.Set(row, it.regressions(check.Raw("regressions")))
		}
	}
	for _, field := range []string{"recall_before", "recall_after", "delta"} {
		for _, e := range record.Entries(it.end.Raw(field)) {
			it.stated(e, field)
		}
	}
}

// stated writes one benchmark's number with its own digits. null is a statement
// too: it could not be computed.
func (it *iteration) stated(e record.Entry, field string) {
	t := &it.Set.Claims
	row := t.Add(it.end.Place())
	t.Run.Set(row, it.key)
	t.By.Set(row, "cycle_end")
	t.Subject.Set(row, record.Cut(strings.TrimSpace(e.Key), 200))
	t.Field.Set(row, field)
	t.Topic.Set(row, statedTopics[field])
	t.System.Set(row, it.Unit.System)
	t.Text.Set(row, record.Cut(record.Words(e.Raw), 200))
	if x, ok := record.Number(e.Raw); ok {
		t.Number.Set(row, x)
	}
}

// regressions reads the listed regressions as benchmark/bug. The format does not
// say how a pair is written; texts, pairs, objects, and lists of bugs under their
// benchmark are read.
func (it *iteration) regressions(raw jsontext.Value) []string {
	list := []string{}
	if raw.Kind() == '{' {
		for _, e := range record.Entries(raw) {
			for _, bug := range record.Elements(e.Raw) {
				list = append(list, pair(e.Key, record.Words(bug)))
			}
		}
		return list
	}
	for _, e := range record.Elements(raw) {
		text, ok := regression(e)
		if !ok {
			it.Unit.Finding(it.Set, oddRegression, it.end, "a regression: "+record.Cut(text, 80), "benchmark/bug")
		}
		list = append(list, record.Cut(text, 400))
	}
	return list
}

// regression reads one entry of the list; false when it names no pair.
func regression(raw jsontext.Value) (text string, ok bool) {
	switch raw.Kind() {
	case '"':
		text = strings.TrimSpace(record.Words(raw))
		return text, strings.Contains(text, "/")
	case '[':
		if parts := record.Elements(raw); len(parts) == 2 {
			return pair(record.Words(parts[0]), record.Words(parts[1])), true
		}
	case '{':
		var benchmark, bug string
		for _, e := range record.Entries(raw) {
			switch e.Key {
			case "benchmark", "bench":
				benchmark = record.Words(e.Raw)
			case "bug", "bug_id", "id":
				bug = record.Words(e.Raw)
			}
		}
		if benchmark != "" && bug != "" {
			return pair(benchmark, bug), true
		}
	}
	return record.Words(raw), false
}

func pair(benchmark, bug string) string {
	return strings.TrimSpace(benchmark) + "/" + strings.TrimSpace(bug)
}
