package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// playbooks are the run logs of Quality Playbook below a folder, again and again and each copy at another time,
// since runs of one time are one run: in one log of -mb and in as many logs as have so many bytes together.
func (o *options) playbooks() ([]corpus, error) {
	logs, err := logsBelow(o.playbook, "run_state.jsonl")
	if err != nil {
		return nil, err
	}
	one := filepath.Join(o.work, fmt.Sprintf("playbook-%dMB", o.mb))
	many := filepath.Join(o.work, fmt.Sprintf("playbook-%dMB-many", o.mb))
	err = errors.Join(
		once(one, func(dir string) error {
			f, err := os.Create(filepath.Join(dir, "run_state.jsonl"))
			if err != nil {
				return err
			}
			defer f.Close()
			w := bufio.NewWriter(f)
			err = moved(logs, int64(o.mb)*1e6, func(_ int, text []byte) error {
				_, err := w.Write(text)
				return err
			})
			return errors.Join(err, w.Flush())
		}),
		once(many, func(dir string) error {
			return moved(logs, int64(o.mb)*1e6, func(copy int, text []byte) error {
				folder := filepath.Join(dir, fmt.Sprintf("r%06d", copy), "quality")
				return errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, "run_state.jsonl"), text, 0o644))
			})
		}),
	)
	return []corpus{{name: "playbook, one log", path: one, alone: true}, {name: "playbook, many logs", path: many, alone: true}}, err
}

// logsBelow are the contents of the files of that name below a folder that are not empty, in the order of their paths.
func logsBelow(dir, name string) (logs [][]byte, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != name {
			return err
		}
		text, err := os.ReadFile(path)
		if len(text) > 0 { // copies of empty ones never have so many bytes
			logs = append(logs, text)
		}
		return err
	})
	if err == nil && len(logs) == 0 {
		err = fmt.Errorf("no %s below %s", name, dir)
	}
	return logs, err
}

// moved gives copies of the logs, one after the other, until they have so many bytes. The n-th is n/7 days
// and 37 n seconds earlier, over some three years.
func moved(logs [][]byte, size int64, to func(copy int, text []byte) error) error {
	for n, written := 0, int64(0); written < size; n++ {
		by := -time.Duration(n/7%1000)*24*time.Hour - time.Duration(n*37%86400)*time.Second
		text := shift(logs[n%len(logs)], by)
		if err := to(n, text); err != nil {
			return err
		}
		written += int64(len(text))
	}
	return nil
}

// moments are times as playbooks write them: in events, and in the ids of runs.
var moments = []struct {
	is     *regexp.Regexp
	layout string
}{
	{regexp.MustCompile(`20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d`), "2006-01-02T15:04:05"},
	{regexp.MustCompile(`20\d{6}T\d{6}`), "20060102T150405"},
}

// shift is the text with its times moved. What only looks like a time stays.
func shift(text []byte, by time.Duration) []byte {
	for _, m := range moments {
		text = m.is.ReplaceAllFunc(text, func(found []byte) []byte {
			at, err := time.Parse(m.layout, string(found))
			if err != nil {
				return found
			}
			return []byte(at.Add(by).Format(m.layout))
		})
	}
	return text
}
