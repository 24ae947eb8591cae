package ownlog

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// plain names a column for everything, by what it is for.
var plain = func() *Mapping {
	m := &Mapping{Name: "plain", Files: []string{"*"}, Columns: map[string]string{}}
	names, _ := Roles()
	for _, n := range names {
		m.Columns[n] = n
	}
	return m
}()

// mapped is the mapping plain with those columns alone whose names are in the text.
func mapped(text string) *Mapping {
	m := &Mapping{Name: plain.Name, Files: plain.Files, Columns: map[string]string{}}
	for role, column := range plain.Columns {
		if strings.Contains(text, column) {
			m.Columns[role] = column
		}
	}
	return m
}

// TestCases holds the rows of small logs against testdata/cases.txtar.
func TestCases(t *testing.T) {
	at := func(m string) string { return "2026-05-01T02:" + m + ":00Z" }
	var got []ingesttest.File
	for _, c := range []struct {
		name  string
		m     *Mapping
		files []ingesttest.File
	}{
		{"every word of a step", nil, []ingesttest.File{{Path: "a.csv", Text: "run,step,result\n" +
			"1,a,passed\n2,a,failed\n3,a,flaky\n4,a,skipped\n5,a,blocked\n6,a,stalled\n7,a,canceled\n8,a,open\n9,a,unknown\n10,a,\n11,a,odd\n"}}},
		{"every word of a run", nil, []ingesttest.File{{Path: "a.csv", Text: "run,result,score\n" +
			"1,passed,1\n2,failed,\n3,flaky,\n4,skipped,\n5,blocked,\n6,stalled,\n7,canceled,\n8,open,\n9,unknown,\n10,,\n11,odd,0.5\n"}}},
		{"tries without numbers", nil, []ingesttest.File{{Path: "a.csv", Text: "step,result\n" +
			"a,failed\na,passed\na,passed\nb,stalled\nb,failed\nc,failed\nc,skipped\nc,passed\nd,failed\nd,stalled\nd,passed\n"}}},
		{"tries with numbers", nil, []ingesttest.File{{Path: "a.csv", Text: "step,attempt,result,error\n" +
			"a,1,failed,one\na,2,passed,two\na,2,failed,three\nb,2,passed,\nb,3,failed,four\nc,,failed,\nc,1,passed,\nd,0,failed,\nd,-1,passed,\n"}}},
		{"a result for each of several steps", nil, []ingesttest.File{{Path: "a.csv", Text: "run,step,result\n" +
			"1,a,failed\n1,b,stalled\n1,c,passed\n2,b,blocked\n2,a,stalled\n3,a,canceled\n3,b,blocked\n4,a,open\n4,b,canceled\n" +
			"5,a,flaky\n5,b,open\n6,a,passed\n6,b,flaky\n7,a,unknown\n7,b,passed\n8,a,skipped\n8,b,unknown\n"}}},
		{"times", nil, []ingesttest.File{{Path: "a.csv", Text: "run,step,result,started,ended,duration\n" +
			"1,both,ok," + at("01") + "," + at("03") + ",\n" +
			"1,start,ok," + at("04") + ",,60\n1,end,ok,," + at("09") + ",120\n1,all,ok," + at("05") + "," + at("06") + ",7\n" +
			"1,negative,ok," + at("05") + ",,-60\n1,none,ok,,,\n1,alone,ok,,,3\n" +
			"1,two,failed," + at("10") + ",,600\n1,two,ok," + at("11") + ",,60\n1,three,failed," + at("12") + ",,60\n1,three,ok," + at("14") + ",,60\n" +
			"2,open,open," + at("20") + ",,60\n3,none,ok,,,\n4,only a start,ok," + at("30") + ",,\n"}}},
		{"what a run is said to be", nil, []ingesttest.File{{Path: "a.csv", Text: "run,step,result,subject,variant,version,runner,model,tokens,cost\n" +
			"1,a,ok,,,,,,,\n1,b,ok,s1,v1,1,r1,m1,5,0.5\n1,c,ok,s2,v2,2,r2,m2,6,0.25\n"}}},
		{"the name of the mapping is the subject", nil, []ingesttest.File{{Path: "a.csv", Text: "run,step,result\n1,a,ok\n"}}},
		{"one run in files of one folder", nil, []ingesttest.File{
			{Path: "x/a.csv", Text: "run,step,result\n1,a,ok\n2,a,ok\n1,b,ok\n"}, {Path: "x/b.csv", Text: "run,step,result\n1,c,ok\n1,a,ok\n"},
			{Path: "y/a.csv", Text: "run,step,result\n1,d,ok\n"}}},
		{"a copy whose rows are all known", nil, []ingesttest.File{
			{Path: "a.csv", Text: "run,step,result\n1,a,ok\n"}, {Path: "b.csv", Text: "run,step,result\n1,a,ok\n2,a,ok\n"}}},
		{"files without a name of a run", nil, []ingesttest.File{
			{Path: "a.csv", Text: "step,result\na,ok\n"}, {Path: "b.jsonl.gz", Text: `{"step":"a","result":"ok"}`}, {Path: "c.txt.csv", Text: "step,result\na,ok\n"}}},
		{"columns that are not there", plain, []ingesttest.File{{Path: "a.csv", Text: " step , result,result,more\n a , ok,failed,\n"}}},
		{"no column of the mapping", mapped("run step"), []ingesttest.File{{Path: "a.csv", Text: "x,y\n1,2\n3,4\n"}}},
		{"a header alone", nil, []ingesttest.File{{Path: "a.csv", Text: "step,result\n"}}},
		{"nothing", plain, []ingesttest.File{{Path: "a.csv", Text: " \n\t\r\n"}}},
		{"lines before the header", nil, []ingesttest.File{{Path: "a.csv", Text: "\n\nstep,result\na,ok\n"}}},
		{"another column between", &Mapping{Name: "m", Files: []string{"*"}, Comma: "\t", Unit: "h", Kind: "job", Columns: map[string]string{"step": "s", "duration": "d", "result": "r"}},
			[]ingesttest.File{{Path: "a.tsv", Text: "s\td\tr\na\t0.5\tok\nb\tlong\tok\n"}}},
		{"a bracket that begins no array", nil, []ingesttest.File{{Path: "a.csv", Text: "[step],result\na,ok\n"}}},
		{"numbers that are none", nil, []ingesttest.File{{Path: "a.csv", Text: "step,result,attempt,tokens,cost,score\na,ok,one,1.5,-1,0x1\nb,1,01,7,1e1,\n"}}},
		{"values of JSON", mapped("step result attempt tokens error model started"), []ingesttest.File{{Path: "a.jsonl", Text: `{"step":1.50,"result":true,"attempt":"2","tokens":3,"error":null,"model":["m"]}` + "\n" +
			`{"step":{"a":1},"result":"","started":"2026-05-01T02:00:00Z"}` + "\n" + `{"other":1}` + "\n"}}},
		{"paths of keys", &Mapping{Name: "m", Files: []string{"*"}, Columns: map[string]string{"step": "a.b.c", "result": "r"}}, []ingesttest.File{{Path: "a.jsonl", Text: `{"a":{"b":{"c":"1"}},"r":"ok"}` + "\n" +
			`{"a":{"b.c":"2"},"r":"ok"}` + "\n" + `{"a.b.c":"3","a":{"b":{"c":"4"}},"r":"ok"}` + "\n" + `{"a":{"b":"5"},"r":"ok"}` + "\n"}}},
		{"a key without a name", mapped("step result"), []ingesttest.File{{Path: "a.jsonl", Text: `{"":"x","step":"a","result":"ok"}` + "\n"}}},
		{"white space before objects", mapped("step result"), []ingesttest.File{{Path: "a.jsonl", Text: " \n\t[ \n{\"step\":\"a\",\"result\":\"ok\"}\n]"}}},
		{"lines that are no objects", nil, []ingesttest.File{{Path: "a.jsonl", Text: `{"step":"a","result":"ok"}` + "\n7\n" + `"{"` + "\n" + `{"step":"b","result":"ok"} x` + "\n\n" + `{"step":"c"` + "\n"}}},
	} {
		res := &ingesttest.Result{}
		for _, f := range c.files {
			m := c.m
			if m == nil {
				m = mapped(c.files[0].Text)
			}
			res.ReadAs(t, m.Format(), f)
		}
		res.Assemble(t, System)
		got = append(got, ingesttest.File{Path: c.name, Text: ingesttest.Text(res.Set) + "\n"})
	}
	ingesttest.Texts(t, "cases.txtar", got)
}

