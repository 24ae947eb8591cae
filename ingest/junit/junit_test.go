package junit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/ingest/ingesttest"
	"runreport/ingest/table"
)

// TestRows holds every row that the small logs give against testdata/rows.golden.
func TestRows(t *testing.T) {
	ingesttest.Rows(t, System, nil)
}

// steps are the tests of one report with their results and attempts.
func steps(t *testing.T, files ...ingesttest.File) (out []string, res *ingesttest.Result) {
	t.Helper()
	res = ingesttest.Run(t, System, files...)
	s := &res.Set.Steps
	for row := range s.Len() {
		if s.Kind.At(row) == table.KindTest {
			out = append(out, fmt.Sprintf("%s=%s %d", s.Step.At(row), s.Result.At(row), s.Attempts.At(row)))
		}
	}
	return out, res
}

func TestCases(t *testing.T) {
	const suite = `<testsuite name="s" timestamp="2026-05-01T02:00:00Z">`
	for _, c := range []struct{ name, in, want, codes string }{
		{"passed", suite + `<testcase name="a"/></testsuite>`, "s › a=passed 1", ""},
		{"disabled", suite + `<testcase name="a" status="notrun"/><testcase name="b" status="run"/></testsuite>`, "s › a=skipped 0, s › b=passed 1", ""},
		{"result of GoogleTest", suite + `<testcase name="a" status="run" result="skipped"/><testcase name="b" result="completed" status="run"/><testcase name="c" status="notrun" result="suppressed"/></testsuite>`,
			"s › a=skipped 0, s › b=passed 1, s › c=skipped 0", ""},
		{"failed before it passed", suite + `<testcase name="a"><failure/><flakyFailure message="x"/></testcase></testsuite>`, "s › a=failed 2", ""},
		{"worst of several", suite + `<testcase name="a"><skipped/><failure/><error/></testcase></testsuite>`, "s › a=failed 1", ""},
		{"again", suite + `<testcase name="a"><error/></testcase><testcase name="b"/><testcase name="a"/></testsuite>`, "s › a=flaky 2, s › b=passed 1", ""},
		{"parameters", suite + `<testcase name="a"/><testcase name="a"/></testsuite>`, "s › a=passed 1, s › a #2=passed 1", ""},
		{"projects", `<testsuites timestamp="2026-05-01T02:00:00Z"><testsuite name="s" hostname="chromium"><testcase name="a"/></testsuite><testsuite name="s" hostname="firefox"><testcase name="a"><failure/></testcase></testsuite></testsuites>`,
			"chromium › s › a=passed 1, firefox › s › a=failed 1", ""},
		{"a container's host", suite + `<testsuite name="s.t" hostname="3f909e363d82"><testcase name="a"/></testsuite></testsuite>`, "s.t › a=passed 1", ""},
		{"files", suite + `<testcase name="a" file="x.py"/><testcase name="a" file="y.py"/></testsuite>`, "s › x.py › a=passed 1, s › y.py › a=passed 1", ""},
		{"cut in a case", suite + `<testcase name="a"/><testcase name="b">`, "s › a=passed 1, s › b=open 1", "broken_document"},
		{"cut in a failure", suite + `<testcase name="b"><failure message="x">at `, "s › b=failed 1", "broken_document"},
		{"an end is missing", suite + `<testcase name="a"><properties></testcase></testsuite>`, "s › a=passed 1", "xml_not_well_formed"},
		{"an entity", `<!DOCTYPE x [<!ENTITY lol "lol">]>` + suite + `<testcase name="&lol;"/></testsuite>`, "s › &lol;=passed 1", "xml_not_well_formed"},
		{"latin 1", `<?xml version="1.0" encoding="ISO-8859-1"?>` + suite + "<testcase name=\"caf\xe9\"/></testsuite>", "s › café=passed 1", "text_encoding"},
		{"no such encoding", `<?xml version="1.0" encoding="klingon"?>` + suite + "<testcase name=\"a\"/></testsuite>", "s › a=passed 1", "xml_not_well_formed"},
		{"bytes that are not UTF-8", suite + "<testcase name=\"caf\xe9\"/></testsuite>", "s › caf\uFFFD=passed 1", "invalid_utf8"},
		{"UTF-16", "\xff\xfe" + wide(suite+`<testcase name="a"/></testsuite>`), "s › a=passed 1", "text_encoding"},
		{"deep", suite + strings.Repeat("<x>", 5000) + strings.Repeat("</x>", 5000) + `<testcase name="a"/></testsuite>`, "s › a=passed 1", "xml_not_well_formed"},
		{"no name at all", `<testsuite timestamp="2026-05-01"><testcase/></testsuite>`, "(no name)=passed 1", "time_without_zone"},
		{"several without a name", suite + `<testcase/><testcase><failure/></testcase><testcase/></testsuite>`, "s › (no name)=passed 1, s › (no name) #2=failed 1, s › (no name) #3=passed 1", ""},
		{"a class without a name", suite + `<testcase classname="C"><error/></testcase><testcase classname="C"/></testsuite>`, "s › C › (no name)=flaky 2", ""},
		{"a suite named with its time", `<testsuite name="shop.Cart-20260501020000" timestamp="2026-05-01T02:00:00Z"><testcase classname="shop.Cart" name="a"/></testsuite>`, "shop.Cart › a=passed 1", ""},
		{"suites named by times", `<testsuites timestamp="2026-05-01T02:00:00Z"><testsuite name="migration-20240101000000" timestamp="2026-05-01T02:00:00Z"><testcase name="up"><failure/></testcase></testsuite>` +
			`<testsuite name="migration-20240202000000" timestamp="2026-05-01T02:00:00Z"><testcase name="up"/></testsuite></testsuites>`, "migration-20240101000000 › up=failed 1, migration-20240202000000 › up=passed 1", ""},
		{"a suite named by no time", suite + `<testsuite name="card-20991399999999"><testcase name="a"/></testsuite></testsuite>`, "s › card-20991399999999 › a=passed 1", ""},
		{"a suite named by a folder", `<testsuite name="/srv/shop" timestamp="2026-05-01T02:00:00Z"><testcase name="a" file="/srv/shop/a.php"/></testsuite>`, "a=passed 1", ""},
		{"a suite named by a route", `<testsuite name="/srv/shop" timestamp="2026-05-01T02:00:00Z"><testcase name="a" file="/home/a.js"/></testsuite>`, "/srv/shop › a=passed 1", ""},
		{"a suite named by a method", suite + `<testsuite name="C::pays"><testcase classname="C" name="pays with visa"/></testsuite></testsuite>`, "s › C › pays with visa=passed 1", ""},
		{"folders with tests of one name", `<testsuites timestamp="2026-05-01T02:00:00Z"><testsuite name="/srv/shop"><testcase classname="C" name="a" file="/srv/shop/c.php"><failure/></testcase></testsuite>` +
			`<testsuite name="/srv/till"><testcase classname="C" name="a" file="/srv/till/c.php"/></testsuite></testsuites>`, "/srv/shop/c.php › C › a=failed 1, /srv/till/c.php › C › a=passed 1", ""},
		{"a suite named by the beginning of a method", suite + `<testsuite name="C::pay"><testcase classname="C" name="pays"/></testsuite></testsuite>`, "s › C::pay › C › pays=passed 1", ""},
		{"a suite in a crate", suite + `<testsuite name="C::it"><testcase classname="C" name="pays"/></testsuite></testsuite>`, "s › C::it › C › pays=passed 1", ""},
		// Surefire runs the failed tests of all classes again, and the cases of CartTest are then in a suite of their own.
		{"under a nested class at first", `<testsuites timestamp="2026-05-01T02:00:00Z"><testsuite name="Cart$Visa"><testcase classname="Cart" name="a"><failure/></testcase></testsuite>` +
			`<testsuite name="Cart"><testcase classname="Cart" name="a"/></testsuite></testsuites>`, "Cart › a=flaky 2", ""},
		{"a clock that was not read", suite + `<testcase name="a" timestamp="1970-01-01T00:00:00.000"/></testsuite>`, "s › a=passed 1", ""},
		{"a failure that Catch2 tolerates", suite + `<testcase name="a"><skipped message="TEST_CASE tagged with !mayfail"/><failure/></testcase></testsuite>`, "s › a=skipped 0", ""},
		// pytest writes attempts before the last one without a child.
		{"again by pytest", `<testsuite name="pytest" tests="2" timestamp="2026-05-01T02:00:00Z"><testcase name="a"/><testcase name="a"/><testcase name="a"/><testcase name="b"/><testcase name="b"><failure/></testcase></testsuite>`,
			"a=flaky 3, b=failed 2", ""},
		{"reports of pytest that were merged", `<testsuites timestamp="2026-05-01T02:00:00Z"><testsuite name="pytest" tests="1"><testcase classname="C" name="a"/></testsuite><testsuite name="pytest" tests="1"><testcase classname="C" name="a"/></testsuite></testsuites>`,
			"C › a=passed 1, C › a #2=passed 1", ""},
		{"twice in pytest, each counted", `<testsuite name="pytest" tests="2" timestamp="2026-05-01T02:00:00Z"><testcase name="a"/><testcase name="a"/></testsuite>`, "a=passed 1, a #2=passed 1", ""},
		{"a fixture of pytest after its test", `<testsuite name="pytest" tests="3" failures="1" errors="2" timestamp="2026-05-01T02:00:00Z"><testcase name="a"><failure/></testcase><testcase name="a"><error message="failed on teardown with x"/></testcase>` +
			`<testcase name="b"><error message="failed on teardown with x"/></testcase></testsuite>`, "a=failed 1, b=failed 1", ""},
		// node:test nests suites, writes cases beside them, and a todo that fails with both.
		{"cases beside suites", `<testsuites timestamp="2026-05-01T02:00:00Z"><testcase name="a"/><testcase name="t"><skipped type="todo"/><failure/></testcase><testsuite name="s"><testcase name="a"/>` +
			`<testsuite name="u"><testcase name="a"><failure/></testcase></testsuite></testsuite></testsuites>`, "a=passed 1, t=skipped 0, s › a=passed 1, s › u › a=failed 1", ""},
		{"numbers", suite + `<testcase name="a" time="1,234.56"/><testcase name="b" time="-1"/><testcase name="c" time="soon"/></testsuite>`,
			"s › a=passed 1, s › b=passed 1, s › c=passed 1", "bad_value negative_test_duration"},
	} {
		got, res := steps(t, ingesttest.File{Path: "x.xml", Text: c.in})
		if strings.Join(got, ", ") != c.want || strings.Join(res.CodeNames(), " ") != c.codes {
			t.Errorf("%s: %s (%v), want %s (%s)", c.name, strings.Join(got, ", "), res.CodeNames(), c.want, c.codes)
		}
	}
}

