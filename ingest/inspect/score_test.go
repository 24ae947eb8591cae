package inspect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// A scorer says one value or several: grades are numbers, numbers and words of two are kept as
// written, and any other text, which may be an answer, is not.
func TestScores(t *testing.T) {
	for in, want := range map[string]string{
		`"C"`: "s=C 1 ratio", `"P"`: "s=P 0.5 ratio", `"I"`: "s=I 0 ratio", `"N"`: "s=N 0 ratio", `"X"`: "s=a text -", `"true"`: "s=true 1 ratio", `true`: "s=true 1 ratio", `false`: "s=false 0 ratio",
		`0.25`: "s=0.25 0.25 ratio", `7`: "s=7 7 ", `{"value":"C","answer":"it"}`: "s=C 1 ratio", `{"value":0.5}`: "s=0.5 0.5 ratio", `{"answer":"it"}`: "s=none -", `null`: "s=none -", `{"value":null}`: "s=none -",
		`[1,2]`: "s=a list -", `{"value":[1]}`: "s=a list -", `{"value":{"a":1,"b":"I"}}`: "s/a=1 1 ratio, s/b=I 0 ratio", `{"value":{}}`: "",
	} {
		var got []string
		for _, s := range scores(record.Entry{Key: "s", Raw: jsontext.Value(in)}) {
			x := s.Scorer + "=" + s.Written + " -"
			if s.Given {
				x = fmt.Sprintf("%s=%s %g %s", s.Scorer, s.Written, s.Value, s.Unit)
			}
			got = append(got, x)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %q, want %q", in, s, want)
		}
	}
	for _, c := range []struct {
		written string
		grades  bool
		want    string
	}{
		{"C", false, "passed true"}, {"C", true, "passed true"}, {"false", true, "failed true"}, {"1", false, "passed true"}, {"1.0", false, "passed true"}, {"0", false, "failed true"}, {"0.0", false, "failed true"},
		{"1", true, "unknown false"}, {"0", true, "unknown false"}, {"0.5", false, " false"}, {"", false, " false"},
	} {
		m, known := yesOrNo(c.written, c.grades)
		if got := fmt.Sprint(m.Result, " ", known); got != c.want {
			t.Errorf("%q, grades %t: %q, want %q", c.written, c.grades, got, c.want)
		}
	}
}

// Which file is which: by the members that only one of them has.
func TestFormatsOfFiles(t *testing.T) {
	for text, want := range map[string]string{
		`{"eval":{},"status":"success"}`: "inspect-log", `{"eval":{},"plan":{}}`: "inspect-log", `{"eval":{},"version":2}`: "inspect-log", `{"eval":{}}`: "", `{"status":"success","version":2}`: "", `{"eval":{},"version":2,"evalId":"x"}`: "",
		`{"id":1,"epoch":1,"input":"x"}`: "inspect-sample", `{"id":1,"epoch":1,"target":"x"}`: "inspect-sample", `{"id":1,"epoch":1,"messages":[]}`: "inspect-sample", `{"id":1,"epoch":1,"scores":{}}`: "inspect-sample",
		`{"id":1,"epoch":1}`: "", `{"id":1,"input":"x"}`: "", `{"epoch":1,"input":"x"}`: "",
		`[{"id":1,"epoch":1,"input":"x"}]`: "inspect-summaries", `[{"id":1,"epoch":1,"scores":{}}]`: "inspect-summaries", `[{"id":1,"epoch":1}]`: "", `[{"id":1,"scores":{}}]`: "",
		`[{"scorer":"s","samples":[]}]`: "inspect-reductions", `[{"scorer":"s","reducer":"mean"}]`: "inspect-reductions", `[{"scorer":"s"}]`: "", `[{"samples":[]}]`: "",
	} {
		ingesttest.WantFormat(t, System, ingesttest.File{Path: "x.json", Text: text}, want)
	}
	for path, want := range map[string]string{
		"a/log.json": "a/log.json", "a/header.json": "a", "a/start.json": "a", "a.eval/log.json": "a.eval", "a.eval/b/log.json": "a.eval/b", "a.eval/_journal/start.json": "a.eval", "a.eval/_journal/summaries/1.json": "a.eval",
		"a.eval/samples/1.json": "a.eval", "a.eval/summaries/1.json": "a.eval/summaries",
	} {
		i := strings.LastIndexByte(path, '/')
		if got := rootOf(&record.File{Path: path, Dir: path[:i], Format: logFormat}); got != want {
			t.Errorf("%s is of %s, want %s", path, got, want)
		}
	}
	if got := rootOf(&record.File{Path: "a/log.json", Dir: "a", Format: sampleFormat}); got != "a" {
		t.Errorf("a sample is of %s", got)
	}
}

// Of copies of an eval the log with the most samples counts, of two with as many the first that
// says how it ended; a part that another one repeats counts once.
func TestCopiesOfAnEval(t *testing.T) {
	log := func(id, status string, samples int) string {
		var all []string
		for i := range samples {
			all = append(all, fmt.Sprintf(`{"id":%d,"epoch":1,"scores":{"m":{"value":"C"}},"completed_at":"2026-04-01T08:03:00Z"}`, i))
		}
		return fmt.Sprintf(`{"version":2,"status":%q,"eval":{%s"task":"t","created":"2026-04-01T08:00:00Z"},"samples":[%s]}`, status, id, strings.Join(all, ","))
	}
	const one, two = `"eval_id":"e-1",`, `"run_id":"r","task_id":"t",`
	for name, c := range map[string]struct {
		logs []string
		want string
	}{
		"the longer one":                  {[]string{log(one, "success", 1), log(one, "success", 2)}, "1.json"},
		"the first of two":                {[]string{log(one, "success", 2), log(one, "success", 2)}, "0.json"},
		"the one that says more":          {[]string{log(one, "", 2), log(one, "success", 2)}, "1.json"},
		"the longer one, which says less": {[]string{log(one, "success", 1), log(one, "", 2)}, "1.json"},
		"the one that was first to say":   {[]string{log(one, "error", 2), log(one, "", 2)}, "0.json"},
		"named by run and task":           {[]string{log(two, "success", 1), log(two, "success", 2)}, "1.json"},
		"two evals":                       {[]string{log(one, "success", 1), log(two, "success", 1)}, "0.json, 1.json"},
		"two without a name":              {[]string{log("", "success", 1), log("", "success", 1)}, "0.json, 1.json"},
	} {
		var files []ingesttest.File
		for i, text := range c.logs {
			files = append(files, ingesttest.File{Path: fmt.Sprintf("%d.json", i), Text: text})
		}
		res := ingesttest.Run(t, System, files...)
		var got []string
		for row := range res.Set.Runs.Len() {
			got = append(got, strings.Join(res.Set.Runs.Files.At(row), "+"))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: %s, want %s", name, s, c.want)
		}
		links := map[string]int{}
		for _, f := range res.Files {
			for _, l := range linkNames(f) {
				links[l]++
			}
		}
		named := strings.Contains(c.logs[0], "_id")
		if n := links["eval\x00e-1"] + links["eval\x00r t"]; named && n != len(c.logs) || !named && n != 0 {
			t.Errorf("%s: %d files are linked by their eval", name, n)
		}
	}
}

func linkNames(f *record.File) (names []string) {
	for _, l := range links(f) {
		names = append(names, l.Name)
	}
	return names
}
