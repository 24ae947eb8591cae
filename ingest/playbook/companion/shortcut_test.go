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
		".**":    {sentenceKey},
		":":      {boldKey, plainKey},
		"BUG-":   {bugHeading},
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

// What keys are, as expressions.
var (
	boldKey  = regexp.MustCompile(`\*\*([A-Za-z][^*:]{0,48}(?::[A-Za-z]+)?)(?::\*\*|\*\*:)`)
	plainKey = regexp.MustCompile(`^([A-Za-z][\w .()/-]{0,48}?(?::[Ll]ines?)?)\s*:(?:\s|$)`)
)

// boldFields and plainFields read the fields of a line with the expressions.
func boldFields(text string) (all []field) {
	at := boldKey.FindAllStringSubmatchIndex(text, -1)
	if at != nil && strings.TrimLeft(text[:at[0][0]], " -") == "" {
		for i, m := range at {
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			all = append(all, newField(text[m[2]:m[3]], strings.Trim(text[m[1]:end], " ·|"), 1))
		}
		return all
	}
	if m := sentenceKey.FindStringSubmatch(text); m != nil {
		return []field{newField(m[1], m[2], 1)}
	}
	return nil
}

func plainFields(text string) (all []field) {
	for i, part := range between.Split(text, -1) {
		m := plainKey.FindStringSubmatchIndex(part)
		switch {
		case m != nil:
			all = append(all, newField(part[m[2]:m[3]], strings.TrimSpace(part[m[1]:]), 1))
		case i == 0:
			return nil
		default:
			all[len(all)-1].value += " " + part
		}
	}
	return all
}

// Fields are those that the expressions find in every line.
func TestFieldsAreThoseOfTheExpressions(t *testing.T) {
	long := strings.Repeat("k", 40)
	texts := anyTexts(200_000, "**", "*", "**a:** ", "**b.**", ":", ": ", ".", "a", "Key: ", "File:line", ":Lines", " :line: ", " ", "\t", "|", " | ",
		"·", " · ", "(", ") ", "1", "_", "K", "é", "\xff", "\r", "\v", "\u00a0", "- ")
	texts = append(texts, anyTexts(100_000, long, "**", ":**", "**:", ":", ": ", "K", "keys", "of ", "é", "\xff", "   ", ":line", "s")...)
	found := 0
	for _, text := range texts {
		want := boldFields(text)
		if want == nil {
			want = plainFields(text)
		}
		got := appendLine(nil, text, 1)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		found += len(got)
	}
	if found < 10_000 {
		t.Errorf("%d fields in all texts", found)
	}
}

// A key is as long as the expressions let it be, and no longer.
func TestLongKeys(t *testing.T) {
	for n := 45; n <= 55; n++ {
		for _, ending := range []string{": v", ":v", " : v", "      : v", ":lines: v", ":Line : v", " :line: v", ":lines", ":"} {
			for _, letter := range []string{"k", "é"} {
				key := "K" + strings.Repeat(letter, n-1)
				if got, want := appendLine(nil, key+ending, 1), plainFields(key+ending); !reflect.DeepEqual(got, want) {
					t.Errorf("%d characters and %q: %v, want %v", n, ending, got, want)
				}
				for _, end := range []string{":**", "**:", ":file**:", ":x y**:", ":"} {
					text := "**" + key + end + ending
					want := boldFields(text)
					if want == nil {
						want = plainFields(text)
					}
					if got := appendLine(nil, text, 1); !reflect.DeepEqual(got, want) {
						t.Errorf("%q: %v, want %v", text, got, want)
					}
				}
			}
		}
	}
}

// Ids of bugs and lines of the phase checklist are those of the expressions.
func TestBeginningsAreThoseOfTheExpressions(t *testing.T) {
	bugTitle := regexp.MustCompile("^[\\[*`]*(BUG-[A-Za-z]*-?\\d[A-Za-z0-9-]*)[\\]*`]*(.*)$")
	tracked := regexp.MustCompile(`^(?:BUG|CB|CAND)-[\w-]*\d[\w-]*`)
	tick := regexp.MustCompile(`^\[([ xX~*-]?)\]\s*(?:\*\*)?Phase\s+(\d+)\b(.*)`)
	titles, ids, ticks := 0, 0, 0
	for _, text := range anyTexts(200_000, "BUG-", "BUG-", "bug-", "CB-", "CAND-", "H", "-", "1", "09", "[", "]", "*", "`", ": ", "_", "é", "\xff", " ") {
		id, rest, ok := cutBugTitle(text)
		if m := bugTitle.FindStringSubmatch(text); m != nil {
			titles++
			if !ok || id != m[1] || rest != m[2] {
				t.Errorf("%q: %q and %q, want %q and %q", text, id, rest, m[1], m[2])
			}
		} else if ok {
			t.Errorf("%q: %q, want none", text, id)
		}
		if n := len(id); n != bugIDLength([]byte(id)) {
			t.Errorf("%q has %d bytes, want %d", id, bugIDLength([]byte(id)), n)
		}
		if got, want := trackedID(text), tracked.FindString(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		} else if got != "" {
			ids++
		}
	}
	marked := []string{"[xX] Phase 1", "[~*] Phase 2", "[ x] Phase 3", "[] Phase 4"} // by none, one or two marks
	for _, text := range append(marked, anyTexts(400_000, "[", "]", "[x] ", "[x]Phase 1", "[ ] **Phase", "X", "~",
		"*", "**", "Phase", "Phase ", "\t", "\v", " ", "1", "12", "_", "a", "٣", "é", "\xff")...) {
		mark, phase, rest, ok := cutTick(text)
		if m := tick.FindStringSubmatch(text); m != nil {
			ticks++
			if !ok || mark != m[1] || phase != m[2] || rest != m[3] {
				t.Errorf("%q: %q, %q and %q, want %q", text, mark, phase, rest, m[1:])
			}
		} else if ok {
			t.Errorf("%q: phase %q, want none", text, phase)
		}
	}
	if min(titles, ids, ticks) < 1000 {
		t.Errorf("%d titles, %d ids, %d ticks in all texts", titles, ids, ticks)
	}
}

