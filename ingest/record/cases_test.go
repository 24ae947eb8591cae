package record_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

// part is what lies within a record.
var part = &record.Kind{Name: "part", Fields: []record.Field{
	{Key: "n", Type: record.Int, Required: true, Range: record.Things},
	{Key: "at", Type: record.Time},
	{Key: "name", Type: record.String},
}}

// kinds have fields of every type and rule.
var kinds = record.Compile([]record.Field{{Key: "kind", Type: record.String}, {Key: "at", Type: record.Time, Required: true}},
	&record.Kind{Name: "all", Also: []string{"everything"}, Fields: []record.Field{
		{Key: "text", Also: []string{"words"}, Alias: []string{"text_of"}, Type: record.String},
		{Key: "state", Type: record.String, Enum: []string{"up", "down"}},
		{Key: "id", Type: record.String, Check: &record.Check{Expected: "an a", Holds: func(v record.Value) bool { return strings.HasPrefix(v.Text, "a") }}},
		{Key: "count", Type: record.Int}, {Key: "tries", Type: record.Int, Range: record.AttemptNumber},
		{Key: "share", Type: record.Float, Range: record.Ratio}, {Key: "none", Type: record.Float, None: true},
		{Key: "ok", Type: record.Bool}, {Key: "began", Type: record.Time}, {Key: "millis", Type: record.Millis},
		{Key: "list", Type: record.Strings}, {Key: "one", Type: record.Object, Of: part}, {Key: "many", Type: record.List, Of: part},
		{Key: "any", Type: record.Any}, {Key: "secret", Type: record.String, Withheld: true},
	}},
	&record.Kind{Name: "old", Undocumented: true, Fields: []record.Field{{Key: "text", Type: record.String}}},
)

var format = &record.Format{
	Name: "cases", System: "test", Container: record.Lines, Kinds: kinds, TimeKey: "at",
	KindOf: func(m record.Members) (string, bool) { return m.Text("kind"), m.Has("ordinary") },
}

