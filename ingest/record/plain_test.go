package record

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// plainFields are fields of every type that is read in one step, as formats declare them.
var plainFields = func() (all []*Field) {
	k := (&Kind{Name: "k", Fields: []Field{
		{Key: "name", Type: String},
		{Key: "state", Type: String, Enum: []string{"up", "down"}},
		{Key: "id", Type: String, Check: &Check{Expected: "an a", Holds: func(v Value) bool { return strings.HasPrefix(v.Text, "a") }}},
		{Key: "count", Type: Int},
		{Key: "attempt", Type: Int, Range: AttemptNumber},
		{Key: "status", Type: Int, Range: ExitStatus},
		{Key: "share", Type: Float, Range: Ratio},
		{Key: "number", Type: Float},
		{Key: "ok", Type: Bool},
		{Key: "ts", Type: Time},
		{Key: "none", Type: Float, None: true},
		{Key: "secret", Type: String, Withheld: true},
		{Key: "words", Type: Strings},
	}}).Compile()
	for i := range k.Fields {
		all = append(all, &k.Fields[i])
	}
	return all
}()

var plainValues = []string{
	`"a"`, `"up"`, `"Up"`, `""`, `"b\n"`, `"größer"`, `"\u0061"`, `0`, `-0`, `1`, `-7`, `10001`, `123456789012345`, `1234567890123456`,
	`9007199254740993`, `0.5`, `-0.0`, `1e3`, `1E400`, `1.0`, `"4"`, `true`, `false`, `"true"`, `null`, `[]`, `{}`, `["a"]`,
	`"2026-03-13T01:00:40.900Z"`, `"2026-03-13T01:00:40Z"`, `"2026-03-13T01:00:40+02:00"`, `"2026-03-13 01:00:40"`, `" 2026-03-13T01:00:40Z"`,
	`"2026-03-13T23:59:59Z"`, `"2026-03-13T24:00:00Z"`, `"2026-03-13T01:60:00Z"`, `"2026-03-13T01:00:60Z"`, `"2026-03-13T01:0a:00Z"`,
	`"2026-03-13T01:00:40.Z"`, `"2026-03-13T01:00:40.5Z"`, `"2026-03-13T01:00:40.123456789Z"`, `"2026-03-13T01:00:40.1234567891Z"`,
	`"2026-03-13T01:00:40,5Z"`, `"2026-03-13T01:00:4Z"`, `"2026-03-13t01:00:40Z"`, `"2026-03-13T01:00:40.9x0Z"`,
	`"1970-01-01T00:00:00Z"`, `"2300-01-01T00:00:00Z"`, `"0001-01-01T00:00:00Z"`, `"n/a"`, `1700000000`,
}

func isASCII(raw []byte) bool { _, ok := plainText(raw); return ok }

// holdPlain fails where a value that is read in one step differs from the same value read
// by all rules, or where there is a finding about it.
func holdPlain(t *testing.T, m *memory, f *Field, raw jsontext.Value) {
	t.Helper()
	x := &member{key: f.Key, raw: raw, ascii: isASCII(raw)}
	c, ok := m.plain(f, x, true, func(text string) bool { return !strings.Contains(text, "up") })
	if !ok {
		return
	}
	var got held
	c.put(&got, 0)
	if sum := m.hash(x); c.sum != sum {
		t.Errorf("%s %s: sum %v, want %v", f.Key, raw, c.sum, sum)
	}
	if quiet := !strings.Contains(got.text, "up"); got.isText() && got.quiet != quiet {
		t.Errorf("%s %s: quiet is %v", f.Key, raw, got.quiet)
	}
	kind := (&Kind{Name: "k", Fields: []Field{*f}}).Compile()
	in := &File{Path: "x", Format: &Format{Name: "x", Kinds: []*Kind{kind}}}
	r := &Record{Kind: kind, Name: "k", File: in, Line: 1}
	v, dev := read(f, raw, in, 1)
	r.bound(f, &v)
	r.check(f, v)
	if dev != "" || len(in.Findings()) > 0 || f.Withheld {
		t.Errorf("%s %s is taken, and there is to say: %q, %v", f.Key, raw, dev, codesOf(in))
	}
	if want := hold(0, v); !reflect.DeepEqual(got.value(), want.value()) || got.form != want.form {
		t.Errorf("%s %s: %+v, want %+v", f.Key, raw, got.value(), want.value())
	}
}

func TestPlainValuesAreThoseOfTheRules(t *testing.T) {
	m := &memory{}
	for range 2 { // the second time they are remembered
		for _, f := range plainFields {
			for _, raw := range plainValues {
				holdPlain(t, m, f, jsontext.Value(raw))
			}
		}
	}
	for _, c := range []struct {
		field int
		raw   string
	}{{0, `"a"`}, {1, `"up"`}, {2, `"abc"`}, {3, `-7`}, {3, `0`}, {4, `3`}, {6, `0.5`}, {8, `true`}, {9, `"2026-03-13T01:00:40.900Z"`}} {
		if _, ok := m.plain(plainFields[c.field], &member{raw: jsontext.Value(c.raw), ascii: isASCII([]byte(c.raw))}, true, nil); !ok {
			t.Errorf("%s %s is not read in one step", plainFields[c.field].Key, c.raw)
		}
	}
}

