package lmeval

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// resultsOfText are results as they are read; nil where the text gives none.
func resultsOfText(text string) *record.Record {
	f := &record.File{Path: "m/results_2026-04-06T08-00-00.5.json", Dir: "m", Format: &record.Format{}}
	readResults([]byte(text), f)
	if len(f.Records) == 0 {
		return nil
	}
	return f.Records[0]
}

// A run began at its date, in seconds since 1970, and took as long as it says, where both can be.
func TestSpanOfARun(t *testing.T) {
	for _, c := range []struct{ fields, want string }{
		{``, "- -"},
		{`"date":null`, "- -"},
		{`"date":0`, "- -"},
		{`"date":-1`, "- -"},
		{`"date":1`, "- -"}, // 1970 is no time of a log
		{`"date":1e11`, "- -"},
		{`"date":1e300`, "- -"},
		{`"date":1775462400`, "2026-04-06T08:00:00Z -"},
		{`"date":1775462400.5`, "2026-04-06T08:00:00.5Z -"},
		{`"date":1775462400,"total_evaluation_time_seconds":"90.25"`, "2026-04-06T08:00:00Z 2026-04-06T08:01:30.25Z"},
		{`"date":1775462400,"total_evaluation_time_seconds":90`, "2026-04-06T08:00:00Z 2026-04-06T08:01:30Z"},
		{`"date":1775462400,"total_evaluation_time_seconds":"0"`, "2026-04-06T08:00:00Z 2026-04-06T08:00:00Z"},
		{`"date":1775462400,"total_evaluation_time_seconds":"-1"`, "2026-04-06T08:00:00Z -"},
		{`"date":1775462400,"total_evaluation_time_seconds":"100000000"`, "2026-04-06T08:00:00Z -"},
		{`"date":1775462400,"total_evaluation_time_seconds":"NaN"`, "2026-04-06T08:00:00Z -"},
		{`"date":1775462400,"total_evaluation_time_seconds":"long"`, "2026-04-06T08:00:00Z -"},
		{`"date":1775462400,"total_evaluation_time_seconds":null`, "2026-04-06T08:00:00Z -"},
	} {
		r := resultsOfText(`{` + c.fields + `}`)
		if r == nil {
			t.Fatalf("%s is not read", c.fields)
		}
		start, end := span(r)
		var said []string
		for _, at := range []time.Time{start, end} {
			if at.IsZero() {
				said = append(said, "-")
			} else {
				said = append(said, at.Format("2006-01-02T15:04:05.999Z07:00"))
			}
		}
		if got := strings.Join(said, " "); got != c.want {
			t.Errorf("%s: from %s, want %s", c.fields, got, c.want)
		}
		if !r.At.Equal(start) {
			t.Errorf("%s: the record is of %s, want the start", c.fields, r.At)
		}
	}
}

// Of a sample its id and the values of its metrics are kept: numbers and truth values, each once.
func TestWhatIsPicked(t *testing.T) {
	for line, want := range map[string]string{
		`{"doc_id":3,"doc_hash":"h","filter":"none","doc":{"q":"secret"},"metrics":["acc"],"acc":1.0}`: `doc_id=3 doc_hash="h" filter="none" metrics=["acc"] values={"acc":1.0}`,
		`{"metrics":["acc","f1"],"acc":1,"f1":0.5,"bleu":7}`:                                           `metrics=["acc","f1"] values={"acc":1,"f1":0.5}`,
		`{"metrics":["a","b","c","d","e"],"a":true,"b":false,"c":"x","d":[1],"e":null}`:                `metrics=["a","b","c","d","e"] values={"a":true,"b":false}`,
		`{"metrics":["acc","acc"],"acc":1}`:                                                            `metrics=["acc","acc"] values={"acc":1}`,
		`{"metrics":["none"],"acc":1}`:                                                                 `metrics=["none"] values={}`,
		`{"metrics":[7,null],"acc":1}`:                                                                 `metrics=[7,null] values={}`,
		`{"metrics":[]}`:                                                                               `metrics=[] values={}`,
		`{"acc":1}`:                                                                                    `values={}`,
	} {
		out := pick(record.MembersOf(jsontext.Value(line)), false)
		var got []string
		for _, key := range []string{"doc_id", "doc_hash", "filter", "doc", "target", "metrics", "acc", "values"} {
			if raw := out.Raw(key); len(raw) > 0 {
				got = append(got, key+"="+string(raw))
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", line, s, want)
		}
	}
}

// Results in which a key stands twice are no run, and tie nothing to anything. Those that are cut off at
// their end are one, of what was read.
func TestDamagedResults(t *testing.T) {
	const whole = `{"results":{"arc":{"acc,none":0.5}},"versions":{"arc":1},"n-shot":{"arc":0}}`
	for _, c := range []struct {
		text     string
		rejected int64
		runs     int
	}{
		{whole, 0, 1},
		{`{"results":{"arc":{"acc,none":0.5}},"versions":{"arc":1},"versions":{"arc":2},"n-shot":{"arc":0}}`, 1, 0},
		{strings.TrimSuffix(whole, "}"), 1, 1},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "m/results_2026-04-06T08-00-00.5.json", Text: c.text})
		if len(res.Files) != 1 || res.Fates()[3] != c.rejected || res.Set.Runs.Len() != c.runs {
			t.Errorf("%s: %d files, %v, %d runs; want %d rejected and %d runs", c.text, len(res.Files), res.Fates(), res.Set.Runs.Len(), c.rejected, c.runs)
			continue
		}
		ties := links(res.Files[0])
		if c.runs == 0 && len(ties) != 0 || c.runs == 1 && len(ties) != 2 {
			t.Errorf("%s: tied by %q", c.text, ties)
		}
	}
	f := &record.File{Format: &record.Format{}}
	if readResults([]byte("[]"), f); len(f.Records) != 0 || len(f.Findings()) != 1 {
		t.Errorf("a list: %d records, %d findings", len(f.Records), len(f.Findings()))
	}
}

