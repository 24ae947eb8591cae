// Command mutants changes the code of every package in small ways, one at a time, and runs
// the package's own fast tests: a test that fails has killed the mutant. How many are killed
// says how much of a package its tests hold in place. A mutant that survives is tried with the
// tests of the package above it too, which are counted apart: those of ingest/playbook are the
// tests of ingest/playbook/run.
//
//	go run -C bench/mutants . -n 330 -seed 1 -json survivors.json
//
// The tree is not changed: go test gets changed files as an overlay. All mutants of a package
// are compiled into one program, in which the environment chooses one. So 12 mutants cost
// one build and 12 runs. A constant cannot be chosen so and is built alone. The same seed over
// the same code makes the same mutants. A mutant that does not compile is replaced by the next
// one, one that the tests never reach survives without a run, and changes that cannot show in
// any result, such as the room that a map is made with, are not made (unseen).
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

type options struct {
	root    string
	n       int
	seed    uint64
	timeout time.Duration
	only    string
	tests   string
	own     bool
	jobs    int
	minimum int
	most    int
	out     string
}

func main() {
	var o options
	flag.StringVar(&o.root, "root", filepath.Join("..", ".."), "the root of the module")
	flag.IntVar(&o.n, "n", 330, "how many mutants, over the packages by the size of their code")
	flag.Uint64Var(&o.seed, "seed", 1, "what the sample is drawn with")
	flag.DurationVar(&o.timeout, "timeout", 2*time.Minute, "how long the tests of a mutant may take")
	flag.StringVar(&o.only, "only", "", "these packages only, separated by commas; ingest/... for all below")
	flag.StringVar(&o.tests, "run", "", "only tests that fit this expression")
	flag.BoolVar(&o.own, "own", false, "run the tests of the package itself only")
	flag.IntVar(&o.jobs, "jobs", 2, "how many mutants are tried at once")
	flag.IntVar(&o.minimum, "min", 4, "fewest mutants of a package")
	flag.IntVar(&o.most, "most", 40, "most mutants of a package")
	flag.StringVar(&o.out, "json", "", "file for every mutant with what became of it")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// tally is what became of the mutants of a package.
type tally struct{ Own, Above, Survived int }

func run(o options) error {
	root, err := filepath.Abs(o.root)
	if err != nil {
		return err
	}
	packages, err := list(root, o.only)
	if err != nil {
		return err
	}
	share(packages, o)
	work, err := os.MkdirTemp("", "mutants-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var all []*mutant
	total := tally{}
	fmt.Printf("| Package | Mutants | Killed by its own tests | or by those above |\n|---|---|---|---|\n")
	for _, p := range packages {
		made, err := p.run(work, o)
		if err != nil {
			return err
		}
		var sum tally
		for _, m := range made {
			switch {
			case !m.Killed:
				sum.Survived++
			case m.By == p.path:
				sum.Own++
			default:
				sum.Above++
			}
		}
		all = append(all, made...)
		total.Own += sum.Own
		total.Above += sum.Above
		total.Survived += sum.Survived
		fmt.Printf("| `%s` | %s |\n", strings.TrimPrefix(p.path, p.module+"/"), sum)
		if err := write(o.out, all); err != nil {
			return err
		}
	}
	fmt.Printf("| all | %s |\n", total)
	for _, m := range all {
		if !m.Killed {
			fmt.Printf("survived: %s:%d: %s\n", m.File, m.Line, m.Change)
		}
	}
	return nil
}

func (t tally) String() string {
	n := t.Own + t.Above + t.Survived
	if n == 0 {
		return "0 | n/a | n/a"
	}
	return fmt.Sprintf("%d | %d (%d %%) | %d (%d %%)", n, t.Own, (100*t.Own+n/2)/n, t.Own+t.Above, (100*(t.Own+t.Above)+n/2)/n)
}

func write(path string, all []*mutant) error {
	if path == "" {
		return nil
	}
	content, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(content, '\n'), 0o644)
}
