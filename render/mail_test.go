package render

import (
	"bytes"
	stdhtml "html"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
)

// received is a message as a reader of mail takes it apart.
type received struct {
	header  netmail.Header
	subject string
	parts   map[string]string // by media type
	order   []string
}

func receive(t *testing.T, r *report.Report, o Options) received {
	t.Helper()
	files, err := mail(r, o)
	if err != nil {
		t.Fatal(err)
	}
	raw := files[0].Content
	for i, line := range strings.Split(string(raw), "\r\n") {
		if len(line) > 998 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("line %d has %d bytes, or a bare line end: %.60q", i+1, len(line), line)
		}
	}
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%s, %v", kind, err)
	}
	got := received{header: m.Header, parts: map[string]string{}}
	if got.subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		t.Fatal(err)
	}
	body := multipart.NewReader(m.Body, params["boundary"])
	for {
		p, err := body.NextRawPart()
		if err == io.EOF {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil || p.Header.Get("Content-Transfer-Encoding") != "quoted-printable" {
			t.Fatal(err, p.Header)
		}
		kind, params, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
		if err != nil || params["charset"] != "utf-8" {
			t.Fatal(err, params)
		}
		got.parts[kind] = strings.ReplaceAll(string(content), "\r\n", "\n")
		got.order = append(got.order, kind)
	}
}

var mailHeaders = []string{"Auto-Submitted", "Content-Type", "Date", "From", "Message-Id", "Mime-Version", "Subject"}

func TestMail(t *testing.T) {
	m := receive(t, fixture(), Options{ReportURL: "https://example.org/r/"})
	if !slices.Equal(m.order, []string{"text/plain", "text/html"}) {
		t.Errorf("parts %v: what a reader can show best comes last", m.order)
	}
	if want := "Nightly calibration, week 10: Failed: 1 recall regression, 1 new failure"; m.subject != want {
		t.Errorf("subject %q, want %q", m.subject, want)
	}
	if at, err := m.header.Date(); err != nil || !at.Equal(fixture().Data.GeneratedAt.Truncate(time.Second)) {
		t.Errorf("date %v, %v", at, err)
	}
	if from, err := m.header.AddressList("From"); err != nil || len(from) != 1 {
		t.Errorf("from %v, %v", from, err)
	}
	golden(t, "mail.txt", m.parts["text/plain"])
	golden(t, "mail.html", m.parts["text/html"])

	other := fixture()
	other.Data.Problems[0].Text += "!"
	other.Data.Baseline.New[0].Text += "!"
	if receive(t, other, Options{}).header.Get("Message-Id") == receive(t, fixture(), Options{}).header.Get("Message-Id") {
		t.Error("two messages of one id")
	}
}

// Elements and properties that Gmail and Outlook keep.
var (
	mailTag      = regexp.MustCompile(`<(/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>`)
	mailMarkup   = regexp.MustCompile(`<[^>]*>`)
	mailAttr     = regexp.MustCompile(` ([a-z-]+)="([^"]*)"`)
	mailElements = []string{"html", "head", "meta", "title", "body", "table", "tr", "td", "th", "p", "h1", "h2", "br", "span", "a"}
	mailAttrs    = []string{"lang", "charset", "name", "content", "style", "role", "width", "cellpadding", "cellspacing", "border", "bgcolor", "align", "scope", "colspan", "href"}
	mailStyles   = []string{"margin", "padding", "background-color", "max-width", "width", "border-top", "border-bottom", "font-family", "font-size", "font-weight", "line-height", "color", "vertical-align", "text-align", "overflow-wrap"}
)

