package render

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"runreport/analyze/report"
)

// rendered makes the named outputs and returns their files' contents by path.
func rendered(t *testing.T, r *report.Report, names ...string) map[string]string {
	t.Helper()
	contents := map[string]string{}
	// Hostile texts make the page long; the tests want all of it.
	for f, err := range Render(r, names, Options{Jobs: 2, PageBytes: 16 << 20}) {
		if err != nil {
			t.Fatal(err)
		}
		contents[f.Path] = string(f.Content)
	}
	return contents
}

// collected are the files of the named outputs, or the first error.
func collected(r *report.Report, names []string, o Options) (files []File, err error) {
	for f, err := range Render(r, names, o) {
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// atOnce are the names of the outputs that are small; the site has tests of its own.
func atOnce() []string {
	return slices.DeleteFunc(Names(), func(name string) bool { return name == "site" })
}

func TestRenderMakesEveryFile(t *testing.T) {
	contents := rendered(t, fixture(), atOnce()...)
	want := []string{"index.html", "report.md", "details.md", "summary.json", "comment.md", "step-summary.md", "gitlab-note.md",
		"annotations.txt", "feed.atom", "badge.json", "junit.xml", "report.sarif", "codequality.json", "report.eml"}
	for _, c := range charts(fixture().Sections) {
		want = append(want, "charts/"+c.ID+".svg")
	}
	for _, path := range want {
		if contents[path] == "" {
			t.Errorf("%s is missing or empty", path)
		}
	}
	if len(contents) != len(want) {
		t.Errorf("%d files, want %d", len(contents), len(want))
	}
}

func TestTheFileToOpenFirstIsWritten(t *testing.T) {
	for _, out := range Outputs {
		files, err := collected(fixture(), []string{out.Name}, Options{Jobs: 2})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(files, func(f File) bool { return f.Path == out.Front }) {
			t.Errorf("%s: no %q among its files", out.Name, out.Front)
		}
	}
	for _, c := range []struct{ names, want string }{
		{"html json", "index.html"}, {"json site", "site/index.html"}, {"site", "site/index.html"}, {"feed site", "site/index.html"},
	} {
		if got := Front(strings.Fields(c.names)); got != c.want {
			t.Errorf("of %s: %s, want %s", c.names, got, c.want)
		}
	}
}

// What is not marked Whole is made without sections, pages and quotes.
func TestOutputsOfDataAlone(t *testing.T) {
	whole, data := fixture(), fixture()
	data.Sections, data.Absent, data.Quotes, data.Pages, data.Compared = nil, nil, nil, report.Pages{}, nil
	for _, out := range Outputs {
		quoted := false
		o := Options{Jobs: 1, Quote: func([]report.Evidence) []report.Quote { quoted = true; return nil }}
		want, err := collected(whole, []string{out.Name}, o)
		if err != nil {
			t.Fatal(err)
		}
		if quoted != out.Whole {
			t.Errorf("%s: asked for quotes: %t", out.Name, quoted)
		}
		got, err := collected(data, []string{out.Name}, o)
		if same := reflect.DeepEqual(want, got); err != nil || same == out.Whole {
			t.Errorf("%s: the same without sections: %t, %v", out.Name, same, err)
		}
	}
}

// What is not marked Paged is made without pages.
func TestOutputsWithoutPages(t *testing.T) {
	with, without := fixtureSite(), fixture()
	for _, out := range Outputs {
		want, err := collected(with, []string{out.Name}, Options{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, err := collected(without, []string{out.Name}, Options{Jobs: 1})
		if same := reflect.DeepEqual(want, got); err != nil || same == Paged([]string{out.Name}) {
			t.Errorf("%s: the same without pages: %t, %v", out.Name, same, err)
		}
	}
}

func TestRenderIsDeterministicAndChangesNothing(t *testing.T) {
	r := fixture()
	backwards := atOnce()
	slices.Reverse(backwards)
	first, err := collected(r, backwards, Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	second, err := collected(r, atOnce(), Options{Jobs: 8})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, second) { // faster than a difference of 5 MB
		t.Errorf("two renderings differ:\n%.2000s", cmp.Diff(first, second))
	}
	if diff := cmp.Diff(fixture(), r, cmpopts.IgnoreFields(report.Report{}, "Tests")); diff != "" {
		t.Errorf("the report was changed (-before +after):\n%s", diff)
	}
}

// Outputs that are made at once come in the order of Outputs, up to the first that cannot be made. A consumer that
// stops gets no more files.
func TestOutputsMadeAtOnceComeInTheirOrder(t *testing.T) {
	broken := fixture()
	broken.Sections[0].ID = "" // the page and Markdown refuse it
	for _, jobs := range []int{1, 2, 16} {
		files, err := collected(fixture(), atOnce(), Options{Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		next := 0
		for _, out := range Outputs {
			if out.Each != nil {
				continue
			}
			of, err := out.Files(fixture(), Options{Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range of {
				if next >= len(files) || files[next].Path != want.Path || string(files[next].Content) != string(want.Content) {
					t.Fatalf("%d jobs: file %d is not %s as %s alone makes it", jobs, next, want.Path, out.Name)
				}
				next++
			}
		}
		n := 0
		for range Render(fixture(), atOnce(), Options{Jobs: jobs}) {
			if n++; n == 2 {
				break
			}
		}
		if next != len(files) || n != 2 {
			t.Errorf("%d jobs: %d files of %d, %d before the end", jobs, next, len(files), n)
		}
		n = 0
		for f, err := range Render(broken, []string{"json", "html"}, Options{Jobs: jobs}) {
			if n++; n > 1 || err == nil || !strings.Contains(err.Error(), "html") {
				t.Errorf("%d jobs: %q, %v, want the fault of html alone", jobs, f.Path, err)
			}
		}
	}
}

func TestRenderRefuses(t *testing.T) {
	tests := []struct {
		name  string
		names []string
		spoil func(*report.Report)
		want  string
	}{
		{"unknown format", []string{"html", "docx"}, func(*report.Report) {}, `unknown format "docx": known are ` + strings.Join(Names(), ", ")},
		{"section ID", []string{"html"}, func(r *report.Report) { r.Sections[0].ID = "a b" }, `html: section "a b": the ID has to be of a-z, 0-9 and -`},
		{"two sections", []string{"markdown"}, func(r *report.Report) { r.Sections[0].ID = "flakes" }, `markdown: section "flakes": the ID is taken`},
		{"the page's own ID", []string{"html"}, func(r *report.Report) { r.Sections[0].ID = "attention" }, `html: section "attention": the ID is taken`},
		{"a table like a section", []string{"html"}, func(r *report.Report) { r.Sections[7].ID = "table-recall" }, `html: section "table-recall": the ID is taken`},
		{"the table of a chart", []string{"html"}, func(r *report.Report) { r.Sections[1].Blocks[0].Chart.Table.ID = "runs" }, `html: table "runs": the ID is taken`},
		{"chart ID", []string{"markdown"}, func(r *report.Report) { r.Sections[0].Blocks[0].Chart.ID = "../x" }, `markdown: chart "../x": the ID has to be of a-z, 0-9 and -`},
		{"table ID", []string{"html"}, func(r *report.Report) { r.Sections[0].Blocks[2].Table.ID = "" }, `html: table "": the ID has to be of a-z, 0-9 and -`},
		{"chart", []string{"html"}, func(r *report.Report) { r.Sections[0].Blocks[0].Chart.Kind = "pie" }, `html: chart recall-change: unknown kind "pie"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := fixture()
			tt.spoil(r)
			if _, err := collected(r, tt.names, Options{}); !errors.Is(err, ErrRender) || err.Error() != "the report cannot be drawn: "+tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestRenderEmptyReport(t *testing.T) {
	contents := rendered(t, &report.Report{}, atOnce()...)
	if page := contents["index.html"]; !strings.Contains(page, "Nothing to compare") || strings.Contains(page, "echarts") {
		t.Error("an empty page has a verdict, and brings no chart library")
	}
	if text := contents["report.md"]; !strings.HasPrefix(text, "# Run report\n\n**○ Nothing to compare**\n\n0 runs.\n\n") {
		t.Errorf("report.md begins %.100q", text)
	}
}

func TestMapStrings(t *testing.T) {
	r := fixture()
	upper := mapStrings(r.Sections, strings.ToUpper)
	if got, want := upper[0].Blocks[2].Table.Rows[0].Detail[0], strings.ToUpper(r.Sections[0].Blocks[2].Table.Rows[0].Detail[0]); got != want {
		t.Errorf("detail %q, want %q", got, want)
	}
	if got := upper[0].Blocks[2].Table.Rows[0].Role; got != report.RoleBad {
		t.Errorf("a role is no text: %q", got)
	}
	if diff := cmp.Diff(fixture().Sections, r.Sections); diff != "" {
		t.Errorf("the original was changed:\n%s", diff)
	}
	r.Tests = nil // functions are never equal
	if same := mapStrings(*r, func(s string) string { return s }); !reflect.DeepEqual(same, *r) {
		t.Errorf("a copy with nothing mapped differs:\n%s", cmp.Diff(*r, same))
	}
}

func TestMasthead(t *testing.T) {
	r := fixture()
	m := newMasthead(&r.Data)
	if !m.Sound || m.Runs != "8 runs" || m.Lines != "514 lines" || m.Records != "9 records of whole documents" {
		t.Errorf("masthead %+v", m)
	}
	if want := []tally{{"kahn", 7}, {"playbook", 1}}; !reflect.DeepEqual(m.Systems, want) {
		t.Errorf("systems %v, want %v", m.Systems, want)
	}
	for _, tt := range []struct {
		name  string
		spoil func(*report.Ledger)
		want  string
	}{
		{"a line lost", func(l *report.Ledger) { l.Files[1].Kept-- }, "Input is not accounted for: 211 of 212 lines or records in nights/2026-03-04.jsonl."},
		{"a record lost", func(l *report.Ledger) { l.Files[3].Records++ }, "Input is not accounted for: 9 of 10 lines or records in board/runs.json."},
		{"a file lost", func(l *report.Ledger) { l.Total.Files++ }, "Input is not accounted for: the counts of the files do not sum to the total."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := fixture()
			tt.spoil(&r.Data.Ledger)
			if m := newMasthead(&r.Data); m.Sound || m.Ledger != tt.want {
				t.Errorf("%v, %q, want %q", m.Sound, m.Ledger, tt.want)
			}
		})
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1234567: "-1,234,567", -999: "-999", 10000: "10,000"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestTableIsCutAtTheLowEnd(t *testing.T) {
	table := &report.Table{ID: "t", Columns: []report.Column{left("Name")}, Total: 3000}
	for range 60 {
		table.Rows = append(table.Rows, report.Row{Cells: []report.Cell{cell("x")}})
	}
	if v := newTable(table, budget{rows: 50, places: 9, code: 9}); len(v.Rows) != 50 || v.Shown != "The first 50 of 3,000 rows." {
		t.Errorf("%d rows, %q", len(v.Rows), v.Shown)
	}
	table.Total = 0
	if v := newTable(table, budget{rows: 60, places: 9, code: 9}); v.Shown != "" {
		t.Errorf("a whole table says %q", v.Shown)
	}
}

// No more outputs are made at once than asked for, and a fault names the output that has it.
func TestSomeOutputsAreMadeAtOnce(t *testing.T) {
	listed := Outputs
	defer func() { Outputs = listed }()
	for _, jobs := range []int{1, 3} {
		var now, most atomic.Int64
		Outputs = nil
		for i := range 12 {
			Outputs = append(Outputs, Output{Name: fmt.Sprint("output ", i), Files: func(*report.Report, Options) ([]File, error) {
				for n := now.Add(1); ; {
					if before := most.Load(); n <= before || most.CompareAndSwap(before, n) {
						break
					}
				}
				defer now.Add(-1)
				for end := time.Now().Add(20 * time.Second); i < jobs && most.Load() < int64(jobs) && time.Now().Before(end); {
					time.Sleep(time.Millisecond) // until those are there that may be made with it
				}
				if i == 10 {
					return nil, errors.New("no ink")
				}
				return []File{{Path: fmt.Sprint("file ", i)}}, nil
			}})
		}
		n, fault := 0, error(nil)
		for f, err := range Render(fixture(), Names(), Options{Jobs: jobs}) {
			if fault = err; err == nil && f.Path != fmt.Sprint("file ", n) {
				t.Errorf("%d jobs: file %d is %s", jobs, n, f.Path)
			}
			n++
		}
		if want := "the report cannot be drawn: output 10: no ink"; n != 11 || fault == nil || fault.Error() != want {
			t.Errorf("%d jobs: %d files, then %v, want 10, then %s", jobs, n-1, fault, want)
		}
		if got := most.Load(); got != int64(jobs) {
			t.Errorf("%d jobs: %d outputs were made at once", jobs, got)
		}
	}
}
