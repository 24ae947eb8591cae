package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// What is said is written on one line and cut to a length; nothing said is no statement.
func TestStatements(t *testing.T) {
	kind := (&record.Kind{Name: "k", Fields: []record.Field{
		{Key: "text", Type: record.String}, {Key: "n", Type: record.Int}, {Key: "x", Type: record.Float}, {Key: "at", Type: record.Time}, {Key: "any", Type: record.Any},
	}}).Compile()
	long := strings.Repeat("x", 500)
	for _, c := range []struct{ object, want string }{
		{`{"text":"a","n":7,"x":0.50,"at":"2026-03-02T09:00:00Z"}`, "text=a, n=7 7, x=0.50 0.5, at=2026-03-02T09:00:00Z at 09:00"},
		{`{"text":"","n":0}`, "n=0 0"},
		{`{"any":{ "a" : [ 1 , "b c" ] }}`, `any={"a":[1,"b c"]}`}, {`{"any":[ 1 , 2 ]}`, "any=[1,2]"}, {`{"any":" a  b "}`, "any= a  b "}, {`{"any":7}`, "any=7 7"}, {`{"any":"7"}`, "any=7 7"}, {`{"any":true}`, "any=true"},
		{`{"text":"` + long + `"}`, "text=" + long[:400] + "…"},
	} {
		f := &record.File{Path: "x", Format: &record.Format{Kinds: []*record.Kind{kind}}}
		s := &Sheet{Unit: &record.Unit{System: "playbook", Key: "u"}, Set: &table.Set{}}
		s.Claims(f.AddObject(kind, jsontext.Value(c.object), 1), "by", long, "text", "n", "x", "at", "any")
		var got []string
		claims := &s.Set.Claims
		for row := range claims.Len() {
			said := claims.Field.At(row) + "=" + claims.Text.At(row)
			if x, ok := claims.Number.Get(row); ok {
				said += " " + fmt.Sprint(x)
			}
			if at, ok := claims.At.Get(row); ok {
				said += " at " + at.Format("15:04")
			}
			if claims.Subject.At(row) != long[:200]+"…" {
				t.Errorf("a subject of %d bytes", len(claims.Subject.At(row)))
			}
			got = append(got, said)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %s, want %s", c.object, strings.Join(got, ", "), c.want)
		}
	}
	s := &Sheet{Unit: &record.Unit{System: "playbook", Key: "u"}, Set: &table.Set{}}
	at := &record.Record{File: &record.File{}}
	s.Claim(Statement{At: at, By: "a", Field: long, Text: "b"})
	s.Claim(Statement{At: at, By: "a", Field: "f"})
	s.Topic(1, "later")
	s.Claim(Statement{At: at, By: "a", Field: "f", Text: "c"})
	s.Topic(1, table.TopicDelta)
	if c := &s.Set.Claims; c.Len() != 2 || c.Field.At(0) != long[:120]+"…" || c.Topic.At(0) != "" || c.Topic.At(1) != table.TopicDelta || c.System.At(0) != "" || c.System.At(1) != "playbook" {
		t.Errorf("%d statements, topics %q and %q", c.Len(), c.Topic.At(0), c.Topic.At(1))
	}
}

func TestPhaseLabels(t *testing.T) {
	for n, want := range map[int64]string{1: "phase 1", 10: "phase 10", 37: "phase 37"} {
		if got := PhaseLabel(n); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A severity that says that there is no bug comes before what the status says.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		status, severity string
		want             table.BugState
	}{
		{"fixed", "", table.BugFixed}, {"fixed", "high", table.BugFixed}, {"fixed", "not a bug", table.BugFalsePositive}, {"open", "fixed", table.BugOpen}, {"", "fixed", ""}, {"", "rejected", table.BugRetracted},
		{"", "", ""}, {"not fixed", "", table.BugOpen}, {"partly fixed", "", table.BugPartlyFixed}, {"won't fix", "", table.BugDeferred}, {"`code_fix`", "", table.BugConfirmed}, {"duplicate of BUG-2", "", table.BugDuplicate}, {"x-fail: xfail", "", table.BugExpected},
	} {
		if got := StateOf(c.status, c.severity); got != c.want {
			t.Errorf("%q, %q: %s, want %s", c.status, c.severity, got, c.want)
		}
	}
}