// Files that behave writes for each feature are one run.
func TestFeatures(t *testing.T) {
	feature := func(name string) ingesttest.File {
		return ingesttest.File{Path: "junit/TESTS-" + name + ".xml", Text: `<testsuite name="` + name + `" timestamp="2026-05-01T02:00:00Z"><testcase name="a"/></testsuite>`}
	}
	got, res := steps(t, feature("cart"), feature("till"))
	if strings.Join(got, ", ") != "cart › a=passed 1, till › a=passed 1" || res.Set.Runs.Len() != 1 {
		t.Errorf("%s in %d runs", strings.Join(got, ", "), res.Set.Runs.Len())
	}
}

// What Ant writes of all classes is no part of the run: each test would be in it twice.
func TestSuitesOfAnt(t *testing.T) {
	const suite = `<testsuite name="C" timestamp="2026-05-01T02:00:00Z"><testcase classname="C" name="a"><failure message="x"/></testcase></testsuite>`
	got, res := steps(t, ingesttest.File{Path: "junit/TEST-C.xml", Text: suite}, ingesttest.File{Path: "junit/TESTS-TestSuites.xml", Text: `<testsuites>` + suite + `</testsuites>`})
	if strings.Join(got, ", ") != "C › a=failed 1, C › a=failed 1" || res.Set.Runs.Len() != 2 {
		t.Errorf("%s in %d runs", strings.Join(got, ", "), res.Set.Runs.Len())
	}
}

