package ingest

import (
	"fmt"

	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/table"
)

var redacted = &record.Code{Name: "redacted", Severity: record.Know, Means: "secrets, e-mail addresses or home folders that were taken out before anything was written", Do: "if one of them was real, change it: the log still holds it"}

// hide takes secrets out of what was read from a file, before anything is made of it
// or stored: a text that is cut or joined later cannot hide one any more. Names stay
// apart within the file: where two short texts become the same, the later one gets a
// number, so that two steps do not become one. Each distinct text is counted once.
func (o Options) hide(f *record.File) {
	if o.redactor == nil {
		return
	}
	made, same := map[string]string{}, map[string]int{}
	counts := map[string]int64{}
	clean := func(text string) string {
		if out, ok := made[text]; ok {
			return out
		}
		out, hits := o.redactor.Text(text)
		for _, h := range hits {
			counts[h.Rule] += int64(h.Count)
		}
		made[text] = out
		return out
	}
	f.Rewrite(func(text string) string {
		_, again := made[text]
		out := clean(text)
		if !again && out != text && len(text) <= maxName {
			same[out]++
			if n := same[out]; n > 1 {
				out = numbered(out, n)
				made[text] = out
			}
		}
		return out
	}, clean)
	for _, rule := range redact.Rules() {
		if n := counts[rule.Name]; n > 0 {
			f.Add(&record.Finding{Code: redacted, Seen: rule.Name + ": " + rule.Means, Count: n})
		}
	}
}

// maxName is how long a text can be that is somebody's name, in bytes.
const maxName = 120

func numbered(text string, n int) string { return fmt.Sprintf("%s (%d)", text, n) }

// redact takes out of the tables what came to be a secret only when texts were put
// together, and counts what it took.
func (res *Result) redact(s *table.Set) {
	counts := map[string]int{}
	s.Rewrite(func(text string) string {
		out, hits := res.redactor.Text(text)
		for _, h := range hits {
			counts[h.Rule] += h.Count
		}
		return out
	}, numbered)
	for _, rule := range redact.Rules() {
		if n := counts[rule.Name]; n > 0 {
			record.Finding{Code: redacted, Seen: rule.Name + ": " + rule.Means, Count: int64(n)}.Fill(&s.Findings, 0, "")
		}
	}
}