// A line that gives the time of a phase begins with one of some words, which are written in any case.
func TestBeginningsOfStamps(t *testing.T) {
	matched := 0
	for _, text := range anyTexts(200_000, "phase", "PHASE 1 ", "phaſe 2", "started ", "Started", "ſtarted phase\t", "ended ", "completed ", " ", "\t", "\v", "1", "at", ":", "2026-01-02T03:04:05Z", "é") {
		if stampLine.MatchString(text) {
			if matched++; !beginsStamp(text) {
				t.Errorf("%q gives a time", text)
			}
		}
	}
	if matched < 100 {
		t.Errorf("%d of the texts give a time", matched)
	}
	for _, text := range []string{"", " ", "Started: 2026-01-02", "a phase"} {
		if beginsStamp(text) {
			t.Errorf("%q begins as a line that gives a time", text)
		}
	}
}

// A text that is a path with lines is read as the expression reads it.
func TestPlainPlaces(t *testing.T) {
	plain := 0
	for _, text := range anyTexts(400_000, "`", "*", "C:", "a", "pier/", ".go", ":", ":1", "0", "27", "-", "–", "L", ",", " ", "\t", "\v", "(", ")", "#", "\\", "//", "é", "\xff") {
		path, lines, ok := cutPlace(text)
		if !ok {
			continue
		}
		plain++
		all := placeIn.FindAllStringSubmatch(strings.ReplaceAll(text, "**", ""), -1)
		if len(all) != 1 || all[0][1] != path || all[0][2] != lines || all[0][3] != "" {
			t.Errorf("%q: %q and %q, want %q", text, path, lines, all)
		}
	}
	if plain < 1000 {
		t.Errorf("%d of the texts are a path with lines", plain)
	}
}

// Words are found in a text as in the text in lower case.
func TestWordsInAnyCase(t *testing.T) {
	for _, text := range anyTexts(200_000, "in", "IN ", " ", "progress", "ProGress", "progreſs", "pro", "metadata", "METADATA", "K", "kelvin", "İ", "é", "\xff") {
		lower := strings.ToLower(text)
		for _, words := range []string{"in progress", "kelvin", "in"} {
			if got, want := saysInAnyCase(text, words), strings.Contains(lower, words); got != want {
				t.Errorf("%q says %q: %v, want %v", text, words, got, want)
			}
		}
		if got, want := strings.EqualFold(text, "metadata"), lower == "metadata"; got != want {
			t.Errorf("%q is the title: %v, want %v", text, got, want)
		}
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

// The first number of a text is that of an expression.
func TestFirstNumber(t *testing.T) {
	numbers := regexp.MustCompile(`\d+`)
	for _, text := range anyTexts(20_000, "phase", "1", "20", " ", "-", "٣", "é", "\xff") {
		if got, want := firstNumber(text), numbers.FindString(text); got != want {
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

// What headings of bugs and titles are, as expressions.
var (
	bugHeading = regexp.MustCompile("(?m)^ {0,3}#{2,4}[ \\t]+[\\[*`]*BUG-[A-Za-z]*-?\\d")
	firstTitle = regexp.MustCompile(`(?m)^ {0,3}#[ \t]+(.*?)[ \t\r]*$`)
)

// A title ends where its line does, without the blanks before that.
func TestHeadingsAreThoseOfTheExpressions(t *testing.T) {
	titles, bugs := 0, 0
	for _, text := range anyTexts(300_000, "#", "# ", "##", "#\t", "\n", "\r\n", "\r", "\t", " ", "   ", "a", "BUG-", "## BUG-1", "*", "[`", "1", "é", "\xff") {
		want := ""
		if m := firstTitle.FindStringSubmatch(text); m != nil {
			want = m[1]
			titles++
		}
		if got := titleIn([]byte(text)); got != want {
			t.Errorf("%q: title %q, want %q", text, got, want)
		}
		has := bugHeading.MatchString(text)
		if got := hasBugHeading([]byte(text)); got != has {
			t.Errorf("%q: a heading of a bug: %v, want %v", text, got, has)
		}
		if has {
			bugs++
		}
	}
	if min(titles, bugs) < 1000 {
		t.Errorf("%d titles, %d headings of bugs in all texts", titles, bugs)
	}
}

// What is printed is told by its name, and the word "bug" found, as the expressions would.
func TestWordsOfTheExpressions(t *testing.T) {
	for _, text := range anyTexts(100_000, ".txt", ".LOG", ".out", ".Output", ".", "transcript", "TRANSCRIPTS", "tranſcript", "-", "bug", "bugs", "bugſ", " ", "a", "md", "ſ", "K") {
		if got, want := isTranscript(text), transcript.MatchString(text); got != want {
			t.Errorf("%q is the name of a transcript: %v, want %v", text, got, want)
		}
		if got, want := saysBug(text), bugWord.MatchString(text); got != want {
			t.Errorf("%q says bug: %v, want %v", text, got, want)
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
