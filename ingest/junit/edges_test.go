package junit

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"runreport/ingest/ingesttest"
)

// The five entities of XML and references to characters stand for their characters; all others
// stay as they are written.
func TestEntities(t *testing.T) {
	for in, want := range map[string]string{
		"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": `"`, "&apos;": "'", "&#65;": "A", "&#x41;": "A", "&#x1F600;": "\U0001F600", "&#1114111;": "\U0010FFFF", "&#1114112;": "&#1114112;",
		"&#;": "&#;", "&#x;": "&#x;", "&;": "&;", "&a;": "&a;", "&nbsp;": "&nbsp;", "&lt": "&lt", "&#X41;": "&#X41;", "&#-1;": "&#-1;", "&#4294967295;": "&#4294967295;", "&#4294967361;": "&#4294967361;",
		"&amp;lt;": "&lt;", "a&lt;b&gt;c": "a<b>c", "&&lt;": "&<", "&longestname;": "&longestname;", "&abcdefghij;": "&abcdefghij;", "&#000000065;": "A", "&#0000000065;": "&#0000000065;",
	} {
		s := newScanner(strings.NewReader(""), func(int64, string) {})
		if got := string(s.unescape([]byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if text, n := entityAt([]byte(in)); in[0] == '&' && n > 0 && text != want[:min(len(text), len(want))] {
			t.Errorf("%q begins with %q of %d bytes", in, text, n)
		}
	}
}

// Text is kept up to a length, with \n for the line ends of other systems.
func TestAppendText(t *testing.T) {
	for _, c := range []struct {
		in      string
		escaped bool
		most    int
		want    string
		cut     bool
	}{
		{"abcd", true, 4, "abcd", false}, {"abcde", true, 4, "abcd", true}, {"abc", true, 4, "abc", false}, {"", true, 4, "", false}, {"a\r\nb\rc", true, 9, "a\nb\nc", false}, {"a\r", true, 9, "a\n", false},
		{"a&amp;b", true, 9, "a&b", false}, {"a&amp;b", false, 9, "a&amp;b", false}, {"abc&amp;d", true, 4, "abc&", true}, {"abcd&amp;", true, 4, "abcd", true}, {"abc\r\nd", true, 4, "abc\n", true}, {"a\r\r\nb", true, 9, "a\n\nb", false},
	} {
		s := newScanner(strings.NewReader(""), func(int64, string) {})
		if got, cut := s.appendText(nil, []byte(c.in), c.escaped, c.most); string(got) != c.want || cut != c.cut {
			t.Errorf("%q to %d: %q, cut %t; want %q, %t", c.in, c.most, got, cut, c.want, c.cut)
		}
	}
	for name, want := range map[string]string{"a": "a", "x:a": "a", ":a": ":a", "a:": "a:", "x:y:a": "y:a", "": "", ":": ":"} {
		if got := string(local([]byte(name))); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	for c := range 256 {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':' || c >= 0x80
		if nameStart(byte(c)) != letter || space(byte(c)) != strings.ContainsRune(" \t\r\n", rune(c)) {
			t.Errorf("%q: a name begins with it: %t", rune(c), nameStart(byte(c)))
		}
	}
}

// The last bytes of what was read wait for more where they may mean something else with it.
func TestUnsettled(t *testing.T) {
	for in, want := range map[string]int{"": 0, "a": 0, "\r": 1, "&": 1, "a\r": 1, "a&": 1, "a&am": 3, "a&amp;": 0, "&abcdefghijk": 12, "&abcdefghijkl": 0, "&lt;&": 1, "\r\n": 0} {
		if got := unsettled([]byte(in)); got != want {
			t.Errorf("%q: %d, want %d", in, got, want)
		}
	}
}

// Tags, and what is between them, are met the same however the bytes come; each has its line.
func TestTagsAndLines(t *testing.T) {
	for in, want := range map[string]string{
		"<a>\n<b/>\n\n<c d='\n'/></a>": "1a 2b 4c", "\n\n<a\nb='1'\n/><c/>": "3a 5c", "<!-- \n\n --><a/>": "3a", "<![CDATA[\n]]><a/>": "2a", "<?x\n?><a/>": "2a", "<!DOCTYPE x [\n<!-- ' > -->\n]>\n<a/>": "4a",
		"<!DOCTYPE x '>'\n><a/>": "2a", `<!DOCTYPE x [<!ENTITY a "]>">]><a/>`: "1a", "<!--->--><a/>": "1a", "<!DOCTYPE x [<!-->--><b>]><a/>": "1a", "< a><b/>": "1b", "<1><b/>": "1b",
		"<a b='x>y'/><c/>": "1a 1c", "<a b=\"'>'\"/><c/>": "1a 1c", "\r\n<a/>\r<b/>": "2a 2b", "x<\n<a/>": "2a",
	} {
		for name, r := range map[string]io.Reader{"at once": strings.NewReader(in), "byte by byte": iotest.OneByteReader(strings.NewReader(in)), "with the end": iotest.DataErrReader(strings.NewReader(in))} {
			s := newScanner(r, func(int64, string) {})
			var got []string
			for tok := s.next(); tok != tokenEOF; tok = s.next() {
				if tok == tokenStart {
					got = append(got, fmt.Sprintf("%d%s", s.tagLine, s.name))
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q %s: %q, want %s", in, name, got, want)
			}
			s.free()
		}
	}
}

// A reader that fails, or gives nothing for ever, ends the document with its error.
func TestFaultsOfReaders(t *testing.T) {
	fault := errors.New("gone")
	for name, c := range map[string]struct {
		r    io.Reader
		want error
	}{
		"fails":      {io.MultiReader(strings.NewReader("<a><b/>"), iotest.ErrReader(fault)), fault},
		"ends":       {strings.NewReader("<a><b/>"), io.EOF},
		"nothing":    {io.MultiReader(strings.NewReader("<a><b/>"), stuck{}), io.ErrNoProgress},
		"at the end": {iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("<a><b/>"))), iotest.ErrTimeout},
	} {
		s := newScanner(c.r, func(int64, string) {})
		n := 0
		for tok := s.next(); tok != tokenEOF; tok = s.next() {
			n++
		}
		if !errors.Is(s.err, c.want) || n != 3 && c.want != iotest.ErrTimeout {
			t.Errorf("%s: %d tags, %v, want %v", name, n, s.err, c.want)
		}
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// A document has an element; the text of an outcome is its own and that of a stack trace in it.
func TestDocuments(t *testing.T) {
	const suite = `<testsuite name="s" timestamp="2026-05-01T02:00:00Z">`
	for _, c := range []struct{ text, errors, codes string }{
		{suite + `<testcase name="a"><failure>x<b>hidden<c/>too</b>y</failure></testcase></testsuite>`, "xy", ""},
		{suite + `<testcase name="a"><failure>x<stackTrace>trace</stackTrace>y</failure></testcase></testsuite>`, "xtracey", ""},
		{suite + `<testcase name="a"><failure><b>hidden</b><stackTrace>trace</stackTrace></failure></testcase></testsuite>`, "trace", ""},
		{suite + `<testcase name="a"><failure message="m"/></testcase></testsuite></x>`, "m", "xml_not_well_formed"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: c.text})
		res.Want(t, c.errors, "Attempts", "error")
		if got := strings.Join(res.CodeNames(), " "); got != c.codes {
			t.Errorf("%s: %q, want %s", c.text, got, c.codes)
		}
	}
	for text, want := range map[string]string{"": "no element", "no tag": "no element", "<!-- x -->": "no element", "<a>": "inside of <a>", "<a/>": "", "<a></a>": ""} {
		res := &ingesttest.Result{}
		res.ReadAs(t, format, ingesttest.File{Path: "x.xml", Text: text})
		res.Assemble(t, System)
		seen := ""
		for row := range res.Set.Findings.Len() {
			seen += res.Set.Findings.Code.At(row) + " " + res.Set.Findings.Seen.At(row) + res.Set.Findings.Message.At(row)
		}
		if (seen == "") != (want == "") || !strings.Contains(seen, want) {
			t.Errorf("%q: %q, want %s", text, seen, want)
		}
	}
}

// What a suite states of its cases may count each case or each attempt, cases that were skipped or not; any other number is told.
func TestNumbersOfSuites(t *testing.T) {
	const cases = `<testcase name="p"/><testcase name="f"><failure/></testcase><testcase name="e"><error/></testcase><testcase name="s"><skipped/></testcase>` +
		`<testcase name="r"><failure/><rerunFailure/><rerunFailure/></testcase><testcase name="k"><flakyError/></testcase><testcase name="q"><error/><rerunError/></testcase>` +
		`<testcase name="b"><skipped/><failure/></testcase><testcase name="n" status="notrun"/><testcase name="e2"><error/></testcase>`
	// By hand: 10 cases, 14 attempts, 8 that were not skipped. Failed are f, r and b, with the reruns of r
	// 5 attempts, with errors 6 cases; e, q and e2 had errors, with k and the rerun of q 5 attempts. Skipped are s and n, with b 3.
	for field, fit := range map[string][]int{"tests": {10, 14, 8}, "failures": {3, 5, 6}, "errors": {3, 5}, "skipped": {2, 3}, "disabled": {0, 1, 2, 3, 4}} {
		for n := range 16 {
			text := fmt.Sprintf(`<testsuites><testsuite name="x" timestamp="2026-05-01T02:00:00Z" %s="%d">%s</testsuite></testsuites>`, field, n, cases)
			codes := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: text}).CodeNames()
			fits := field == "disabled"
			for _, ok := range fit {
				fits = fits || n == ok
			}
			if (len(codes) == 0) != fits {
				t.Errorf("%s=%d: %q", field, n, codes)
			}
		}
	}
}

// Attributes of cases: the class by either name, a line that is a number, a status by the word that tells.
func TestAttributesOfCases(t *testing.T) {
	for attrs, want := range map[string]string{
		`name="a" classname="C" class="D"`: "C › a", `name="a" class="D" classname="C"`: "C › a", `name="a" class="D"`: "D › a", `name="a"`: "a",
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: `<testsuites timestamp="2026-05-01T02:00:00Z"><testcase ` + attrs + `/></testsuites>`})
		res.Want(t, want, "Steps", "step")
	}
}