func TestMailSurvivesReadersAndHostileText(t *testing.T) {
	reports := machineReports()
	reports["of all hostile texts"] = poisoned(strings.Join(hostile, " "))
	reports["of a header in the title"] = &report.Report{Data: report.Data{Title: "a\r\nBcc: everyone@example.org\r\n\r\n<b>body</b> =?utf-8?q?x?="}}
	reports["of a long title"] = &report.Report{Data: report.Data{Title: strings.Repeat("🎉 é ", 300)}}
	for name, r := range reports {
		m := receive(t, r, Options{ReportURL: "https://example.org/r/?a=b&c=d"})
		var headers []string
		for h := range m.header {
			headers = append(headers, h)
		}
		slices.Sort(headers)
		if !slices.Equal(headers, mailHeaders) {
			t.Errorf("the report %s: headers %v", name, headers)
		}
		if want := mailTitle(&r.Data); !strings.HasPrefix(strings.ReplaceAll(m.subject, zeroWidthSpace, ""), want) || strings.ContainsAny(m.subject, "\r\n") {
			t.Errorf("the report %s: subject %q, want %q", name, m.subject, want)
		}
		html, text := m.parts["text/html"], m.parts["text/plain"]
		if len(html) > maxMailHTML || len(text) > maxMailText {
			t.Errorf("the report %s: %d bytes of HTML, %d of text", name, len(html), len(text))
		}
		checkMailMarkup(t, name, html)
		bare := strings.ReplaceAll(mailMarkup.ReplaceAllString(html, " "), "https://example.org/r/?a=b&amp;c=d", "")
		for kind, content := range map[string]string{"HTML": stdhtml.UnescapeString(bare), "text": strings.ReplaceAll(text, "https://example.org/r/?a=b&c=d", "")} {
			if found := regexp.MustCompile(`://|www\.|\w@\w|mailto:`).FindString(content); found != "" {
				t.Errorf("the report %s: the %s has what a reader makes a link of: %s", name, kind, found)
			}
			for _, c := range content {
				if report.Unseen(c) && c != '\n' && string(c) != zeroWidthSpace {
					t.Errorf("the report %s: the %s has %U", name, kind, c)
				}
			}
		}
	}
}

func checkMailMarkup(t *testing.T, name, html string) {
	t.Helper()
	html, ok := strings.CutPrefix(html, "<!doctype html>\n")
	if !ok {
		t.Errorf("the report %s: no doctype", name)
	}
	var open []string
	for _, tag := range mailMarkup.FindAllString(html, -1) {
		m := mailTag.FindStringSubmatch(tag)
		if m == nil || !slices.Contains(mailElements, m[2]) {
			t.Errorf("the report %s: element %s", name, tag)
			continue
		}
		switch {
		case m[1] == "/":
			if len(open) == 0 || open[len(open)-1] != m[2] {
				t.Fatalf("the report %s: %s closes %v", name, tag, open)
			}
			open = open[:len(open)-1]
		case m[2] != "br" && m[2] != "meta":
			open = append(open, m[2])
		}
		for _, a := range mailAttr.FindAllStringSubmatch(m[3], -1) {
			if !slices.Contains(mailAttrs, a[1]) || a[1] == "href" && a[2] != "https://example.org/r/?a=b&amp;c=d" {
				t.Errorf("the report %s: attribute %s of %s", name, a[0], m[2])
			}
			if a[1] != "style" {
				continue
			}
			for _, declaration := range strings.Split(strings.TrimSuffix(a[2], ";"), ";") {
				property, value, _ := strings.Cut(declaration, ":")
				if !slices.Contains(mailStyles, property) || strings.ContainsAny(value, "(\\") {
					t.Errorf("the report %s: style %s", name, declaration)
				}
			}
		}
	}
	if len(open) > 0 || strings.Count(html, "<") != len(mailMarkup.FindAllString(html, -1)) {
		t.Errorf("the report %s: %v is not closed, or a sign is no element", name, open)
	}
}

func TestMailAtItsLimit(t *testing.T) {
	r := manyProblems(maxIssues)
	// Each of the parts at its most rows, with texts that are five times as long in HTML.
	long := strings.Repeat("<", longestText)
	for range mailRows + 1 {
		r.Data.Failures = append(r.Data.Failures, report.Failure{Step: "s", Error: long, State: report.FailureNew}, report.Failure{Step: "s", Error: long, State: report.FailureAcknowledged})
		r.Data.Changes = append(r.Data.Changes, report.SeriesChange{Text: long, State: report.ChangeNew})
	}
	m := receive(t, r, Options{})
	if n := len(m.parts["text/html"]); n > maxMailHTML || n < maxMailHTML*9/10 {
		t.Errorf("%d bytes of HTML: at most %d, and not much less where there is more", n, maxMailHTML)
	}
	if html := m.parts["text/html"]; !strings.Contains(html, " more in the full report.") {
		t.Error("the mail does not say what is left out")
	}
}
