package render

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"
	"time"

	"runreport/analyze/report"
)

// What a mail holds at most: Gmail hides what comes after some 102 kB of HTML.
const (
	maxMailHTML = 95_000
	maxMailText = 95_000
	mailRows    = 15 // rows of one part
)

// mailDomain stands where a mail must name a host. There is none of that name.
const mailDomain = "runreport.invalid"

// mail writes the report as a message, ready to be sent: the same twice, as text and
// as HTML. The program sends nothing itself. Who gets it is for the sender to say.
func mail(r *report.Report, o Options) ([]File, error) {
	d := &r.Data
	text := []byte(mailAsText(r, o))
	html := []byte(mailAsHTML(r, o))
	sum := sha256.Sum256(append(append([]byte{}, text...), html...))
	id := hex.EncodeToString(sum[:])[:32]

	var b bytes.Buffer
	body := multipart.NewWriter(&b)
	if err := body.SetBoundary("runreport-" + id); err != nil {
		return nil, err
	}
	for _, h := range [][2]string{
		{"Date", generated(d).UTC().Format(time.RFC1123Z)},
		{"From", "runreport <runreport@" + mailDomain + ">"},
		{"Message-ID", "<" + id + "@" + mailDomain + ">"},
		{"Subject", mailSubject(d)},
		{"Auto-Submitted", "auto-generated"},
		{"MIME-Version", "1.0"},
		{"Content-Type", "multipart/alternative;\r\n boundary=\"" + body.Boundary() + "\""},
	} {
		b.WriteString(h[0] + ": " + h[1] + "\r\n")
	}
	b.WriteString("\r\n")
	for _, alternative := range []struct {
		kind    string
		content []byte
	}{{"text/plain", text}, {"text/html", html}} {
		w, err := body.CreatePart(textproto.MIMEHeader{"Content-Type": {alternative.kind + "; charset=utf-8"}, "Content-Transfer-Encoding": {"quoted-printable"}})
		if err != nil {
			return nil, err
		}
		q := quotedprintable.NewWriter(w)
		if _, err := q.Write(alternative.content); err != nil {
			return nil, err
		}
		if err := q.Close(); err != nil {
			return nil, err
		}
	}
	if err := body.Close(); err != nil {
		return nil, err
	}
	return []File{{Path: "report.eml", Content: b.Bytes()}}, nil
}

// generated is the time of the report, or the first there is where it has none.
func generated(d *report.Data) time.Time {
	if d.GeneratedAt.IsZero() {
		return time.Unix(0, 0)
	}
	return d.GeneratedAt
}

// mailSubject is the title and the headline on one line of a header, encoded where
// it holds more than ASCII, and folded before it is too long.
func mailSubject(d *report.Data) string {
	s := mailTitle(d) + ": " + Cut(legible(NewBrief(d).Line()), longestTitle)
	if strings.Contains(s, "=?") { // reads like an encoded word: it has to be one
		s = strings.ReplaceAll(s, "=?", "="+zeroWidthSpace+"?")
	}
	return strings.ReplaceAll(mime.QEncoding.Encode("utf-8", s), "?= =?", "?=\r\n =?")
}

func mailTitle(d *report.Data) string {
	return Cut(cmp.Or(strings.Join(strings.Fields(legible(d.Title)), " "), "Run report"), longestTitle)
}

// mailText is a text of a report as a mail shows it, cut and legible, with nothing
// that a reader of mail would make a link of.
func mailText(s string) string {
	return strings.NewReplacer("://", ":"+zeroWidthSpace+"//", "www.", "www"+zeroWidthSpace+".", "@", "@"+zeroWidthSpace, "mailto:", "mailto"+zeroWidthSpace+":").Replace(Cut(legible(s), longestText))
}

// plainText writes parts as text.
var plainText = form{
	print: func(p part, rows []noteRow) piece {
		name := mailText(p.title)
		printed := piece{name: name, top: "\n" + name + "\n" + strings.Repeat("-", len([]rune(name))) + "\n"}
		if p.lead != "" {
			printed.top += mailText(p.lead) + "\n"
		}
		for _, r := range rows {
			printed.rows = append(printed.rows, r.plain(p.heads))
		}
		return printed
	},
	further: func(n int) string { return grouped(int64(n)) + " more in the full report.\n" },
	leftOut: func(names string) string { return "\nLeft out for want of room: " + names + ".\n" },
}

// plain is the row as a line of text: a cell behind the title of its column.
func (r noteRow) plain(heads []report.Column) string {
	if heads == nil {
		line := "* " + mailText(r[0]) + ": " + mailText(r[1])
		if r[2] != "" {
			line += " (" + mailText(r[2]) + ")"
		}
		return line + "\n"
	}
	line := "* " + mailText(r[0])
	for i, c := range r[1:] {
		if c != "" {
			line += "; " + strings.ToLower(heads[i+1].Title) + ": " + mailText(c)
		}
	}
	return line + "\n"
}

func mailAsText(r *report.Report, o Options) string {
	head := mailText(mailTitle(&r.Data)) + ": " + mailText(NewBrief(&r.Data).Line()) + "\n"
	foot := "\n" + mailText(noteFoot(&r.Data)) + "\n"
	if o.ReportURL != "" {
		foot += "Full report: " + o.ReportURL + "\n"
	}
	return head + plainText.fit(noteParts(&r.Data), maxMailText-len(head)-len(foot), mailRows) + foot
}

// mailLimit is what the list of outputs says of it.
func mailLimit() string {
	return fmt.Sprintf("%s bytes of HTML, %d rows of one part; Gmail hides what comes after 102 kB", grouped(maxMailHTML), mailRows)
}
