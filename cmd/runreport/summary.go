package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/render"
	"runreport/unit"
)

// How much of the report a terminal shows.
const (
	terminalRows = 8   // of failures, of changes, and of flaky steps
	terminalText = 130 // characters of a line of a sentence or an error
	sentenceRows = 3   // lines of a sentence
)

// terminal prints to people: in colour where it may be.
type terminal struct {
	w      io.Writer
	colour bool
}

func newTerminal(w io.Writer) terminal {
	return terminal{w: w, colour: isTerminal(w) && os.Getenv("NO_COLOR") == ""}
}

// The colours of the roles, as SGR parameters: red, yellow, green, bright black.
var roleColours = map[report.Role]string{report.RoleBad: "31", report.RoleWarn: "33", report.RoleGood: "32", report.RoleUnknown: "90"}

// paint colours a text of the program's own by its role.
func (t terminal) paint(role report.Role, text string) string {
	if c := roleColours[role]; t.colour && c != "" {
		return "\x1b[" + c + "m" + text + "\x1b[0m"
	}
	return text
}

// printSummary says in about ten lines what the first screen of the page says, and which
// file to open.
func printSummary(w io.Writer, r *report.Report, front string, verbose bool) {
	t, b := newTerminal(w), render.NewBrief(&r.Data)
	fmt.Fprintln(w, strings.TrimRight(t.paint(b.Role, b.Sign+" "+strings.ToUpper(b.Word))+"  "+safe(strings.Join(b.Reasons, ", ")), " "))
	about := b.Scope
	if b.About != "" {
		about = "run date " + b.About + ", " + about
	}
	if b.Since != "" {
		about += ", against " + b.Since
	}
	for _, n := range b.Notes {
		about += "; " + n
	}
	fmt.Fprintf(w, "%s\n\n", safe(about))

	var rules, failing, changed []terminalRow
	for _, r := range b.Rules {
		text := r.Text
		if r.More > 0 {
			text += fmt.Sprintf(" and %d more", r.More)
		}
		rules = append(rules, terminalRow{r.Name, text, ""})
	}
	for _, f := range b.FailureGroups() {
		text := f.Name
		if n := len(f.Same); n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
		if f.In != "" {
			text += ", " + f.In
		}
		if f.Runs > 0 {
			text += " (" + words.Plural(int(f.Runs), "run") + ")"
		}
		failing = append(failing, terminalRow{f.Tag, text, cmp.Or(f.Error, f.NoError)})
	}
	for _, c := range b.Changed {
		changed = append(changed, terminalRow{c.Tag, c.Short(), ""})
	}
	printRows(w, "Rules", rules)
	printRows(w, "Failing", failing)
	printRows(w, "Changed", changed)
	var alike []terminalRow
	for _, c := range b.Alike {
		alike = append(alike, terminalRow{c.Tag, c.Short(), ""})
	}
	printRows(w, "Compared", alike)
	var missed []terminalRow
	for _, m := range b.Missed {
		missed = append(missed, terminalRow{m.Tag, m.Names, m.Error})
	}
	printRows(w, b.Noun, missed)
	var flaky []terminalRow
	for _, f := range b.Flaky {
		flaky = append(flaky, terminalRow{f.Tag, f.Name, f.Rate})
	}
	printRows(w, "Flaky", flaky)
	var figures []string
	for _, f := range b.Figures {
		text := strings.ToLower(f.Title[:1]) + f.Title[1:] + " " + f.Value
		if f.Of != "" {
			text += ": " + f.Of
		}
		if f.Change != "" && f.Change != "unchanged" {
			text += " (" + f.Change + ")"
		}
		figures = append(figures, text)
	}
	if len(figures) > 0 {
		fmt.Fprintf(w, "%-10s%s\n", "Figures", safe(strings.Join(figures, " · ")))
	}
	input := strings.TrimPrefix(b.Input, "All input accounted for: ")
	if n := len(r.Data.Findings); n > 0 && !verbose {
		input += fmt.Sprintf(" (-v: %s)", words.Plural(n, "finding"))
	}
	fmt.Fprintf(w, "%-10s%s\n", "Input", safe(input))
	if verbose {
		printDetails(w, &r.Data)
	}
	fmt.Fprintf(w, "\n%s\n", safe(front))
}

