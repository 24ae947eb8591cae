package render

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// Places are collected once each, up to the most; one without a line, or that is there already, leaves
// those behind it in.
func TestPlacesOnceEach(t *testing.T) {
	whole := report.Evidence{File: "whole.json"}
	for _, c := range []struct {
		name   string
		most   int
		places []report.Evidence
		want   string
	}{
		{"none", 3, nil, ""},
		{"one without a line", 3, []report.Evidence{whole, place("a", 1)}, "a:1"},
		{"one twice", 3, []report.Evidence{place("a", 1), place("a", 1), place("b", 1), place("a", 2)}, "a:1 b:1 a:2"},
		{"too many", 2, []report.Evidence{place("a", 1), place("a", 2), place("a", 3)}, "a:1 a:2"},
		{"as many as there may be", 2, []report.Evidence{place("a", 1), whole, place("a", 2)}, "a:1 a:2"},
		{"no room", 0, []report.Evidence{place("a", 1)}, ""},
	} {
		all, again := cited{most: c.most}, cited{most: c.most}
		all.add(c.places...)
		for _, p := range c.places {
			again.add(p)
		}
		for _, x := range []cited{all, again} {
			var got []string
			for _, e := range x.list {
				got = append(got, fmt.Sprintf("%s:%d", e.File, *e.Line))
			}
			if s := strings.Join(got, " "); s != c.want {
				t.Errorf("%s: %s, want %s", c.name, s, c.want)
			}
		}
	}
}

// Failures stand together by their error. One that ended or is acknowledged, or has no error, stands alone.
func TestClusterOfAFailure(t *testing.T) {
	for _, c := range []struct {
		state, err string
		want       string
	}{
		{report.FailureNew, "exit 1", "exit N"},
		{report.FailureNew, "", ""},
		{report.FailureEnded, "exit 1", ""},
		{report.FailureAcknowledged, "exit 1", ""},
		{report.FailureEnded, "", ""},
		{"", "exit 1", "exit N"},
	} {
		if got := clusterOf(report.Failure{State: c.state, Error: c.err, Cluster: "exit N"}); got != c.want {
			t.Errorf("%q with the error %q: %q, want %q", c.state, c.err, got, c.want)
		}
	}
}

// A note is not one byte longer than its room, and leaves less of it than two rows take.
func TestNotesInASmallRoom(t *testing.T) {
	r := regressions(40)
	for _, h := range hosts {
		h.rows = 40
		in := func(room int) (length, rows int) {
			h.bytes = room
			got := note(t, h, r, Options{ReportURL: "https://example.org/r/"})
			return len(got), strings.Count(got, "regression number ")
		}
		short, few := in(6_000)
		long, many := in(12_000)
		if few == 0 || many <= few || many >= 40 {
			t.Fatalf("%s shows %d rows in 6000 bytes and %d in 12000", h.file, few, many)
		}
		row := (long - short) / (many - few)
		last := 0
		for _, room := range []int{6_000, 6_500, 8_000, 12_000} {
			length, n := in(room)
			if length > room {
				t.Errorf("%s has %d bytes, at most %d may be", h.file, length, room)
			}
			if length < room-2*row {
				t.Errorf("%s has %d bytes with %d rows, and room for more in %d", h.file, length, n, room)
			}
			if n < last {
				t.Errorf("%s shows %d rows in %d bytes, %d in fewer", h.file, n, room, last)
			}
			last = max(last, n)
		}
	}
}

// The overview and the pages of sections have each picture for a desk and for a phone.
func TestPicturesOfTheOverview(t *testing.T) {
	v := 1.0
	c := &report.Chart{ID: "small", Title: "T", N: "n = 1", Kind: report.Bars, Y: report.Axis{Categories: []string{"a"}},
		Series: []report.Series{{Name: "s", Role: report.RoleA, Points: []report.Point{{X: 1, Value: &v}}}}}
	section := report.Section{ID: "one", Title: "One", Blocks: []report.Block{{Chart: c}}}
	s := siteOf(t, &report.Report{Sections: []report.Section{section}})
	for name, page := range map[string]func() (File, error){"overview": s.overview, "section": func() (File, error) { return s.sectionPage(section) }} {
		f, err := page()
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(f.Content), "<svg "); n != 2 {
			t.Errorf("%s: %d pictures, want one for a desk and one for a phone", name, n)
		}
	}
}
