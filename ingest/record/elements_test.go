package record

import (
	"fmt"
	"strings"
	"testing"
)

// Elements are those of an array alone, and those before a break where it breaks.
func TestElementsOfOtherTexts(t *testing.T) {
	for text, want := range map[string]string{
		`[1,"a",{"b":[2]},[3],null]`: `1 "a" {"b":[2]} [3] null`,
		" [ 1 , 2 ] ":                `1 2`,
		`[]`:                         ``,
		`["\ud800"]`:                 `"\ud800"`,
		"[\"\xff\"]":                 "\"\xff\"",
		`[1,2`:                       `1 2`,
		`[1,{"a"`:                    `1`,
		`[1 2]`:                      `1`,
		`{"a":1}`:                    ``,
		`{"a":[1]}`:                  ``,
		`"[1]"`:                      ``,
		`7`:                          ``,
		``:                           ``,
	} {
		for name, of := range map[string]string{"as it is": text, "after blanks": "\n\t " + text} {
			var got []string
			for _, e := range Elements([]byte(of)) {
				got = append(got, string(e))
			}
			if s := strings.Join(got, " "); s != want {
				t.Errorf("%q, %s: %s, want %s", text, name, s, want)
			}
		}
	}
}

// A kind has up to 255 fields.
func TestFieldsOfAKind(t *testing.T) {
	for _, n := range []int{1, 254, 255, 256} {
		k := &Kind{Name: "k"}
		for i := range n {
			k.Fields = append(k.Fields, Field{Key: fmt.Sprint("k", i), Type: String})
		}
		func() {
			defer func() {
				if refused := recover() != nil; refused != (n > 255) {
					t.Errorf("%d fields are refused: %v", n, refused)
				}
			}()
			k.Compile()
		}()
	}
}