// TestErrors holds what the attempts at failed tests say of why.
func TestErrors(t *testing.T) {
	const suite = `<testsuite name="s" timestamp="2026-05-01T02:00:00Z">`
	for in, want := range map[string]string{
		`<failure message="x">y</failure>`:                                                              "x\ny",
		`<failure>C::pays with visa (1, 2)` + "\n" + `careful</failure>`:                                "careful",
		"<failure>C::pays nothing: 3 is not 4\nat x</failure>":                                          "C::pays nothing: 3 is not 4\nat x",
		`<failure>C::pays</failure>`:                                                                    "C::pays",
		"<failure>\n\t  <stackTrace>Error: x\n\tat y</stackTrace>\n  </failure>":                        "Error: x\n\tat y",
		`<failure message=""/><system-out>3 is not 4 </system-out>`:                                     "3 is not 4",
		`<failure/><system-out/><system-err>x</system-err>`:                                             "",
		`<failure message="x"/><system-out>3 is not 4</system-out>`:                                     "x",
		`<failure message="x"/><error message="failed on teardown with y"/>`:                            "x",
		`<failure message="first"/><failure message="second"/>`:                                         "first",
		`<failure message="first"/><error message="worse"/><error message="as bad"/>`:                   "worse",
		`<failure/><error>y</error><system-out>3 is not 4</system-out>`:                                 "y",
		`<failure/><system-out><![CDATA[3 is not 4]]></system-out><properties><property/></properties>`: "3 is not 4",
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: suite + `<testcase classname="C" name="pays">` + in + `</testcase></testsuite>`})
		a := &res.Set.Attempts
		if got := a.Error.At(a.Len() - 1); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// wide is ASCII text as UTF-16LE.
