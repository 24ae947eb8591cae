package redact

import (
	"strings"
	"testing"
)

// The name of an assignment has dots and dashes in it, but no dot at its end; what gives no value is no assignment.
func TestNamesOfAssignments(t *testing.T) {
	for text, want := range map[string]string{
		"password.= x": "password", "pass-word=x": "pass-word", "a.password=x": "a.password",
		"--password x": "--password", "password": "no", "password / x": "password", "password,": "no",
		`"password" x`: "no", "password=": "no", "password= ": "no",
	} {
		a, ok := assignmentAt(text, 0, strings.Index(text, "pass"))
		got := "no"
		if ok {
			got = a.name
		}
		if got != want {
			t.Errorf("%q is an assignment of %q, want %q", text, got, want)
		}
	}
	r := New()
	for _, p := range []place{
		{"password", "password «" + madeUp(391, 16, mixedCase) + "» x"},
		{"", "password " + madeUp(391, 15, mixedCase) + " x"}, {"password", "the password is «k3yss5» x"},
		{"", "the password is k3ys5 x"},
		{"home directory", `x\-«Users-ada»-code`}, {"home directory", `'-«home-ada»-code'`}, {"", `x.-Users-ada-code`},
	} {
		p.check(t, r)
	}
}

// Letters and digits in a row are counted from where their kind begins.
func TestLongestOfAMix(t *testing.T) {
	for s, want := range map[string]int{
		"abCDE": 3, "ABcdef": 4, "a1234": 4, "12abcd": 4, "abcDEFGH": 5, "aBCDe": 3, "Ab": 1, "ABCD": 4, "ab12CD": 2,
	} {
		if got := mixOf(s).longest; got != want {
			t.Errorf("%s: %d in a row, want %d", s, got, want)
		}
	}
}

// Only an escape that is one hides what follows it.
func TestWhatIsNoEscape(t *testing.T) {
	for _, text := range []string{
		`a\abcde[0mb`, `a\q[0mb`, `a\y1b[0mb`, `a\u0041[0mb`, `a\034[0mb`, `a\[0mb`, `a\u001c[0mb`, `a\u300bb`,
		`a\u210bb`, `a\ufedfb`,
	} {
		if v := visibleOf(text); len(v.gaps) > 0 {
			t.Errorf("%s reads %s", text, v.text)
		}
	}
}
