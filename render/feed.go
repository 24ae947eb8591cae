package render

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
)

// The parts of RFC 4287 that are written.
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Verdict string      `xml:"subtitle"`
		Updated string      `xml:"updated"`
		Author  atomPerson  `xml:"author"`
		Links   []atomLink  `xml:"link"`
		Made    atomMaker   `xml:"generator"`
		Entries []atomEntry `xml:"entry"`
	}
	atomEntry struct {
		ID        string     `xml:"id"`
		Title     string     `xml:"title"`
		Updated   string     `xml:"updated"`
		Published string     `xml:"published,omitempty"`
		Links     []atomLink `xml:"link"`
		Category  atomTerm   `xml:"category"`
		Content   atomText   `xml:"content"`
	}
	atomPerson struct {
		Name string `xml:"name"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	}
	atomMaker struct {
		Version string `xml:"version,attr,omitempty"`
		Name    string `xml:",chardata"`
	}
	atomTerm struct {
		Term string `xml:"term,attr"`
	}
	atomText struct {
		Type string `xml:"type,attr"`
		Text string `xml:",chardata"`
	}
)

// fed are the kinds of problems that a feed tells of: what failed or got worse.
var fed = []string{"failure", "recall-regression", "drift", "level-change", "new-flake", "slower", "common-slow-down", "stale"}

// maxEntries is how many entries a feed holds: more than a reader that looks once a
// week will miss.
const maxEntries = 100

// feed writes what failed or got worse as an Atom feed, the latest first.
func feed(r *report.Report, o Options) ([]File, error) {
	d := &r.Data
	key, err := reportKey(d)
	if err != nil {
		return nil, err
	}
	made := generated(d)
	out := atomFeed{ID: feedID(key), Title: plain(cmp.Or(d.Title, "Run report")), Verdict: plain(NewBrief(d).Line()), Author: atomPerson{"runreport"}, Links: atomLinks(o.ReportURL, ""), Made: atomMaker{plain(d.Version), "runreport"}}
	worse := slices.DeleteFunc(slices.Clone(d.Problems), func(p report.Problem) bool {
		return !slices.Contains(fed, p.Kind) || p.Severity == report.SeverityInfo || p.Acknowledged != ""
	})
	slices.SortStableFunc(worse, func(a, b report.Problem) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.Key, b.Key)) })
	var latest time.Time
	for _, p := range worse[:min(len(worse), maxEntries)] {
		at := p.At
		if at.IsZero() {
			at = made
		}
		if at.After(latest) {
			latest = at
		}
		e := atomEntry{ID: feedID(key, strings.Split(p.Key, "/")...), Title: plain(p.Title), Updated: instant(at), Links: atomLinks(o.ReportURL, p.Section),
			Category: atomTerm{plain(p.Kind)}, Content: atomText{"text", plain(cmp.Or(p.Text, p.Title))}}
		if !p.Since.IsZero() {
			e.Published = instant(p.Since)
		}
		out.Entries = append(out.Entries, e)
	}
	if latest.IsZero() {
		latest = made
	}
	out.Updated = instant(latest)
	content, err := indentedXML(out)
	if err != nil {
		return nil, fmt.Errorf("feed.atom: %w", err)
	}
	return []File{{Path: "feed.atom", Content: content}}, nil
}

// feedID names a report, or a problem of it, for ever: a tag of RFC 4151, made of
// keys, so that it stays when the report moves to another address.
func feedID(key string, names ...string) string {
	id := "tag:runreport.invalid,2026:" + key
	for _, n := range names {
		id += "/" + url.PathEscape(n)
	}
	return id
}

func atomLinks(report, section string) []atomLink {
	if report == "" {
		return nil
	}
	if anchorID.MatchString(section) {
		report += "#" + section
	}
	return []atomLink{{"alternate", report}}
}

// instant is t as RFC 3339 wants it.
func instant(t time.Time) string { return t.UTC().Format(time.RFC3339) }