// A text that is cut ends with a whole line, however many pieces it is read in: from 8 KiB on, and at once up to 64 KiB.
func TestCutTextEndsWithALine(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	for lines, kept := range map[int]int{81: 81, 82: 81, 90: 81, 500: 81, 900: 81} { // 8192 bytes hold 81 whole lines
		text := `<testsuite timestamp="2026-05-01T02:00:00Z"><testcase name="a"><failure>` + strings.Repeat(line, lines) + `</failure></testcase></testsuite>`
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: text})
		for _, r := range res.Files[0].Records {
			if r.Is("outcome") && len(r.Str("text")) != kept*len(line)-1 {
				t.Errorf("of %d lines %d bytes are kept, want %d lines", lines, len(r.Str("text")), kept)
			}
		}
	}
}

// A tag longer than a MiB keeps its name and what stands before the limit; what follows is met as it is.
func TestLongTags(t *testing.T) {
	long := strings.Repeat("x", 4*maxTag)
	for in, want := range map[string]string{
		`<a b="1" c="` + long + `">t</a>`: "start a|text t|end a", `<a b="1" c="` + long + `"/><d/>`: "start a|end a|start d|end d", `<a b="1" c="` + long + `>"/>t`: "start a|end a|text t",
		`<a b="1" c='` + long + `">' d="2"><e/>`: "start a|start e|end e", `<a b="1" c="` + long: "start a",
	} {
		got, faults := tokens(strings.NewReader(in))
		for i := range got {
			if strings.HasPrefix(got[i], "start a ") {
				if !strings.HasPrefix(got[i], `start a b="1" c="xxx`) {
					t.Errorf("%.60q", got[i])
				}
				got[i] = "start a"
			}
		}
		if strings.Join(got, "|") != want || faults != 1 {
			t.Errorf("%.20q: %.200q and %d faults, want %q", in, got, faults, want)
		}
	}
}