// A standard error of zero or more is one of the score; less, or a text, is none.
func TestStandardErrors(t *testing.T) {
	const path, others = "m/results_2026-04-06T08-00-00.5.json", `"versions":{"arc":1},"n-shot":{"arc":0}`
	for stderr, want := range map[string]string{
		`,"acc_stderr,none":0.25`:  "arc acc,none 0.5 0.25",
		`,"acc_stderr,none":0`:     "arc acc,none 0.5 0",
		`,"acc_stderr,none":-0.1`:  "arc acc,none 0.5 -",
		`,"acc_stderr,none":"N/A"`: "arc acc,none 0.5 -",
		`,"acc_stderr,strict":0.1`: "arc acc,none 0.5 -", // of another filter
		``:                         "arc acc,none 0.5 -",
	} {
		text := `{"results":{"arc":{"alias":"arc","acc,none":0.5` + stderr + `}},` + others + `,"n-samples":{"arc":{"effective":2}}}`
		res := ingesttest.Run(t, System, ingesttest.File{Path: path, Text: text})
		res.Want(t, want, "Scores", "step", "scorer", "value", "stderr")
	}
	text := `{"results":{"arc":{"acc":0.5,"acc_stderr":0.25}},` + others + `}`
	res := ingesttest.Run(t, System, ingesttest.File{Path: path, Text: text})
	res.Want(t, "arc acc 0.5 0.25", "Scores", "step", "scorer", "value", "stderr")
}

// A metric that its samples do not come to is told, from a difference of 0.0001 on and where all of
// them are known.
func TestMetricsAgainstSamples(t *testing.T) {
	for _, c := range []struct {
		metric    float64
		effective int
		values    string
		want      string
	}{
		{0.5, 2, `1 0`, ""},
		{0.50009, 2, `1 0`, ""},
		{0.5002, 2, `1 0`, "task_metric"},
		{0.4998, 2, `1 0`, "task_metric"},
		{1, 2, `1 0`, "task_metric"},
		{1, 3, `1 0`, ""},      // one sample is not here
		{1, 2, `1 "none"`, ""}, // one sample has no value
		{1, 2, `1 2e9`, ""},    // or one that no score can have
	} {
		var lines strings.Builder
		for i, v := range strings.Fields(c.values) {
			fmt.Fprintf(&lines, `{"doc_id":%d,"doc":{},"target":"3","resps":[["p"]],"filter":"none","metrics":["acc"],"doc_hash":"%d","acc":%s}`+"\n", i, i, v)
		}
		text := fmt.Sprintf(`{"results":{"arc":{"acc,none":%g}},"versions":{"arc":1},"n-shot":{"arc":0},`+
			`"date":1775462400,"n-samples":{"arc":{"effective":%d}}}`, c.metric, c.effective)
		res := ingesttest.Run(t, System, ingesttest.File{Path: "m/results_2026-04-06T08-00-00.5.json", Text: text},
			ingesttest.File{Path: "m/samples_arc_2026-04-06T08-00-00.5.jsonl", Text: lines.String()})
		if got := strings.Join(res.CodeNames(), " "); got != c.want {
			t.Errorf("%g of %s, %d samples: %q, want %q", c.metric, c.values, c.effective, got, c.want)
		}
	}
}
