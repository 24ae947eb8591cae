package inspect

import (
	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/trial"
)

// letters are the values of the grades that Inspect writes as letters.
var letters = map[string]float64{"C": 1, "P": 0.5, "I": 0, "N": 0}

// scores are what one scorer says of a sample: one value, or several under names of their own.
func scores(e record.Entry) (out []trial.Score) {
	value := e.Raw
	if e.Raw.Kind() == '{' {
		value = nil
		for _, m := range record.Entries(e.Raw) {
			if m.Key == "value" {
				value = m.Raw
			}
		}
	}
	switch kindOf(value) {
	case '{':
		for _, m := range record.Entries(value) {
			out = append(out, score(e.Key+"/"+m.Key, m.Raw))
		}
	case '[', 'n', 0:
		out = append(out, trial.Score{Scorer: e.Key, Written: kindWord(value)})
	default:
		out = append(out, score(e.Key, value))
	}
	return out
}

func kindOf(raw jsontext.Value) jsontext.Kind {
	if len(raw) == 0 {
		return 0
	}
	return raw.Kind()
}

func kindWord(raw jsontext.Value) string {
	if kindOf(raw) == '[' {
		return "a list"
	}
	return "none"
}

// score is a value. A text that is no grade may be an answer and is not kept.
func score(name string, raw jsontext.Value) trial.Score {
	s := trial.NewScore(name, raw)
	if raw.Kind() == '"' {
		if v, known := letters[s.Written]; known {
			s.Value, s.Given, s.Unit = v, true, "ratio"
		} else if _, known := scoreWords.Of(s.Written); !known {
			s.Written = "a text"
		}
	}
	return s
}

// gradingScorers are the scorers that gave some sample another number than 0 and 1. Their 0 and
// 1 are grades as well. Example: of 0.9, 0.8 and 1, none passed or failed; otherwise the eval
// would have passed 1 of 1.
func gradingScorers(records []*record.Record) map[string]bool {
	out := map[string]bool{}
	for _, r := range records {
		if !r.Is(sampleKind.Name) && !r.Is(summaryKind.Name) {
			continue
		}
		for _, e := range record.Entries(r.Raw("scores")) {
			for _, s := range scores(e) {
				if _, known := yesOrNo(s.Written, false); s.Given && !known {
					out[s.Scorer] = true
				}
			}
		}
	}
	return out
}

// yesOrNo is what a value means where it is one of two. Numbers of a scorer that grades are not.
func yesOrNo(written string, grades bool) (record.Meaning, bool) {
	if m, known := scoreWords.Of(written); known || grades {
		return m, known
	}
	switch written {
	case "1", "1.0":
		return record.Meaning{Result: table.Passed}, true
	case "0", "0.0":
		return record.Meaning{Result: table.Failed}, true
	}
	return record.Meaning{}, false
}
