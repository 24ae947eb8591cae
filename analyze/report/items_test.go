package report

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// compared is a comparison of that evidence with benchmarks, each "name evidence"; one with ? has no
// difference.
func compared(evidence string, benchmarks ...string) *ItemComparison {
	c := &ItemComparison{Evidence: evidence}
	for _, b := range benchmarks {
		name, strength, _ := strings.Cut(b, " ")
		x := ItemStratum{Benchmark: strings.TrimSuffix(name, "?"), Evidence: strength, Delta: Known(0.1)}
		if strings.HasSuffix(name, "?") {
			x.Delta = Missing("no_data")
		}
		c.Benchmarks = append(c.Benchmarks, x)
	}
	return c
}

// The benchmarks of a comparison of several that differ by themselves, and the strongest evidence
// among them where all items together show nothing.
func TestBenchmarksThatDiffer(t *testing.T) {
	for _, c := range []struct {
		of        *ItemComparison
		differ    string
		strongest string
	}{
		{compared(ItemsInconclusive), "", ""},
		{compared(ItemsInconclusive, "a strong"), "", ""}, // it is the comparison itself
		{compared(ItemsInconclusive, "a strong", "b inconclusive"), "a", ItemsStrong},
		{compared(ItemsInconclusive, "a weak", "b moderate", "c inconclusive"), "a b", ItemsModerate},
		{compared(ItemsInconclusive, "a moderate", "b weak"), "a b", ItemsModerate},
		{compared(ItemsInconclusive, "a weak", "b strong", "c moderate"), "a b c", ItemsStrong},
		{compared(ItemsInconclusive, "a weak", "b weak"), "a b", ItemsWeak},
		{compared("", "a weak", "b "), "a", ItemsWeak},
		{compared(ItemsInconclusive, "a? strong", "b weak"), "b", ItemsWeak},
		{compared(ItemsInconclusive, "a inconclusive", "b inconclusive"), "", ""},
		{compared(ItemsWeak, "a strong", "b weak"), "a b", ""},
		{compared(ItemsModerate, "a strong", "b weak"), "a b", ""},
		{compared(ItemsStrong, "a strong", "b weak"), "a b", ""},
	} {
		var names []string
		for _, b := range c.of.Differing() {
			names = append(names, b.Benchmark)
		}
		if got := strings.Join(names, " "); got != c.differ || c.of.StrongestBenchmark() != c.strongest {
			t.Errorf("%+v: %q differ, the strongest is %q; want %q and %q", c.of.Benchmarks, got, c.of.StrongestBenchmark(), c.differ, c.strongest)
		}
	}
}

// What was not compared: the reason, three sides, and how many more there are.
func TestWhatWasNotCompared(t *testing.T) {
	for n, want := range []string{"why", "why; m0", "why; m0; m1", "why; m0; m1; m2", "why; m0; m1; m2; 1 more", "why; m0; m1; m2; 2 more"} {
		x := &Items{NotCompared: "why"}
		for i := range n {
			x.LeftOut = append(x.LeftOut, LeftOut{Text: fmt.Sprint("m", i)})
		}
		if got := x.Uncompared(); got != want {
			t.Errorf("%d sides: %q, want %q", n, got, want)
		}
		x.NotCompared = ""
		if got := x.Uncompared(); got != strings.TrimPrefix(strings.TrimPrefix(want, "why"), "; ") {
			t.Errorf("%d sides without a reason: %q", n, got)
		}
	}
}

// Words of settings that summaries before version 2 used.
func TestRenamedWords(t *testing.T) {
	for word, want := range map[string]string{"act": SeverityError, "look": SeverityWarning, "know": SeverityInfo, "thin": "weak", "error": "", "": ""} {
		if got := Renamed(word); got != want {
			t.Errorf("%q is %q now, want %q", word, got, want)
		}
	}
	if got := strings.Join(Severities, " "); got != "error warning info" {
		t.Errorf("severities %s", got)
	}
}

// What a token of JSON is called, by its first character.
func TestNamesOfTokens(t *testing.T) {
	for kind, want := range map[jsontext.Kind]string{
		'n': "null", 't': "true or false", 'f': "true or false", '"': "a text", '0': "a number", '{': "an object", '}': "an object", '[': "a list", ']': "a list",
	} {
		if got := kindName(kind); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// Lengths of lists are read beside lists that may be cut alone, and reasons beside what may be
// missing alone; what stands beside anything else is passed over.
func TestSiblingsOfOtherMembers(t *testing.T) {
	d, r, err := readSummary(strings.NewReader(`{"schema": "` + Schema + `", "title": "T", "title_total": 9, "title_reason": "x", "runs": [{"key": "a", "key_total": 4, "flaked": ["s"], "flaked_total": 5}],
		"runs_total": 3, "other_total": 8, "other": [1], "_total": 7, "_reason": "y", "problems": [], "problems_total": 0}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.totals); got != "map[problems:0 runs:3]" {
		t.Errorf("lengths %s", got)
	}
	if got := fmt.Sprint(r.cut); got != "map[runs:3]" {
		t.Errorf("cut are %s", got)
	}
	if d.Title != "T" || len(d.Runs) != 1 || d.Runs[0].Key != "a" || len(d.Runs[0].Flaked) != 1 {
		t.Errorf("%+v", d)
	}
}

// Indents are kept ready for 32 levels; those of the next are as long as they have to be.
func TestIndentsOfLines(t *testing.T) {
	for depth := range 40 {
		e := newEncoder(0)
		if e.line(depth); string(e.out) != "\n"+strings.Repeat("  ", depth) {
			t.Errorf("level %d: %q", depth, e.out)
		}
	}
}

// The bytes of a list are those from its bracket to its last entry.
func TestBytesOfAList(t *testing.T) {
	for _, c := range []struct {
		l    cutList
		want int
	}{{cutList{open: 7}, 0}, {cutList{open: 7, ends: []int{9}}, 2}, {cutList{open: 7, ends: []int{9, 20}}, 13}} {
		if got := c.l.bytes(); got != c.want {
			t.Errorf("%+v: %d, want %d", c.l, got, c.want)
		}
	}
}

// Only texts that can be set are renamed: a field of that name may be something else.
func TestFieldsThatAreTexts(t *testing.T) {
	v := reflect.ValueOf(&struct {
		Step   string
		Node   int
		System *string
		hidden string
	}{Step: "pay", Node: 7, hidden: "x"}).Elem()
	for field, want := range map[string]bool{"Step": true, "Node": false, "System": false, "hidden": false, "Subject": false} {
		f := text(v, field)
		if f.IsValid() != want {
			t.Errorf("%s is a text: %t", field, !want)
		}
		set(f, strings.ToUpper)
	}
	if got := read(text(v, "Step")); got != "PAY" || read(text(v, "Node")) != "" {
		t.Errorf("the step is %q, the node %q", got, read(text(v, "Node")))
	}
}
