package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// allureResults writes one Allure result for each attempt of a step in the logs: its name,
// times, result and place, and nothing else. Steps and attachments would only make Allure's
// report larger. The attempts of one step of one run share their historyId, by which Allure
// takes all but the last for retries of one test.
func (o *options) allureResults(c corpus) (string, error) {
	dir := c.path + "-allure-results"
	return dir, once(dir, func(half string) error {
		tables := half + ".tables"
		defer os.RemoveAll(tables)
		build := exec.Command(o.program, "build", "-q", c.path, "-o", tables+"/report", "--format", "json", "--tables", tables+"/tables")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return err
		}
		f, err := os.Open(filepath.Join(tables, "tables", "attempts.csv"))
		if err != nil {
			return err
		}
		defer f.Close()
		return writeResults(csv.NewReader(f), half)
	})
}

// allureResult is the file of one test result, as https://allurereport.org/docs/how-it-works-test-result-file/
// has it.
type allureResult struct {
	UUID      string        `json:"uuid"`
	HistoryID string        `json:"historyId"`
	FullName  string        `json:"fullName"`
	Name      string        `json:"name"`
	Stage     string        `json:"stage"`
	Status    string        `json:"status"`
	Start     int64         `json:"start"` // ms since 1970
	Stop      int64         `json:"stop"`
	Labels    []allureLabel `json:"labels"`
}

type allureLabel struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func writeResults(attempts *csv.Reader, dir string) error {
	head, err := attempts.Read()
	if err != nil {
		return err
	}
	at := map[string]int{}
	for i, name := range head {
		at[name] = i
	}
	status := map[string]string{"passed": "passed", "failed": "failed", "skipped": "skipped"}
	for n := 0; ; n++ {
		row, err := attempts.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		run, step := row[at["run"]], row[at["step"]]
		r := allureResult{
			UUID: fmt.Sprintf("00000000-0000-4000-8000-%012d", n), HistoryID: run + "/" + step, FullName: run + "/" + step, Name: step,
			Stage: "finished", Status: status[row[at["result"]]], Start: millis(row[at["started_at"]]), Stop: millis(row[at["ended_at"]]),
			Labels: []allureLabel{{"parentSuite", filepath.Dir(run)}, {"suite", filepath.Base(run)}},
		}
		if r.Status == "" {
			r.Status = "broken"
		}
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, r.UUID+"-result.json"), text, 0o644); err != nil {
			return err
		}
	}
}

// millis is 0 for an empty time.
func millis(text string) int64 {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// allureReport makes Allure's single file from results with as many attempts.
func (o *options) allureReport(c corpus) (result, error) {
	results, err := o.allureResults(c)
	if err != nil {
		return result{}, err
	}
	out := filepath.Join(o.work, "allure-report")
	if err := os.RemoveAll(out); err != nil {
		return result{}, err
	}
	allure := exec.Command("node", o.allure, "awesome", results, "--single-file", "--output", out)
	allure.Dir = o.work // it looks for a configuration in its working folder
	r, _, err := process(allure)
	if err != nil {
		return r, err
	}
	_, err = os.Stat(filepath.Join(out, "index.html"))
	return r, err
}