// terminalRow is a failure or a change: its state, what it is, and its error.
type terminalRow [3]string

// printRows prints rows in columns under a name, the first rows of many.
func printRows(w io.Writer, name string, rows []terminalRow) {
	shown := rows[:min(len(rows), terminalRows)]
	var width [2]int
	further := make([][]string, len(shown)) // lines of sentences
	for i, r := range shown {
		lines := []string{render.Cut(safe(r[1]), terminalText)}
		if r[2] == "" {
			lines = wrapped(safe(r[1]), terminalText, sentenceRows)
		}
		shown[i], further[i] = terminalRow{safe(r[0]), lines[0], render.Cut(safe(r[2]), terminalText)}, lines[1:]
		width[0] = max(width[0], utf8.RuneCountInString(shown[i][0]))
		if shown[i][2] != "" {
			width[1] = max(width[1], utf8.RuneCountInString(shown[i][1]))
		}
	}
	for i, r := range shown {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-10s%s  %s  %s", name, pad(r[0], width[0]), pad(r[1], width[1]), r[2]), " "))
		name = ""
		for _, line := range further[i] {
			fmt.Fprintf(w, "%-10s%s  %s\n", "", pad("", width[0]), line)
		}
	}
	if n := len(rows) - len(shown); n > 0 {
		fmt.Fprintf(w, "%-10s%d more in the report\n", "", n)
	}
}

// wrapped is a text in lines of so many characters at most, broken at blanks: at least one, and
// so many at most, the last of which is cut.
func wrapped(text string, width, most int) (lines []string) {
	for len(lines) < most-1 && utf8.RuneCountInString(text) > width {
		line := []rune(text)[:width+1]
		at := strings.LastIndexByte(string(line), ' ')
		if at <= 0 {
			break
		}
		lines, text = append(lines, text[:at]), strings.TrimLeft(text[at:], " ")
	}
	return append(lines, render.Cut(text, width))
}

// pad fills a text with blanks, by characters.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s)))
}

// printDetails says what became of the input, and what the gate said.
func printDetails(w io.Writer, d *report.Data) {
	t := d.Ledger.Total
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-10s%s\n", name, safe(fmt.Sprintf(format, args...)))
	}
	line("", "%s, kept %d, blank %d, ignored %d, duplicate %d, superseded %d, rejected %d", unit.Bytes.Format(float64(t.Bytes)), t.Kept, t.Blank, t.Ignored, t.Duplicate, t.Superseded, t.Rejected)
	line("Runs", "%s", perSystem(d.Runs))
	severity := map[string]int{}
	for _, f := range d.Findings {
		severity[f.Severity]++
	}
	line("Findings", "%s", words.Severities(severity))
	if d.Gate != nil {
		line("Rules", "%s", gateLine(d.Gate))
	}
}
func perSystem(runs []report.Run) string {
	count := map[string]int{}
	var order []string
	for _, r := range runs {
		if count[r.System] == 0 {
			order = append(order, r.System)
		}
		count[r.System]++
	}
	s := fmt.Sprintf("%d", len(runs))
	for i, name := range order {
		sep := ", "
		if i == 0 {
			sep = ": "
		}
		s += fmt.Sprintf("%s%d of %s", sep, count[name], name)
	}
	return s
}

// printFindings lists every finding as file:line: what: what was seen.
func printFindings(w io.Writer, r *report.Report) {
	for _, f := range r.Data.Findings {
		times := ""
		if f.Count > 1 {
			times = fmt.Sprintf(" (%d times)", f.Count)
		}
		seen := ""
		if f.Seen != "" {
			seen = ": " + safe(f.Seen)
		}
		fmt.Fprintf(w, "%s: %s%s%s\n", safe(at(f)), safe(f.Code), seen, times)
	}
}
