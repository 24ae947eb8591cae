package chart

import (
	"testing"

	"github.com/dop251/goja"
)

// What a script is given is what it would parse itself.
func TestValueOfJSON(t *testing.T) {
	a, err := newArtist()
	if err != nil {
		t.Fatal(err)
	}
	program, err := a.vm.RunString(`(function same(given, text) {
		const equal = (a, b) => Object.is(a, b) || typeof a === 'object' && typeof b === 'object' && a !== null && b !== null &&
			Object.getPrototypeOf(a) === Object.getPrototypeOf(b) && Array.isArray(a) === Array.isArray(b) &&
			Object.keys(a).join('\n') === Object.keys(b).join('\n') && Object.keys(a).every((k) => equal(a[k], b[k])) &&
			(!Array.isArray(a) || a.concat(b).length === 2 * b.length);
		return equal(given, JSON.parse(text));
	})`)
	if err != nil {
		t.Fatal(err)
	}
	same, _ := goja.AssertFunction(program)
	texts := []string{
		`null`, `true`, `false`, `0`, `-0`, `1`, `-7`, `0.1`, `1e-7`, `1e21`, `9007199254740993`, `-2147483649`, `""`, `"a"`,
		`"\u0000\u003c\u2028"`, `"ſK\u00e9"`, `"\ud83d\ude00 and \ud800 alone"`, `"Latenz über einer Million Läufe – 95 %"`,
		`[]`, `{}`, `[[],{},null,[1,"2",{"3":4}]]`, `{"":"","b":[1.5,-1.5],"a":{"10":1,"9":2},"length":3}`,
		`{"__proto__":{"a":1},"b":{"__proto__":5,"constructor":1}}`, `{"a":1,"b":2,"a":3}`, ` [ 1 , { "a" : [ ] } ] `,
	}
	for _, c := range samples() {
		option, err := Option(c)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(option))
	}
	for _, text := range texts {
		given, err := a.value([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := same(goja.Undefined(), given, a.vm.ToValue(text))
		if err != nil || !got.ToBoolean() {
			t.Errorf("%s is another value: %v", text, err)
		}
	}
}
