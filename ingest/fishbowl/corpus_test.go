package fishbowl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// TestCorpus reads the real ledgers that lie beside the project, where they do.
func TestCorpus(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "corpus", "fishbowl")
	paths, _ := filepath.Glob(filepath.Join(root, "*.jsonl")) // the pattern is good
	if len(paths) == 0 {
		t.Skip("no corpus here")
	}
	res := &ingesttest.Result{}
	for _, p := range paths {
		f := res.Read(t, System, p, "fishbowl/"+filepath.Base(p))
		if f.Format == nil {
			t.Fatalf("%s: nobody claims it", p)
		}
		if info, err := os.Stat(p); err != nil || info.Size() != f.Bytes {
			t.Errorf("%s: %d bytes", p, f.Bytes)
		}
	}
	res.Assemble(t, System)
	equal(t, "findings", fmt.Sprint(res.Codes()), "map[]")
	equal(t, "fates", res.Fates(), [4]int64{57, 0, 0, 0})
	equal(t, "events", res.Set.Events.Len(), 57)
	r, v := &res.Set.Runs, &res.Set.Verdicts
	var got []string
	for row := range r.Len() {
		line := fmt.Sprintf("%s %s %s/%s", r.Subject.At(row), r.Variant.At(row), r.Status.At(row), r.Outcome.At(row))
		for i := range v.Len() {
			if v.Run.At(i) == r.Key.At(row) && v.Kind.At(i) == finished {
				line += fmt.Sprintf(" %s=%s%v", v.Winner.At(i), v.WinnerKind.At(i), v.WinningModels.At(i))
				if v.Superseded.Is(i) {
					line += "(superseded)"
				}
			}
		}
		got = append(got, line)
	}
	want := []string{
		"debate-duel versus finished/verdict =[](superseded) debater-a=agent[stub:fast (deterministic)]",
		"debate-duel versus finished/verdict debater-b=agent[stub:balanced (deterministic)]",
		"oracle-grove none unfinished/",
		"the-steeped versus finished/verdict herd=team[stub:balanced (deterministic) stub:fast (deterministic) stub:tiny (deterministic)]",
		"twenty-sprouts versus finished/verdict secret-keeper=agent[stub:fast (deterministic)]",
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("runs:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			break
		}
	}
	e := &res.Set.Events
	for row := range e.Len() {
		all := e.Text.At(row) + e.Extra.At(row)
		if strings.Contains(all, "base64") || strings.Contains(all, "COMPASS") || len(all) > 2*maxText {
			t.Errorf("line %d: %q %q", e.Line.At(row), e.Text.At(row), e.Extra.At(row))
		}
	}
}
