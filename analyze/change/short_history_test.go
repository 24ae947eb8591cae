package change

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// lastDates prints what the reference program says about the last date of every case.
const lastDates = `
import json, sys
sys.path.insert(0, sys.argv[1])
import changes
print(json.dumps([changes.last_date(case)["steps"] for case in json.load(sys.stdin)]))`

// shortHistory is made-up steps of 25 to 69 dates. In two of three, the last one to five dates
// of one step are slower or faster.
type shortHistory struct {
	year    [][][]float64
	planted int // the step, -1 for none
}

func newShortHistory(r *rand.Rand) shortHistory {
	s := setting{shape: shapes[r.IntN(len(shapes))], steps: 5 + r.IntN(16), runs: 1 + r.IntN(3), load: 0.05 * r.Float64()}
	dates := 25 + r.IntN(45)
	h := shortHistory{s.year(r, dates), -1}
	if r.IntN(3) == 0 {
		return h
	}
	h.planted = r.IntN(s.steps)
	factor := []float64{0.5, 0.6, 1.5, 1.7, 2}[r.IntN(5)]
	for d := dates - 1 - r.IntN(5); d < dates; d++ {
		for k := range h.year[h.planted][d] {
			h.year[h.planted][d][k] *= factor
		}
	}
	return h
}

// called returns the steps that a rule calls on the last date.
func (h shortHistory) called(by rule) map[string]bool {
	// No search for change points: the reference program has none.
	groups, dates := prepareDurations(yearSeries(h.year), false)
	_, final := replayDurations(groups, dates, by)
	called := map[string]bool{}
	for _, v := range final {
		if v.state == New {
			called[v.t.key.Name] = true
		}
	}
	return called
}

// referenceCalls are the steps of each history that the reference program calls.
func referenceCalls(t *testing.T, all []shortHistory) []map[string]bool {
	t.Helper()
	folder := filepath.Join("..", "..", "..", "shared", "reference")
	if _, err := os.Stat(filepath.Join(folder, "changes.py")); errors.Is(err, fs.ErrNotExist) {
		t.Skip("no reference program beside the project")
	}
	cases := make([]map[string][][]float64, len(all))
	for i, h := range all {
		cases[i] = map[string][][]float64{}
		for _, s := range yearSeries(h.year) {
			for _, p := range s.Points {
				cases[i][s.Name] = append(cases[i][s.Name], p.Values)
			}
		}
	}
	in, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	var complaint bytes.Buffer
	c := exec.Command("python3", "-B", "-c", lastDates, folder)
	c.Stdin, c.Stderr = bytes.NewReader(in), &complaint
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaint.String())
	}
	var said []map[string]struct{ State string }
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatal(err)
	}
	calls := make([]map[string]bool, len(said))
	for i, steps := range said {
		calls[i] = map[string]bool{}
		for name, s := range steps {
			if s.State == "call" {
				calls[i][name] = true
			}
		}
	}
	return calls
}

// Promise: in short histories the package calls what the reference program of 1.21 calls and
// nothing else. The scores contradict at most one in fifty of the planted changes that it calls.
func TestShortHistoriesAgainstTheReferenceProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of simulation")
	}
	r := rand.New(rand.NewPCG(26, 1))
	all := make([]shortHistory, 400)
	for i := range all {
		all[i] = newShortHistory(r)
	}
	planted, withheld := 0, 0
	for i, reference := range referenceCalls(t, all) {
		defined, called := all[i].called(judgeDefinition), all[i].called(judgeDurations)
		if !maps.Equal(defined, reference) {
			t.Errorf("history %d: the definition calls %v, the reference program %v", i, defined, reference)
		}
		for name := range called {
			if !reference[name] {
				t.Errorf("history %d: %s is called, not by the reference program", i, name)
			}
		}
		if name := stepName(all[i].planted); reference[name] {
			planted++
			if !called[name] {
				withheld++
			}
		}
	}
	t.Logf("%d of %d planted changes are withheld", withheld, planted)
	if planted < 200 || 50*withheld > planted {
		t.Errorf("%d of %d planted changes are withheld, at most one in fifty promised", withheld, planted)
	}
}
