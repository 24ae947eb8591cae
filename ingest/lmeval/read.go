package lmeval

import (
	"math"
	"strconv"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/trial"
)

func readResults(text []byte, f *record.File) {
	rest := trial.Document(text, f, nil)
	if len(rest) == 0 {
		return
	}
	if r := f.AddObject(resultsKind, rest, 0); r != nil {
		r.At, _ = span(r)
	}
}

// pick takes what is read of a line: what tells the sample, and the value of each metric,
// which is a member under a name of its own. The others are prompts, documents and answers.
func pick(m record.Members, _ bool) (out record.Members) {
	for _, key := range []string{"doc_id", "doc_hash", "filter", "metrics"} {
		out = out.With(key, m.Raw(key))
	}
	values := []byte{'{'}
	seen := map[string]bool{}
	for _, name := range record.Elements(m.Raw("metrics")) {
		key := trial.Text(name)
		raw := m.Raw(key)
		if len(raw) == 0 || seen[key] {
			continue
		}
		seen[key] = true
		switch raw.Kind() {
		case '0', 't', 'f':
			if len(values) > 1 {
				values = append(values, ',')
			}
			values = append(append(append(values, name...), ':'), raw...)
		}
	}
	return out.With("values", append(values, '}'))
}

// span is when the run began, and when it ended where it says how long it took.
func span(r *record.Record) (start, end time.Time) {
	seconds, ok := r.Float("date")
	if !ok || seconds <= 0 || seconds > 1e11 {
		return start, end
	}
	whole, part := math.Modf(seconds)
	start = time.Unix(int64(whole), int64(part*1e9)).UTC()
	if !record.Possible(start) {
		return time.Time{}, end
	}
	if took, err := strconv.ParseFloat(trial.Text(r.Raw("total_evaluation_time_seconds")), 64); err == nil && took >= 0 && took < 1e8 {
		end = start.Add(time.Duration(took * float64(time.Second)))
	}
	return start, end
}
