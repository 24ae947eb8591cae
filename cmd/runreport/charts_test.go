package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/analyze"
	"runreport/analyze/metric"
	"runreport/analyze/present"
	"runreport/analyze/report"
	"runreport/ingest"
	"runreport/render/chart"
	"runreport/unit/tier"
)

func demoReport(t *testing.T) *report.Report {
	t.Helper()
	res, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{demoLogs}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := analyze.Build(context.Background(), res.Tables, analyze.Options{Title: "Run report"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestChartsAnswer: every chart answers a question of the list, says what was counted,
// and has its numbers in a table of its own or in its section's.
func TestChartsAnswer(t *testing.T) {
	for _, s := range demoReport(t).Sections {
		tables := slices.ContainsFunc(s.Blocks, func(b report.Block) bool { return b.Table != nil })
		for _, b := range s.Blocks {
			c := b.Chart
			if c == nil {
				continue
			}
			if f := present.FigureOf(c.ID); f == nil || f.Kind != c.Kind && f.ID != "concurrency-" { // by instant or by day
				t.Errorf("chart %s of kind %s is not in analyze/present/figures.go", c.ID, c.Kind)
			}
			if c.Title == "" || len(c.Title) > 160 || strings.HasSuffix(c.Title, ".") {
				t.Errorf("chart %s: the title %q is not a short sentence", c.ID, c.Title)
			}
			if !strings.Contains(c.N, "n = ") {
				t.Errorf("chart %s does not say what was counted: %q", c.ID, c.N)
			}
			if c.Table == nil && !tables {
				t.Errorf("chart %s: its numbers are in no table", c.ID)
			}
			if c.Table != nil && len(c.Table.Rows) == 0 {
				t.Errorf("chart %s: its table is empty", c.ID)
			}
		}
	}
}

// TestChartsPageIsCurrent holds docs/charts.md and its pictures to the code.
// UPDATE_GOLDEN=1 rewrites them.
func TestChartsPageIsCurrent(t *testing.T) {
	tier.Seconds(t)
	page, pictures := chartsPage(t)
	files := map[string][]byte{"charts.md": []byte(page)}
	for name, svg := range pictures {
		files["charts/"+name] = svg
	}
	docs := filepath.Join("..", "..", "docs")
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.RemoveAll(filepath.Join(docs, "charts")); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(docs, "charts"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range files {
		path := filepath.Join(docs, filepath.FromSlash(name))
		if os.Getenv("UPDATE_GOLDEN") == "1" {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
			t.Errorf("docs/%s is not what the code draws; run UPDATE_GOLDEN=1 go test ./cmd/runreport -run Charts", name)
		}
	}
	there, err := filepath.Glob(filepath.Join(docs, "charts", "*"))
	if err != nil || len(there) != len(pictures) {
		t.Errorf("%d files in docs/charts, %d are drawn (%v)", len(there), len(pictures), err)
	}
}

var backquoted = regexp.MustCompile("`([a-z-]+)`")

// chartsPage shows each chart of the list as the demonstration logs draw it.
func chartsPage(t *testing.T) (page string, pictures map[string][]byte) {
	t.Helper()
	drawn := map[*present.Figure]*report.Chart{}
	for _, s := range demoReport(t).Sections {
		for _, b := range s.Blocks {
			if b.Chart != nil && drawn[present.FigureOf(b.Chart.ID)] == nil {
				drawn[present.FigureOf(b.Chart.ID)] = b.Chart
			}
		}
	}
	var b strings.Builder
	pictures = map[string][]byte{}
	b.WriteString("# Charts\n\nWritten from `analyze/present/figures.go` and drawn from `testdata/demo`. Each chart answers one question; its title is the answer, and the table beside it on the page holds its numbers.\n")
	for _, f := range present.Figures {
		fmt.Fprintf(&b, "\n## %s\n\n", f.Question)
		if c := drawn[f]; c != nil {
			svg, err := chart.File(c, chart.DefaultWidth)
			if err != nil {
				t.Fatal(err)
			}
			name := strings.Trim(f.ID, "-") + ".svg"
			pictures[name] = svg
			fmt.Fprintf(&b, "![%s](charts/%s)\n\n", strings.NewReplacer("[", "(", "]", ")", "<", "&lt;").Replace(c.Title), name)
		} else {
			b.WriteString("The demonstration is too small for this one.\n\n")
		}
		fmt.Fprintf(&b, "Kind: [%s](#kinds). %s\n", f.Kind, backquoted.ReplaceAllStringFunc(f.Numbers, metricLink(t)))
	}
	b.WriteString("\n## Kinds\n\nWritten from `analyze/report/chart.go`. A role is a colour, and a shape, a dash or a texture beside it.\n\n| Kind | What it draws |\n|---|---|\n")
	for _, k := range chartKinds(t) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", k[0], cell(k[1]))
	}
	return b.String(), pictures
}

// metricLink links the name of a metric to its definition.
func metricLink(t *testing.T) func(string) string {
	return func(quoted string) string {
		name := strings.Trim(quoted, "`")
		for _, m := range metric.Metrics {
			if m.Name == name {
				return "[" + quoted + "](metrics.md#" + strings.ReplaceAll(strings.ToLower(m.Title), " ", "-") + ")"
			}
		}
		t.Errorf("analyze/present/figures.go names %s, which is no metric", name)
		return quoted
	}
}

// chartKinds are the kinds of charts with what their declarations say of them.
func chartKinds(t *testing.T) (kinds [][2]string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", "analyze", "report", "chart.go"), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if typ, ok := v.Type.(*ast.Ident); !ok || typ.Name != "ChartKind" {
				continue
			}
			name := strings.Trim(v.Values[0].(*ast.BasicLit).Value, `"`)
			doc := strings.Join(strings.Fields(v.Doc.Text()), " ")
			_, doc, _ = strings.Cut(doc, " ")
			kinds = append(kinds, [2]string{name, strings.ToUpper(doc[:1]) + doc[1:]})
		}
	}
	return kinds
}
