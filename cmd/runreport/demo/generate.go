package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// LogsFolder is the folder below Options.Dir that holds the log tree, and
// TruthFile the file beside it that holds the truth.
const (
	LogsFolder = "logs"
	TruthFile  = "truth.json"
)

// DefaultDirty is the usual share of damaged files.
const DefaultDirty = 0.02

// Options says what to generate.
type Options struct {
	Dir   string  // created if it is missing; must be empty
	Runs  int     // of all systems together, at least 1
	Seed  uint64  //
	Dirty float64 // probability of damage to a log file, from 0 to 1
}

// generator holds what the systems' writers share.
type generator struct {
	*tree
	seed    uint64
	samples *samples // of the metrics
}

// Generate writes logs of all five systems below opts.Dir and returns what is
// true of them, which it also writes beside them. It fails on options out of
// range, on a folder that is not empty and on files that cannot be written.
func Generate(opts Options) (Truth, error) {
	if err := opts.check(); err != nil {
		return Truth{}, err
	}
	t := newTree(filepath.Join(opts.Dir, LogsFolder), opts.Seed, opts.Dirty)
	g := &generator{tree: t, seed: opts.Seed, samples: newSamples()}
	runs := split(opts.Runs)
	truth := Truth{Schema: TruthSchema, Seed: opts.Seed, Total: opts.Runs, Dirty: opts.Dirty}

	var errs [7]error
	truth.Kahn, errs[0] = g.kahn(runs[kahnRuns])
	truth.Playbook, errs[1] = g.playbook(runs[playbookRuns])
	truth.Cycles, errs[2] = g.cycles(runs[cycleRuns])
	truth.Crabyard, errs[3] = g.crabyard(runs[crabyardRuns])
	truth.CADRE, errs[4] = g.cadre(runs[cadreRuns])
	truth.AAMF, errs[5] = g.aamf(runs[aamfRuns])
	truth.Fishbowl, errs[6] = g.fishbowl(runs[fishbowlRuns])
	if err := errors.Join(errs[:]...); err != nil {
		return Truth{}, err
	}
	truth.Files, truth.Lines, truth.Damage = t.files, t.lines, t.damage
	truth.Metrics = g.samples.truth()
	return truth, truth.save(filepath.Join(opts.Dir, TruthFile))
}

func (o Options) check() error {
	switch {
	case o.Dir == "":
		return errors.New("demo: no folder given")
	case o.Runs < 1:
		return fmt.Errorf("demo: runs: %d, must be at least 1", o.Runs)
	case !(o.Dirty >= 0 && o.Dirty <= 1):
		return fmt.Errorf("demo: dirty: %v, must be from 0 to 1", o.Dirty)
	}
	return mustBeEmpty(o.Dir)
}

// mustBeEmpty fails unless dir is missing or an empty folder: logs of an earlier
// call among the new ones would make the truth wrong.
func mustBeEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("demo: %w", err)
	}
	if len(entries) > 0 {
		return fmt.Errorf("demo: %s: folder is not empty", dir)
	}
	return nil
}

func (t Truth) save(name string) error {
	data, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := os.WriteFile(name, append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return nil
}

// The letters of rota, one for each kind of run.
const (
	kahnRuns     = 'k'
	playbookRuns = 'p'
	cycleRuns    = 'y'
	crabyardRuns = 'c'
	cadreRuns    = 'r'
	aamfRuns     = 'm'
	fishbowlRuns = 'f'
)

// rota says what run i is, by i modulo its length. The first ten runs have six
// of the seven kinds, the first twenty all.
const rota = "kckfkpkrky" + "kkckfkkmkk" + "kckfkpkkrk" + "kkckfkrkpk" + "kcfkkfkckk"

// split returns the numbers of the runs of each kind, ascending.
func split(runs int) map[byte][]int {
	of := map[byte][]int{}
	for i := range runs {
		kind := rota[i%len(rota)]
		of[kind] = append(of[kind], i)
	}
	return of
}

// runsPerDay is the number of runs of all systems on one day.
const runsPerDay = 10

var firstDay = time.Date(2025, time.January, 6, 0, 0, 0, 0, time.UTC) // a Monday

// dayOf is midnight of the day of run i, weekOf of the Monday of its week.
func dayOf(i int) time.Time  { return firstDay.AddDate(0, 0, i/runsPerDay) }
func weekOf(i int) time.Time { return firstDay.AddDate(0, 0, i/(7*runsPerDay)*7) }

// batches cuts ascending run numbers into groups of the same period.
func batches(runs []int, period func(int) time.Time) [][]int {
	var out [][]int
	for n, i := range runs {
		if n == 0 || !period(i).Equal(period(runs[n-1])) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
	}
	return out
}
