// The rules of who may import whom. The folders are the pipeline: what stands
// left of a waist never knows what stands right of it.
package runreport

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "runreport"

// evals is what the readers of evals and benchmarks import.
var evals = []string{"ingest/source", "ingest/record", "ingest/table", "ingest/trial"}

// may lists, for the packages below a folder, which of our packages they import.
// The first folder that fits decides; a trailing slash stands for all below it.
var may = []struct {
	folder  string
	imports []string
}{
	{"unit", nil},
	{"unit/disk", nil},
	{"unit/alias", nil},
	{"unit/tier", nil},
	{"unit/memory", nil},
	{"unit/garbage", []string{"unit/memory"}},
	{"unit/parallel", nil},
	{"unit/program", nil},
	{"unit/spill", []string{"unit/memory"}},
	{"ingest/source/sqlite", nil},
	{"ingest/source", []string{"unit", "ingest/source/sqlite"}},
	{"ingest/archive", []string{"ingest/source"}},
	{"ingest/table", []string{"unit", "unit/parallel", "unit/alias", "unit/spill"}},
	{"ingest/redact", nil},
	{"ingest/clean", []string{"ingest/naming", "ingest/record", "ingest/redact", "ingest/table"}},
	{"ingest/markdown", nil},
	{"ingest/fragment", []string{"ingest/record"}},
	{"ingest/record", []string{"unit", "ingest/source", "ingest/source/sqlite", "ingest/table"}},
	{"ingest/testrun", []string{"unit/parallel", "ingest/record", "ingest/table"}},
	{"ingest/junit", []string{"unit/parallel", "ingest/source", "ingest/record", "ingest/table", "ingest/testrun"}},
	{"ingest/gotest", []string{"ingest/source", "ingest/record", "ingest/table", "ingest/testrun"}},
	{"ingest/ctrf", []string{"ingest/source", "ingest/record", "ingest/table", "ingest/testrun"}},
	{"ingest/playwright", []string{"ingest/source", "ingest/record", "ingest/table", "ingest/testrun"}},
	{"ingest/allure", []string{"ingest/source", "ingest/record", "ingest/table", "ingest/testrun"}},
	{"ingest/ingesttest/toy", []string{"ingest/source", "ingest/record", "ingest/table"}},
	{"ingest/dataset", []string{"unit/disk", "ingest/table"}},
	{"ingest/history", []string{"ingest/dataset", "ingest/record", "ingest/table"}},
	{"ingest/tie", []string{"ingest/dataset", "ingest/history", "ingest/record", "ingest/table"}},
	{"ingest/playbook", []string{"ingest/source", "ingest/record", "ingest/table", "ingest/playbook/"}},
	{"ingest/playbook/layout", nil},
	{"ingest/playbook/sheet", []string{"ingest/record", "ingest/table"}},
	{"ingest/playbook/companion", []string{"ingest/source", "ingest/markdown", "ingest/record", "ingest/table",
		"ingest/playbook/layout", "ingest/playbook/sheet"}},
	{"ingest/playbook/cycle", []string{"ingest/record", "ingest/table", "ingest/playbook/layout", "ingest/playbook/sheet"}},
	{"ingest/playbook/run", []string{"ingest/record", "ingest/table",
		"ingest/playbook/companion", "ingest/playbook/layout", "ingest/playbook/sheet"}},
	{"ingest/playbook/playbooktest", []string{"ingest/record", "ingest/table", "ingest/ingesttest", "ingest/playbook"}},
	{"ingest/trial", []string{"ingest/record", "ingest/table"}},
	{"ingest/terminalbench", evals},
	{"ingest/harbor", evals},
	{"ingest/inspect", evals},
	{"ingest/swebench", evals},
	{"ingest/promptfoo", evals},
	{"ingest/lmeval", evals},
	{"ingest/session", []string{"ingest/record", "ingest/table"}},
	{"ingest/claude", []string{"ingest/source", "ingest/record", "ingest/table", "ingest/session"}},
	{"ingest/codex", []string{"ingest/source", "ingest/record", "ingest/table", "ingest/session"}},
	{"ingest/", []string{"unit", "ingest/source", "ingest/source/sqlite", "ingest/markdown", "ingest/record", "ingest/table"}},
	{"ingest", []string{"unit", "unit/parallel", "unit/program", "unit/disk", "unit/garbage", "unit/spill", "ingest/"}},
	{"analyze/stat", nil},
	{"analyze/report/slug", nil},
	{"analyze/report", []string{"unit", "unit/alias"}},
	{"analyze/gate", []string{"unit", "analyze/report", "analyze/words"}},
	{"analyze/words", []string{"unit", "analyze/report"}},
	{"analyze/gate", []string{"unit", "analyze/report", "analyze/words"}},
	{"analyze/metric", []string{"unit", "unit/parallel", "unit/spill", "ingest/table", "analyze/stat", "analyze/report"}},
	{"analyze/views/enginetest", nil},
	{"analyze/views", []string{"unit", "ingest/table", "analyze/metric"}},
	{"analyze/recall/recalltest", []string{"ingest/table"}},
	{"analyze/report/reporttest", []string{"analyze/report"}},
	{"analyze/recall", []string{"unit", "ingest/table", "analyze/stat", "analyze/report", "analyze/words", "analyze/metric"}},
	{"analyze/change", []string{"unit", "unit/parallel", "unit/spill", "analyze/stat", "analyze/report", "analyze/words", "analyze/metric", "analyze/recall"}},
	{"analyze/compare", []string{"unit", "analyze/words", "analyze/stat", "analyze/report", "analyze/metric"}},
	{"analyze/failure", []string{"ingest/table", "analyze/stat", "analyze/report", "analyze/metric"}},
	{"analyze/problem", []string{"unit", "unit/parallel", "unit/alias", "analyze/stat", "analyze/report", "analyze/words", "analyze/metric", "analyze/recall", "analyze/change", "analyze/failure", "analyze/gate"}},
	{"analyze/present", []string{"unit", "unit/parallel", "analyze/stat", "analyze/report", "analyze/report/slug", "analyze/words", "analyze/metric", "analyze/recall", "analyze/change", "analyze/problem", "analyze/gate"}},
	{"analyze", []string{"unit/parallel", "ingest/table", "analyze/"}},
	{"analyze/analyzetest", []string{"ingest", "analyze", "analyze/"}},
	{"templates", nil},
	{"render/pagetest", nil},
	{"render/sitetest", nil},
	{"render/publish", []string{"unit/disk"}},
	{"render/typed", nil},
	{"render/chart", []string{"unit", "analyze/report", "templates"}},
	{"render", []string{"unit", "unit/garbage", "analyze/report", "analyze/report/slug", "templates", "render/chart", "render/publish", "render/typed"}},
	{"cmd/runreport/demo", nil},
	{"cmd/", []string{"unit", "unit/alias", "unit/garbage", "unit/program", "ingest", "ingest/table", "analyze", "analyze/", "render", "render/publish", "cmd/", "docs/ci"}},
	{"docs/ci", nil},
}

