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
func TestInnerObjects(t *testing.T) {
	many := func(n int, object string) string { return `[` + strings.Repeat(object+`,`, n-1) + `{"b":2}]` }
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
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
		{many(maxInner, `{"a":1}`), strings.Repeat(`a=1;`, maxInner-1) + `b=2;`},
		{many(maxInner+2, `{"a":1}`), ``},
		{many(maxInner, `{}`), strings.Repeat(`;`, maxInner-1) + `b=2;`},
		{many(maxInner+2, `{}`), ``},
		{`{"a":` + deep(maxPlainDepth-1) + `}`, `a=` + deep(maxPlainDepth-1) + `;`},
		{`[{"a":` + deep(maxPlainDepth-2) + `}]`, `a=` + deep(maxPlainDepth-2) + `;`},
	} {
		s := &scanner{}
		for range 2 { // the second time its keys are known
			members, ok := s.plain([]byte(`{"k":` + c.value + `,"last":{"z":0}}`))
			if !ok || len(members) != 2 || string(members[0].raw) != c.value {
				t.Errorf("%.80s: read %v, %d members", c.value, ok, len(members))
				continue
			}
			if got := described(members[0].objects); got != c.want {
				t.Errorf("%.80s: %.80s, want %.80s", c.value, got, c.want)
			}
			if got := described(members[1].objects); got != "z=0;" {
				t.Errorf("%.80s: behind it %s, want z=0;", c.value, got)
			}
			if n := len(members[0].objects) + 1; len(s.objects) != n {
				t.Errorf("%.80s: %d objects are kept, want %d", c.value, len(s.objects), n)
			}
		}
	}
	for _, broken := range []string{
		`{"k":{"a":1,"a":2}}`, `{"k":[{"a":1,"a":2}]}`, `{"k":[{"a":1}`, `{"k":[{"a":1},`,
		`{"k":[{"a":1} {"b":1}]}`, `{"k":[{"a":1},]}`,
		`{"k":[{"a"}]}`, `{"k":{"\u0061":1}}`, `{"k":[`, `{"k":{`, `{"k":[{"a":1}]`, "{\"k\":[{\"a\":\"\xff\"}]}",
		`{"k":[{"a":` + deep(maxPlainDepth-1) + `}]}`, `{"k":{"a":` + deep(maxPlainDepth) + `}}`,
	} {
		if _, ok := (&scanner{}).plain([]byte(broken)); ok {
			t.Errorf("%q is plain", broken)
		}
	}
}

// described lists the members of the objects; "" for none.
func described(objects []innerObject) string {
	var b strings.Builder
	for _, o := range objects {
		for i, m := range o.members {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%s=%s", m.key, m.raw)
		}
		if n := len(o.members); n > 0 && o.shape.key != o.members[n-1].key {
			b.WriteString("of another shape")
		}
		b.WriteByte(';')
	}
	return b.String()
}

// A value has no objects of the line before, and keys of objects behind one key are not expected behind another.
func TestInnerObjectsOfTheNextLine(t *testing.T) {
	s := &scanner{}
	for _, c := range []struct{ line, want string }{
		{`{"a":{"n":1},"b":[{"x":1}]}`, "n=1;|x=1;"},
		{`{"a":7,"b":{"x":2}}`, "|x=2;"},
		{`{"a":[{"n":3}],"b":[]}`, "n=3;|"},
	} {
		members, ok := s.plain([]byte(c.line))
		if got := described(members[0].objects) + "|" + described(members[1].objects); !ok || got != c.want {
			t.Errorf("%s: %s, want %s", c.line, got, c.want)
		}
	}
	for key, want := range map[string]string{"a": "n", "b": "x"} {
		var keys []string
		for _, n := range s.root.follows([]byte(`"a":`)).of(key).inside().next {
			keys = append(keys, n.key)
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("behind %s: %s, want %s", key, got, want)
		}
	}
}

// of is the shape that ends with the key: this one, or the next.
func (s *shape) of(key string) *shape {
	if s.key == key {
		return s
	}
	next, _ := s.with(key)
	return next
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
	s := fmt.Sprint(r.Kind.Name, r.Name, r.Line, r.At, r.Extra, r.Fate, r.Column, r.Sum)
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

// An object of no declared kind stays as it is written.
func TestObjectOfNoKind(t *testing.T) {
	kind := (&Kind{Name: "open", Fields: []Field{{Key: "raw", Type: Object}}}).Compile()
	f := &File{Format: &Format{}}
	if got := string(f.AddObject(kind, []byte(`{"raw":{"n": 1}}`), 1).Raw("raw")); got != `{"n": 1}` || len(f.Findings()) != 0 {
		t.Errorf("%s, %d findings", got, len(f.Findings()))
	}
}

// Members of [object] outlive the scanner, and what they are in must not be used then.
func TestMembersThatAreKept(t *testing.T) {
	members, _, err := object([]byte(`{"a":{"b":1}}`))
	if err != nil || len(members) != 1 || members[0].objects != nil {
		t.Errorf("%+v, %v", members, err)
	}
}

// A scanner at rest holds on to no objects of a text.
func TestInnerObjectsAreLetGo(t *testing.T) {
	for n, want := range map[int]bool{10: true, maxReused: false} {
		s := &scanner{}
		if _, ok := s.plain([]byte(`{"a":{"b":"` + strings.Repeat("x", n) + `"}}`)); !ok {
			t.Fatal("not plain")
		}
		if s.rest(); (s.inner != nil) != want || (s.objects != nil) != want {
			t.Errorf("%d bytes: room for objects is kept: %v, %v", n, s.inner != nil, s.objects != nil)
		}
		if want && (len(s.inner) > 0 || s.inner[:1][0].raw != nil || s.objects[:1][0].members != nil) {
			t.Error("an object is kept")
		}
	}
	s := &scanner{}
	if _, ok := s.plain([]byte(`{"a":[{"b":1},{"b":2},3]}`)); !ok {
		t.Fatal("not plain")
	}
	if len(s.inner) > 0 || s.inner[:2][1].raw != nil || s.objects[:2][1].members != nil {
		t.Error("objects of an array that is read again are kept")
	}
}

// Nothing of the record that was there before is left in a new one.
func TestNewRecord(t *testing.T) {
	used := Record{
		Name: "old", Line: 7, Extra: "{}", Fate: Duplicate, quiet: true,
		Column: 3, Sum: xxh3.Uint128{Hi: 1, Lo: 2}, vals: values{{}},
	}
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
