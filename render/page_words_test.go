package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// A section is folded away but for its title and what it holds: its first sentence, or two where
// the first is a name alone.
func TestGistOfASection(t *testing.T) {
	long := strings.Repeat("x", shortGist-1) + "." // as long as a sentence has to be
	for _, c := range []struct {
		name string
		lead []string
		gist string
		rest []string
	}{
		{"nothing", nil, "", nil},
		{"a name", []string{"cycle-03."}, "cycle-03.", nil},
		{"a name and more", []string{"cycle-03. It lost 3. It won 2."}, "cycle-03. It lost 3.", []string{"It won 2."}},
		{"a name and one sentence", []string{"cycle-03. It lost 3.", "More."}, "cycle-03. It lost 3.", []string{"More."}},
		{"a sentence", []string{long + " Second."}, long, []string{"Second."}},
		{"a sentence that is too short", []string{long[1:] + " Second."}, long[1:] + " Second.", nil},
		{"a sentence alone", []string{long, "", "More."}, long, []string{"More."}},
	} {
		got := foldAll([]sectionView{{Lead: c.lead}})[0]
		if !got.Fold || got.Gist != c.gist || !slices.Equal(got.Lead, c.rest) {
			t.Errorf("%s: %q and %q, want %q and %q", c.name, got.Gist, got.Lead, c.gist, c.rest)
		}
	}
}