// decoded reads a text as lines of the format.
func decoded(t *testing.T, text string, change func(*record.File)) *record.File {
	t.Helper()
	in, err := source.New(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	f := &record.File{Path: "x.jsonl", Format: format}
	if change != nil {
		change(f)
	}
	if err := f.Decode(in); err != nil {
		t.Fatal(err)
	}
	return f
}

// shown is a record with all that it holds:
//
//	3 all at 10:00:00 text=a count=7 (7, 7) one={n=1 (1, 1)} extra {"z":1}
func shown(r *record.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", r.Line)
	if r.Column > 0 {
		fmt.Fprintf(&b, ":%d", r.Column)
	}
	fmt.Fprintf(&b, " %s", r.Name)
	if r.Kind != nil && r.Kind.Name != r.Name {
		fmt.Fprintf(&b, " (%s)", r.Kind.Name)
	}
	if !r.At.IsZero() {
		b.WriteString(" at " + r.At.Format("2006-01-02T15:04:05.999999999"))
	}
	if r.Kind != nil {
		for _, f := range r.Kind.Fields {
			showField(&b, r, f)
		}
	}
	if r.Extra != "" {
		b.WriteString(" extra " + r.Extra)
	}
	return b.String()
}

func showField(b *strings.Builder, r *record.Record, f record.Field) {
	v := r.Value(f.Key)
	if !v.Given && v.Text == "" {
		return
	}
	fmt.Fprintf(b, " %s=%q", f.Key, v.Text)
	if !v.Given {
		b.WriteString("?")
	}
	switch f.Type {
	case record.Int, record.Float, record.Bool, record.Millis:
		yes, _ := r.Bool(f.Key)
		n, whole := r.Int(f.Key)
		fmt.Fprintf(b, " (%d %v, %v, %v)", n, whole, v.Num, yes)
	case record.Strings:
		fmt.Fprintf(b, " %q", r.List(f.Key))
	case record.Any:
		fmt.Fprintf(b, " %s", r.Raw(f.Key))
	case record.Object:
		if x := r.Item(f.Key); x != nil {
			b.WriteString(" {" + shown(x) + "}")
		}
	case record.List:
		for _, x := range r.Items(f.Key) {
			b.WriteString(" {" + shown(x) + "}")
		}
	}
	if !v.When.IsZero() {
		b.WriteString(" at " + v.When.Format(time.RFC3339Nano))
	}
}

// whole is what was read of a file: its records, its findings and its row of the ledger.
func whole(f *record.File) string {
	var b strings.Builder
	for _, r := range f.Records {
		b.WriteString(shown(r) + "\n")
	}
	s := &table.Set{}
	f.FillFindings(&s.Findings)
	f.Fill(&s.Sources)
	return strings.ToValidUTF8(b.String(), "\uFFFD") + ingesttest.Text(s) + "\n"
}

// cases are logs with what they are about.
var cases = []struct{ name, text string }{
	{"a record with everything", `{"kind":"all","at":"2026-05-01T10:00:00.5Z","text":"a b","state":"up","id":"abc","count":-7,"tries":3,"share":0.40,"none":0.5,"ok":true,` +
		`"began":"2026-05-01T12:00:00+02:00","millis":1777000005000,"list":["a","b"],"one":{"n":1},"many":[{"n":2,"name":"x"},{"n":3}],"any":{"a": [1, null]},"secret":"s","z":1}`},
	{"a record with nothing", `{"kind":"all","at":"2026-05-01T10:00:00Z"}`},
	{"zeros and empties", `{"kind":"all","at":"2026-05-01T10:00:00Z","text":"","count":0,"tries":0,"share":0,"ok":false,"list":[],"many":[],"any":0,"one":{"n":0}}`},
	{"nulls", `{"kind":"all","at":null,"text":null,"count":null,"share":null,"none":null,"ok":null,"list":null,"one":null,"many":null,"any":null,"secret":null}`},
	{"white space", " { \"kind\" : \"all\" , \"at\" : \"2026-05-01T10:00:00Z\" ,\t\"any\" : { \"a\" : [ 1 , 2 ] } , \"z\" : [ 1 , \"b c\" ] } "},
	{"other letters", `{"kind":"all","at":"2026-05-01T10:00:00Z","text":"größer \"als\" \\ \u00e9 \n","any":"é","one":{"n":1,"name":"ä"}}`},
	{"numbers in other forms", `{"kind":"all","at":"2026-05-01T10:00:00Z","count":"7","tries":2.0,"share":"0.5","none":"n/a"}`},
	{"large numbers", `{"kind":"all","at":"2026-05-01T10:00:00Z","count":9007199254740993,"share":1e-7,"any":123456789012345678901234567890}`},
	{"numbers that are none", `{"kind":"all","at":"2026-05-01T10:00:00Z","count":7.5,"tries":true,"share":"x","none":"many","ok":"maybe"}`},
	{"numbers out of bounds", `{"kind":"all","at":"2026-05-01T10:00:00Z","tries":10001,"share":2000000,"one":{"n":-1}}`},
	{"numbers at their bounds", `{"kind":"all","at":"2026-05-01T10:00:00Z","tries":10000,"share":-1000000,"one":{"n":1000000000}}`},
	{"truth in other forms", `{"kind":"all","at":"2026-05-01T10:00:00Z","ok":"TRUE"}`},
	{"times in other forms", `{"kind":"all","at":"2026-05-01 10:00:00","began":1777000005,"millis":"2026-05-01T10:00:00Z"}`},
	{"times that are none", `{"kind":"all","at":"2026-05-01T25:00:00Z","began":"noon","millis":"soon"}`},
	{"times of other centuries", `{"kind":"all","at":"1999-12-31T23:59:59Z","began":"2200-01-01T00:00:00Z","millis":1}`},
	{"times far from each other", `{"kind":"all","at":"2026-05-01T10:00:00Z","began":"2026-05-01T10:00:00Z","millis":1900000000000,"one":{"n":1,"at":"2026-05-01T10:00:00Z"}}`},
	{"lists in other forms", `{"kind":"all","at":"2026-05-01T10:00:00Z","list":"a","many":[{"n":1},2,{"n":"3"}]}` + "\n" + `{"kind":"all","at":"2026-05-01T10:00:00Z","list":["a",1,null],"many":{"n":1}}`},
	{"objects in other forms", `{"kind":"all","at":"2026-05-01T10:00:00Z","one":"{\"n\":1}"}` + "\n" + `{"kind":"all","at":"2026-05-01T10:00:00Z","one":[1]}` + "\n" + `{"kind":"all","at":"2026-05-01T10:00:00Z","one":{}}`},
	{"a field missing inside", `{"kind":"all","at":"2026-05-01T10:00:00Z","many":[{"name":"x"},{"n":1,"m":2}]}`},
	{"values outside a list of values", `{"kind":"all","at":"2026-05-01T10:00:00Z","state":"sideways","id":"b"}` + "\n" + `{"kind":"all","at":"2026-05-01T10:00:00Z","state":" UP "}`},
	{"other names of fields", `{"kind":"all","at":"2026-05-01T10:00:00Z","words":"a"}` + "\n" + `{"kind":"all","at":"2026-05-01T10:00:00Z","text_of":"b"}` + "\n" +
		`{"kind":"all","at":"2026-05-01T10:00:00Z","text":"c","words":"d"}` + "\n" + `{"kind":"all","at":"2026-05-01T10:00:00Z","words":"e","text":"f"}`},
	{"other names of kinds", `{"kind":"everything","at":"2026-05-01T10:00:00Z","count":1}` + "\n" + `{"kind":"old","at":"2026-05-01T10:00:00Z","text":"a","count":1}` + "\n" +
		`{"kind":"new","at":"2026-05-01T10:00:00Z","count":1}` + "\n" + `{"kind":"al\ufffd","at":"2026-05-01T10:00:00Z"}` + "\n" + `{"kind":"alll","at":1777000005}` + "\n" + `{"at":"noon"}`},
	{"a long name of a kind", `{"kind":"` + strings.Repeat("x", 90) + `\ufffd","at":"2026-05-01T10:00:00Z"}`},
	{"damaged names of fields", `{"kind":"all","at":"2026-05-01T10:00:00Z","coumt":1,"shares":2,"stat":"up","b\ufffdgan":1}`},
	{"required and missing", `{"kind":"all"}` + "\n" + `{"kind":"all","at":""}`},
	{"ordinary lines", `{"kind":"all","at":"2026-05-01T10:00:00Z","ordinary":1}` + "\n\n  \n" + `{"kind":"all","at":"2026-05-01T10:00:00Z"}`},
	{"lines that are no records", "text\n[1]\n7\n{\"kind\":\n" + `{"kind":"all","at":"2026-05-01T10:00:00Z"} text` + "\n" + `{"kind":"all","kind":"old"}` + "\n\x00\x00\n"},
	{"objects over lines", "{\n \"kind\": \"all\",\n \"at\": \"2026-05-01T10:00:00Z\"\n}\n" + `{"kind":"all","at":"2026-05-01T10:00:01Z"}{"kind":"all","at":"2026-05-01T10:00:02Z"}` + "\n"},
	{"an array", "[\n" + `{"kind":"all","at":"2026-05-01T10:00:00Z"},` + "\n" + `{"kind":"all","at":"2026-05-01T10:00:01Z"}` + "\n]\n"},
	{"lines of a collector", `2026-05-01T10:00:00Z {"kind":"all","at":"2026-05-01T10:00:00Z"}` + "\n2026-05-01T10:00:00Z text\n"},
	{"carriage returns", "{\"kind\":\"all\",\"at\":\"2026-05-01T10:00:00Z\"}\r\n{\"kind\":\"all\",\"at\":\"2026-05-01T10:00:01Z\"}\r\n"},
	{"carriage returns alone", "{\"kind\":\"all\",\"at\":\"2026-05-01T10:00:00Z\"}\r{\"kind\":\"all\",\"at\":\"2026-05-01T10:00:01Z\"}\r"},
	{"broken text", "{\"kind\":\"all\",\"at\":\"2026-05-01T10:00:00Z\",\"text\":\"a\xff\",\"z\xff\":\"\xff\"}\n\x00{\"kind\":\"all\",\"at\":\"2026-05-01T10:00:00Z\"}\x00\n"},
	{"numbers of Python", `{"kind":"all","at":"2026-05-01T10:00:00Z","share":NaN,"none":NaN,"any":[Infinity]}`},
	{"a mark of order", "\ufeff" + `{"kind":"all","at":"2026-05-01T10:00:00Z"}`},
	{"cut off", `{"kind":"all","at":"2026-05-01T10:00:00Z"}` + "\n" + `{"kind":"all","at":"2026-`},
	{"a large field that nobody knows", `{"kind":"all","at":"2026-05-01T10:00:00Z","z":"` + strings.Repeat("x", 4094) + `","y":"` + strings.Repeat("x", 4095) + `"}`},
	{"many fields that nobody knows", `{"kind":"all","at":"2026-05-01T10:00:00Z","a1":1,"a2":[ 2 ],"a3":{"b": 3},"a4":"4","a5":null,"a6":true,"a7":-7,"a8":8.5,"a9":"\"","a10":{}}`},
	{"one sort of finding many times", strings.Repeat(`{"kind":"all","at":"2026-05-01T10:00:00Z","count":"7"}`+"\n", 5) + `{"kind":"all","at":"2026-05-01T10:00:00Z","tries":"7"}`},
}

// TestCases holds all that is read of small logs against testdata/cases.txtar.
func TestCases(t *testing.T) {
	var got []ingesttest.File
	for _, c := range cases {
		got = append(got, ingesttest.File{Path: c.name, Text: whole(decoded(t, c.text, nil))})
	}
	ingesttest.Texts(t, "cases.txtar", got)
}

// The reading by all rules, that by several at once, and what was stored give the same.
func TestCasesInOtherWays(t *testing.T) {
	codes := map[string]*record.Code{}
	for _, c := range record.Codes() {
		codes[c.Name] = c
	}
	for _, c := range cases {
		want := whole(decoded(t, c.text, nil))
		for name, change := range map[string]func(*record.File){
			"by the library alone":  func(f *record.File) { f.Strict = true },
			"texts without secrets": func(f *record.File) { f.Quiet = func(string) bool { return true } },
		} {
			if got := whole(decoded(t, c.text, change)); got != want {
				t.Errorf("%s, %s:\n%s\nwant\n%s", c.name, name, got, want)
			}
		}
		f := decoded(t, c.text, nil)
		records, findings := f.Store()
		again := &record.File{Path: f.Path, Format: format, Bytes: f.Bytes}
		if err := again.Restore(records, findings, f.Counts(), codes); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := whole(again); got != want {
			t.Errorf("%s, stored:\n%s\nwant\n%s", c.name, got, want)
		}
		for i, r := range again.Records {
			if r.Sum != f.Records[i].Sum {
				t.Errorf("%s: record %d has another sum", c.name, i)
			}
		}
		if a, b := again.Store(); string(a) != string(records) || string(b) != string(findings) {
			t.Errorf("%s: what is restored is stored in another way", c.name)
		}
	}
}

// What is stored and cut off, or of another program, is an error and no panic.
func TestStoredRecordsThatAreCutOff(t *testing.T) {
	codes := map[string]*record.Code{}
	for _, c := range record.Codes() {
		codes[c.Name] = c
	}
	f := decoded(t, cases[0].text+"\n"+cases[8].text, nil)
	records, findings := f.Store()
	restore := func(format *record.Format, records, findings []byte, codes map[string]*record.Code) error {
		return (&record.File{Path: "x", Format: format}).Restore(records, findings, record.Counts{}, codes)
	}
	for n := range records {
		if restore(format, records[:n], findings, codes) == nil {
			t.Errorf("%d of %d bytes of the records are read", n, len(records))
		}
	}
	for n := range findings {
		if restore(format, records, findings[:n], codes) == nil {
			t.Errorf("%d of %d bytes of the findings are read", n, len(findings))
		}
	}
	if err := restore(format, records, findings, nil); err == nil || err.Error() != "a finding that this program does not know" {
		t.Errorf("findings of another program: %v", err)
	}
	for want, other := range map[string]*record.Format{
		`stored records cannot be read: kind "all" is not known`:           {Name: "cases"},
		`stored records cannot be read: kind all has no field "kind"`:      {Name: "cases", Kinds: record.Compile(nil, &record.Kind{Name: "all"})},
		`stored records cannot be read: kind "all" is not known, as other`: {Name: "cases", Other: (&record.Kind{Name: "other"}).Compile()},
	} {
		if err := restore(other, records, findings, codes); err == nil || err.Error() != strings.TrimSuffix(want, ", as other") {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A field goes into a column of its type, and into no other.
func TestColumns(t *testing.T) {
	names := map[record.Type]string{
		record.String: "outcome", record.Int: "total_steps", record.Float: "duration_s", record.Bool: "snapshots", record.Time: "started_at", record.Strings: "files",
	}
	values := map[record.Type]string{
		record.String: `"a"`, record.Int: `7`, record.Float: `0.5`, record.Bool: `true`, record.Time: `"2026-05-01T10:00:00Z"`, record.Strings: `["a"]`,
		record.Millis: `1777000005000`, record.Any: `{"a":1}`, record.Object: `{"n":1}`, record.List: `[{"n":1}]`,
	}
	fits := map[record.Type]string{
		record.String: "outcome=a", record.Int: "total_steps=7 duration_s=7", record.Float: "duration_s=0.5", record.Bool: "snapshots=true", record.Time: "started_at=10:00:00.000",
		record.Strings: "files=[a]", record.Millis: "started_at=03:06:45.000", record.Any: `outcome=` + `"{\"a\":1}"`, record.Object: `outcome=""`, record.List: `outcome=""`,
	}
	for of, value := range values {
		var got []string
		for _, column := range []record.Type{record.String, record.Int, record.Float, record.Bool, record.Time, record.Strings} {
			kind := (&record.Kind{Name: "k", Table: "runs", Fields: []record.Field{{Key: "k", Type: of, Column: names[column], Of: part.Compile()}}}).Compile()
			f := &record.File{Path: "x", Format: &record.Format{Kinds: []*record.Kind{kind}}}
			r := f.AddObject(kind, []byte(`{"k":`+value+`}`), 1)
			s := &table.Set{}
			s.Sources.Path.Set(s.Sources.Add(table.Place{}), "x")
			if panics(func() { r.Fill(&s.Runs, s.Runs.Add(table.Place{})) }) {
				continue
			}
			_, rest, _ := strings.Cut(ingesttest.Text(s), "runs (1)\nx  ")
			got = append(got, strings.TrimSpace(rest))
		}
		if want := fits[of]; strings.Join(got, " ") != want {
			t.Errorf("%s: fills %q, want %s", of, got, want)
		}
	}
}

// panics reports whether a function does.
func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

// Counts are written with what says them, cut to a length.
func TestCounts(t *testing.T) {
	u := &record.Unit{System: "test", Key: "test:r"}
	at := &record.Record{File: &record.File{Path: "x"}, Line: 3}
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "x")
	long := strings.Repeat("x", 500)
	u.Count(s, record.Counted{Kind: &record.CountKind{Name: "bugs", Title: "Bugs", Better: table.LowerIsBetter}, Value: 2, At: at, SaidBy: "run_end", Stated: true})
	u.Count(s, record.Counted{Kind: &record.CountKind{Name: "bugs", Title: "Bugs", Minor: true}, By: long, Part: long, Value: 0.5, At: at})
	got := strings.ReplaceAll(ingesttest.Text(s), long[:80], "80x")
	want := `sources (1)
x  path=x

counts (2)
x:3  run=test:r system=test name=bugs title=Bugs value=2 better=lower said_by=run_end stated=true
x:3  run=test:r system=test name=bugs title=Bugs by=80x… part=80x` + long[:40] + `… value=0.5 minor=true
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A row of the ledger says what became of the records of its file.
func TestLedger(t *testing.T) {
	f := decoded(t, strings.Repeat(`{"kind":"all","at":"2026-05-01T10:00:00Z"}`+"\n", 6)+"text\n\n", nil)
	f.Group, f.Compression, f.Labels = "g", "gzip", []string{"a=b"}
	for i, fate := range []record.Fate{record.Duplicate, record.Duplicate, record.Superseded} {
		f.Records[i].Fate = fate
	}
	for name, want := range map[string]string{
		"lines":    "kept=3 blank=1 ignored=0 duplicate=2 superseded=1 rejected=1 lines=8 records=6",
		"document": "kept=3 blank=1 ignored=0 duplicate=2 superseded=1 rejected=1 records=7 companion=true",
		"nobody":   "kept=3 blank=1 ignored=0 duplicate=2 superseded=1 rejected=1 records=7",
	} {
		f.Format = map[string]*record.Format{"lines": format, "document": {Name: "d", Ledger: "l", System: "s", Container: record.Document, Companion: true}}[name]
		s := &table.Set{}
		f.Fill(&s.Sources)
		got := ingesttest.Text(s)
		for _, cell := range strings.Fields(want) {
			if !strings.Contains(got+" ", " "+cell+" ") && !strings.Contains(got, " "+cell+"\n") {
				t.Errorf("%s: %s, want %s", name, got, cell)
			}
		}
		if strings.Contains(got, "companion") != (name == "document") || strings.Contains(got, " lines=") != (name == "lines") || !strings.Contains(got, "labels=[a=b] ") && !strings.Contains(got, "labels=[a=b]\n") {
			t.Errorf("%s: %s", name, got)
		}
	}
	f.Superseded()
	s := &table.Set{}
	f.FillFindings(&s.Findings)
	if s.Findings.Len() != 1 || !s.Findings.Older.Is(0) {
		t.Errorf("findings of a file that another replaces: %s", ingesttest.Text(s))
	}
}

// Lines of a log that are no JSON are records where the format says so.
func TestLinesBetween(t *testing.T) {
	between := *format
	between.Between = func(line []byte) jsontext.Value {
		rest, ok := strings.CutPrefix(string(line), "EVENT ")
		if !ok {
			return nil
		}
		return jsontext.Value(`{"kind":"all","at":"2026-05-01T10:00:00Z","text":"` + rest + `"}`)
	}
	f := decoded(t, "EVENT one\nother\n{\"kind\":\"all\",\"at\":\"2026-05-01T10:00:01Z\"}\n2026-05-01T10:00:02Z EVENT two\n2026-05-01T10:00:02Z {\"kind\":\"all\",\"at\":\"2026-05-01T10:00:02Z\"}\n[]\n  {\"kind\":\n",
		func(f *record.File) { f.Format = &between })
	const want = `1 all at 2026-05-01T10:00:00 kind="all" at="2026-05-01T10:00:00Z" at 2026-05-01T10:00:00Z text="one"
3 all at 2026-05-01T10:00:01 kind="all" at="2026-05-01T10:00:01Z" at 2026-05-01T10:00:01Z
`
	var got strings.Builder
	for _, r := range f.Records {
		got.WriteString(shown(r) + "\n")
	}
	if !strings.HasPrefix(got.String(), want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	ingesttest.Texts(t, "between.txtar", []ingesttest.File{{Path: "lines between", Text: whole(f)}})
}

// A word that no table has counts as unknown, and is a finding unless its field lists its words.
func TestMeaningOfWords(t *testing.T) {
	words := record.Vocabulary{"good": {Result: table.Passed}, "bad": {Result: table.Failed, Cause: table.CauseFailure}}
	f := decoded(t, `{"kind":"all","at":"2026-05-01T10:00:00Z","state":"up","text":"odd"}`+"\n"+`{"kind":"new"}`, nil)
	for _, c := range []struct {
		word    string
		record  int
		want    table.Result
		finding string
	}{
		{"good", 0, table.Passed, ""}, {" GOOD ", 0, table.Passed, ""}, {"bad", 0, table.Failed, ""}, {"odd", 0, table.Unknown, "odd"}, {"odd", 1, table.Unknown, "odd"}, {"up", 0, table.Unknown, ""}, {"up", 1, table.Unknown, "up"},
		{"", 0, table.Unknown, ""}, {"  ", 0, table.Unknown, ""}, {strings.Repeat("x", 81), 0, table.Unknown, strings.Repeat("x", 80) + "…"},
	} {
		s := &table.Set{}
		m := (&record.Unit{}).Meaning(s, words, c.word, f.Records[c.record])
		got := ""
		if s.Findings.Len() > 0 {
			got = s.Findings.Seen.At(0)
		}
		if m.Result != c.want || got != c.finding {
			t.Errorf("%q of record %d: %s, finding %q", c.word, c.record, m.Result, got)
		}
	}
}

// What a reader makes of a text or a table is held as it is given.
func TestValuesThatAreGiven(t *testing.T) {
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	f := &record.File{Path: "x", Format: format, Quiet: func(text string) bool { return text == "quiet" }}
	r := f.AddValues(kinds[0], 7, map[string]record.Value{
		"text": record.TextValue(strings.Repeat("x", 20)).AtMost(10), "count": record.IntValue(7), "share": record.NumberValue(0.5), "ok": record.BoolValue(true), "began": record.TimeValue(at, "ten"), "list": record.ListValue([]string{"a"}),
		"tries": record.IntValue(20_000),
	})
	const want = `7 all text="xxxxxxxxxx…" count="" (7 true, 7, false) share="" (0 true, 0.5, false) ok="true" (1 true, 0, true) began="ten" at 2026-05-01T10:00:00Z list="" ["a"]`
	if got := shown(r); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if n := len(f.Findings()); n != 1 || f.Findings()[0].Seen != "tries: 20000" {
		t.Errorf("%d findings", n)
	}
	if !panics(func() { f.AddValues(kinds[0], 1, map[string]record.Value{"nobody's": record.IntValue(1)}) }) {
		t.Error("a field that the kind does not have is taken")
	}
}