func wide(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteByte(text[i])
		b.WriteByte(0)
	}
	return b.String()
}

// Files of one folder that are parts of one report are one run; of two run dates they are two.
func TestParts(t *testing.T) {
	part := func(name, at string) ingesttest.File {
		return ingesttest.File{Path: "logs/TEST-" + name + ".xml", Text: `<testsuite name="` + name + `" timestamp="` + at + `"><testcase name="a" time="1"/></testsuite>`}
	}
	_, res := steps(t, part("a", "2026-05-01T02:00:00Z"), part("b", "2026-05-01T02:05:00Z"), part("c", "2026-05-02T02:00:00Z"), part("d", ""))
	var got []string
	for row := range res.Set.Runs.Len() {
		got = append(got, res.Set.Runs.StartedAt.At(row).Format("01-02")+" "+strings.Join(res.Set.Runs.Files.At(row), " "))
	}
	if want := "05-01 logs/TEST-a.xml logs/TEST-b.xml logs/TEST-d.xml, 05-02 logs/TEST-c.xml"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// The source file of a case is its own or that of its suite.
func TestSourceFiles(t *testing.T) {
	res := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: `<testsuites timestamp="2026-05-01T02:00:00Z"><testsuite name="s" file="s.js">` +
		`<testsuite name="i"><testcase name="a"/><testcase name="b" file="src\b.js"/></testsuite></testsuite><testsuite name="t"><testcase name="c"/></testsuite></testsuites>`})
	res.Want(t, "s -, s › i -, t -, s › i › a s.js, s › i › b src/b.js, t › c -", "Steps", "step", "file")
}

// A suite that fails outside of its cases fails its run, with its text.
func TestFailureOfASuite(t *testing.T) {
	_, res := steps(t, ingesttest.File{Path: "x.xml", Text: `<testsuite name="s" timestamp="2026-05-01T02:00:00Z"><testcase name="a"/><error message="no disk"/></testsuite>`})
	if r := &res.Set.Runs; r.Result.At(0) != "failed" || r.Reason.At(0) != "no disk" {
		t.Errorf("%s: %s", r.Result.At(0), r.Reason.At(0))
	}
}

// A text that is cut ends with a whole line: a part of a secret could not be told.
func TestLongTextEndsWithALine(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	_, res := steps(t, ingesttest.File{Path: "x.xml", Text: `<testsuite timestamp="2026-05-01T02:00:00Z"><testcase name="a"><failure>` + strings.Repeat(line, 1000) + `</failure></testcase></testsuite>`})
	for _, r := range res.Files[0].Records {
		if r.Is("outcome") && (len(r.Str("text"))+1)%len(line) != 0 {
			t.Errorf("%d bytes of lines of %d", len(r.Str("text")), len(line))
		}
	}
}

// TestFields holds which fields must be there and which are not kept.
func TestFields(t *testing.T) { ingesttest.Fields(t, System) }

// TestLongTexts holds how much is kept of long texts.
func TestLongTexts(t *testing.T) { ingesttest.LongTexts(t, System) }

// The time to read a case grows with its children, not with their square.
func TestManyChildrenOfACase(t *testing.T) {
	text := `<testsuite name="s" timestamp="2026-05-01T02:00:00Z"><testcase name="a">` + strings.Repeat(`<failure/><system-out/>`, 50_000) + `</testcase></testsuite>`
	began := time.Now()
	got, _ := steps(t, ingesttest.File{Path: "x.xml", Text: text})
	if took := time.Since(began); strings.Join(got, ", ") != "s › a=failed 1" || took > 30*time.Second {
		t.Errorf("%s after %v", strings.Join(got, ", "), took)
	}
}