// Charts that follow one another stand in a row, unless one has a title or is folded away; a
// block of terms is folded, and left out of a short page.
func TestBlocksOfASection(t *testing.T) {
	chart := func(id string) *report.Chart { return &report.Chart{ID: id} }
	table := &report.Table{ID: "t", Caption: "Title.", Rows: []report.Row{{}}}
	sections := []report.Section{
		{ID: "a", Title: "A", Lead: []string{"L"}, Blocks: []report.Block{
			{Chart: chart("1")}, {Chart: chart("2")}, {Chart: chart("3")}, {Text: []string{"between"}}, {Chart: chart("4")},
			{Title: "T", Chart: chart("5")}, {Chart: chart("6")}, {Chart: chart("7"), Fold: true}, {Chart: chart("8")}, {Terms: []report.Term{{Name: "n"}}}}},
		{ID: "b", Blocks: []report.Block{{Chart: chart("9")}, {Title: "Title", Table: table}, {Title: "Other", Table: table},
			{Title: "Title", Table: &report.Table{ID: "t", Caption: "Title."}}}},
	}
	figures := func() (all []figureView) {
		for i := range 9 {
			all = append(all, figureView{ID: trusted(fmt.Sprint(i + 1))})
		}
		return all
	}
	shape := func(sections []sectionView) string {
		out := ""
		for _, s := range sections {
			out += string(s.ID) + ":"
			for _, b := range s.Blocks {
				out += " "
				for _, f := range b.Figures {
					out += string(f.ID)
				}
				if b.Fold {
					out += "f"
				}
				if b.Title != "" {
					out += b.Title
				}
				if b.Table != nil {
					out += "(" + b.Table.Caption + string(b.Table.Title) + ")"
				}
				out += strings.Join(b.Text, "")
			}
			out += "\n"
		}
		return out
	}
	want := "a: 123 between 4 5T 6 7f 8 f\nb: 9 Title(title-t) Other(Title.) Title(Title.)\n"
	if got := shape(newSections(sections, figures(), pageRoom)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := shape(newSections(sections, figures(), budget{brief: true, rows: 5, places: 5})); got != strings.Replace(want, " 8 f", " 8", 1) {
		t.Errorf("of a short page:\n%s", got)
	}
	if folded := foldedCharts(sections); len(folded) != 1 || !folded[sections[0].Blocks[7].Chart] {
		t.Errorf("%d folded charts", len(folded))
	}
	if got := newSections(sections, figures(), pageRoom)[0]; got.Title != "A" || !slices.Equal(got.Lead, []string{"L"}) {
		t.Errorf("%+v", got)
	}
}

// The page says how many problems there are, what was looked for in vain, and where sections are.
func TestSentencesOfThePage(t *testing.T) {
	problems := func(errors, warnings, infos int) *report.Data {
		d := &report.Data{}
		for i, n := range []int{errors, warnings, infos} {
			for range n {
				d.Problems = append(d.Problems, report.Problem{Severity: []string{"error", "warning", "info"}[i]})
			}
		}
		return d
	}
	for _, c := range []struct {
		d    *report.Data
		want string
	}{
		{problems(0, 0, 0), "no problem"}, {problems(1, 0, 0), "1 problem: 1 error"}, {problems(4, 22, 6), "32 problems: 4 errors, 22 warnings, 6 info"},
		{problems(0, 1, 0), "1 problem: 1 warning"}, {problems(0, 0, 1001), "1,001 problems: 1,001 info"},
	} {
		if got := problemCount(c.d); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := absentLine([]string{"Competitions", "Bugs"}); got != "Not in this input: competitions, bugs." || absentLine(nil) != "" {
		t.Errorf("%q and %q", got, absentLine(nil))
	}
	links := sectionLinks([]report.Section{{ID: "recall"}, {ID: "flakes"}})
	if links("flakes") != "#flakes" || links("gone") != "" {
		t.Errorf("%q and %q", links("flakes"), links("gone"))
	}
	all := report.LedgerTotal{Files: 1, Fates: report.Fates{Kept: 1, Blank: 2, Ignored: 3, Duplicate: 4, Superseded: 5, Rejected: 6}}
	if got := fates(all) + "; " + fates(report.LedgerTotal{}); got != "1 kept, 2 blank, 3 ignored, 4 duplicate, 5 superseded, 6 rejected; 0 kept" {
		t.Errorf("%q", got)
	}
}

// The input is accounted for if the sum of every fate of every file is that of the total.
func TestEveryFateIsAccountedFor(t *testing.T) {
	two, format := int64(21), "kahn"
	ledger := func() report.Ledger {
		fates := report.Fates{Kept: 1, Blank: 2, Ignored: 3, Duplicate: 4, Superseded: 5, Rejected: 6}
		twice := report.Fates{Kept: 2, Blank: 4, Ignored: 6, Duplicate: 8, Superseded: 10, Rejected: 12}
		return report.Ledger{
			Files: []report.LedgerFile{{Path: "a", Format: &format, Bytes: 5, Lines: &two, Records: 7, Fates: fates}, {Path: "b", Bytes: 6, Records: 21, Fates: fates}},
			Total: report.LedgerTotal{Files: 2, Bytes: 11, Lines: 21, Records: 28, Claimed: 1, Fates: twice}}
	}
	if fault, sound := reconcile(ledger()); !sound || fault != "All input accounted for." {
		t.Errorf("%q", fault)
	}
	if got := newMasthead(&report.Data{Ledger: ledger()}); got.Records != "21 records of whole documents" || got.Known != "1 recognised" || got.Files != "2 files" || got.AsOf != "n/a" || got.Title != "Run report" {
		t.Errorf("%+v", got)
	}
	for i, spoil := range []func(l *report.LedgerTotal){
		func(l *report.LedgerTotal) { l.Files++ }, func(l *report.LedgerTotal) { l.Bytes++ }, func(l *report.LedgerTotal) { l.Lines++ },
		func(l *report.LedgerTotal) { l.Records++ }, func(l *report.LedgerTotal) { l.Claimed++ }, func(l *report.LedgerTotal) { l.Kept++ },
		func(l *report.LedgerTotal) { l.Blank++ }, func(l *report.LedgerTotal) { l.Ignored++ }, func(l *report.LedgerTotal) { l.Duplicate++ },
		func(l *report.LedgerTotal) { l.Superseded++ }, func(l *report.LedgerTotal) { l.Rejected++ },
	} {
		l := ledger()
		spoil(&l.Total)
		if fault, sound := inputLine(l); sound || fault != "Input is not accounted for: the counts of the files do not sum to the total." {
			t.Errorf("%d: %q", i, fault)
		}
	}
}

// The line about the input counts files, lines or records, and what was rejected or not known.
func TestLineAboutTheInput(t *testing.T) {
	format, lines := "kahn", int64(1200)
	for _, c := range []struct {
		files []report.LedgerFile
		total report.LedgerTotal
		want  string
	}{
		{nil, report.LedgerTotal{}, "0 files, 0 lines"},
		{[]report.LedgerFile{{Format: &format, Lines: &lines, Records: 3, Fates: report.Fates{Kept: 1199, Rejected: 1}}},
			report.LedgerTotal{Files: 1, Claimed: 1, Lines: 1200, Records: 3, Fates: report.Fates{Kept: 1199, Rejected: 1}}, "1 file, 1,200 lines, 1 rejected"},
		{[]report.LedgerFile{{Format: &format, Records: 1, Fates: report.Fates{Kept: 1}}, {}},
			report.LedgerTotal{Files: 2, Claimed: 1, Records: 1, Fates: report.Fates{Kept: 1}}, "2 files, 1 record, 1 file of no known format"},
		{[]report.LedgerFile{{}, {}}, report.LedgerTotal{Files: 2}, "2 files, 0 lines, 2 files of no known format"},
	} {
		got, sound := inputLine(report.Ledger{Files: c.files, Total: c.total})
		if want := "All input accounted for: " + c.want; got != want || !sound {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What can be compared are two entries or more, with their items, times rounded to a hundredth.
func TestEntriesThatCanBeCompared(t *testing.T) {
	entry := report.Compared{Key: "k", Name: "n\u202e", About: "a", Result: "passed", Items: []report.ComparedItem{
		{Name: "i", Result: "failed", DurationS: report.Known(1.23456)}, {Name: "j", Result: "found"}}}
	side := report.Compared{Key: "s"}
	broken := errors.New("no runs")
	for name, c := range map[string]struct {
		list  []report.Compared
		err   error
		sides bool
		n     int
	}{
		"one": {[]report.Compared{entry}, nil, false, 0}, "two": {[]report.Compared{entry, entry}, nil, false, 2}, "a side": {[]report.Compared{side, entry}, nil, true, 2},
		"an error": {[]report.Compared{entry, entry}, broken, false, 0},
	} {
		v, err := newCompared(&report.Report{Compared: func() ([]report.Compared, error) { return c.list, c.err }})
		if !errors.Is(err, c.err) || (v != nil) != (c.n > 0) || v != nil && (len(v.Entries) != c.n || v.Sides != c.sides) {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	if v, err := newCompared(&report.Report{}); v != nil || err != nil {
		t.Errorf("%+v, %v", v, err)
	}
	v, _ := newCompared(&report.Report{Compared: func() ([]report.Compared, error) { return []report.Compared{entry, side}, nil }})
	e := v.Entries[0]
	if e.Key != "k" || e.Name != `n\u202E` || e.About != "a" || e.Result != "passed" || len(e.Items) != 2 {
		t.Errorf("%+v", e)
	}
	if i := e.Items; *i[0].Seconds != 1.23 || i[0].Name != "i" || i[0].Result != "failed" || i[1].Seconds != nil {
		t.Errorf("%+v", i)
	}
	r := &report.Report{Compared: func() ([]report.Compared, error) { return nil, broken }}
	if _, err := html(r, Options{}); !errors.Is(err, broken) {
		t.Errorf("the page is made without what could not be read: %v", err)
	}
}

// An ID that is taken or that cannot be one is refused, whatever has it: sections, charts with
// their tables, and tables.
func TestIDsThatAreRefused(t *testing.T) {
	section := func(id string, blocks ...report.Block) report.Section {
		return report.Section{ID: id, Blocks: blocks}
	}
	chart := func(id, table string) report.Block {
		c := &report.Chart{ID: id}
		if table != "" {
			c.Table = &report.Table{ID: table}
		}
		return report.Block{Chart: c}
	}
	table := func(id string) report.Block { return report.Block{Table: &report.Table{ID: id}} }
	for name, c := range map[string]struct {
		sections []report.Section
		quotes   int
		want     string
	}{
		"all well":                      {[]report.Section{section("a", chart("a", "a"), table("b"), report.Block{}), section("b", chart("b", ""))}, 3, ""},
		"an empty one":                  {[]report.Section{section("")}, 0, `section "": the ID has to be of a-z, 0-9 and -`},
		"a capital":                     {[]report.Section{section("A")}, 0, `section "A": the ID has to be of a-z, 0-9 and -`},
		"64 letters":                    {[]report.Section{section(strings.Repeat("a", 64))}, 0, ""},
		"65 letters":                    {[]report.Section{section(strings.Repeat("a", 65))}, 0, fmt.Sprintf(`section %q: the ID has to be of a-z, 0-9 and -`, strings.Repeat("a", 65))},
		"two sections":                  {[]report.Section{section("a"), section("a")}, 0, `section "a": the ID is taken`},
		"a section as the title before": {[]report.Section{section("a"), section("a-title")}, 0, `section "a-title": the ID is taken`},
		"one of the page's own":         {[]report.Section{section("search")}, 0, `section "search": the ID is taken`},
		"a line":                        {[]report.Section{section("line-2")}, 2, `section "line-2": the ID is taken`},
		"no line":                       {[]report.Section{section("line-3")}, 2, ""},
		"two charts":                    {[]report.Section{section("a", chart("c", "")), section("b", chart("c", ""))}, 0, `chart "c": the ID is taken`},
		"a chart for phones":            {[]report.Section{section("a", chart("c", ""), chart("c-narrow", ""))}, 0, `chart "c-narrow": the ID is taken`},
		"two tables":                    {[]report.Section{section("a", table("t"), table("t"))}, 0, `table "t": the ID is taken`},
		"a table and that of a chart":   {[]report.Section{section("a", table("t"), chart("c", "t"))}, 0, `table "t": the ID is taken`},
		"a chart that is none":          {[]report.Section{section("a", chart("c_d", ""))}, 0, `chart "c_d": the ID has to be of a-z, 0-9 and -`},
		"a table that is none":          {[]report.Section{section("a", table("-t"))}, 0, `table "-t": the ID has to be of a-z, 0-9 and -`},
	} {
		got := ""
		err := checkAnchors(c.sections, make([]report.Quote, c.quotes))
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want == "" {
			continue
		}
		r := &report.Report{Sections: c.sections, Quotes: make([]report.Quote, c.quotes)}
		for _, output := range []string{"html", "markdown"} {
			if _, err := collected(r, []string{output}, Options{}); err == nil {
				t.Errorf("%s: %s is made", name, output)
			}
		}
	}
}
