// Command peers measures runreport beside DuckDB on the same logs, in turn, and checks that
// both come to the same numbers, and beside Allure 3 over as many attempts.
// docs/performance.md says what was measured.
//
//	cd bench/peers
//	pip install duckdb==1.5.6
//	(cd ../page && npm ci)
//	go run . --mb 100 --files 2000 --rounds 5
//
// It makes two corpora from the kahn logs of runreport demo, repeated under new run ids: one
// large file, and many small ones. A third is the logs of a demo as they are; Allure gets a
// result for each attempt of a step in them. -playbook FOLDER repeats the run logs of Quality Playbook that lie there, which
// runreport alone reads: how many MB of them it reads a second, beside kahn's.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

func main() {
	log.SetFlags(0)
	o := options{}
	flag.StringVar(&o.program, "program", "", "the runreport to measure; empty: it is built from the tree")
	flag.StringVar(&o.python, "python", "python3", "a Python that has the package duckdb; empty: without DuckDB")
	flag.StringVar(&o.allure, "allure", "../page/node_modules/allure/cli.js", "Allure 3, as npm ci in bench/page installs it; empty: without Allure")
	flag.StringVar(&o.work, "work", "corpora", "folder for corpora and reports")
	flag.IntVar(&o.mb, "mb", 100, "size of the large file, MB")
	flag.IntVar(&o.files, "files", 2000, "number of small files")
	flag.IntVar(&o.runs, "runs", 10_000, "runs of all systems in the corpus of demo logs; 0: none")
	flag.BoolVar(&o.made, "made", false, "make up kahn logs with longer runs, rather than repeat those of a demo")
	flag.IntVar(&o.parts, "parts", 1, "files that the large one is split into, where they are made up")
	flag.IntVar(&o.kb, "kb", 12, "size of a small file, kB, where they are made up")
	flag.StringVar(&o.playbook, "playbook", "", "a folder with run logs of Quality Playbook, which are repeated to -mb and read too; empty: none")
	flag.BoolVar(&o.tables, "tables", false, "measure the kahn logs with all tables as Parquet too, beside DuckDB's export")
	flag.IntVar(&o.rounds, "rounds", 5, "rounds; the programs run in turn in each; 0: only make the corpora")
	flag.Parse()
	if err := o.run(); err != nil {
		log.Fatal("peers: ", err)
	}
}

type options struct {
	program, python, allure, work, playbook string
	mb, files, runs, rounds                 int
	made                                    bool
	parts, kb                               int
	tables                                  bool
}

func (o *options) run() error {
	if err := os.MkdirAll(o.work, 0o755); err != nil {
		return err
	}
	work, err := filepath.Abs(o.work)
	if err != nil {
		return err
	}
	o.work = work
	if o.allure != "" {
		if o.allure, err = filepath.Abs(o.allure); err != nil {
			return err
		}
	}
	if o.program == "" {
		o.program = filepath.Join(o.work, "runreport")
		build := exec.Command("go", "build", "-o", o.program, "./cmd/runreport")
		build.Dir, build.Stderr = "../..", os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building the program: %w", err)
		}
	}
	corpora, err := o.corpora()
	if err != nil {
		return err
	}
	fmt.Printf("%s, %d processors, load %s.\n", runtime.GOOS, runtime.NumCPU(), load())
	for _, c := range corpora {
		if o.rounds == 0 {
			fmt.Printf("%s: %d files, %.0f MB in %s\n", c.name, c.files, float64(c.bytes)/1e6, c.path)
			continue
		}
		if err := o.measure(c); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// load is how busy the machine is, which the figures depend on.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	var one, five, fifteen string
	fmt.Sscan(string(text), &one, &five, &fifteen)
	return one + ", " + five + ", " + fifteen
}
