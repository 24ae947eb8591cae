package render

import (
	"bytes"
	"fmt"
	stdhtml "html"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"runreport/analyze/report"
)

var hosts = []host{githubComment, stepSummary, gitlabNote}

func note(t *testing.T, h host, r *report.Report, o Options) string {
	t.Helper()
	files, err := h.files(r, o)
	if err != nil {
		t.Fatal(err)
	}
	return string(files[0].Content)
}

func TestNoteGolden(t *testing.T) {
	golden(t, "comment.md", note(t, githubComment, fixture(), Options{ReportURL: "https://example.org/r/"}))
}

// regressions is a report with n regressions, the worst first.
func regressions(n int) *report.Report {
	r := fixture()
	r.Data.Problems, r.Data.Attention = nil, nil
	for i := range n {
		r.Data.Problems = append(r.Data.Problems, report.Problem{Key: fmt.Sprintf("recall-regression/b%04d", i), Kind: "recall-regression", Severity: "error", Section: "recall",
			Text: fmt.Sprintf("regression number %d: `@everyone` <b>fell</b> | %s", i, strings.Repeat("*x* ", 90)), Evidence: []report.Evidence{place(strings.Repeat("deep/", 40)+"log.jsonl", int64(i+1))}})
	}
	r.Data.Baseline.New = r.Data.Problems
	return r
}

func TestNotesKeepTheirLimits(t *testing.T) {
	for _, h := range hosts {
		got := note(t, h, regressions(5000), Options{})
		for what, n := range map[string]int{"bytes": len(got), "characters": utf8.RuneCountInString(got), "UTF-16 units": len(utf16.Encode([]rune(got)))} {
			if n > h.bytes {
				t.Errorf("%s has %d %s, more than %d", h.file, n, what, h.bytes)
			}
		}
		shown := strings.Count(got, "regression number ")
		if shown == 0 || shown > h.rows {
			t.Errorf("%s shows %d regressions, want 1 to %d", h.file, shown, h.rows)
		}
		for i := range shown {
			if !strings.Contains(got, fmt.Sprintf("regression number %d: ", i)) {
				t.Errorf("%s shows %d regressions, but not number %d: the worst come first", h.file, shown, i)
			}
		}
		if want := fmt.Sprintf("\n%s more in the full report.\n", grouped(int64(5000-shown))); !strings.Contains(got, want) {
			t.Errorf("%s does not say %q", h.file, want)
		}
	}
}

// parts made of random texts.
func randomParts(r *rand.Rand) []part {
	parts := make([]part, r.IntN(8))
	for i := range parts {
		parts[i] = part{title: fmt.Sprintf("Part %d", i), fold: r.IntN(2) == 0, lead: strings.Repeat("l", r.IntN(50))}
		for range r.IntN(40) {
			parts[i].rows = append(parts[i].rows, noteRow{"Error", fmt.Sprintf("row %d.%d.", i, len(parts[i].rows)) + strings.Repeat(string("x@é🎉"[r.IntN(2)]), r.IntN(300)), ""})
		}
	}
	return parts
}

func TestFit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	notes := 2000
	if testing.Short() {
		notes = 300
	}
	for range notes {
		parts, rows := randomParts(r), 1+r.IntN(45)
		room := 600 + r.IntN(20_000)
		got := noteMarkdown.fit(parts, room, rows)
		if len(got) > room {
			t.Fatalf("%d bytes do not fit into %d", len(got), room)
		}
		dropped := false
		for i, p := range parts {
			there := strings.Contains(got, "### "+p.title+"\n") || strings.Contains(got, "<summary>"+p.title+" (")
			if there && dropped {
				t.Fatalf("part %d is there, and one before it is not", i)
			}
			if named := strings.Contains(got, "room: "+p.title) || strings.Contains(got, ", "+p.title); there == named {
				t.Fatalf("part %d: shown %t, named as left out %t", i, there, named)
			}
			dropped = !there
			if !there {
				continue
			}
			shown := strings.Count(got, fmt.Sprintf("row %d.", i))
			more := fmt.Sprintf("\n%d more in the full report.\n", len(p.rows)-shown)
			if shown < min(leastRows, len(p.rows), rows) || shown > rows || shown < len(p.rows) && !strings.Contains(got, more) {
				t.Fatalf("part %d shows %d of %d rows", i, shown, len(p.rows))
			}
			for n := range shown {
				if !strings.Contains(got, fmt.Sprintf("row %d.%d.", i, n)) {
					t.Fatalf("part %d shows %d rows, but not row %d", i, shown, n)
				}
			}
		}
	}
}

