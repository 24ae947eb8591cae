package ownlog

import (
	"strings"
	"testing"
	"testing/iotest"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

var nightly = &Mapping{
	Name: "nightly", Files: []string{"*"}, Kind: "test", Unit: "ms",
	Columns: map[string]string{
		"run": "build", "step": "test", "attempt": "try", "result": "status", "duration": "took", "started": "begin", "error": "why",
		"tokens": "tokens", "cost": "usd", "score": "score", "model": "model", "version": "commit",
	},
	Results: map[string]string{"left out": "skipped", "FINE": "passed"},
}

// load reads texts as files of one folder by the mapping.
func load(t testing.TB, m *Mapping, texts ...string) *ingesttest.Result {
	t.Helper()
	res := &ingesttest.Result{}
	for i, text := range texts {
		res.ReadAs(t, m.Format(), ingesttest.File{Path: "logs/night-" + string(rune('a'+i)) + ".csv", Text: text})
	}
	res.Assemble(t, System)
	return res
}

func rows(t testing.TB, res *ingesttest.Result, of string, columns ...string) string {
	t.Helper()
	return strings.Join(res.Rows(t, of, columns...), "\n")
}

func equal(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant:\n%s", what, got, want)
	}
}

const header = "build,test,try,status,took,begin,why,tokens,usd,score,model,commit\n"

func TestCSV(t *testing.T) {
	res := load(t, nightly, "\ufeff"+header+
		"n1,\"a, b\",1,failed,1500,2026-05-01T02:00:00Z,\"it said \"\"no\"\"\nand left\",10,0.5,0.25,m,abc\r\n"+
		"n1,\"a, b\",2,fine,500,2026-05-01T02:00:02Z,,20,0.25,1,m,abc\n"+
		"n1,c,1,left out,,,,,,,,\n"+
		"n1,d,1,odd,,,,,,,,\n"+
		"n2,c,1,true,10,2026-05-01T03:00:00Z,,,,,,\n")
	equal(t, "runs", rows(t, res, "Runs", "id", "subject", "version", "model", "result", "started_at", "duration_s"),
		"n1 nightly abc m flaky 02:00:00.000 2.5\nn2 nightly - - passed 03:00:00.000 0.01")
	equal(t, "steps", rows(t, res, "Steps", "step", "kind", "result", "attempts"), "a, b test flaky 2\nc test skipped 1\nd test unknown 1\nc test passed 1")
	equal(t, "attempts", rows(t, res, "Attempts", "step", "attempt", "status", "result", "duration_s", "tokens", "cost_usd", "error"),
		"a, b 1 failed failed 1.5 10 0.5 it said \"no\"\nand left\na, b 2 fine passed 0.5 20 0.25 -\nc 1 left out skipped - - - -\nd 1 odd unknown - - - -\nc 1 true passed 0.01 - - -")
	equal(t, "scores", rows(t, res, "Checks", "step", "attempt", "kind", "written"), "a, b 1 score 0.25\na, b 2 score 1")
	equal(t, "scores of steps", rows(t, res, "Scores", "step", "attempt", "scorer", "value", "unit"), "a, b 2 score 1 -")
	equal(t, "findings", strings.Join(res.CodeNames(), " "), "byte_order_mark unknown_result")
	equal(t, "lines", rows(t, res, "Events", "line", "step"), "2 a, b\n4 a, b\n5 c\n6 d\n7 c")
}

func TestJSONLines(t *testing.T) {
	m := &Mapping{Name: "own", Files: []string{"*"}, Columns: map[string]string{"step": "test.name", "result": "ok", "duration": "secs", "ended": "at"}}
	res := load(t, m, `{"test":{"name":"a"},"ok":false,"secs":2,"at":"2026-05-01T02:00:05Z"}
{"test":{"name":"a"},"ok":true,"secs":1,"at":"2026-05-01T02:00:07Z","more":[1]}

[1]
{"test":{"name":"b"},"ok":true,"sec
{"test.name":"b","ok":"passed"}
{"test":{"name":"a"},"ok":true}
`)
	equal(t, "runs", rows(t, res, "Runs", "id", "subject", "result", "started_at", "ended_at"), "night-a own flaky 02:00:03.000 02:00:07.000")
	equal(t, "steps", rows(t, res, "Steps", "step", "kind", "result", "attempts"), "a step flaky 2\nb step passed 1\na #2 step passed 1")
	equal(t, "findings", strings.Join(res.CodeNames(), " "), "bad_mapped_row")
	if got := res.Fates(); got != [4]int64{4, 0, 0, 2} {
		t.Errorf("fates %v", got)
	}
}