// A value is remembered for the field as it was declared, however another field of that key is.
func TestValuesAreThoseOfTheirField(t *testing.T) {
	common := []Field{{Key: "id", Type: String}}
	open := (&Kind{Name: "open", Fields: []Field{{Key: "state", Type: String}, {Key: "n", Type: Int}}}).Compile(common...)
	closed := (&Kind{Name: "closed", Fields: []Field{{Key: "state", Type: String, Enum: []string{"up"}}, {Key: "n", Type: Int, Range: AttemptNumber}}}).Compile(common...)
	m := &memory{}
	read := func(k *Kind, field int, raw string, isQuiet func(string) bool) (*cell, bool) {
		return m.plain(&k.Fields[field], &member{key: k.Fields[field].Key, raw: jsontext.Value(raw), ascii: isASCII([]byte(raw))}, true, isQuiet)
	}
	for field, raw := range map[int]string{1: `"down"`, 2: `20000`} {
		if _, ok := read(open, field, raw, nil); !ok {
			t.Errorf("%s is not taken", raw)
		}
		if _, ok := read(closed, field, raw, nil); ok {
			t.Errorf("%s is taken as a value of another field", raw)
		}
	}
	a, _ := read(open, 0, `"x"`, nil)
	text := a.text
	if a.quiet {
		t.Error("a text is quiet, and nobody was asked")
	}
	b, ok := read(closed, 0, `"x"`, func(string) bool { return true })
	if !ok || a != b || unsafe.StringData(b.text) != unsafe.StringData(text) {
		t.Error("a value of a field that two kinds have in common is kept twice")
	}
	if !b.quiet {
		t.Error("whether a text is quiet is not asked once it is remembered")
	}
}

// A value under another key than the documented one is that key's in the sum of its record, and one of another type is
// not the remembered one, though it has the same characters.
func TestRememberedValuesAreThoseOfTheirKeyAndType(t *testing.T) {
	k := (&Kind{Name: "k", Fields: []Field{{Key: "id", Also: []string{"ident"}, Type: String}, {Key: "n", Type: Int}}}).Compile()
	m := &memory{}
	read := func(field int, key, raw string) (*cell, bool) {
		x := &member{key: key, raw: jsontext.Value(raw), ascii: isASCII([]byte(raw))}
		return m.plain(&k.Fields[field], x, key == k.Fields[field].Key, nil)
	}
	a, _ := read(0, "id", `"7"`)
	sum := a.sum
	for range 2 {
		if other, ok := read(0, "ident", `"7"`); !ok || other.sum == sum || other.text != "7" {
			t.Errorf("under another key: %v, %+v", ok, other)
		}
		if again, ok := read(0, "id", `"7"`); !ok || again.sum != sum {
			t.Errorf("under its own key again: %v, %+v", ok, again)
		}
	}
	read(1, "n", `7`)
	for field, raws := range [][]string{{`7`, `"`, `7"`, `[7]`}, {`"7"`, `7.0`}} {
		for _, raw := range raws {
			if c, ok := read(field, k.Fields[field].Key, raw); ok {
				t.Errorf("%s is taken for %+v", raw, c)
			}
		}
	}
}

func FuzzPlain(f *testing.F) {
	for _, raw := range plainValues {
		f.Add([]byte(raw))
	}
	m := &memory{}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !jsontext.Value(raw).IsValid() || raw[0] <= ' ' || raw[len(raw)-1] <= ' ' {
			return
		}
		for _, field := range plainFields {
			holdPlain(t, m, field, raw)
		}
	})
}

// A text without a secret in it is one all the same where its key says so.
func TestTextsUnderTheNameOfASecretAreRewritten(t *testing.T) {
	kind := (&Kind{Name: "login", Fields: []Field{{Key: "user", Type: String}, {Key: "password", Type: String}}}).Compile()
	f := &File{Path: "x", Format: &Format{Name: "x", Kinds: []*Kind{kind}}, Quiet: func(string) bool { return true }}
	f.AddObject(kind, []byte(`{"user":"ada","password":"word"}`), 1)
	f.Rewrite(&Rewriter{
		Text:   func(key, text string) string { return "[" + key + "]" },
		JSON:   func(_, json string) string { return json },
		Seen:   func(text string) string { return text },
		Quiet:  func(string) bool { return false },
		Secret: &SecretFields{Names: func(key string) bool { return key == "password" }},
	})
	r := f.Records[0]
	if r.Str("user") != "ada" || r.Str("password") != "[password]" {
		t.Errorf("user %q, password %q", r.Str("user"), r.Str("password"))
	}
}
