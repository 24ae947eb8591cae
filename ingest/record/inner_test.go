package record

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"runreport/ingest/source"
)

// The objects of a member are those that reading its value once more finds.
func TestInsides(t *testing.T) {
	many := func(n int) string { return `[` + strings.Repeat(`{"a":1},`, n-1) + `{"b":2}]` }
	for _, c := range []struct{ value, want string }{
		{`{"a":1,"b":[2]}`, `a=1 b=[2];`},
		{`{}`, `;`},
		{`{ "a" : {"b":1} }`, `a={"b":1};`},
		{`[{"a":1},{"b":2,"c":3}]`, `a=1;b=2 c=3;`},
		{`[ { } , {"a":1} ]`, `;a=1;`},
		{`[{"a":[{"b":1}]}]`, `a=[{"b":1}];`},
		{`[]`, ``},
		{`[1]`, ``},
		{`[{"a":1},2]`, ``},
		{`[{"a":1},[{"a":1}]]`, ``},
		{`"a"`, ``},
		{`true`, ``},
		{`7`, ``},
		{many(maxInner + 1), strings.Repeat(`a=1;`, maxInner) + `b=2;`},
		{many(maxInner + 2), ``},
	} {
		s := &scanner{}
		members, ok := s.plain([]byte(`{"k":` + c.value + `,"last":{"z":0}}`))
		if !ok || len(members) != 2 || string(members[0].raw) != c.value {
			t.Errorf("%.80s: read %v, %d members", c.value, ok, len(members))
			continue
		}
		if got := described(members[0].inner); got != c.want {
			t.Errorf("%.80s: %.80s, want %.80s", c.value, got, c.want)
		}
		if got := described(members[1].inner); got != "z=0;" {
			t.Errorf("%.80s: behind it %s, want z=0;", c.value, got)
		}
	}
	for _, broken := range []string{
		`{"k":{"a":1,"a":2}}`, `{"k":[{"a":1,"a":2}]}`, `{"k":[{"a":1}`, `{"k":[{"a":1},`, `{"k":[{"a":1} {"b":1}]}`, `{"k":[{"a":1},]}`, `{"k":[{"a"}]}`,
		`{"k":{"\u0061":1}}`, `{"k":[`, `{"k":{`, `{"k":[{"a":1}]`, "{\"k\":[{\"a\":\"\xff\"}]}", `{"k":[{"a":` + strings.Repeat("[", maxPlainDepth) + strings.Repeat("]", maxPlainDepth) + `}]}`,
	} {
		if _, ok := (&scanner{}).plain([]byte(broken)); ok {
			t.Errorf("%q is plain", broken)
		}
	}
}

// described lists the members of the objects; "" for none.
func described(in *insides) string {
	var b strings.Builder
	if in != nil {
		in.each(func(members []member, shape *shape) {
			for i, m := range members {
				if i > 0 {
					b.WriteByte(' ')
				}
				fmt.Fprintf(&b, "%s=%s", m.key, m.raw)
			}
			if n := len(members); n > 0 && shape.key != members[n-1].key {
				b.WriteString("of another shape")
			}
			b.WriteByte(';')
		})
	}
	return b.String()
}

// A record is the same whether its inner objects were read with it or by the strict reader.
func TestInnerRecords(t *testing.T) {
	for _, line := range []string{
		`{"name":"a","one":{"n":1},"many":[{"n":2},{"n":3,"x":true}]}`,
		`{"name":"a","one":[{"n":1}],"many":{"n":2}}`,
		`{"name":"a","one":{},"many":[{}]}`,
		`{"name":"a","one":{"n":"1"},"many":[]}`,
		`{"name":"a","many":[{"n":1},7]}`,
		`{"name":"a","many":[{"n":1},null,{"n":2}]}`,
		`{"name":"a","any":{"n":1},"words":[{"n":1}],"other":[{"n":1}],"count":{"n":1}}`,
		`{"name":"a","one":"{\"n\":1}","many":[{"n":1,"n":2}]}`,
		`{"name":{"n":1},"title":{"n":2},"one":{"n":1.5}}`,
	} {
		var told [2]string
		for i, strict := range []bool{false, true} {
			f := &File{Path: "a", Format: lineFormat, Strict: strict}
			in, err := source.New(strings.NewReader(line+"\n"+line+"\n"), int64(2*len(line)+2))
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Decode(in); err != nil {
				t.Fatal(err)
			}
			in.Close()
			for _, n := range f.Findings() {
				told[i] += fmt.Sprintf("%+v\n", *n)
			}
			for _, r := range f.Records {
				told[i] += saying(r) + "\n"
			}
		}
		if told[0] != told[1] {
			t.Errorf("%s\n%s\nby the strict reader\n%s", line, told[0], told[1])
		}
	}
}

// saying is all that a record says.
func saying(r *Record) string {
	s := fmt.Sprint(r.Name, r.Line, r.At, r.Extra, r.Fate, r.Column, r.Sum)
	for _, h := range r.vals {
		v := h.value()
		s += fmt.Sprintf(" %d: %v %q %v %v %v", h.field, v.Given, v.Text, v.Num, v.Int, v.When)
		switch x := v.more.(type) {
		case *Record:
			s += "{" + saying(x) + "}"
		case []*Record:
			for _, in := range x {
				s += "[" + saying(in) + "]"
			}
		default:
			s += fmt.Sprintf(" %s", x)
		}
	}
	return s
}

// Members of [object] outlive the scanner, and what they are in must not be used then.
func TestMembersThatAreKept(t *testing.T) {
	members, _, err := object([]byte(`{"a":{"b":1}}`))
	if err != nil || len(members) != 1 || members[0].inner != nil {
		t.Errorf("%+v, %v", members, err)
	}
}

// A scanner at rest forgets objects of a long text.
func TestInsidesAreLetGo(t *testing.T) {
	for n, want := range map[int]bool{10: true, maxReused: false} {
		s := &scanner{}
		if _, ok := s.plain([]byte(`{"a":{"b":"` + strings.Repeat("x", n) + `"}}`)); !ok {
			t.Fatal("not plain")
		}
		if s.rest(); (s.inners != nil) != want {
			t.Errorf("%d bytes: objects are kept: %v", n, s.inners != nil)
		}
	}
}

// Nothing of the record that was there before is left in a new one.
func TestNewRecord(t *testing.T) {
	used := Record{Name: "old", Line: 7, Extra: "{}", Fate: Duplicate, quiet: true, Column: 3, Sum: xxh3.Uint128{Hi: 1, Lo: 2}, vals: values{{}}}
	used.Kind, used.File, used.At = thing, &File{}, used.At.AddDate(1, 0, 0)
	for i, v := 0, reflect.ValueOf(used); i < v.NumField(); i++ {
		if v.Field(i).IsZero() {
			t.Fatalf("field %s of the used record is not set", v.Type().Field(i).Name)
		}
	}
	m := &memory{}
	old := m.record(nil, "", nil, 0)
	*old = used
	m.records.reset()
	f := &File{}
	got := m.record(thing, "new", f, 2)
	if got != old {
		t.Fatal("the memory is not used again")
	}
	if want := (Record{Kind: thing, Name: "new", File: f, Line: 2}); !reflect.DeepEqual(*got, want) {
		t.Errorf("%+v, want %+v", *got, want)
	}
}