// Objects need not stand one a line, and may be those of an array.
func TestJSONObjects(t *testing.T) {
	m := &Mapping{Name: "own", Files: []string{"*"}, Columns: map[string]string{"step": "test", "result": "ok", "started": "at"}}
	const a, b = `{"test":"a","ok":false,"at":"2026-05-01T02:00:05Z"}`, `{"test":"b","ok":true,"at":"2026-05-01T02:00:07Z"}`
	const wideB = "{\n  \"test\": \"b\",\n  \"ok\": true,\n  \"at\": \"2026-05-01T02:00:07Z\"\n}"
	for _, c := range []struct {
		text     string
		rejected int
		lines    string
		codes    string
	}{
		{a + "\n" + b + "\n", 0, "1 a\n2 b", ""},
		{"\n\n" + a + b + "\n", 0, "3 a\n3 b", "objects_not_lines"},
		{"[" + a + ",\n" + b + "]", 0, "1 a\n2 b", ""},
		{"[" + a + ", " + b + "]\n", 0, "1 a\n1 b", "objects_not_lines"},
		{a + "\n" + wideB, 0, "1 a\n2 b", "objects_not_lines"},
		{"[\n  " + a + ",\n  " + wideB + "\n]\n", 0, "2 a\n3 b", "objects_not_lines"},
		{a + wideB + "{\n", 1, "1 a\n1 b", "bad_mapped_row objects_not_lines"},
		{a + "\n{\n  \"test\": \"c\",\n  \"ok\": tr\n" + b, 1, "1 a\n5 b", "bad_mapped_row objects_not_lines"},
	} {
		res := load(t, m, c.text)
		equal(t, c.text, rows(t, res, "Events", "line", "step"), c.lines)
		equal(t, c.text, strings.Join(res.CodeNames(), " "), c.codes)
		if got := res.Fates(); got != [4]int64{2, 0, 0, int64(c.rejected)} {
			t.Errorf("%s: fates %v", c.text, got)
		}
	}
}

// Rows that cannot be read are rejected with their line; the others count.
func TestBadRows(t *testing.T) {
	res := load(t, nightly, "build,test,status\nn1,a,ok\nn1,b\nn1,c,ok,more\nn1,\"d\"x,ok\nn1,e,ok\nn1,\"f,ok\n")
	equal(t, "steps", rows(t, res, "Steps", "step"), "a\ne")
	if got := res.Fates(); got != [4]int64{2, 0, 0, 4} {
		t.Errorf("fates %v", got)
	}
	var lines []string
	for _, f := range res.Files[0].Findings() {
		if f.Code == badRow {
			lines = append(lines, strings.Repeat("I", int(f.Line)))
		}
	}
	equal(t, "lines", strings.Join(lines, " "), "III IIIII") // the second of one sort is counted at the first
	equal(t, "findings", strings.Join(res.CodeNames(), " "), "bad_mapped_row mapped_column_missing own_log_without_time")
	res = load(t, nightly, "x,y\n1,2\n")
	if got := res.Fates(); got != [4]int64{0, 0, 0, 1} {
		t.Errorf("without a column: fates %v", got)
	}
	res = load(t, nightly, "build,test,status\nn1,\""+strings.Repeat("a", maxRow))
	if got := res.Fates(); got != [4]int64{0, 0, 0, 1} {
		t.Errorf("a quote that is never closed: fates %v", got)
	}
}