func TestFitAtTheEdge(t *testing.T) {
	parts := []part{{title: "One", rows: []noteRow{{"Error", "a", ""}, {"Error", "b", ""}, {"Error", "c", ""}, {"Error", strings.Repeat("d", 40), ""}}}, {title: "Two", rows: []noteRow{{"Warning", "e", ""}}}}
	whole := noteMarkdown.fit(parts, 10_000, 10)
	spare := len(noteMarkdown.leftOut("")) + len("One, Two, ")
	if got := noteMarkdown.fit(parts, len(whole)+spare, 10); got != whole {
		t.Errorf("all fits, but this is left of it:\n%s", got)
	}
	if got := noteMarkdown.fit(parts, len(whole)+spare-1, 10); !strings.Contains(got, "1 more in the full report.") || !strings.Contains(got, "Two") {
		t.Errorf("one byte less has to cost a row of the first part:\n%s", got)
	}
	if got := noteMarkdown.fit(parts, 130, 10); strings.Contains(got, "- **Warning:** e") || !strings.HasSuffix(got, "\nLeft out for want of room: Two.\n") {
		t.Errorf("the last part has to go first:\n%s", got)
	}
	if got := noteMarkdown.fit(parts, 60, 10); got != "\nLeft out for want of room: One, Two.\n" {
		t.Errorf("nothing fits, and that has to be said:\n%s", got)
	}
}

// live finds in the text of a rendered note what a host would act on.
var live = map[string]*regexp.Regexp{
	"a mention":        regexp.MustCompile(`@[\w"*]`),
	"a reference":      regexp.MustCompile(`#\w|(?i:\bGH-\d)`),
	"a GitLab sigil":   regexp.MustCompile(`[!$~%&^][\w"*]`),
	"a long reference": regexp.MustCompile(`\[\w`),
	"a commit":         regexp.MustCompile(`(?i)\b[0-9a-f]{7,}\b`),
	"an address":       regexp.MustCompile(`(?i)://|www\.`),
	"an emoji":         regexp.MustCompile(`:[a-z_]+:`),
}

var noteTag = regexp.MustCompile(`<(/?[a-zA-Z][^\s>]*)([^>]*)>`)

func TestNotesOfHostileTextAreInert(t *testing.T) {
	for _, s := range append([]string{strings.Join(hostile, " ")}, hostile...) {
		for _, h := range hosts {
			r := poisoned(s)
			got := note(t, h, r, Options{})
			checkInert(t, s, got)
			key, err := reportKey(&r.Data)
			if err != nil {
				t.Fatal(err)
			}
			marker := "<!-- runreport:" + key + " -->\n"
			if n := strings.Count(got, "<!--"); h.sticky && (n != 1 || !strings.HasSuffix(got, "\n"+marker)) || !h.sticky && n != 0 {
				t.Errorf("%q: %s has %d comments, or its marker is not its last line", s, h.file, n)
			}
		}
	}
}

// checkInert reads a note as GitHub-flavoured Markdown: its elements are those of a
// harmless note, and nothing in its text has an effect.
func checkInert(t *testing.T, s, source string) {
	t.Helper()
	for i, line := range strings.Split(source, "\n") {
		if line != "" && !regexp.MustCompile(`^(## |### |\| |- \*\*|<|[0-9,]+ more |> |Report: |All input accounted for|Input is not accounted for|Left out )`).MatchString(line) {
			t.Errorf("%q: line %d begins with something else than a word of ours: %.40q", s, i+1, line)
		}
		if strings.HasPrefix(line, "/") || strings.HasPrefix(line, "::") || strings.HasPrefix(line, "##[") || strings.HasPrefix(line, "@") {
			t.Errorf("%q: line %d looks like an order: %.40q", s, i+1, line)
		}
	}
	var b bytes.Buffer
	if err := reader.Convert([]byte(source), &b); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	for _, m := range noteTag.FindAllStringSubmatch(html, -1) {
		if attributes := regexp.MustCompile(` (id="[^"]*"|style="text-align:right")`).ReplaceAllString(m[2], ""); !regexp.MustCompile(`^/?(h2|h3|p|blockquote|ul|li|strong|table|thead|tbody|tr|th|td)$`).MatchString(m[1]) || attributes != "" {
			t.Errorf("%q: the note has the element <%s%s>", s, m[1], m[2])
		}
	}
	text := stdhtml.UnescapeString(noteTag.ReplaceAllString(html, " "))
	for what, pattern := range live {
		if m := pattern.FindString(text); m != "" {
			t.Errorf("%q: the note's text has %s: %q", s, what, m)
		}
	}
}

