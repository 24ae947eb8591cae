package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// numbers are what all contenders have to agree on.
type numbers struct {
	Runs      int64   `json:"runs"`
	Attempts  int64   `json:"attempts"` // that converged
	P50       float64 `json:"p50"`      // of their durations
	P95       float64 `json:"p95"`
	Flaked    int64   `json:"flaked"`
	Converged int64   `json:"converged"`
}

// result is one run of a contender.
type result struct {
	seconds, cpu float64 // seconds: of the whole process, or the contender's own timer
	peak         int64   // bytes
	numbers      numbers
}

// contender is a program that reads a corpus.
type contender struct {
	name string
	run  func(c corpus) (result, error)
}

func (o *options) contenders(c corpus) []contender {
	all := []contender{{"runreport --format json", o.runreport("json")}}
	if c.alone {
		return all
	}
	if !c.kahn {
		all = []contender{{"runreport, page, Markdown and JSON", o.runreport("html,markdown,json")}, all[0]}
		if o.allure != "" {
			all = append(all, contender{"Allure 3, single file", o.allureReport})
		}
		return all
	}
	if o.python != "" {
		all = append(all, contender{"DuckDB, insertion order not kept", o.duck("better")}, contender{"DuckDB, default setting", o.duck("default")})
	}
	if o.tables {
		tables := filepath.Join(o.work, "tables")
		all = append(all, contender{"runreport --format json --tables, as Parquet", o.runreport("json", "--tables", tables, "--tables-format", "parquet")})
		if o.python != "" {
			all = append(all, contender{"DuckDB, insertion order not kept, and Parquet", o.duck("better", filepath.Join(o.work, "duck.parquet"))})
		}
	}
	return all
}

// measure runs the contenders in turn, so that all of them meet the same load of the machine.
func (o *options) measure(c corpus) error {
	all := o.contenders(c)
	results := make([][]result, len(all))
	for round := range o.rounds {
		for i := range all {
			r, err := all[i].run(c)
			if err != nil {
				return fmt.Errorf("%s: %w", all[i].name, err)
			}
			if c.kahn {
				if err := agree(all[i].name, r.numbers, results, i); err != nil {
					return err
				}
			}
			results[i] = append(results[i], r)
		}
		fmt.Fprintf(os.Stderr, "%s: round %d of %d\n", c.name, round+1, o.rounds)
	}
	fmt.Printf("\n%s: %d files, %.0f MB. Medians of %d rounds; ratios are those within a round.\n\n", c.name, c.files, float64(c.bytes)/1e6, o.rounds)
	fmt.Println("| | time, s | MB/s | processor time, s | most memory, MB | time against the first | processor time against the first |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for i, of := range results {
		column := func(f func(result) float64) []float64 {
			var out []float64
			for _, r := range of {
				out = append(out, f(r))
			}
			return out
		}
		ratio := func(f func(result) float64) []float64 {
			out := column(f)
			for k := range out {
				out[k] /= f(results[0][k])
			}
			return out
		}
		seconds, cpu := func(r result) float64 { return r.seconds }, func(r result) float64 { return r.cpu }
		took := median(column(seconds))
		fmt.Printf("| %s | %.2f | %.1f | %.2f | %.0f | %.2f | %.2f |\n", all[i].name, took, float64(c.bytes)/1e6/took, median(column(cpu)),
			median(column(func(r result) float64 { return float64(r.peak) / 1e6 })), median(ratio(seconds)), median(ratio(cpu)))
	}
	return nil
}

func median(of []float64) float64 {
	slices.Sort(of)
	n := len(of)
	return (of[(n-1)/2] + of[n/2]) / 2
}

// agree compares the numbers of a contender with those of the first one.
func agree(name string, n numbers, results [][]result, i int) error {
	if i == 0 && len(results[0]) == 0 {
		return nil
	}
	first := results[0][0].numbers
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), math.Abs(y)) }
	if n.Runs != first.Runs || n.Attempts != first.Attempts || n.Flaked != first.Flaked || n.Converged != first.Converged || !near(n.P50, first.P50) || !near(n.P95, first.P95) {
		return fmt.Errorf("its numbers differ: %+v, those of the first contender are %+v", n, first)
	}
	return nil
}

// process runs a program and measures it as a whole.
func process(c *exec.Cmd) (result, []byte, error) {
	var out, problems bytes.Buffer
	c.Stdout, c.Stderr = &out, &problems
	start := time.Now()
	err := c.Run()
	if err != nil {
		return result{}, nil, fmt.Errorf("%w: %s", err, problems.String())
	}
	r := result{seconds: time.Since(start).Seconds()}
	if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.cpu = float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
		r.peak = u.Maxrss * 1024
	}
	return r, out.Bytes(), nil
}

func (o *options) runreport(formats string, more ...string) func(corpus) (result, error) {
	return func(c corpus) (result, error) {
		out := filepath.Join(o.work, "report")
		if err := os.RemoveAll(out); err != nil {
			return result{}, err
		}
		r, _, err := process(exec.Command(o.program, append([]string{"build", "-q", c.path, "-o", out, "--format", formats}, more...)...))
		if err != nil {
			return r, err
		}
		r.numbers, err = summed(filepath.Join(out, "summary.json"))
		return r, err
	}
}

// summed reads the numbers from a summary.
func summed(path string) (n numbers, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return n, err
	}
	var s struct {
		Runs   int64 `json:"runs_total"`
		Flakes struct {
			Overall struct{ Num, Den int64 }
		}
		Metrics []struct {
			Name    string
			Systems []struct {
				Spread *struct {
					N   int64   `json:"n"`
					P50 float64 `json:"p50"`
					P95 float64 `json:"p95"`
				}
			}
		}
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return n, err
	}
	n = numbers{Runs: s.Runs, Flaked: s.Flakes.Overall.Num, Converged: s.Flakes.Overall.Den}
	for _, m := range s.Metrics {
		if m.Name == "attempt-duration" && len(m.Systems) > 0 && m.Systems[0].Spread != nil {
			d := m.Systems[0].Spread
			n.Attempts, n.P50, n.P95 = d.N, d.P50, d.P95
		}
	}
	return n, nil
}

// duck runs DuckDB, which also writes what it loaded to a Parquet file where one is named. Its time is that of its own
// timer, without the start of Python.
func (o *options) duck(setting string, parquet ...string) func(corpus) (result, error) {
	return func(c corpus) (result, error) {
		r, out, err := process(exec.Command(o.python, append([]string{"duck.py", setting, c.path}, parquet...)...))
		if err != nil {
			return r, err
		}
		var said struct {
			numbers
			Seconds float64 `json:"seconds"`
		}
		if err := json.Unmarshal(out, &said); err != nil {
			return r, err
		}
		r.seconds, r.numbers = said.Seconds, said.numbers
		return r, nil
	}
}