// Nobody claims a file as a log of one's own: the mapping alone names it.
func TestNothingIsClaimed(t *testing.T) {
	ingesttest.WantFormat(t, System, ingesttest.File{Path: "a.csv", Text: "step,result\na,ok\n"}, "")
}

// Of very long texts the beginning is kept. The names of steps are whole.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("x", 6000)
	res := load(t, mapped("run subject variant version runner step result error model"), "run,subject,variant,version,runner,step,result,error,model\n"+strings.Repeat(long+",", 6)+"failed,"+long+","+long+"\n")
	const want = `runs: run 6013, id 6000, subject 211, stable_subject 211, variant 211, runner 211, model 211, version 211, stitched_by 85
steps: run 6013, step 6000, stable_step 6000, reason 401
attempts: run 6013, step 6000, model 6000, error 6000
findings: run 6013
events: run 6013, step 6000
`
	equal(t, "lengths", ingesttest.Lengths(res.Set), want)
}

// Steps and models whose names begin alike stay apart.
func TestNamesThatBeginAlike(t *testing.T) {
	same := strings.Repeat("x", 300)
	res := load(t, mapped("run step result model"), "run,step,result,model\n1,"+same+"a,failed,"+same+"a\n1,"+same+"b,ok,"+same+"a\n2,s,ok,"+same+"b\n")
	if steps := res.Set.Steps; steps.Len() != 3 || steps.Step.At(0) == steps.Step.At(1) {
		t.Errorf("%d steps", steps.Len())
	}
	if models := &res.Set.Runs.Model; models.At(0) == models.At(1) {
		t.Error("both models are the same")
	}
}

