package ingest

import (
	"fmt"

	"runreport/ingest/record"
	"runreport/ingest/redact"
)

var redacted = &record.Code{Name: "redacted", Severity: record.Know, Means: "secrets, e-mail addresses or home folders that were taken out before anything was written", Do: "if one of them was real, change it: the log still holds it"}

// redact takes secrets out of every string of the tables, each distinct one once,
// and counts what it took.
func (res *Result) redact(r *redact.Redactor) {
	counts := map[string]int{}
	res.Tables.Rewrite(func(text string) string {
		out, hits := r.Text(text)
		for _, h := range hits {
			counts[h.Rule] += h.Count
		}
		return out
	}, func(text string, n int) string { return fmt.Sprintf("%s (%d)", text, n) })
	for _, rule := range redact.Rules() {
		if n := counts[rule.Name]; n > 0 {
			record.Finding{Code: redacted, Seen: rule.Name + ": " + rule.Means, Count: int64(n)}.Fill(&res.Tables.Findings, 0, "")
		}
	}
}
