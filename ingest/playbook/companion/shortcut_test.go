package companion

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"runreport/ingest/markdown"
)

// anyTexts are texts of pieces in any order.
func anyTexts(n int, pieces ...string) []string {
	r := rand.New(rand.NewPCG(1, 2))
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		texts[i] = b.String()
	}
	return texts
}

// A text that an expression matches has what is looked for before the expression is tried.
func TestWhatAnExpressionWants(t *testing.T) {
	for literal, expressions := range map[string][]*regexp.Regexp{
		"ERROR:": {errorLine},
		"-":      {completedIn, startedIn},
		"**":     {boldKey, sentenceKey},
		":":      {boldKey, plainKey},
		"BUG-":   {bugHeading},
		"#":      {titleIn, bugHeading},
	} {
		for _, x := range expressions {
			matched := 0
			for _, text := range anyTexts(20_000, "ERROR:", "error:", "*", "**", "**a", ".**", "B c", ":", ": ", ".", " ", "\n", "#", "## ", "BUG-", "bug-", "-",
				"completed", "STARTED", "ſtarted ", " at ", "2026-01-02", "2026", "1", "é", "\xff") {
				if !x.MatchString(text) {
					continue
				}
				if matched++; !strings.Contains(text, literal) {
					t.Errorf("%s matches %q, which has no %s", x, text, literal)
				}
			}
			if matched == 0 {
				t.Errorf("%s matches none of the texts", x)
			}
		}
	}
}

// Fields are those that the expressions find in every line.
func TestFieldsAreThoseOfTheExpressions(t *testing.T) {
	whole := regexp.MustCompile(strings.TrimSuffix(plainKey.String(), `(?:\s|$)`) + `(?:\s+|$)(.*)$`)
	want := func(text string) (all []field) {
		if all := boldFields(text, 1); all != nil {
			return all
		}
		for i, part := range between.Split(text, -1) {
			m := whole.FindStringSubmatch(part)
			switch {
			case m != nil:
				all = append(all, newField(m[1], strings.TrimSpace(m[2]), 1))
			case i == 0:
				return nil
			default:
				all[len(all)-1].value += " " + part
			}
		}
		return all
	}
	found := 0
	for _, text := range anyTexts(100_000, "**", "*", "**a:** ", "**b.**", ":", ": ", ".", "a", "Key: ", "File:line", " ", "\t", "|", " | ",
		"·", " · ", "(", ") ", "1", "K", "é", "\xff", "\r") {
		got := fieldsIn(text, 1)
		if !reflect.DeepEqual(got, want(text)) {
			t.Errorf("%q: %v, want %v", text, got, want(text))
		}
		found += len(got)
	}
	if found < 10_000 {
		t.Errorf("%d fields in all texts", found)
	}
}

func TestBareText(t *testing.T) {
	for _, text := range anyTexts(20_000, "*", "**", "`", "_", "__", " ", "\n", "\t", "a", "é", "\xff") {
		first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		if got, want := bare(text), strings.TrimSpace(marks.Replace(first)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The lines of a place are numbers of ASCII digits.
func TestSpan(t *testing.T) {
	for text, want := range map[string][2]int64{
		"": {}, "no": {}, "38,148-150": {38, 150}, "7": {7, 7}, "0": {}, "L9–L10": {9, 10}, "x٣y": {}, "\xff5\xff": {5, 5}, "99999999999999999999": {},
	} {
		if lo, hi := span(text); [2]int64{lo, hi} != want {
			t.Errorf("%q: %d to %d, want %v", text, lo, hi, want)
		}
	}
}

// A title ends where its line does, without the blanks before that.
func TestTitleIn(t *testing.T) {
	lazy := regexp.MustCompile(`(?m)^ {0,3}#[ \t]+(.*?)[ \t\r]*$`)
	for _, text := range anyTexts(50_000, "#", "# ", "\n", "\r\n", "\r", "\t", " ", "   ", "a", "é", "\xff") {
		got, want := "none", "none"
		if m := titleIn.FindStringSubmatch(text); m != nil {
			got = strings.TrimRight(m[1], " \t\r")
		}
		if m := lazy.FindStringSubmatch(text); m != nil {
			want = m[1]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Each row is read by the head of its own table.
func TestColumns(t *testing.T) {
	var table columns
	for i, c := range []struct {
		head []string
		want string
	}{
		{[]string{"ID", "**Title**"}, "b"},
		{[]string{"Short title", "ID"}, "a"},
		{[]string{"short TITLE", "ID"}, "a"},
		{[]string{"x", "y", "title"}, ""},
		{nil, ""},
		{[]string{"ID", "Summary"}, "b"},
	} {
		row := markdown.Block{Kind: markdown.Row, Cells: []string{"a", "b"}, Head: c.head}
		if got := table.cell(&row, "title", "summary"); got != c.want {
			t.Errorf("table %d: %q, want %q", i, got, c.want)
		}
	}
}