// A copy of a file counts once, and rows that a later file adds count.
func TestCopies(t *testing.T) {
	text := header + "n1,a,1,ok,1,2026-05-01T02:00:00Z,,,,,,\nn1,a,1,ok,1,2026-05-01T02:00:00Z,,,,,,\n"
	res := load(t, nightly, text, text+"n1,b,1,ok,1,2026-05-01T02:00:00Z,,,,,,\n")
	if got := res.Fates(); got != [4]int64{3, 2, 0, 0} {
		t.Errorf("fates %v", got)
	}
	equal(t, "steps", rows(t, res, "Steps", "step"), "a\na #2\nb")
}

// Rows without a step are the run.
func TestRunsAlone(t *testing.T) {
	m := &Mapping{Name: "jobs", Files: []string{"*"}, Comma: ";", Unit: "min", Columns: map[string]string{"run": "id", "result": "end", "duration": "t", "started": "at"}}
	res := load(t, m, "id;end;t;at\n1;pass;2;2026-05-01 02:00:00\n2;fail;3;2026-05-02 02:00:00\n")
	equal(t, "runs", rows(t, res, "Runs", "id", "result", "duration_s"), "1 passed 120\n2 failed 180")
	equal(t, "attempts", rows(t, res, "Attempts", "result", "duration_s"), "passed 120\nfailed 180")
}

func TestCheck(t *testing.T) {
	ok := func() *Mapping {
		return &Mapping{Name: "n", Files: []string{"*.csv"}, Columns: map[string]string{"result": "r"}}
	}
	if err := ok().Check(); err != nil {
		t.Fatal(err)
	}
	for want, wrong := range map[string]func(*Mapping){
		"name: is empty":                       func(m *Mapping) { m.Name = "" },
		"files: no pattern":                    func(m *Mapping) { m.Files = nil },
		"columns: none is named":               func(m *Mapping) { m.Columns = nil },
		"neither result nor duration":          func(m *Mapping) { m.Columns = map[string]string{"step": "s"} },
		`columns: saw "resutl"`:                func(m *Mapping) { m.Columns["resutl"] = "x" },
		`columns: saw "word"`:                  func(m *Mapping) { m.Columns["word"] = "x" },
		`results: ok: saw "good"`:              func(m *Mapping) { m.Results = map[string]string{"ok": "good"} },
		`duration-unit: saw "weeks"`:           func(m *Mapping) { m.Unit = "weeks" },
		`delimiter: saw "||", expected one`:    func(m *Mapping) { m.Comma = "||" },
		"delimiter: saw \"\\n\", expected one": func(m *Mapping) { m.Comma = "\n" },
	} {
		m := ok()
		wrong(m)
		if err := m.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// However slowly the bytes come, the records are the same.
func TestOneByteAtATime(t *testing.T) {
	for _, text := range []string{
		header + "n1,\"a\nb\",1,ok,1,2026-05-01T02:00:00Z,,,,,,\nn1,b\n",
		"{\"build\":\"n1\",\"test\":\"a\",\"status\":\"ok\"}\n[]\n{}",
	} {
		whole, slow := &record.File{Path: "x", Format: nightly.Format()}, &record.File{Path: "x", Format: nightly.Format()}
		if err := nightly.read(strings.NewReader(text), whole); err != nil {
			t.Fatal(err)
		}
		if err := nightly.read(iotest.OneByteReader(strings.NewReader(text)), slow); err != nil {
			t.Fatal(err)
		}
		a, b := whole.Records, slow.Records
		if len(a) == 0 || len(a) != len(b) || whole.Counts() != slow.Counts() {
			t.Fatalf("%d records and %v, want %d and %v", len(b), slow.Counts(), len(a), whole.Counts())
		}
		for i := range a {
			if a[i].Sum != b[i].Sum || a[i].Line != b[i].Line {
				t.Errorf("record %d differs", i)
			}
		}
	}
}

// FuzzRead reads arbitrary bytes by a mapping: nothing may panic, and each row is a record
// or rejected.
func FuzzRead(f *testing.F) {
	f.Add([]byte(header + "n1,a,1,ok,1,2026-05-01T02:00:00Z,,,,,,\n"))
	f.Add([]byte("{\"build\":\"n1\",\"test\":\"a\",\"status\":\"ok\"}\n[1]\n"))
	f.Add([]byte("build,test\n\"a"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<16 {
			return
		}
		load(t, nightly, string(text)) // it checks that the ledger adds up
	})
}
