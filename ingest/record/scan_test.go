package record

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// plainObjects are objects that the scanner takes.
var plainObjects = []string{
	`{}`, ` { } `, `{"a":1}`, `{"a":-0.5e+10,"b":"x","c":null,"d":[1,[],{}],"e":{"a":true}}`,
	"{ \"a\" :\t1 ,\r\n\"b\": [ true , false ] }", `{"ä":"größer"}`, `{"a":"\"\\\/\b\f\n\r\t"}`, `{"":0}`,
}

// otherTexts are texts that the strict reader has to decide.
var otherTexts = []string{
	``, ` `, `[]`, `1`, `{`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":1 "b":2}`, `{"a":1}x`, `{"a":1}{}`, `{"a":01}`, `{"a":1.}`,
	`{"a":.5}`, `{"a":+1}`, `{"a":1e}`, `{"a":-}`, `{"a":tru}`, `{"a":nul}`, `{"a":truely}`, `{"a":"x}`, `{'a':1}`, `{a:1}`,
	`{"a":1,"a":2}`, `{"a":{"b":1,"b":2}}`, `{"a":[{"b":1,"b":2}]}`, `{"\u0061":1}`, `{"a":"\u0061"}`, `{"a":"\ud800"}`,
	"{\"a\":\"\x01\"}", "{\"a\":\"\xff\"}", "{\"\xff\":1}", "{\"a\":\"\n\"}", `{"a":"\x"}`, "{\"a\":1}\x00", "\ufeff{}",
	strings.Repeat(`{"a":`, 40) + `1` + strings.Repeat(`}`, 40), `{"a":[1,]}`, `{"a":[,1]}`, `{"a":[1 2]}`, `{"\\":1}`,
	`{"a":{`, `{"a":{"b"}}`, `{"a":{"b" 1}}`, `{"a":{"b":}}`, `{"a":{"b":1,}}`, `{"a":{,"b":1}}`, `{"a":{"b":1 "c":2}}`, `{"a":{"b":1`,
	`{"a":{,"b":1}`, `{"a":{"b\u0062","c":1}`, `{"a":{"b":1,"b","c":1}`, // with a brace less
	`{"a":{b":1}}`, `{"a":{"b:1}}`, `{"a":{b:1}}`, `{"a":{1:2}}`, `{"a":{"\u0062":1}}`, "{\"a\":{\"b\n\":1}}", `{"a":{"b":1]}`, `{"a":[1}}`, `{"a":[`,
}

func TestScannerTakesPlainObjectsOnly(t *testing.T) {
	s := &scanner{}
	for _, text := range plainObjects {
		if _, ok := s.plain([]byte(text)); !ok {
			t.Errorf("%q is not taken", text)
		}
		holdAgainstStrict(t, []byte(text))
	}
	for _, text := range otherTexts {
		if _, ok := s.plain([]byte(text)); ok {
			t.Errorf("%q is taken", text)
		}
	}
}

// A key may stand in many objects, and in one again after that closed.
func TestScannerFindsAKeyThatStandsTwice(t *testing.T) {
	s := &scanner{}
	if _, ok := s.plain([]byte(`{"a":{"b":1},"b":{"a":2},"c":[{"a":1},{"a":2}]}`)); !ok {
		t.Error("keys of different objects are taken for one")
	}
	var b strings.Builder
	for i := range maxPlainKeys - 1 {
		fmt.Fprintf(&b, `"key%d":%d,`, i, i)
	}
	if _, ok := s.plain([]byte("{" + b.String() + `"last":1}`)); !ok {
		t.Errorf("%d keys are too many", maxPlainKeys)
	}
	if _, ok := s.plain([]byte("{" + b.String() + `"key77":1}`)); ok {
		t.Error("a key that stands twice among many is taken")
	}
}

// What was read before, and how much, does not change what a scanner takes.
func TestScannerWithKnownKeys(t *testing.T) {
	s := &scanner{}
	texts := []string{
		`{"a":1,"b":2}`, `{"a":1,"b":2,"a":3}`, `{"a":1,"b":2,"b":3}`, `{"ab":1}`, `{"a":1,"bc":2}`, `{"a":1}`, `{"a" : 1 , "b" : 2}`,
		`{"a":{"a":1,"a":2}}`, `{"a":1,"\u0062":2}`, `{"a":1,"b`, `{"a":1,"b"`, `{"ä":1}`, "{\"\xff\":1}", "{\"a\":1,\"\xff\":1}", `{}`, `{"":1}`, `{"":1,"":2}`,
	}
	for i := range maxNext + 2 {
		texts = append(texts, fmt.Sprintf(`{"a":1,"next%d":2,"b":3}`, i))
	}
	hold := func() {
		t.Helper()
		for _, text := range texts {
			want, strictly := (&scanner{}).plain([]byte(text))
			got, ok := s.plain([]byte(text))
			same := func(x, y member) bool { return x.key == y.key && bytes.Equal(x.raw, y.raw) && x.ascii == y.ascii }
			if ok != strictly || !slices.EqualFunc(got, want, same) {
				t.Errorf("%q: %v, members %v; alone %v, %v", text, ok, got, strictly, want)
			}
		}
	}
	for range 3 {
		hold()
	}
	for i := range 2 * maxShapes {
		s.plain(fmt.Appendf(nil, `{"%d":1,"a":2}`, i%7*maxShapes+i))
		if s.shapes > maxShapes {
			t.Fatalf("%d shapes are kept, want at most %d", s.shapes, maxShapes)
		}
	}
	hold()
}

