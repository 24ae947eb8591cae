package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// maker makes up kahn logs whose runs are longer than those of a demo, with escapes, text beyond ASCII
// and the same output again and again, as logs of builds have them. A run of 20 steps has some 88 lines of
// 194 bytes, seven in ten of which are transitions. The same seed gives the same bytes.
type maker struct {
	rng  *rand.Rand
	at   time.Time
	made int // runs
	b    []byte
}

func newMaker() *maker {
	return &maker{rng: rand.New(rand.NewPCG(17, 29)), at: time.Date(2025, 1, 6, 1, 0, 0, 0, time.UTC)}
}

// stepsOfMade and commandsOfMade are how many names of steps and of commands there are in all.
const (
	stepsOfMade    = 30
	commandsOfMade = 15
)

var outputs = []string{
	`expected 200, got 503\n  at fetch (client.ts:88)\n`, `\tassertion failed: \"left\" == \"right\"\n`,
	`größer als erlaubt: 1.2 µs → 3.4 µs\n`, `panic: runtime error: index out of range [4] with length 4\n`,
}

// run is the lines of the next run.
func (m *maker) run(steps int) []byte {
	m.b = m.b[:0]
	id := fmt.Sprintf("n%07d-%04x", m.made, m.rng.IntN(1<<16))
	m.made++
	began, attempts, failed := m.at, 0, 0
	m.line(id, `"run_start","total_nodes":%d`, steps)
	first := m.rng.IntN(stepsOfMade)
	for i := range steps {
		node := fmt.Sprintf("step-%02d", (first+i)%stepsOfMade)
		m.line(id, `"node_transition","node_id":"%s","from":"pending","to":"ready"`, node)
		tries, ends := 1, true
		switch m.rng.IntN(40) {
		case 0:
			tries, ends = 3, false
		case 1, 2:
			tries = 2
		}
		for k := 1; k <= tries; k++ {
			m.line(id, `"node_transition","node_id":"%s","from":"ready","to":"running","attempt":%d`, node, k)
			attempts++
			passed := ends && k == tries
			m.attempt(id, node, k, passed)
			if k < tries {
				m.line(id, `"node_transition","node_id":"%s","from":"running","to":"ready"`, node)
			}
		}
		if ends {
			m.line(id, `"node_transition","node_id":"%s","from":"running","to":"done"`, node)
			continue
		}
		failed++
		m.line(id, `"node_transition","node_id":"%s","from":"running","to":"failed","reason":"max_ralph_iters_reached"`, node)
	}
	outcome := "clean"
	if failed > 0 {
		outcome = "partial"
	} else if attempts > steps {
		outcome = "clean_with_flake"
	}
	m.line(id, `"run_end","outcome":"%s","done":%d,"failed":%d,"blocked":0,"total_duration_s":%.3f,"total_attempts":%d`,
		outcome, steps-failed, failed, m.at.Sub(began).Seconds(), attempts)
	m.at = began.Add(time.Minute)
	return m.b
}

func (m *maker) line(id, format string, values ...any) {
	m.b = append(m.b, `{"ts":"`...)
	m.b = m.at.AppendFormat(m.b, "2006-01-02T15:04:05.000Z")
	m.b = append(append(append(m.b, `","run_id":"`...), id...), `","event":`...)
	m.b = append(fmt.Appendf(m.b, format, values...), "}\n"...)
	m.at = m.at.Add(time.Millisecond)
}

// attempt is an attempt with one to four commands, the last of which decides.
func (m *maker) attempt(id, node string, k int, passed bool) {
	took := time.Duration(1000+m.rng.IntN(90_000)) * time.Millisecond
	m.at = m.at.Add(took)
	text, n := "", 1+m.rng.IntN(4)
	for i := range n {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(`{"cmd":"npm run check-%02d -- --ci","rc":`, m.rng.IntN(commandsOfMade))
		seconds := strconv.FormatFloat(took.Seconds()/float64(n), 'f', 3, 64)
		if i < n-1 || passed {
			text += `0,"duration_s":` + seconds + "}"
			continue
		}
		tail, output := "", outputs[m.rng.IntN(len(outputs))]
		for range m.rng.IntN(11) {
			tail += output
		}
		text += fmt.Sprintf(`%d,"duration_s":%s,"tail":"%s"}`, 1+m.rng.IntN(3), seconds, tail)
	}
	backoff := ""
	if k > 1 {
		backoff = `,"backoff_s":2.5`
	}
	m.line(id, `"node_attempt","node_id":"%s","attempt":%d,"duration_s":%.3f,"converged":%t%s,"done_when_results":[%s]`,
		node, k, took.Seconds(), passed, backoff, text)
}

// long writes so many bytes of runs of 20 steps, in equal files.
func (m *maker) long(dir string, bytes int64, files int) error {
	for i := range files {
		if err := m.file(filepath.Join(dir, fmt.Sprintf("%02d.jsonl", i)), bytes/int64(files), 20); err != nil {
			return err
		}
	}
	return nil
}

// many writes files with a run of a few steps each, 400 to a folder.
func (m *maker) many(dir string, files, steps int) error {
	for i := range files {
		folder := filepath.Join(dir, fmt.Sprintf("part-%04d", i/400))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := m.file(filepath.Join(folder, fmt.Sprintf("%06d.jsonl", i)), 1, steps); err != nil {
			return err
		}
	}
	return nil
}

// file writes runs until it has so many bytes.
func (m *maker) file(path string, bytes int64, steps int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<16)
	for written := int64(0); written < bytes; {
		n, err := w.Write(m.run(steps))
		if err != nil {
			return err
		}
		written += int64(n)
	}
	return w.Flush()
}
