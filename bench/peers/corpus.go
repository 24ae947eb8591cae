package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// corpus is logs that are read by all contenders.
type corpus struct {
	name  string
	path  string
	kahn  bool // all of it is kahn logs, which DuckDB has the schema of
	alone bool // only runreport reads it
	bytes int64
	files int
}

// demoRuns is how many runs the logs are made of that are repeated.
const demoRuns = 2000

// corpora makes what is not there yet.
func (o *options) corpora() ([]corpus, error) {
	kahn := o.repeated
	if o.made {
		kahn = o.madeUp
	}
	all, err := kahn()
	if err != nil {
		return nil, err
	}
	if o.runs > 0 {
		demo := filepath.Join(o.work, fmt.Sprintf("demo-%d", o.runs))
		if err := once(demo, func(dir string) error { return o.demo(dir, o.runs) }); err != nil {
			return nil, err
		}
		all = append(all, corpus{name: fmt.Sprintf("demo, %d runs", o.runs), path: filepath.Join(demo, "made", "logs")})
	}
	if o.playbook != "" {
		playbooks, err := o.playbooks()
		if err != nil {
			return nil, err
		}
		all = append(all, playbooks...)
	}
	for i := range all {
		if err := all[i].weigh(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// repeated are the kahn logs of a demo again and again, in a large file and in small ones.
func (o *options) repeated() ([]corpus, error) {
	logs, err := o.kahnLogs()
	if err != nil {
		return nil, err
	}
	big := filepath.Join(o.work, fmt.Sprintf("one-%dMB", o.mb))
	if err := once(big, func(dir string) error { return repeat(logs, filepath.Join(dir, "transitions.jsonl"), int64(o.mb)*1e6) }); err != nil {
		return nil, err
	}
	small := filepath.Join(o.work, fmt.Sprintf("many-%d", o.files))
	if err := once(small, func(dir string) error { return spread(logs, dir, o.files) }); err != nil {
		return nil, err
	}
	return []corpus{{name: "one large file", path: big, kahn: true}, {name: "many small files", path: small, kahn: true}}, nil
}

// madeUp are logs of a maker, in large files and in small ones; -mb 0 or -files 0 leaves one of the two out.
func (o *options) madeUp() (all []corpus, err error) {
	if o.mb > 0 {
		big := filepath.Join(o.work, fmt.Sprintf("made-%dMB-%d", o.mb, o.parts))
		if err := once(big, func(dir string) error { return newMaker().long(dir, int64(o.mb)*1e6, o.parts) }); err != nil {
			return nil, err
		}
		all = append(all, corpus{name: fmt.Sprintf("large files, %d", o.parts), path: big, kahn: true})
	}
	if o.files > 0 {
		small := filepath.Join(o.work, fmt.Sprintf("made-%d-%dkB", o.files, o.kb))
		steps := max(1, o.kb*1000/900) // some 900 bytes a step
		if err := once(small, func(dir string) error { return newMaker().many(dir, o.files, steps) }); err != nil {
			return nil, err
		}
		all = append(all, corpus{name: fmt.Sprintf("small files of %d kB", o.kb), path: small, kahn: true})
	}
	return all, nil
}

func (c *corpus) weigh() error {
	return filepath.WalkDir(c.path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		c.files++
		c.bytes += info.Size()
		return nil
	})
}

// once makes a folder that is not there; a half-made one is never left under its name.
func once(dir string, fill func(dir string) error) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	half := dir + ".half"
	if err := os.RemoveAll(half); err != nil {
		return err
	}
	if err := os.MkdirAll(half, 0o755); err != nil {
		return err
	}
	if err := fill(half); err != nil {
		return err
	}
	return os.Rename(half, dir)
}

func (o *options) demo(dir string, runs int) error {
	c := exec.Command(o.program, "demo", "--runs", strconv.Itoa(runs), "--dirty", "0", "-o", filepath.Join(dir, "made"))
	c.Stderr = os.Stderr
	return c.Run()
}

// kahnLogs are the kahn logs of a demo, one for each run date.
func (o *options) kahnLogs() ([][]byte, error) {
	dir := filepath.Join(o.work, "kahn")
	if err := once(dir, func(dir string) error { return o.demo(dir, demoRuns) }); err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(dir, "made", "logs", "kahn", "*", "transitions.jsonl"))
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("no kahn logs in %s: %v", dir, err)
	}
	var logs [][]byte
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		logs = append(logs, text)
	}
	return logs, nil
}

// renamed are the lines of a log with the run ids of a copy.
func renamed(text []byte, copy int) []byte {
	const before = `"run_id":"`
	return bytes.ReplaceAll(text, []byte(before), []byte(fmt.Sprintf("%sc%05d-", before, copy)))
}

// repeat writes copies of the logs into one file of so many bytes.
func repeat(logs [][]byte, path string, size int64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w, written := bufio.NewWriterSize(f, 1<<20), int64(0)
	for copy := 0; written < size; copy++ {
		for _, text := range logs {
			n, err := w.Write(renamed(text, copy))
			if err != nil {
				return err
			}
			if written += int64(n); written >= size {
				break
			}
		}
	}
	return w.Flush()
}

// spread writes copies of the logs into so many files, 400 to a folder.
func spread(logs [][]byte, dir string, files int) error {
	for i := range files {
		folder := filepath.Join(dir, fmt.Sprintf("part-%03d", i/400), fmt.Sprintf("%05d", i))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		text := renamed(logs[i%len(logs)], i/len(logs))
		if err := os.WriteFile(filepath.Join(folder, "transitions.jsonl"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