// A text that is cut ends with a whole line, else with a whole word, else it is not kept.
func TestWhole(t *testing.T) {
	pad := strings.Repeat("x", maxText)
	for _, c := range []struct {
		text string
		cut  bool
		want string
	}{{"a b\nc", false, "a b\nc"}, {"a b\nc", true, "a b"}, {"a b c", true, "a b"}, {"abc", true, ""}, {"a\n" + pad, true, "a"}, {"a " + pad, true, "a"}, {pad + "\n", true, ""}, {"", true, ""}, {"\nab cd", true, ""}, {" abc", true, ""}} {
		if got := string(whole([]byte(c.text), c.cut)); got != c.want {
			t.Errorf("%.20q: %.20q, want %.20q", c.text, got, c.want)
		}
	}
}

// A number that is stated as nothing is none, and any other word is told of.
func TestNumbersThatAreNone(t *testing.T) {
	for value, want := range map[string]string{"": "", "0": "", " 0 ": "", "false": "bad_value", "0.5": "bad_value"} {
		text := `<testsuite name="s" timestamp="2026-05-01T02:00:00Z" skipped="` + value + `"><testcase name="a"/></testsuite>`
		if got := strings.Join(ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: text}).CodeNames(), " "); got != want {
			t.Errorf("%q: %q, want %s", value, got, want)
		}
	}
}

// Without a time of the run its suites tell it, added up where all of the outermost ones do; names that a runner gives all suites are none.
func TestTimesAndNamesOfSuites(t *testing.T) {
	for in, want := range map[string]string{
		`<testsuite name="pytest" time="1.5"><testcase name="a"/></testsuite><testsuite name="s" time="2"><testsuite name="u" time="9"><testcase name="b"/></testsuite></testsuite>`: "3.5 a, s › u › b",
		`<testsuite name="Root Suite" time="1.5"><testcase name="a"/></testsuite><testsuite name="s"><testcase name="b"/></testsuite>`:                                               "- a, s › b",
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: `<testsuites timestamp="2026-05-01T02:00:00Z">` + in + `</testsuites>`})
		got, names := "-", []string{}
		if s, ok := res.Set.Runs.DurationS.Get(0); ok {
			got = fmt.Sprint(s)
		}
		for row := range res.Set.Steps.Len() {
			if res.Set.Steps.Kind.At(row) == "test" {
				names = append(names, res.Set.Steps.Step.At(row))
			}
		}
		if got += " " + strings.Join(names, ", "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
