package views

import (
	"strings"
	"testing"
	"time"
)

// A view whose text is no template, or one that the engine has no words for, gives an error with its name.
func TestViewsThatCannotBeWritten(t *testing.T) {
	d := Dialects()[0]
	for body, want := range map[string]string{
		"SELECT {{":                    "view v: template: v:1: unclosed action",
		"SELECT 1,\n  {{seconds `a`}}": "view v: template: v:2:4: executing",
		"{{longest 1}}":                "view v: template: v:1:2: executing",
	} {
		sql, err := d.expand(View{Name: "v", body: body}, time.Hour)
		if err == nil || !strings.HasPrefix(err.Error(), want) || sql != "" {
			t.Errorf("%q gives %q, %v, want %q", body, sql, err, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a text that the program does not have is read")
		}
	}()
	read("sql/none.sql")
}
