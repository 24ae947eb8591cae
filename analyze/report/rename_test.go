package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"runreport/unit/alias"
)

// TestRename gives a kept report the present names: a subject that is a path is renamed by
// the part that lasts, and a step by the subject that it is of.
func TestRename(t *testing.T) {
	shop, till := "shop", "till"
	made := func() *Data {
		return &Data{
			Runs: []Run{
				{System: "kahn", RunDetails: &RunDetails{Flaked: []string{"pay", "load"}, ErrorStep: "pay"}, RunSetup: &RunSetup{Subject: "nightly/shop", StableSubject: &shop}, RunEnd: &RunEnd{}},
				{System: "kahn", RunDetails: &RunDetails{Flaked: []string{"pay"}}, RunSetup: &RunSetup{Subject: "till", StableSubject: &till}, RunEnd: &RunEnd{}},
				{System: "kahn", RunDetails: &RunDetails{}, RunSetup: &RunSetup{Subject: "shop"}, RunEnd: &RunEnd{}},
				{System: "kahn", RunSetup: &RunSetup{Subject: "shop"}, RunEnd: &RunEnd{}}, // without details
			},
			Cycles: []Cycle{{System: "kahn", Benchmarks: []Benchmark{{Benchmark: "harbor"}}}},
		}
	}
	d := made()
	d.Rename(nil)
	if d.Runs[0].Subject != "nightly/shop" {
		t.Error("something is renamed where nothing was")
	}
	d.Rename(&alias.Names{
		Systems: map[string]string{"kahn": "khan"}, Subjects: map[string]string{"shop": "mart", "nightly/mart": "renamed twice"},
		Steps: map[string]string{"mart/pay": "payment"}, Benchmarks: map[string]string{"harbor": "port", "till": "desk"},
	})
	for i, want := range []struct{ subject, stable, flaked, step string }{
		{"nightly/mart", "mart", "payment load", "payment"}, {"desk", "desk", "pay", ""}, {"mart", "", "", ""},
	} {
		r, stable := d.Runs[i], ""
		if r.StableSubject != nil {
			stable = *r.StableSubject
		}
		if r.System != "khan" || r.Subject != want.subject || stable != want.stable || strings.Join(r.Flaked, " ") != want.flaked || r.ErrorStep != want.step {
			t.Errorf("run %d: %s %s, lasts as %q, flaked %q, error in %q; want %v", i, r.System, r.Subject, stable, r.Flaked, r.ErrorStep, want)
		}
	}
	if c := d.Cycles[0]; c.System != "khan" || c.Benchmarks[0].Benchmark != "port" {
		t.Errorf("cycle of %s, benchmark %s", c.System, c.Benchmarks[0].Benchmark)
	}
}

// TestTexts holds how texts are written against another reader of JSON: it reads what was
// written, with one mark for every run of bytes that are no text.
func TestTexts(t *testing.T) {
	for r := rune(0); r <= 0x1FFFF; r++ {
		if utf8.ValidRune(r) {
			s := "a" + string(r) + "b"
			out := appendString([]byte("["), s)
			var back string
			if err := json.Unmarshal(out[1:], &back); err != nil || back != s {
				t.Fatalf("%U is written as %s and reads %q: %v", r, out, back, err)
			}
			if seen := strings.ContainsRune(string(out), r); seen == (Unseen(r) || strings.ContainsRune("<>&\n\t", r)) {
				t.Fatalf("%U is written as %s", r, out)
			}
		}
	}
	for s, want := range map[string]string{
		"": `""`, "\xff\xfe": `"` + "\uFFFD" + `"`, "a\xffb\xff": `"a` + "\uFFFD" + `b` + "\uFFFD" + `"`, "\uFFFD\xff": `"` + "\uFFFD\uFFFD" + `"`,
		"\xffé": `"` + "\uFFFD" + `é"`, "\x7f": `"\u007f"`, "\U000E0041": `"\udb40\udc41"`,
	} {
		if got := string(appendString(nil, s)); got != want {
			t.Errorf("%q is written as %s, want %s", s, got, want)
		}
	}
	for r, want := range map[rune]bool{
		' ': false, '~': false, 'é': false, '\x1f': true, '\x7f': true, '\u0085': true, '\u00a0': false, '\u00ad': true, '\u200b': true, '\u2028': true, '\u2029': true,
		'\u202e': true, '\ufdcf': false, '\ufdd0': true, '\ufdef': true, '\ufdf0': false, '\ufffd': false, '\ufffe': true, '\uffff': true, 0x1FFFE: true, 0x1FFFD: false, 'a': false,
	} {
		if Unseen(r) != want {
			t.Errorf("%U leaves no mark: %v", r, !want)
		}
	}
}