func within(pkg, folder string) bool {
	if prefix, ok := strings.CutSuffix(folder, "/"); ok {
		return strings.HasPrefix(pkg, prefix+"/")
	}
	return pkg == folder
}

func TestWhoImportsWhom(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && p != "." || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		// A folder with a go.mod is a module of its own, which imports nothing of ours.
		if _, err := os.Stat(filepath.Join(p, "go.mod")); d.IsDir() && p != "." && err == nil {
			return fs.SkipDir
		}
		if !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		seen++
		checkFile(t, filepath.ToSlash(p))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 50 {
		t.Errorf("only %d files were looked at", seen)
	}
}

func checkFile(t *testing.T, p string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	pkg := path.Dir(p)
	rule := slices.IndexFunc(may, func(r struct {
		folder  string
		imports []string
	}) bool {
		return within(pkg, r.folder)
	})
	if rule < 0 {
		t.Errorf("%s: no rule says what %s may import", p, pkg)
		return
	}
	for _, spec := range f.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(name, "apache"+"/arrow") && pkg != "ingest/table" {
			t.Errorf("%s imports Arrow: only ingest/table does", p)
		}
		if strings.Contains(name, "yuin"+"/goldmark") && within(pkg, "ingest/") && pkg != "ingest/markdown" {
			t.Errorf("%s imports goldmark: below ingest only ingest/markdown does", p)
		}
		ours, ok := strings.CutPrefix(name, module+"/")
		if !ok {
			continue
		}
		if !slices.ContainsFunc(may[rule].imports, func(allowed string) bool { return within(ours, allowed) }) {
			t.Errorf("%s imports %s: %s may import only %v", p, ours, pkg, may[rule].imports)
		}
	}
}