func TestEscapeNote(t *testing.T) {
	for in, want := range map[string]string{
		"da39a3ee5e6b4b0d3255bfef95601890afd80709": "da39a3\u200Bee5e6b\u200B4b0d32\u200B55bfef\u200B956018\u200B90afd8\u200B0709",
		"at da39a3e.":         "at da39a3\u200Be.",
		"da39a3 12345 decade": "da39a3 12345 decade",
		"defacedness":         "defacedness",
		"!12 a!":              "&#33;\u200B12 a!",
		"~bug %v1 $5 &6":      "&#126;\u200Bbug %\u200Bv1 &#36;\u200B5 &#38;\u200B6",
		"33 %, 5 & 6":         "33 %, 5 &#38; 6",
		"[epic:1]":            "&#91;\u200Bepic:1&#93;",
		"Fixes #3":            "Fixes &#35;\u200B3",
	} {
		if got := escapeNote(in); got != want {
			t.Errorf("escapeNote(%q)\n got %q\nwant %q", in, got, want)
		}
	}
}

func FuzzNote(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		escaped := escapeNote(s)
		plain := strings.Join(strings.Fields(legible(s)), " ")
		if got := strings.ReplaceAll(stdhtml.UnescapeString(escaped), zeroWidthSpace, ""); got != plain {
			t.Errorf("escapeNote(%q) reads as %q, want %q", s, got, plain)
		}
		checkInert(t, s, "- **Error:** "+escaped+"\n")
		checkInert(t, s, "| a |\n| --- |\n| "+escaped+" |\n")
	})
}

// No text has fewer bytes than characters or UTF-16 units.
func TestBytesStandForAllCounts(t *testing.T) {
	for _, r := range []rune{0x7F, 0x80, 0x7FF, 0x800, 0xFFFD, 0x10000, 0x10FFFF} {
		if units := len(utf16.Encode([]rune{r})); utf8.RuneLen(r) < units {
			t.Errorf("%U has %d bytes and %d units", r, utf8.RuneLen(r), units)
		}
	}
}

func TestReportKey(t *testing.T) {
	for title, want := range map[string]string{
		"": "run-report-6b5c209e", "Run report": "run-report-6b5c209e", "Nightly / main": "nightly-main-", "--": "", "日本": "", strings.Repeat("a ", 300): "a-a-a-",
		"<!-- x -->": "x-",
	} {
		got, err := reportKey(&report.Data{Title: title})
		if err != nil || !strings.HasPrefix(got, want) || !anchorID.MatchString(got) {
			t.Errorf("the key of %.20q is %q, %v; want %s…", title, got, err, want)
		}
	}
}

func TestReportKeyOfJobs(t *testing.T) {
	key := func(labels ...report.Label) string {
		k, err := reportKey(&report.Data{Title: "Nightly", Labels: labels})
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	linux, mac := key(report.Label{Name: "job", Value: "linux"}), key(report.Label{Name: "job", Value: "macos"})
	if linux == mac || linux == key() || !strings.HasPrefix(linux, "nightly-linux-") {
		t.Errorf("jobs %s and %s, none %s", linux, mac, key())
	}
	if a, b := key(report.Label{Name: "commit", Value: "a"}), key(report.Label{Name: "commit", Value: "b"}); a != b {
		t.Errorf("two commits have the keys %s and %s", a, b)
	}
}

func TestCheckURL(t *testing.T) {
	for _, good := range []string{"", "https://example.org/", "https://example.org/a/b?c=d&e=%20", "https://example.org:8443/~x/@y"} {
		if err := CheckURL(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"http://example.org/", "//example.org", "javascript:alert(1)", "https://", "https:///x", "https://a b/", "https://example.org/)![x](y", "https://example.org/<b>", "https://example.org/\n::error::",
		"https://u:p@example.org/", "https://example.org/#x", "https://example.org/" + strings.Repeat("a", 2000), "https://example.org/\"x", "https://example.org/|", "https://example.org/%zz"} {
		if CheckURL(bad) == nil {
			t.Errorf("%q passes", bad)
		}
	}
}

func TestSpark(t *testing.T) {
	if got := spark([]report.Number{report.Known(0), report.Known(0.5), report.Missing("open"), report.Known(1), report.Known(7)}); got != "▁▅·██" {
		t.Errorf("spark %s", got)
	}
}
