package render

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
)

// element is any XML element.
type element struct {
	name     xml.Name
	attr     map[string]string
	children []*element
	text     string
}

func (e *element) all(name string) []*element {
	return slices.DeleteFunc(slices.Clone(e.children), func(c *element) bool { return c.name.Local != name })
}

func parseXML(t *testing.T, source string) *element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(source))
	root := &element{}
	open := []*element{root}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return root.children[0]
		}
		if err != nil {
			t.Fatal(err)
		}
		top := open[len(open)-1]
		switch x := token.(type) {
		case xml.StartElement:
			e := &element{name: x.Name, attr: map[string]string{}}
			for _, a := range x.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.text += string(x)
		case xml.Directive, xml.ProcInst:
			if len(open) > 1 || strings.Contains(fmt.Sprintf("%s", x), "DOCTYPE") {
				t.Errorf("a feed has no %s", x)
			}
		}
	}
}

// once and many are what RFC 4287 lets stand in a feed and in an entry.
var atomMay = map[string]map[string]string{
	"feed":   {"id": "1", "title": "1", "updated": "1", "author": "1+", "link": "*", "generator": "?", "category": "*", "contributor": "*", "icon": "?", "logo": "?", "rights": "?", "subtitle": "?", "entry": "*"},
	"entry":  {"id": "1", "title": "1", "updated": "1", "author": "*", "link": "*", "category": "*", "content": "?", "contributor": "*", "published": "?", "rights": "?", "source": "?", "summary": "?"},
	"author": {"name": "1", "uri": "?", "email": "?"},
}

var (
	tagURI = regexp.MustCompile(`^tag:[a-z0-9.-]+,[0-9]{4}:(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-F]{2})*$`)
	stamp  = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$`)
)

// checkAtom holds a feed against RFC 4287.
func checkAtom(t *testing.T, name, source string) *element {
	t.Helper()
	feed := parseXML(t, source)
	if feed.name.Local != "feed" {
		t.Errorf("%s: the root is %s", name, feed.name.Local)
	}
	var check func(e *element)
	check = func(e *element) {
		if e.name.Space != "http://www.w3.org/2005/Atom" {
			t.Errorf("%s: %s is of namespace %q", name, e.name.Local, e.name.Space)
		}
		may := atomMay[e.name.Local]
		count := map[string]int{}
		for _, c := range e.children {
			count[c.name.Local]++
			if may[c.name.Local] == "" {
				t.Errorf("%s: %s may not hold %s", name, e.name.Local, c.name.Local)
			}
			check(c)
		}
		for child, times := range may {
			if n := count[child]; times == "1" && n != 1 || times == "1+" && n < 1 || times == "?" && n > 1 {
				t.Errorf("%s: %s holds %d %s", name, e.name.Local, n, child)
			}
		}
		if may != nil && strings.TrimSpace(e.text) != "" {
			t.Errorf("%s: %s holds the text %q", name, e.name.Local, e.text)
		}
		switch e.name.Local {
		case "id":
			if !tagURI.MatchString(e.text) {
				t.Errorf("%s: the id %q is no tag", name, e.text)
			}
		case "updated", "published":
			if _, err := time.Parse(time.RFC3339, e.text); err != nil || !stamp.MatchString(e.text) {
				t.Errorf("%s: %s is %q", name, e.name.Local, e.text)
			}
		case "link":
			if e.attr["rel"] != "alternate" || !strings.HasPrefix(e.attr["href"], "https://example.org/") || len(e.attr) != 2 {
				t.Errorf("%s: link %v", name, e.attr)
			}
		case "content":
			if e.attr["type"] != "text" || len(e.children) > 0 {
				t.Errorf("%s: content %v", name, e.attr)
			}
		}
	}
	check(feed)
	seen := map[string]bool{}
	for _, e := range feed.all("entry") {
		id := e.all("id")[0].text
		if seen[id] {
			t.Errorf("%s: two entries are %s", name, id)
		}
		seen[id] = true
		if len(e.all("link")) > 1 {
			t.Errorf("%s: two alternates of one entry", name)
		}
	}
	return feed
}

func TestFeedKeepsToTheStandard(t *testing.T) {
	for name, r := range machineReports() {
		for i := range r.Data.Problems { // else a hostile one is of no kind that is told of
			r.Data.Problems[i].Kind = fed[i%len(fed)]
			r.Data.Problems[i].Key += fmt.Sprint("/", i)
		}
		for _, url := range []string{"", "https://example.org/r/"} {
			files, err := feed(r, Options{ReportURL: url})
			if err != nil {
				t.Fatal(err)
			}
			checkAtom(t, name, string(files[0].Content))
		}
	}
}

func TestFeed(t *testing.T) {
	read := func(r *report.Report, o Options) *element {
		files, err := feed(r, o)
		if err != nil {
			t.Fatal(err)
		}
		return checkAtom(t, "feed", string(files[0].Content))
	}
	ids := func(e *element) (list []string) {
		for _, x := range e.all("entry") {
			list = append(list, x.all("id")[0].text)
		}
		return list
	}
	r := fixture()
	f := read(r, Options{ReportURL: "https://example.org/r/"})
	want := []string{
		"tag:runreport.invalid,2026:nightly-calibration-week-10-bd148284/flake/kahn/release/lint",
		"tag:runreport.invalid,2026:nightly-calibration-week-10-bd148284/recall-regression/httpd-mini/cycle-03",
	}
	if got := ids(f); !slices.Equal(got, want) {
		t.Errorf("entries %v\nwant %v", got, want)
	}
	if got := f.all("updated")[0].text; got != "2026-03-07T01:00:00Z" {
		t.Errorf("updated %s: the time of the latest event", got)
	}
	if got := f.all("entry")[1].all("link")[0].attr["href"]; got != "https://example.org/r/#recall" {
		t.Errorf("link %s", got)
	}

	// The same things a night later, at another address and in other words.
	later := fixture()
	later.Data.GeneratedAt = night(9)
	for i := range later.Data.Problems {
		later.Data.Problems[i].Text, later.Data.Problems[i].At = "other words", night(8)
	}
	got := ids(read(later, Options{ReportURL: "https://example.org/elsewhere/"}))
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("entries %v a night later, want %v", got, want)
	}

	for _, spoil := range []func(p *report.Problem){
		func(p *report.Problem) { p.Kind = "stall" },
		func(p *report.Problem) { p.Severity = "info" },
		func(p *report.Problem) { p.Acknowledged = "flake/*" },
	} {
		r := fixture()
		spoil(&r.Data.Problems[2])
		if got := ids(read(r, Options{})); !slices.Equal(got, want[1:]) {
			t.Errorf("entries %v, want %v", got, want[1:])
		}
	}

	for n, want := range map[int]int{99: 99, 100: 100, 101: 100, 5000: 100} {
		f := read(manyProblems(n), Options{})
		if got := ids(f); len(got) != want || !strings.HasSuffix(got[0], fmt.Sprintf("b%05d", n-1)) {
			t.Errorf("%d problems: %d entries, the first %s", n, len(got), got[0])
		}
	}
}
