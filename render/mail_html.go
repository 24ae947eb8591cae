package render

import (
	"fmt"
	stdhtml "html"

	"runreport/analyze/report"
)

// How a mail looks. Readers of mail drop style sheets, so each element has its own
// style; Outlook sets pages with tables only.
const (
	mailFont  = "font-family:Segoe UI,Helvetica,Arial,sans-serif;font-size:14px;line-height:20px;color:#1f2328;"
	mailCell  = mailFont + "padding:5px 12px 5px 0;vertical-align:top;border-bottom:1px solid #e5e7eb;"
	mailWords = mailCell + "overflow-wrap:anywhere;" // texts may be one long word; numbers and bars stay whole
	mailHead  = mailCell + "color:#57606a;font-size:12px;text-align:"
	mailQuiet = "color:#57606a;"
)

// mailColours are the headline's and the words' colours: dark enough on white.
var mailColours = map[report.Role]string{report.RoleGood: "#1a6b3c", report.RoleWarn: "#8a5300", report.RoleBad: "#b3261e", report.RoleUnknown: "#57606a"}

// mailHTML writes parts as the HTML that readers of mail keep.
var mailHTML = form{
	print:   mailPiece,
	further: func(n int) string { return mailLine(grouped(int64(n)) + " more in the full report.") },
	leftOut: func(names string) string { return mailLine("Left out for want of room: " + names + ".") },
}

// inHTML is a text of a report inside an element.
func inHTML(s string) string { return stdhtml.EscapeString(mailText(s)) }

// mailLine is a line of the program's own words across the whole width.
func mailLine(text string) string {
	return `<tr><td colspan="6" style="` + mailFont + mailQuiet + `padding:6px 0;">` + text + "</td></tr>\n"
}

func mailPiece(p part, rows []noteRow) piece {
	name := inHTML(p.title)
	printed := piece{name: name, bottom: "</table></td></tr>\n"}
	printed.top = `<tr><td style="padding:0 24px;"><h2 style="` + mailFont + `font-size:16px;line-height:22px;font-weight:600;margin:24px 0 6px 0;">` + name + "</h2>\n"
	if p.lead != "" {
		printed.top += `<p style="` + mailFont + `margin:0 0 8px 0;">` + inHTML(p.lead) + "</p>\n"
	}
	if p.heads == nil {
		printed.top += `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">` + "\n"
		for _, r := range rows {
			printed.rows = append(printed.rows, r.mailItem())
		}
		return printed
	}
	printed.top += `<table width="100%" cellpadding="0" cellspacing="0" border="0">` + "\n<tr>"
	for _, c := range p.heads {
		printed.top += `<th align="` + mailAlign(c) + `" scope="col" style="` + mailHead + mailAlign(c) + `;">` + inHTML(c.Title) + "</th>"
	}
	printed.top += "</tr>\n"
	for _, r := range rows {
		printed.rows = append(printed.rows, r.mailRow(p.heads))
	}
	return printed
}

func mailAlign(c report.Column) string {
	if c.Align == report.Right {
		return "right"
	}
	return "left"
}

func mailColumn(c report.Column) string {
	if c.Align == report.Right {
		return mailCell
	}
	return mailWords
}

// mailItem is the row as an item: its word in the colour of its urgency, its
// sentence, and its place below.
func (r noteRow) mailItem() string {
	colour := mailColours[map[string]report.Role{"Error": report.RoleBad, "Warning": report.RoleWarn}[r[0]]]
	if colour == "" {
		colour = "#57606a"
	}
	row := `<tr><td width="68" style="` + mailCell + "font-weight:600;color:" + colour + `;">` + inHTML(r[0]) + `</td><td style="` + mailWords + `">` + inHTML(r[1])
	if r[2] != "" {
		row += `<br><span style="` + mailQuiet + `font-size:12px;">` + inHTML(r[2]) + "</span>"
	}
	return row + "</td></tr>\n"
}

func (r noteRow) mailRow(heads []report.Column) string {
	row := "<tr>"
	for i, c := range r {
		row += `<td align="` + mailAlign(heads[i]) + `" style="` + mailColumn(heads[i]) + `">` + inHTML(c) + "</td>"
	}
	return row + "</tr>\n"
}

func mailAsHTML(r *report.Report, o Options) string {
	d := &r.Data
	b := NewBrief(d)
	title := inHTML(mailTitle(d))
	head := fmt.Sprintf(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>%s</title></head>
<body style="margin:0;padding:0;background-color:#f6f8fa;">
<table role="presentation" width="100%%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f8fa"><tr><td align="center" style="padding:16px 8px;">
<table role="presentation" width="720" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%%;max-width:720px;background-color:#ffffff;border-top:4px solid %s;">
<tr><td style="padding:20px 24px 0 24px;"><p style="%smargin:0;">%s</p>
<h1 style="%sfont-size:22px;line-height:28px;font-weight:600;color:%s;margin:2px 0 0 0;">%s</h1></td></tr>
`, title, mailColours[b.Role], mailFont+mailQuiet, title, mailFont, mailColours[b.Role], inHTML(b.Sign+" "+b.Line()))
	foot := `<tr><td style="padding:20px 24px 24px 24px;">`
	if o.ReportURL != "" {
		foot += `<p style="` + mailFont + `margin:0 0 8px 0;"><a href="` + stdhtml.EscapeString(o.ReportURL) + `" style="color:#0b57a4;">Full report</a></p>`
	}
	foot += `<p style="` + mailFont + mailQuiet + `font-size:12px;line-height:18px;margin:0;">` + inHTML(noteFoot(d)) + "</p></td></tr>\n</table>\n</td></tr></table>\n</body>\n</html>\n"
	return head + mailHTML.fit(noteParts(d), maxMailHTML-len(head)-len(foot), mailRows) + foot
}