// holdAgainstStrict fails where the scanner is sure of something that the strict reader
// reads in another way.
func holdAgainstStrict(t *testing.T, text []byte) {
	t.Helper()
	s := &scanner{}
	s.plain(text) // the second time its keys are known
	if got, ok := s.plain(text); ok {
		want, err := strictObject(text, false)
		if err != nil {
			t.Fatalf("%q is taken, and strictly it is an error: %v", text, err)
		}
		if !slices.EqualFunc(got, want, sameMember) {
			t.Fatalf("%q: members %v, strictly %v", text, got, want)
		}
		for _, m := range got {
			if inner, ok := plainText(m.raw); ok && string(inner) != strictText(m.raw) {
				t.Fatalf("%q: text %q, strictly %q", m.raw, inner, strictText(m.raw))
			}
			holdElementsAgainstStrict(t, m.raw)
			holdInnerAgainstStrict(t, m)
		}
	}
	holdElementsAgainstStrict(t, text)
}

func sameMember(x, y member) bool { return x.key == y.key && bytes.Equal(x.raw, y.raw) }

// holdInnerAgainstStrict fails where the objects of a member, if they are known, are not those of its value.
func holdInnerAgainstStrict(t *testing.T, m member) {
	t.Helper()
	if m.objects == nil {
		return
	}
	want := []jsontext.Value{m.raw}
	if m.raw.Kind() == '[' {
		want = strictElements(m.raw)
	}
	if len(want) != len(m.objects) {
		t.Fatalf("%q: %d objects, want %d", m.raw, len(m.objects), len(want))
	}
	for i, o := range m.objects {
		strictly, err := strictObject(want[i], false)
		if err != nil || !slices.EqualFunc(o.members, strictly, sameMember) {
			t.Fatalf("%q: members %v, strictly %v, %v", want[i], o.members, strictly, err)
		}
	}
}

func holdElementsAgainstStrict(t *testing.T, raw []byte) {
	t.Helper()
	s := &scanner{}
	got, ok := s.elements(raw)
	if !ok {
		return
	}
	want := strictElements(raw)
	if len(got) != len(want) {
		t.Fatalf("%q: elements %q, strictly %q", raw, got, want)
	}
	for i := range got {
		if !bytes.Equal(got[i], want[i]) {
			t.Fatalf("%q: element %d is %q, strictly %q", raw, i, got[i], want[i])
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range append(slices.Clone(plainObjects), otherTexts...) {
		f.Add([]byte(text))
	}
	f.Add([]byte(`{"ts":"2026-03-13T01:00:40.900Z","run_id":"shop","event":"node_attempt","done_when_results":[{"cmd":"x","rc":0}]}`))
	f.Fuzz(holdAgainstStrict)
}

func BenchmarkObject(b *testing.B) {
	line := []byte(`{"ts":"2026-03-13T01:00:40.900Z","run_id":"shop-2026-03-13","event":"node_attempt","node_id":"fetch-deps",` +
		`"attempt":1,"duration_s":40.8,"converged":true,"done_when_results":[{"cmd":"pnpm install","rc":0,"duration_s":36.72}]}`)
	b.Run("scanner", func(b *testing.B) {
		b.SetBytes(int64(len(line)))
		b.ReportAllocs()
		for b.Loop() {
			s := scanners.Get().(*scanner)
			if _, _, err := s.read(line, false); err != nil {
				b.Fatal(err)
			}
			s.release()
		}
	})
	b.Run("strict", func(b *testing.B) {
		b.SetBytes(int64(len(line)))
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := strictly(line); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A key with white space before its colon is not a new one each time: after many such lines the
// scanner would forget what it knows of all others.
func TestShapesOfSpacedKeys(t *testing.T) {
	s := &scanner{}
	for range 3 {
		for _, line := range []string{`{"a" : 1, "b" : 2}`, `{"a":1,"b":2}`, `{ "a": 1 , "b":2 }`} {
			if members, ok := s.plain([]byte(line)); !ok || len(members) != 2 || members[1].key != "b" || string(members[1].raw) != "2" {
				t.Fatalf("%s: %v, %t", line, members, ok)
			}
		}
	}
	if s.shapes != 2 {
		t.Errorf("%d shapes of one object's keys", s.shapes)
	}
	if _, ok := s.plain([]byte(`{"a" 1}`)); ok {
		t.Error("a key without a colon was read")
	}
}