// Rows of one run in one folder may belong together, and rows without a run are only of their
// file.
func TestTies(t *testing.T) {
	const named, nameless = "run,step,result\n1,a,ok\n", "step,result\na,ok\n"
	file := func(path, text string) *record.File {
		return (&ingesttest.Result{}).ReadAs(t, plain.Format(), ingesttest.File{Path: path, Text: text})
	}
	for _, c := range []struct {
		a, b *record.File
		want bool
	}{
		{file("x/a.csv", named), file("x/b.csv", named), true},
		{file("x/a.csv", named), file("y/a.csv", named), false},
		{file("x/a.csv", named), file("x/b.csv", "run,step,result\n2,a,ok\n"), false},
		{file("x/a.csv", nameless), file("x/b.csv", nameless), false},
		{file("x/a.csv", nameless), file("y/a.csv", nameless), false},
	} {
		a, b := links(c.a), links(c.b)
		if got := len(a) == 1 && len(b) == 1 && a[0] == b[0] && a[0].Value == ""; got != c.want {
			t.Errorf("%s and %s are tied: %v", c.a.Path, c.b.Path, got)
		}
	}
}

func TestUnits(t *testing.T) {
	for unit, want := range map[string]float64{"s": 1, "ms": 0.001, "us": 0.000001, "ns": 0.000000001, "min": 60, "h": 3600} {
		if Units[unit] != want {
			t.Errorf("%s is %v s, want %v", unit, Units[unit], want)
		}
	}
	if len(Units) != len(UnitNames()) {
		t.Errorf("%d units, %d names", len(Units), len(UnitNames()))
	}
}

// A word means what the mapping says, whatever its case, else what everybody means by it.
func TestWords(t *testing.T) {
	m := &Mapping{Results: map[string]string{" Green ": "passed", "ok": "failed"}}
	for word, want := range map[string]table.Result{
		"green": "passed", " GREEN": "passed", "OK": "failed", "pass": "passed", "success": "passed", "succeeded": "passed", "true": "passed",
		"fail": "failed", "failure": "failed", "error": "failed", "false": "failed", "skip": "skipped", "Cancelled": "canceled", "running": "open", "odd": "unknown",
	} {
		if got, ok := m.result(word); got != want || ok != (want != "unknown") {
			t.Errorf("%q means %q, %v", word, got, ok)
		}
	}
}

// A mapping may leave out what has a default, and every result can be meant.
func TestMappingsThatAreGood(t *testing.T) {
	for name, m := range map[string]*Mapping{
		"a result":     {Name: "n", Files: []string{"*"}, Columns: map[string]string{"result": "r"}},
		"a duration":   {Name: "n", Files: []string{"*"}, Columns: map[string]string{"duration": "d"}},
		"a unit":       {Name: "n", Files: []string{"*"}, Columns: map[string]string{"duration": "d"}, Unit: "ns"},
		"a delimiter":  {Name: "n", Files: []string{"*"}, Columns: map[string]string{"duration": "d"}, Comma: "·"},
		"every result": {Name: "n", Files: []string{"*"}, Columns: map[string]string{"result": "r"}, Results: map[string]string{"a": "passed", "b": "unknown", "c": "stalled"}},
	} {
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
